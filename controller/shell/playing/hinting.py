"""A hint: the best two or three actions, as lights and in words, for anyone who asks. Pure.

A hint holds up no one. It ends with the first piece touched, with any touch on the screen, or by itself.
Everyone can see it, so it reveals no secret.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from controller.model.thinking import Answer, Considered, Request
from controller.model.view import BoardView, Choice, Lit, LitSites, Meaning, Phase, Sign, View
from controller.referee.play import Play
from controller.referee.session import Session
from controller.referee.tasks import tasks
from controller.review.judgement import seat_of
from controller.shell.model.state import Advice, Hint, Shell
from controller.tables.table import GameTable
from controller.view.game import HINT, PLACES
from controller.view.light_picture import strongest
from engines.game import Action
from engines.record import replace
from hardware.ports import sites_in
from opponents.thought import Level, Option
from texts import Text, _, joined

HINTS: Final = "hint"
"""The purpose of a request."""

THINK_MS: Final = 2_000
PATIENCE_MS: Final = 10_000
"""How long the answer may take. Later answers are ignored."""
SHOWN_MS: Final = 60_000
REFUSED_MS: Final = 8_000

MOST: Final = 3
MOST_REASONS: Final = 2
WORSE: Final = 0.1
"""An action is not advised if its expected result is this much lower than the best, of 1."""
LEAST_SHARE: Final = 0.05
"""Nor if it got less than this share of the search: too little is known of it."""

MANY: Final = 12
"""With more columns than this, cells are so small that numbers on neighbours cover each other."""

HIDE: Final = Choice("hint-off", _("Hide the hint"), on=True, place=HINT.id)


def may_ask(shell: Shell) -> bool:
    """Whether a hint may be asked for now: it is a person's turn, and the table has no other request open."""
    session = shell.session
    if not shell.preferences.hints or shell.hint is not None or session.play is None:
        return False
    if session.phase is Phase.SECRET:
        return session.question.selecting is not None and not session.question.selecting.is_open
    is_free = session.phase is Phase.PLAYING and not session.due.asked and not session.judgement.is_dark
    is_persons = session.computer is None and session.play.position.turn is not None
    return is_free and is_persons and not tasks(session)


def asked(shell: Shell, now_ms: int) -> Shell:
    """The shell after a request for a hint: it thinks, or says why there is no hint."""
    play = shell.session.current
    refused = play.table.remarks.no_hint(play.position)
    until_ms = now_ms + (REFUSED_MS if refused else THINK_MS + PATIENCE_MS)
    return replace(shell, hint=Hint(shell.hints + 1, until_ms, refused=refused), hints=shell.hints + 1)


def stays(before: Session, after: Session) -> bool:
    """Whether a hint still holds after its session has changed."""
    return (
        after.play is before.play
        and after.phase is before.phase
        and after.question.selecting is before.question.selecting
    )


def request_of(shell: Shell) -> Request | None:
    """The thinking request for a hint."""
    hint, play = shell.hint, shell.session.play
    if hint is None or hint.refused or hint.advices or play is None:
        return None
    seat = seat_of(play.position)
    return Request(HINTS, hint.number, play.table.game, play.position, seat, Level.STRONG, THINK_MS)


def answered(shell: Shell, answer: Answer) -> Shell:
    """The shell after an answer. Answers to other requests are ignored."""
    hint, play = shell.hint, shell.session.play
    if hint is None or play is None or answer.number != hint.number:
        return shell
    found = tuple(advices(play, answer.options)) if isinstance(answer, Considered) else ()
    if not found:
        return replace(shell, hint=_at_a_loss(hint, answer.at_ms))
    return replace(shell, hint=replace(hint, advices=found, until_ms=answer.at_ms + SHOWN_MS))


def _at_a_loss(hint: Hint, now_ms: int) -> Hint:
    return replace(hint, refused=_("The table has no advice now."), until_ms=now_ms + REFUSED_MS)


def passed(shell: Shell, now_ms: int) -> Shell:
    """The shell when time has passed: a hint expires, and so does the wait for one."""
    hint = shell.hint
    if hint is None or now_ms < hint.until_ms:
        return shell
    is_waiting = not (hint.refused or hint.advices)
    return replace(shell, hint=_at_a_loss(hint, now_ms) if is_waiting else None)


