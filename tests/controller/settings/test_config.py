"""Settings: every refusal names file, key, bound and value."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.files.toml_file import ConfigError
from controller.settings.config import load, with_setting, with_settings
from controller.settings.settings import Config
from hardware.board.register_wiring import RegisterWiring
from hardware.ports import Grid

EXAMPLE = Path(__file__).parents[3] / "examples" / "tablier.toml"
SECTIONS = msgspec.to_builtins(Config())


def written(folder: Path, text: str) -> Path:
    path = folder / "x.toml"
    path.write_text(text, encoding="utf-8")
    return path


def complaint(folder: Path, text: str) -> str:
    """The message about a file with this text, without the folder."""
    path = written(folder, text)
    with pytest.raises(ConfigError) as caught:
        load(path)
    return str(caught.value).removeprefix(f"{folder}/")


def test_no_file_is_the_simulated_reference_table() -> None:
    config = load()
    assert config == Config()
    assert (config.table.grid, config.board.kind) == (Grid(24, 24), "simulated")


def test_the_example_names_every_setting_and_its_default() -> None:
    example = load(EXAMPLE)
    assert example == Config()
    named = re.findall(r"^\[?(\w+)\]?", EXAMPLE.read_text(encoding="utf-8"), re.MULTILINE)
    keys = [key for section, values in SECTIONS.items() for key in (section, *values)]
    assert sorted(named) == sorted(keys)


def test_a_file_changes_what_it_names_and_is_left_as_it_is(tmp_path: Path) -> None:
    text = "# mine\n[table]\ncolumns = 8\nrows=8\ncell_sites = 1\n[lights]\ngamma = 2\n"
    path = written(tmp_path, text)
    config = load(path)
    assert (config.table.columns, config.table.cell_sites, config.lights.gamma) == (8, 1, 2.0)
    assert config.play == Config().play
    assert path.read_text(encoding="utf-8") == text
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[table]\ncolumns = 40", "x.toml: table.columns: expected at most 32, got 40"),
        (
            '[lights]\norder = "GRR"',
            'x.toml: lights.order: expected R, G and B in any order, such as "GRB", with W before or behind '
            'them for lights with white, or an empty text, got "GRR"',
        ),
        (
            '[lights]\norder = "grb"',
            'x.toml: lights.order: expected R, G and B in any order, such as "GRB", with W before or behind '
            'them for lights with white, or an empty text, got "grb"',
        ),
        ("[lights]\nwhite_ma = 0", "x.toml: lights.white_ma: expected at least 1, got 0"),
        ("[table]\nrows = 0", "x.toml: table.rows: expected at least 1, got 0"),
        ("[table]\nrows = 8.0", "x.toml: table.rows: expected a whole number from 1 to 32, got 8.0"),
        ("[table]\nrows = true", "x.toml: table.rows: expected a whole number from 1 to 32, got true"),
        ("[table]\ncell_sites = 2", "x.toml: table.cell_sites: expected one of 1, 3, got 2"),
        (
            "[board]\nkind = 'usb'",
            'x.toml: board.kind: expected one of "serial", "simulated", "spi", got "usb"',
        ),
        ("[board]\nport = ''", 'x.toml: board.port: expected a text that is not empty, got ""'),
        (
            "[board]\nlatch_pin = 'GPIO1'",
            'x.toml: board.latch_pin: expected a pin, GPIO2 to GPIO27, got "GPIO1"',
        ),
        ("[board]\nload_pin = 24", "x.toml: board.load_pin: expected a pin, GPIO2 to GPIO27, got 24"),
        ("[board]\nsoftware_spi = 1", "x.toml: board.software_spi: expected true or false, got 1"),
        (
            "[panel]\nturn_pin = '5'",
            'x.toml: panel.turn_pin: expected a pin, GPIO2 to GPIO27, or an empty text, got "5"',
        ),
        ("[sound]\nvolume = 2", "x.toml: sound.volume: expected at most 1, got 2"),
        ("[journal]\npath = 3", "x.toml: journal.path: expected a text, got 3"),
        ("[lights]\nbrightness = 1.5", "x.toml: lights.brightness: expected at most 1, got 1.5"),
        ("[lights]\nbrightness = nan", "x.toml: lights.brightness: expected a number from 0 to 1, got nan"),
        ("[lights]\ngamma = '2'", 'x.toml: lights.gamma: expected a number from 1 to 3, got "2"'),
        (
            "[lights]\ncap_ma = {}",
            "x.toml: lights.cap_ma: expected a whole number from 100 to 60000, got a section",
        ),
        ("[screen]\nrotation = 45", "x.toml: screen.rotation: expected one of 0, 90, 180, 270, got 45"),
        ("[play]\nsettle_ms = 99", "x.toml: play.settle_ms: expected at least 100, got 99"),
        ("[play]\nsettle = 99", "x.toml: play.settle: unknown key; did you mean settle_ms?"),
        (
            "[table]\nx = 1",
            "x.toml: table.x: unknown key; known are cell_sites, columns, identity, pads, rows",
        ),
        ("[tables]\nrows = 1", "x.toml: tables: unknown section; did you mean table?"),
        ("table = 3", "x.toml: table: expected a section, got 3"),
        ("x = 3", f"x.toml: x: unknown section; known are {', '.join(sorted(SECTIONS))}"),
    ],
)
def test_a_wrong_setting_is_refused_by_name(tmp_path: Path, text: str, said: str) -> None:
    assert complaint(tmp_path, text) == said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[table]\nrows = 2", "x.toml: table.rows: expected at least 3 (table.cell_sites), got 2"),
        (
            "[board]\nscan_hz = 100",
            "x.toml: board.debounce_ms: expected at least 20 (two scans at board.scan_hz), got 5",
        ),
        (
            "[lights]\ncap_ma = 500",
            "x.toml: lights.cap_ma: expected at least 576 (576 dark lights at lights.idle_ma), got 500",
        ),
        (
            "[screen]\nwidth = 700",
            "x.toml: screen.width: expected at least 800, or a screen.height of at least 800, got 700",
        ),
    ],
)
def test_settings_that_do_not_fit_together_are_refused(tmp_path: Path, text: str, said: str) -> None:
    assert complaint(tmp_path, text) == said


def test_an_upright_screen_and_a_small_supply_without_lights_fit(tmp_path: Path) -> None:
    text = "[screen]\nwidth = 480\nheight = 800\n[lights]\nkind = 'none'\ncap_ma = 100\n"
    assert load(written(tmp_path, text)).screen.height == 800


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[table]\nrows = = 3", "x.toml:2: not TOML at column 8: Invalid value"),
        ("[table]\nrows = 3\nrows = 4\n", "x.toml:3: not TOML at column 9: Cannot overwrite a value"),
        ("[table]\n[board", "x.toml:2: not TOML at its end: "),
    ],
)
def test_what_is_not_toml_is_reported_with_its_line(tmp_path: Path, text: str, said: str) -> None:
    assert complaint(tmp_path, text).startswith(said)


def test_what_is_not_utf8_is_reported_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "x.toml"
    path.write_bytes(b"# one\n# caf\xe9\n")
    with pytest.raises(ConfigError, match=r"x\.toml:2: expected UTF-8 text, got the byte 0xe9"):
        load(path)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"no\.toml: cannot be read: No such file"):
        load(tmp_path / "no.toml")


def test_a_setting_over_the_others_goes_through_the_same_checks() -> None:
    assert with_setting(Config(), "play.settle_ms", "400").play.settle_ms == 400
    assert with_setting(Config(), "board.kind", '"serial"').board.kind == "serial"
    with pytest.raises(ConfigError, match=r"^a\.table: table\.columns: expected at most 32, got 40$"):
        with_setting(Config(), "table.columns", "40", "a.table")


def test_settings_put_together_are_checked_together() -> None:
    pairs = [("board.scan_hz", "100"), ("board.debounce_ms", "20")]
    assert with_settings(Config(), pairs).board.scan_hz == 100
    with pytest.raises(ConfigError, match=r"board\.debounce_ms: expected at least 20"):
        with_settings(Config(), pairs[:1])


def test_settings_go_over_the_file(tmp_path: Path) -> None:
    path = written(tmp_path, "[play]\nsettle_ms = 300\n[board]\nscan_hz = 100\n")
    config = load(path, [("board.debounce_ms", "30"), ("simulation.seed", "7")])
    assert (config.play.settle_ms, config.board.debounce_ms, config.simulation.seed) == (300, 30, 7)
    with pytest.raises(ConfigError, match=r"x\.toml: play: expected a section, got 3"):
        load(written(tmp_path, "play = 3"), [("play.settle_ms", "400")])


@pytest.mark.parametrize(
    ("key", "text", "said"),
    [
        ("play.settle_ms", "soon", 'expected a TOML value (5, true, "text"), got soon'),
        ("play.settle_ms", "400\nother = 1", 'expected a TOML value (5, true, "text"), got 400'),
        ("settle_ms", "400", "expected a key with its section, such as play.settle_ms"),
        ("play.settle.ms", "400", "unknown key; did you mean settle_ms?"),
    ],
)
def test_a_setting_that_is_none_is_refused(key: str, text: str, said: str) -> None:
    with pytest.raises(ConfigError, match=re.escape(f"settings: {key}: {said}")):
        with_setting(Config(), key, text)


def test_the_journal_is_in_the_data_folder_unless_set_otherwise(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("HOME", "/home/x")
    assert Config().journal.file == tmp_path / "tablier" / "journal.sqlite"
    assert with_setting(Config(), "journal.path", '"~/a.sqlite"').journal.file == Path("/home/x/a.sqlite")
    assert with_setting(Config(), "journal.path", '":memory:"').journal.file is None


values = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(max_size=5),
    st.dictionaries(st.text(max_size=3), st.none()),
)
keys = st.sampled_from([f"{section}.{key}" for section, inside in SECTIONS.items() for key in inside])


@given(keys, values)
def test_whatever_is_given_is_a_setting_or_one_refusal_that_names_it(key: str, value: Any) -> None:
    section, name = key.split(".")
    try:
        taken = getattr(getattr(with_setting(Config(), key, json.dumps(value)), section), name)
    except ConfigError as error:
        refusal = str(error)
    else:
        refusal = ""
        assert taken == value
    assert not refusal or refusal.startswith(f"settings: {section}.")


@given(st.integers(-5, 40), st.integers(-5, 40))
def test_any_grid_up_to_32_by_32_is_taken_and_no_other(columns: int, rows: int) -> None:
    pairs = [("table.columns", str(columns)), ("table.rows", str(rows)), ("table.cell_sites", "1")]
    try:
        grid = with_settings(Config(), pairs).table.grid
    except ConfigError:
        assert not (1 <= columns <= 32 and 1 <= rows <= 32)
    else:
        assert grid == Grid(columns, rows)


def test_a_tile_file_is_looked_for_beside_the_settings(tmp_path: Path) -> None:
    assert load(written(tmp_path, '[tiles]\nfile = "tiles.toml"')).tiles.path == tmp_path / "tiles.toml"
    assert load(written(tmp_path, '[tiles]\nfile = "/etc/tiles.toml"')).tiles.path == Path("/etc/tiles.toml")
    assert load(None, [("tiles.file", '"tiles.toml"')]).tiles.path == Path("tiles.toml")
    assert load().tiles.path is None


PN532 = (("board.kind", '"serial"'), ("tags.kind", '"pn532"'), ("table.pads", "2"))


def test_a_real_table_has_no_tag_readers_beside_the_board_without_ports_for_them() -> None:
    assert load().pads == 4
    assert load(None, [("board.kind", '"serial"')]).pads == 0


def test_the_readers_under_the_sites_of_a_real_table_are_its_boards_own() -> None:
    simulated = load(None, [("table.identity", '"tags"')])
    assert (simulated.has_identity, simulated.board_spec.has_tags) == (True, False)
    real = with_setting(simulated, "board.kind", '"serial"')
    assert (real.has_identity, real.board_spec.has_tags) == (True, True)
    assert not load(None, [("board.kind", '"serial"')]).board_spec.has_tags


def test_shift_registers_read_no_tags() -> None:
    with pytest.raises(ConfigError) as refused:
        load(None, [*SPI, ("table.identity", '"tags"')])
    expected = 'expected "none", as board.kind is "spi" and reads no tags, got "tags"'
    assert str(refused.value) == f"settings: table.identity: {expected}"


def test_the_readers_of_a_real_table_are_those_of_its_seats_and_then_of_its_sites() -> None:
    real = load(None, [*PN532, ("tags.ports", '["a", "b", "c"]'), ("tags.sites", '["3,4"]')])
    assert real.pads == 2
    assert real.tag_ports == {"pad.p1": "a", "pad.p2": "b", "@3,4": "c"}
    assert real.read_sites == 1 << Grid(24, 24).site(3, 4)


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        (
            [("board.kind", '"simulated"')],
            'tags.kind: expected "none", as board.kind is "simulated", got "pn532"',
        ),
        ([("tags.kind", '"none"')], 'tags.ports: expected nothing, as tags.kind is "none", got ["a", "b"]'),
        (
            [("tags.ports", '["a"]')],
            'tags.ports: expected 2 (table.pads, and one for each of tags.sites), got ["a"]',
        ),
        (
            [("tags.sites", '["24,0"]'), ("tags.ports", '["a", "b", "c"]')],
            'tags.sites: expected sites from "0,0" to "23,23" (table.columns, table.rows), got "24,0"',
        ),
        ([("tags.ports", '["a", "a"]')], 'tags.ports: expected another one for each reader, got ["a", "a"]'),
        (
            [("tags.sites", '["0,0", "0,0"]'), ("tags.ports", '["a", "b", "c", "d"]')],
            'tags.sites: expected another one for each reader, got ["0,0", "0,0"]',
        ),
        (
            [("table.pads", "0"), ("tags.ports", "[]")],
            'tags.kind: expected "none", as table.pads is 0 and tags.sites is empty, got "pn532"',
        ),
        ([("tags.ports", '"a"')], 'tags.ports: expected a list of texts, got "a"'),
        ([("tags.ports", "[1]")], "tags.ports: expected a list of texts, got [1]"),
        ([("tags.absent_ms", "99")], "tags.absent_ms: expected at least 100, got 99"),
    ],
)
def test_tag_readers_that_cannot_be_are_refused_by_both_names(
    settings: list[tuple[str, str]], said: str
) -> None:
    with pytest.raises(ConfigError) as refused:
        load(None, [*PN532, ("tags.ports", '["a", "b"]'), *settings])
    assert str(refused.value) == f"settings: {said}"


def test_the_shift_registers_are_wired_as_the_settings_say() -> None:
    board = load(None, [("board.row_settle_us", "9"), ("board.chain_end", '"open"')]).board
    assert board.wiring == RegisterWiring(0, 4_000_000, "GPIO24", "GPIO25", 9, False, False)


SPI = (("board.kind", '"spi"'), ("lights.kind", '"neopixel"'), ("lights.pin", '"D18"'))


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        (
            [("lights.kind", '"board"')],
            'lights.kind: expected another kind, as board.kind is "spi" and has no lights, got "board"',
        ),
        (
            [("lights.pin", '"D10"')],
            'lights.pin: expected another pin than board.kind "spi" takes, got "D10"',
        ),
        ([("lights.pin", '"D24"')], 'lights.pin: expected another pin than board.latch_pin takes, got "D24"'),
        (
            [("board.latch_pin", '"GPIO25"')],
            'board.load_pin: expected another pin than board.latch_pin takes, got "GPIO25"',
        ),
        (
            [("board.latch_pin", '"GPIO7"'), ("board.spi_device", "1")],
            'board.latch_pin: expected another pin than board.kind "spi" takes, got "GPIO7"',
        ),
    ],
)
def test_pins_and_lights_that_cannot_be_with_shift_registers_are_refused_by_both_names(
    settings: list[tuple[str, str]], said: str
) -> None:
    with pytest.raises(ConfigError) as refused:
        load(None, [*SPI, *settings])
    assert str(refused.value) == f"settings: {said}"


@pytest.mark.parametrize(
    ("pins", "said"),
    [
        (
            {"turn_pin": "GPIO5", "buzzer_pin": "GPIO5"},
            'panel.buzzer_pin: expected another pin than panel.turn_pin takes, got "GPIO5"',
        ),
        (
            {"undo_pin": "GPIO25"},
            'panel.undo_pin: expected another pin than board.load_pin takes, got "GPIO25"',
        ),
        (
            {"undo_light_pin": "GPIO18"},
            'lights.pin: expected another pin than panel.undo_light_pin takes, got "D18"',
        ),
    ],
)
def test_a_pin_of_the_panel_that_is_taken_is_refused_by_both_names(pins: dict[str, str], said: str) -> None:
    with pytest.raises(ConfigError) as refused:
        load(None, [*SPI, *((f"panel.{key}", f'"{pin}"') for key, pin in pins.items())])
    assert str(refused.value) == f"settings: {said}"


def test_a_pin_that_nothing_uses_is_free() -> None:
    free = [("lights.kind", '"none"'), ("lights.pin", '"D10"'), ("board.latch_pin", '"GPIO7"')]
    assert load(None, [*SPI, *free]).board.latch_pin == "GPIO7"


@pytest.mark.parametrize("value", ['"12a4"', "1234", '"123"', "12a4"])
def test_a_wrong_pin_is_refused_without_being_repeated(value: str) -> None:
    with pytest.raises(ConfigError) as refused:
        load(None, [("kiosk.pin", value)])
    assert "kiosk.pin" in str(refused.value)
    assert value.strip('"') not in str(refused.value)


def test_settings_that_are_logged_do_not_contain_the_pin() -> None:
    config = load(None, [("kiosk.pin", '"4711"')])
    assert config.kiosk.pin == "4711"
    assert "4711" not in repr(config)


def test_a_night_that_begins_must_end() -> None:
    with pytest.raises(ConfigError, match="night_to"):
        load(None, [("kiosk.night_from", '"22:00"')])
