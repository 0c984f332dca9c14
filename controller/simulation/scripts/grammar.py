"""The grammar of table scripts: the words after each command. `docs/table-scripts.md` explains them."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import Any, Final

from controller.model.view import Meaning, Phase
from controller.simulation.killing import Point
from controller.simulation.simulated_disk import Condition

LONGEST_MS = 1_000 * 3_600 * 24
DOUBLE_TAP_MS = 120
"""The default delay between the touches of a double tap."""
DEVICES = ("board", "lights", "rfid", "screen")
MEANINGS = ("park", "tower", "place", "lift", "wrong", "marker", "scored", "last", "hint")

Reader = Callable[[list[str]], tuple[Any, ...]]
"""The values of a command's words. Raises `Fault`."""

_NUMBER = re.compile(r"[+-]?[0-9]{1,12}")
_RATE = re.compile(r"[0-9]{1,6}(\.[0-9]{1,6})?")


class Fault(Exception):
    """The error in one line."""


def whole(text: str, least: int, most: int) -> int:
    """A word as a whole number in this range. Raises `Fault`."""
    if not _NUMBER.fullmatch(text) or not least <= int(text) <= most:
        raise Fault(f"expected a whole number from {least} to {most}, got {text!r}")
    return int(text)


def _count(words: list[str], least: int, most: int, usage: str) -> None:
    if not least <= len(words) <= most:
        raise Fault(f"expected {usage}, got {' '.join(words) or 'nothing'}")


def _each(usage: str, *kinds: Callable[[str], Any]) -> Reader:
    """As many words as there are kinds, each read as its kind."""

    def read(words: list[str]) -> tuple[Any, ...]:
        _count(words, len(kinds), len(kinds), usage)
        return tuple(kind(word) for kind, word in zip(kinds, words, strict=True))

    return read


def _among(choices: tuple[str, ...]) -> Callable[[str], str]:
    def read(word: str) -> str:
        if word not in choices:
            raise Fault(f"expected one of {', '.join(choices)}, got {word!r}")
        return word

    return read


def _one_of(choices: tuple[str, ...]) -> Reader:
    return _each(f"one of {', '.join(choices)}", _among(choices))


def _number(least: int, most: int) -> Reader:
    return _each("a whole number", partial(whole, least=least, most=most))


def _some(usage: str, least: int = 1) -> Reader:
    def read(words: list[str]) -> tuple[Any, ...]:
        if len(words) < least:
            raise Fault(f"expected {usage}")
        return tuple(words)

    return read


def _text(usage: str) -> Reader:
    some = _some(usage)
    return lambda words: (" ".join(some(words)),)


def _rate(word: str) -> float:
    if not _RATE.fullmatch(word) or float(word) > 100_000:
        raise Fault(f"expected a number from 0 to 100000, got {word!r}")
    return float(word)


def config(text: str) -> tuple[Any, ...]:
    """A setting: its dotted key and its value in TOML. Raises `Fault`."""
    key, equals, value = text.partition("=")
    if not equals or not key.strip() or not value.strip():
        raise Fault("expected KEY = VALUE")
    return key.strip(), value.strip()


def _pairs(words: list[str]) -> dict[str, str]:
    pairs = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not (key and equals and value):
            raise Fault(f"expected KEY=VALUE, got {word!r}")
        pairs[key] = value
    return pairs


def _game(words: list[str]) -> tuple[Any, ...]:
    if not words:
        raise Fault("expected a game's name, then KEY=VALUE for each option")
    return words[0], _pairs(words[1:])


def _slide(words: list[str]) -> tuple[Any, ...]:
    if len(words) == 2:
        return words[0], words[1], 400
    if len(words) == 4 and words[2] == "over":
        return words[0], words[1], whole(words[3], 1, LONGEST_MS)
    raise Fault("expected two places, and over MS if it matters")


def _double_tap(words: list[str]) -> tuple[Any, ...]:
    name, over_ms = words, DOUBLE_TAP_MS
    if len(words) > 2 and words[-2] == "over":
        name, over_ms = words[:-2], whole(words[-1], 1, LONGEST_MS)
    return *_text("a label or an #id, and over MS if it matters")(name), over_ms


def _is_closed(word: str) -> bool:
    if word not in ("open", "closed"):
        raise Fault(f"expected open or closed, got {word!r}")
    return word == "closed"


def _bytes(words: list[str]) -> tuple[Any, ...]:
    _count(words, 1, 2, "a number of bytes, and sent if they are those to the board")
    if words[1:] not in ([], ["sent"]):
        raise Fault(f"expected sent or nothing, got {words[1]!r}")
    return whole(words[0], 0, 1_000_000), len(words) == 2


