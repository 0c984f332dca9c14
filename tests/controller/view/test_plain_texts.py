"""Every sentence for people in the code can be translated.

The shown texts are checked in `test_pseudo_language.py`. Here the code itself is checked, for texts that are
seldom seen: a device that fails in a strange way.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
SENTENCE = re.compile(r"[A-Za-z]{2,}[^\w\s]* [a-z]+[^\w\s]* [a-z]{2,}")
"""Three words in a row, the last two small."""

NOT_FOR_THE_SCREEN = re.compile(
    r"engines/(masterplan/notation|(forma|massai|cites)/actions|forma/game|header|words|protocol)"  # notation
    r"|engines/cites/(blocks|points)"
    r"|hardware/(computer|lights/(light_map|changes)|board/calibration)"  # settings
    r"|hardware/(debounce|board/(messages|wire)|tags/tag_filter|lights/ws2812)"  # goes to the board as it is
    r"|controller/tables/(\w+/)?demo"  # printed in a terminal
    r"|hardware/simulated/.*"  # stand-ins
)
THE_REST = (
    "view/showing",
    "referee/tasks",
    "referee/judging",
    "referee/touching",
    "referee/selecting",
    "referee/play",
    "referee/step",
    "daemon/waiting",
    "daemon/daemon",
    "journal/errors",
    "journal/file",
)
SOURCES = [
    path
    for folder in ("engines", "hardware", "controller/tables", "controller/shell")
    for path in sorted((ROOT / folder).rglob("*.py"))
    if not NOT_FOR_THE_SCREEN.fullmatch(str(path.relative_to(ROOT).with_suffix("")))
] + [ROOT / "controller" / f"{name}.py" for name in THE_REST]

TEXTS = ("_", "_n", "_c")
FOR_THE_LOG = ("debug", "info", "warning", "error", "exception", "up", "LinkUp")
FOR_PROGRAMS = (
    "AssertionError",
    "BadOption",
    "NoSuchPlace",
    "ValueError",
    "IndexError",
    "SPISoftwareFallback",
)
LOGGED = ("described", "sound_advice")
"""Functions whose words go to the log."""
BY_PROGRAMS = {"turned up again", "Failed to open PIO", "ecrets were required"}
"""An event's description and complaints, as programs and drivers give them."""


def sentences(node: ast.AST) -> Iterator[str]:
    """The sentences in a tree that are for people, and no texts."""
    if isinstance(node, ast.Call) and called(node) in (*TEXTS, *FOR_THE_LOG, *FOR_PROGRAMS):
        return
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return  # a docstring
    if isinstance(node, ast.FunctionDef) and node.name in LOGGED:
        return
    said = words_of(node)
    if SENTENCE.search(said) and said not in BY_PROGRAMS:
        yield said
    elif not isinstance(node, ast.Constant):
        for part in ast.iter_child_nodes(node):
            yield from sentences(part)


def words_of(node: ast.AST) -> str:
    """The words of a literal string, of an f-string too; none of anything else."""
    if isinstance(node, ast.JoinedStr):
        return "".join(words_of(part) or "…" for part in node.values)
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def called(call: ast.Call) -> str:
    """The name of what is called."""
    return str(getattr(call.func, "id", getattr(call.func, "attr", "")))


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_sentence_for_people_is_a_text(path: Path) -> None:
    assert list(sentences(ast.parse(path.read_text(encoding="utf-8")))) == []


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ('raise DeviceError("The lights have no power")', ["The lights have no power"]),
        ('reason = f"The {device} has no power"', ["The … has no power"]),
        ('reason = _("The lights have no power")', []),
        ('_log.info("the lights have no power")', []),
        ('kind = "tower white"', []),
        ('def f():\n    "The lights have no power."', []),
    ],
)
def test_a_sentence_is_found_wherever_it_stands(code: str, found: list[str]) -> None:
    assert list(sentences(ast.parse(code))) == found
