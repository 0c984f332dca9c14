"""Two chains of shift registers with a matrix of contacts between them, including the charge on a column."""

DISCHARGE_US = 3  # 10 kOhm and some 200 pF of reeds and cable fall below a third of the supply in 2.4 us


class Registers:
    """74HC595 registers drive rows, 74HC165 registers read columns; each contact has its diode.

    `contacts` holds for each row the set of closed columns. `end` is the level of the serial input of the
    farthest 74HC165, which appears after the last column. Times are microseconds. Sources: the data sheets
    SN74HC595 and SN74HC165.
    """

    def __init__(self, columns: int, rows: int, end: int = 0) -> None:
        self._columns = columns
        self._end = end
        self._out_bits = (rows + 7) // 8 * 8
        self._in_bits = (columns + 7) // 8 * 8
        self.contacts = [0] * rows
        self._outgoing = self._driven = self._incoming = 0
        self._charges: list[tuple[int, int]] = []  # the last driven columns, and the time

    def set_sites(self, closed: int) -> None:
        """Close exactly these sites."""
        mask = (1 << self._columns) - 1
        self.contacts = [closed >> row * self._columns & mask for row in range(len(self.contacts))]

    def exchange(self, data: bytes) -> bytes:
        """Clock bytes through, most significant bit first: the bits for the rows go in."""
        return self.shift(int.from_bytes(data, "big"), 8 * len(data)).to_bytes(len(data), "big")

    def shift(self, outgoing: int, bits: int) -> int:
        """This many rising edges of the clock: bits for the rows go in, as many come out."""
        wide = self._incoming << bits | (self._end and (1 << bits) - 1)
        self._incoming = wide & ((1 << self._in_bits) - 1)
        self._outgoing = (self._outgoing << bits | outgoing) & ((1 << self._out_bits) - 1)
        return wide >> self._in_bits

    def latch(self, now_us: int) -> None:
        """A rising edge on RCLK: the outputs take the shifted bits."""
        self._charges = [charge for charge in self._charges if now_us - charge[0] < DISCHARGE_US]
        self._charges.append((now_us, self._columns_driven()))
        self._driven = self._outgoing

    def load(self, now_us: int) -> None:
        """A rising edge on SH/LD: the inputs are latched."""
        self._incoming = self._columns_driven()
        for released_us, columns in self._charges:
            if now_us - released_us < DISCHARGE_US:
                self._incoming |= columns

    def _columns_driven(self) -> int:
        columns, driven, row = 0, self._driven, 0
        while driven:
            if driven & 1 and row < len(self.contacts):
                columns |= self.contacts[row]
            driven >>= 1
            row += 1
        return columns
