"""The same table with other secrets: what a stranger may know of it is the same."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from controller.model.hands import Hands
from controller.referee.play import Play
from controller.referee.session import Session
from engines.game import Action, RuleError

SET_UPS: Final = {
    "dark": ("a1 a2 b1 d5 d6", "a5 a6 b5 b6 c6"),
    "light": ("e1 e2 f1 f2 f3", "g1 g2 g3 g4 g5"),
}


def with_other_secrets(session: Session, own: str = "") -> Session:
    """The session with other tiles in the hands of all but the `own` seat, and with other actions in place of
    those that are not revealed."""
    if session.play is None:
        return session
    play = _with_other_actions(session.play)
    lying = {*session.pads.hidden_tags.values(), *session.tracker.kinds.values()}
    return replace(session, play=_with_other_hands(play, own, lying))


def _with_other_hands(play: Play, own: str, lying: set[str]) -> Play:
    """All that is in no pad, no trick and no hand of one's own goes round by one."""
    deal = play.deal
    if deal is None:
        return play
    known = {*deal.gone, *play.turned_up, *lying, *(play.row(own) if own else ())}
    hidden = [tile for tile in play.table.pieces if tile not in known]
    instead = dict(zip(hidden, (*hidden[1:], *hidden[:1]), strict=True))
    rows = {
        key: row if row is None or key[0] != deal.number else tuple(instead.get(tile, tile) for tile in row)
        for key, row in play.hands.rows.items()
    }
    return replace(play, hands=Hands(rows))


def _with_other_actions(play: Play) -> Play:
    """Other actions in place of the last ones, which are secret."""
    secret = play.position.secret_plies
    if not secret:
        return play
    before = replace(play, plies=play.plies[: len(play.plies) - secret])
    for ply in play.plies[len(play.plies) - secret :]:
        before = before.after(_another(before, ply.action))
    return replace(play, plies=before.plies)


def _another(play: Play, action: Action) -> Action:
    """Another action of the same public words, if there is one."""
    for text in _texts(play, action):
        other: Action = play.table.game.parse(text)
        try:
            play.position.check(other)
        except RuleError:
            continue
        if other != action:
            return other
    return action


def _texts(play: Play, action: Any) -> list[str]:
    legal = play.position.legal()
    if legal is not None:
        return [str(one) for one in legal if one.is_secret and one.public == action.public]
    return [f"{action.public} {huts}" for huts in SET_UPS[action.player]]
