"""Table scripts: a written-down person at a simulated table. The language is in `docs/table-scripts.md`.

This parses a text into commands; all errors in it are found before anything runs.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from controller.simulation.scripts.grammar import LONGEST_MS, VERBS, Fault, config, whole
from engines.record import record

WITHIN_MS = 2_000

_LONGEST_FAULT = 1_000

_LINE_END = re.compile(r"\r\n|\r|\n")
_WORD = re.compile(r"""'[^']*'(?!\S)|(?:"[^"]*"|[^\s"#])+|#\S*|\S""")
"""A word: single-quoted, or made of double-quoted and unquoted parts. Inside it an apostrophe is literal."""
_ID = re.compile(r"#[a-z][\w,+-]*")


class ScriptError(Exception):
    """The file is not a valid script. The text names file, line and what was expected there."""


@record
class Command:
    """One line: its number, its words, its command (`verb`), and the arguments."""

    line: int
    text: str
    verb: str
    values: tuple[Any, ...]
    within_ms: int = WITHIN_MS


@record
class Script:
    """One script: its path, its commands, and whether it is expected to fail."""

    name: str
    commands: tuple[Command, ...]
    is_to_fail: bool = False


_BEFORE_AN_ID = (["touch"], ["double", "tap"])
"""After these commands a word that begins with `#` is an id, not a comment."""


def load(path: Path) -> Script:
    """The script in a file. Raises `ScriptError`."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise ScriptError(f"{path}: cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise ScriptError(f"{path}: is no UTF-8 text") from error
    script = parse(text, str(path))
    if not script.commands:
        raise ScriptError(f"{path}: holds no command, so nothing would be tested")
    return script


def parse(text: str, name: str) -> Script:
    """The script in a text. Raises `ScriptError`."""
    commands = []
    for number, line in enumerate(_LINE_END.split(text), start=1):
        try:
            command = _parse_line(number, line.strip())
        except Fault as fault:
            raise ScriptError(f"{name}:{number}: {_cut(str(fault))}") from fault
        if command is not None:
            commands.append(command)
    is_to_fail = bool(commands) and commands[0].verb == "expect fails"
    for command in commands[1:]:
        if command.verb == "expect fails":
            raise ScriptError(f"{name}:{command.line}: expect fails is a script's first line or none")
    return Script(name, tuple(commands[is_to_fail:]), is_to_fail)


def _cut(words: str) -> str:
    return words if len(words) <= _LONGEST_FAULT else f"{words[:_LONGEST_FAULT]}..."


def _parse_line(number: int, line: str) -> Command | None:
    if line.split(maxsplit=1)[:1] == ["config"]:
        # A setting keeps its quotation marks: it is TOML, including the comment.
        return Command(number, line, "config", config(line.removeprefix("config")))
    words = _split(line)
    if not words:
        return None
    within_ms = WITHIN_MS
    if words[0] == "expect" and len(words) > 2 and words[-2] == "within":
        within_ms = whole(words[-1], 0, LONGEST_MS)
        words = words[:-2]
    verb, rest = _verb(words)
    return Command(number, line, verb, VERBS[verb](rest), within_ms)


def _split(line: str) -> list[str]:
    """The words of a line, without quotation marks and comment. A touch may name an `#id`."""
    words: list[str] = []
    for found in _WORD.findall(line):
        if found.startswith("#") and not (words in _BEFORE_AN_ID and _ID.fullmatch(found)):
            break
        if found.count('"') % 2:
            raise Fault(f"a quotation mark is missing: {line}")
        is_single = len(found) > 1 and found[0] == found[-1] == "'"
        words.append(found[1:-1] if is_single else found.replace('"', ""))
    return words


def _verb(words: list[str]) -> tuple[str, list[str]]:
    """The longest command at the beginning of a line, and the words after it."""
    for length in (3, 2, 1):
        verb = " ".join(words[:length])
        if len(words) >= length and verb in VERBS:
            return verb, words[length:]
    known = sorted({"config", *(verb.split()[0] for verb in VERBS)})
    if words[0] == "expect":
        known = sorted(verb for verb in VERBS if verb.startswith("expect "))
    raise Fault(f"{' '.join(words[:2])!r} is no command; there are {', '.join(known)}")
