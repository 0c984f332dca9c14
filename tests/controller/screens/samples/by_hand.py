"""A few views, made by hand, for tests that need to know exactly what is in them."""

from __future__ import annotations

from typing import Final

from controller.model.view import BoardView, Choice, Lit, Mark, Meaning, Phase, PlayerScore, Sign, Task, View

SPOTS: Final = {
    "n": (0, 1), "ne": (1, 1), "e": (1, 0), "se": (1, -1),
    "s": (0, -1), "sw": (-1, -1), "w": (-1, 0), "nw": (-1, 1), "": (0, 0),
}  # fmt: skip

UNDO = Choice("undo", "Take back")
PAUSE = Choice("pause", "Pause")
BACK = Choice("back", "Back")
UNSEEN = Choice("unseen", "Piece not seen")
BROKEN = Choice("broken", "Board is right (bad sensor)")


def middle(place: str) -> tuple[float, float]:
    """The middle of a place (`d4.ne`, `e5`), in cells."""
    cell, _, spot = place.partition(".")
    east, north = SPOTS[spot]
    return "abcdefgh".index(cell[0]) + 0.5 + east / 3, int(cell[1]) - 0.5 + north / 3


def house(place: str, player: str) -> Mark:
    """A house on a spot."""
    return Mark("house", *middle(place), 1 / 3, player)


def tile(shape: str, cell: str) -> Mark:
    """A park or a tower."""
    return Mark(shape, *middle(cell), 1.0)


def sign(place: str, meaning: Meaning, player: str | None = None) -> Sign:
    """A lit site."""
    x, y = middle(place)
    return Sign(x - 1 / 6, y - 1 / 6, 1 / 3, Lit(meaning, player))


def board(*signs: Sign, more: tuple[Mark, ...] = ()) -> BoardView:
    """A game in its middle."""
    marks = (
        house("d4.ne", "white"),
        house("f6.n", "yellow"),
        house("c3.n", "white"),
        house("b5.w", "yellow"),
        house("c6.se", "white"),
        house("g3.s", "yellow"),
        house("f3.nw", "white"),
        house("g2.e", "yellow"),
        house("e7.sw", "white"),
        tile("park", "b2"),
        tile("park", "d6"),
        tile("tower", "f2"),
        *more,
    )
    numbers = tuple(str(number) for number in range(1, 9))
    return BoardView(8, 8, tuple("abcdefgh"), numbers, marks, signs)


def scores(white: int, yellow: int) -> tuple[PlayerScore, ...]:
    """Both players' points."""
    return PlayerScore("white", "White", white), PlayerScore("yellow", "Yellow", yellow)


PARK_E5 = Task(Meaning.PARK, 1 << 300, "Park on e5")
PARK_G7 = Task(Meaning.PARK, 1 << 301, "Park on g7")
TOWER_B4 = Task(Meaning.TOWER, 1 << 302, "Tower on b4")
WRONG = Task(
    Meaning.WRONG,
    1 << 303,
    "Lift the piece on e5 south. e5 needs a park: a house there would make a row of four (c3 d4 e5 f6).",
)
MISSING = Task(Meaning.PLACE, 1 << 304, "Put the white house back on c3 north")
OPTIONS = (
    Choice("option-assist-true", "Parks and towers: the table shows them", on=True),
    Choice("option-assist-false", "Parks and towers: no help from the table"),
    Choice("option-overlap-park", "If both are due: park", on=True),
    Choice("option-overlap-choice", "If both are due: player decides"),
)
SPOT_NAMES = (
    "e5 north", "e5 north-east", "e5 east", "e5 south-east",
    "e5 south", "e5 south-west", "e5 west", "e5 north-west",
)  # fmt: skip

