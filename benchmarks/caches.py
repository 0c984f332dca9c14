"""The bounded caches of the program, emptied, so that a position is asked as if for the first time."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import _lru_cache_wrapper
from typing import Any


def empty(package: str) -> None:
    """Empty all bounded caches of the modules of a package. Unbounded ones are tables of the whole program,
    and stay."""
    for cached in _caches(package):
        if cached.cache_parameters()["maxsize"] is not None:
            cached.cache_clear()


def _caches(package: str) -> Iterator[_lru_cache_wrapper[Any]]:
    for name, module in tuple(sys.modules.items()):
        if name == package or name.startswith(f"{package}."):
            for value in vars(module).values():
                if isinstance(value, _lru_cache_wrapper):
                    yield value
