"""MFRC522 reader chips on one bus behind a chain of 74HC595 registers, with cards in their fields.

Strict: anything that would make two chips talk at once, or a chip misread a transfer, is a RuntimeError. Two
fields at once garble each other, as they do under a table. Times are microseconds. Sources: NXP's data sheet
MFRC522, the data sheet SN74HC595.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hardware.simulated.micropython.cards import Card

START_US = 1500  # from a reset until the oscillator runs
VERSION = 0x92

_COMMAND, _COM_IRQ, _ERROR, _FIFO_DATA, _FIFO_LEVEL = 0x01, 0x04, 0x06, 0x09, 0x0A
_BIT_FRAMING, _TX_CONTROL, _TX_ASK = 0x0D, 0x14, 0x15
_T_MODE, _T_PRESCALER, _T_RELOAD_HIGH, _T_RELOAD_LOW, _VERSION = 0x2A, 0x2B, 0x2C, 0x2D, 0x37
_READ_ONLY = (_ERROR, _VERSION)
_DEFAULTS = {_COMMAND: 0x20, _COM_IRQ: 0x14, _TX_CONTROL: 0x80, 0x11: 0x3F, _VERSION: VERSION}

_IDLE, _TRANSCEIVE, _SOFT_RESET = 0x0, 0xC, 0xF
_POWER_DOWN = 0x10
_RX_IRQ, _ERROR_IRQ, _TIMER_IRQ = 0x20, 0x02, 0x01
_OVERFLOW, _COLLISION, _PARITY = 0x10, 0x08, 0x02
_FIFO_BYTES = 64
_BYTE_US = 85  # nine bits of 9.44 us
_ANSWER_US = 91  # between question and answer


class Chip:
    """One reader chip and its antenna. `hang` and `is_dead` are its faults."""

    def __init__(self, readers: "Readers") -> None:
        self._readers = readers
        self.cards: list[Card] = []
        self.is_dead = False
        self._registers = bytearray(64)
        self._start(0)

    @property
    def has_field(self) -> bool:
        """Whether its antenna is driven."""
        return self._registers[_TX_CONTROL] & 3 == 3

    def hang(self) -> None:
        """The chip no longer ends any question, until it is reset."""
        self._is_hung = True

    def set_cards(self, cards: "list[Card]", now_us: int) -> None:
        """Exactly these cards are in reach of the antenna from now on. Cards that were there before keep
        their state."""
        old = {card.uid: card for card in self.cards}
        self.cards = [old.get(card.uid, card) for card in cards]
        for card in self.cards:
            if self.has_field and card.uid not in old:
                card.enter_field(now_us)

    def exchange(self, data: bytes, now_us: int) -> bytes:
        """One transfer while the chip is selected."""
        if self.is_dead:
            return b"\xff" * len(data)
        self._live(now_us)
        if data[0] & 0x80:
            return bytes([0] + [self._read(address) for address in data[:-1]])
        for value in data[1:]:
            self._write(data[0] >> 1, value, now_us)
        return bytes(len(data))

    def _start(self, now_us: int) -> None:
        self._switch(0, now_us)
        self._registers = bytearray(64)
        for register, value in _DEFAULTS.items():
            self._registers[register] = value
        self._fifo = b""
        self._starts_us = now_us + START_US
        self._is_hung = self._is_starting = False
        self._events: list[tuple[int, int, int, bytes]] = []  # time; interrupts, errors, FIFO

    def _live(self, now_us: int) -> None:
        """Process events up to now."""
        self._is_starting = now_us < self._starts_us
        while self._events and self._events[0][0] <= now_us:
            _, irqs, errors, fifo = self._events.pop(0)
            self._registers[_COM_IRQ] |= irqs
            self._registers[_ERROR] = errors
            self._fifo = fifo

    def _read(self, address: int) -> int:
        if not address & 0x80 or address & 1:
            raise RuntimeError(f"{address:#04x} is no address to read from")
        register = address >> 1 & 0x3F
        if register == _FIFO_DATA:
            byte, self._fifo = self._fifo[:1], self._fifo[1:]
            return byte[0] if byte else 0
        if register == _FIFO_LEVEL:
            return len(self._fifo)
        return self._registers[register] | (_POWER_DOWN if register == _COMMAND and self._is_starting else 0)

    def _write(self, register: int, value: int, now_us: int) -> None:
        if register == _COMMAND and value & 0xF == _SOFT_RESET:
            self._start(now_us)
            return
        if self._is_starting:
            raise RuntimeError("an MFRC522 takes nothing while it starts")
        if register in _READ_ONLY:
            raise RuntimeError(f"register {register:#04x} cannot be written")
        if register == _FIFO_DATA:
            self._push(value)
        elif register == _FIFO_LEVEL:
            self._fifo = b"" if value & 0x80 else self._fifo
        elif register == _COM_IRQ:
            irqs = self._registers[_COM_IRQ]
            self._registers[_COM_IRQ] = irqs | value & 0x7F if value & 0x80 else irqs & ~value
        elif register == _TX_CONTROL:
            self._switch(value, now_us)
        else:
            self._registers[register] = value
            self._act(register, now_us)

    def _push(self, value: int) -> None:
        if len(self._fifo) == _FIFO_BYTES:
            self._registers[_ERROR] |= _OVERFLOW
            return
        self._fifo += bytes((value,))

    def _switch(self, value: int, now_us: int) -> None:
        had_field = self.has_field
        self._registers[_TX_CONTROL] = value
        if self.has_field == had_field:
            return
        self._readers.switched(self.has_field)
        for card in self.cards:
            if self.has_field:
                card.enter_field(now_us)
            else:
                card.leave_field()

    def _act(self, register: int, now_us: int) -> None:
        command = self._registers[_COMMAND] & 0xF
        if register == _COMMAND and command == _IDLE:
            self._events = []
        elif register == _BIT_FRAMING and self._registers[_BIT_FRAMING] & 0x80:
            if command != _TRANSCEIVE:
                raise RuntimeError("StartSend is of use only with the command Transceive")
            self._send(self._registers[_BIT_FRAMING] & 7, now_us)

    def _send(self, last_bits: int, now_us: int) -> None:
        question, self._fifo = self._fifo, b""
        self._registers[_ERROR] = 0
        sent_us = now_us + _BYTE_US * len(question)
        if self._is_hung:
            return
        answers = self._answers(question, last_bits, now_us)
        if answers:
            irqs, errors, fifo = self._received(answers)
            self._events = [(sent_us + _ANSWER_US + _BYTE_US * len(fifo), irqs, errors, fifo)]
        elif self._registers[_T_MODE] & 0x80:
            self._events = [(sent_us + self._timer_us(), _TIMER_IRQ, 0, b"")]

    def _answers(self, question: bytes, last_bits: int, now_us: int) -> "list[bytes]":
        if not self.has_field or self._registers[_TX_ASK] != 0x40:
            return []  # without 100 % modulation a card of type A hears nothing
        heard = [card.hear(question, last_bits, now_us) for card in self.cards]
        return [answer for answer in heard if answer is not None]

    def _received(self, answers: "list[bytes]") -> "tuple[int, int, bytes]":
        """Interrupts, errors, and the content of the FIFO."""
        if self._readers.fields > 1:
            return _RX_IRQ | _ERROR_IRQ, _PARITY, bytes([byte ^ 0x5A for byte in answers[0]])
        if any(answer != answers[0] for answer in answers):
            return _RX_IRQ | _ERROR_IRQ, _COLLISION, answers[0]
        return _RX_IRQ, 0, answers[0]

    def _timer_us(self) -> int:
        prescaler = (self._registers[_T_MODE] & 0xF) << 8 | self._registers[_T_PRESCALER]
        ticks = (self._registers[_T_RELOAD_HIGH] << 8 | self._registers[_T_RELOAD_LOW]) + 1
        return (2 * prescaler + 1) * ticks * 100 // 1356


class Readers:
    """The chips, each selected by one output of the chain. `fields` are on now, `most_fields` is the most
    ever."""

    def __init__(self, outputs: int) -> None:
        self.fields = self.most_fields = 0
        self.chips = [Chip(self) for _ in range(outputs)]
        self._bits = (outputs + 7) // 8 * 8
        self._shifted = 0
        self._low: list[int] | None = None  # the outputs that are low; unknown before the first latch
        self._is_off = True
        self._is_fresh = False  # the select has gone low since the last transfer

    def switched(self, is_on: bool) -> None:
        """A chip has switched its field."""
        self.fields += 1 if is_on else -1
        self.most_fields = max(self.most_fields, self.fields)

    def latch(self) -> None:
        """A rising edge on RCLK."""
        self._low = []
        high = self._shifted
        for output in range(len(self.chips)):
            if not high & 1:
                self._low.append(output)
            high >>= 1

    def off(self, level: int) -> None:
        """The level of OE: low gives the outputs to the chip selects."""
        self._is_fresh = bool(self._is_off and not level)
        self._is_off = bool(level)

    def exchange(self, data: bytes, now_us: int) -> bytes:
        """Clock bytes through the chain and to whichever chip is selected."""
        bits = 8 * len(data)
        self._shifted = (self._shifted << bits | int.from_bytes(data, "big")) & ((1 << self._bits) - 1)
        if self._is_off:
            return b"\xff" * len(data)
        if self._low is None or len(self._low) != 1:
            raise RuntimeError(f"not one chip is selected, but {self._low}")
        if not self._is_fresh:
            raise RuntimeError("a chip's select must go high between two transfers")
        self._is_fresh = False
        return self.chips[self._low[0]].exchange(data, now_us)
