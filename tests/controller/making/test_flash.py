"""Bringing the board its firmware, with the real mpremote and MicroPython at the other end of the port."""

from __future__ import annotations

import ast
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from controller.cli import main
from controller.making.flash import (
    COMES_MS,
    OWN_SETTINGS,
    ROOT,
    STEP_MS,
    FlashError,
    FlashSurroundings,
    awaited,
    firmware_files,
    own_settings,
)
from firmware import VERSION
from hardware.board.protocol import BoardSpec
from hardware.ports import Grid
from hardware.simulated.pico import SimulatedPico
from hardware.simulated.pseudo_terminal import link_port, open_raw
from tests.needs import needs_micropython

SMALL = Grid(8, 8)
SETTINGS = "[table]\ncolumns = 8\nrows = 8\ncell_sites = 1\n"


@pytest.fixture
def pico() -> Iterator[SimulatedPico]:
    with SimulatedPico(SMALL) as plugged:
        yield plugged


@pytest.fixture
def _at_the_prompt(monkeypatch: pytest.MonkeyPatch) -> None:
    """No firmware runs on the board, so none is waited for."""
    monkeypatch.setattr("controller.making.flash.HELLO_MS", 200)


def flash(pico: SimulatedPico, settings: str = SETTINGS) -> Result:
    file = pico.flash.parent / "tablier.toml"
    file.write_text(settings)
    return CliRunner().invoke(main, ["flash", "--config", str(file), "--port", pico.port])


def held(pico: SimulatedPico) -> set[str]:
    """The files that the board holds."""
    return {str(file.relative_to(pico.flash)) for file in pico.flash.rglob("*") if file.is_file()}


def copied(pico: SimulatedPico) -> None:
    """Put the firmware there as `tablier flash` would, without it."""
    for file in firmware_files():
        there = pico.flash / ("main.py" if file.name == "main.py" else file)
        there.parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / file, there)
    (pico.flash / OWN_SETTINGS).write_text(own_settings(BoardSpec(SMALL)))


@needs_micropython
@pytest.mark.usefixtures("_at_the_prompt")
def test_a_board_with_nothing_but_micropython_gets_the_firmware_and_answers(pico: SimulatedPico) -> None:
    result = flash(pico)
    assert result.exit_code == 0, result.output
    assert f"firmware {VERSION}, protocol 2, 8 × 8 sites, 64 lights. It is ready." in result.output
    expected = {str(file) for file in firmware_files()} - {"firmware/main.py"} | {"main.py", OWN_SETTINGS}
    assert held(pico) == expected
    for file in expected - {OWN_SETTINGS}:
        source = ROOT / ("firmware/main.py" if file == "main.py" else file)
        assert (pico.flash / file).read_bytes() == source.read_bytes()


@needs_micropython
def test_a_board_with_a_firmware_leaves_for_the_prompt_gets_another_and_keeps_its_settings(
    pico: SimulatedPico,
) -> None:
    pico.unplug()
    copied(pico)
    own = f"# mine\n{own_settings(BoardSpec(SMALL))}SETTLE_US = 9\n"
    (pico.flash / OWN_SETTINGS).write_text(own)
    old = pico.flash / "firmware" / "__init__.py"
    old.write_text('VERSION = "0.0.9"\n')
    spoken = pico.flash / "hardware" / "board" / "messages.py"
    spoken.write_text(spoken.read_text().replace("PROTOCOL = 2", "PROTOCOL = 1"))
    pico.plug()

    result = flash(pico)

    assert result.exit_code == 0, result.output
    assert "The board has firmware 0.0.9, protocol 1." in result.output
    assert f"The board answers: firmware {VERSION}" in result.output
    assert (pico.flash / OWN_SETTINGS).read_text() == own
    assert "skip_once" not in held(pico)


