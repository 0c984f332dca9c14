"""Filters the errors of a tag reader: a tag after two equal reads, none after a silence. Pure.

One file for both ends: it runs under CPython and, unchanged, under MicroPython, so it uses only what both
have (no dataclasses). A tag at rest is missed now and then, by some readers on every second look, and a bad
read may report a tag that is not there. Neither must move a piece.
"""

MISSES = 2  # a silence is more than one empty look: readers that take turns look rarely
ABSENT_MS = 150


class TagFilter:
    """One reader's filtered state: a value. Times are milliseconds that never run back.

    `believed` is the tag that lies there, `None` for none; `is_sure` says whether that is known yet. A tag is
    gone when it was not read for longer than `absent_ms`, and on at least `MISSES` looks. `candidate` was
    read once and waits for its second time; `read_ms` is the time of the last read of any tag, `None` before
    the first look.
    """

    def __init__(
        self,
        absent_ms: int = ABSENT_MS,
        believed: "str | None" = None,
        is_sure: bool = False,
        candidate: "str | None" = None,
        read_ms: "int | None" = None,
        misses: int = 0,
    ) -> None:
        self.absent_ms = absent_ms
        self.believed = believed
        self.is_sure = is_sure
        self.candidate = candidate
        self.read_ms = read_ms
        self.misses = misses

    @property
    def is_settled(self) -> bool:
        """No look has contradicted `believed`."""
        return self.candidate is None and (self.believed is None or not self.misses)

    def looked(self, tag: "str | None", at_ms: int) -> "TagFilter":
        """The filter after one look, with this tag or none."""
        return self._missed(at_ms) if tag is None else self._read(tag, at_ms)

    def _read(self, tag: str, at_ms: int) -> "TagFilter":
        if tag in (self.believed, self.candidate):
            return TagFilter(self.absent_ms, tag, True, None, at_ms)
        return TagFilter(self.absent_ms, self.believed, self.is_sure, tag, at_ms)

    def _missed(self, at_ms: int) -> "TagFilter":
        read_ms = at_ms if self.read_ms is None else self.read_ms
        misses = self.misses + 1
        if misses < MISSES or at_ms - read_ms <= self.absent_ms:
            return TagFilter(self.absent_ms, self.believed, self.is_sure, self.candidate, read_ms, misses)
        return TagFilter(self.absent_ms, None, True, None, read_ms, misses)
