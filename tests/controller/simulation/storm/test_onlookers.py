"""Nothing that looks on can make a table play wrongly, lose anything or stop."""

from __future__ import annotations

import io
import threading
from functools import partial
from pathlib import Path

from controller.simulation.storm.run import HELD, Storm, run
from tests.controller.simulation.storm.onlookers import FAILED, WatchedRig, play


def test_a_storm_with_onlookers_is_played_as_it_was_meant(tmp_path: Path) -> None:
    said = io.StringIO()
    status, counts = play(Storm(5, 6), 1, tmp_path, said)
    assert status == HELD, said.getvalue()
    assert "wrong 0, lost 0, stuck 0" in said.getvalue()
    assert {name: counts[name] for name in FAILED} == dict.fromkeys(FAILED, 0)
    assert counts["actions told"] > 50
    assert counts["secrets chosen on phones"] > 0
    assert not [thread for thread in threading.enumerate() if thread.name in ("web", "mqtt")]


def test_a_storm_is_the_same_whoever_looks_on(tmp_path: Path) -> None:
    told = []
    for make_rig in ([partial(WatchedRig, tally=tmp_path / "tally")], []):
        said = io.StringIO()
        run(Storm(6, 4), 1, tmp_path, said, *make_rig)
        told.append(said.getvalue())
    assert told[0] == told[1]
