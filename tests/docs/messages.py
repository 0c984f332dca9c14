"""Finds in the program's source the messages that people may see, as the pages write them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
HOLE = "…"
"""Stands for what is different each time."""

_CONTROLLER = (
    "app",
    "settings/calibration_file",
    "settings/config",
    "daemon/daemon",
    "making/flash",
    "making/install",
    "making/install_advice",
    "journal/errors",
    "journal/file",
    "journal/restore",
    "settings/light_map_file",
    "settings/tile_file",
    "files/toml_file",
    "daemon/waiting",
    "self_test/report",
)
"""The messages about devices, files and settings. Those of the games are not here: the screen explains
them."""


def sources() -> list[Path]:
    """The modules whose messages the page explains."""
    simulated = ROOT / "hardware" / "simulated"
    hardware = [path for path in (ROOT / "hardware").rglob("*.py") if simulated not in path.parents]
    return sorted([*hardware, *(ROOT / f"controller/{name}.py" for name in _CONTROLLER)])


def first_sentence(text: str) -> str:
    """The words by which a message is found: what comes before the first full stop, with it."""
    return re.split(r"(?<=[.?!]) ", text.strip(), maxsplit=1)[0]


def messages_in(source: str) -> Iterator[str]:
    """The first sentence of each text in a module that is a message to people.

    Texts are taken wherever they are: a literal, an f-string, one that `format` or `_` fills.
    """
    tree = ast.parse(source)
    passed_over = set(_docstrings(tree))
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            passed_over.update(node.values)
            text = "".join(_literal(part) for part in node.values)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in passed_over:
            text = re.sub(r"\{[^{}]*\}", HOLE, node.value)
        else:
            continue
        if _is_message(text):
            yield first_sentence(text)


def _literal(part: ast.expr) -> str:
    return part.value if isinstance(part, ast.Constant) and isinstance(part.value, str) else HOLE


def _docstrings(tree: ast.AST) -> Iterator[ast.expr]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            yield node.value


def _is_message(text: str) -> bool:
    """Whether it reads as one: begins as a sentence does, has words, and ends or says what was expected."""
    words = re.findall(r"[A-Za-z]{2,}", text)
    begins = re.match(r"[A-Z“\"…]", text.strip())
    ends = re.search(r"[.?!]$|[.] |: expected |: unknown |: not TOML|: cannot be ", text)
    return bool(begins and ends and len(words) > 2 and "(?" not in text)
