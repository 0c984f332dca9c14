"""PN532: readers of 13.56 MHz tags (Mifare, NTAG) on a serial line, through Adafruit's library.

The line is 115200 8N1. A reader's field is on only while it looks, and only one reader's at a time: near
fields disturb each other, and a tag that was read stays selected, and unread, until its field has been off.
The field is switched by RFConfiguration and not by PowerDown, from which some readers do not wake on a serial
line. Two tags on one reader give one of them and no error.
Source: NXP UM0701-02, "PN532 User Manual".
"""

from __future__ import annotations

import logging
import os
from collections.abc import Sequence
from threading import Condition
from types import TracebackType
from typing import Any

from hardware.board.serial_port import SerialPort
from hardware.ports import DeviceError
from texts import _

_log = logging.getLogger(__name__)

BAUD = 115200
IN_LIST_PASSIVE_TARGET = 0x4A
RF_CONFIGURATION = 0x32
ONE_TYPE_A = (0x01, 0x00)
"""InListPassiveTarget: at most one tag, of type A at 106 kbit/s."""
FIELD_OFF = (0x01, 0x00)
"""RFConfiguration: the field, off."""
FEW_RETRIES = (0x05, 0xFF, 0x01, 0x01)
"""RFConfiguration: the retries. The last is the number of searches for a tag. The default is unlimited, and
then a reader that finds nothing is as silent as one that has failed."""
ANSWER_BYTES = 64
"""The longest answer that is read, as in the library."""

ANSWER_S = 0.2
"""The time in which a reader must answer. It owes the acknowledgement within 0.015 s; the rest is for the
search, and for USB adapters, some of which keep bytes for 0.016 s."""
BYTES_S = 0.02
"""How long the library waits for bytes."""
QUIET_S = 0.01
"""A pause of this length ends an answer."""
TRIES = 2
"""Missing answers in a row before a reader is woken."""
PAUSE_US = 40_000
"""The pause of a reader between two looks."""


class NoAnswer(DeviceError):
    """A reader is silent, or its answer is invalid."""


class RadioField:
    """The one field that may be on, held with `with`. Readers get it in the order of their requests, so that
    they take turns."""

    def __init__(self) -> None:
        self._changed = Condition()
        self._asked = 0
        self._served = 0

    @property
    def waiting(self) -> int:
        """The number of waiting readers."""
        with self._changed:
            return max(self._asked - self._served - 1, 0)

    def __enter__(self) -> None:
        with self._changed:
            mine = self._asked
            self._asked += 1
            self._changed.wait_for(lambda: self._served == mine)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with self._changed:
            self._served += 1
            self._changed.notify_all()


class Pn532:
    """A reader at an open port. See `Reader`. `field` is shared by all readers near each other, `answer_s` is
    the longest time of an answer.

    Raises NoAnswer if there is none, `DeviceError` if the library does not work.
    """

    def __init__(self, port: SerialPort, field: RadioField, answer_s: float = ANSWER_S) -> None:
        self._port = port
        self._field = field
        self._answer_s = answer_s
        self._chip = _chip(port, answer_s)
        self._prepare()

    def look(self) -> str | None:
        """The number of a tag that lies there, in capital hex digits, or `None`. The field is off afterwards.

        A silent reader is woken. Raises NoAnswer if that does not help, and PortError if the port has gone.
        """
        for _try in range(TRIES):
            try:
                return self._search()
            except NoAnswer as silence:
                _log.info("%s: %s", self._port.name, silence)
        _log.warning("%s at %s is being woken", self._port.device, self._port.name)
        _wake(self._chip, self._port)
        self._prepare()
        return self._search()

    def _search(self) -> str | None:
        with self._field:
            try:
                answer = self._call(IN_LIST_PASSIVE_TARGET, ONE_TYPE_A, ANSWER_BYTES)
            finally:
                self._call(RF_CONFIGURATION, FIELD_OFF)
        return _number(answer, self._port)

    def _prepare(self) -> None:
        """A reader that has been asleep has lost its configuration."""
        self._call(RF_CONFIGURATION, FEW_RETRIES)
        self._call(RF_CONFIGURATION, FIELD_OFF)

    def _call(self, command: int, parameters: Sequence[int], most_bytes: int = 0) -> bytes:
        try:
            answer = self._chip.call_function(command, most_bytes, bytes(parameters), self._answer_s)
        except (RuntimeError, IndexError) as error:  # the library's messages for damaged or short frames
            raise _no_answer(self._port) from error
        if answer is None:
            raise _no_answer(self._port)
        return bytes(answer)


class _Line:
    """An open port with the interface that Adafruit's library needs. Silence is an error here, because the
    library takes it for an answer, and so is a failed write."""

    def __init__(self, port: SerialPort, answer_s: float) -> None:
        self._port = port
        self._bytes = b""
        self._waits = 0
        self._most_waits = round(
            answer_s / BYTES_S
        )  # the library itself waits a whole second for some answers

    @property
    def in_waiting(self) -> int:
        """The number of available bytes, after a wait for some. Raises NoAnswer after too many waits."""
        if not self._bytes:
            self._bytes = self._port.read(BYTES_S)
        self._waits = 0 if self._bytes else self._waits + 1
        if self._waits > self._most_waits:
            raise _no_answer(self._port)
        return len(self._bytes)

    def read(self, count: int) -> bytes:
        """Read this many bytes, or those before a pause. Raises NoAnswer if there are none."""
        while len(self._bytes) < count and (more := self._port.read(QUIET_S)):
            self._bytes += more
        if not self._bytes:
            raise _no_answer(self._port)
        taken, self._bytes = self._bytes[:count], self._bytes[count:]
        return taken

    def write(self, data: bytes) -> int:
        """Send all of it."""
        self._waits = 0
        self._port.write(data)
        return len(data)

    def reset_input_buffer(self) -> None:
        """Discard received bytes."""
        self._bytes = b""
        self._port.discard()


def _chip(port: SerialPort, answer_s: float) -> Any:
    """A reader that has been woken and has reported its version."""
    # Without this the library below it may stop to ask, on the terminal, whether to install something.
    os.environ.setdefault("BLINKA_SKIP_DEPENDENCY_CHECK", "1")
    try:
        from adafruit_pn532.uart import PN532_UART
    except (ImportError, NotImplementedError, RuntimeError) as error:
        reason = _(
            "The PN532's driver does not work on this computer ({why}). Install Tablier's packages anew, "
            'or set tags.kind to "rdm6300" or "none".',
            why=str(error),
        )
        raise DeviceError(reason) from error
    try:
        return PN532_UART(_Line(port, answer_s))
    except (RuntimeError, IndexError) as error:
        raise _no_answer(port) from error


def _wake(chip: Any, port: SerialPort) -> None:
    try:
        chip.reset()
    except (RuntimeError, IndexError) as error:
        raise _no_answer(port) from error


def _number(answer: bytes, port: SerialPort) -> str | None:
    """The tag's number in an answer: the number of tags; then the first one's index, three bytes of its type,
    the length of its number, and the number."""
    if answer[:1] == b"\x00":
        return None
    number = answer[6 : 6 + answer[5]] if len(answer) > 5 else b""
    if answer[0] != 1 or not number or len(number) != answer[5]:
        raise _no_answer(port)
    return number.hex().upper()


def _no_answer(port: SerialPort) -> NoAnswer:
    return NoAnswer(
        _(
            "{device:capital} at {port} does not answer as a PN532. Check its power, its two wires (its TX "
            "to RX, its RX to TX), and that its switches say UART (HSU); "
            "then unplug it and plug it in again.",
            device=port.device,
            port=port.name,
        )
    )
