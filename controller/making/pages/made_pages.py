"""Pages of the documentation with generated tables.

Blocks between `<!-- made: NAME -->` and `<!-- end -->` are replaced; the other text stays.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

_BLOCK: Final = re.compile(r"(<!-- made: ([a-z0-9-]+) -->\n)(.*?)(<!-- end -->)", re.DOTALL)


def filled(page: str, blocks: Mapping[str, str]) -> str:
    """A page with up-to-date blocks."""
    return _BLOCK.sub(lambda found: f"{found[1]}{blocks[found[2]]}{found[4]}", page)


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table in Markdown."""
    lines = [head, ("---",) * len(head), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)
