"""Massaï's actions and what they bring, in words. Of what is secret nothing but that it was done."""

from __future__ import annotations

from collections.abc import Sequence

from engines.game import Json
from engines.huts import NAMES
from engines.massai_actions import Attack, Build, Guard, MassaiAction, Move, Setup

PLAYER_NAMES = {"dark": "Dark", "light": "Light"}


def said(action: MassaiAction) -> str:
    """An action in words."""
    match action:
        case Build(cell):
            return f"Hut on {NAMES[cell]}"
        case Move(start, goal):
            return f"Hut from {NAMES[start]} to {NAMES[goal]}"
        case Attack():
            return "Attack"
        case Guard():
            return "Guards"
        case Setup():
            return "Set-up"
    return "Pass"


def told(events: Sequence[Json]) -> str:
    """What an action brought, where its own words do not say it: a set-up, or what became of an attack."""
    first = events[0]
    if first["kind"] == "setup":
        return "The huts are revealed" if len(events) > 1 else "Has chosen"
    return _revealed(events) if first["kind"] == "reveal" else ""


def _revealed(events: Sequence[Json]) -> str:
    attacked, guarded = events[0]["attack"], events[0]["guards"]
    huts = [event["cell"] for event in events if event["kind"] == "off"]
    loser = next((PLAYER_NAMES[event["player"]] for event in events if event["kind"] == "off"), "")
    how = "guarded" if attacked in guarded else "not guarded"
    others = [cell for cell in guarded if cell != attacked]
    extra = f" Guards on {_listed(others)}." if others else ""
    return f"Attack on {attacked}, {how}.{extra} {loser} loses {_listed(huts)}"


def _listed(cells: Sequence[str]) -> str:
    return ", ".join(sorted(cells))