# Choosing the advice


def advices(play: Play, options: Sequence[Option]) -> Iterator[Advice]:
    """The best options, each at a place of its own, none much worse than the best."""
    best = options[0]
    side = play.position.players.index(play.table.side(play.position, seat_of(play.position)))
    taken: set[object] = set()
    number = 0
    for option in options:
        is_worse = option.results[side] < best.results[side] - WORSE
        places = places_of(play, option.action)
        if is_worse or option.share < LEAST_SHARE * best.share or taken & places:
            continue
        taken |= places
        number += 1
        words = _("{number}. {advice}", number=number, advice=words_of(play, option.action))
        yield Advice(words, sites_of(play, option.action))
        if number == MOST:
            return


def words_of(play: Play, action: Action) -> Text:
    """An action with the reasons for it."""
    what = play.table.describe(action)
    found = play.table.remarks.reasons(play.position, action)[:MOST_REASONS]
    return _("{action}: {reasons}", action=what, reasons=joined(", ", found)) if found else joined("", [what])


def places_of(play: Play, action: Action) -> set[object]:
    """The cells of the board picture that an action is about; on a board of many small cells their neighbours
    too. If it is about no cell, the action itself."""
    corners = [play.table.corner(site) for site in sites_in(sites_of(play, action))]
    around = (-1, 0, 1) if play.table.marks(play.position).columns > MANY else (0,)
    cells = {(int(x) + east, int(y) + north) for x, y, _ in corners for east in around for north in around}
    return set(cells) or {action.public}


def sites_of(play: Play, action: Action) -> int:
    """The lit sites where an action is made; never those of a secret."""
    if action.is_secret:
        return 0
    return play.table.touched(play.position, action) & play.table.grid.all_sites


# Lights and screen


def lights(shell: Shell) -> LitSites:
    """The lights of the advice."""
    advices = shell.hint.advices if shell.hint else ()
    return tuple((site, Lit(Meaning.HINT)) for advice in advices for site in sites_in(advice.sites))


def with_hint(shell: Shell, seen: View) -> View:
    """The session's view with the hint. It replaces the choices and the score, whose room it needs."""
    hint = shell.hint
    assert hint is not None
    lit = lights(shell)
    seen = replace(seen, controls=(HIDE, *(one for one in seen.controls if one in PLACES)))
    if hint.refused:
        return replace(seen, ask=(hint.refused,))
    if not hint.advices:
        return replace(seen, ask=(_("The table thinks about a hint"),))
    board = seen.board and signed(seen.board, shell.session.table, hint.advices)
    ask = tuple(advice.words for advice in hint.advices)
    seen = replace(seen, ask=ask, scores=(), last="")
    return replace(seen, board=board, lights=(*seen.lights, *lit))


def signed(board: BoardView, table: GameTable[Any, Any], advices: Sequence[Advice]) -> BoardView:
    """The board picture with the signs of the advice: a star on each place, and one number per advice."""
    signs = list(board.signs)
    known = {(sign.x, sign.y, sign.size): sign.lit for sign in signs}
    for number, advice in enumerate(advices, start=1):
        corners = [table.corner(site) for site in sites_in(advice.sites)]
        middle = _middle(corners)
        for corner in corners:
            lit = Lit(Meaning.HINT, text=str(number) if corner == middle else "")
            shown = strongest([(0, lit), *((0, one) for one in [known.get(corner)] if one)])[0]
            if shown is lit:
                signs = [sign for sign in signs if (sign.x, sign.y, sign.size) != corner]
                signs.append(Sign(*corner, lit))
    return replace(board, signs=tuple(signs))


def _middle(corners: Sequence[tuple[float, float, float]]) -> tuple[float, float, float] | None:
    """The place nearest the middle of them all."""
    if not corners:
        return None
    x, y = (sum(corner[axis] for corner in corners) / len(corners) for axis in (0, 1))
    return min(corners, key=lambda corner: (corner[0] - x) ** 2 + (corner[1] - y) ** 2)
