"""The view of a session at one moment: the values from which lights and screens are drawn.

Nothing here decides or draws anything. Board pictures are measured in cells from the board's south-west
corner, so that no screen needs to know a game and no game a screen.
"""

from __future__ import annotations

import math
from dataclasses import field
from enum import StrEnum
from typing import Final, TypeAlias

from engines.record import record, replace
from texts import Text


class Phase(StrEnum):
    """The phase of the table. The transitions are the table in `session.py`; from `DEMO` on they are screens
    that lie over a session (`shell/`)."""

    MENU = "menu"
    SETUP = "setup"
    PLAYING = "playing"
    CORRECTING = "correcting"
    CHOOSING = "choosing"
    SECRET = "secret"  # noqa: S105
    PAUSED = "paused"
    OVER = "over"
    DEMO = "demo"
    ASLEEP = "asleep"
    HELP = "help"
    LESSONS = "lessons"
    LESSON = "lesson"
    PAST = "past"
    REPLAY = "replay"
    REVIEW = "review"
    SHEET = "sheet"
    PREFERENCES = "preferences"
    ABOUT = "about"
    PIN = "pin"
    HOST = "host"
    CONDITION = "condition"
    COMPUTER = "computer"
    LEVELS = "levels"
    STORAGE = "storage"
    WIFI = "wifi"
    WIFI_KEY = "wifi-key"
    UPDATE = "update"
    SELF_TEST = "self-test"
    PHONE = "phone"
    UNFINISHED = "unfinished"
    MASKING = "masking"
    SENSORS = "sensors"
    FORGETTING = "forgetting"
    NAMES = "names"
    NAME_KEYS = "name-keys"
    PEOPLE = "people"
    TOURNAMENT = "tournament"


class Meaning(StrEnum):
    """The meaning of a light, or of the same sign on the screen."""

    PARK = "park"
    TOWER = "tower"
    MARKER = "marker"
    PLACE = "place"
    LIFT = "lift"
    WRONG = "wrong"
    SCORED = "scored"
    LAST = "last"
    HINT = "hint"
    ECHO = "echo"
    SCORE = "score"

    __hash__ = str.__hash__
    """An enum's own is written in Python, and each light and sign is looked up by its meaning."""


@record
class Lit:
    """One light's meaning. `player` says whose colour (`marker`, `score`); `since_ms` starts its rhythm.

    A `text`, such as a number or `+2`, stands on a plate in the light's colour, in place of the meaning's
    shape, where the light is drawn as a sign.
    """

    meaning: Meaning
    player: str | None = None
    since_ms: int = 0
    text: str = ""


LitSites: TypeAlias = tuple[tuple[int, Lit], ...]
"""The meanings of the sites' lights."""


@record
class Task:
    """A request of the table: what, where, and in words (`Park on e5`).

    `place` is its place, if the words contain it: several tasks that differ only in it fit on one line. In
    the `request`, a text, it is empty: words are made of those tasks that are shown.
    """

    meaning: Meaning
    sites: int
    request: str
    player: str | None = None
    place: str = ""

    @property
    def words(self) -> str:
        """The request with its place."""
        request = self.request
        return request.with_values(place=self.place) if self.place and isinstance(request, Text) else request


@record
class Mark:
    """A piece, or a text, in the board picture.

    `shape` is `house`, `park`, `tower`, `hut` (`hut joined` to others), `disc` or `square`; `choosable` and
    `chosen` frame a cell on the screen; an `element` is joined to its next square on the sides `joined`
    (`ne`); a `bead` marks a square of a bridge. `x`, `y` is its middle and `size` its width, in cells;
    `player` its owner, if any.
    """

    shape: str
    x: float
    y: float
    size: float
    player: str | None = None
    text: str = ""
    joined: str = ""


@record
class Sign:
    """A lit place in the board picture: its south-west corner and width, in cells, and its meaning."""

    x: float
    y: float
    size: float
    lit: Lit


_SHORT: Final = 2
"""The most characters of a text that fits in a cell."""


@record
class BoardView:
    """The picture of a board: `columns` by `rows` cells, the names along its edges, pieces and signs.

    `cells` are the existing ones, if not all. Of a part of a board, `west` and `south` are the column and row
    where it begins.
    """

    columns: int
    rows: int
    column_names: tuple[str, ...]
    row_names: tuple[str, ...]
    marks: tuple[Mark, ...] = ()
    signs: tuple[Sign, ...] = ()
    cells: frozenset[tuple[int, int]] | None = None
    west: int = 0
    south: int = 0

    def part(self, west: int, south: int, columns: int, rows: int) -> BoardView:
        """A part of this picture, from a column and a row on. Long texts beside the cells are left out."""

        def is_in(x: float, y: float) -> bool:
            return west <= math.floor(x) < west + columns and south <= math.floor(y) < south + rows

        marks = [one for one in self.marks if is_in(one.x, one.y)]
        marks = [one for one in marks if one.shape != "label" or len(one.text) <= _SHORT]
        signs = [one for one in self.signs if is_in(one.x + one.size / 2, one.y + one.size / 2)]
        cells = self.cells and frozenset((x - west, y - south) for x, y in self.cells if is_in(x, y))
        return BoardView(
            columns,
            rows,
            self.column_names[west : west + columns],
            self.row_names[south : south + rows],
            tuple(replace(one, x=one.x - west, y=one.y - south) for one in marks),
            tuple(replace(one, x=one.x - west, y=one.y - south) for one in signs),
            cells,
            west,
            south,
        )

    def cell_id(self, column: int, row: int) -> str:
        """The id of a cell of this picture, counted from the corner of the whole board."""
        return f"cell-{column + self.west},{row + self.south}"


