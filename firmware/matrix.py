"""Scans reeds (or hall switches) with diodes through 74HC595 rows and 74HC165 columns on one SPI bus.

Row `r` is output `r` of the 74HC595 chain, counted from QA of the register nearest to the microcontroller.
Column `c` is bit `c` of the number that the 74HC165 chain shifts out, most significant bit first, so the
register nearest to the microcontroller has the highest columns on its input H. A closed contact pulls its
column up to its row; resistors pull the columns down.

Sources: the data sheets SN74HC595 and SN74HC165; both take SPI mode 0.
"""

from time import sleep_us


class Matrix:
    """The contacts of a table. `latch` and `load` are output pins, `spi` is a bus in mode 0."""

    def __init__(self, columns, rows, spi, latch, load, settle_us):
        self._columns = columns
        self._in_bytes = (columns + 7) // 8
        width = max(self._in_bytes, (rows + 7) // 8)
        self._width = width
        self._spi = spi
        self._latch = latch
        self._load = load
        self._settle_us = settle_us
        self._raw = bytearray(width * rows)
        self._last = bytes(len(self._raw))
        self._closed = 0
        # One exchange drives a row and brings in the row before it; the last one drives none.
        self._exchanges = [((1).to_bytes(width, "big"), bytearray(width))]
        for row in range(1, rows + 1):
            drive = (1 << row).to_bytes(width, "big") if row < rows else bytes(width)
            self._exchanges.append((drive, memoryview(self._raw)[(row - 1) * width : row * width]))
        latch(0)
        load(1)

    def scan(self):
        """The set of closed sites now, not debounced. Leaves all rows off."""
        exchange, latch, load, settle_us = self._spi.write_readinto, self._latch, self._load, self._settle_us
        for drive, into in self._exchanges:
            exchange(drive, into)
            latch(1)
            latch(0)
            sleep_us(settle_us)  # without it a column still holds the charge of the row before: a ghost
            load(0)
            load(1)
        if self._raw != self._last:
            self._last = bytes(self._raw)
            self._closed = self._sites()
        return self._closed

    def _sites(self):
        sites = 0
        mask = (1 << self._columns) - 1
        for at in range(len(self._last) - self._width, -1, -self._width):
            row = int.from_bytes(self._last[at : at + self._in_bytes], "big") & mask
            sites = sites << self._columns | row
        return sites
