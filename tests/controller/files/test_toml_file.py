"""TOML that would break a careless reader: each is refused in words, or read as what it is."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from controller.files.toml_file import MOST_BYTES, ConfigError, shown
from controller.settings import light_map_file, tile_file
from controller.settings.config import load, with_setting
from controller.settings.settings import Config, expanded
from hardware.ports import Grid

ENDLESS = "0x" + "f" * 5_000


def refusal(folder: Path, data: bytes) -> str:
    path = folder / "x.toml"
    path.write_bytes(data)
    with pytest.raises(ConfigError) as caught:
        load(path)
    return str(caught.value).removeprefix(f"{path}: ")


@pytest.mark.parametrize("nested", [b"[" * 3_000, b"[" * 900 + b"1" + b"]" * 900, b"{a=" * 3_000])
def test_what_is_nested_too_deeply_is_refused(tmp_path: Path, nested: bytes) -> None:
    assert refusal(tmp_path, b"x = " + nested) == "lists or sections are nested too deeply to be read"


def test_a_number_of_thousands_of_digits_is_refused(tmp_path: Path) -> None:
    assert refusal(tmp_path, b"x = " + b"9" * 5_000) == "a number in it is too long to be read"


@pytest.mark.parametrize("key", ["play.settle_ms", "table.cell_sites", "journal.path", "tags.ports"])
def test_an_endless_number_is_refused_and_not_written_out(tmp_path: Path, key: str) -> None:
    section, name = key.split(".")
    assert refusal(tmp_path, f"[{section}]\n{name} = {ENDLESS}".encode()).endswith("got a very long number")


@pytest.mark.parametrize("text", ["a" + ".a" * 100_000 + " = 1", "\n[a" + ".a" * 100_000 + "]"])
def test_a_key_of_endless_parts_is_refused_at_once(tmp_path: Path, text: str) -> None:
    said = refusal(tmp_path, text.encode())
    assert said.endswith(f"{text.count(chr(10)) + 1}: the line has more dots than any that can be read")


def test_a_pipe_in_the_place_of_a_file_is_not_waited_for(tmp_path: Path) -> None:
    path = tmp_path / "tablier.toml"
    os.mkfifo(path)
    with pytest.raises(ConfigError, match=r"tablier\.toml: cannot be read: it is a pipe, and no file"):
        load(path)


def test_what_a_shell_puts_in_the_place_of_a_file_is_read() -> None:
    read, write = os.pipe()
    os.write(write, b"[play]\nsettle_ms = 400\n")
    os.close(write)
    assert load(Path(f"/dev/fd/{read}")).play.settle_ms == 400
    os.close(read)


def test_an_endless_number_is_no_light(tmp_path: Path) -> None:
    path = tmp_path / "lights.toml"
    path.write_text(f"lights = [[{ENDLESS}]]")
    with pytest.raises(ConfigError, match="expected a light from 0 to 1199, got a very long number"):
        light_map_file.load(path, Grid(1, 1))


def test_a_list_is_no_kind_of_decoration(tmp_path: Path) -> None:
    path = tmp_path / "tiles.toml"
    path.write_text("[decorations]\nD1 = []")
    with pytest.raises(ConfigError, match=r"decorations\.D1: expected one of lawn, pool, tree, got \[\]"):
        tile_file.load(path, [])


def test_a_setting_of_endless_text_is_refused_shortly() -> None:
    for text in ("9" * 5_000, "[" * 3_000):
        with pytest.raises(ConfigError, match=r'expected a TOML value \(5, true, "text"\), got .{50,60}$'):
            with_setting(Config(), "play.settle_ms", text)


@pytest.mark.parametrize("text", ['[tiles]\nfile = "a\\u0000b"', '[tags]\nports = ["a", "b\\u0000"]'])
def test_a_text_with_nul_is_refused(tmp_path: Path, text: str) -> None:
    assert refusal(tmp_path, text.encode()).endswith("expected a text without the character NUL")


def test_a_home_that_is_not_known_here_is_a_name_as_it_stands() -> None:
    assert expanded("~nobody-is-called-so/x") == Path("~nobody-is-called-so/x")
    assert expanded("~/x") == Path.home() / "x"


def test_a_huge_file_is_not_read(tmp_path: Path) -> None:
    assert refusal(tmp_path, b"#" * (MOST_BYTES + 1)).startswith("is longer than 262144 bytes")


def test_an_endless_key_makes_no_endless_message(tmp_path: Path) -> None:
    assert len(refusal(tmp_path, b"a" * 100_000 + b" = 1")) < 2_100


def test_a_value_is_shown_shortly_and_as_toml_writes_it() -> None:
    assert shown([1, [2, [3, [4]]]]) == "[1, [2, [3, [...]]]]"
    assert shown(list(range(1_000))).endswith("...")
    assert shown(1 << 300) == "a very long number"
    assert shown({"a": 1}) == "a section"
