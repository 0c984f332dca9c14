"""Secrets stay secret: games that differ only in them look the same to all others."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from controller.model.view import Phase
from controller.settings.config import load
from controller.simulation.people.player import Player
from controller.simulation.rig import Rig
from hardware.ports import LinkLost
from tests.owner import owned

SETUP_DARK = ("setup dark b2 b3 c3 c4 d4", "setup dark a1 a2 b1 d5 d6")
SETUP_LIGHT = "setup light e1 e3 e4 f2 g3"
ATTACKS = ("attack e3", "attack e4")
Step = Callable[[Rig, Player], None]


def touching(*names: str) -> Step:
    def step(_rig: Rig, player: Player) -> None:
        for name in names:
            player.touch(name)

    return step


def cut(rig: Rig, _player: Player) -> None:
    rig.power_cut()
    rig.power_on()
    rig.run_for(3_000)


def resting(rig: Rig, _player: Player) -> None:
    rig.run_for(3_000)


AT_THE_COVER_OF_LIGHT: list[Step] = [
    resting,
    touching("#pause"),
    touching("#resume"),
    touching("#reveal"),
    touching("#cell-4,2"),
    touching("#back"),
    cut,
    touching("#pause", "#end"),
    touching("#back", "#leave"),
    touching("#resume-1"),
]
"""The events that may come before Light has answered Dark's secret."""


class Watcher:
    """Plays at a table of its own, and notes after every step what everybody may see, hear and read of it."""

    def __init__(self, folder: Path, caplog: pytest.LogCaptureFixture) -> None:
        self.rig = owned(Rig(load(), folder / "journal.sqlite"))
        self._caplog = caplog
        caplog.clear()
        self.rig.power_on()
        self.rig.run_for(50)
        self.player = Player(self.rig)
        self.player.choose_game("massai", {})
        self.seen: list[Any] = []

    def do(self, *steps: Step) -> None:
        for step in steps:
            step(self.rig, self.player)
            self.look()

    def look(self, *, with_screen: bool = True) -> None:
        shown = self.rig.running.shown
        session = re.sub(" at 0x[0-9a-f]+", "", repr(self.rig.running.session))
        self.seen.append((session, shown.view.lights, self.rig.board.lit))
        self.seen.append((self.rig.journal.export(1), self._caplog.messages[:]))
        if with_screen:
            self.seen.append((shown.view, shown.picture))


@pytest.fixture
def watch(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> Callable[[], Watcher]:
    caplog.set_level(logging.DEBUG)
    numbers = iter(range(10))

    def make() -> Watcher:
        folder = tmp_path / str(next(numbers))
        folder.mkdir()
        return Watcher(folder, caplog)

    return make


def test_a_set_up_is_reported_nowhere_before_both_are_in(watch: Callable[[], Watcher]) -> None:
    seen = []
    for setup in SETUP_DARK:
        watcher = watch()
        watcher.player.play(setup)
        watcher.do(*AT_THE_COVER_OF_LIGHT)
        seen.append(watcher.seen)
        assert watcher.rig.journal.actions(1) == [setup]
        watcher.rig.close()
    assert seen[0] == seen[1]


def test_an_attack_is_reported_nowhere_before_the_guards_are_in(watch: Callable[[], Watcher]) -> None:
    seen = []
    for attack in ATTACKS:
        watcher = watch()
        for text in (SETUP_DARK[0], SETUP_LIGHT, attack):
            watcher.player.play(text)
        watcher.do(*AT_THE_COVER_OF_LIGHT)
        seen.append(watcher.seen)
        assert watcher.rig.journal.actions(1)[-1] == attack
        watcher.rig.close()
    assert seen[0] == seen[1]


def test_an_attack_that_was_taken_back_is_reported_nowhere(watch: Callable[[], Watcher]) -> None:
    seen = []
    for attack in ATTACKS:
        watcher = watch()
        for text in (SETUP_DARK[0], SETUP_LIGHT, attack):
            watcher.player.play(text)
        watcher.do(touching("#undo"), cut, lambda _rig, player: player.play("build d5"))
        seen.append(watcher.seen)
        watcher.rig.close()
    assert seen[0] == seen[1]


def test_what_is_being_chosen_shows_only_on_the_screen_of_the_one_who_chooses(
    watch: Callable[[], Watcher],
) -> None:
    seen = []
    for cells in (("0,0", "0,1", "1,0", "1,1", "3,5"), ("3,0", "3,1", "2,0", "2,1", "0,5")):
        watcher = watch()
        watcher.do(touching("#reveal"))
        for cell in cells:
            watcher.player.touch(f"#cell-{cell}")
            watcher.look(with_screen=False)
        watcher.player.touch("#done")  # refused: one cell stands alone
        assert "would stand alone" in watcher.rig.running.shown.view.notice
        watcher.look(with_screen=False)
        watcher.rig.tell(LinkLost(watcher.rig.now_ms, "board", "The board is away."))
        watcher.look()
        assert watcher.rig.running.session.phase is Phase.PAUSED
        seen.append(watcher.seen)
        watcher.rig.close()
    assert seen[0] == seen[1]


def test_who_chooses_sees_it_and_the_next_sees_nothing_of_it(watch: Callable[[], Watcher]) -> None:
    watcher = watch()
    watcher.player.touch("#reveal")
    watcher.player.touch("#cell-1,1")
    view = watcher.rig.running.shown.view
    assert view.board is not None
    assert [(mark.x, mark.y) for mark in view.board.marks if mark.shape == "chosen"] == [(1.5, 1.5)]
    watcher.player.touch("#back")
    assert watcher.rig.running.shown.view.board is None
    watcher.rig.close()


def test_a_secret_that_cannot_be_is_not_told_when_its_game_is_refused(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    rig = owned(Rig(load(), tmp_path / "journal.sqlite"))
    rig.power_on()
    header = {"game": "massai", "options": {"orthogonal": False, "all_fifteen": False}}
    game = rig.journal.start_game(header, 1)
    rig.journal.play(game, "setup dark a1 a2 b1 b2 d6", 2)
    rig.power_cut()
    rig.power_on()
    rig.run_for(50)
    said = rig.running.shown.view.notice
    assert said == "Game 1 cannot go on: the rules refuse what was played in secret (setup dark)"
    assert [message for message in caplog.messages if "d6" in message] == []
    rig.close()
