"""People's habits: each finds its occasions, and the table finds the intended action."""

from __future__ import annotations

from pathlib import Path

import pytest

from controller.settings.config import load, with_setting
from controller.settings.settings import Config
from controller.simulation.people.habits import HABITS
from controller.simulation.people.player import Player
from controller.simulation.rig import Rig
from controller.simulation.scripts.runner import run
from controller.simulation.scripts.script import parse
from controller.simulation.storm.game import KIT, StormyGame
from controller.simulation.truth import Charge, WrongOwner, require_owners
from engines.names import NAMES
from tests.owner import owned

SEED, MOST_GAMES, OFTEN = 5, 16, 3
GAMES = {
    "press-late": ("forma",),
    "act-early": ("cites",),
    "dead-tag": ("cites",),
    "lay-beside": ("massai", "forma"),
}
SQUARE = ("table.columns = 20", "table.rows = 20", "table.pads = 0")


@pytest.mark.parametrize("habit", HABITS)
def test_every_habit_has_its_occasions_and_breaks_nothing(habit: str) -> None:
    done = 0
    for number in range(MOST_GAMES):
        report = StormyGame(SEED, number, (), GAMES.get(habit, NAMES), (habit,)).play()
        assert report.failure is None, (report.lines, report.failure)
        done += report.habits[habit]
        if done >= OFTEN:
            return
    pytest.fail("there was no occasion")


BOARDS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "reed": ((), ("masterplan", "forma", "massai", "cites")),
    "readers": (('table.identity = "tags"',), ("masterplan", "forma", "massai")),
    "8 x 8": (KIT, ("masterplan", "massai")),
    "20 x 20": ((*SQUARE, "table.cell_sites = 1"), ("masterplan", "forma", "massai")),
}
"""Boards: their settings, and the games that are played on them."""


def has_occasions(habit: str, board: str, game: str) -> bool:
    """Whether people can have a habit there."""
    match habit:
        case "press-late":  # an action that changes several sites
            return game in ("forma", "massai")
        case "act-early":  # readers see whose a piece is
            return board == "readers" or game == "cites"
        case "dead-tag":
            return game == "cites"
        case "lay-beside":  # the board leaves a part of the table free
            full = {"masterplan": ("reed", "readers", "8 x 8"), "forma": ("20 x 20",), "cites": ("reed",)}
            return board not in full.get(game, ())
        case "race":  # spots are chosen on the screen where a cell has one site
            return game != "masterplan" or board in ("reed", "readers")
    return True


class OnBoard(StormyGame):
    """A storm's game on a given board."""

    board = "reed"

    def _settings(self) -> list[str]:
        drawn = [one for one in super()._settings() if "simulation." in one or "play." in one]
        return [*drawn, *(f"config {one}" for one in BOARDS[self.board][0])]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("habit", "board", "game"),
    [
        (habit, board, game)
        for board, (_, games) in BOARDS.items()
        for game in games
        for habit in HABITS
        if has_occasions(habit, board, game)
    ],
)
def test_every_habit_breaks_nothing_on_any_board_in_any_game(habit: str, board: str, game: str) -> None:
    done = 0
    for number in range(MOST_GAMES):
        stormy = OnBoard(SEED, number, (), (game,), (habit,))
        stormy.board = board
        report = stormy.play()
        assert report.failure is None, (report.lines, report.failure)
        done += report.habits[habit]
        if done >= OFTEN:
            return
    pytest.fail("there was no occasion")


def test_a_habit_that_no_one_has_is_refused() -> None:
    failure = run(parse("game massai\nhabit whistle 1", "evening"), Config())
    assert failure is not None
    assert failure.reason.startswith("whistle is no habit; there are touch-early, tap-twice")


@pytest.fixture
def rig(tmp_path: Path) -> Rig:
    config = with_setting(load(), "play.clock", '"game"', "here")
    rig = owned(Rig(config, tmp_path / "journal.sqlite"))
    rig.power_on()
    rig.run_for(50)
    player = Player(rig)
    player.choose_game("masterplan", {})
    player.play("house d4 ne")
    return rig


def test_a_piece_that_is_what_the_table_believes_is_right(rig: Rig) -> None:
    require_owners(rig)


def test_a_piece_that_another_has_replaced_is_noticed(rig: Rig) -> None:
    site = rig.running.session.table.sites("d4.ne").bit_length() - 1
    rig.lift([site])
    rig.put([site], "house yellow")
    with pytest.raises(WrongOwner, match="believes in house white, and house yellow"):
        require_owners(rig)


def test_a_site_that_does_not_tell_is_no_matter_of_owners(rig: Rig) -> None:
    site = rig.running.session.table.sites("d4.ne").bit_length() - 1
    rig.table.stuck(site, True, rig.now_us)
    rig.lift([site])
    require_owners(rig)


@pytest.mark.parametrize(("late_ms", "words"), [(0, ""), (500, "yellow acted after"), (-500, "yellow acted")])
def test_a_clock_is_compared_with_the_moment_at_which_the_hand_acted(
    rig: Rig, late_ms: int, words: str
) -> None:
    charge = Charge.now(rig)
    rig.run_for(4_000)
    site = rig.running.session.table.sites("f6.n").bit_length() - 1
    rig.put([site], "house yellow")
    rig.run_for(2_000)
    session = rig.running.session
    hand_ms = charge.clock.since_ms + session.clock.used_ms["yellow"]
    said = charge.difference(rig, hand_ms - late_ms, hand_ms - late_ms)
    assert (said.startswith(words), bool(said)) == (True, bool(words))


def test_a_clock_may_be_charged_up_to_a_piece_of_which_something_is_said_afterwards(rig: Rig) -> None:
    charge = Charge.now(rig)
    rig.run_for(4_000)
    rig.put([rig.running.session.table.sites("f6.n").bit_length() - 1], "house yellow")
    moved_ms = rig.now_ms
    rig.run_for(2_000)
    assert charge.difference(rig, moved_ms, moved_ms + 900) == ""
    assert charge.difference(rig, moved_ms + 900, moved_ms + 900) != ""


def test_a_clock_may_be_charged_until_a_reader_sees_what_a_broken_sensor_does_not(rig: Rig) -> None:
    charge = Charge.now(rig)
    rig.run_for(4_000)
    site = rig.running.session.table.sites("f6.n").bit_length() - 1
    rig.put([site], "house yellow")
    rig.run_for(2_000)
    hand_ms = charge.clock.since_ms + rig.running.session.clock.used_ms["yellow"] - 200
    assert charge.difference(rig, hand_ms, hand_ms) != ""
    rig.table.stuck(site, False, rig.now_us)
    assert charge.difference(rig, hand_ms, hand_ms) == ""
