"""A secret of a game of Massaï is in no byte that a table publishes until the rules reveal it.

The same evening is played again and again, with everything equal except the hidden choice: all bytes that a
stranger has read must be equal too.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import pytest

from benchmarks.broker import IS_HERE, WHY_NOT
from controller.journal.journal import Journal
from controller.referee.session import Session
from controller.web.audience import Audience
from controller.web.feed import Feed
from controller.web.guard import RequestGuard
from controller.web.past import Shelf
from controller.web.seat_site import SeatSite
from controller.web.seats import Seats
from controller.web.site import TableSite
from tests.controller.stranger import PATHS, WatchedTable, evening

pytestmark = pytest.mark.skipif(not IS_HERE, reason=WHY_NOT)

DARK: Final = ("b2 b3 c3 c4 d4", "a1 a2 b1 d5 d6", "a5 a6 b5 b6 c6")
LIGHT: Final = ("e1 e3 e4 f2 g3", "f1 f2 f3 g4 g5")
ATTACKS: Final = ("e3", "e4")
GUARDS: Final = ("e3", "e4")
ALONE: Final = ("a1 a2 b1 b2 d6", "d1 d2 c1 c2 a6")
"""Set-ups that the rules refuse: one hut stands alone."""

STREAMS: Final = frozenset({"stream en", "stream fr", "stream de"})
RECORDER: Final = "recorder/00000001.rec"
STATUS: Final = "run/status.json"

Script = Callable[[WatchedTable, str], None]


def begun(table: WatchedTable) -> None:
    table.power_on()
    table.player.choose_game("massai", {})
    table.look()


def set_up(table: WatchedTable) -> None:
    begun(table)
    table.play(f"setup dark {DARK[0]}")
    table.play(f"setup light {LIGHT[0]}")
    table.player.get_ready()


def choose(table: WatchedTable, cells: str) -> None:
    """Behind the cover that is on the screen, but for the last touch."""
    table.touch("#reveal")
    for cell in cells.split():
        table.touch(f"#cell-{'abcdefgh'.index(cell[0])},{int(cell[1]) - 1}")


def leave_and_come_back(table: WatchedTable) -> None:
    table.touch("#pause", "#end", "#back", "#leave", "#resume-1")


def dark_sets_up(table: WatchedTable, cells: str) -> None:
    begun(table)
    choose(table, cells)
    table.touch("#done", "#pause", "#resume")
    choose(table, "e1 e3")
    table.touch("#back")
    leave_and_come_back(table)


def dark_is_refused(table: WatchedTable, cells: str) -> None:
    begun(table)
    choose(table, cells)
    table.touch("#done", "#back")


def dark_takes_its_set_up_back(table: WatchedTable, cells: str) -> None:
    begun(table)
    table.play(f"setup dark {cells}")
    table.touch("#undo")
    table.play(f"setup light {LIGHT[0]}")
    table.play(f"setup dark {DARK[0]}")
    resign(table)


def light_sets_up(table: WatchedTable, cells: str) -> None:
    begun(table)
    table.play(f"setup dark {DARK[0]}")
    choose(table, cells)
    table.touch("#back")


def dark_attacks(table: WatchedTable, cell: str) -> None:
    set_up(table)
    table.touch("#attack")
    choose(table, cell)
    table.touch("#done", "#pause", "#resume")
    choose(table, GUARDS[0])
    table.touch("#back")
    leave_and_come_back(table)


def dark_attacks_and_resigns(table: WatchedTable, cell: str) -> None:
    set_up(table)
    table.play(f"attack {cell}")
    resign(table)


def dark_attacks_and_leaves(table: WatchedTable, cell: str) -> None:
    set_up(table)
    table.play(f"attack {cell}")
    table.touch("#pause", "#end", "#give-up")


def dark_takes_its_attack_back(table: WatchedTable, cell: str) -> None:
    set_up(table)
    table.play(f"attack {cell}")
    table.touch("#undo")
    table.play("build d5")
    resign(table)


def actions_in(file: Path, game: int) -> str:
    with Journal.read(file) as journal:
        return str(journal.actions(game))


def light_guards(table: WatchedTable, cells: str) -> None:
    set_up(table)
    table.play(f"attack {ATTACKS[0]}")
    choose(table, cells)
    table.touch("#back", "#pause")


def on_phones(table: WatchedTable) -> dict[str, str]:
    """Both have a phone, and Dark has lost one before: what Dark's shows."""
    table.touch("#pause")
    lost = table.let_in("dark")
    table.touch("#back")
    dark = table.let_in("dark")
    table.lose(lost)
    table.touch("#back")
    table.follow_on_a_phone("light", table.let_in("light"))
    table.touch("#resume")
    return dark


