"""Whole self-tests at the simulated table with faults in it, and games on that table afterwards."""

from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pygame
import pytest
from click.testing import CliRunner

from controller.cli import main
from controller.files.toml_file import MOST_BYTES, ConfigError
from controller.journal.errors import JournalError
from controller.journal.journal import Journal
from controller.model.records import Mask
from controller.offline.self_test import SelfTestScope, carry_out, chosen_sites
from controller.offline.self_test_bench import Bench, simulated_bench
from controller.referee.session import Pressed
from controller.self_test.machine import Event, SelfTest
from controller.self_test.people import MagnetHands
from controller.self_test.showing import Words
from controller.settings import calibration_file
from controller.settings.config import load, with_settings
from controller.settings.settings import Config
from controller.simulation.people.person import Person
from controller.simulation.people.player import Player
from controller.simulation.rig import Rig
from hardware.board.calibration import Calibration
from hardware.ports import DeviceError, Emit, Grid, LinkLost
from hardware.simulated.table import SimulatedTable
from tests.owner import owned

SMALL = Grid(8, 8)
Fault = Callable[[SimulatedTable], None]
"""A mistake of the person, or a fault."""


class Agreeing(MagnetHands):
    """Hands of a person who agrees to everything."""

    def agrees(self, question: str) -> bool:
        return question.startswith("Mask the broken @")


class Maker:
    """A person who builds a table, tests it and plays on it."""

    def __init__(self, folder: Path, grid: Grid) -> None:
        self.folder = folder
        self.journal = folder / "journal.sqlite"
        self.config = with_settings(
            load(),
            [
                ("table.columns", str(grid.columns)),
                ("table.rows", str(grid.rows)),
                ("table.cell_sites", "3" if grid.columns == 24 else "1"),
                ("table.pads", "0"),
                ("journal.path", f'"{self.journal}"'),
            ],
        )
        self.grid = grid
        self.faults: tuple[Fault, ...] = ()
        self.said = ""

    def site(self, column: int, row: int) -> int:
        return self.grid.site(column, row)

    def check(self, answer: bool = False, bench: Bench | None = None, **wish: object) -> bool:
        """Run the self-test; `answer` is what the maker says to the question at the end."""
        out = io.StringIO()
        if bench is None:
            table = self.rebuilt()
            bench = simulated_bench(self.config, table)
            if answer:
                bench = replace(bench, person=Agreeing(table))
        wanted = replace(SelfTestScope(self.folder / "out"), **wish)  # type: ignore[arg-type]
        try:
            return carry_out(self.config, wanted, out, bench)
        finally:
            self.said = out.getvalue()

    def calibrate(self) -> None:
        """Put the calibration in use that was made."""
        file = self.folder / "out" / "calibration.toml"
        self.config = with_settings(self.config, [("board.calibration", f'"{file}"')])

    def rebuilt(self) -> SimulatedTable:
        """The same table with nothing upon it, at the time 0."""
        table = SimulatedTable(self.grid, seed=3)
        for fault in self.faults:
            fault(table)
        return table

    def has(self, *faults: Fault) -> None:
        """The table has these faults."""
        self.faults = faults

    @property
    def masks(self) -> set[tuple[int, int]]:
        with Journal.read(self.journal) as journal:
            return set(journal.masks())


@pytest.fixture
def maker(tmp_path: Path) -> Maker:
    return Maker(tmp_path, SMALL)


def stuck(site: int, *, closed: bool) -> Fault:
    return lambda table: table.stuck(site, closed, 0)


def swapped(*pairs: tuple[int, int]) -> Fault:
    def swap(table: SimulatedTable) -> None:
        for one, other in pairs:
            table.wiring.swap(one, other)

    return swap


def rows_swapped(grid: Grid, row: int, other: int) -> Fault:
    return swapped(*((grid.site(column, row), grid.site(column, other)) for column in range(grid.columns)))


def test_a_table_without_faults_is_fine_and_nothing_is_changed(maker: Maker) -> None:
    assert maker.check()
    assert "Sensors: 64 of 64 are fine." in maker.said
    assert "Lights:  all 64 are as they should be. They take their colours in the order GRB." in maker.said
    assert sorted(file.name for file in (maker.folder / "out").iterdir()) == ["report.png", "report.txt"]
    assert maker.masks == set()


def test_a_dead_sensor_is_named_and_masked_when_the_maker_agrees(maker: Maker) -> None:
    maker.has(stuck(maker.site(3, 4), closed=False))
    assert not maker.check(answer=True)
    assert "DEAD, 1:" in maker.said
    assert "@3,4 (column 4 from the left, row 5 from the front)" in maker.said
    assert "MASKED, and asked for on the screen: @3,4" in maker.said
    assert maker.masks == {(3, 4)}


