"""The numbers of Forma's evaluation, fitted to games of the search against itself by
`benchmarks/forma_weights.py`."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

FILE: Final = Path(__file__).with_name("weights.json")

WEIGHTS: Final[Mapping[str, Any]] = json.loads(FILE.read_text(encoding="utf-8"))
"""`bridge`: the log-odds that a player builds the next bridge of an axis, by what `Race` says.

`placed`: those that an element of a reserve is placed, by the logarithm of its places for each element left,
and by its size. `encloses`: the points that it then encloses, on average. `doubt`: the lead in points that
makes a win more likely by a factor of e, at the end, and what each empty cell adds to it."""
