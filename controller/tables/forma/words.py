"""The texts of Forma, for the people around the table."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from controller.tables.forma.elements import code_on
from controller.tables.forma.layout import names
from engines.forma.actions import FormaAction, Obstacle, Place, Tower, Withdraw
from engines.forma.board import OBSTACLES
from engines.forma.polyominoes import CODES, LARGEST, SIZES
from engines.forma.position import FormaPosition
from engines.forma.side import Side, Stage
from engines.game import Json
from texts import Text, _, _c, _n, joined

NAMES: Final = {"blue": _("Blue"), "yellow": _("Yellow"), "red": _("Red"), "green": _("Green")}


_CALLED: Final = {
    "": _("the piece"),
    "1": _("single square"),
    "2": _("two squares"),
    "3": _("{letter} of three", letter=""),
    "4": _("{letter} of four", letter=""),
    "5": _("{letter} of five", letter=""),
}


WAYS_TO_SCORE: Final = {
    "element": _("Squares of elements"),
    "enclosed cell": _("Cells closed in"),
    "enclosed obstacle": _("Obstacles closed in"),
    "enclosed tower": _("Tower closed in"),
    "bridge": _c("score sheet", "Bridges"),
    "end": _("Left or withdrawn"),
}


def called(code: str) -> Text:
    """An element in words: its letter, and its number of squares."""
    return _CALLED[code[:1]].with_values(letter=code[1:])


def describe(action: FormaAction) -> str:
    """An action in words."""
    match action:
        case Obstacle(cell):
            return _("Obstacle on {cell}", cell=names(cell))
        case Tower(cell):
            return _("White tower on {cell}", cell=names(cell))
        case Place(cells):
            return _("{piece:capital} on {place}", piece=called(code_on(cells) or ""), place=names(cells))
        case Withdraw(code):
            return _("{element:capital} is withdrawn", element=called(CODES[code]))
    return _("The board is set up")


def count(actions: Sequence[FormaAction]) -> str:
    """Several actions in words; obstacles are many, and therefore counted."""
    others = [describe(action) for action in actions if not isinstance(action, Obstacle)]
    obstacles = len(actions) - len(others)
    if obstacles < 2:
        return ""
    return joined(", ", [*others, _n("{number} obstacle", "{number} obstacles", obstacles)])


def describe_events(events: Sequence[Json]) -> str:
    """The result of an action, in words."""
    return joined(". ", filter(None, (_scores(events), *_others(events))))


def _scores(events: Sequence[Json]) -> str:
    """The element, and all that it earned: each kind of points once, with their sum."""
    by_kind: dict[str, list[Json]] = {}
    for event in events:
        by_kind.setdefault(event["kind"], []).append(event)
    told = [
        words(by_kind[kind], sum([event["points"] for event in by_kind[kind]]))
        for kind, words in _SCORES.items()
        if kind in by_kind
    ]
    return joined("; ", told)


_SCORES: Final[Mapping[str, Callable[[Sequence[Json], int], str]]] = {
    "element": lambda alike, points: _n(
        "{element:capital}, {number} point",
        "{element:capital}, {number} points",
        points,
        element=called(alike[0]["element"]),
    ),
    "enclosed cell": lambda alike, points: _(
        "encloses {cells}, {points} points", cells=_cells_of(alike), points=points
    ),
    "enclosed obstacle": lambda alike, points: _(
        "encloses an obstacle on {cells}, {points} points", cells=_cells_of(alike), points=points
    ),
    "enclosed tower": lambda alike, points: _("encloses the tower, {points} points", points=points),
    "bridge": lambda alike, points: _("bridge, {points} points", points=points),
}


def _cells_of(events: Sequence[Json]) -> str:
    return joined(", ", [event["cell"] for event in events])


def _others(events: Sequence[Json]) -> Iterator[str]:
    for event in events:
        match event["kind"]:
            case "start":
                yield _("The board is set up")
            case "withdrawn":
                yield _n(
                    "{element:capital} is withdrawn, and costs {number} point at the end",
                    "{element:capital} is withdrawn, and costs {number} points at the end",
                    SIZES[CODES.index(event["element"])],
                    element=called(event["element"]),
                )
            case "passed over":
                yield _("{player} has no element that fits", player=NAMES[event["player"]])
            case "lower bound":
                yield _("There may be more bridges than could be counted")


def prompt(position: FormaPosition) -> str:
    """The options of the player to move."""
    match position.stage:
        case Stage.SETUP if not position.tower:
            return _("Set the white tower and up to {number} obstacles", number=OBSTACLES)
        case Stage.SETUP:
            left = OBSTACLES - position.obstacles.bit_count()
            return _("Set obstacles ({left} left), or touch Start", left=left) if left else _("Touch Start")
        case Stage.SECOND:
            return _("Place another element. A second misfit ends the turn")
    return _("Place an element")


def unlike_an_element(cells: int) -> str:
    """Why simultaneously covered cells are no element, as a sentence; empty if they are one."""
    if code_on(cells) is not None:
        return ""
    if cells.bit_count() > LARGEST:
        return _("No element has {number} squares.", number=cells.bit_count())
    return _("No element: its squares join side to side. Does it lie flat?")


def marker_misfit(position: FormaPosition, player: str) -> str:
    """Where a player's markers belong, for one that was seen elsewhere, as a sentence."""
    markers = position.sides[position.players.index(player)].markers
    if not markers:
        return _("{player} has enclosed nothing yet, so no marker is due.", player=NAMES[player])
    return _("{player}'s markers belong on {cells}.", player=NAMES[player], cells=names(markers))


def sheet(position: FormaPosition) -> tuple[str, ...]:
    """Each player's losses, and how many elements are behind them."""
    return tuple(
        _losses(NAMES[player], side) for player, side in zip(position.players, position.sides, strict=True)
    )


def _losses(name: str, side: Side) -> str:
    """The number of elements that cost points: those left, and those withdrawn."""
    if not side.loss:
        return _("{player} loses nothing", player=name)
    elements = []
    if left := sum(side.reserve):
        elements.append(_n("{number} element left", "{number} elements left", left))
    if withdrawn := sum(side.withdrawn):
        elements.append(_n("{number} withdrawn", "{number} withdrawn", withdrawn))
    return _(
        "{player} loses {loss}: {elements}", player=name, loss=side.loss, elements=joined(", ", elements)
    )
