"""Masterplan in words, as the screen says it."""

from __future__ import annotations

from collections.abc import Sequence

from engines.game import Json
from engines.masterplan_notation import House, MasterplanAction, Park, Take, Tower

MIDDLE = "middle"
SPOT_WORDS = {
    "n": "north",
    "ne": "north-east",
    "e": "east",
    "se": "south-east",
    "s": "south",
    "sw": "south-west",
    "w": "west",
    "nw": "north-west",
    MIDDLE: "middle",
}
NAMES = {"white": "White", "yellow": "Yellow"}


def say(action: MasterplanAction) -> str:
    """An action in words."""
    match action:
        case House(cell, spot):
            return f"House on {cell} {SPOT_WORDS[spot]}"
        case Park(cell):
            return f"Park on {cell}"
        case Tower(cell):
            return f"Tower on {cell}"
        case Take(cell):
            return f"Tower on {cell} taken off"
    return "End of the turn"


def tell(events: Sequence[Json]) -> str:
    """What an action brought, by its events; nothing for a house."""
    event = events[0]
    points = event.get("points", {})
    gained = ", ".join(f"{NAMES[player]} {points[player]}" for player in NAMES if points.get(player))
    match event["kind"]:
        case "park" if event["overdue"]:
            return f"Park on {event['cell']}, too late to score"
        case "park":
            return f"Park on {event['cell']}: {gained or 'nobody scores'}"
        case "take":
            return f"Tower on {event['cell']}: {gained or 'a tie, nobody scores'}"
    return ""


def sentence(text: str) -> str:
    """A reason of the rules as a sentence."""
    return text[:1].upper() + text[1:] + ("" if text.endswith(".") else ".")
