"""The duration of Forma's bridge search: in games of players who seek bridges, and on boards made to be hard.

`python -m benchmarks.forma_bridges GAMES SECONDS` plays this many games, then searches this long for the
worst board. Times are processor time. A board made to be hard need not be reachable with elements: it only
respects the number of squares that a player can have.
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from typing import Any

from benchmarks.figures import Kernel, Spread, pooled, rounded, spread
from engines.forma.actions import START, Obstacle, Place, Tower, Withdraw
from engines.forma.board import BOARD, beside
from engines.forma.bridges import bridges
from engines.forma.game import Forma
from engines.forma.position import FormaPosition
from engines.grid import Cells

MOST_SQUARES = 240
"""The 180 squares of two colours' elements, and more markers than are seen on any board."""

WORST: dict[str, Cells] = {
    "strips": int(
        "0x38b9837d6c0ccbe17fc743f00bfbc0cefe1edff575fcc3bffe188f786c33"
        "fb61fff9efe1c7ddfe4743f027838f3808370060f803",
        16,
    ),
    "mesh": int(
        "0x7effd8440606fffebbffb7ffed80406022030110104dffebffffdf7dfcde"
        "fff7eaffbffffc22030fdadf7dbff0040602203011018",
        16,
    ),
    "scattered": int(
        "0x3931ea8b0fc337fca233f3ff9c36f1f437bb23a3785575fb7f5b89afdae9"
        "2dc1ff329cfd9c2e13e0750b16fe10689bd553ee429d9",
        16,
    ),
}
"""The slowest board found of each kind. Look for slower ones after a change to the search."""

WORST_ROUNDS = 10

TRIED = 25
"""The placements from which a bridge seeker chooses."""

_FAR = 40
_SHEET_EDGES = (
    sum(cell for name, cell in BOARD.cell.items() if name[1:] == "1"),
    sum(cell for name, cell in BOARD.cell.items() if name[1:] == "20"),
    sum(cell for name, cell in BOARD.cell.items() if name[0] == "a"),
    sum(cell for name, cell in BOARD.cell.items() if name[0] == "t"),
)

Style = tuple[float, float]
"""The weights of a player for progress on a northward bridge, and on an eastward one; (0, 0) ignores
bridges."""

STYLES: tuple[tuple[Style, ...], ...] = (
    ((1, 1), (0, 0)),
    ((1, 1), (1, 1)),
    ((1, 0.1), (0.1, 1)),
    ((1, 0.1), (1, 0.1)),
    ((1, 1), (1, 1), (1, 1), (1, 1)),
    ((1, 1), (0, 0), (0, 0), (0, 0)),
)


def missing(own: Cells, free: Cells, start: Cells, goal: Cells) -> int:
    """The fewest free cells that would join two edges by own squares; `_FAR` if none would."""
    reached = 0
    for price in range(_FAR):
        at = (beside(reached) | start) & own & ~reached
        while at:
            reached |= at
            at = beside(reached) & own & ~reached
        if reached & goal:
            return price
        following = (beside(reached) | start) & free & ~reached
        if not following:
            return _FAR
        reached |= following
    return _FAR


def worth(position: FormaPosition, place: Place, style: Style) -> float:
    """The mover's distance to bridges after a placement: less is better, and large elements come first."""
    south, north, west, east = _SHEET_EDGES
    own, free = position.side.squares | place.cells, position.free & ~place.cells
    northward, eastward = style
    worth = northward * missing(own, free, south, north) + eastward * missing(own, free, west, east)
    return worth - place.cells.bit_count() / 20


def chosen(position: FormaPosition, style: Style, dice: random.Random) -> Place | Withdraw:
    """The action of a player with this style."""
    legal = position.legal()
    actions = [legal[dice.randrange(len(legal))] for _ in range(TRIED)]
    places = [action for action in actions if isinstance(action, Place)]
    if not places or (not any(style) and dice.random() < 0.5):
        first = legal[0]
        assert isinstance(first, Withdraw)
        return first
    if not any(style):
        return min(places, key=lambda place: place.cells.bit_count())
    return min(places, key=lambda place: worth(position, place, style))


def opening(players: int, dice: random.Random) -> FormaPosition:
    """A board set up at random."""
    contact = dice.choice(("corner", "side"))
    position = Forma().start({"game": "forma", "players": players, "options": {"contact": contact}})
    for kind, number in ((Obstacle, dice.choice((0, 0, 5, 15))), (Tower, 1)):
        for _ in range(number):
            position, _ = position.after(dice.choice([a for a in position.legal() if isinstance(a, kind)]))
    return position.after(START)[0]


