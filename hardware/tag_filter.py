"""What a tag reader is believed to see, made from single reads that miss and err.

One file for both ends: it runs under CPython and, as it stands, under MicroPython. A tag is believed after
two equal reads, and gone after a silence: readers miss a tag at rest every now and then, and a bent bit makes
another tag of it.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

SILENCE_MS = 150
MISSES = 2  # one alone is no silence, however seldom the reader is asked


class TagFilter:
    """One reader. `believed` is the tag that lies there, or None.

    A tag is whatever can be compared, text or bytes. Times are milliseconds that never run back.
    """

    def __init__(self, silence_ms: int = SILENCE_MS) -> None:
        self.believed: Any = None
        self._silence_ms = silence_ms
        self._candidate: Any = None  # what was read once
        self._read_ms = 0
        self._misses = 0

    @property
    def is_settled(self) -> bool:
        """The last read said what is believed."""
        return self._candidate is None and not self._misses

    def read(self, tag: "Any", at_ms: int) -> bool:
        """Take one read, None when no tag answered. True when what is believed has changed."""
        if tag is None:
            return self._missed(at_ms)
        self._read_ms = at_ms
        self._misses = 0
        is_new = bool(tag != self.believed)
        if is_new and tag != self._candidate:
            self._candidate = tag
            return False
        self._candidate = None
        self.believed = tag
        return is_new

    def _missed(self, at_ms: int) -> bool:
        if self.believed is None and self._candidate is None:
            return False
        self._misses += 1
        if self._misses < MISSES or at_ms - self._read_ms <= self._silence_ms:
            return False
        is_new = self.believed is not None
        self.believed = self._candidate = None
        self._misses = 0
        return is_new
