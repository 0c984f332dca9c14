"""QR codes on the screen: the symbol with its quiet zone, and words beneath or beside it."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from controller.model.view import Code
from controller.screens.layout.picture import QUIET, Align, Box, Item, Label, QrCode
from controller.screens.layout.plan import Plan
from controller.screens.layout.text import fit

LEAST_MODULE: Final = 3
"""The least pixels of a module at 800 x 480: at an arm's length a phone's camera reads it."""

SHARES: Final = (0.4, 0.32, 0.26, 0.2)
"""The possible shares of a page for a code that should be read; the first that leaves room for everything is
used."""

_WORDS: Final = 2
"""The lines of words with room beneath it."""

Modules = tuple[tuple[bool, ...], ...]


@lru_cache(maxsize=8)
def modules_of(address: str) -> Modules:
    """The dark modules of the smallest QR code of an address. A screen is never torn: its error correction is
    the lowest, and its modules are the largest."""
    import segno

    code = segno.make_qr(address, error="l", boost_error=False)
    return tuple(tuple(map(bool, row)) for row in code.matrix)


def least_side(plan: Plan, code: Code) -> int:
    """The pixels of the smallest readable symbol, with its quiet zone."""
    return plan.scale(LEAST_MODULE) * (len(modules_of(code.address)) + 2 * QUIET)


def symbol(code: Code, box: Box, align: Align = Align.CENTRE) -> QrCode:
    """The symbol as large as a box allows in whole pixels, centred or on its right."""
    modules = modules_of(code.address)
    side = min(box.w, box.h)
    side -= side % (len(modules) + 2 * QUIET)
    place = box.middle(side, side)
    if align is Align.RIGHT:
        place = place._replace(x=box.right - side)
    return QrCode(place, modules)


def with_words(plan: Plan, code: Code, box: Box) -> list[Item]:
    """The symbol, and the words beneath it."""
    setting = fit(code.words, plan.type(24, 20), box.w, _WORDS * plan.grown(30))
    height = setting.height
    below, above = box.foot(height, plan.gap)
    drawn = symbol(code, above)
    below = below._replace(y=drawn.box.bottom + plan.gap)
    return [drawn, setting.label(below, plan.palette.quiet_ink, Align.CENTRE)]


def words(plan: Plan, code: Code, box: Box, align: Align) -> Label:
    """The words alone."""
    return fit(code.words, plan.type(24, 20), box.w, box.h).label(box, plan.palette.quiet_ink, align)


def beside(plan: Plan, box: Box, share: float) -> tuple[Box, Box]:
    """The room for a code on a page, and the rest: on the right, or on an upright screen below."""
    if plan.is_upright:
        return box.foot(round(box.h * share), plan.gap)
    width = min(box.h, round(box.w * share))
    rest, room = box.left(box.w - width - plan.scale(12), plan.scale(12))
    return room, rest
