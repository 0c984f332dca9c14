"""Debouncing of a whole board at once, by vertical counters on integers.

One file for both ends: it runs under CPython and, unchanged, under MicroPython. A set of sites is an integer
with bit `site` set. A change is accepted after `scans` equal scans in a row, closing and opening alike
(symmetric, deferred), so bounce of any shape shorter than that has no effect, and a press makes exactly one
change.
"""

MIN_SCANS = 3
MAX_SCANS = 255


def scans_for(debounce_ms: int, scans_per_s: int) -> int:
    """The number of equal scans for a debounce time in milliseconds.

    Never fewer than `MIN_SCANS`: at a slow scan rate the time could be a single scan, and then each bounce
    that coincides with a scan would be another press.
    """
    scans = -(-debounce_ms * scans_per_s // 1000)
    return min(max(scans, MIN_SCANS), MAX_SCANS)


class Debouncer:
    """The debouncer.

    `believed` is the set of closed sites, `is_settled` says that no site is changing.
    """

    def __init__(self, scans: int) -> None:
        self.believed = 0
        self.is_settled = True
        self.set_scans(scans)

    def set_scans(self, scans: int) -> None:
        """Require `scans` equal scans from now on. Changes in progress are counted from zero."""
        self.scans = scans
        self.is_settled = True
        # Plane i holds bit i of every site's count of scans that contradict `believed`.
        self._planes = [0]
        while 1 << len(self._planes) <= scans:
            self._planes.append(0)

    def scanned(self, closed: int) -> bool:
        """Process one scan. True if `believed` has changed."""
        differs = closed ^ self.believed
        if not differs:
            if not self.is_settled:
                self._planes = [0] * len(self._planes)
                self.is_settled = True
            return False
        changed = self._count(differs)
        self.believed ^= changed
        self.is_settled = differs == changed
        return changed != 0

    def _count(self, differs: int) -> int:
        """Count one more for each site in `differs`, reset the others; returns those that have reached the
        number."""
        carry = due = differs
        planes = self._planes
        for bit, plane in enumerate(planes):
            count = (plane ^ carry) & differs
            carry &= plane
            due &= count if self.scans >> bit & 1 else ~count
            planes[bit] = count
        if due:
            self._planes = [plane & ~due for plane in planes]
        return due
