from __future__ import annotations

from pathlib import Path

import pytest

from controller.model.view import Phase
from controller.settings.config import load
from controller.simulation.people.person import Person
from controller.simulation.people.player import Player
from controller.simulation.rig import Rig
from hardware.ports import SensorFrame
from tests.owner import owned


@pytest.fixture
def rig(tmp_path: Path) -> Rig:
    rig = owned(Rig(load(), tmp_path / "journal.sqlite"))
    rig.power_on()
    rig.run_for(50)
    return rig


def test_a_table_is_at_its_menu_soon_after_the_switch(rig: Rig) -> None:
    assert rig.running.session.phase is Phase.MENU


def test_time_passes_only_when_it_is_told_to(rig: Rig) -> None:
    rig.run_for(3_600_000)
    assert rig.now_ms == 3_600_050


def test_waiting_ends_when_what_is_waited_for_is_there(rig: Rig) -> None:
    Person(rig).choose_game("masterplan", {})
    rig.table.put([0], "house white", rig.now_us)
    put_ms = rig.now_ms
    assert rig.run_until(put_ms + 5_000, lambda: bool(rig.running.session.current.plies))
    assert put_ms + 600 <= rig.now_ms <= put_ms + 650


def test_waiting_for_what_never_comes_ends_with_its_time(rig: Rig) -> None:
    assert not rig.run_until(rig.now_ms + 500, lambda: False)
    assert rig.now_ms == 550


def test_a_power_cut_keeps_what_was_stored_and_the_pieces_where_they_are(rig: Rig) -> None:
    Person(rig).choose_game("masterplan", {})
    Player(rig).play("house d4 ne")
    rig.power_cut()
    assert rig.daemon is None
    rig.run_for(60_000)
    rig.power_on()
    rig.run_for(1_000)

    assert rig.running.session.phase is Phase.PLAYING
    assert rig.journal.actions(1) == ["house d4 ne"]
    assert len(rig.table.pieces) == 1


def test_the_lights_go_dark_with_the_power(rig: Rig) -> None:
    Person(rig).choose_game("masterplan", {})
    Player(rig).play("house d4 ne")
    assert any(rig.board.lit)
    rig.power_cut()
    assert not any(rig.board.lit)


def test_every_frame_can_be_recorded_and_every_step_be_paced(tmp_path: Path) -> None:
    frames: list[SensorFrame] = []
    paced: list[int] = []
    rig = owned(Rig(load(), tmp_path / "journal.sqlite", pace=paced.append, record=frames.append))
    rig.power_on()
    rig.run_for(1_000)

    assert len(frames) >= 4
    assert [frame.at_ms for frame in frames] == sorted(frame.at_ms for frame in frames)
    assert paced == sorted(paced)
    assert paced[-1] == 1_000


def test_two_runs_with_the_same_hands_are_the_same(tmp_path: Path) -> None:
    runs = []
    for name in ("one", "other"):
        frames: list[SensorFrame] = []
        rig = owned(Rig(load(), tmp_path / name, record=frames.append))
        rig.power_on()
        rig.table.noise(50, rig.now_us)
        rig.run_for(50)
        Person(rig).choose_game("masterplan", {})
        Player(rig).play("house d4 ne")
        runs.append((frames, rig.now_ms, rig.journal.actions(1)))
    assert runs[0] == runs[1]


def test_closing_twice_is_closing_once(rig: Rig) -> None:
    rig.close()
    rig.close()
    assert rig.daemon is None