def items(cells: str) -> list[str]:
    return [f"cell-{'abcdefgh'.index(cell[0])},{int(cell[1]) - 1}" for cell in cells.split()]


def dark_sets_up_on_a_phone(table: WatchedTable, cells: str) -> None:
    begun(table)
    table.choose_on_a_phone(on_phones(table), "setup-dark", items(cells))


def dark_attacks_on_a_phone(table: WatchedTable, cell: str) -> None:
    set_up(table)
    table.choose_on_a_phone(on_phones(table), "attack", items(cell))
    table.touch("#pause", "#resume")


def resign(table: WatchedTable) -> None:
    table.touch("#pause", "#end", "#resign-dark")


HIDDEN: Final[dict[Script, tuple[str, ...]]] = {
    dark_sets_up: DARK,
    dark_is_refused: ALONE,
    dark_takes_its_set_up_back: DARK[1:],
    light_sets_up: LIGHT,
    dark_attacks: ATTACKS,
    dark_attacks_and_resigns: ATTACKS,
    dark_attacks_and_leaves: ATTACKS,
    dark_takes_its_attack_back: ATTACKS,
    light_guards: GUARDS,
    dark_sets_up_on_a_phone: DARK[:2],
    dark_attacks_on_a_phone: ATTACKS,
}
"""The actions, and the possible secret choices among them, in a game in which nothing is revealed until the
end."""


@pytest.fixture
def read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[Script, str], dict[str, bytes]]:
    """The bytes that a stranger has read in an evening, by their source."""

    def read(script: Script, hidden: str) -> dict[str, bytes]:
        with evening(tmp_path, monkeypatch) as (table, found):
            script(table, hidden)
        return found

    return read


def differing(one: dict[str, bytes], other: dict[str, bytes]) -> dict[str, tuple[bytes, bytes]]:
    """The sources in which two strangers have read different bytes, with the bytes around the first
    difference."""
    found = {}
    for where in one.keys() | other.keys():
        a, b = one.get(where, b""), other.get(where, b"")
        if a != b:
            at = next((i for i, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b)))
            found[where] = (a[max(0, at - 60) : at + 60], b[max(0, at - 60) : at + 60])
    return found


@pytest.mark.parametrize("script", HIDDEN, ids=lambda script: script.__name__)
def test_a_stranger_reads_the_same_whatever_was_chosen_in_secret(
    read: Callable[[Script, str], dict[str, bytes]], script: Script
) -> None:
    first, *others = [read(script, hidden) for hidden in HIDDEN[script]]
    for other in others:
        assert differing(first, other) == {}


def test_when_the_rules_reveal_an_attack_the_stranger_reads_of_it(
    read: Callable[[Script, str], dict[str, bytes]],
) -> None:
    def dark_takes_a_hut(table: WatchedTable, cell: str) -> None:
        set_up(table)
        table.play(f"attack {cell}")
        table.play("guard")

    one, other = (read(dark_takes_a_hut, cell) for cell in ATTACKS)
    assert b"Dark attacked e3" in one["stream en"]
    assert set(differing(one, other)) >= {
        *STREAMS,
        "broker tablier/t1/action",
        "broker tablier/t1/game",
        "export",
        "log",
        f"file games/{RECORDER}",
        f"report /{RECORDER}",
        "report /journal.sqlite",
    }


