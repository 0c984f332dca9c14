"""Writes drawings and lists into the pages of `docs/build`.

Run it with `python -m controller.making.pages.wiring`. See `made_pages` for the parts of a page that are
replaced.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from controller.making.building import reach
from controller.making.pages import building
from controller.making.pages.made_pages import filled, table
from controller.making.parts import parts
from controller.making.power import estimate
from controller.making.wiring.circuit import Circuit, End
from controller.making.wiring.circuits import all_circuits
from controller.making.wiring.drawing import drawn
from controller.making.wiring.ground import as_svg
from controller.making.wiring.modules import place_of_column, place_of_row
from controller.making.wiring.perfboard import Perfboard, perfboard
from controller.making.wiring.perfboard_picture import perfboards
from controller.making.wiring.pictures import ghosts, matrix, serpentine
from controller.settings.config import load
from controller.settings.light_map_file import light_map_for
from controller.settings.settings import Config
from firmware import settings
from hardware.ports import Grid

ROOT: Final = Path(__file__).resolve().parent.parent.parent.parent
FOLDER: Final = ROOT / "docs" / "build"
PICTURES: Final = "pictures"
TABLES: Final = {
    "24 × 24": None,
    "20 × 20": ROOT / "examples" / "forma-20x20.toml",
    "8 × 8": ROOT / "examples" / "chessboard-8x8.toml",
}
"""The tables in the parts lists, and their settings."""


def files() -> dict[Path, bytes]:
    """Every file with its wanted content, by path."""
    made = {FOLDER / page.name: page.read_text() for page in sorted(FOLDER.glob("*.md"))}
    blocks = dict(_blocks())
    texts = {path: filled(text, blocks) for path, text in made.items()}
    return {**{path: text.encode() for path, text in texts.items()}, **dict(_pictures())}


def main() -> None:
    """Write the files that differ."""
    for path, data in files().items():
        if not path.exists() or path.read_bytes() != data:
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(data)
            print(path.relative_to(ROOT))


def _pictures() -> Iterator[tuple[Path, bytes]]:
    folder = FOLDER / PICTURES
    for circuit in all_circuits():
        yield folder / f"{circuit.name}.svg", as_svg(drawn(circuit), circuit.title)
    own = (
        ("matrix", matrix()),
        ("serpentine", serpentine()),
        ("ghosts", ghosts()),
        ("perfboard", perfboards()),
    )
    for name, drawing in (*own, *building.pictures()):
        yield folder / f"{name}.svg", as_svg(drawing, name)


def _blocks() -> Iterator[tuple[str, str]]:
    configs = [Config() if file is None else load(file) for file in TABLES.values()]
    yield "parts", table(("", *(f"**{name}**" for name in TABLES), ""), _part_rows(configs))
    yield "currents", table(("", *(f"**{name}**" for name in TABLES)), _current_rows(configs))
    for circuit in all_circuits():
        yield f"pins-{circuit.name}", table(("signal", "joins"), _net_rows(circuit))
    for name, config in zip(("24", "20", "8"), configs, strict=True):
        yield f"lines-{name}", table(("row or column", "pin"), _line_rows(config.table.grid))
    for lines in (24, 8):
        yield (
            f"places-{lines}",
            table(("part", "its pin 1", "its last pin"), _place_rows(perfboard(lines, lines))),
        )
    yield from building.blocks(dict(zip(TABLES, configs, strict=True)))
    yield "reach", table(("pitch", "its own magnet pulls"), _reach_rows())
    yield "aside", table(("the piece lies aside by", "the reed still feels"), _aside_rows())
    yield "electrics", table(("what", "how much"), _electric_rows())


def _part_rows(configs: list[Config]) -> Iterator[tuple[str, ...]]:
    lists = [{item.what: item for item in parts.parts(config)} for config in configs]
    group = ""
    for item in lists[0].values():
        if item.group != group:
            group = item.group
            yield f"**{group}**", *[""] * len(lists), ""
        counts = (one[item.what].quantity if item.what in one else "–" for one in lists)
        yield item.what, *counts, item.note


def _current_rows(configs: list[Config]) -> Iterator[tuple[str, ...]]:
    reckoned = [estimate(config, light_map_for(config)) for config in configs]
    rows: dict[str, Callable[..., str]] = {
        "lights": lambda one: f"{one.lights}",
        "all dark": lambda one: f"{one.dark_ma / 1000:.2f} A",
        "all white, at the usual brightness": lambda one: f"{one.bright_ma / 1000:.2f} A",
        "all white, at full: only if something is broken": lambda one: f"{one.full_ma / 1000:.2f} A",
        "the cap, `lights.cap_ma`": lambda one: f"{one.cap_ma / 1000:.2f} A",
        "**so, at most**": lambda one: f"**{one.most_ma / 1000:.2f} A**",
        "supply for the lights": lambda one: f"5 V, {one.supply_a} A",
        "fuse": lambda one: f"{one.wiring.fuse_a:g} A",
        "wire, up to 1 m": lambda one: f"{one.wiring.wire_mm2:g} mm²",
        "power goes in after every": lambda one: f"{one.lights // one.feeds[0]} lights",
    }
    for name, value in rows.items():
        yield name, *(value(one) for one in reckoned)


def _net_rows(circuit: Circuit) -> Iterator[tuple[str, str]]:
    for one in circuit.nets:
        yield one.signal, " · ".join(_pin(circuit, end) for end in one.ends)


def _pin(circuit: Circuit, end: End) -> str:
    number = circuit.part(end.part).numbers.get(end.pin)
    return f"{end.part} **{end.pin}**" + (f" ({number})" if number is not None else "")


def _line_rows(grid: Grid) -> Iterator[tuple[str, str]]:
    for first in range(0, grid.rows, 8):
        last = min(first + 8, grid.rows) - 1
        (chip, start), (_, end) = place_of_row(first), place_of_row(last)
        yield f"rows {first + 1} to {last + 1}", f"74HC595 no. {chip}, {start} to {end}"
    for first in range(0, grid.columns, 8):
        last = min(first + 8, grid.columns) - 1
        (chip, start), (_, end) = (place_of_column(column, grid.columns) for column in (first, last))
        free = "" if (last + 1) % 8 == 0 else f"; the inputs after {end} to ground"
        yield f"columns {first + 1} to {last + 1}", f"74HC165 no. {chip}, {start} to {end}{free}"


def _place_rows(board: Perfboard) -> Iterator[tuple[str, ...]]:
    for part in board.parts:
        ends = (part.holes[0], part.holes[-1])
        yield part.name, *(f"column {column}, row {row}" for column, row in ends)


def _reach_rows() -> Iterator[tuple[str, str]]:
    for pitch in reach.PITCHES_MM:
        margin = reach.margin(pitch)
        verdict = "too near" if margin < reach.NEEDED else "just so" if margin < 2 * reach.NEEDED else "good"
        times = f"{margin:.1f}" if margin < 10 else f"{margin:.0f}"
        yield f"{pitch:g} mm", f"{times} times as much as its eight neighbours: {verdict}"


def _aside_rows() -> Iterator[tuple[str, str]]:
    middle = reach.felt(reach.STANDING, 0)
    for aside in (0, 2, 4, 6, 8, 10, 12):
        yield f"{aside} mm", f"{100 * reach.felt(reach.STANDING, aside) / middle:.0f} %"


def _electric_rows() -> Iterator[tuple[str, str]]:
    sure_v, usual_v = parts.SURE_HIGH * parts.SUPPLY_V, parts.SUPPLY_V / 2
    yield "a column falls until it reads low", f"within {parts.falls_us():.1f} µs"
    yield "what the program waits for that", f"{settings.SETTLE_US} µs"
    for columns in (8, settings.COLUMNS):
        name = f"a column’s level with all {columns} contacts of its row closed, on the weakest 74HC595"
        yield name, f"{parts.column_v(columns):.2f} V"
    yield "level that a 74HC165 is sure to read as closed", f"{sure_v:.2f} V"
    yield "level that it usually reads as closed", f"{usual_v:.2f} V"
    yield "64 MFRC522 readers, at 3.3 V", f"up to {parts.tag_readers_ma(64) / 1000:.1f} A"


if __name__ == "__main__":
    main()