def test_nothing_is_masked_when_the_maker_does_not_agree(maker: Maker) -> None:
    maker.has(stuck(maker.site(3, 4), closed=False))
    assert not maker.check()
    assert maker.masks == set()


def test_a_stuck_sensor_is_named_and_masked(maker: Maker) -> None:
    maker.has(stuck(maker.site(6, 1), closed=True))
    assert not maker.check(is_masking=True)
    assert "STUCK, 1:" in maker.said
    assert "Sensors: 63 of 64 are fine." in maker.said
    assert maker.masks == {(6, 1)}


def test_a_sensor_that_works_again_is_trusted_again(maker: Maker) -> None:
    with Journal.open(maker.journal) as journal:
        journal.apply([Mask(3, 4), Mask(30, 4)], 0)
    assert maker.check(is_masking=True)
    assert maker.masks == {(30, 4)}


def test_two_exchanged_sites_become_a_calibration_with_which_all_is_fine(maker: Maker) -> None:
    maker.has(swapped((maker.site(1, 1), maker.site(6, 5))))
    assert not maker.check()
    assert "@1,1 answers as @6,5" in maker.said
    assert 'calibration = "' in maker.said
    maker.calibrate()
    assert maker.check()
    assert "calibration.toml" not in maker.said


def test_what_is_exchanged_after_a_calibration_is_put_upon_it(maker: Maker) -> None:
    first = swapped((maker.site(1, 1), maker.site(6, 5)))
    maker.has(first)
    maker.check()
    maker.calibrate()
    maker.has(first, swapped((maker.site(1, 1), maker.site(2, 2))))
    assert not maker.check()
    assert maker.check()


def test_an_exchanged_row_is_reported_in_one_line(maker: Maker) -> None:
    maker.has(rows_swapped(SMALL, 2, 6))
    assert not maker.check()
    assert "@0,2 to @7,2 answer as @0,6 to @7,6" in maker.said
    assert "SWAPPED, 16:" in maker.said
    maker.calibrate()
    assert maker.check()


def test_a_missing_diode_is_found_with_magnets_around_it(maker: Maker) -> None:
    maker.has(lambda table: table.wiring.remove_diode(maker.site(2, 5)))
    assert maker.check()
    assert "Diodes:  not tested" in maker.said
    assert not maker.check(has_diodes=True)
    assert "NO DIODE, 1:" in maker.said
    assert "@2,5 (column 3 from the left, row 6 from the front): @5,2 closed too" in maker.said
    assert "Diodes:  63 of 64 are fine." in maker.said


def test_a_missing_diode_under_a_magnet_of_the_first_round_is_found_in_the_second(maker: Maker) -> None:
    maker.has(lambda table: table.wiring.remove_diode(maker.site(4, 4)))
    assert not maker.check(has_diodes=True)
    assert "@4,4 (column 5 from the left, row 5 from the front)" in maker.said


def test_diodes_are_found_behind_exchanged_wires(maker: Maker) -> None:
    broken = maker.site(2, 5)
    maker.has(rows_swapped(SMALL, 2, 6), lambda table: table.wiring.remove_diode(broken))
    assert not maker.check(has_diodes=True)
    assert "NO DIODE, 1:" in maker.said
    assert "@2,5 (column" in maker.said


def test_faults_of_every_kind_at_once_are_distinguished(tmp_path: Path) -> None:
    maker = Maker(tmp_path, Grid(24, 24))
    maker.has(
        stuck(maker.site(3, 4), closed=False),
        stuck(maker.site(9, 9), closed=True),
        swapped((maker.site(1, 1), maker.site(20, 5))),
        rows_swapped(maker.grid, 14, 17),
        lambda table: table.wiring.remove_diode(maker.site(11, 2)),
    )
    assert not maker.check(is_masking=True, has_diodes=True)
    for told in ("DEAD, 1:", "STUCK, 1:", "NO DIODE, 1:", "SWAPPED, 50:", "@11,2 (column"):
        assert told in maker.said
    assert maker.masks == {(3, 4), (9, 9)}
    picture = pygame.image.load(tmp_path / "out" / "report.png")
    assert picture.get_size() == (1440, 1000)
    assert (tmp_path / "out" / "report.txt").read_text() in maker.said


