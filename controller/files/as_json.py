"""JSON for other programs and for the next start."""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec

_Kind = TypeVar("_Kind")


class NotThat(Exception):
    """Bytes that are no JSON of the kind that is read. The text says why."""


def encoded(value: Any) -> bytes:
    """A message, a picture, or anything that is made of such, as JSON; a `Text` is its English words."""
    return msgspec.json.encode(value, enc_hook=str)


def decoded(data: bytes | str, kind: type[_Kind]) -> _Kind:
    """The value in untrusted bytes. Raises `NotThat`, also if msgspec raises other errors: for invalid UTF-8,
    and for endless nesting."""
    try:
        return msgspec.json.decode(data, type=kind)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise NotThat(str(error)) from error
