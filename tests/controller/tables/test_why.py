"""Why: each way to score or to lose something says so in words at its place, and shows its points there."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import engines
from controller.games import tables_for
from controller.referee.play import Play, Ply
from controller.shell.playing.score_sheet import sums
from controller.tables.cites import layout
from controller.tables.cites.progress import to_stand
from controller.tables.table import GameTable
from engines.cites.blocks import SETS
from engines.cites.points import Line
from engines.game import Json
from hardware.ports import Grid
from tests.vector_games import moves, standing, vectors

GAMES = ("masterplan", "forma", "massai", "cites")
TABLES: dict[str, GameTable[Any, Any]] = tables_for(Grid(24, 24), 3, 4)

Place = Callable[[Ply, Json], str]


def cell(_ply: Ply, event: Json) -> str:
    return str(event["cell"])


def element(ply: Ply, _event: Json) -> str:
    return str(ply.events[0]["cells"][-1])


def slot(_ply: Ply, event: Json) -> str:
    site = next(iter(TABLES["cites"].scored([event])))
    lot, number = next(slot for slot, one in slots().items() if one == site)
    return f"lot.{lot}.{number}"


def free_slot(ply: Ply, event: Json) -> str:
    lot = event["lot"]
    taken = {*to_stand(ply.position, SETS.index(lot))}  # type: ignore[arg-type]
    taken |= {n for (one, n), site in slots().items() if one == lot and ply.closed >> site & 1}
    free = {*range(1, layout.SLOTS + 1)} - taken
    return f"lot.{lot}.{min(free)}" if free else ""


def slots() -> dict[layout.Slot, int]:
    return layout.slots_on(Grid(24, 24))


WHY: dict[str, dict[str, tuple[Place, str]]] = {
    "masterplan": {
        "park": (cell, r"Park on {cell}: ((White|Yellow) \d|nobody scores)"),
        "park overdue": (cell, "Park on {cell}, too late to score"),
        "take": (cell, "Tower on {cell}: White \\d+, Yellow \\d+ around it, "),
        "tower": (cell, "Tower on {cell}: .* around it. Who has more gets 2 points at the end."),
    },
    "forma": {
        "element": (element, r".*: an element of \d squares?, {points} points?"),
        "bridge": (element, r".* It joined two opposite edges, as a bridge: {points} points."),
        "enclosed cell": (cell, ".* closed the last side of {cell}: 10 points"),
        "enclosed obstacle": (cell, "Only elements of .* are around the obstacle on {cell}: 10 points"),
        "enclosed tower": (cell, ".* closed the last side of the tower on {cell}: 50 points"),
    },
    "massai": {
        "reveal": (lambda ply, event: event["attack"], ".* attacked {attack}, where (a|no) guard stood: "),
        "off attacked": (cell, ".* attacked {cell}, where no guard stood: the hut was lost"),
        "off beside": (cell, ".*'s hut on {cell} was taken off: it stood beside"),
        "off alone": (cell, ".*'s hut on {cell} was taken off: .* no hut of its own touched it"),
        "hut": (cell, ".*'s hut on {cell}: "),
    },
    "cites": {
        "built blocks placed": (
            slot,
            ".* for {points} points. The lot was not finished by them: 10 ",
        ),
        "built finished at once": (
            slot,
            ".* for {points} points. That finished the lot at once: 300, ",
        ),
        "built finished at once with all fifteen": (slot, ".* at once with all 15 buildings: 350."),
        "built finished over several rounds": (slot, ".* {points} points. .* an earlier round: 150, and 10 "),
        "built finished over several rounds with all fifteen": (slot, ".* with all 15 buildings: 250."),
        "built nothing": (free_slot, ".* wins the contre, .* gives all blocks back and builds nothing."),
    },
}
"""By what an event is: the place to touch, and what is said there."""

SCORES_NOTHING = {
    "masterplan": {"house", "done", "scoring", "end"},
    "forma": {"tower", "obstacle", "start", "withdrawn", "passed over", "lower bound", "end"},
    "massai": {"setup", "move", "pass", "attack", "over"},
    "cites": {
        *("turned up", "turned up again", "speaker", "chosen", "contre", "yielded", "trick", "revoke"),
        *("contre decided", "round", "end"),
    },
}
"""What changes no score where a piece stands. Of Forma's losses, for what is withdrawn or left, see below."""


def what(event: Json) -> str:
    """What an event is: its kind, and its cause or its line of the table of points."""
    more = event.get("cause") or (event.get("line") if event.get("blocks") else "")
    return " ".join(filter(None, (event["kind"], more, "overdue" if event.get("overdue") else "")))