def cell_of(item_id: str) -> tuple[int, int] | None:
    """Column and row of the cell of the board picture with the id `cell-3,4`; `None` for another id."""
    column, _comma, row = item_id.removeprefix("cell-").partition(",")
    is_cell = item_id.startswith("cell-") and column.isdecimal() and row.isdecimal()
    return (int(column), int(row)) if is_cell else None


@record
class Choice:
    """A button: a stable `id` (the script language's `#id`) and a label. `on`: it is chosen.

    `shape` is a piece drawn beside the label: the columns and rows of its squares, from 0. `picture` is the
    name of a game whose picture stands beside the label, `board` a game's current picture in its place;
    `note` is a second, smaller line. Choices in a row with the same `group` are the values of one setting,
    which has that name. With `cycles` each touch gives the next of several values. `place` is the id of a
    control in whose place it stands.
    """

    id: str
    label: str
    on: bool = False
    shape: tuple[tuple[int, int], ...] = ()
    picture: str = ""
    board: BoardView | None = None
    note: str = ""
    group: str = ""
    cycles: bool = False
    place: str = ""


@record
class PlayerScore:
    """A player's line of the score: the name, the points, and the player's remaining time, if there is a
    clock that shows it; `is_late` after the flag."""

    player: str
    name: str
    points: int
    clock: str = ""
    is_late: bool = False


@record
class SheetRow:
    """A line of the score sheet: its label, and a figure for each of the view's `scores`, in their order."""

    label: str
    figures: tuple[str, ...]
    is_total: bool = False


@record
class Curve:
    """A player's expected result in the course of a game: for numbers of actions, in their order, a share of
    0 to 1."""

    player: str
    points: tuple[tuple[int, float], ...]


@record
class GraphMark:
    """A numbered point of a graph: after how many actions, the share, and the number."""

    ply: int
    share: float
    text: str


@record
class Graph:
    """The expected result in the course of a game of `plies` actions.

    With two players there is one curve, the first player's: below its middle the `other` player was expected
    to win. `top` and `foot` label the heights, `along` the horizontal axis.
    """

    plies: int
    curves: tuple[Curve, ...]
    marks: tuple[GraphMark, ...]
    top: str
    foot: str
    along: str
    other: str | None = None


MORE: Final = "more"
"""The id of a touch on a text that counts what comes next."""


@record
class Code:
    """A QR code: its address for a phone, and the words beneath it.

    The address may hold a phone's ticket, so it is in no `repr`.
    """

    address: str = field(repr=False)
    words: str


@record
class View:
    """The complete content of lights and screen.

    `heading` is the largest line (whose turn, who has won, what went wrong), `turn` the player of its colour:
    who must act, or who has won. `title` names the game on screens without a game in play. `ask` is what to
    do now, the most urgent line first; a line with the words of one of `tasks` has that task's sign. `last`
    is the last action and its score; `notice` a passing remark (a sensor that fails). `choices` are the
    answers of the moment (a menu's games, the possible interpretations of a move), `controls` the few buttons
    along the near edge; `on` among them marks the most likely one. `places` are the controls that a screen
    may have, in their order: each keeps its place, empty as long as it is not among `controls`. `sheet` is
    the score sheet, and `graph` the expected result, if the screen shows it. `code` leads a phone to a page
    of this table; an invitation and a menu show it if there is room. `lights` maps a site to its meaning.
    While the computer `is_thinking` for the player of `turn`, a calm sign says so. The buttons with the ids
    `pressed` look pressed: their effect waits for the board. `pointed` is the cell that a person has pointed
    at and may correct: if cells are small, its surroundings are enlarged. `before` are the views that lead to
    one whose choices must not be touched by mistake: those lie where these have no button. A secret that
    `is_covered` shows only whose it is. A person who wants to `read_on` has asked that many times for what
    there was no room for: `ask` and `notice` begin that many lines or sentences later, and go round.
    """

    phase: Phase
    heading: str
    title: str = ""
    turn: str | None = None
    scores: tuple[PlayerScore, ...] = ()
    ask: tuple[str, ...] = ()
    tasks: tuple[Task, ...] = ()
    last: str = ""
    notice: str = ""
    choices: tuple[Choice, ...] = ()
    controls: tuple[Choice, ...] = ()
    places: tuple[Choice, ...] = ()
    board: BoardView | None = None
    sheet: tuple[SheetRow, ...] = ()
    graph: Graph | None = None
    code: Code | None = None
    pointed: tuple[int, int] | None = None
    lights: LitSites = ()
    is_thinking: bool = False
    pressed: frozenset[str] = frozenset()
    before: tuple[View, ...] = ()
    is_covered: bool = False
    read_on: int = 0
