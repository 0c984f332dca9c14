"""The reader chip MFRC522 at register level, and how it reads the UID of the card in its field.

Knows no pin: a chip gets a function that exchanges bytes with it while it is selected. Nothing here waits:
anything that takes time is a generator that yields the microseconds until it must be resumed.

Sources: NXP's data sheet MFRC522 (register numbers as in chapter 9); ISO/IEC 14443-3 type A.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Generator

    Steps = Generator[int, None, "bytes | None"]

COMMAND, COM_IRQ, ERROR, FIFO_DATA, FIFO_LEVEL = 0x01, 0x04, 0x06, 0x09, 0x0A
BIT_FRAMING, MODE, TX_CONTROL, TX_ASK = 0x0D, 0x11, 0x14, 0x15
T_MODE, T_PRESCALER, T_RELOAD_HIGH, T_RELOAD_LOW, VERSION = 0x2A, 0x2B, 0x2C, 0x2D, 0x37

_IDLE, _TRANSCEIVE, _SOFT_RESET = 0x00, 0x0C, 0x0F
_POWERED_DOWN = 0x10  # in COMMAND: the oscillator does not run yet
_TX1, _TX2 = 0x01, 0x02  # in TX_CONTROL: the two antenna drivers
_RX_IRQ, _ERROR_IRQ, _TIMER_IRQ = 0x20, 0x02, 0x01
_CLEAR_IRQS, _FLUSH, _START_SEND = 0x7F, 0x80, 0x80
_ERRORS = 0x1B  # overflow, collision, parity, protocol
_NO_CHIP = (0x00, 0xFF)  # the value of a line that nothing drives

_SETTINGS = (
    (T_MODE, 0x80),  # the timer starts when a question has been sent
    (T_PRESCALER, 0xA9),  # and ticks every 25 us:
    (T_RELOAD_HIGH, 0),
    (T_RELOAD_LOW, 40),  # a card that has not answered after 1 ms is not there
    (TX_ASK, 0x40),  # 100 % modulation, as type A requires
    (MODE, 0x3D),
)

POLL_US = 200
_POLLS = 30  # of an answer: the longest takes 1 ms on the air, and the timer ends the wait for none
_START_POLLS = 250  # after a reset: the oscillator takes some milliseconds
_PRESENCE_POLLS = 10  # after a reset, until the chip answers

_WAKE_UP, _ANTICOLLISION, _SELECT = b"\x52", 0x20, 0x70
_LEVELS = (0x93, 0x95, 0x97)
_CASCADE = 0x88  # in place of the first byte of a UID: it continues at the next level
_SAK_CASCADE = 0x04


class NoChip(Exception):
    """The chip's answers make no sense: it is not there, or it hangs."""


class Mfrc522:
    """A reader. `exchange` sends bytes to it and fills a buffer of the same length, in one transfer."""

    def __init__(self, exchange: "Callable[[bytes, bytearray], None]") -> None:
        self._exchange = exchange
        self._two = bytearray(2)

    def read(self, register: int) -> int:
        """The value of a register."""
        self._exchange(bytes((0x80 | register << 1, 0)), self._two)
        return self._two[1]

    def write(self, register: int, *values: int) -> None:
        """Write one value to a register, or several one after the other to the FIFO."""
        data = bytes((register << 1,)) + bytes(values)
        self._exchange(data, bytearray(len(data)))

    def reset(self) -> None:
        """Reset the chip, its field off. It needs `configured` before use."""
        self.write(COMMAND, _SOFT_RESET)

    def configured(self) -> "Steps":
        """Wait for the end of a reset, then write the configuration. Raises NoChip."""
        polls = 0
        while (is_away := self.read(VERSION) in _NO_CHIP) or self.read(COMMAND) & _POWERED_DOWN:
            polls += 1
            if polls > (_PRESENCE_POLLS if is_away else _START_POLLS):
                raise NoChip("it does not answer" if is_away else "it does not start")
            yield POLL_US
        for register, value in _SETTINGS:
            self.write(register, value)
        return None

    def switch_field(self, is_on: bool) -> None:
        """Switch the antenna on or off. Raises NoChip if the chip does not do it."""
        others = self.read(TX_CONTROL) & ~(_TX1 | _TX2)
        wanted = others | _TX1 | _TX2 if is_on else others
        self.write(TX_CONTROL, wanted)
        if self.read(TX_CONTROL) != wanted or self.read(VERSION) in _NO_CHIP:
            raise NoChip("its field does not obey")

    def uid(self) -> "Steps":
        """The UID of the card in the field: 4, 7 or 10 bytes; None for no card, several, or a bad read.

        The field must have been on for 5 ms. Raises NoChip.
        """
        uid = b""
        answer = yield from self._asked(_WAKE_UP, 7)
        if answer is None or len(answer) != 2:
            return None
        for level in _LEVELS:
            part = yield from self._asked(bytes((level, _ANTICOLLISION)))
            if part is None or len(part) != 5 or part[0] ^ part[1] ^ part[2] ^ part[3] != part[4]:
                return None
            if part[0] != _CASCADE or level == _LEVELS[-1]:
                return uid + part[:4]
            uid += part[1:4]
            answer = yield from self._asked(with_crc(bytes((level, _SELECT)) + part))
            if answer is None or with_crc(answer[:1]) != answer or not answer[0] & _SAK_CASCADE:
                return None
        return None

    def _asked(self, question: bytes, last_bits: int = 0) -> "Steps":
        """A card's answer to a question, whose last byte has only `last_bits` bits; None if it is invalid.

        Raises NoChip if not even the chip's timer has expired in time.
        """
        yield 0  # separate from processing the answer, so that a step stays short
        self.write(COMMAND, _IDLE)
        self.write(COM_IRQ, _CLEAR_IRQS)
        self.write(FIFO_LEVEL, _FLUSH)
        self.write(FIFO_DATA, *question)
        self.write(COMMAND, _TRANSCEIVE)
        self.write(BIT_FRAMING, _START_SEND | last_bits)
        for _ in range(_POLLS):
            yield POLL_US
            irqs = self.read(COM_IRQ)
            if irqs & (_RX_IRQ | _ERROR_IRQ | _TIMER_IRQ):
                return self._answer() if irqs & _RX_IRQ else None
        raise NoChip("it ends no question")

    def _answer(self) -> "bytes | None":
        length = self.read(FIFO_LEVEL)
        if self.read(ERROR) & _ERRORS or not length:
            return None
        ask = bytes([0x80 | FIFO_DATA << 1] * length + [0])
        into = bytearray(len(ask))
        self._exchange(ask, into)
        return bytes(into[1:])


def with_crc(data: bytes) -> bytes:
    """Bytes with the checksum of type A behind them."""
    crc = 0x6363
    for byte in data:
        mixed = byte ^ crc & 0xFF
        mixed ^= mixed << 4 & 0xFF
        crc = crc >> 8 ^ mixed << 8 ^ mixed << 3 ^ mixed >> 4
    return data + bytes((crc & 0xFF, crc >> 8))
