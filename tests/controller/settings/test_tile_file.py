from __future__ import annotations

from pathlib import Path

import pytest

from controller.files.toml_file import ConfigError
from controller.games import KINDS, tables_for
from controller.settings.config import load as load_config
from controller.settings.tile_file import load, save, tiles_for
from controller.tables.cites.decorations import MARKING, decorations_of, marks_of, type_of
from controller.tables.cites.table import CitesTable
from controller.tables.tiles import NO_TILES, Tiles
from engines.cites.blocks import NAMES, USUAL_DECORATIONS, Decorations, names_in
from engines.cites.game import CitesPosition
from hardware.ports import Grid


def written(folder: Path, text: str) -> Path:
    path = folder / "tiles.toml"
    path.write_text(text, encoding="utf-8")
    return path


def complaint(folder: Path, text: str) -> str:
    """The message about a file with this text, without the folder."""
    path = written(folder, text)
    with pytest.raises(ConfigError) as caught:
        load(path, KINDS)
    return str(caught.value).replace(f"{folder}/", "")


def test_a_file_reports_the_piece_of_each_tag(tmp_path: Path) -> None:
    text = '[tiles]\n"04A2" = "H12"\n"04:A3" = "house white"\n"04:A4" = "house white"\n'
    tiles = load(written(tmp_path, text), KINDS)
    assert tiles == Tiles({"04A2": "H12", "04:A3": "house white", "04:A4": "house white"})
    assert decorations_of(tiles.marks) == USUAL_DECORATIONS


def test_an_empty_file_knows_no_tag(tmp_path: Path) -> None:
    assert load(written(tmp_path, ""), KINDS) == NO_TILES


def test_a_file_can_say_that_decorations_are_others_than_usual(tmp_path: Path) -> None:
    text = '[decorations]\nD5 = "pool"\nD6 = "lawn"\n'
    decorations = decorations_of(load(written(tmp_path, text), KINDS).marks)
    assert names_in(decorations.lawns) == ["D1", "D2", "D3", "D4", "D6"]
    assert names_in(decorations.pools) == ["D5", "D7", "D8", "D9", "D10"]
    assert decorations.trees == USUAL_DECORATIONS.trees
    assert type_of("D5", decorations) == "pool"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            '[tiles]\n"04A2" = "H16"',
            'tiles.toml: tiles.04A2: expected a piece, such as "H12" or "house white", got "H16"',
        ),
        (
            "[tiles]\n04A2 = 12",
            'tiles.toml: tiles.04A2: expected a piece, such as "H12" or "house white", got 12',
        ),
        (
            '[tiles]\n"04A2" = "H12"\n"04A3" = "H12"',
            "tiles.toml: tiles.04A3: H12 has the tag 04A2 already: there is only one H12",
        ),
        (
            '[tiles]\n"" = "H12"',
            'tiles.toml: tiles: expected a tag of up to 64 letters and digits, got ""',
        ),
        ("[tile]\n", "tiles.toml: tile: unknown section; known are decorations, tiles"),
        ("tiles = 3", "tiles.toml: tiles: expected a section, got 3"),
        ('[decorations]\nD16 = "lawn"', "tiles.toml: decorations.D16: unknown key; known are D1 to D15"),
        (
            '[decorations]\nD1 = "rock"',
            'tiles.toml: decorations.D1: expected one of lawn, pool, tree, got "rock"',
        ),
        (
            '[decorations]\nD1 = "pool"',
            "tiles.toml: decorations: expected 5 lawns in all, got 4 (D2 D3 D4 D5)",
        ),
        (
            '[tiles]\n"04A2" = "H12"\n"04A2" = "H13"',
            "tiles.toml:3: not TOML at ",
        ),
        ('[tiles]\n"04A2" = ', "tiles.toml:2: not TOML at "),
    ],
)  # fmt: skip
def test_what_is_wrong_is_named_with_file_and_key(tmp_path: Path, text: str, said: str) -> None:
    assert complaint(tmp_path, text).startswith(said)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"none\.toml: cannot be read: No such file"):
        load(tmp_path / "none.toml", KINDS)


def test_what_is_saved_is_what_is_loaded(tmp_path: Path) -> None:
    decorations = Decorations(*(sum(1 << 60 + n for n in range(first, 15, 3)) for first in range(3)))
    marks = MARKING.differing(marks_of(decorations))
    tiles = Tiles({f"04A2{number}": name for number, name in enumerate(NAMES)}, marks)
    path = tmp_path / "new" / "tiles.toml"
    save(path, tiles)
    assert load(path, KINDS) == tiles
    assert list(path.parent.iterdir()) == [path]


def test_the_usual_decorations_are_not_written(tmp_path: Path) -> None:
    save(tmp_path / "tiles.toml", Tiles({"04A2": "H12"}))
    assert "decorations" not in (tmp_path / "tiles.toml").read_text(encoding="utf-8")


def test_a_file_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(ConfigError, match=r"tiles\.toml: cannot be written"):
        save(tmp_path / "file" / "tiles.toml", NO_TILES)


def test_the_pieces_of_the_simulated_table_have_their_kind_on_their_tags() -> None:
    tiles = tiles_for(load_config())
    assert tiles.kinds["H12"] == "H12"
    assert tiles.kinds["house white"] == "house white"


def test_a_real_table_without_a_tile_file_knows_no_tag() -> None:
    assert tiles_for(load_config(None, [("board.kind", '"serial"')])) == NO_TILES


def test_the_settings_name_the_tile_file(tmp_path: Path) -> None:
    path = written(tmp_path, '[tiles]\n"04A2" = "H12"')
    assert tiles_for(load_config(None, [("tiles.file", f'"{path}"')])).kinds == {"04A2": "H12"}


def test_the_game_is_played_with_the_decorations_of_the_tile_file(tmp_path: Path) -> None:
    path = written(tmp_path, '[decorations]\nD5 = "pool"\nD6 = "lawn"\n')
    table = tables_for(Grid(24, 24), 3, 4, load(path, KINDS))["cites"]
    position = table.game.start(table.header({"players": 2, "contre": False}))
    assert isinstance(position, CitesPosition)
    assert names_in(position.table.rules.decorations.lawns) == ["D1", "D2", "D3", "D4", "D6"]
    assert CitesTable.game.start({"game": "cites", "players": 2}) != position
