"""Debouncing of a whole board at once, by vertical counters on integers.

One file for both ends: it runs under CPython and, as it stands, under MicroPython. A set of sites is an
integer with bit `site` set. A change is believed after `scans` equal scans in a row, closing and opening
alike (symmetric, deferred), so bounce of any shape shorter than that gives nothing and a press gives
exactly one change.
"""

MIN_SCANS = 3
MAX_SCANS = 255


def scans_for(debounce_ms: int, scans_per_s: int) -> int:
    """How many equal scans make a change, for a time in milliseconds.

    Never fewer than `MIN_SCANS`: at a slow scan a time alone could be a single scan, and then each bounce
    that a scan happens to meet would be another press.
    """
    scans = -(-debounce_ms * scans_per_s // 1000)
    return min(max(scans, MIN_SCANS), MAX_SCANS)


class Debouncer:
    """Believes what it has seen often enough.

    `believed` is the set of closed sites, `is_settled` says that no site is on its way to another state.
    """

    def __init__(self, scans: int) -> None:
        self.believed = 0
        self.is_settled = True
        self.set_scans(scans)

    def set_scans(self, scans: int) -> None:
        """Ask for `scans` equal scans from now on. What is under way is counted anew."""
        self.scans = scans
        self.is_settled = True
        # Plane i holds bit i of every site's count of scans that contradict what is believed.
        self._planes = [0]
        while 1 << len(self._planes) <= scans:
            self._planes.append(0)

    def scanned(self, closed: int) -> bool:
        """Take one scan. True when what is believed has changed."""
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
        """Count one more for each site in `differs`, none for others; gives those that have their number."""
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
