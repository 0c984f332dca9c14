"""The keys for texts that people type, as they know them in their language. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from controller.model.view import Choice
from texts import _

SPACE: Final = "\N{OPEN BOX}"
"""A space, to be seen."""

BIG: Final = Choice("keys-big", "⇧ ABC")
SMALL: Final = Choice("keys-small", "abc")
ERASE: Final = Choice("erase", _("Erase"))

_LETTERS: Final[Mapping[str, str]] = {
    "en": "qwertyuiopasdfghjkl-zxcvbnm._ ",
    "fr": "azertyuiopqsdfghjklmwxcvbn-._ ",
    "de": "qwertzuiopasdfghjkl-yxcvbnm._ ",
}
"""Ten keys a row."""


def letters(language: str) -> str:
    """The digits and letters of a keyboard, and a few signs."""
    return "1234567890" + _LETTERS.get(language, _LETTERS["en"])


def keys(characters: str) -> list[Choice]:
    """A key for each character."""
    return [Choice(f"key-{ord(one):x}", SPACE if one == " " else one) for one in characters]


def character(button_id: str, among: list[Choice]) -> str:
    """The character of a key; empty for another button."""
    is_key = any(button_id == key.id for key in among)
    return chr(int(button_id.removeprefix("key-"), 16)) if is_key else ""
