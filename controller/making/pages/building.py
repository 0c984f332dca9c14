"""The tables and pictures of the pages on building: layers, distances, light."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import hypot, pi
from typing import Final

from controller.boards.cites import PAD
from controller.boards.plate import BORDER, PITCH
from controller.boards.shapes import Drawing
from controller.games import TABLES
from controller.making.bodies.body import Body
from controller.making.bodies.cites import TAG_DEEP
from controller.making.bodies.pictures import flat, standing
from controller.making.bodies.pieces import magnet_of, pieces
from controller.making.building import case, reach, screws, section
from controller.making.building.case import boards
from controller.making.building.module_section import module_section
from controller.making.building.module_steps import module_steps
from controller.making.building.plan_picture import corner, plan
from controller.making.building.section import BY_MODULES, BY_WIRE, LayerStack
from controller.making.building.section_picture import section as section_drawing
from controller.making.building.site_picture import site_below
from controller.making.building.site_wiring import leads, leads_m
from controller.making.building.step_pictures import closing, first_reed, put_together, reed_steps, trial
from controller.making.pages import modules
from controller.making.pages.made_pages import table
from controller.making.pages.pad_picture import pad
from controller.making.parts import costs
from controller.making.printed.pictures import joined, module_above, registers_above
from controller.settings.settings import Config

WAYS: Final = {BY_WIRE: "by wire", BY_MODULES: "by modules"}
DISCS: Final = ((5.0, 1.0), (5.0, 2.0), (5.0, 3.0), (6.0, 2.0), (6.0, 3.0), (8.0, 3.0))
"""Discs to choose from: diameter and height."""

LIGHT_A: Final = 0.061
FEED_A: Final = 4.0
"""The current of a white light at full, and of the whole table (`tablier power`)."""

_LAYER_HEAD: Final = (
    "layer, from above",
    "material",
    "thickness",
    "what it does",
    "with a laser or CNC",
    "by hand",
)


def pictures() -> Iterator[tuple[str, Drawing]]:
    """Every picture by its name."""
    yield "section", section_drawing()
    yield "plan", plan()
    yield "carrier-corner", corner()
    yield "pad", pad()
    yield "bodies-standing", standing()
    yield "bodies-flat", flat()
    yield "put-together", put_together(section.BY_WIRE)
    yield "put-together-modules", put_together(section.BY_MODULES)
    yield "section-modules", module_section()
    yield "module", module_above()
    yield "registers", registers_above()
    yield "modules-joined", joined()
    yield from module_steps()
    yield "closing", closing()
    yield "reed-steps", reed_steps()
    yield "site-below", site_below()
    yield "trial", trial()
    yield "first-reed", first_reed()


def blocks(configs: Mapping[str, Config]) -> Iterator[tuple[str, str]]:
    """Every made table by its name, for the settings of each size."""
    sizes = tuple(f"**{name}**" for name in configs)
    yield "layers", table(_LAYER_HEAD, _layer_rows())
    yield "places", table(("what", "mm"), _place_rows())
    felt = ("its own, 4 mm aside", "all neighbours", "")
    yield "gaps", table(("middle of the magnet to glass", *felt), _gap_rows())
    yield "discs", table(("disc", "to glass", *felt), _disc_rows())
    yield "boards", table(("board", "of", *sizes), _board_rows(configs))
    yield "boards-modules", table(("board", "of", *sizes), _board_rows(configs, BY_MODULES))
    yield "screws", table(("", *sizes, "for"), _screw_rows(configs))
    yield "drills", table(("drill", "for"), _drill_rows(next(iter(configs.values()))))
    yield "leads", table(("", *sizes), _lead_rows(configs))
    head = ("body", "to print", "size", "magnet", "what a finger feels")
    yield "bodies", table(head, _body_rows())
    yield "pads", table(("what", "how much"), _pad_rows())
    yield "money", table(("", *sizes), _money_rows(configs))
    yield "prices", table(("line begins with", "about, in euro"), _price_rows())
    yield "hours", table(("", *sizes), _hour_rows(configs))
    yield "joints", table(("soldered by hand", *sizes), _joint_rows(configs))
    yield "seconds", table(("assumed", "seconds"), ((what, f"{s:g}") for what, s in costs.SECONDS.items()))
    yield from modules.blocks(configs)
    yield "light", table(("what", "how much"), _light_rows())
    yield "strays", table(("near a reed", "it feels"), _stray_rows())


def _layer_rows() -> Iterator[tuple[str, ...]]:
    for layer in section.BY_WIRE.layers:
        made = layer.purpose, layer.by_laser, layer.by_hand
        yield f"**{layer.name}**", layer.material, f"{layer.thickness:g} mm", *made
    height = f"{section.BY_WIRE.height:g} mm"
    yield "together, with a lip around the paper", "", height, "the frame’s walls", "", ""


def _place_rows() -> Iterator[tuple[str, str]]:
    east, north = section.LIGHT_AT
    yield "from site to site", f"{PITCH:g}"
    yield "hole for the reed and its thin wire, in the middle of the site", f"{section.REED_HOLE:g}"
    yield "hole for the light", f"{section.LIGHT_HOLE:g}"
    yield "its middle from the middle of the site, to the east and to the north", f"{east:g}, {north:g}"
    yield "the upper lead, cut", f"{section.UPPER_LEAD:g}"
    yield "top of the plate to the upper end of the glass", f"{section.REED_DEPTH:g}"
    yield "the glass, in all", f"{section.GLASS_LENGTH:g}"
    yield "top of the carrier to the lower end of the glass", f"{glass_below_carrier_top():g}"
    yield "underside of the plate to the face of the light", f"{section.LIGHT_BELOW:g}"


def glass_below_carrier_top() -> float:
    """From the top of the carrier down to the lower end of the glass."""
    return section.UPPER_LEAD + section.GLASS_LENGTH - section.GRID.thickness


def verdict(own_at: float, neighbours_at: float) -> str:
    """Whether a reed would work that feels this."""
    if own_at < reach.CROPPED * reach.CLOSES_AT:
        return "too weak" if own_at < reach.CLOSES_AT else "weak: only for sensitive reeds"
    return "the neighbours hold it" if neighbours_at > reach.OPENS_AT else "good"


def felt_at(diameter: float, height: float, gap: float) -> tuple[float, float]:
    """The ampere-turns of a reed's own disc, 4 mm aside, and of all its neighbours together."""
    reed, strength = reach.at_gap(gap), reach.strength(diameter, height)
    own = strength * reach.felt(reed, reach.SAFE_ASIDE_MM)
    return own, strength * reach.neighbours(PITCH, reed=reed)


