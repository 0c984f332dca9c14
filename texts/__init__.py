"""Texts for people, in any language: see `text.py`."""

from texts.text import Catalogue, Text, _, _c, _n, called, decimal, joined, listed, named, translated, why

__all__ = [
    "Catalogue",
    "Text",
    "_",
    "_c",
    "_n",
    "called",
    "decimal",
    "joined",
    "listed",
    "named",
    "translated",
    "why",
]
