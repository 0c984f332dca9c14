"""KiCad's project of a board: the rules that it is checked against."""

from __future__ import annotations

import json

from controller.making.printed.layout import CLEARANCE, EDGE, TRACK, VIA, PrintedBoard


def project_file(layout: PrintedBoard) -> bytes:
    """The `.kicad_pro` of a board."""
    size, drill = VIA
    rules = {
        "min_clearance": CLEARANCE,
        "min_copper_edge_clearance": EDGE,
        "min_hole_clearance": 0.25,
        "min_hole_to_hole": 0.25,
        "min_through_hole_diameter": drill,
        "min_track_width": 0.2,
        "min_via_annular_width": 0.13,
        "min_via_diameter": size,
        "solder_mask_clearance": 0.05,
        "solder_mask_min_width": 0.0,
    }
    classes = [
        {
            "name": "Default",
            "clearance": CLEARANCE,
            "track_width": TRACK,
            "via_diameter": size,
            "via_drill": drill,
            "microvia_diameter": 0.3,
            "microvia_drill": 0.1,
            "diff_pair_gap": 0.25,
            "diff_pair_via_gap": 0.25,
            "diff_pair_width": 0.2,
            "wire_width": 6,
            "bus_width": 12,
            "line_style": 0,
            "pcb_color": "rgba(0, 0, 0, 0.000)",
            "schematic_color": "rgba(0, 0, 0, 0.000)",
        }
    ]
    # The files carry their footprints and symbols with them, so there is no library to compare with.
    own = {"lib_footprint_issues": "ignore", "lib_footprint_mismatch": "ignore"}
    project = {
        "board": {"design_settings": {"rules": rules, "rule_severities": own, "meta": {"version": 2}}},
        "erc": {
            "meta": {"version": 0},
            "rule_severities": {"lib_symbol_issues": "ignore", "footprint_link_issues": "ignore"},
        },
        "meta": {"filename": f"{layout.name}.kicad_pro", "version": 1},
        "net_settings": {"classes": classes, "meta": {"version": 2}},
        "schematic": {"legacy_lib_dir": "", "legacy_lib_list": []},
        "sheets": [["", ""]],
        "text_variables": {},
    }
    return f"{json.dumps(project, indent=2)}\n".encode()
