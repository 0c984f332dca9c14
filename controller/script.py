"""Table scripts: a person at a simulated table, written down. The language is `docs/table-scripts.md`.

Here a text becomes commands; what is wrong with it is found before anything runs.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from controller.view import Meaning, Phase

WITHIN_MS = 2_000
LONGEST_MS = 1_000 * 3_600 * 24
DEVICES = ("board", "lights", "rfid", "screen")
MEANINGS = ("park", "tower", "place", "lift", "wrong", "marker", "last", "hint")


class ScriptError(Exception):
    """A file that cannot be read as a script. The text names file, line and what was expected there."""


class _Fault(Exception):
    """What is wrong with one line."""


@dataclass(frozen=True, slots=True)
class Command:
    """One line: its number, its words, what it does (`verb`), and with what."""

    line: int
    text: str
    verb: str
    values: tuple[Any, ...]
    within_ms: int = WITHIN_MS


@dataclass(frozen=True, slots=True)
class Script:
    """A script: where it stands, its commands, and whether it must not hold."""

    name: str
    commands: tuple[Command, ...]
    is_to_fail: bool = False


def load(path: Path) -> Script:
    """The script in a file. Raises `ScriptError`."""
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise ScriptError(f"{path}: cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise ScriptError(f"{path}: is no UTF-8 text") from error
    return parse(text, str(path))


def parse(text: str, name: str) -> Script:
    """The script that a text is. Raises `ScriptError`."""
    commands = []
    for number, line in enumerate(text.splitlines(), start=1):
        try:
            command = _parse_line(number, line)
        except _Fault as fault:
            raise ScriptError(f"{name}:{number}: {fault}") from fault
        if command is not None:
            commands.append(command)
    is_to_fail = bool(commands) and commands[0].verb == "expect fails"
    for command in commands[1:]:
        if command.verb == "expect fails":
            raise ScriptError(f"{name}:{command.line}: expect fails is a script's first line or none")
    return Script(name, tuple(commands[is_to_fail:]), is_to_fail)


def _parse_line(number: int, line: str) -> Command | None:
    try:
        words = shlex.split(line, comments=True)
    except ValueError as error:
        raise _Fault(f"a quotation mark is missing: {line.strip()}") from error
    if not words:
        return None
    text = " ".join(words)
    within_ms = WITHIN_MS
    if words[0] == "expect" and len(words) > 2 and words[-2] == "within":
        within_ms = _whole(words[-1], 0, LONGEST_MS)
        words = words[:-2]
    verb, rest = _verb(words)
    return Command(number, text, verb, _VERBS[verb](rest), within_ms)


def _verb(words: list[str]) -> tuple[str, list[str]]:
    """The longest beginning of a line that is a command, and the words after it."""
    for length in (3, 2, 1):
        verb = " ".join(words[:length])
        if len(words) >= length and verb in _VERBS:
            return verb, words[length:]
    known = sorted({verb.split()[0] for verb in _VERBS})
    if words[0] == "expect":
        known = sorted(verb for verb in _VERBS if verb.startswith("expect "))
    raise _Fault(f"{' '.join(words[:2])!r} is no command; there are {', '.join(known)}")


def _whole(text: str, least: int, most: int) -> int:
    number = text.removeprefix("-")
    if not (number.isascii() and number.isdecimal()) or not least <= int(text) <= most:
        raise _Fault(f"expected a whole number from {least} to {most}, got {text!r}")
    return int(text)


def _count(words: list[str], least: int, most: int, usage: str) -> None:
    if not least <= len(words) <= most:
        raise _Fault(f"expected {usage}, got {' '.join(words) or 'nothing'}")


def _nothing(words: list[str]) -> tuple[Any, ...]:
    _count(words, 0, 0, "nothing after it")
    return ()


def _one(usage: str) -> Callable[[list[str]], tuple[Any, ...]]:
    def read(words: list[str]) -> tuple[Any, ...]:
        _count(words, 1, 1, usage)
        return (words[0],)

    return read


def _one_of(choices: tuple[str, ...]) -> Callable[[list[str]], tuple[Any, ...]]:
    def read(words: list[str]) -> tuple[Any, ...]:
        _count(words, 1, 1, f"one of {', '.join(choices)}")
        if words[0] not in choices:
            raise _Fault(f"expected one of {', '.join(choices)}, got {words[0]!r}")
        return (words[0],)

    return read


def _number(least: int, most: int) -> Callable[[list[str]], tuple[Any, ...]]:
    def read(words: list[str]) -> tuple[Any, ...]:
        _count(words, 1, 1, "a whole number")
        return (_whole(words[0], least, most),)

    return read


def _text(usage: str) -> Callable[[list[str]], tuple[Any, ...]]:
    def read(words: list[str]) -> tuple[Any, ...]:
        if not words:
            raise _Fault(f"expected {usage}")
        return (" ".join(words),)

    return read


def _words(words: list[str]) -> tuple[Any, ...]:
    if not words:
        raise _Fault("expected one or more places, and a piece if it matters")
    return tuple(words)


def _config(words: list[str]) -> tuple[Any, ...]:
    key, equals, value = " ".join(words).partition("=")
    if not equals or not key.strip() or not value.strip():
        raise _Fault("expected KEY = VALUE")
    return key.strip(), value.strip()


def _pairs(words: list[str]) -> dict[str, str]:
    pairs = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not (key and equals and value):
            raise _Fault(f"expected KEY=VALUE, got {word!r}")
        pairs[key] = value
    return pairs


def _game(words: list[str]) -> tuple[Any, ...]:
    if not words:
        raise _Fault("expected a game's name, then KEY=VALUE for each option")
    return words[0], _pairs(words[1:])


def _piece(words: list[str]) -> tuple[Any, ...]:
    _count(words, 2, 2, 'an ID and a kind, such as t17 "house white"')
    return tuple(words)


def _slide(words: list[str]) -> tuple[Any, ...]:
    if len(words) == 2:
        return words[0], words[1], 400
    if len(words) == 4 and words[2] == "over":
        return words[0], words[1], _whole(words[3], 1, LONGEST_MS)
    raise _Fault("expected two places, and over MS if it matters")


def _hover(words: list[str]) -> tuple[Any, ...]:
    _count(words, 2, 2, "a place and milliseconds")
    return words[0], _whole(words[1], 1, LONGEST_MS)


def _stuck(words: list[str]) -> tuple[Any, ...]:
    _count(words, 2, 2, "a place, and open or closed")
    if words[1] not in ("open", "closed"):
        raise _Fault(f"expected open or closed, got {words[1]!r}")
    return words[0], words[1] == "closed"


def _score(words: list[str]) -> tuple[Any, ...]:
    if not words:
        raise _Fault("expected NAME=N for each player that matters")
    return ({name: _whole(points, -9_999, 9_999) for name, points in _pairs(words).items()},)


def _need(words: list[str]) -> tuple[Any, ...]:
    if not words:
        raise _Fault("expected actions with commas between them, or nothing")
    if words == ["nothing"]:
        return ((),)
    return (tuple(sorted(" ".join(part.split()) for part in " ".join(words).split(","))),)


def _light(words: list[str]) -> tuple[Any, ...]:
    _count(words, 2, 2, "a place and a meaning")
    return words[0], *_one_of((*MEANINGS, "off"))(words[1:])


def _lights(words: list[str]) -> tuple[Any, ...]:
    _count(words, 2, 2, "a meaning, and none or a number")
    (meaning,) = _one_of(MEANINGS)(words[:1])
    return Meaning(meaning), 0 if words[1] == "none" else _whole(words[1], 0, 1024)


def _below(words: list[str]) -> tuple[Any, ...]:
    _count(words, 2, 2, "below MA")
    if words[0] != "below":
        raise _Fault(f"expected below MA, got {' '.join(words)}")
    return (_whole(words[1], 0, 100_000),)


_VERBS: dict[str, Callable[[list[str]], tuple[Any, ...]]] = {
    "config": _config,
    "power on": _nothing,
    "power cut": _nothing,
    "game": _game,
    "piece": _piece,
    "put": _words,
    "lift": _one("a place"),
    "slide": _slide,
    "hover": _hover,
    "bump": _nothing,
    "press": _one("a button's name"),
    "touch": _text("a label or an #id"),
    "wait": _number(0, LONGEST_MS),
    "play": _text("an action, or tasks"),
    "stuck": _stuck,
    "heal": _one("a place"),
    "noise": _number(0, 100_000),
    "bounce": _number(0, 1_000),
    "weak": _one("a place"),
    "unplug": _one_of(DEVICES),
    "plug": _one_of(DEVICES),
    "corrupt": _number(0, 1_000_000),
    "clock": _number(-1_000_000_000, 1_000_000_000),
    "expect turn": _one("a player"),
    "expect over": _one("a player, or draw"),
    "expect score": _score,
    "expect need": _need,
    "expect played": _text("an action"),
    "expect plies": _number(0, 100_000),
    "expect light": _light,
    "expect lights": _lights,
    "expect screen": _text("a text"),
    "expect no screen": _text("a text"),
    "expect phase": _one_of(tuple(Phase)),
    "expect quiet": _number(1, LONGEST_MS),
    "expect current": _below,
    "expect fails": _nothing,
}
