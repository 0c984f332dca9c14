"""The effects of time on a session, besides the board's rest: reminders end, the clock runs. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from controller.model import records
from controller.model.clock import Clock
from controller.model.tracker import Tracker
from controller.model.view import Phase
from controller.referee import computer, pads, telling
from controller.referee.session import Effects, Session
from engines.game import Position
from engines.record import replace
from hardware.ports import sites_in


def timed(before: Session, after: Session, effects: Effects, now_ms: int) -> tuple[Session, Effects]:
    """The session after an event, with its times, and what must be stored for the game that was on the table
    at that time."""
    effects = tuple(of_game(effects, before.game_id)) if effects else ()
    if after is before:
        return after, effects
    is_back = before.phase is Phase.PAUSED and after.phase is not Phase.PAUSED
    if is_back or _is_played(before, after):
        after = replace(after, judgement=replace(after.judgement, acted_ms=now_ms))
    after, begun = pads.with_phones(after)
    effects = (*effects, *of_game(begun, after.game_id)) if begun else effects
    after = pads.settled(before, after, now_ms)
    after = telling.settled(after, now_ms) if after.pads.told else after
    after = computer.wished(before, after, now_ms)
    return _clocked(before, after, effects, now_ms) if after.clock.is_on else (after, effects)


def of_game(effects: Iterable[records.Effect], game: int | None) -> Iterator[records.Effect]:
    """The effects with game numbers: `game`, or the one that starts among them."""
    for effect in effects:
        if isinstance(effect, records.Start):
            game = None
        if isinstance(effect, records.OfGame) and effect.game is None:
            yield replace(effect, game=game)
        else:
            yield effect


def _clocked(before: Session, after: Session, effects: Effects, now_ms: int) -> tuple[Session, Effects]:
    """The session with the clock turned to the player to act. Used time is stored with actions, and whenever
    the clock stops."""
    clock, unfinished = before.clock, after.unfinished
    thinking = after.thinking
    if before.play is None:
        game_id = after.game_id if after.play else None
        used_ms = {} if game_id is None else unfinished.used_ms.get(game_id, {})
        clock = clock.with_used(used_ms).turned(thinking, now_ms)
    elif _is_played(before, after):
        clock = _moved(before, after, now_ms)
    elif thinking != clock.player:
        clock = clock.turned(thinking, now_ms)
    if clock is before.clock:
        return after, effects
    if before.play is not None and before.game_id is not None and after.play is None:
        used = {**unfinished.used_ms, before.game_id: clock.used_ms}
        unfinished = replace(unfinished, used_ms=used)
    if clock.kind == "game" and clock.used_ms and (effects or clock.player is None):
        is_new = any(isinstance(effect, records.Start) for effect in effects)
        owner = after if after.play is not None else before
        effects = (*effects, records.Used(clock.used_ms, game=None if is_new else owner.game_id))
    return replace(after, clock=clock, unfinished=unfinished), effects


def _moved(before: Session, after: Session, now_ms: int) -> Clock:
    """The clock after actions and takebacks: each action ends a player's time when its piece came to the
    sensor. The next player's begins when the board has been read: the time between is no one's."""
    clock, tracker = before.clock, before.tracker
    if before.play is None or after.play is None:
        return clock.moved(after.thinking, now_ms)
    for position, sites in _changes(before, after):
        at_ms = min(max(_hand_ms(tracker, sites, now_ms), clock.since_ms), now_ms)
        clock = clock.moved(position.turn, at_ms)
    return clock.begun(after.thinking, now_ms)


def _changes(before: Session, after: Session) -> Iterator[tuple[Position[Any], int]]:
    """Each position on the way from one play to the other, and the sites that hands changed for it."""
    then, now = before.current, after.current
    common = then.in_common(now)
    play = then.back(len(then.plies) - common)
    if common < len(then.plies):
        yield play.position, then.changed_since(play)
    position = play.position
    for ply in now.plies[common:]:
        yield ply.position, now.table.touched(position, ply.action)
        position = ply.position


def _hand_ms(tracker: Tracker, sites: int, now_ms: int) -> int:
    """When the first of these sites closed; if none did, when the first opened; now, if no hand has moved
    anything there."""
    order = tracker.order
    moved = [site for site in sites_in(sites) if site in order]
    closed = [order[site] for site in moved if tracker.board >> site & 1]
    return min(closed or [order[site] for site in moved], default=now_ms)


def _is_played(before: Session, after: Session) -> bool:
    """Whether anything was played or taken back, or another game is on the table."""
    if before.play is None or after.play is None:
        return after.play is not before.play
    return after.play.plies is not before.play.plies


def passed(session: Session, now_ms: int) -> Session:
    """The session when time has passed and nothing else has happened."""
    until_ms, next_ms = session.reminded_until_ms(), session.clock_ms()
    if until_ms is not None and now_ms >= until_ms:
        session = session.reminded()
    if next_ms is not None and now_ms >= next_ms:
        session = replace(session, clock=session.clock.shown_at(now_ms))
    return session
