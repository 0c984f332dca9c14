"""The common frame of screens without a board: a header, controls along the near edge, cards between."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from controller.games import TABLES
from controller.model.view import BoardView, Choice, Code, View
from controller.screens.layout.picture import Align, BoardBox, Box, FilledBox, Item, Label, ScreenButton
from controller.screens.layout.plan import Plan
from controller.screens.layout.text import SetText, Type, balance, fit, fit_alike, line_height, wrap
from controller.screens.pages import code, controls, parts
from engines.record import record, replace

_CORNER: Final = 0.3
"""The share of the header's width for a remark."""

_HEADING: Final = 0.45
"""The share of the header's width for a heading beside a remark that has no other room."""

_MARK: Final = 96
"""The largest picture on a card."""

_AIR: Final = 7
"""The room above and below a card's words, where there is some."""

_WIDE, _HIGH, _NAME_SHARE = 520, 100, 0.34
"""On a card that is wider than the first and lower than the second, a name has this share of the width, and
its note stands beside it."""


def framed(plan: Plan, view: View, needed: int = 0) -> tuple[list[Item], Box]:
    """Header, controls and remark, and the room between them. If a remark would leave less height than
    `needed` there, it stands beside the heading."""
    top, box = plan.whole.top(plan.grown(80 if _has_title(plan, view) else 50), plan.scale(12))
    corner = _corner_remark(plan, view, top)
    items, rest = _framed(plan, view, top, box, header(plan, view, top, corner))
    if corner or not view.notice or rest.h >= needed:
        return items, rest
    heading, remark = top.left(round(top.w * _HEADING), plan.scale(12))
    quiet = replace(view, notice="")
    items, rest = _framed(plan, quiet, top, box, header(plan, quiet, heading, []))
    return [*items, *parts.remark(plan, view, remark)], rest


def framed_with_code(plan: Plan, view: View, shown: Code) -> tuple[list[Item], Box]:
    """Header, controls and remark, with a QR code beside the heading and its words; and the room between."""
    top, box = plan.whole.top(code.least_side(plan, shown), plan.scale(12))
    symbol = code.symbol(shown, top, Align.RIGHT)
    left = top.left(symbol.box.x - top.x - plan.scale(16))[0]
    below, above = left.foot(plan.grown(34))
    heading = fit(view.heading, plan.type(42, 24, is_bold=True), above.w, above.h)
    words = code.words(plan, shown, below, Align.LEFT)
    return _framed(plan, view, top, box, [heading.label(above, plan.palette.ink), words, symbol])


