"""One open serial port, with pyserial's three kinds of errors turned into one for people."""

from __future__ import annotations

import errno
import glob
import os
import select
import termios
import time
from contextlib import suppress
from pathlib import Path
from types import TracebackType

import serial

from hardware.board.protocol import THE_BOARD, UNPLUGGED
from hardware.ports import DeviceError
from texts import _, joined

READ_WAIT_S = 0.1
READ_BYTES = 4096
WRITE_WAIT_S = 1.0
CLOSE_WAIT_S = 0.5
CLOSE_STEP_S = 0.01

_FAILURES = (serial.SerialException, OSError, termios.error)
"""An unplugged port raises the first from calls of pyserial, the second from system calls, and the third,
which is no OSError, from calls to the terminal driver."""
_ABSENT = {errno.ENOENT, errno.ENODEV, errno.ENXIO}
_REFUSED = {errno.EACCES, errno.EPERM}
_TAKEN = {errno.EAGAIN, errno.EBUSY}


class PortError(DeviceError):
    """A port cannot be opened, or has gone while it was open."""


def find_port(pattern: str, attempt: int = 0, device: str = THE_BOARD) -> str:
    """The name of the port to try: a name as it is, or one after the other of those that match a glob.

    Raises PortError if there is none.
    """
    names = sorted(glob.glob(pattern))  # noqa: PTH207 - Path.glob wants folder and pattern apart
    if not names:
        raise PortError(_absent(pattern, device))
    return names[attempt % len(names)]


class SerialPort:
    """A port, from opening to `close`; also a context manager. Every failure is a PortError.

    `device` is its name for people (`the board`). One thread may read while another writes; before `close`
    both must have stopped.
    """

    def __init__(self, name: str, device: str = THE_BOARD, baud: int = 115200) -> None:
        self.name = name
        self.device = device
        try:
            self._serial = serial.Serial(name, baudrate=baud, timeout=0, write_timeout=0, exclusive=True)
        except _FAILURES as error:
            raise PortError(explain(name, error, device)) from error
        self._fd: int = self._serial.fileno()
        self._readable = select.poll()
        self._readable.register(self._fd, select.POLLIN)

    def __enter__(self) -> SerialPort:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def read(self, wait_s: float = READ_WAIT_S) -> bytes:
        """All available bytes, or none after the wait."""
        try:  # by the system's own calls: pyserial's waits for the number of bytes asked for, and asks twice
            if not self._readable.poll(1000 * wait_s):
                return b""
            data = os.read(self._fd, READ_BYTES)
        except _FAILURES as error:
            raise self._gone() from error
        if not data:
            raise self._gone(Path(self.name).exists())
        return data

    def discard(self) -> None:
        """Discard received bytes."""
        try:
            self._serial.reset_input_buffer()
        except _FAILURES as error:
            raise self._gone() from error

    def write(self, data: bytes) -> None:
        """Send bytes as fast as they are accepted; a port that accepts none for `WRITE_WAIT_S` counts as
        gone."""
        while data:
            if not self._takes_within(WRITE_WAIT_S):
                raise PortError(
                    _(
                        "{device:capital} takes nothing that is sent to it. Unplug it and plug it in again.",
                        device=self.device,
                    )
                )
            data = self.write_now(data)

    def write_now(self, data: bytes) -> bytes:
        """Send what is accepted without waiting. Returns the remaining bytes."""
        try:
            return data[os.write(self._fd, data) :] if data else data
        except BlockingIOError:
            return data
        except _FAILURES as error:
            raise self._gone() from error

    def _takes_within(self, wait_s: float) -> bool:
        try:
            return bool(select.select([], [self._fd], [], wait_s)[1])
        except _FAILURES as error:
            raise self._gone() from error

    def close(self) -> None:
        """Close the port, whatever its state.

        Bytes that the device does not take are thrown away. For them Linux would keep the caller waiting for
        half a minute.
        """
        with suppress(*_FAILURES):  # it has gone
            if not self._is_taken_within(CLOSE_WAIT_S):
                self._serial.reset_output_buffer()
        try:
            self._serial.close()
        except _FAILURES as error:
            raise self._gone() from error

    def _is_taken_within(self, wait_s: float) -> bool:
        """Whether the device takes all that was sent to it."""
        until_s = time.monotonic() + wait_s
        while self._serial.out_waiting:
            if time.monotonic() >= until_s:
                return False
            time.sleep(CLOSE_STEP_S)
        return True

    def _gone(self, is_shared: bool = False) -> PortError:
        """An unplugged port reads like one whose bytes another program takes: ready, but empty. If its name
        is still there it `is_shared`."""
        reason = UNPLUGGED.with_values(device=self.device)
        if is_shared:
            more = _(
                "If it is plugged in, another program reads from {port}: close that one.", port=self.name
            )
            reason = joined(" ", (reason, more))
        return PortError(reason)


def explain(name: str, error: Exception, device: str = THE_BOARD) -> str:
    """Why a port cannot be opened, and what to do, in words."""
    number = getattr(error, "errno", None)
    if number in _ABSENT:
        return _absent(name, device)
    if number in _REFUSED:
        return _(
            "This user may not open {port}. "
            "Add the user to its group (sudo usermod -aG dialout USER) and log in again.",
            port=name,
        )
    if number in _TAKEN:
        return _(
            "Another program has {port} open. Close it: a serial monitor, or a second Tablier.", port=name
        )
    if "configure" in str(error):
        return _("{port} is not a serial port. Correct the port in the settings.", port=name)
    return _("{port} cannot be opened: {why}.", port=name, why=str(error))


def _absent(name: str, device: str) -> str:
    return _(
        "There is no {port}. Plug {device} in. If it is, "
        "see what /dev/serial/by-id shows and correct the port in the settings.",
        port=name,
        device=device,
    )
