"""The table of faults names tests that there are."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FAULTS = 40
_ROW = re.compile(r"\| (\d+) \|(.*)\|(.*)\|(.*)\|")
_NAMED = re.compile(r"`([^`]*)`")


def rows() -> dict[int, str]:
    """The tests of each fault."""
    page = (ROOT / "docs/faults.md").read_text(encoding="utf-8")
    found = [_ROW.fullmatch(line) for line in page.splitlines()]
    return {int(row[1]): row[4] for row in found if row is not None}


@cache
def names_in(file: str) -> frozenset[str]:
    """The names of the tests in a file."""
    tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
    return frozenset(node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))


def test_every_fault_has_its_row() -> None:
    assert list(rows()) == list(range(1, FAULTS + 1))


@pytest.mark.parametrize("number", range(1, FAULTS + 1))
def test_whatever_shows_a_fault_is_there(number: int) -> None:
    named = _NAMED.findall(rows()[number])
    assert named
    for name in named:
        file, is_test, test = name.partition("::")
        if is_test:
            assert test.startswith("test_")
            assert test in names_in(file), name
        else:
            assert (ROOT / "tests/scripts" / name).is_file(), name
