"""The tables of the page on modules, and what by modules differs on the others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from controller.making.building import section
from controller.making.building.module_leads import lengthened
from controller.making.pages.made_pages import table
from controller.making.parts import costs
from controller.making.power import estimate
from controller.making.printed import layout, module, registers
from controller.settings.light_map_file import light_map_for
from controller.settings.settings import Config

SQUARE_MOHM: Final = 0.49
"""A square of copper of 35 µm: copper's 17.2 nΩm (IEC 60028) by its thickness."""
JUMPER_MOHM: Final = 20.0
"""The contact of a jumper, assumed."""
LINES: Final = 2
"""The power lines of each sort that lead from module to module."""


def blocks(configs: Mapping[str, Config]) -> Iterator[tuple[str, str]]:
    """Every made table by its name, for the settings of each size."""
    sizes = tuple(f"**{name}**" for name in configs)
    yield "modules", table(("", *sizes), _count_rows(configs))
    yield "module-power", table(("", *sizes), _power_rows(configs))
    yield "board-rules", table(("what", "at least"), _rule_rows())
    yield "board-costs", table(("", "**5 boards**", "**40 boards**"), _cost_rows())
    yield "module-layers", table(("layer, from above", "material", "thickness"), _layer_rows())
    yield "joints-both", table(("soldered by hand", *sizes), _both_rows(configs))
    yield "joints-modules", table(("soldered by hand, by modules", *sizes), _joint_rows(configs))


def _count_rows(configs: Mapping[str, Config]) -> Iterator[tuple[str, ...]]:
    grids = [config.table.grid for config in configs.values()]
    yield "modules", *(f"{grid.size // module.SITES**2}" for grid in grids)
    yield "jumpers", *(f"{module.jumpers(grid)}" for grid in grids)
    yield "pins to solder", *(f"{module.pins(grid)}" for grid in grids)
    yield "wires for rows and columns", *(f"{grid.rows + grid.columns}" for grid in grids)
    yield (
        "wires to be lengthened, the lights\u2019 three among them",
        *(f"{lengthened(grid)}" for grid in grids),
    )
    yield "wires for the lights\u2019 data", *(f"{module.wires(grid)}" for grid in grids)
    yield "laths", *(f"{len(module.LATHS) * grid.columns // module.SITES}" for grid in grids)


def row_drop_v(config: Config) -> float:
    """The loss along a row of modules, there and back, with all lights white at the usual brightness."""
    light_ma = estimate(config, light_map_for(config)).bright_light_ma
    lines_mohm = (module.SIDE / module.POWER * SQUARE_MOHM + JUMPER_MOHM) / LINES
    across = config.table.grid.columns // module.SITES
    carried = sum(range(1, across + 1)) * module.SITES**2 * light_ma / 1000
    return 2 * carried * lines_mohm / 1000


def _power_rows(configs: Mapping[str, Config]) -> Iterator[tuple[str, ...]]:
    rows: list[list[str]] = [[], []]
    for config in configs.values():
        light_ma = estimate(config, light_map_for(config)).bright_light_ma
        rows[0].append(f"{config.table.grid.columns * module.SITES * light_ma / 1000:.1f} A")
        rows[1].append(f"{row_drop_v(config):.2f} V")
    yield "a row of modules, all white at the usual brightness", *rows[0]
    yield "lost from its first to its last module, there and back", *rows[1]


def _rule_rows() -> Iterator[tuple[str, str]]:
    tracks = [track.width for track in module.layout().tracks]
    yield "width of a track", f"{min(tracks):g} mm"
    yield "between two tracks", f"{layout.CLEARANCE:g} mm"
    yield "from copper to the edge", f"{layout.EDGE:g} mm"
    yield "drilled and plated hole", f"{layout.VIA[1]:g} mm"
    for board in (module.layout(), registers.unrouted()):
        yield f"size of the {_NAMES[board.name]}", " × ".join(f"{side:g}" for side in board.size) + " mm"


_NAMES: Final = {"module": "module", "registers": "board for the Pico"}


def _cost_rows() -> Iterator[tuple[str, ...]]:
    shipping = costs.TAX * costs.SHIPPING
    for board in (module.layout(), registers.unrouted()):
        sums = (costs.rounded(costs.order(board, count) + shipping) for count in (5, 40))
        yield f"{_NAMES[board.name]}, with its small parts placed", *sums
    each = (f"{costs.order(module.layout(), count) / count:.0f} €" for count in (5, 40))
    yield "so a module, without shipping", *each


def _layer_rows() -> Iterator[tuple[str, ...]]:
    for layer in section.BY_MODULES.layers:
        yield f"**{layer.name}**", layer.material, f"{layer.thickness:g} mm"
    yield "together, with a lip around the paper", "", f"{section.BY_MODULES.height:g} mm"
    yield "from the top of the walls down to the ledges", "", f"{section.BY_MODULES.ledge_depth:g} mm"


def _both_rows(configs: Mapping[str, Config]) -> Iterator[tuple[str, ...]]:
    for name, counted in (("by wire", costs.joints), ("by modules", costs.joints_by_modules)):
        yield name, *(f"{sum(counted(config.table.grid).values()):,}" for config in configs.values())


def _joint_rows(configs: Mapping[str, Config]) -> Iterator[tuple[str, ...]]:
    found = [costs.joints_by_modules(config.table.grid) for config in configs.values()]
    for where in found[0]:
        yield where, *(f"{one[where]:,}" for one in found)
    yield "**all**", *(f"**{sum(one.values()):,}**" for one in found)