def _framed(plan: Plan, view: View, top: Box, box: Box, items: list[Item]) -> tuple[list[Item], Box]:
    if view.controls:
        foot, box = box.foot(controls.height(plan, view, box.w), plan.scale(12))
        items += controls.controls(plan, view, foot)
    if _corner_remark(plan, view, top):
        return items, box
    room = box._replace(h=box.h // (4 if view.choices else 2))  # touch targets come first
    height = parts.remark_height(plan, view, room)
    below, box = box.foot(height, plan.scale(10) if height else 0)
    return [*items, *parts.remark(plan, view, below)], box


def _corner_remark(plan: Plan, view: View, box: Box) -> list[Item]:
    """A calm remark that fits into the corner of the header, beside the heading: the page number."""
    if not view.notice or not parts.is_calm(view):
        return []
    beside, room = box.left(box.w - round(box.w * _CORNER))
    setting = fit(view.notice, plan.type(20, 20), room.w, room.h)
    below = beside.top(_title_height(plan, view))[1]
    is_cut = setting.is_cut or fit(view.heading, _heading(plan), below.w, below.h).is_cut
    return [] if is_cut else [setting.label(room, plan.palette.quiet_ink, Align.RIGHT)]


def header(plan: Plan, view: View, box: Box, corner: list[Item]) -> list[Item]:
    """The title small, the heading large below it; on the right a remark, if there is one."""
    words = box.left(box.w - round(box.w * _CORNER))[0] if corner else box
    above, below = words.top(_title_height(plan, view))
    heading = fit(view.heading, _heading(plan), below.w, below.h)
    items: list[Item] = [heading.label(below, plan.palette.ink)]
    if _has_title(plan, view):
        title = fit(view.title, plan.type(24, 20), above.w, above.h)
        items.insert(0, title.label(above, plan.palette.quiet_ink))
    return items + corner


def _heading(plan: Plan) -> Type:
    return plan.type(42, 24, is_bold=True)


def _title_height(plan: Plan, view: View) -> int:
    return plan.grown(30) if _has_title(plan, view) else 0


def _has_title(plan: Plan, view: View) -> bool:
    """Whether the title stands above the heading: not if it equals the heading, nor if large letters need the
    room."""
    return plan.style.text == "normal" and view.title not in ("", view.heading)


def cards(
    plan: Plan, choices: Sequence[Choice], notes: Sequence[str], places: Sequence[Box], name_px: int
) -> list[ScreenButton]:
    """Choices as cards: an optional picture, the label, and a note below it, or beside it on a wide and low
    card. All labels have one size, and all notes.

    Pictures shrink and go before a note is cut, and then the air above and below the words; a note that does
    not fit even so is left out.
    """
    largest = _largest_mark(plan, choices, places)
    for size, air in ((largest, _AIR), (largest * 2 // 3, _AIR), (0, _AIR), (0, 0)):
        made = _set_cards(plan, choices, notes, places, size, name_px, air)
        if not any(label.is_cut for button in made for label in button.labels):
            return made
    cut = [any(label.is_cut for label in button.labels[1:]) for button in made]
    kept = ["" if is_cut else note for note, is_cut in zip(notes, cut, strict=True)]
    return _set_cards(plan, choices, kept, places, 0 if any(kept) else largest, name_px, 0)


def _largest_mark(plan: Plan, choices: Sequence[Choice], places: Sequence[Box]) -> int:
    """The largest size that the cards' pictures can have; 0 without any."""
    if not places or not all(_picture(choice) for choice in choices):
        return 0
    return min(plan.scale(_MARK), places[0].h - 2 * plan.scale(7), places[0].w // 3)


_EMBLEMS: Final = {table.game.name: table.emblem for table in TABLES}
"""The games' pictures, by name."""


def _picture(choice: Choice) -> BoardView | None:
    """The picture on a choice's card: a current game without the names along its edges, or the game's usual
    picture."""
    if choice.board is None:
        return _EMBLEMS.get(choice.picture)
    board = choice.board
    return replace(board, column_names=("",) * board.columns, row_names=("",) * board.rows)


@record
class _Room:
    """A card's box, with the rooms for words and for a picture, if any. `beside` is the part of the words'
    room reserved for the note."""

    box: Box
    words: Box
    mark: Box | None
    beside: Box | None

    @classmethod
    def on(cls, plan: Plan, box: Box, size: int, air: int, *, has_note: bool) -> _Room:
        """The rooms on a card with a picture of this many pixels, 0 for none, and with more or less air above
        and below the words."""
        words, mark = box.inset(plan.scale(14), plan.scale(3)), None
        if size:
            mark, words = words.left(size, plan.scale(14))
            mark = mark.middle(size, size)
        if not has_note or words.w < plan.grown(_WIDE) or words.h > plan.grown(_HIGH):
            return cls(box, words.inset(0, plan.scale(air)), mark, None)
        words, beside = words.left(round(words.w * _NAME_SHARE), plan.scale(12))
        return cls(box, words, mark, beside)

    def note(self, name_height: int) -> Box:
        """The place of the note, for a name of this height."""
        return self.beside or self.words.top(name_height)[1]


def _set_cards(
    plan: Plan,
    choices: Sequence[Choice],
    notes: Sequence[str],
    places: Sequence[Box],
    mark: int,
    name_px: int,
    air: int,
) -> list[ScreenButton]:
    """The cards with pictures of this many pixels, and this air above and below the words."""
    rooms = [_Room.on(plan, box, mark, air, has_note=any(notes)) for box in places]
    names = fit_alike(
        [choice.label for choice in choices],
        plan.type(name_px, 20, is_bold=True),
        [_name_room(plan, room, note, name_px) for room, note in zip(rooms, notes, strict=True)],
    )
    small = fit_alike(
        notes,
        plan.type(24, 20),
        [room.note(name.height) for room, name in zip(rooms, names, strict=True)],
    )
    return [_card(plan, *card) for card in zip(choices, rooms, names, small, strict=True)]


def _name_room(plan: Plan, room: _Room, note: str, name_px: int) -> Box:
    """The room for a name: one line, above the room of its note."""
    if room.beside or not note:
        return room.words
    least = wrap(note, plan.grown(20), False, room.words.w).height
    height = min(max(room.words.h - least, plan.grown(24)), line_height(plan.grown(name_px)))
    return room.words.top(height)[0]


def _card(plan: Plan, choice: Choice, room: _Room, name: SetText, note: SetText) -> ScreenButton:
    above, below = room.words, room.beside
    if below is None:
        note = balance(note)
        block = room.words.middle(room.words.w, name.height + note.height)
        above, below = block.top(name.height)
    labels: tuple[Label, ...] = (name.label(above, plan.palette.ink),)
    if note.lines:
        labels += (note.label(below, plan.palette.quiet_ink),)
    edge = plan.palette.light if choice.on else plan.palette.edge
    face = FilledBox(room.box, plan.palette.raised, plan.scale(14), edge)
    shown = _picture(choice)
    picture = BoardBox(room.mark, shown, 0) if room.mark and shown else None
    return ScreenButton(choice.id, face, labels, picture)
