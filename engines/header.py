"""Validates a game's header: known fields, known options, allowed values, and nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from engines.game import BadOption
from engines.words import shown


def check_fields(name: str, header: Mapping[str, Any], known: Iterable[str]) -> None:
    """Raise `BadOption` if the header is for another game, or has an unknown field besides `game`; the text
    names the field."""
    if header.get("game", name) != name:
        raise BadOption(f"the header is of {shown(header['game'])}, and this game is {name}")
    fields = ("game", *known)
    for field in header:
        if field not in fields:
            raise BadOption(f"unknown header field {shown(field)}: this game has {', '.join(fields)}")


def read_options(header: Mapping[str, Any], choices: Mapping[str, tuple[Any, ...]]) -> dict[str, Any]:
    """The value of every option: from the header's `options`, or else its first choice.

    Raises `BadOption` for `options` that are no object, an unknown option, and a value that is none of its
    choices (`1` is not `true`).
    """
    options = header.get("options", {})
    if not isinstance(options, Mapping):
        raise BadOption(f"'options' must be an object, not {shown(options)}")
    for name in options:
        if name not in choices:
            raise BadOption(f"unknown option {shown(name)}: this game has {', '.join(choices) or 'none'}")
    return {name: _chosen(name, options, allowed) for name, allowed in choices.items()}


def _chosen(name: str, options: Mapping[str, Any], allowed: tuple[Any, ...]) -> Any:
    value = options.get(name, allowed[0])
    if not any(type(value) is type(choice) and value == choice for choice in allowed):
        raise BadOption(f"option {name!r} must be {' or '.join(map(shown, allowed))}, not {shown(value)}")
    return value