class Stopper(MagnetHands):
    """Hands that stop when a number of sites have answered."""

    def __init__(self, table: SimulatedTable, after: int) -> None:
        super().__init__(table)
        self._after = after
        self.asked: list[int] = []

    def act(self, test: SelfTest, now_ms: int) -> list[Event]:
        if len(test.findings.answers) >= self._after:
            return [Pressed(now_ms, "stop")]
        if test.asked is not None:
            self.asked.append(test.asked)
        return super().act(test, now_ms)


class Interrupter(Stopper):
    """Hands that press Ctrl-C instead."""

    def act(self, test: SelfTest, now_ms: int) -> list[Event]:
        if len(test.findings.answers) >= self._after:
            raise KeyboardInterrupt
        return super().act(test, now_ms)


@pytest.mark.parametrize("hands", [Stopper, Interrupter])
def test_a_test_that_was_stopped_goes_on_where_it_was(maker: Maker, hands: type[Stopper]) -> None:
    maker.has(swapped((maker.site(1, 1), maker.site(6, 5))))
    table = maker.rebuilt()
    stopped = replace(simulated_bench(maker.config, table), person=hands(table, 20))
    assert not maker.check(bench=stopped)
    assert "44 of 64 sites are not tested yet: the same command goes on with them." in maker.said
    maker.calibrate()

    table = maker.rebuilt()
    rest = Stopper(table, 64)
    assert maker.check(bench=replace(simulated_bench(maker.config, table), person=rest))
    assert len(set(rest.asked)) == 44
    assert "Sensors: 64 of 64 are fine." in maker.said
    assert not (maker.folder / "out" / "progress.json").exists()


def test_a_broken_record_of_a_stopped_test_says_how_to_begin_anew(maker: Maker) -> None:
    (maker.folder / "out").mkdir()
    (maker.folder / "out" / "progress.json").write_text("{}")
    with pytest.raises(ConfigError, match="use --anew"):
        maker.check()
    assert maker.check(is_anew=True)


def test_a_record_that_is_longer_than_any_is_refused(maker: Maker) -> None:
    (maker.folder / "out").mkdir()
    (maker.folder / "out" / "progress.json").write_bytes(b" " * (MOST_BYTES + 1))
    with pytest.raises(ConfigError, match="is longer than 262144 bytes"):
        maker.check()


def test_the_record_of_another_table_is_refused(maker: Maker, tmp_path: Path) -> None:
    table = maker.rebuilt()
    maker.check(bench=replace(simulated_bench(maker.config, table), person=Stopper(table, 5)))
    with pytest.raises(ConfigError, match="begun at another table"):
        Maker(tmp_path, Grid(8, 7)).check()


class AbsentBoard:
    """A board that is not there."""

    def start(self, emit: Emit) -> None:
        emit(LinkLost(0, "board", "No board is on /dev/null."))

    def stop(self) -> None:
        """Nothing to let go."""


class Impatient:
    """A person who presses Enter for nothing, then stops."""

    def __init__(self) -> None:
        self.told: list[Words] = []
        self._presses = 0

    def hear(self, said: Words) -> None:
        self.told.append(said)

    def act(self, test: SelfTest, now_ms: int) -> list[Event]:
        self._presses += 1
        return [Pressed(now_ms, "stop" if self._presses > 9 else "next")]

    def agrees(self, question: str) -> bool:
        raise AssertionError(question)


def test_without_a_board_nothing_is_asked_and_the_reason_is_reported_once(maker: Maker) -> None:
    person = Impatient()
    bench = simulated_bench(maker.config, maker.rebuilt())
    absent = replace(bench, devices=(AbsentBoard(),), polled=(), person=person)
    with pytest.raises(DeviceError, match="the board was never there") as stopped:
        maker.check(bench=absent)
    assert (maker.said + str(stopped.value)).count("No board is on /dev/null") == 1
    assert person.told == []
    assert not (maker.folder / "out").exists()


def test_while_the_table_is_running_it_is_not_tested(maker: Maker) -> None:
    with Journal.open(maker.journal), pytest.raises(JournalError):
        maker.check()


def test_lights_are_dark_when_it_is_over(maker: Maker) -> None:
    bench = simulated_bench(maker.config, maker.rebuilt())
    maker.check(bench=bench)
    (board,) = bench.devices
    assert not any(board.lit)  # type: ignore[attr-defined]


def test_a_table_without_lights_is_tested_by_names_alone(maker: Maker) -> None:
    maker.config = with_settings(maker.config, [("lights.kind", '"none"')])
    assert maker.check()
    assert "Lights:  not tested." in maker.said


