"""Pages for content that does not fit on one screen. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final, TypeVar

from controller.model.view import Choice, View
from texts import Text, _, _c

BACK: Final = Choice("back", _("Back"))
EARLIER: Final = Choice("page-back", _c("page", "Previous"))
LATER: Final = Choice("page-on", _c("page", "Next"))

_T = TypeVar("_T")

own: Final = partial(View, title="Tablier", controls=(BACK,))
"""A page of the table itself, about no game, with the way back."""


def pages(things: int, on_a_page: int) -> int:
    """The number of pages, at least one."""
    return max(1, -(-things // on_a_page))


def cut(things: Sequence[_T], on_a_page: int, page: int) -> tuple[int, int, list[tuple[int, _T]]]:
    """A page of a list, or the last one if the list is shorter; the number of pages; and the things on the
    page, each with its place in the list."""
    of = pages(len(things), on_a_page)
    page = min(page, of - 1)
    return page, of, list(enumerate(things))[on_a_page * page :][:on_a_page]


def controls(page: int, of: int) -> tuple[Choice, ...]:
    """The buttons that turn pages, if there are several, after the way back."""
    return (BACK, *((EARLIER,) if page > 0 else ()), *((LATER,) if page + 1 < of else ()))


def places(of: int = 2) -> tuple[Choice, ...]:
    """The places of these buttons: all of them, unless there can be no other page."""
    return (BACK, EARLIER, LATER) if of > 1 else (BACK,)


def turned(page: int, of: int, button_id: str) -> int:
    """The page after a touch."""
    step = {EARLIER.id: -1, LATER.id: 1}.get(button_id, 0)
    return min(max(page + step, 0), of - 1)


def words(page: int, of: int) -> Text | str:
    """The page number in words; empty if there is one page."""
    return _("Page {page} of {of}", page=page + 1, of=of) if of > 1 else ""