@dataclass(frozen=True, slots=True)
class Leak:
    """A table that does not keep a secret: the replaced function, the evening, and the source that reveals
    it."""

    instead: dict[str, Callable[..., Any]]
    script: Script
    tell: frozenset[str]


LEAKS: Final = {
    "pictures are not covered": Leak(
        {"controller.referee.session.Session.covered": lambda session: session},
        dark_is_refused,
        STREAMS | {"broker tablier/t1/game"},
    ),
    "actions are told in full": Leak(
        {
            "controller.web.picture._revealed": lambda play: len(play.plies),
            "controller.web.picture.ply_words": lambda _play, ply: str(ply.action),
            "controller.mqtt.actions.public_texts": lambda actions, _position: tuple(map(str, actions)),
        },
        dark_attacks,
        STREAMS | {"broker tablier/t1/action"},
    ),
    "actions are logged in full": Leak(
        {"controller.journal.journal.Played.__str__": lambda effect: f"play {effect.text}"},
        dark_attacks,
        frozenset({"log"}),
    ),
    "touches behind a cover are recorded": Leak(
        {"controller.recorder.checkpoint.is_withheld": lambda _shell: False},
        light_guards,
        frozenset({f"file games/{RECORDER}", f"report /{RECORDER}"}),
    ),
    "what was never revealed is exported": Leak(
        {"controller.journal.export._take_out": lambda _told, _plies: None},
        dark_attacks_and_resigns,
        frozenset({"export", "report /journal.sqlite", "GET /games/1.jsonl"}),
    ),
    "the game on the table is one of the past": Leak(
        {"controller.web.past.Shelf.record": lambda shelf, game: actions_in(shelf._file, game)},
        dark_attacks,
        frozenset({"GET /games/1.jsonl"}),
    ),
    "the status tells what is chosen": Leak(
        {"controller.caretaker.devices_of": lambda session, _awaited: {"board": chosen_in(session)}},
        light_sets_up,
        frozenset({"broker tablier/t1/health", "status", f"file {STATUS}", "report /status.json"}),
    ),
}


def chosen_in(session: Session) -> str:
    return " ".join(session.question.selecting.chosen) if session.question.selecting else ""


@pytest.mark.parametrize("leak", LEAKS.values(), ids=LEAKS.keys())
def test_a_table_that_does_not_keep_a_secret_is_found_out(
    read: Callable[[Script, str], dict[str, bytes]], monkeypatch: pytest.MonkeyPatch, leak: Leak
) -> None:
    for name, broken in leak.instead.items():
        monkeypatch.setattr(name, broken)
    one, other = (read(leak.script, hidden) for hidden in HIDDEN[leak.script][:2])
    assert set(differing(one, other)) == leak.tell


def test_a_journal_that_others_may_read_is_found_out(read: Callable[[Script, str], dict[str, bytes]]) -> None:
    def journal_is_opened(table: WatchedTable, _hidden: str) -> None:
        table.power_on()
        table.journal_file.chmod(0o644)
        table.look()

    with pytest.raises(AssertionError, match=r"journal\.sqlite"):
        read(journal_is_opened, "")


def test_every_route_of_the_server_is_asked() -> None:
    loop = asyncio.new_event_loop()
    try:
        feed, guard = Feed(loop), RequestGuard(frozenset(), loop.time)
        seats = SeatSite(feed, guard, Seats(), lambda event: None, "1")
        audience = Audience(loop, lambda event: None)
        app = TableSite(feed, guard, Shelf(None), seats, audience, "1").app()
    finally:
        loop.close()
    assert {resource.canonical for resource in app.router.resources()} == set(PATHS)