@needs_micropython
@pytest.mark.usefixtures("_at_the_prompt")
def test_a_copy_that_was_cut_off_is_made_good_by_the_next(pico: SimulatedPico) -> None:
    pico.unplug()
    copied(pico)
    (pico.flash / "main.py").unlink()
    (pico.flash / "hardware" / "board" / "wire.py").write_text("half a li")
    pico.plug()
    assert flash(pico).exit_code == 0


@needs_micropython
@pytest.mark.usefixtures("_at_the_prompt")
def test_a_board_of_another_size_than_the_settings_say_is_named(pico: SimulatedPico) -> None:
    (pico.flash / OWN_SETTINGS).write_text(own_settings(BoardSpec(SMALL)))
    result = flash(pico, "[table]\ncolumns = 9\nrows = 8\n")
    assert result.exit_code == 2
    assert "The board has 8 × 8 sites" in result.output
    assert "the settings say 9 × 8" in result.output


@needs_micropython
@pytest.mark.usefixtures("_at_the_prompt")
def test_a_firmware_that_cannot_start_is_reported(
    pico: SimulatedPico, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("controller.making.flash.COMES_MS", 2_000)
    (pico.flash / OWN_SETTINGS).write_text("from firmware.settings import *\nCOLUMNS = None\n")
    result = flash(pico)
    assert result.exit_code == 2
    assert "the board does not answer" in result.output
    assert f"Look at its {OWN_SETTINGS}" in result.output


def test_a_port_that_goes_is_not_taken_for_the_one_that_comes(tmp_path: Path) -> None:
    port = tmp_path / "port"
    port.write_text("a name that is there, and cannot be opened")
    far, near = open_raw()
    slept: list[int] = []

    def sleep_ms(for_ms: int) -> None:
        slept.append(for_ms)
        if len(slept) == 2:
            link_port(port, near)

    try:
        hands = FlashSurroundings(now_ms=lambda: sum(slept), sleep_ms=sleep_ms, tell=lambda words: None)
        assert awaited(str(port), hands) == str(port)
    finally:
        os.close(far)
        os.close(near)
    assert slept == [STEP_MS, STEP_MS]


def test_a_port_that_never_can_be_opened_is_reported(tmp_path: Path) -> None:
    slept: list[int] = []
    hands = FlashSurroundings(now_ms=lambda: sum(slept), sleep_ms=slept.append, tell=lambda words: None)
    with pytest.raises(FlashError, match="The board has not come back"):
        awaited(str(tmp_path / "port"), hands)
    assert sum(slept) == COMES_MS


def test_without_a_board_it_says_how_a_new_one_is_made_ready(tmp_path: Path) -> None:
    result = CliRunner().invoke(main, ["flash", "--port", str(tmp_path / "nothing-*")])
    assert result.exit_code == 2
    assert "Plug the board in" in result.output
    assert "BOOTSEL" in result.output


def test_all_that_the_program_imports_is_copied_and_nothing_that_only_this_computer_runs() -> None:
    files = set(map(str, firmware_files()))
    assert {"firmware/main.py", "firmware/__init__.py", "firmware/node.py", "hardware/board/wire.py"} <= files
    assert "hardware/ports.py" not in files
    for file in files:
        modules = {
            node.module
            for node in ast.walk(ast.parse((ROOT / file).read_text()))
            if isinstance(node, ast.ImportFrom) and node.module
        }
        assert not modules & {"dataclasses", "enum", "__future__"}, file


@pytest.mark.parametrize(
    ("spec", "text"),
    [
        (BoardSpec(Grid(24, 24)), ""),
        (BoardSpec(SMALL), "from firmware.settings import *\n\nCOLUMNS, ROWS, LIGHTS = 8, 8, 64\n"),
        (
            BoardSpec(Grid(24, 24), has_lights=False),
            "from firmware.settings import *\n\nCOLUMNS, ROWS, LIGHTS = 24, 24, 0\n",
        ),
    ],
)
def test_a_board_gets_settings_of_its_own_only_where_they_differ(spec: BoardSpec, text: str) -> None:
    assert own_settings(spec) == text