def kinds(game: str) -> set[str]:
    """All kinds of events that the rules of a game name."""
    found: set[str] = set()
    for file in (Path(engines.__file__).parent / game).glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Dict):
                named = [value for key, value in zip(node.keys, node.values, strict=True) if _is_kind(key)]
            else:
                is_event = isinstance(node, ast.Call) and getattr(node.func, "id", "") == "_event"
                named = node.args[:1] if is_event else []
            inner = (one for value in named for one in ast.walk(value) if isinstance(one, ast.Constant))
            found |= {str(one.value) for one in inner}
    return found


def _is_kind(key: ast.expr | None) -> bool:
    return isinstance(key, ast.Constant) and key.value == "kind"


MOST = 40
"""How often a kind of event is asked about."""


@cache
def plays(game: str) -> list[Play]:
    """All vector games to their ends."""
    made = []
    for vector in vectors(game):
        header = next((one for one in vector["requests"] if one.get("game") == game), None)
        if header is not None and vector["answers"][vector["requests"].index(header)].get("ok", True):
            made.append(Play.resume(TABLES[game], header, standing(moves(vector))))
    return made


def said(play: Play, number: int, place: str) -> str:
    """The answer to a touch on a place after the ply with this number."""
    before = [event for ply in play.plies[: number + 1] for event in ply.events]
    return play.table.why(play.plies[number].position, before, play.table.sites(place))


@pytest.mark.parametrize("game", GAMES)
def test_every_kind_of_event_has_its_reason_or_scores_nothing(game: str) -> None:
    told = {words.split(" ")[0] if words not in kinds(game) else words for words in WHY[game]}
    assert told | SCORES_NOTHING[game] == kinds(game)
    if game == "cites":
        assert {f"built {line}" for line in Line} < set(WHY[game])


@pytest.mark.parametrize("game", GAMES)
def test_a_touch_says_why_and_how_much(game: str) -> None:
    met: Counter[str] = Counter()
    for play in plays(game):
        for number, ply in enumerate(play.plies):
            for event in ply.events:
                known = WHY[game].get(what(event))
                if known is None:
                    assert event["kind"] in SCORES_NOTHING[game] or not event.get("points"), event
                    continue
                where, pattern = known[0](ply, event), known[1]
                met[what(event)] += bool(where)
                if where and met[what(event)] <= MOST:
                    words = said(play, number, where)
                    assert re.match(_filled(pattern, event), words), (event, words)
    assert met.keys() == WHY[game].keys()


def site(play: Play, event: Json) -> int:
    return play.table.sites(event["cell"]).bit_length() - 1


def nonzero(points: Mapping[str, int]) -> dict[str, int]:
    return {player: number for player, number in points.items() if number}


def _filled(pattern: str, event: Json) -> str:
    """The pattern with an event's values."""
    for key, value in event.items():
        pattern = pattern.replace(f"{{{key}}}", str(value))
    return pattern


@pytest.mark.parametrize("game", GAMES)
def test_the_points_shown_at_the_pieces_are_those_of_the_score(game: str) -> None:
    for play in plays(game):
        before = play.start
        for ply in play.plies:
            if shown := play.table.scored(ply.events):
                points: Counter[str] = Counter()
                for gain in shown.values():
                    if re.match(r"[+\N{MINUS SIGN}]", gain.text):
                        points[str(gain.player)] += int(gain.text.replace("\N{MINUS SIGN}", "-"))
                for event in ply.events:  # a hut won stands where the one that was lost stood
                    if (
                        event.get("cause") == "attacked"
                        and shown[site(play, event)].player != event["player"]
                    ):
                        points[event["player"]] -= 1
                now, then = ply.position.score(), before.score()
                lost = next((event["losses"] for event in ply.events if event.get("losses")), {})
                changed = {player: now[player] - then[player] + lost.get(player, 0) for player in now}
                assert nonzero(points) == nonzero(changed), ply
            before = ply.position


@pytest.mark.parametrize("game", ["masterplan", "forma"])
def test_the_lines_of_the_score_sheet_add_up_to_the_score(game: str) -> None:
    for play in plays(game):
        players = play.position.players
        total = dict.fromkeys(players, 0)
        for row in sums(play):
            for player, figure in zip(players, row.figures, strict=True):
                total[player] += int(figure.replace("\N{MINUS SIGN}", "-") or 0)
        assert total == play.position.score()
