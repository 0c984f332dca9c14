"""A PN532 without hardware: its answers on the serial line, byte by byte, and its field.

Strict: it sleeps until it is woken as its manual says, accepts no other command before it has been
configured, and answers no damaged frame. A tag that was read stays selected, and unread, until the field has
been off. Source: NXP UM0701-02, "PN532 User Manual".
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum
from threading import Lock

from hardware.simulated.table import ImpossibleAct

START = b"\x00\xff"
ACK = b"\x00\x00\xff\x00\xff\x00"
ACK_CODE = b"\x00\xff"
NACK_CODE = b"\xff\x00"
SYNTAX_ERROR = b"\x7f"
TO_READER, TO_HOST = 0xD4, 0xD5
WAKE = b"\x55\x55" + bytes(10)
"""The wake-up sequence: a few edges, then silence until its clock runs. No maker's driver sends less."""
FIRMWARE = b"\x32\x01\x06\x07"
SENSED = b"\x00\x44\x00"
"""A type A tag's data before its number: SENS_RES of two bytes, SEL_RES of one."""
ENDLESS = 0xFF
FROM_HSU = 0x10
"""The bit of PowerDown that enables waking over the serial line."""


class Air:
    """The space above the readers: the fields that are on, and whether two were on at any time."""

    def __init__(self) -> None:
        self.looks: list[object] = []
        """The readers whose fields went on, in order."""
        self.most_at_once = 0
        self._on: set[object] = set()
        self._lock = Lock()

    def switch(self, reader: object, is_on: bool) -> None:
        """A reader's field goes on or off."""
        with self._lock:
            if is_on and reader not in self._on:
                self._on.add(reader)
                self.looks.append(reader)
            elif not is_on:
                self._on.discard(reader)
            self.most_at_once = max(self.most_at_once, len(self._on))

    @property
    def is_quiet(self) -> bool:
        """Whether no field is on."""
        return not self._on


class ReaderPhase(Enum):
    """The state of a reader. Asleep it reacts only to the wake-up sequence; awake it only accepts its
    configuration."""

    ASLEEP = "asleep"
    AWAKE = "awake"
    READY = "ready"


