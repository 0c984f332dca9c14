"""`python -m benchmarks`: measure everything, write `bench.json`, print the figures beside their budgets.

`--peers PYTHON` runs the random games of other people's engines beside ours, by this interpreter.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from dataclasses import asdict, is_dataclass
from pathlib import Path
from typing import Any

import msgspec

from benchmarks import doors, flood, report
from benchmarks.broker import IS_HERE
from benchmarks.decisions import decision_ms
from benchmarks.figures import Kernel, rounded
from benchmarks.forma_bridges import games_figures, known_worst_ms
from benchmarks.frames import first_frame_ms, frame_ms
from benchmarks.games import tables
from benchmarks.hall import hall_figures
from benchmarks.machine import machine
from benchmarks.peers import peers
from benchmarks.report import KERNEL, Json
from benchmarks.rules import legal_us, playouts_per_s
from benchmarks.running import running
from benchmarks.scripts import idle_hour, played_game, speedup
from benchmarks.searching import nodes_per_s
from engines.games import GAMES

FILE = Path(__file__).parent.parent / "bench.json"
BRIDGE_GAMES = 60


def measured(peers_python: Path | None) -> Json:
    """All figures, under the keys of `bench.json`."""
    table = running()
    bridge_games = games_figures(BRIDGE_GAMES)
    figures = {
        "frame_to_light_ms": table.frame_to_light_ms,
        "decision_ms": {each.game.name: decision_ms(each) for each in tables()},
        "frame_ms": frame_ms(),
        "first_frame_ms": first_frame_ms(),
        "legal_us": {name: legal_us(game) for name, game in GAMES.items()},
        "playouts_per_s": {name: playouts_per_s(game) for name, game in GAMES.items()},
        "search_nodes_per_s": {name: nodes_per_s(name) for name in GAMES},
        "bridges_ms": bridge_games.ms,
        "bridges_worst_ms": known_worst_ms(),
        "bridges_stopped": bridge_games.stopped,
        "idle_cpu_percent": {"quiet": table.quiet_percent, "blinking": table.blinking_percent},
        "rss_mib": table.rss_mib,
        "ready_s": table.ready_s,
        "script_speedup": {
            "idle_hour": speedup(idle_hour(), "idle hour"),
            "played_game": speedup(played_game(), "played game"),
        },
        "hall": _beside(hall_figures),
        "flood": _beside(flood.figures if IS_HERE else lambda: None),
        "half_open": _beside(doors.figures),
    }
    if peers_python is not None:
        figures["peers"] = peers(peers_python)
    return {name: _plain(value) for name, value in figures.items()}


def _beside(measure: Callable[[], msgspec.Struct | None]) -> Json:
    """Several figures by their names, and the kernel before and after them; none without a broker."""
    beside = Kernel()
    beside.pace()
    found = measure()
    beside.pace()
    return {} if found is None else {**msgspec.structs.asdict(found), KERNEL: beside.p50}


def _plain(value: Any) -> Any:
    """Dictionaries and rounded numbers."""
    if is_dataclass(value) and not isinstance(value, type):
        value = asdict(value)
    if isinstance(value, dict):
        return {name: _plain(inner) for name, inner in value.items()}
    return rounded(value)


def main(arguments: list[str]) -> None:
    """Measure, write and print. The exit status is 0 even if a budget is exceeded."""
    begun_s = time.monotonic()
    results = measured(Path(arguments[1]) if arguments[:1] == ["--peers"] else None)
    FILE.write_text(report.as_text(results, machine()))
    print(report.table(results))
    print(f"\nMeasured in {time.monotonic() - begun_s:.0f} s. {FILE.name} is written.")


if __name__ == "__main__":
    main(sys.argv[1:])
