"""The numbers with a unit in the words of the pages on building, and where each comes from.

A number is what the code has, written as the page writes it, or it has a source. So a page whose number the
code has no more is noticed, and so is a new number without an origin.
"""

from __future__ import annotations

import re
from pathlib import Path

from controller.boards.cites import TAG
from controller.boards.plate import BORDER, PITCH
from controller.making.bodies import forma
from controller.making.bodies.pieces import magnet_of, pieces
from controller.making.building import case, module_leads, reach, screws, section
from controller.making.building import site_wiring as wired
from controller.making.pages import building, modules
from controller.making.parts import parts
from controller.making.power import estimate
from controller.making.printed import module
from controller.making.wiring.circuit import Circuit
from controller.making.wiring.circuits import lights, panel, tags
from controller.making.wiring.modules import PULL_DOWN_OHM
from controller.making.wiring.perfboard import STEP, perfboard
from controller.settings.light_map_file import light_map_for
from controller.settings.settings import Config
from hardware.simulated.reeds import Physics
from tests.controller.making.gaps import good_gaps

_UNIT = r"(?:mm²|mm|cm|mA|A|AT|V|kΩ|mΩ|Ω|µF|nF|pF|µm|ms|MHz|seconds|T|%)(?![\w²])"
_NUMBER = re.compile(rf"(?<![\w.,×–-])(?<!× )\d+(?:\.\d+)?(?:(?: × | to |–)\d+(?:\.\d+)?)* {_UNIT}")


def numbers(page: Path) -> set[str]:
    """The numbers with a unit in the words of a page: not in its made tables, settings and addresses."""
    text = re.sub(r"<!-- made: .*?<!-- end -->|```.*?```", "", page.read_text(), flags=re.DOTALL)
    words = " ".join(re.sub(r"\]\([^)]*\)", "]", text).split())
    return {found[0] for found in _NUMBER.finditer(words)}


def _plate(lines: int) -> str:
    side = lines * PITCH + 2 * BORDER
    return f"{side:g} × {side:g} mm"


_CONFIG = Config()
_POWER = estimate(_CONFIG, light_map_for(_CONFIG))
_LARGE, _SMALL = perfboard(24, 24).size, perfboard(8, 8).size
_LEAST, _MOST = good_gaps()
_PLUG_MM = 2.5 + 14.0
"""A strip and a plug upon it (a header of 2.54 mm and its housing, data sheets)."""
_ABOVE = 5 + section.MODULE.thickness + _PLUG_MM
_USUAL = f"{section.MAGNET[0]:g} × {section.MAGNET[1]:g} mm"

_SPACER = screws.SPACER.removeprefix("spacer M3, ").removesuffix(", with two screws")
_COPPER = f"{17.2 / modules.SQUARE_MOHM:.0f} µm"
"""Copper's 17.2 nΩm by the resistance of a square."""


def _value(circuit: Circuit, start: str) -> str:
    return next(part.name.removeprefix(start) for part in circuit.parts if part.name.startswith(start))


_SERIES, _TANK = f"{_value(lights(), 'R ')}", f"{_value(lights(), 'C ')}"
_PULL_UP = _value(tags(), "R ").partition(",")[0]
_BYPASS = next(one.value for one in module.layout().placed if one.ref.startswith("C"))
_HOUSE = building.size_of(next(piece for piece in pieces("masterplan") if piece.name == "house-white"))
_HOUSE = f"{_HOUSE.rpartition(' × ')[0]} mm"