GAMES: Final = (
    ("Masterplan", "Two players. Build houses beside parks and towers; only houses score."),
    ("Forma", "Two or four players. Place polyominoes, enclose cells, build bridges."),
    ("Massaï", "Two players. First to join the river banks with a chain of huts."),
    ("Cités Nouvelles", "Two to four players. Bid for buildings, win their blocks in tricks, build."),
)

GAME_NAMES: Final = ("masterplan", "forma", "massai", "cites")

SAMPLES: Final[dict[str, View]] = {
    "menu": View(
        Phase.MENU,
        heading="What shall we play?",
        title="Tablier",
        ask=(GAMES[0][1],),
        choices=(Choice("game-masterplan", GAMES[0][0]),),
    ),
    "menu-of-four": View(
        Phase.MENU,
        heading="What shall we play?",
        title="Tablier",
        ask=tuple(summary for _, summary in GAMES),
        choices=tuple(
            Choice(f"game-{name}", title, picture=name)
            for name, (title, _) in zip(GAME_NAMES, GAMES, strict=True)
        ),
        notice="The lights do not answer. The game goes on without them.",
    ),
    "setup": View(
        Phase.SETUP,
        heading="Masterplan",
        title="Tablier",
        ask=(GAMES[0][1],),
        choices=OPTIONS,
        controls=(Choice("start", "Start", on=True), BACK),
    ),
    "setup-clearing": View(
        Phase.SETUP,
        heading="Masterplan",
        title="Tablier",
        ask=("Lift the 3 pieces from the board",),
        tasks=(Task(Meaning.LIFT, 7, "Lift the 3 pieces from the board"),),
        choices=OPTIONS,
        notice="The lights do not answer. The game goes on without them.",
        controls=(Choice("start", "Start", on=True), BACK, BROKEN),
    ),
    "playing": View(
        Phase.PLAYING,
        heading="Yellow's turn",
        turn="yellow",
        scores=scores(12, 9),
        ask=("Set a yellow house on a free cell",),
        last="White: House on e7 south-west",
        controls=(UNDO, PAUSE, UNSEEN),
        board=board(sign("e7.sw", Meaning.LAST)),
    ),
    "playing-park": View(
        Phase.PLAYING,
        heading="White's turn",
        turn="white",
        scores=scores(8, 11),
        ask=("Park on e5",),
        tasks=(PARK_E5,),
        last="White: House on c3 north",
        controls=(UNDO, PAUSE, UNSEEN),
        board=board(sign("e5", Meaning.PARK), sign("c3.n", Meaning.LAST)),
    ),
    "playing-parks-and-tower": View(
        Phase.PLAYING,
        heading="White's turn",
        turn="white",
        scores=scores(8, 11),
        ask=("Park on e5", "Park on g7", "Tower on b4"),
        tasks=(PARK_E5, PARK_G7, TOWER_B4),
        last="White: Park on d6: White 2, Yellow 1",
        controls=(UNDO, PAUSE, UNSEEN),
        board=board(
            sign("e5", Meaning.PARK),
            sign("g7", Meaning.PARK),
            sign("b4", Meaning.TOWER),
            sign("d6", Meaning.LAST),
            sign("h1.n", Meaning.ECHO),
        ),
    ),
    "playing-weak-sensor": View(
        Phase.PLAYING,
        heading="Yellow's turn",
        turn="yellow",
        scores=scores(104, 98),
        ask=("Parks and towers, or the next house",),
        last="White: House on c3 north. Park on e5: White 2, Yellow 1",
        notice="Broken sensor: d4 north-east. Touch its button at each change.",
        choices=(Choice("confirm-10,10", "d4 north-east", on=True),),
        controls=(Choice("done", "End the turn"), UNDO, PAUSE),
        board=board(
            sign("c3.n", Meaning.LAST), sign("b7", Meaning.HINT), sign("a8.n", Meaning.MARKER, "yellow")
        ),
    ),
    "correcting": View(
        Phase.CORRECTING,
        heading="Mend the board",
        turn="white",
        scores=scores(8, 11),
        ask=(WRONG.words, MISSING.words),
        tasks=(WRONG, MISSING),
        last="White: House on c3 north",
        controls=(BROKEN, UNDO, PAUSE),
        board=board(sign("e5.s", Meaning.WRONG), sign("c3.n", Meaning.PLACE)),
    ),
    "correcting-one": View(
        Phase.CORRECTING,
        heading="Mend the board",
        turn="white",
        ask=("e5 needs a park: a house there would make a row of four (c3 d4 e5 f6). Lift it.",),
        controls=(BROKEN, UNDO, PAUSE),
        board=board(sign("e5.s", Meaning.LIFT)),
    ),
    "correcting-after-a-fall": View(
        Phase.CORRECTING,
        heading="Mend the board",
        turn="white",
        ask=tuple(f"Put the white house back on {spot}" for spot in SPOT_NAMES),
        tasks=tuple(Task(Meaning.PLACE, 1, f"Put the white house back on {spot}") for spot in SPOT_NAMES),
        controls=(BROKEN, UNDO, PAUSE),
        board=board(*(sign(f"e5.{spot}", Meaning.PLACE) for spot in SPOTS if spot)),
    ),
    "choosing": View(
        Phase.CHOOSING,
        heading="What was played?",
        turn="white",
        scores=scores(8, 11),
        ask=("Touch what you played, or lift the piece",),
        choices=(
            Choice("choice-1", "House on e5 north"),
            Choice("choice-2", "House on c3 north, then Park on e5"),
            Choice("choice-3", "Taken back"),
        ),
        controls=(UNDO, PAUSE),
        board=board(sign("e5.n", Meaning.ECHO)),
    ),
    "choosing-a-spot": View(
        Phase.CHOOSING,
        heading="Where exactly?",
        turn="yellow",
        ask=("Touch the place of the piece",),
        choices=tuple(Choice(f"choice-{n}", spot) for n, spot in enumerate(SPOT_NAMES, start=1)),
        controls=(BACK,),
        board=board(*(sign(f"e5.{spot}", Meaning.HINT) for spot in SPOTS if spot)),
    ),
    "choosing-a-cell": View(
        Phase.CHOOSING,
        heading="Which piece?",
        turn="white",
        ask=("Touch the cell on the picture where a piece was not seen",),
        controls=(BACK,),
        board=board(),
    ),
    "paused": View(
        Phase.PAUSED,
        heading="Paused",
        turn="yellow",
        scores=scores(12, 9),
        ask=("Touch “Continue” when ready",),
        last="White: House on e7 south-west",
        controls=(Choice("resume", "Continue", on=True), Choice("end", "End this game")),
        board=board(sign("e7.sw", Meaning.LAST)),
    ),
    "paused-unplugged": View(
        Phase.PAUSED,
        heading="Paused",
        turn="yellow",
        scores=scores(12, 9),
        ask=("The board does not answer on /dev/ttyACM0. Plug its cable in; the game goes on by itself.",),
        controls=(Choice("end", "End this game"),),
        board=board(sign("e7.sw", Meaning.LAST)),
    ),
    "paused-before-a-game": View(
        Phase.PAUSED,
        heading="The table waits",
        title="Tablier",
        ask=("The board does not answer on /dev/ttyACM0. Plug its cable in.",),
    ),
    "over": View(
        Phase.OVER,
        heading="White wins",
        turn="white",
        scores=scores(31, 28),
        ask=("More points",),
        last="Tower on f2: White 2",
        controls=(Choice("new", "New game", on=True), UNDO),
        board=board(more=(house("f7.s", "yellow"), house("h8.sw", "white"), tile("park", "g5"))),
    ),
    "over-draw": View(
        Phase.OVER,
        heading="A draw",
        scores=scores(28, 28),
        ask=("Equal points",),
        controls=(Choice("new", "New game", on=True), UNDO),
        board=board(),
    ),
}
