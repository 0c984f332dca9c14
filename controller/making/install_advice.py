"""The further needs of a computer that runs the table, and a person's part in them."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Final

from engines.record import record

DEBIANS_MODULES = Path("/usr/lib/python3")
PACKAGES = {"pygame": "python3-pygame", "lgpio": "python3-lgpio", "spidev": "python3-spidev"}
"""The Debian packages of the modules that a Raspberry Pi needs."""
EGL: Final = ("libegl1", "libgles2", "libgl1-mesa-dri")
"""The packages with which SDL draws on a console; Debian's pygame does not bring them."""


@record
class Facts:
    """A computer: whether it is a Raspberry Pi, the source of each module of `PACKAGES` (`None`: missing),
    whether SDL can draw on its console (`EGL`), whether it has an SPI bus, and whether it has a desktop."""

    is_pi: bool
    modules: dict[str, Path | None]
    has_egl: bool
    has_spi: bool
    has_desktop: bool


def facts_here(root: Path = Path("/")) -> Facts:
    """The facts of this computer."""
    model = root / "proc/device-tree/model"
    return Facts(
        is_pi=model.exists() and "Raspberry Pi" in model.read_text(errors="replace"),
        modules={name: _origin(name) for name in PACKAGES},
        has_egl=any((root / "usr/lib").glob("*/libEGL.so.1")),
        has_spi=any((root / "dev").glob("spidev*")),
        has_desktop=(root / "etc/systemd/system/display-manager.service").is_symlink(),
    )


def advice(facts: Facts) -> list[str]:
    """The remaining tasks, one sentence each."""
    lines = []
    if facts.is_pi:
        lines = _for_a_pi(facts)
    elif facts.modules["pygame"] is None:
        lines.append("The screen needs pygame, which is missing: install Tablier with what it depends on.")
    if facts.has_desktop:
        lines.append(
            "This computer has a desktop. If it starts at boot it holds the screen: "
            "sudo systemctl set-default multi-user.target"
        )
    return lines


def _for_a_pi(facts: Facts) -> list[str]:
    lines = []
    missing = [PACKAGES[name] for name, origin in facts.modules.items() if origin is None]
    pygame = facts.modules["pygame"]
    if pygame is not None and not pygame.is_relative_to(DEBIANS_MODULES):
        # The wheels of PyPI cannot draw without a desktop.
        missing.append(PACKAGES["pygame"])
    if not facts.has_egl:
        missing += EGL
    if missing:
        lines.append(
            f"Some of Debian's own packages are needed: sudo apt install {' '.join(sorted(missing))}; "
            "sudo ./install does it, and makes an environment that sees them."
        )
    if not facts.has_spi:
        lines.append("For lights or sensors on the SPI pins: sudo raspi-config nonint do_spi 0")
    return lines


def _origin(module: str) -> Path | None:
    spec = importlib.util.find_spec(module)
    return Path(spec.origin) if spec is not None and spec.origin else None