def _gap_rows() -> Iterator[tuple[str, ...]]:
    for step in range(-3, 5):
        gap = section.gap() + step
        own, others = felt_at(*section.MAGNET, gap)
        stars = "**" if step == 0 else ""
        yield f"{stars}{gap:.1f} mm{stars}", f"{own:.0f} AT", f"{others:.1f} AT", verdict(own, others)


def _disc_rows() -> Iterator[tuple[str, ...]]:
    for diameter, height in DISCS:
        gap = section.gap(height)
        own, others = felt_at(diameter, height, gap)
        felt = f"{own:.0f} AT", f"{others:.1f} AT"
        yield f"{diameter:g} × {height:g} mm", f"{gap:.1f} mm", *felt, verdict(own, others)


def corner_share() -> float:
    """The direct light at the farthest corner of a site, relative to the place above the light: the fourth
    power of the cosine."""
    far = hypot(*(PITCH / 2 - section.WALL / 2 + at for at in section.LIGHT_AT))
    return (section.LIGHT_BELOW**2 / (section.LIGHT_BELOW**2 + far**2)) ** 2


def _light_rows() -> Iterator[tuple[str, str]]:
    yield "the light’s own angle", f"{section.LIGHT_ANGLE:g}°"
    yield "what its hole leaves of it", f"{section.opening():.0f}°"
    spread = section.lit_radius(section.LIGHT_BELOW)
    yield "the disc that it would light on the plate without walls", f"{2 * spread:.0f} mm wide"
    yield "the window that the walls leave", f"{PITCH - section.WALL:g} × {PITCH - section.WALL:g} mm"
    share = f"{100 * corner_share():.0f} %"
    yield "what the farthest corner gets directly, of what is above the light", share


