"""The settings on the screen, and their file."""

from __future__ import annotations

from pathlib import Path

from controller.settings import preferences
from controller.settings.config import load
from controller.settings.preferences import Preferences
from tests.controller.shell.at_the_shell import AtTheShell


def test_what_is_set_is_kept_and_only_that(tmp_path: Path) -> None:
    table = AtTheShell(tmp_path)
    table.touch("settings", "set-contrast-high")
    assert table.on["Contrast"] == "high"
    assert preferences.load(table.file, Preferences()).contrast == "high"
    assert "language" not in table.file.read_text()


def test_looking_at_settings_writes_nothing(tmp_path: Path) -> None:
    table = AtTheShell(tmp_path)
    table.touch("settings", "page-on", "page-back", "back")
    assert not table.file.exists()


def test_settings_are_there_again_at_the_next_start(tmp_path: Path) -> None:
    AtTheShell(tmp_path).touch("settings", "set-text-large")
    assert AtTheShell(tmp_path).daemon.shell.preferences.text == "large"


def test_the_settings_file_gives_what_no_one_has_set(tmp_path: Path) -> None:
    AtTheShell(tmp_path).touch("settings", "set-text-large")
    table = AtTheShell(tmp_path, ("lights.brightness", "0.4"), ("screen.contrast", '"high"'))
    wanted = table.daemon.shell.preferences
    assert (wanted.text, wanted.contrast, wanted.brightness) == ("large", "high", 0.4)


def test_a_file_that_cannot_be_read_is_reported_and_left_as_it_is(tmp_path: Path) -> None:
    for damage in ("[preferences]\ncontrast = 'loud'\n", "[preferences", "contrast = 'high'\n"):
        (tmp_path / preferences.FILE).write_text(damage)
        table = AtTheShell(tmp_path)
        assert table.daemon.shell.preferences == Preferences.of(load())
        assert preferences.FILE in table.view.notice
        assert table.file.read_text() == damage


def test_the_lights_are_dimmed_at_once(tmp_path: Path) -> None:
    table = AtTheShell(tmp_path)
    table.touch("settings", "page-on", "set-brightness-5")
    assert table.lamps.brightness == [0.2, 0.05]


def test_a_brightness_between_two_steps_shows_the_nearer_one(tmp_path: Path) -> None:
    table = AtTheShell(tmp_path, ("lights.brightness", "0.13"))
    table.touch("settings", "page-on")
    assert table.on["Lights"] == "10 %"


def test_the_clock_counts_from_the_next_game_on(tmp_path: Path) -> None:
    table = AtTheShell(tmp_path)
    table.begin()
    table.touch("pause", "settings", "page-on", "page-on", "set-clock-move", "set-clock-s-30", "back")
    assert not table.daemon.session.clock.is_on
    table.touch("leave")
    table.begin()
    assert table.daemon.session.clock.allowed_ms == 30_000


def test_touching_rules_hold_from_the_next_game_on(tmp_path: Path) -> None:
    table = AtTheShell(tmp_path)
    table.touch("settings", "page-on", "page-on", "set-touch-friendly")
    assert table.daemon.session.rules.is_friendly


def test_what_the_table_does_not_have_is_not_offered(tmp_path: Path) -> None:
    table = AtTheShell(tmp_path, ("sound.kind", '"none"'))
    table.touch("settings", "page-on")
    assert {choice.group for choice in table.view.choices} >= {"Lights"}
    assert "Volume" not in {choice.group for choice in table.view.choices}
    loud = AtTheShell(tmp_path)
    loud.touch("settings", "page-on")
    assert "Volume" in {choice.group for choice in loud.view.choices}


def test_a_full_disk_does_not_stop_anybody(tmp_path: Path) -> None:
    table = AtTheShell(tmp_path / "nothing")
    (tmp_path / "nothing").write_text("a file where the folder should be")
    table.touch("settings", "set-contrast-high")
    assert table.on["Contrast"] == "high"
