"""The process of other people's engines."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from benchmarks import peers
from engines.games import GAMES

PLAYER = """
import json, sys
print(json.dumps(["python_chess"]), flush=True)
for line in sys.stdin:
    name, seconds = json.loads(line)
    assert name == "python_chess"
    print(json.dumps([2, 300, 0.01]), flush=True)
"""


def test_ours_are_measured_beside_those_that_are_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = tmp_path / "player.py"
    script.write_text(PLAYER)
    monkeypatch.setattr(peers, "SCRIPT", script)
    monkeypatch.setattr(peers, "ROUNDS", 2)
    monkeypatch.setattr(peers, "SLICE_S", 0.0001)
    found = peers.peers(Path(sys.executable))
    assert found.plies_per_s.keys() == {*GAMES, "python_chess"}
    assert found.plies_per_s["python_chess"].mean == pytest.approx(30_000)
    assert found.games_per_s["python_chess"].mean == pytest.approx(200)
    ratios = found.ratio_to["python_chess"]
    assert ratios == {name: pytest.approx(found.plies_per_s[name].mean / 30_000) for name in GAMES}
