"""The part of the Pico's `machine` that a table needs, wired as in `firmware/settings.py`."""

from table import table

PWRON_RESET = 1
WDT_RESET = 3

_REASON = 0x40058008
_REASONS = {1: 0, 2: 2, 3: 1}

_LATCH = 5
_LOAD = 6
_TAG_LATCH = 13
_TAG_OFF = 14
_SPI_PINS = {
    0: {"sck": (2, 6, 18), "mosi": (3, 7, 19), "miso": (0, 4, 16, 20)},
    1: {"sck": (10, 14), "mosi": (11, 15), "miso": (8, 12, 28)},
}
_WIRED = {0: {"sck": 2, "mosi": 3, "miso": 4}, 1: {"sck": 10, "mosi": 11, "miso": 12}}

levels = {}


class _Registers:
    """The one register that the firmware reads: the reason of a start by the watchdog's block."""

    def __getitem__(self, address):
        if address != _REASON:
            raise ValueError(hex(address))
        return _REASONS[table.cause]


mem32 = _Registers()


def reset_cause():
    """As on an RP2040: a start requested by `reset` looks like one by the watchdog."""
    return PWRON_RESET if table.cause == PWRON_RESET else WDT_RESET


def reset():
    table.reset()


class Pin:
    """A pin by its GP number. Reading a floating pin, or driving an input, is an error here."""

    IN = 0
    OUT = 1
    PULL_UP = 1
    PULL_DOWN = 2

    def __init__(self, id, mode=None, pull=None, value=None):  # noqa: A002 - MicroPython's name
        if not isinstance(id, int) or not 0 <= id <= 28 or id in (23, 24, 25):
            raise ValueError("invalid pin")
        self.id = id
        self.init(mode, pull, value)

    def init(self, mode=None, pull=None, value=None):
        self._mode = mode
        self._pull = pull
        if value is not None:
            self._drive(value)

    def value(self, level=None):
        if level is not None:
            self._drive(level)
            return None
        if self._mode == Pin.OUT:
            return levels[self.id]
        if self._pull is None:
            raise RuntimeError(f"GP{self.id} floats: it has no pull")
        return table.inputs.get(self.id, int(self._pull == Pin.PULL_UP))

    __call__ = value

    def _drive(self, level):
        if self._mode != Pin.OUT:
            raise RuntimeError(f"GP{self.id} is no output")
        rises = level and not levels.get(self.id, 0)
        levels[self.id] = int(bool(level))
        if rises and self.id == _LATCH:
            table.registers.latch(table.now_us)
        elif rises and self.id == _LOAD:
            table.registers.load(table.now_us)
        elif rises and self.id == _TAG_LATCH:
            table.readers.latch()
        elif self.id == _TAG_OFF:
            table.readers.off(levels[self.id])


class SPI:
    """A hardware bus. Its time follows from the clock rate; the processor's own time is not counted."""

    MSB = 0
    LSB = 1

    def __init__(self, id, baudrate=1000000, polarity=0, phase=0, bits=8, firstbit=MSB, **pins):  # noqa: A002
        if id not in _SPI_PINS:
            raise ValueError(f"SPI({id}) doesn't exist")
        if firstbit != SPI.MSB:
            raise NotImplementedError("LSB")
        for name, pin in pins.items():
            if pin.id not in _SPI_PINS[id][name]:
                raise ValueError(f"bad {name.upper()} pin")
            if pin.id != _WIRED[id][name]:
                raise RuntimeError(f"the table's {name.upper()} is wired to GP{_WIRED[id][name]}")
        if (polarity, phase, bits) != (0, 0, 8):
            raise RuntimeError("the registers want mode 0 and 8 bits")
        self._id = id
        self._baudrate = baudrate

    def write_readinto(self, data, into):
        if len(data) != len(into):
            raise ValueError("buffers must be the same length")
        if self._id == 1:
            into[:] = table.readers.exchange(data, table.now_us)
        elif levels[_LOAD]:
            into[:] = table.registers.exchange(data)
        else:
            raise RuntimeError("a 74HC165 does not shift while SH/LD is low")
        table.pass_time(-(-8000000 * len(data) // self._baudrate))


class WDT:
    """Once started it cannot be stopped; if it is not fed for `timeout` milliseconds it restarts the
    board."""

    def __init__(self, id=0, timeout=5000):  # noqa: A002 - MicroPython's name
        if id != 0:
            raise ValueError(f"WDT({id}) doesn't exist")
        if not 1 <= timeout <= 8388:
            raise ValueError("timeout exceeds 8388")
        self._timeout_us = 1000 * timeout
        self.feed()

    def feed(self):
        table.watchdog_us = table.now_us + self._timeout_us