def played(styles: tuple[Style, ...], seed: int) -> Iterator[tuple[float, bool]]:
    """Milliseconds of each action of a game, and whether its bridges are exact."""
    dice = random.Random(seed)
    position = opening(len(styles), dice)
    while position.turn:
        action = chosen(position, styles[position.mover], dice)
        begun_ns = time.thread_time_ns()
        position, events = position.after(action)
        took_ms = (time.thread_time_ns() - begun_ns) / 1e6
        yield took_ms, not any(event["kind"] == "lower bound" for event in events)


@dataclass(frozen=True, slots=True)
class BridgeGames:
    """The times of all actions of some games, their number, and how often the search for bridges gave up."""

    ms: Spread
    actions: int
    stopped: int


def games_figures(games: int) -> BridgeGames:
    """The times of all actions of this many games, all styles in turn."""
    beside, times, stopped = Kernel(), list[float](), 0
    for seed in range(games):
        for took_ms, is_sure in played(STYLES[seed % len(STYLES)], seed):
            times.append(took_ms)
            stopped += not is_sure
        beside.pace()
    return BridgeGames(spread(times, beside.p50), len(times), stopped)


def known_worst_ms() -> Spread:
    """Milliseconds for the boards known to be slow, each several times: `max` is the slowest."""
    return pooled(took_ms(own) for _ in range(WORST_ROUNDS) for own in WORST.values())


def strips(dice: random.Random) -> Cells:
    """Wavering strips from edge to edge."""
    own, width, waver = 0, dice.randint(1, 4), dice.random() * 0.6
    for northward in (False, True):
        for _ in range(dice.randint(1, 4)):
            place = dice.randrange(20)
            for step in range(20):
                for _ in range(dice.randint(1, width)):
                    own |= _square(place, step) if northward else _square(step, place)
                    if dice.random() < waver:
                        place = min(19, max(0, place + dice.choice((-1, 1))))
                    own |= _square(place, step) if northward else _square(step, place)
    return own


def mesh(dice: random.Random) -> Cells:
    """Streets both ways, with holes in them."""
    share, holes = dice.choice((0.2, 0.3, 0.5)), dice.choice((0, 0.05, 0.1, 0.2))
    streets = [[place for place in range(20) if dice.random() < share] for _ in range(2)]
    squares = [(x, y) for x in range(20) for y in range(20) if x in streets[0] or y in streets[1]]
    return sum(_square(x, y) for x, y in squares if dice.random() >= holes)


def scattered(dice: random.Random) -> Cells:
    """As many squares as a player can have, at random."""
    return sum(dice.sample(list(BOARD.cell.values()), MOST_SQUARES))


def _square(x: int, y: int) -> Cells:
    return 1 << y * BOARD.stride + x


def thinned(own: Cells, dice: random.Random) -> Cells:
    """The squares, with some removed if they are more than a player can have."""
    squares = [cell for cell in BOARD.cell.values() if cell & own]
    return sum(dice.sample(squares, min(MOST_SQUARES, len(squares))))


def took_ms(own: Cells) -> float:
    """Milliseconds for the bridges of a new board."""
    begun_ns = time.thread_time_ns()
    bridges(BOARD, own, own, 0)
    return (time.thread_time_ns() - begun_ns) / 1e6


def changed(own: Cells, dice: random.Random) -> Cells:
    """A board a few squares away."""
    for _ in range(dice.randint(1, 8)):
        own ^= dice.choice(list(BOARD.cell.values()))
    return thinned(own, dice)


def worst_figures(seconds: float) -> dict[str, Any]:
    """The slowest board found: many are tried, then the slowest of each kind is changed while that makes it
    slower."""
    kinds: tuple[Callable[[random.Random], Cells], ...] = (strips, mesh, scattered)
    dice = random.Random(1)
    tried, worst = 0, {}
    for kind in kinds:
        end_s = time.monotonic() + seconds / len(kinds)
        slowest, board = 0.0, 0
        while (now_s := time.monotonic()) < end_s:
            is_climbing = end_s - now_s < seconds / len(kinds) / 2
            other = changed(board, dice) if is_climbing else thinned(kind(dice), dice)
            took = took_ms(other)
            tried += 1
            if took > slowest:
                slowest, board = took, other
        worst[kind.__name__] = {
            "ms": rounded(slowest),
            "squares": board.bit_count(),
            "found": bridges(BOARD, board, board, 0)._asdict(),
            "board": hex(board),
        }
    return {"boards": tried, **worst}


def main() -> None:
    """Measure both and print them as JSON."""
    games, seconds = int(sys.argv[1]), float(sys.argv[2])
    print(json.dumps({"games": asdict(games_figures(games)), "worst": worst_figures(seconds)}, indent=2))


if __name__ == "__main__":
    main()
