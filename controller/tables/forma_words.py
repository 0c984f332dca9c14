"""What the table says about Forma, in words for the people around it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from controller.tables.forma_elements import code_on
from controller.tables.forma_layout import names
from engines.forma_actions import FormaAction, Obstacle, Place, Tower, Withdraw
from engines.forma_board import OBSTACLES, Counts
from engines.forma_position import FormaPosition, listed
from engines.forma_side import Stage
from engines.game import Json
from engines.polyominoes import CODES, LARGEST

NAMES: Final = {"blue": "Blue", "yellow": "Yellow", "red": "Red", "green": "Green"}


def say(action: FormaAction) -> str:
    """An action in words."""
    match action:
        case Obstacle(cell):
            return f"Obstacle on {names(cell)}"
        case Tower(cell):
            return f"White tower on {names(cell)}"
        case Place(cells):
            return f"{code_on(cells)} on {names(cells)}"
        case Withdraw(code):
            return f"{CODES[code]} is withdrawn"
    return "The board is set up"


def say_all(actions: Sequence[FormaAction]) -> str:
    """Several actions in words: obstacles are many, and counted."""
    obstacles = [action for action in actions if isinstance(action, Obstacle)]
    if len(obstacles) < 2:
        return ", then ".join(map(say, actions))
    others = [say(action) for action in actions if not isinstance(action, Obstacle)]
    return ", ".join([*others, f"{len(obstacles)} obstacles"])


def tell(events: Sequence[Json]) -> str:
    """What an action brought, in words."""
    return ". ".join(filter(None, (_scores(events), *_others(events))))


def _scores(events: Sequence[Json]) -> str:
    told = [_SCORES[event["kind"]](event) for event in events if event["kind"] in _SCORES]
    return ", ".join(told)


_SCORES: Final[Mapping[str, Callable[[Json], str]]] = {
    "element": lambda event: f"{event['element']} {event['points']}",
    "enclosed cell": lambda event: f"cell {event['cell']} {event['points']}",
    "enclosed obstacle": lambda event: f"obstacle {event['cell']} {event['points']}",
    "enclosed tower": lambda event: f"tower {event['points']}",
    "bridge": lambda event: f"bridge {event['points']}",
}


def _others(events: Sequence[Json]) -> Iterator[str]:
    for event in events:
        match event["kind"]:
            case "start":
                yield "The board is set up"
            case "withdrawn":
                yield f"{event['element']} is withdrawn"
            case "passed over":
                yield f"{NAMES[event['player']]} has no element that fits"
            case "lower bound":
                yield "There may be more bridges than could be counted"


def prompt(position: FormaPosition) -> str:
    """What the one whose turn it is may do."""
    match position.stage:
        case Stage.SETUP if not position.tower:
            return "Set the white tower first, then the obstacles"
        case Stage.SETUP:
            left = OBSTACLES - position.obstacles.bit_count()
            return f"Set obstacles ({left} left), or touch Start" if left else "Touch Start"
        case Stage.SECOND:
            return "Place another element. A second misfit ends the turn"
    return "Place an element on free cells"


def unlike_an_element(cells: int) -> str:
    """Why cells that were covered at once are no element, as a sentence; nothing where they are one."""
    if code_on(cells) is not None:
        return ""
    if cells.bit_count() > LARGEST:
        return f"No element has {cells.bit_count()} squares."
    return "These make no element: its squares join side to side. Does it lie flat?"


def sentence(refusal: str, position: FormaPosition) -> str:
    """What the rules say against an action, as a sentence; players' and cells' names stay as they are."""
    for player in position.players:
        if refusal.startswith(player):
            refusal = NAMES[player] + refusal.removeprefix(player)
    return refusal if refusal.endswith(".") else f"{refusal}."


def sheet(position: FormaPosition) -> tuple[str, ...]:
    """What each player has lost, and for which elements."""
    return tuple(
        f"{NAMES[player]} {_losses(side.loss, side.reserve, side.withdrawn)}"
        for player, side in zip(position.players, position.sides, strict=True)
    )


def _losses(loss: int, reserve: Counts, withdrawn: Counts) -> str:
    """The elements that cost squares: those left, and those withdrawn."""
    left = [("left", listed(reserve)), ("withdrawn", listed(withdrawn))]
    named = ", ".join(f"{' '.join(codes)} {what}" for what, codes in left if codes)
    return f"−{loss}: {named}" if loss else "loses nothing"