def _kill(words: list[str]) -> tuple[Any, ...]:
    if not words:
        return (None, 1)
    _count(words, 1, 2, "where in the program, and at which time")
    point = Point(_among(tuple(Point))(words[0]))
    return point, whole(words[1], 1, 100_000) if words[1:] else 1


def _disk(words: list[str]) -> tuple[Any, ...]:
    _count(words, 1, 2, f"one of {', '.join(Condition)}")
    condition = Condition(_among(tuple(Condition))(words[0]))
    if (condition is Condition.SLOW) != (len(words) == 2):
        raise Fault("expected slow MS, or another condition without a time")
    return condition, whole(words[1], 1, LONGEST_MS) if words[1:] else 0


def _after(words: list[str]) -> tuple[Any, ...]:
    if len(words) < 2 or words[1] not in FAULTS:
        raise Fault(f"expected milliseconds and a fault: {', '.join(FAULTS)}")
    return whole(words[0], 0, LONGEST_MS), words[1], FAULTS[words[1]](words[2:])


def _score(words: list[str]) -> tuple[Any, ...]:
    if not words:
        raise Fault("expected NAME=N for each player that matters")
    pairs = _pairs([word.rstrip(",") for word in words])
    return ({name: whole(points, -9_999, 9_999) for name, points in pairs.items()},)


def _need(words: list[str]) -> tuple[Any, ...]:
    if not words:
        raise Fault("expected actions with commas between them, or nothing")
    if words == ["nothing"]:
        return ((),)
    return (tuple(sorted(" ".join(part.split()) for part in " ".join(words).split(","))),)


def _meaning(word: str) -> Meaning:
    return Meaning(_among(MEANINGS)(word))


def _lights(word: str) -> int:
    return 0 if word == "none" else whole(word, 0, 1024)


def _below(words: list[str]) -> tuple[Any, ...]:
    _count(words, 2, 2, "below MA")
    if words[0] != "below":
        raise Fault(f"expected below MA, got {' '.join(words)}")
    return (whole(words[1], 0, 100_000),)


_nothing: Final = _each("nothing after it")
_seed: Final = partial(whole, least=0, most=2**32 - 1)
_time_ms: Final = partial(whole, least=1, most=LONGEST_MS)

FAULTS: dict[str, Reader] = {
    "stuck": _each("a place, and open or closed", str, _is_closed),
    "heal": _each("a place", str),
    "ghost": _each("the place that looks closed, and the one that closes it", str, str),
    "noise": _each("a number of edges a second", _rate),
    "bounce": _number(0, 1_000),
    "weak": _each("a place", str),
    "unplug": _one_of(DEVICES),
    "plug": _one_of(DEVICES),
    "corrupt": _bytes,
    "lose": _bytes,
    "clock": _number(-10_000_000_000, 10_000_000_000),
    "disk": _disk,
    "kill": _kill,
}
"""Events without a hand, at once or `after` a delay."""

VERBS: dict[str, Reader] = {
    "power on": _nothing,
    "power cut": _nothing,
    "game": _game,
    "piece": _each('an ID and a kind, such as t17 "house white"', str, str),
    "put": _some("one or more places, and a piece if it matters"),
    "lift": _some("one or more places"),
    "deal": _number(0, 2**32 - 1),
    "show": _some("a seat's pad, and the tiles in the order in which they are shown", least=2),
    "slide": _slide,
    "hover": _each("a place and milliseconds", str, _time_ms),
    "bump": _nothing,
    "press": _each("a button's name", str),
    "touch": _text("a label or an #id"),
    "double tap": _double_tap,
    "wait": _number(0, LONGEST_MS),
    "play": _text("an action, tasks, or out"),
    "take back": _nothing,
    "clumsy": _number(0, 2**32 - 1),
    "habit": _each("a habit and a number", str, _seed),
    "after": _after,
    **FAULTS,
    "expect turn": _each("a player", str),
    "expect over": _each("a player, or draw", str),
    "expect score": _score,
    "expect need": _need,
    "expect played": _text("an action"),
    "expect plies": _number(0, 100_000),
    "expect light": _each("a place and a meaning", str, _among((*MEANINGS, "off"))),
    "expect lights": _each("a meaning, and none or a number", _meaning, _lights),
    "expect screen": _text("a text"),
    "expect no screen": _text("a text"),
    "expect phase": _one_of(tuple(Phase)),
    "expect quiet": _number(1, LONGEST_MS),
    "expect current": _below,
    "expect meant": _nothing,
    "expect fails": _nothing,
}
"""Every command except `config`, and the parser of its words."""