class SimulatedPn532:
    """A reader with power. `tags` are the numbers of those that lie on it, 4 or 7 bytes each.

    After `wedges_after` reads it does not answer until it is woken again. One that `is_dead` never answers;
    one that `skips` finds nothing on every second look.
    """

    def __init__(
        self, air: Air | None = None, wedges_after: int | None = None, *, skips: bool = False
    ) -> None:
        self.tags: tuple[bytes, ...] = ()
        self.is_dead = False
        self.wakings = 0
        """The number of wake-ups."""
        self._air = air or Air()
        self._wedges_after = wedges_after
        self._skips = skips
        self._looks = 0
        self._sleep()

    def put(self, tag: str) -> None:
        """Lay a tag, named by its hex digits, on the reader. Raises TableError if it lies there."""
        if bytes.fromhex(tag) in self.tags:
            raise ImpossibleAct(f"the tag {tag} lies there already")
        self.tags = (*self.tags, bytes.fromhex(tag))

    def lift(self, tag: str) -> None:
        """Take a tag away. Raises TableError if it does not lie there."""
        if bytes.fromhex(tag) not in self.tags:
            raise ImpossibleAct(f"the tag {tag} does not lie there")
        self.tags = tuple(other for other in self.tags if other != bytes.fromhex(tag))

    def power_cut(self) -> None:
        """Cut the power and restore it."""
        self._sleep()

    def run(self, at_ms: int) -> bytes:
        """Unsolicited bytes: the end of an endless search, when a tag has come."""
        if self._is_searching and self.tags and not self.is_dead:
            return self._sent(self._found(self.tags))
        return b""

    def receive(self, data: bytes) -> bytes:
        """Its answer to these bytes."""
        if self.is_dead:
            return b""
        self._heard += data
        if self._phase is ReaderPhase.ASLEEP and not self._is_woken():
            return b""
        answers = b""
        while self._phase is not ReaderPhase.ASLEEP and (frame := self._take()) is not None:
            answers += self._answered(frame)
        return answers

    def _sleep(self) -> None:
        """Forget everything: the reader has lost its power, was put to sleep, or has wedged."""
        self._phase = ReaderPhase.ASLEEP
        self._heard = b""
        self._retries = ENDLESS
        self._reads = 0
        self._is_searching = False
        self._last = b""
        self._field(False)

    def _is_woken(self) -> bool:
        before, wake, after = self._heard.partition(WAKE)
        if not wake:
            self._heard = before[1 - len(WAKE) :]
            return False
        self._heard = after
        self._phase = ReaderPhase.AWAKE
        self.wakings += 1
        return True

    def _take(self) -> bytes | None:
        """The content of the next complete frame, or its code; `None` while there is none."""
        while (at := self._heard.find(START)) >= 0:
            rest = self._heard[at + 2 :]
            if len(rest) < 2:
                return None
            size = rest[0]
            if rest[:2] in (ACK_CODE, NACK_CODE):
                self._heard = rest[2:]
                return rest[:2]
            if (size + rest[1]) & 0xFF:
                self._heard = rest
                continue
            if len(rest) < size + 4:
                return None
            self._heard = rest[size + 4 :]
            if not sum(rest[2 : size + 3]) & 0xFF and rest[size + 3] == 0 and rest[2] == TO_READER:
                return rest[3 : size + 2]
        self._heard = self._heard[-1:]
        return None

    def _answered(self, frame: bytes) -> bytes:
        if frame == NACK_CODE:
            return self._last
        self._is_searching = False  # any byte ends a search
        if frame == ACK_CODE:
            return b""
        command, parameters = frame[0], frame[1:]
        if self._phase is ReaderPhase.AWAKE and command != 0x14:
            return b""
        if self._wedges_after is not None and self._reads >= self._wedges_after:
            self._sleep()
            return b""
        does = _COMMANDS.get(command)
        answer = does(self, parameters) if does else SYNTAX_ERROR
        return ACK if answer is None else ACK + self._sent(answer, command)

    def _sent(self, answer: bytes, command: int = 0x4A) -> bytes:
        data = answer if answer == SYNTAX_ERROR else bytes((TO_HOST, command + 1)) + answer
        size = len(data)
        self._last = bytes((0, 0, 0xFF, size, -size & 0xFF)) + data + bytes((-sum(data) & 0xFF, 0))
        return self._last

    def _field(self, is_on: bool) -> None:
        self._air.switch(self, is_on)
        if not is_on:
            self._selected: bytes | None = None

    # The commands. Each returns its answer, or `None` while there is none yet.

    def _firmware(self, parameters: bytes) -> bytes:
        return SYNTAX_ERROR if parameters else FIRMWARE

    def _configure(self, parameters: bytes) -> bytes:
        if len(parameters) not in (1, 2, 3) or parameters[0] not in (1, 2, 3, 4):
            return SYNTAX_ERROR
        self._phase = ReaderPhase.READY
        return b""

    def _configure_radio(self, parameters: bytes) -> bytes:
        item, values = parameters[:1], parameters[1:]
        if item == b"\x01" and len(values) == 1:
            self._field(bool(values[0] & 1))
        elif item == b"\x05" and len(values) == 3:
            self._retries = values[2]
        else:
            return SYNTAX_ERROR
        return b""

    def _power_down(self, parameters: bytes) -> bytes:
        if len(parameters) not in (1, 2):
            return SYNTAX_ERROR
        self._sleep()
        self.is_dead = not parameters[0] & FROM_HSU  # the serial line wakes it only if that was enabled
        return b"\x00"

    def _search(self, parameters: bytes) -> bytes | None:
        if len(parameters) != 2 or parameters[0] not in (1, 2) or parameters[1] != 0:
            return SYNTAX_ERROR
        self._field(True)
        self._looks += 1
        found = self._unselected()[: parameters[0]]
        if self._skips and self._looks % 2 == 0:
            found = ()
        if found or self._retries != ENDLESS:
            return self._found(found)
        self._is_searching = True
        return None

    def _unselected(self) -> tuple[bytes, ...]:
        """The tags that answer, the lowest number first. A selected one is lost by being called again."""
        answering = tuple(sorted(tag for tag in self.tags if tag != self._selected))
        self._selected = None
        return answering

    def _found(self, tags: Sequence[bytes]) -> bytes:
        self._is_searching = False
        targets = b""
        for number, tag in enumerate(tags, 1):
            targets += bytes((number,)) + SENSED + bytes((len(tag),)) + tag
            self._selected = tag
            self._reads += 1
        return bytes((len(tags),)) + targets


_COMMANDS: dict[int, Callable[[SimulatedPn532, bytes], bytes | None]] = {
    0x02: SimulatedPn532._firmware,
    0x14: SimulatedPn532._configure,
    0x16: SimulatedPn532._power_down,
    0x32: SimulatedPn532._configure_radio,
    0x4A: SimulatedPn532._search,
}