def _stray_rows() -> Iterator[tuple[str, str]]:
    for what, ampere, away in (
        ("a light at full, 8 mm away", LIGHT_A, 8.0),
        ("the 5 V wire of the whole table, 10 mm away", FEED_A, 10.0),
    ):
        yield what, f"{ampere / (2 * pi * away) * section.GLASS_LENGTH:.2f} AT at most"
    yield "what opens it for sure", f"less than {reach.OPENS_AT:g} AT"
    yield "what closes it for sure", f"{reach.CLOSES_AT:g} AT"


def _board_rows(configs: Mapping[str, Config], stack: LayerStack = BY_WIRE) -> Iterator[tuple[str, ...]]:
    """The boards of each size; by modules only those that differ."""
    lists = [{board.name: board for board in boards(config, stack=stack)} for config in configs.values()]
    by_wire = (
        set() if stack is BY_WIRE else {board for config in configs.values() for board in boards(config)}
    )
    for name, first in lists[0].items():
        if first in by_wire:
            continue
        sizes = []
        for one in lists:
            board = one.get(name)
            count = f"{board.count} × " if board and board.count > 1 else ""
            sizes.append(f"{count}{board.width:g} × {board.height:g}" if board else "–")
        paper = f"**{first.title}**" if first.needs_paper else first.title
        yield paper, f"{first.material}, {first.thickness:g} mm", *sizes


def _screw_rows(configs: Mapping[str, Config]) -> Iterator[tuple[str, ...]]:
    """By wire, and after a stroke by modules where that differs."""
    pairs = [(screws.screws(config), screws.screws(config, BY_MODULES)) for config in configs.values()]
    for what in screws.ROWS:
        counts = []
        for by_wire, by_modules in pairs:
            first, second = by_wire.get(what, 0), by_modules.get(what, 0)
            counts.append(f"{first}" if first == second else f"{first or '–'} / {second or '–'}")
        yield what, *counts, screws.PURPOSES[what]


def _drill_rows(config: Config) -> Iterator[tuple[str, str]]:
    for diameter, names in screws.drills(config):
        yield f"{diameter:g} mm", "; ".join(names)


def _lead_rows(configs: Mapping[str, Config]) -> Iterator[tuple[str, ...]]:
    found = [leads(config.table.grid) for config in configs.values()]
    yield "the shortest", *(f"{min(rows + columns) / 10:.0f} cm" for rows, columns in found)
    yield "the longest", *(f"{max(rows + columns) / 10:.0f} cm" for rows, columns in found)
    yield "all together", *(f"{leads_m(config.table.grid):.0f} m" for config in configs.values())


def _body_rows() -> Iterator[tuple[str, ...]]:
    for played in TABLES:
        game = played.game.name
        yield f"**{played.title}**", "", "", "", ""
        groups: dict[str, list[Body]] = {}
        for piece in pieces(game):
            groups.setdefault(_group(piece), []).append(piece)
        for name, group in groups.items():
            first, count = group[0], sum(piece.count for piece in group)
            size = "each square 19.9" if name.startswith("elements") else size_of(first)
            magnet = f"{first.magnet[0]:g} × {first.magnet[1]:g}" if first.magnet else "–"
            feel = first.feel.partition(",")[0] if game == "cites" else first.feel
            yield name, f"{count}", size, magnet, feel


def _group(piece: Body) -> str:
    """Elements of a colour, and tiles of a kind, are one row."""
    if piece.game == "cites":
        return f"tiles: {piece.name.partition('-')[2] or piece.name[0]}"
    colour, _, code = piece.name.partition("-")
    return f"elements, {colour}" if piece.game == "forma" and code[:1].isdigit() else piece.name


def size_of(piece: Body) -> str:
    """Width, depth and height of a body, in mm."""
    corners = [corner for triangle in piece.solid.triangles() for corner in triangle]
    lengths = (
        max(corner[axis] for corner in corners) - min(corner[axis] for corner in corners) for axis in range(3)
    )
    return " × ".join(f"{length:.1f}".removesuffix(".0") for length in lengths)


def nearest_reed() -> float:
    """From the middle of a pad that touches the frame to the middle of the nearest site."""
    return PAD / 2 + section.FRAME + BORDER + PITCH / 2


