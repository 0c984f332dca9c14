"""The session's phases, from switching on to the end, and random hands at random times."""

from __future__ import annotations

import random

import pytest

from controller.model.view import Meaning, Task
from controller.referee.session_parts import Due
from hardware.ports import Closed, Grid, LinkStalled
from tests.controller.at_the_table import SETTLE_MS, AtTheTable

FIGURE = ("d4.ne", "f6.n", "c3.n")


@pytest.fixture
def table() -> AtTheTable:
    table = AtTheTable()
    table.begin()
    return table


class TestDevicesThatGoAway:
    @pytest.mark.parametrize("device", ["board", "lights"])
    def test_without_it_the_game_waits_and_says_why(self, table: AtTheTable, device: str) -> None:
        table.play("d4.ne")
        table.lose(device, "Plug it in.")
        assert table.phase == "paused"
        assert table.view.ask == ("Plug it in.",)
        assert "resume" not in table.buttons
        table.find(device)
        assert table.phase == "playing"
        assert table.actions == ["house d4 ne"]

    def test_without_a_screen_the_game_goes_on(self, table: AtTheTable) -> None:
        table.lose("screen", "The touchscreen is away.")
        table.play("d4.ne")
        assert table.actions == ["house d4 ne"]
        assert "The touchscreen is away." in table.view.notice
        table.find("screen")
        assert table.view.notice == ""

    def test_a_silent_board_rests_from_when_it_sends_again(self, table: AtTheTable) -> None:
        table.put("d4.ne")
        table.tell(LinkStalled(table.now_ms, "board"))
        due_ms = table.session.due_ms()
        assert due_ms is not None
        assert due_ms > table.now_ms + SETTLE_MS
        table.wait(250)
        assert table.session.devices.board_stalled_ms is None
        heard_ms = table.now_ms - table.now_ms % 250
        assert table.session.due_ms() == heard_ms + SETTLE_MS
        table.wait()
        assert table.actions == ["house d4 ne"]

    def test_all_devices_must_be_back(self, table: AtTheTable) -> None:
        table.lose("board")
        table.lose("lights")
        table.find("board")
        assert table.phase == "paused"
        table.find("lights")
        assert table.phase == "playing"

    def test_a_game_may_be_given_up_while_a_device_is_away(self, table: AtTheTable) -> None:
        table.lose("board")
        table.touch("end", "give-up")
        assert table.phase == "paused"
        table.find("board")
        assert table.phase == "menu"

    @pytest.mark.parametrize("phase", ["menu", "setup", "playing", "correcting", "choosing", "over"])
    def test_the_table_goes_on_where_it_was(self, phase: str) -> None:
        table = in_phase(phase)
        table.lose("lights")
        assert table.phase == "paused"
        table.find("lights")
        table.wait()
        assert table.phase == phase


def in_phase(phase: str) -> AtTheTable:
    table = AtTheTable(Grid(8, 8), 1) if phase == "choosing" else AtTheTable()
    if phase == "setup":
        table.touch("game-masterplan")
    elif phase != "menu":
        table.begin()
    if phase in ("correcting", "choosing"):
        table.play("d4")
    elif phase == "over":
        play_to_the_end(table, seed=4)
    assert table.phase == phase
    return table


def play_to_the_end(table: AtTheTable, seed: int) -> None:
    dice = random.Random(seed)
    while table.phase == "playing":
        play = table.session.current
        action = dice.choice(play.position.legal() or [])
        (hand,) = play.table.hands(play.position, action)
        table.move(hand.sites)
        table.wait()


def test_a_game_that_is_over_makes_room_for_the_next() -> None:
    table = in_phase("over")
    table.touch("new")
    assert table.phase == "menu"
    table.begin()
    assert table.phase == "setup"
    assert set(table.asked.values()) == {"lift"}


def test_after_the_end_the_board_is_cleared_without_a_word() -> None:
    table = in_phase("over")
    before = table.actions
    for site in table.pieces:
        table.move(1 << site)
    table.wait()
    assert table.phase == "over"
    assert table.actions == before


def test_an_ended_game_is_taken_up_again_on_the_screen() -> None:
    table = in_phase("over")
    plies = len(table.actions)
    table.touch("undo")
    assert len(table.actions) == plies - 1
    assert table.phase == "correcting"


def test_a_board_that_is_right_leaves_reminders_alone() -> None:
    reminders = (Task(Meaning.PLACE, 1, "Put a marker on d4"),)
    assert Due(1, 2, 2, {1: "house white"}, reminders).done() == Due(reminders=reminders)


def test_events_of_no_concern_change_nothing(table: AtTheTable) -> None:
    before = table.session
    table.tell(Closed(table.now_ms))
    assert table.session is before


def test_an_equal_frame_makes_no_new_session(table: AtTheTable) -> None:
    table.play("d4.ne")
    before = table.session
    table.wait(5_000)
    assert table.session is before
    assert before.due_ms() is None


HANDS = ("n", "ne", "e", "se", "s", "sw", "w", "nw")


def random_place(dice: random.Random) -> str:
    cell = f"{dice.choice('abcdefgh')}{dice.randrange(1, 9)}"
    return cell if dice.random() < 0.3 else f"{cell}.{dice.choice(HANDS)}"


def do_something(table: AtTheTable, dice: random.Random) -> None:
    """A hand, a finger, a cable or nothing."""
    legal = table.session.play.position.legal() if table.session.play else None
    doing = dice.random()
    if doing < 0.45 and legal:
        play = table.session.current
        for hand in play.table.hands(play.position, dice.choice(legal)):
            table.move(hand.sites)
    elif doing < 0.6:
        table.move(table.table.sites(random_place(dice)))
    elif doing < 0.7 and table.pieces:
        table.move(1 << dice.choice(table.pieces))
    elif doing < 0.8:
        buttons = sorted(set(table.buttons) - {"end", "leave", "new", "back"})
        table.touch(dice.choice([*buttons, "cell-3,3"]))
    elif doing < 0.84:
        (table.lose if dice.random() < 0.5 else table.find)(dice.choice(["board", "lights"]))
    table.wait(dice.choice([0, 20, 90, 300, 700, 1_600]))


@pytest.mark.parametrize("seed", range(24))
def test_whatever_hands_do_the_journal_agrees_and_the_game_goes_on(seed: int) -> None:
    dice = random.Random(seed)
    table = AtTheTable(*((Grid(8, 8), 1) if seed % 4 == 3 else ()))
    table.begin(assist=bool(seed % 3), overlap=("park", "choice")[seed % 2])
    for _ in range(80):
        do_something(table, dice)
        assert table.actions is not None
        assert table.view.heading
    for device in ("board", "lights"):
        table.find(device)
    if table.session.is_paused_by_hand:
        table.touch("resume")
    make_right(table)
    assert table.phase in ("playing", "over")


def make_right(table: AtTheTable) -> None:
    """Lay the board as the position says."""
    for _ in range(4):
        table.touch("back")
        play = table.session.current
        for site in range(table.session.tracker.grid.size):
            bit = 1 << site
            is_broken = bool(table.session.tracker.masked & bit)
            stands = bool(table.session.tracker.board & bit) if is_broken else site in table.pieces
            if stands != bool(play.closed & bit):
                if is_broken:
                    x, y = table.session.tracker.grid.column_row(site)
                    table.touch(f"confirm-{x},{y}")
                else:
                    table.move(bit)
        table.wait(3_000)