class TestSites:
    def test_a_part_is_named_by_two_corners_or_one_site(self) -> None:
        table = Maker(Path(), SMALL).config.table
        chosen = chosen_sites(table, SelfTestScope(Path(), ("1,2-0,1", "@7,7")))
        assert chosen == (9, 8, 16, 17, 63)

    def test_only_the_middles_of_cells(self) -> None:
        chosen = chosen_sites(load().table, SelfTestScope(Path(), only_cells=True))
        assert len(chosen) == 64
        assert chosen[:2] == (46, 43)

    @pytest.mark.parametrize("place", ["a5", "0,0-8,1", "0-5", "", "1,8"])
    def test_a_part_that_is_not_there_is_refused(self, place: str) -> None:
        with pytest.raises(ConfigError, match=f"--sites {place}: expected two corners"):
            chosen_sites(Maker(Path(), SMALL).config.table, SelfTestScope(Path(), (place,)))

    def test_only_they_count(self, maker: Maker) -> None:
        maker.has(stuck(maker.site(7, 7), closed=False))
        assert maker.check(places=("0,0-3,3",))
        assert "Sensors: 16 of 16 are fine." in maker.said


class TestGamesAfterwards:
    """The daemon on the table that was tested."""

    @pytest.fixture
    def maker(self, tmp_path: Path) -> Maker:
        return Maker(tmp_path, Grid(24, 24))

    def at_the_table(self, maker: Maker, config: Config) -> Rig:
        rig = owned(Rig(config, maker.journal))
        for fault in maker.faults:
            fault(rig.table)
        rig.power_on()
        rig.run_for(1_000)
        Person(rig).choose_game("masterplan", {})
        return rig

    def test_with_its_calibration_a_miswired_table_plays_right(self, maker: Maker) -> None:
        maker.has(rows_swapped(maker.grid, 11, 22))
        maker.check()
        uncalibrated = maker.config
        maker.calibrate()
        for config, is_right in ((uncalibrated, False), (maker.config, True)):
            rig = self.at_the_table(maker, config)
            house = rig.running.session.current.table.sites("d4.ne")
            rig.put([house.bit_length() - 1], "house white")
            rig.run_for(2_000)
            played = [str(ply.action) for ply in rig.running.session.current.plies]
            rig.close()
            maker.journal.unlink()
            assert (played == ["house d4 ne"]) is is_right

    def test_a_masked_site_is_asked_for_on_the_screen(self, maker: Maker) -> None:
        maker.has(stuck(maker.site(11, 11), closed=False))
        maker.check(is_masking=True)
        rig = self.at_the_table(maker, maker.config)
        assert rig.running.session.tracker.masked == 1 << maker.site(11, 11)
        place = rig.running.session.current.table.place(maker.site(11, 11))
        assert f"Broken sensor: {place}" in rig.running.shown.view.notice
        Player(rig).play("house d4 ne")
        assert [str(ply.action) for ply in rig.running.session.current.plies] == ["house d4 ne"]


class TestTheCommand:
    @pytest.fixture
    def settings(self, tmp_path: Path) -> str:
        file = tmp_path / "table.toml"
        file.write_text(
            "[table]\ncolumns = 4\nrows = 4\ncell_sites = 1\n"
            f'[journal]\npath = "{tmp_path / "journal.sqlite"}"\n'
        )
        return str(file)

    def test_at_a_simulated_table_hands_do_it(self, settings: str, tmp_path: Path) -> None:
        out = tmp_path / "out"
        result = CliRunner().invoke(main, ["check", "--config", settings, "--out", str(out)])
        assert result.exit_code == 0, result.output
        assert "Sensors: 16 of 16 are fine." in result.output
        assert (out / "report.png").exists()

    def test_what_cannot_be_done_has_its_own_status(self, settings: str, tmp_path: Path) -> None:
        arguments = ["check", "--config", settings, "--out", str(tmp_path), "--sites", "9,9"]
        result = CliRunner().invoke(main, arguments)
        assert result.exit_code == 2
        assert "--sites 9,9: expected two corners such as 0,0-5,3, up to 3,3" in result.output

    def test_faults_have_their_own_status(self, settings: str, tmp_path: Path) -> None:
        wrong = tmp_path / "wrong.toml"
        grid = Grid(4, 4)
        calibration_file.save(wrong, Calibration.moving(16, {1: 2, 2: 1}), grid)
        setting = ["--set", f'board.calibration="{wrong}"']
        result = CliRunner().invoke(main, ["check", "--config", settings, "--out", str(tmp_path), *setting])
        assert result.exit_code == 1
        assert "@1,0 answers as @2,0" in result.output
        assert not calibration_file.load(wrong, grid).moved
