"""What a session looks like at one moment: the values that lights and screens are drawn from.

Nothing here decides or draws anything. Board pictures are measured in cells from the board's south-west
corner, so that no screen needs to know a game and no game a screen.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeAlias


class Phase(StrEnum):
    """What the table is doing. Which phase leads to which is the table in `session.py`; from `DEMO` on they
    are screens that lie over a session (`shell/`)."""

    MENU = "menu"
    SETUP = "setup"
    PLAYING = "playing"
    CORRECTING = "correcting"
    CHOOSING = "choosing"
    SECRET = "secret"  # noqa: S105
    PAUSED = "paused"
    OVER = "over"
    DEMO = "demo"
    HELP = "help"
    PAST = "past"
    REPLAY = "replay"
    REVIEW = "review"
    SHEET = "sheet"
    PREFERENCES = "preferences"
    ABOUT = "about"
    PIN = "pin"
    HOST = "host"
    CONDITION = "condition"
    SELF_TEST = "self-test"
    PHONE = "phone"
    UNFINISHED = "unfinished"
    MASKING = "masking"
    SENSORS = "sensors"
    FORGETTING = "forgetting"


class Meaning(StrEnum):
    """What a light, or the same sign on the screen, says."""

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


@dataclass(frozen=True, slots=True)
class Lit:
    """One light's meaning. `player` says whose colour (`marker`, `score`); `since_ms` starts its rhythm."""

    meaning: Meaning
    player: str | None = None
    since_ms: int = 0


LitSites: TypeAlias = tuple[tuple[int, Lit], ...]
"""What the lights of sites mean."""


@dataclass(frozen=True, slots=True)
class Task:
    """One thing that the table asks for: what, where, and in words (`Park on e5`).

    `place` is where, if the words end with it: of tasks that are alike but for it, one line can tell.
    """

    meaning: Meaning
    sites: int
    words: str
    player: str | None = None
    place: str = ""


@dataclass(frozen=True, slots=True)
class Mark:
    """A piece, or a text, in the board picture.

    `shape` is `house`, `park`, `tower`, `hut` (`hut joined` to others), `disc` or `square`; `choosable` and
    `chosen` frame a cell on the screen; an `element` is joined to its next square on the sides `joined`
    (`ne`); a `bead` lies on what carries a bridge. `x`, `y` is its middle and `size` its width, in cells;
    `player` whose piece it is, if anybody's.
    """

    shape: str
    x: float
    y: float
    size: float
    player: str | None = None
    text: str = ""
    joined: str = ""


@dataclass(frozen=True, slots=True)
class Sign:
    """A lit place in the board picture: its south-west corner and width, in cells, and what it says.

    A `text`, such as a number, stands on a plate in the light's colour, in place of the meaning's shape.
    """

    x: float
    y: float
    size: float
    lit: Lit
    text: str = ""


@dataclass(frozen=True, slots=True)
class BoardView:
    """The picture of a board: `columns` by `rows` cells, the names along its edges, pieces and signs.

    `cells` are those that there are, if not all. Of a part of a board, `west` and `south` are the column and
    row where it begins.
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

    def cell_id(self, column: int, row: int) -> str:
        """The id of a cell of this picture, counted from the corner of the whole board."""
        return f"cell-{column + self.west},{row + self.south}"


def cell_of(item_id: str) -> tuple[int, int] | None:
    """Column and row of the cell of the board picture whose id this is, `cell-3,4`; `None` for another id."""
    column, _comma, row = item_id.removeprefix("cell-").partition(",")
    is_cell = item_id.startswith("cell-") and column.isdecimal() and row.isdecimal()
    return (int(column), int(row)) if is_cell else None


@dataclass(frozen=True, slots=True)
class Choice:
    """Something to touch: a stable `id` (the script language's `#id`) and a label. `on`: it is chosen.

    `shape` is a piece to be drawn beside the label: the columns and rows of its squares, from 0. `picture`
    is a game's name, where the game's picture stands beside the label, and `board` a game as it stands, which
    does in its place; `note` is a second, smaller line.
    Choices in a row with the same `group` are the values of one thing, which is called so.
    """

    id: str
    label: str
    on: bool = False
    shape: tuple[tuple[int, int], ...] = ()
    picture: str = ""
    board: BoardView | None = None
    note: str = ""
    group: str = ""


@dataclass(frozen=True, slots=True)
class PlayerScore:
    """A player's line of the score: the name in words, the points, and what is left of the player's time, if
    there is a clock that shows it; `is_late` when there is nothing left."""

    player: str
    name: str
    points: int
    clock: str = ""
    is_late: bool = False


@dataclass(frozen=True, slots=True)
class SheetRow:
    """A line of the score sheet: what it is, and a figure for each of the view's `scores`, in their order."""

    label: str
    figures: tuple[str, ...]
    is_total: bool = False


@dataclass(frozen=True, slots=True)
class Curve:
    """What was expected for a player in the course of a game: for numbers of actions played, in their order,
    the share that it was, 0 to 1."""

    player: str
    points: tuple[tuple[int, float], ...]


@dataclass(frozen=True, slots=True)
class GraphMark:
    """A numbered place of a graph: after how many actions, which share, and the number."""

    ply: int
    share: float
    text: str


@dataclass(frozen=True, slots=True)
class Graph:
    """What was expected in the course of a game of so many `plies`.

    With two players there is one curve, the first player's: below its middle the `other` player was expected
    to win. `top` and `foot` say what the heights mean, `along` what is counted along the graph.
    """

    plies: int
    curves: tuple[Curve, ...]
    marks: tuple[GraphMark, ...]
    top: str
    foot: str
    along: str
    other: str | None = None


@dataclass(frozen=True, slots=True)
class Code:
    """A QR code: the address that it leads a phone to, and the words beneath it.

    The address may hold what lets a phone in; it is in no `repr`.
    """

    address: str = field(repr=False)
    words: str


@dataclass(frozen=True, slots=True)
class View:
    """Everything that lights and screen show.

    `heading` is the largest line (whose turn, who has won, what went wrong), `turn` whose colour it bears:
    who must act, or who has won. `title` names the game on screens where none is being played. `ask` is
    what to do now, the most urgent line first; a line with the words of one of `tasks` bears that task's
    sign. `last` is the last action and what it scored; `notice` a passing remark (a sensor that fails).
    `choices` are the answers of the moment (a menu's games, the ways to read a move), `controls` the few
    buttons along the near edge; `on` among them marks the one that most will want. `sheet` is the score
    sheet, and `graph` what was expected, where the screen shows it. `code` leads a phone to a page of this
    table; an invitation and a menu show it where there is room. `lights` maps a site to its meaning. While
    the computer `is_thinking` for the one whose `turn` it is, a calm sign says so. The buttons with the ids
    `pressed` look so: what they do waits for the board. `pointed` is the cell that somebody has pointed at
    and may correct: where cells are small, what is around it is shown. `before` are the views that lead to
    one whose choices must not be touched by mistake: those lie where no button of these is. A secret that
    `is_covered` shows nothing but whose it is.
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
