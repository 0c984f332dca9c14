"""The needs of some tests that not every computer meets.

Without them these tests are skipped, and the last lines of a run name the skipped tests, the need, and the
package to install.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

import pytest

from hardware.simulated.firmware import is_micropython_here

REASON = re.compile(r"needs (?P<what>[^:]+)(?:: apt install (?P<packages>.+))?")
"""Every reason to skip a test for an unmet need."""


def reason(what: str, packages: str = "") -> str:
    """Why a test is skipped; `packages` are Debian's that bring what it needs, if any do."""
    return f"needs {what}: apt install {packages}" if packages else f"needs {what}"


def needs(is_here: bool, what: str, packages: str = "") -> pytest.MarkDecorator:
    """A mark for tests that need something."""
    return pytest.mark.skipif(not is_here, reason=reason(what, packages))


def require(is_here: bool, what: str, packages: str = "") -> None:
    """Skip the running test, unless what it needs is here."""
    if not is_here:
        pytest.skip(reason(what, packages))


MICROPYTHON = (is_micropython_here(), "MicroPython for this kind of computer")

needs_micropython = needs(*MICROPYTHON)


def summary(reasons: Iterable[str]) -> list[str]:
    """The last lines of a run in which tests were skipped for these reasons; none if nothing was wanting."""
    found = [match for match in map(REASON.search, reasons) if match is not None]
    if not found:
        return []
    wanting = Counter(match["what"] for match in found)
    packages = sorted({name for match in found for name in (match["packages"] or "").split()})
    told = ", ".join(f"{what} ({count})" for what, count in sorted(wanting.items()))
    lines = [f"Skipped for want of: {told}."]
    if packages:
        lines.append(f"To run them too: sudo apt install {' '.join(packages)}")
    return lines
