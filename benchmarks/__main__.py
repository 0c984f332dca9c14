"""`python -m benchmarks`: measure everything, write `bench.json`, print the figures beside their budgets."""

from __future__ import annotations

import time
from dataclasses import asdict
from pathlib import Path

import msgspec

from benchmarks import doors, flood, report
from benchmarks.broker import IS_HERE
from benchmarks.decisions import decision_ms
from benchmarks.figures import Spread, rounded
from benchmarks.forma_bridges import games_figures, known_worst_ms
from benchmarks.frames import frame_ms
from benchmarks.games import tables
from benchmarks.hall import hall_figures
from benchmarks.machine import machine
from benchmarks.report import Json
from benchmarks.rules import legal_us, playouts_per_s
from benchmarks.running import running
from benchmarks.scripts import idle_hour, played_game, speedup
from benchmarks.searching import nodes_per_s
from engines.games import GAMES

FILE = Path(__file__).parent.parent / "bench.json"
BRIDGE_GAMES = 60


def measured() -> Json:
    """All figures, under the keys of `bench.json`. If one summarizes several, `details` has them all."""
    table = running()
    idle_percent = {"quiet": rounded(table.quiet_percent), "blinking": rounded(table.blinking_percent)}
    speedups = {
        "idle_hour": rounded(speedup(idle_hour(), "idle hour")),
        "played_game": rounded(speedup(played_game(), "played game")),
    }
    bridge_games = games_figures(BRIDGE_GAMES)
    return {
        "frame_to_light_ms": _spread(table.frame_to_light_ms),
        "decision_ms": {each.game.name: _spread(decision_ms(each)) for each in tables()},
        "frame_ms": _spread(frame_ms()),
        "legal_us": {name: rounded(legal_us(game)) for name, game in GAMES.items()},
        "playouts_per_s": {name: rounded(playouts_per_s(game)) for name, game in GAMES.items()},
        "search_nodes_per_s": {name: rounded(nodes_per_s(name)) for name in GAMES},
        "bridges_ms": {name: bridge_games[name] for name in ("p50", "p99", "max")},
        "bridges_worst_ms": rounded(known_worst_ms()),
        "bridges_stopped": bridge_games["stopped"],
        "idle_cpu_percent": max(idle_percent.values()),
        "rss_mib": rounded(table.rss_mib),
        "ready_s": rounded(table.ready_s),
        "script_speedup": min(speedups.values()),
        "hall": _of(hall_figures()),
        "flood": _of(flood.figures() if IS_HERE else None),
        "half_open": _of(doors.figures()),
        "details": {"idle_cpu_percent": idle_percent, "script_speedup": speedups},
    }


def _of(figures: msgspec.Struct | None) -> Json:
    """Several figures by their names; none without a broker."""
    found = {} if figures is None else msgspec.structs.asdict(figures)
    return {name: rounded(value) for name, value in found.items()}


def _spread(spread: Spread) -> Json:
    return {name: rounded(value) for name, value in asdict(spread).items()}


def main() -> None:
    """Measure, write and print. The exit status is 0 even if a budget is exceeded."""
    begun_s = time.monotonic()
    results = measured()
    FILE.write_text(report.as_text(results, machine()))
    print(report.table(results))
    print(f"\nMeasured in {time.monotonic() - begun_s:.0f} s. {FILE.name} is written.")


if __name__ == "__main__":
    main()
