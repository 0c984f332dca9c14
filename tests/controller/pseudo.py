"""An invented language, which reveals texts that cannot be translated.

Every message of it stands in ⟦brackets⟧, except for the values in it. A text outside of brackets was never a
message: it must be a name that is the same in all languages.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from enum import Enum
from string import Formatter
from typing import Final

from controller.model.view import View
from controller.view.language import LANGUAGES, in_words_of
from engines.forma.polyominoes import CODES
from texts import translated

_ACCENTS: Final = str.maketrans("aeiouAEIOU", "åéîøüÅÉÎØÜ")
_TERMS: Final = re.compile(
    r"Masterplan|Forma|Massaï|Cités Nouvelles|Tablier|maisons|pavillons|H\.L\.M\.|tours|contre"
    r"|/\S+|disk I/O error|" + "|".join(LANGUAGES.values()),
    re.IGNORECASE,
)
"""The games' names, and the words that they keep in every language; files, what the system said of one, and
the languages, which are called so by those who speak them."""

_NAMES: Final = re.compile(
    "|".join((r"[A-Ta-t]([1-9]|1[0-9]|20)", "[MPHT]", "[a-h]", r"t9[89]", *CODES, "[FILNOPSTUVWXYZ]"))
)
"""Cells, blocks, lots, rows, strange tags, and elements by their codes and letters."""

_UNSAID: Final = frozenset(
    {
        ("BoardView", "column_names"),
        ("BoardView", "row_names"),
        ("Choice", "id"),
        ("Choice", "place"),
        ("Choice", "picture"),
        ("Curve", "player"),
        ("Graph", "other"),
        ("Lit", "player"),
        ("View", "pressed"),
        ("Mark", "joined"),
        ("Mark", "player"),
        ("Mark", "shape"),
        ("PlayerScore", "player"),
        ("Task", "player"),
        ("View", "turn"),
    }
)
"""The fields of a view that are no text for people. Any new field of a view counts as text."""


class PseudoLanguage:
    """A `Catalogue` that has a translation of everything."""

    def gettext(self, message: str) -> str:
        return _bracketed(message)

    def pgettext(self, _context: str, message: str) -> str:
        return _bracketed(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return _bracketed(msgid1 if n == 1 else msgid2)


PSEUDO: Final = PseudoLanguage()


def _bracketed(message: str) -> str:
    """A message with its words in brackets, and its holes between them."""
    said = ""
    for words, hole, spec, _conversion in Formatter().parse(message):
        is_said = any(map(str.isalpha, words))
        kept = words.translate(_ACCENTS).replace("{", "{{").replace("}", "}}")
        said += f"⟦{kept}⟧" if is_said else kept
        if hole is not None:
            said += f"{{{hole}:{spec}}}"
    return said


def plain_words(text: str) -> list[str]:
    """The words of a text that are in English in every language, and should not be."""
    said = re.sub(r"⟦[^⟧]*⟧", " ", translated(text, PSEUDO))
    words = re.findall(r"\w+", _TERMS.sub(" ", said))
    return [word for word in words if any(map(str.isalpha, word)) and not _NAMES.fullmatch(word)]


def plain_texts(view: View) -> dict[str, list[str]]:
    """The texts of a view that cannot be translated, each with the words that show it.

    A field that `in_words_of` forgets is found as well.
    """
    said = zip(_texts(view), _texts(in_words_of(view, PSEUDO)), strict=True)
    return {text: words for text, other in said if (words := plain_words(other))}


def _texts(value: object, name: tuple[str, str] = ("", "")) -> Iterator[str]:
    """Every text of a view, wherever in it."""
    if name in _UNSAID or isinstance(value, Enum):
        return
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple | frozenset):
        for one in value:
            yield from _texts(one)
    elif is_dataclass(value):
        for one in fields(value):
            yield from _texts(getattr(value, one.name), (type(value).__name__, one.name))
