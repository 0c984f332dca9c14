"""Queries of a picture: the target of a touch, its texts, its next change."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from controller.model.signs import next_lit_change_ms
from controller.model.view import MORE, Lit, cell_of
from controller.screens.layout.board_geometry import geometry
from controller.screens.layout.picture import BoardBox, Label, More, Picture, ScreenButton, SignIcon


def hit(picture: Picture, x: float, y: float) -> str | None:
    """The id of the button at a point, `cell-3,4` for a cell of the board picture (column and row from 0), or
    `MORE` for a text that counts what comes next.

    `None` outside all of them.
    """
    for button in picture.buttons:
        if button.box.has(x, y):
            return button.id
    for item in picture.items:
        if isinstance(item, BoardBox) and not item.is_dim:
            cell = geometry(item).cell_at(x, y)
            if cell or item.box.has(x, y):
                return item.board.cell_id(*cell) if cell else None
    return next((MORE for item in picture.items if isinstance(item, More) and item.box.has(x, y)), None)


def pressable(picture: Picture, x: float, y: float) -> str | None:
    """The touch target at a point that can be touched now; else `None`."""
    name = hit(picture, x, y)
    cell = cell_of(name or "")
    boards = (item for item in picture.items if isinstance(item, BoardBox))
    targets = {item.board.cell_id(*target) for item in boards for target in item.targets}
    return name if cell is None or name in targets else None


def texts(picture: Picture) -> list[str]:
    """Every text on the screen, including buttons, each as one line, except the names along a board's
    edges."""
    return joined(item for item in picture.items if isinstance(item, Label | ScreenButton) and item.text)


def joined(items: Iterable[Label | ScreenButton]) -> list[str]:
    """The texts of labels and buttons, in one what goes on in the next label."""
    found: list[str] = []
    for item in items:
        goes_on = isinstance(item, Label) and item.goes_on
        found.append(f"{found.pop()} {item.text}" if goes_on and found else item.text)
    return found


def find(picture: Picture, name: str) -> ScreenButton | None:
    """The button with this `#id`, or this label in any case; `None` if there is none."""
    if name.startswith("#") and len(name) > 1:
        return next((button for button in picture.buttons if button.id == name[1:]), None)
    wanted = name.strip().casefold()
    return next((button for button in picture.buttons if wanted in _names(button)), None)


def _names(button: ScreenButton) -> tuple[str, ...]:
    """A button's whole label, and each of its parts: a card in the menu is found by its game's name."""
    return (button.text.casefold(), *(label.text.casefold() for label in button.labels))


def next_redraw_ms(picture: Picture, now_ms: int) -> int | None:
    """When a sign in the picture next changes after `now_ms`; `None` if it never does."""
    return next_lit_change_ms(set(_lits(picture)), now_ms)


def _lits(picture: Picture) -> Iterator[Lit]:
    """Every drawn sign. A dim board has none."""
    for item in picture.items:
        if isinstance(item, SignIcon):
            yield item.lit
        elif isinstance(item, BoardBox) and not item.is_dim:
            yield from (sign.lit for sign in item.board.signs)
