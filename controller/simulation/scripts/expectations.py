"""The expectations of a table script: each is checked until it holds or its time is over."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from controller.model.view import Lit, Meaning
from controller.screens import texts
from controller.simulation.people.person import sites_of
from controller.simulation.rig import Rig
from controller.simulation.scripts.script import Command
from controller.view import light_picture as lights
from hardware.ports import sites_in

START_MS = 50
"""The time from power on to the first screen."""


class Unmet(Exception):
    """The expectation, and what was seen instead."""


def expect(rig: Rig, command: Command) -> None:
    """Let time pass until a line's expectation holds. Raises `Unmet`, also if the power is off."""
    if rig.daemon is None:
        raise Unmet("expected a table that is on, and its power is cut")
    if command.verb == "expect quiet":
        _expect_quiet(rig, command.values[0], command.within_ms)
        return
    look = _LOOKS[command.verb]
    seen: list[str] = [""]

    def holds() -> bool:
        is_so, seen[0] = look(rig, *command.values)
        return is_so

    if not rig.run_until(rig.now_ms + command.within_ms, holds):
        raise Unmet(f"seen within {command.within_ms} ms: {seen[0] or 'nothing'}")


def _expect_quiet(rig: Rig, for_ms: int, within_ms: int) -> None:
    """For this long nothing is played, and no light's meaning and no text changes; the period may start
    later."""
    state = [_state(rig)]
    since = [rig.now_ms]
    begun_ms = rig.now_ms
    last_start_ms = begun_ms + within_ms

    def is_quiet() -> bool:
        now = _state(rig)
        if now != state[0]:
            state[0], since[0] = now, rig.now_ms
        return rig.now_ms - since[0] >= for_ms or since[0] > last_start_ms

    rig.run_until(last_start_ms + for_ms, is_quiet)
    if rig.now_ms - since[0] < for_ms:
        raise Unmet(f"seen within {within_ms} ms: something changed {since[0] - begun_ms} ms later")


def _state(rig: Rig) -> tuple[Any, ...]:
    shown = rig.running.shown
    return _lit(shown.view.lights), texts(shown.picture), standing(rig)


def standing(rig: Rig) -> list[str]:
    """The actions that the journal holds of the last game."""
    games = rig.stored.games()
    return rig.stored.actions(games[-1].id) if games else []


Seen = tuple[bool, str]


def _is(seen: object, wanted: object) -> Seen:
    return seen == wanted, str(seen)


def _turn(rig: Rig, name: str) -> Seen:
    play = rig.running.session.play
    if play is None:
        return False, "no game"
    return _is(play.position.turn or "none", name)


def _over(rig: Rig, name: str) -> Seen:
    session = rig.running.session
    outcome = session.play.position.outcome() if session.play else None
    winner = None if outcome is None else outcome.winner or "draw"
    if session.ended is not None:
        winner = session.ended["winner"]
    return winner == name, str(winner or "not over")


def _score(rig: Rig, wanted: dict[str, int]) -> Seen:
    play = rig.running.session.play
    score = play.position.score() if play else {}
    shown = " ".join(f"{name}={points}" for name, points in score.items())
    return all(score.get(name) == points for name, points in wanted.items()), shown or "no game"


def _need(rig: Rig, wanted: tuple[str, ...]) -> Seen:
    play = rig.running.session.play
    if play is None:
        return False, "no game"
    need = tuple(sorted(play.position.need()))
    return need == wanted, ", ".join(need) or "nothing"


def _played(rig: Rig, text: str) -> Seen:
    actions = standing(rig)
    return actions[-1:] == [text], actions[-1] if actions else "no action"


def _lit(shown: Iterable[tuple[int, Lit]]) -> dict[int, Lit]:
    """Each lit site's meaning. The echo of a hand counts as none; the light beneath it counts."""
    return lights.strongest([(site, lit) for site, lit in shown if lit.meaning is not Meaning.ECHO])


def shown_lights(rig: Rig) -> dict[int, Lit]:
    """The meanings that the lights really show; none if they do not show the controller's picture."""
    daemon = rig.running
    wanted = daemon.shown.view.lights
    frame = lights.frame(wanted, rig.table.grid.size, daemon.lit_ms)
    return _lit(wanted) if rig.lights.shows(frame, rig.board.lit) else {}


def _light(rig: Rig, place: str, meaning: str) -> Seen:
    lit = shown_lights(rig)
    seen = {light_name(lit.get(site)) for site in sites_in(sites_of(rig.running.session.table, place))}
    return seen == {meaning}, ", ".join(sorted(seen))


def light_name(lit: Lit | None) -> str:
    """A light's meaning in the script's words; the score has none."""
    if lit is None or lit.meaning is Meaning.SCORE:
        return "off"
    return lit.meaning.value


def _lights(rig: Rig, meaning: Meaning, number: int) -> Seen:
    return _is(sum(lit.meaning is meaning for lit in shown_lights(rig).values()), number)


def _screen(rig: Rig, text: str) -> Seen:
    seen = texts(rig.running.shown.picture)
    return any(text.casefold() in line.casefold() for line in seen), " / ".join(seen)


def _no_screen(rig: Rig, text: str) -> Seen:
    is_there, seen = _screen(rig, text)
    return not is_there, seen


def _current(rig: Rig, below_ma: int) -> Seen:
    current_ma = rig.lights.current_ma
    return current_ma < below_ma, f"{current_ma:.0f} mA"


_LOOKS: dict[str, Callable[..., Seen]] = {
    "expect turn": _turn,
    "expect over": _over,
    "expect score": _score,
    "expect need": _need,
    "expect played": _played,
    "expect plies": lambda rig, number: _is(len(standing(rig)), number),
    "expect light": _light,
    "expect lights": _lights,
    "expect screen": _screen,
    "expect no screen": _no_screen,
    "expect phase": lambda rig, name: _is(rig.running.shell.phase, name),
    "expect current": _current,
}
