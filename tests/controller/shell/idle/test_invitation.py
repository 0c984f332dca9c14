"""The table plays by itself when it is left alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from controller.model.thinking import Unanswered
from controller.referee.session import Pressed
from controller.settings import preferences
from controller.settings.preferences import Preferences
from controller.shell.idle.attracting import RINGS_MS
from controller.shell.idle.exhibition import known
from controller.shell.idle.invitation import (
    DEMONSTRATE,
    END_MS,
    READ_MS,
    STEP_MS,
    THINK_MS,
    WAIT_MS,
)
from controller.shell.model.layers import Demonstration
from controller.shell.model.state import PATIENCE
from hardware.ports import Button, LinkLost
from opponents.thought import Level
from tests.controller.shell.at_the_shell import AtTheShell

IDLE_MS = 60_000


@pytest.fixture
def table(tmp_path: Path) -> AtTheShell:
    return AtTheShell(tmp_path, ("kiosk.idle_s", "60"))


def shown(table: AtTheShell) -> Demonstration:
    layer = table.daemon.shell.layer
    assert isinstance(layer, Demonstration)
    return layer


def test_it_invites_after_a_time_without_hands(table: AtTheShell) -> None:
    table.wait(IDLE_MS - 1)
    assert table.phase == "menu"
    table.wait(1)
    assert table.phase == "demo"


def test_a_touch_beside_all_buttons_is_a_hand_too(table: AtTheShell) -> None:
    table.wait(IDLE_MS - 1)
    table.tap_corners("left")
    table.wait(IDLE_MS - 1)
    assert table.phase == "menu"


def test_the_next_visitor_finds_the_table_as_its_settings_have_it(table: AtTheShell) -> None:
    table.touch("settings", "set-language-fr", "set-text-large", "set-rotation-180")
    table.touch("page-on", "set-brightness-80", "page-on", "set-clock-move", "back")
    table.wait(IDLE_MS)
    assert table.phase == "demo"
    wanted = table.daemon.shell.preferences
    assert wanted == Preferences.of(table.config).with_value("rotation", 180)  # how the screen is mounted
    assert table.lamps.brightness[-1] == 0.2
    assert preferences.load(table.file, Preferences.of(table.config)) == wanted


def test_a_game_that_waits_keeps_its_clock_when_the_settings_are_as_they_were(table: AtTheShell) -> None:
    table.touch("settings", "page-on", "page-on", "set-clock-move", "back")
    table.begin()
    clock = table.daemon.session.clock.kind
    table.wait(PATIENCE * IDLE_MS)
    assert table.phase == "demo"
    table.touch("wake")
    assert (clock, table.daemon.session.clock.kind) == ("move", "move")


def test_a_table_that_never_invites_keeps_what_was_set(tmp_path: Path) -> None:
    table = AtTheShell(tmp_path)
    table.touch("settings", "set-language-fr", "back")
    table.wait(24 * 3_600_000)
    assert table.daemon.shell.preferences.language == "fr"


def test_people_may_think_longer_in_a_game(table: AtTheShell) -> None:
    table.begin()
    hands_ms = table.daemon.shell.hands_ms
    table.wait(hands_ms + PATIENCE * IDLE_MS - 1 - table.now_ms)
    assert table.phase == "playing"
    table.wait(1)
    assert table.phase == "demo"
    table.tell(Pressed(table.now_ms, ""))
    assert table.phase == "paused"


def test_an_action_every_few_seconds(table: AtTheShell) -> None:
    table.wait(IDLE_MS)
    for plies in range(1, 6):
        table.wait(shown(table).next_ms - table.now_ms)
        assert len(shown(table).play.plies) == plies


@pytest.mark.parametrize("hand", ["touch", "piece", "button"])
def test_any_hand_ends_it_at_once(table: AtTheShell, hand: str) -> None:
    table.wait(IDLE_MS + 3 * STEP_MS)
    if hand == "touch":
        table.tell(Pressed(table.now_ms, ""))
    elif hand == "piece":
        table.closed = 1
        table.see()
    else:
        table.tell(Button(table.now_ms, "turn"))
    assert table.phase == "menu"
    assert table.lamps.shown[-1].count(0) > 570 * 3


def test_the_touch_that_ends_it_touches_nothing_else(table: AtTheShell) -> None:
    table.wait(IDLE_MS)
    table.tell(Pressed(table.now_ms, "game-masterplan"))
    assert table.phase == "menu"


def test_nothing_of_it_is_a_game_of_the_journal(table: AtTheShell) -> None:
    table.wait(IDLE_MS + 40 * STEP_MS)
    assert table.journal.games() == []


def test_it_plays_each_game_to_its_end_and_then_another(tmp_path: Path) -> None:
    table = AtTheShell(tmp_path, ("kiosk.idle_s", "60"), ("table.cell_sites", "1"), ("table.columns", "8"))
    table.wait(IDLE_MS)
    titles = []
    for _ in range(3):
        titles.append(table.view.title)
        first = shown(table).seed
        while shown(table).play.position.outcome() is None and shown(table).seed == first:
            table.wait(STEP_MS)
        table.wait(END_MS)
    assert titles == ["Masterplan", "Massaï", "Masterplan"]


def test_a_device_that_is_away_is_reported_and_no_one_is_invited(table: AtTheShell) -> None:
    table.tell(LinkLost(0, "board", "The board is away."))
    table.wait(10 * IDLE_MS)
    assert table.phase == "paused"


def test_a_device_that_goes_away_ends_it(table: AtTheShell) -> None:
    table.wait(IDLE_MS)
    table.tell(LinkLost(table.now_ms, "board", "The board is away."))
    assert table.phase == "paused"
    assert "The board is away." in table.view.ask


def test_who_asks_for_it_need_not_wait(table: AtTheShell) -> None:
    table.daemon.invite(0)
    table.daemon.tick(0)
    assert table.phase == "demo"


# Players, and comments


def test_it_is_told_who_plays_and_how_well(table: AtTheShell) -> None:
    table.wait(IDLE_MS)
    assert table.view.ask[0] == "White (strong) plays against Yellow (medium)."
    assert [score.name for score in table.view.scores] == ["White (strong)", "Yellow (medium)"]


def test_an_action_is_thought_of_while_people_look_at_the_last_one(table: AtTheShell) -> None:
    table.wait(IDLE_MS)
    request = table.thinker.thinking
    assert request is not None
    assert (request.purpose, request.seat, request.level) == (DEMONSTRATE, "white", Level.STRONG)
    table.wait(THINK_MS)
    assert shown(table).action is not None
    assert len(shown(table).play.plies) == 0
    table.wait(RINGS_MS - THINK_MS)
    request = table.thinker.thinking
    assert request is not None
    assert (request.seat, request.level) == ("yellow", Level.MEDIUM)


def test_a_hand_ends_the_thinking_too(table: AtTheShell) -> None:
    table.wait(IDLE_MS)
    table.tell(Pressed(table.now_ms, ""))
    assert table.thinker.thinking is None


def test_a_comment_stays_for_an_action_and_can_be_read(table: AtTheShell) -> None:
    table.wait(IDLE_MS)
    said = 0
    while True:
        layer = shown(table)
        table.wait(layer.next_ms - table.now_ms)
        after = shown(table)
        if after.play.position.outcome() is not None:
            break
        assert table.view.ask == (after.words or (after.play.table.summary,))
        assert after.next_ms - layer.next_ms == STEP_MS + READ_MS * len(after.words)
        said += bool(after.words)
    assert said > 5


def test_without_an_answer_there_is_another_game_in_the_end(table: AtTheShell) -> None:
    table.thinker.is_silent = True
    table.wait(IDLE_MS + RINGS_MS + WAIT_MS - 1)
    assert table.view.title == "Masterplan"
    table.wait(1)
    assert table.view.title == "Forma"


def test_where_no_one_can_think_the_games_are_shown_one_after_another(table: AtTheShell) -> None:
    table.thinker.is_silent = True
    table.wait(IDLE_MS)
    table.daemon.handle(Unanswered(table.now_ms, DEMONSTRATE, shown(table).number, "broken"), table.now_ms)
    table.wait(RINGS_MS - 1)
    assert table.view.title == "Masterplan"
    table.wait(1)
    assert table.view.title == "Forma"


def test_an_answer_to_something_else_is_no_ones(table: AtTheShell) -> None:
    table.thinker.is_silent = True
    table.wait(IDLE_MS)
    for purpose, number in ((DEMONSTRATE, shown(table).number + 1), ("else", shown(table).number)):
        table.daemon.handle(Unanswered(table.now_ms, purpose, number, "broken"), table.now_ms)
        assert not shown(table).is_stuck


def test_hidden_hands_are_on_no_screen(tmp_path: Path) -> None:
    table = AtTheShell(tmp_path, ("kiosk.idle_s", "60"), ("table.pads", "2"))
    table.wait(IDLE_MS)
    while table.view.title != "Cités Nouvelles":
        table.tell(Pressed(table.now_ms, ""))
        table.wait(IDLE_MS)
    table.wait(RINGS_MS + 10 * STEP_MS)
    played = [str(ply.action).split()[-1] for ply in shown(table).play.plies]
    hands = known(shown(table).play, shown(table).seed).as_json()["hands"]
    seen = repr(table.view)
    assert played
    assert not [block for hand in hands.values() for block in hand if f"'{block}'" in seen]
