"""Cards of ISO/IEC 14443 type A, up to selection: how they report their UIDs.

Strict: a question out of order resets a card to its initial state, without an answer. Source: ISO/IEC
14443-3, state diagram of type A.
"""

POWER_UP_US = 5000

_REQUEST, _WAKE_UP, _HALT = 0x26, 0x52, 0x50
_LEVELS = (0x93, 0x95, 0x97)
_ALL, _SELECT = 0x20, 0x70
_CASCADE_TAG = 0x88
_SAK_CASCADE, _SAK_COMPLETE = 0x04, 0x08

_OFF, _IDLE, _READY, _ACTIVE, _HALTED = range(5)


class Card:
    """A card with a UID of 4, 7 or 10 bytes. Times are microseconds."""

    def __init__(self, uid: bytes) -> None:
        self.uid = uid
        self._state = _OFF
        self._level = 0
        self._powered_us = 0
        self._parts = _parts(uid)

    def enter_field(self, now_us: int) -> None:
        """A field appears: the card has power, and will be able to answer."""
        self._state = _IDLE
        self._powered_us = now_us

    def leave_field(self) -> None:
        """Without a field the card forgets everything."""
        self._state = _OFF

    def hear(self, question: bytes, last_bits: int, now_us: int) -> "bytes | None":
        """The answer to a question, whose last byte has only `last_bits` bits, if not 0."""
        if self._state == _OFF or now_us - self._powered_us < POWER_UP_US:
            return None
        if last_bits == 7 and len(question) == 1:
            return self._wake(question[0])
        if last_bits == 0 and self._state == _READY:
            return self._identify(question)
        is_halt = last_bits == 0 and question == with_checksum(bytes((_HALT, 0)))
        self._state = _HALTED if is_halt and self._state == _ACTIVE else _IDLE
        return None

    def _wake(self, command: int) -> "bytes | None":
        if command not in (_REQUEST, _WAKE_UP) or (self._state == _HALTED and command == _REQUEST):
            return None
        if self._state not in (_IDLE, _HALTED):
            self._state = _IDLE
            return None
        self._state = _READY
        self._level = 0
        return bytes((0x04 | (len(self._parts) - 1) << 6, 0x00))

    def _identify(self, question: bytes) -> "bytes | None":
        part = self._parts[self._level]
        level = bytes((_LEVELS[self._level],))
        if question == level + bytes((_ALL,)):
            return part
        if question == with_checksum(level + bytes((_SELECT,)) + part):
            self._level += 1
            is_complete = self._level == len(self._parts)
            self._state = _ACTIVE if is_complete else _READY
            return with_checksum(bytes((_SAK_COMPLETE if is_complete else _SAK_CASCADE,)))
        self._state = _IDLE
        return None


def with_checksum(data: bytes) -> bytes:
    """Bytes with CRC_A behind them, computed bit by bit as annex B has it."""
    crc = 0x6363
    for byte in data:
        for bit in range(8):
            is_odd = (crc ^ byte >> bit) & 1
            crc >>= 1
            if is_odd:
                crc ^= 0x8408
    return data + bytes((crc & 0xFF, crc >> 8))


def _parts(uid: bytes) -> "list[bytes]":
    """The card's answer at each cascade level: four bytes and their exclusive or."""
    if len(uid) not in (4, 7, 10):
        raise ValueError(f"a UID has 4, 7 or 10 bytes, not {len(uid)}")
    fours = []
    while len(uid) > 4:
        fours.append(bytes((_CASCADE_TAG,)) + uid[:3])
        uid = uid[3:]
    fours.append(uid)
    return [four + bytes((four[0] ^ four[1] ^ four[2] ^ four[3],)) for four in fours]
