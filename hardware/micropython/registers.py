"""Two chains of shift registers with a matrix of contacts between them, down to the charge on a column."""

DISCHARGE_US = 3  # 10 kOhm and some 200 pF of reeds and cable fall below a third of the supply in 2.4 us


class Registers:
    """74HC595 registers drive rows, 74HC165 registers read columns; each contact has its diode.

    `contacts` holds for each row the set of columns that are closed. Times are microseconds.
    Sources: the data sheets SN74HC595 and SN74HC165.
    """

    def __init__(self, columns, rows):
        self._columns = columns
        self._out_bits = (rows + 7) // 8 * 8
        self._in_bits = (columns + 7) // 8 * 8
        self.contacts = [0] * rows
        self._outgoing = self._driven = self._incoming = 0
        self._charges = []  # when columns were driven last, and which

    def set_sites(self, closed):
        """Close exactly these sites."""
        mask = (1 << self._columns) - 1
        self.contacts = [closed >> row * self._columns & mask for row in range(len(self.contacts))]

    def exchange(self, data):
        """Clock bytes through, most significant bit first: in goes what is for the rows."""
        bits = 8 * len(data)
        wide = self._incoming << bits
        self._incoming = wide & ((1 << self._in_bits) - 1)
        self._outgoing = (self._outgoing << bits | int.from_bytes(data, "big")) & ((1 << self._out_bits) - 1)
        return (wide >> self._in_bits).to_bytes(len(data), "big")

    def latch(self, now_us):
        """A rising edge on RCLK: the outputs take what was shifted in."""
        self._charges = [charge for charge in self._charges if now_us - charge[0] < DISCHARGE_US]
        self._charges.append((now_us, self._columns_driven()))
        self._driven = self._outgoing

    def load(self, now_us):
        """A rising edge on SH/LD: the inputs are kept as they are at this moment."""
        self._incoming = self._columns_driven()
        for released_us, columns in self._charges:
            if now_us - released_us < DISCHARGE_US:
                self._incoming |= columns

    def _columns_driven(self):
        columns, driven, row = 0, self._driven, 0
        while driven:
            if driven & 1 and row < len(self.contacts):
                columns |= self.contacts[row]
            driven >>= 1
            row += 1
        return columns
