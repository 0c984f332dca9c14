"""A table of modules: its boards fit together, its lists count what is there, its lights are mapped."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from controller.cli import main
from controller.making.building import case, module_leads, section
from controller.making.building.boards import Board
from controller.making.building.section import BY_MODULES
from controller.making.building.site_wiring import SLACK
from controller.making.pages import modules as page
from controller.making.parts import costs
from controller.making.parts.costs import Cutting
from controller.making.parts.parts import parts
from controller.making.printed import module, registers
from controller.settings import light_map_file
from controller.settings.config import load
from hardware.ports import Grid
from tests.controller.making.overlay.printed import EXAMPLES

SIZES = {"tablier": (24, 24), "forma-20x20": (20, 20), "chessboard-8x8": (8, 8)}


def boards(example: str) -> dict[str, Board]:
    config = load(EXAMPLES / f"{example}.toml")
    return {board.name: board for board in case.boards(config, stack=BY_MODULES)}


@pytest.mark.parametrize("example", SIZES)
def test_the_frame_holds_the_layers_of_a_table_of_modules(example: str) -> None:
    columns, rows = SIZES[example]
    found = boards(example)
    lath, (south, west) = found["lath"], BY_MODULES.rails
    assert found["wall-south"].height == pytest.approx(1 + 3 + 20 + 1.6 + 20 + 28 + 4)
    assert south == pytest.approx(20 + 1.6)
    assert west == pytest.approx(south + lath.thickness)
    assert found["block"].width + found["ledge-long"].thickness == BY_MODULES.wiring.thickness
    assert lath.count == columns // 2
    assert lath.width == 20 * rows + 19.5


@pytest.mark.parametrize("example", SIZES)
def test_the_holes_of_a_lath_lie_below_those_of_its_modules(example: str) -> None:
    _, rows = SIZES[example]
    lath = boards(example)["lath"]
    from_first_site = sorted(hole.at[0] - 9.75 for hole in lath.holes)
    expected = sorted({80 * number + y for number in range(rows // 4) for _, y in module.SCREWS})
    assert from_first_site == pytest.approx(expected)


@pytest.mark.parametrize("example", SIZES)
def test_walls_over_seams_stay_clear_of_pins_and_end_below_the_plate_anyway(example: str) -> None:
    columns, rows = SIZES[example]
    found = boards(example)
    for name, count in (("comb-east-west", rows), ("comb-north-south", columns)):
        plain, seam = found[name], found[f"{name}-seam"]
        assert plain.count + seam.count == count - 1
        assert seam.count == count // 4 - 1
        assert plain.height - seam.height == section.SEAM
    # Walls from west to east are slotted from above, the others from below: what is left of both meets.
    for lower in ("comb-east-west", "comb-east-west-seam"):
        for upper in ("comb-north-south", "comb-north-south-seam"):
            foot = {name: section.SEAM if name.endswith("seam") else 0.0 for name in (lower, upper)}
            slot_foot = foot[lower] + min(y for _, y in found[lower].outline if y > 0)
            slot_top = foot[upper] + found[upper].height - min(y for _, y in found[upper].outline if y > 0)
            assert slot_foot == pytest.approx(10.0)
            assert slot_top == pytest.approx(10.0)


def test_the_cover_carries_the_board_for_the_pico() -> None:
    cover = boards("tablier")["service-cover"]
    place = cover.marks[0].area
    assert (place.w, place.h) == registers.SIZE
    stand_offs = {
        (round(x - place.x, 3), round(y - place.y, 3)) for x, y in (hole.at for hole in cover.holes[4:])
    }
    assert stand_offs == {screw.at for screw in registers.SCREWS}


def test_what_is_counted_is_what_lies_side_by_side() -> None:
    grid = Grid(8, 8)
    assert module.jumpers(grid) == 2 * 10 + 2 * 4
    west, east, south = 2 * (4 + 2), 2 * 2, 2 * 4
    assert module.pins(grid) == 2 * module.jumpers(grid) + west + east + south + 2
    assert module.wires(grid) == 3 + 2 + 1
    assert module.are_whole(grid)
    assert not module.are_whole(Grid(8, 6))
    assert registers.pins() == 6 * 8 + 3 + 2


def test_every_line_of_the_list_by_modules_has_a_price_and_the_modules_cost_most_of_it() -> None:
    config = load(None)
    found = {cost.what: cost.eur for cost in costs.costs(config, Cutting.HAND, BY_MODULES)}
    assert all(found[item.what] > 0 for item in parts(config, BY_MODULES))
    assert max(found, key=lambda what: found[what]).startswith("module of")


def test_more_boards_cost_less_each_and_fewer_than_five_cost_as_much() -> None:
    board = module.layout()
    assert costs.order(board, 1) == costs.order(board, 5)
    assert costs.order(board, 40) / 40 < costs.order(board, 5) / 5


@pytest.mark.parametrize("example", SIZES)
def test_modules_spare_more_than_half_of_the_joints_and_hours_of_soldering(example: str) -> None:
    config = load(EXAMPLES / f"{example}.toml")
    grid = config.table.grid
    by_modules, by_wire = costs.joints_by_modules(grid), costs.joints(grid)
    assert by_modules["sites: reeds"] == 3 * grid.size
    assert 2 * sum(by_modules.values()) < sum(by_wire.values())
    hours = costs.hours(config, Cutting.HAND, BY_MODULES)
    assert hours["solder"] == pytest.approx(sum(by_modules.values()) * 20 / 3600)
    assert sum(hours.values()) < sum(costs.hours(config, Cutting.HAND).values())


@pytest.mark.parametrize("example", SIZES)
def test_the_wires_reach_the_board_with_the_cover_hanging_down(example: str) -> None:
    grid = load(EXAMPLES / f"{example}.toml").table.grid
    away = module_leads.module_leads(grid)
    assert len(away) == grid.rows + grid.columns + 3
    assert max(away) + SLACK <= module_leads.WIRE + module_leads.LONGER
    assert module_leads.lengthened(grid) == sum(one > module_leads.WIRE - SLACK for one in away)
    listed = {item.what: item.quantity for item in parts(load(EXAMPLES / f"{example}.toml"), BY_MODULES)}
    longer = listed.get("jumper wire, pin to socket, 20 cm", "0")
    assert int(longer) == module_leads.lengthened(grid)


def test_a_row_of_modules_keeps_the_voltage_that_lights_want() -> None:
    assert page.row_drop_v(load(None)) < 0.5


def test_the_templates_of_modules_bring_the_light_map_of_their_chain(tmp_path: Path) -> None:
    arguments = [
        "template",
        "--modules",
        "--config",
        str(EXAMPLES / "chessboard-8x8.toml"),
        "--out",
        str(tmp_path),
    ]
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == 0, result.output
    assert (tmp_path / "template-lath.dxf").exists()
    assert not (tmp_path / "template-carrier.dxf").exists()
    places = light_map_file.load(tmp_path / "lights.toml", Grid(8, 8)).places
    first_of_each = [places[Grid(8, 8).site(x, y)] for y in (3, 7) for x in (0, 4)]
    assert first_of_each == [0, 16, 32, 48]
    assert places[Grid(8, 8).site(3, 3)] == 15


def test_a_table_that_is_not_of_whole_modules_is_refused(tmp_path: Path) -> None:
    result = CliRunner().invoke(
        main, ["template", "--modules", "--set", "table.rows=6", "--out", str(tmp_path)]
    )
    assert result.exit_code == 2
    assert "multiples of 4" in result.output


def test_one_module_alone_is_lit_in_the_order_of_its_chain() -> None:
    config = load(EXAMPLES / "module-4x4.toml")
    assert config.lights.strip_wiring == module.WIRING
    assert (config.table.columns, config.table.rows) == (module.SITES, module.SITES)


def test_the_list_by_modules_is_printed() -> None:
    arguments = ["parts", "--modules", "--config", str(EXAMPLES / "chessboard-8x8.toml")]
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == 0, result.output
    words = " ".join(result.output.split())
    assert "4 module of 4 × 4 sites, assembled" in words
    assert "WS2812B" not in words
