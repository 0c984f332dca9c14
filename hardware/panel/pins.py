"""The computer's pins, by gpiozero: through lgpio, or whatever `GPIOZERO_PIN_FACTORY` names."""

from __future__ import annotations

import os
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from hardware.ports import DeviceError
from texts import _

FACTORY_VARIABLE = "GPIOZERO_PIN_FACTORY"
LGPIO_FOLDER_VARIABLE = "LG_WD"

NO_LIBRARY = _(
    "The pins need lgpio, which is not installed ({why}). On a Raspberry Pi install Debian's python3-lgpio "
    "and make the environment with --system-site-packages, or install tablier[pi].",
    why="",
)
"""`why` is Python's message."""
NO_PINS = _(
    "The pins of this computer cannot be opened ({why}). On a Raspberry Pi add the user to the group gpio "
    "(sudo usermod -aG gpio USER) and log in again; another computer has none.",
    why="",
)
"""`why` is the driver's message."""

_opening = threading.Lock()
"""Two adapters may open the pins at once; there is one factory for the whole process."""


def pin_factory() -> Any:
    """gpiozero's factory for this computer's pins, opened on the first call.

    Raises `DeviceError` if there are no pins, or if their driver is not installed.
    """
    with _opening:
        return _opened()


def bus_failures() -> tuple[type[Exception], ...]:
    """The exceptions of pin and bus drivers when the hardware fails: lgpio has its own."""
    from gpiozero.exc import GPIOZeroError

    lgpio = sys.modules.get("lgpio")
    return (OSError, GPIOZeroError) if lgpio is None else (OSError, GPIOZeroError, lgpio.error)


def _opened() -> Any:
    try:
        import gpiozero
    except ImportError as error:
        raise DeviceError(NO_LIBRARY.with_values(why=str(error))) from error
    if gpiozero.Device.pin_factory is None:
        # Without a name gpiozero tries one driver after the other, down to some that do not support a Pi 5.
        name = os.environ.setdefault(FACTORY_VARIABLE, "lgpio")
        if name == "lgpio":
            _import_lgpio()
        failures: tuple[type[Exception], ...] = (ImportError, RuntimeError, *bus_failures())
        try:
            gpiozero.Device.ensure_pin_factory()
        except failures as error:
            raise DeviceError(NO_PINS.with_values(why=str(error))) from error
    return gpiozero.Device.pin_factory


def _import_lgpio() -> None:
    """Load lgpio in a folder where it cannot leave anything behind."""
    if "lgpio" in sys.modules:
        return
    try:
        with _folder_for_lgpio():
            import lgpio  # type: ignore[import-not-found,unused-ignore]  # noqa: F401
    except ImportError as error:
        raise DeviceError(NO_LIBRARY.with_values(why=str(error))) from error
    except OSError as error:
        reason = _(
            "lgpio finds no folder that it can write to ({why}). Give the service a writable /tmp.",
            why=str(error),
        )
        raise DeviceError(reason) from error


@contextmanager
def _folder_for_lgpio() -> Iterator[None]:
    """A folder that lasts while lgpio is imported.

    Its import makes a pipe in the working directory, fails if it cannot, and with `LG_WD` changes the working
    directory of the whole process. Once both ends are open, the pipe's name is no longer needed.
    """
    before = os.open(".", os.O_PATH | os.O_DIRECTORY)
    kept = os.environ.get(LGPIO_FOLDER_VARIABLE)
    try:
        with tempfile.TemporaryDirectory(prefix="tablier-lgpio-") as folder:
            os.environ[LGPIO_FOLDER_VARIABLE] = folder
            try:
                yield
            finally:
                os.fchdir(before)
    finally:
        os.close(before)
        _restore(LGPIO_FOLDER_VARIABLE, kept)


def _restore(variable: str, value: str | None) -> None:
    if value is None:
        os.environ.pop(variable, None)
    else:
        os.environ[variable] = value