def _pad_rows() -> Iterator[tuple[str, str]]:
    diameter, height = magnet_of("cites")
    away = nearest_reed()
    reed = reach.at_gap(section.gap(height) + TAG_DEEP)
    felt = reach.strength(diameter, height) * abs(reach.felt(reed, away))
    yield "the box", f"{PAD:g} × {PAD:g} mm, {case.PAD_WALL + case.PAD_TOP + 3:g} mm high"
    between = case.PAD_TOP + section.PAPER.thickness + case.FOAM
    yield "reader to tag: foam tape, the top and its paper", f"{between:g} mm"
    yield "middle of a pad that touches the frame, to the nearest reed", f"{away:g} mm"
    yield "what that reed feels of a tile there", f"{felt:.2f} AT; it closes at {reach.CLOSES_AT:g}"
    yield "middle to middle of two pads that touch", f"{PAD:g} mm"


# Money and hours


def _money_rows(configs: Mapping[str, Config]) -> Iterator[tuple[str, ...]]:
    bills = [costs.costs(config, costs.Cutting.HAND) for config in configs.values()]
    for group in dict.fromkeys(cost.group for bill in bills for cost in bill if cost.group != "Case"):
        sums = (sum(cost.eur for cost in bill if cost.group == group) for bill in bills)
        yield group, *(costs.rounded(eur) if eur else "–" for eur in sums)
    yield (
        "Sensors and lights, by modules",
        *(
            costs.rounded(sum(cost.eur for cost in bill if cost.group in ("Sensors", "Lights")))
            for bill in (costs.costs(config, costs.Cutting.HAND, BY_MODULES) for config in configs.values())
        ),
    )
    for way in costs.Cutting:
        cases = (
            sum(cost.eur for cost in costs.costs(config, way) if cost.group == "Case")
            for config in configs.values()
        )
        yield f"Case, with {way}", *(costs.rounded(eur) for eur in cases)
    for way in costs.Cutting:
        for stack, name in WAYS.items():
            totals = (costs.rounded(costs.total(config, way, stack)) for config in configs.values())
            yield f"**all, {name}, with {way}**", *(f"**{eur}**" for eur in totals)


def _price_rows() -> Iterator[tuple[str, str]]:
    for start, price in costs.PRICES.items():
        yield f"{start} …", f"{price:g}"
    for what, price in (
        ("opal acrylic, a square metre", costs.ACRYLIC_M2),
        ("plywood, a square metre", costs.PLYWOOD_M2),
        ("white card, a square metre", costs.CARD_M2),
        ("laths, a metre", costs.LATH_M),
        ("cutting, a metre of cut", costs.CUTTING_M),
        ("screws, spacers, silicone, paint, felt", costs.SMALL_PARTS),
        ("drills, awl, glue", costs.DRILLS),
        *((f"{value}, placed by a machine", price) for value, price in costs.PLACED_PRICES.items()),
        ("placing a part", costs.PLACING),
        ("a printed board without parts", costs.BOARD),
        ("setting up a kind of board", costs.SET_UP),
        ("shipping of boards", costs.SHIPPING),
    ):
        yield what, f"{price:g}"


def _hour_rows(configs: Mapping[str, Config]) -> Iterator[tuple[str, ...]]:
    by_way = {
        (way, stack): [costs.hours(config, way, stack) for config in configs.values()]
        for stack in WAYS
        for way in costs.Cutting
    }
    for stack, name in WAYS.items():
        shown: set[str] = set()
        yield f"**{name}**", *("" for _ in configs)
        for way in costs.Cutting:
            tables = by_way[way, stack]
            for what in [what for what in tables[0] if what not in shown]:
                shown.add(what)
                yield f"{what}", *(f"{one[what]:.0f} h" if one[what] >= 1 else "under 1 h" for one in tables)
        for way in costs.Cutting:
            totals = (sum(one.values()) for one in by_way[way, stack])
            yield f"**all, {name}, with {way}**", *(f"**{hours:.0f} h**" for hours in totals)


def _joint_rows(configs: Mapping[str, Config]) -> Iterator[tuple[str, ...]]:
    found = [costs.joints(config.table.grid) for config in configs.values()]
    for where in found[0]:
        yield where, *(f"{one[where]:,}" for one in found)
    yield "**all**", *(f"**{sum(one.values()):,}**" for one in found)
