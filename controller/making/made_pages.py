"""Pages of the documentation in which the program writes tables of its own.

A page holds its text, and blocks between `<!-- made: NAME -->` and `<!-- end -->`, which are replaced.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

_BLOCK: Final = re.compile(r"(<!-- made: ([a-z0-9-]+) -->\n)(.*?)(<!-- end -->)", re.DOTALL)


def filled(page: str, blocks: Mapping[str, str]) -> str:
    """A page with the blocks that it names as they should be."""
    return _BLOCK.sub(lambda found: f"{found[1]}{blocks[found[2]]}{found[4]}", page)


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table in Markdown."""
    lines = [head, ("---",) * len(head), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)
