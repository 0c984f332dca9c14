"""The monkey: a short run of it, and what it would notice."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from controller.model.view import Phase
from controller.referee.session_parts import Due
from controller.simulation.storm.evening import GameFailure, failure_of
from tests.monkey.coverage import Coverage, alike, page_of
from tests.monkey.jobs import Job, ran, visit
from tests.monkey.monkey import Monkey
from tests.monkey.promises import Promises, Unkept
from tests.monkey.table import Table, failing, shortest, table

EVENTS = 120
FOUND = sorted((Path(__file__).parent / "found").glob("*.table"))


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_short_run_keeps_every_promise(seed: int) -> None:
    coverage = Coverage()
    lines, failure = visit(Random(f"{seed} short"), coverage, EVENTS, Promises())
    assert failure is None, "\n".join([str(failure), *lines[-20:]])
    assert sum(map(bool, coverage.pressed.values())) > 5


@pytest.mark.parametrize("path", FOUND, ids=lambda path: path.stem)
def test_what_it_has_found_once_holds(path: Path) -> None:
    lines = [line for line in path.read_text().splitlines() if line and not line.startswith("#")]
    assert failing(lines) is None


@pytest.fixture
def on() -> Iterator[Table]:
    with table() as made:
        made.do("config kiosk.idle_s = 20")
        made.do("power on")
        yield made


def test_equal_seeds_give_equal_lines() -> None:
    def lines() -> list[str]:
        return visit(Random("equal"), Coverage(), 40, Promises())[0]

    assert lines() == lines()


def test_several_processes_share_a_run(tmp_path: Path) -> None:
    jobs = list(ran([Job(seed, 40, tmp_path, keep_going=False) for seed in (1, 2)]))
    assert {job.seed for job in jobs} == {1, 2}
    coverage = Coverage()
    for job in jobs:
        assert (job.done, job.failures) == (40, [])
        coverage.add(job.coverage)
    assert len(coverage.pressed) >= max(len(job.coverage.pressed) for job in jobs) > 0


def test_numbers_in_ids_are_alike() -> None:
    assert alike("confirm-2,24") == alike("confirm-11,3")
    assert alike("game-forma") != alike("game-cites")


def test_what_is_shown_and_not_stored_is_noticed(on: Table) -> None:
    on.do("game masterplan")
    on.do("play house d4 ne")
    with pytest.raises(Unkept, match="the journal"):
        Promises().require(on.rig.running, lambda game: [])


def test_what_is_left_of_a_game_is_noticed(on: Table) -> None:
    daemon = on.rig.running
    daemon.shell = replace(daemon.shell, session=replace(daemon.session, due=Due(asked=1)))
    with pytest.raises(Unkept, match="a game that was left"):
        on.promises.require(daemon, on.rig.stored.actions)


def test_crashes_without_words_are_named_by_where_they_were() -> None:
    def judge() -> None:
        raise AssertionError

    def draw() -> None:
        raise AssertionError

    def crash(act: Callable[[], None]) -> GameFailure:
        with pytest.raises(AssertionError) as caught:
            act()
        return failure_of(caught.value)

    one, other = crash(judge), crash(draw)
    assert one.reason.endswith("> judge")
    assert not one.is_like(other)


def test_a_page_without_a_way_back_is_noticed(on: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.monkey.promises.PRESSES", 0)
    with pytest.raises(Unkept, match="presses away"):
        on.do("touch #settings")


def test_a_page_that_stays_for_ever_is_noticed(on: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("controller.shell.step._left_ms", lambda shell: None)
    monkeypatch.setattr("controller.shell.model.state.Shell.invites_ms", None)
    with pytest.raises(Unkept, match="stays for ever"):
        on.do("touch #about")


def test_a_pin_on_the_screen_is_noticed(on: Table) -> None:
    on.promises.pin = "menu"
    daemon = on.rig.running
    daemon.shown.__dict__["words"] = replace(daemon.shown.words, notice="the menu says 4711")
    with pytest.raises(Unkept, match="the PIN"):
        on.promises.require(daemon, on.rig.stored.actions)


def test_pages_that_look_alike_are_one(on: Table) -> None:
    def page() -> tuple[Phase, str]:
        return on.rig.running.shell.phase, page_of(on.rig.running.shell, on.rig.running.shown.view)

    on.do("touch #game-masterplan")
    before = page()
    on.do("touch #option-assist-false")
    on.do("wait 500")
    assert page() == before == (Phase.SETUP, "masterplan")
    on.do("touch #back")
    assert page() == (Phase.MENU, "")
    on.do("touch #settings")
    on.do("touch #page-on")
    assert page() == (Phase.PREFERENCES, "later")


def test_a_press_counts_where_it_was_taken(on: Table) -> None:
    pressed: list[str] = []
    on.on_press = pressed.append
    on.do("touch #about")
    on.do("wait 50")
    on.do("touch #at-100,550")  # Back, where Learn was
    assert pressed == ["about"]  # the page had only just come


def test_the_way_to_a_button_leads_there_again(on: Table) -> None:
    coverage = Coverage()
    monkey = Monkey(on, Random(1), coverage)
    on.do("touch #settings")
    monkey.act()
    triple = ("preferences", "", "back")
    way = coverage.ways[triple]
    with table() as other:
        another = Monkey(other, Random(2), coverage)
        another.begin(list(way))
        for _ in range(len(way.lines)):
            another.act()
    assert coverage.pressed[triple] == 1


def test_a_failure_is_reported_by_the_fewest_lines() -> None:
    def fails(lines: object) -> GameFailure | None:
        return GameFailure("crashed", "x") if {"b", "d"} <= set(lines) else None  # type: ignore[call-overload]

    lines = ["config a", "power on", "a", "b", "c", "d", "e"]
    assert shortest(lines, GameFailure("crashed", "x"), fails) == ["config a", "power on", "b", "d"]


def test_the_monkey_likes_what_it_has_not_pressed(on: Table) -> None:
    coverage = Coverage()
    monkey = Monkey(on, Random(1), coverage)
    for _ in range(60):
        monkey.act()
    assert coverage.share > 0.2