FROM_CODE: dict[str, set[str]] = {
    "README.md": {f"{PITCH:g} mm"},
    "case.md": {
        f"{case.BUTTON:g} mm",
        f"{case.SCREEN[0]:g} × {case.SCREEN[1]:g} mm",
        f"{case.SCREEN_BODY[0]:g} × {case.SCREEN_BODY[1]:g} mm",
        f"{section.BY_WIRE.ledge_depth:g} mm",
        f"{section.LID.thickness:g} mm",
        f"{section.FEET:g} mm",
        _SPACER,
    },
    "layers.md": {
        f"{section.STRAIGHT:g} mm",
        f"{reach.CLOSES_AT:g} AT",
        f"{reach.CROPPED * reach.CLOSES_AT:g} AT",
        f"{reach.OPENS_AT:g} AT",
        f"{reach.ASIDE_MM:g} mm",
        f"{section.PLATE.thickness:g} mm",
        _USUAL,
        f"{reach.REMANENCE_T:g} T",
        f"{_LEAST:.1f} to {_MOST:.1f} mm",
        f"{section.gap():.1f} mm",
        f"{_MOST - section.gap():.1f} mm",
        f"{section.gap() - _LEAST:.1f} mm",
        f"{section.LIGHT_BELOW:.0f} mm",
        _plate(24),
        parts.REED.rpartition(", ")[2],
    },
    "magnets.md": {
        f"{PITCH:g} mm",
        f"{24 * PITCH:g} mm",
        f"{3 * PITCH:g} mm",
        f"{reach.SAFE_ASIDE_MM:g} mm",
        f"{reach.GLASS_MM:g} mm",
        f"{reach.GAP_MM:g} mm",
        f"{reach.ASIDE_MM:g} mm",
        f"{Physics().pull_in_mm:g} mm",
        f"{section.MAGNET[0]:g} mm",
        f"{section.MAGNET[1]:g} mm",
        f"{section.STRAIGHT:g} mm",
        f"{_CONFIG.board.debounce_ms:g} ms",
        f"{max(pitch for pitch in reach.PITCHES_MM if reach.margin(pitch) < 2):g} mm",
        f"{reach.SAFE_ASIDE_MM + 1:g} to {Physics().drop_out_mm:g} mm",
        f"{Physics().drop_out_mm:g} mm",
    },
    "modules.md": {
        f"{module.SIDE:g} mm",
        f"{2 * module.EDGE_PIN:g} mm",
        f"{module_leads.WIRE / 10:g} cm",
        f"{module_leads.LONGER / 10:g} cm",
        f"{wired.SLACK / 10:g} cm",
        f"{modules.JUMPER_MOHM:g} mΩ",
        f"{_ABOVE:.0f} mm",
        f"{section.LOW_WIRING.thickness + section.LID.thickness - _ABOVE:.0f} mm",
        "5 × 5 mm",
        f"{section.MODULE.thickness:g} mm",
        f"{section.UPPER_LEAD:g} mm",
        f"{wired.REED_WIRE:g} mm",
        f"{section.HIGH_GRID.thickness:g} mm",
        f"{section.GLASS_ABOVE_MODULE:g} mm",
        screws.TINY.removeprefix("brass or stainless wood screw "),
        _COPPER,
        _TANK,
        _BYPASS,
        _SPACER,
    },
    "pads.md": {f"{case.FOAM:g} mm", f"{TAG:g} mm", f"{magnet_of('cites')[0]:g} mm"},
    "parts.md": {
        _plate(24),
        _plate(20),
        f"{PITCH:g} mm",
        f"{1000 / 60:.0f} mm",
        f"{1000 / 144:.0f} mm",
        f"{section.LIGHT_BOARD:g} mm",
        parts.REED.rpartition(", ")[2],
        *(
            part.name.rpartition("R ")[2].partition(",")[0]
            for part in panel().parts
            if part.name.startswith("R ")
        ),
        f"{parts.SUPPLY_V:g} V",
    },
    "pieces.md": {
        f"{forma.FLOOR:g} mm",
        f"{section.MAGNET[0]:g} mm",
        f"{section.MAGNET[1]:g} mm",
        _HOUSE,
    },
    "power.md": {
        f"{_POWER.full_light_ma:.0f} mA",
        f"{_POWER.bright_light_ma:.0f} mA",
        f"{_CONFIG.lights.channel_ma:g} mA",
        f"{_CONFIG.lights.idle_ma:g} mA",
        _SERIES,
    },
    "wiring.md": {
        f"{PULL_DOWN_OHM // 1000} kΩ",
        f"{wired.BARE:g} mm",
        f"{wired.ROW_SOUTH:g} mm",
        f"{wired.COLUMN_BELOW:g} mm",
        f"{wired.COLUMN_BELOW - 2 * wired.BARE:.0f} mm",
        f"{wired.SLACK / 10:g} cm",
        f"{STEP:g} mm",
        f"{_LARGE[0]:g} × {_LARGE[1]:g} mm",
        f"{_SMALL[0]:g} × {_SMALL[1]:g} mm",
        f"{parts.COLUMN_F * 1e12:.0f} pF",
        f"{100 * (1 - parts.column_v(24) / (parts.SURE_HIGH * parts.SUPPLY_V)):.0f} %",
        f"{parts.SUPPLY_V:g} V",
        _BYPASS,
        _PULL_UP,
    },
    "work.md": {
        f"{PITCH:g} mm",
        f"{2 * PITCH:g} mm",
        f"{reach.SAFE_ASIDE_MM + 1:g} to {Physics().drop_out_mm:g} mm",
        f"{PULL_DOWN_OHM // 1000} kΩ",
        f"{parts.SUPPLY_V:g} V",
        f"{module_leads.WIRE / 10:g} cm",
        _SERIES,
        _TANK,
    },
}
"""The code's numbers, as the page writes them."""

SOURCED: dict[str, dict[str, str]] = {
    "case.md": {
        "100 %": "the scale of a print",
        "2 mm": "felt as it is sold; the test of the console's room",
        "20 mm": "the test of the console's room",
    },
    "first-game.md": {"100 %": "the scale of a print"},
    "layers.md": {
        "0.25 mm": "AWG 30 (ASTM B258)",
        "3 seconds": "RMCIP, on the page",
        "20 mm": "the pitch: as far as a neighbour's magnet",
        "0.5 mm": "an eighth of the 4 mm that a piece may stand aside",
        "100 %": "the scale of a print",
    },
    "magnets.md": {"1 ms": "data sheets of reeds; the firmware waits five times as long"},
    "modules.md": {
        "10 V": "twice the 5 V of the lights",
        "3.9 mm": "the body of SO-14 and SO-16 (JEDEC MS-012)",
    },
    "pads.md": {"13.56 MHz": "ISO 14443", "5 to 7 cm": "a seller, on the page"},
    "parts.md": {
        "5 V": "the lights' data sheet",
        "150 mA": "data sheet, on the page",
        "50 mA": "data sheet, on the page",
    },
    "pieces.md": {"0.2 mm": "a printer's usual layer", "11 mm": "the test of the bodies' page"},
    "power.md": {"5 V": "the lights' data sheet", "4.75 to 5.25 V": "5 V, 5 % more or less, as USB allows"},
    "wiring.md": {"5 V": "the lights' data sheet", "300 mA": "the Pico's data sheet, on the page"},
    "work.md": {
        "5 V": "the lights' data sheet",
        "0.5 mm": "twice the clearance of a board in the frame",
        "4.5 V": "below it blue fails first (the lights' data sheet)",
        "1 mm": "a quarter of the 4 mm that a piece may stand aside",
    },
}
"""The numbers of other sources."""
