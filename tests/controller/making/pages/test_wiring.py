"""The pages of `docs/build` hold what their source draws and lists."""

from __future__ import annotations

from dataclasses import asdict
from math import fsum
from pathlib import Path

import pytest

from controller.making.bodies import pictures
from controller.making.building import reach
from controller.making.pages import wiring as pages
from controller.making.parts import parts
from controller.making.power import estimate
from controller.making.wiring.circuits import PANEL
from controller.settings.light_map_file import light_map_for
from controller.settings.settings import Config
from firmware import settings
from hardware.simulated.reeds import Physics

FILES = pages.files()


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_page_or_picture_is_what_its_source_makes(path: Path) -> None:
    again = "run python -m controller.making.pages.wiring"
    assert path.exists(), again
    assert path.read_bytes() == FILES[path], again


def test_every_picture_is_shown_on_a_page() -> None:
    text = "".join(path.read_text() for path in FILES if path.suffix == ".md")
    for path in pages.FOLDER.joinpath(pages.PICTURES).iterdir():
        assert f"({pages.PICTURES}/{path.name})" in text
        assert path.suffix != ".svg" or path in FILES


def test_what_is_made_already_is_not_written_again(capsys: pytest.CaptureFixture[str]) -> None:
    pages.main()
    assert capsys.readouterr().out == ""


def text_of(name: str) -> str:
    return " ".join((pages.FOLDER / name).read_text().split())


def test_the_numbers_in_the_words_on_power_are_those_of_tablier_power() -> None:
    config = Config()
    reckoned = estimate(config, light_map_for(config))
    text = text_of("power.md")
    assert f"each draws {reckoned.full_light_ma:.0f} mA when it is white at full" in text
    assert f"`lights.brightness = {config.lights.brightness:g}` a white light draws" in text
    assert f"draws {reckoned.bright_light_ma:.0f} mA" in text
    assert (
        f"({config.lights.channel_ma:g} mA for each of the three colours, {config.lights.idle_ma:g} mA in"
        in text
    )


def test_the_numbers_in_the_words_on_magnets_are_those_of_the_reckoning() -> None:
    text = text_of("magnets.md")
    assert f"**{reach.NEEDED:g} times** is the least" in text
    assert f"a standing reed of {reach.GLASS_MM:g} mm, its upper end {reach.GAP_MM:g} mm below" in text
    assert f"pieces up to {reach.ASIDE_MM:g} mm aside" in text
    assert f"closes at {Physics().pull_in_mm:g} mm and opens at {Physics().drop_out_mm:g}" in text
    assert all(reach.margin(pitch) < 2 * reach.NEEDED for pitch in (10, 12.5, 15))


def test_the_numbers_in_the_words_on_wiring_are_those_of_the_reckoning() -> None:
    text = text_of("wiring.md")
    sure_v = parts.SURE_HIGH * parts.SUPPLY_V
    assert f"a resistor of {parts.PULL_DOWN_OHM // 1000} kΩ leads to ground" in text
    assert f"is {100 * (1 - parts.column_v(24) / sure_v):.0f} % short" in text
    assert f"GP{settings.HELD_PIN} to ground while the Pico starts" in text
    for setting, pin in asdict(PANEL).items():
        assert f'{setting}_pin = "{pin}"' in text


def test_the_pictures_do_not_depend_on_how_a_python_rounds_its_sums(monkeypatch: pytest.MonkeyPatch) -> None:
    """Since 3.12 the built-in sum of floating point numbers loses less."""
    monkeypatch.setattr(pictures, "sum", fsum, raising=False)
    assert {path: made for path, made in pages.files().items() if made != FILES[path]} == {}
