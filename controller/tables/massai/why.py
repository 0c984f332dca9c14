"""Why a cell of Massaï is as it is: what an attack did there, from where its hut can be attacked, or whether
one may be built."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from controller.tables.massai.words import PLAYER_NAMES
from engines.game import Json
from engines.massai.actions import PLAYERS
from engines.massai.game import MassaiPosition
from engines.massai.huts import NAMES, split
from texts import Text, _, joined

_HUTS: Final = ("hut", "move")
_OFF: Final = {
    "beside": _(
        "{player}'s hut on {cell} was taken off: it stood beside {other}, where the attack was.",
        player="",
        cell="",
        other="",
    ),
    "alone": _(
        "{player}'s hut on {cell} was taken off: after the attack on {other} no hut of its own touched it.",
        player="",
        cell="",
        other="",
    ),
}


def why(position: MassaiPosition, events: Sequence[Json], cell: int, refusal: str) -> str:
    """A cell in words: what the last attack did there, of all events of the game so far, and what may be done
    there now, with the rules' reason against a hut."""
    now = _now(position, cell, refusal)
    before = _attacked(events, NAMES[cell])
    return joined(" ", (before, now)) if before else now


def _attacked(events: Sequence[Json], name: str) -> Text | None:
    """What happened to a cell, if the last event there was an attack's."""
    for number in range(len(events) - 1, -1, -1):
        event = events[number]
        if event["kind"] == "reveal" and name in (event["attack"], *event["guards"]):
            return _of_reveal(event, events[number + 1 :], name)
        if event["kind"] == "off" and event["cell"] == name and event["cause"] in _OFF:
            reveal = next(one for one in reversed(events[:number]) if one["kind"] == "reveal")
            player = PLAYER_NAMES[event["player"]]
            return _OFF[event["cause"]].with_values(player=player, cell=name, other=reveal["attack"])
        if event["kind"] in _HUTS and name in (event.get("cell"), event.get("from"), event.get("to")):
            is_won = number and events[number - 1].get("cause") == "attacked"
            if not is_won:
                return None
    return None


def _of_reveal(event: Json, effects: Sequence[Json], name: str) -> Text:
    """The attack on a hut, or the guard that stood on it."""
    if name != event["attack"]:
        return _("A guard stood on {cell}, but {other} was attacked.", cell=name, other=event["attack"])
    loser = effects[0]["player"]
    attacker = loser if name in event["guards"] else next(one for one in PLAYERS if one != loser)
    names = {"cell": name, "attacker": PLAYER_NAMES[attacker]}
    if name in event["guards"]:
        return _(
            "{attacker} attacked {cell}, where a guard stood: "
            "the hut stays, and the attackers beside it were taken off.",
            **names,
        )
    return _(
        "{attacker} attacked {cell}, where no guard stood: "
        "the hut was lost, and those beside it were taken off.",
        **names,
    )


def _now(position: MassaiPosition, cell: int, refusal: str) -> str:
    """A cell as it is now."""
    for index, player in enumerate(PLAYERS):
        if not position.huts[index] & cell:
            continue
        foes = position.touching(cell) & position.huts[1 - index]
        other = PLAYER_NAMES[PLAYERS[1 - index]]
        names = {"cell": NAMES[cell], "player": PLAYER_NAMES[player], "other": other}
        if not foes:
            return _("{player}'s hut on {cell}: no hut of {other} touches it, so it is safe.", **names)
        return _(
            "{player}'s hut on {cell}: {other} can attack it from {cells}.",
            cells=_listed(foes),
            **names,
        )
    if refusal:
        return refusal
    player = PLAYERS[position.mover]
    beside = position.touching(cell) & position.huts[position.mover]
    return _(
        "{player} may build on {cell}: it touches {cells}.",
        player=PLAYER_NAMES[player],
        cell=NAMES[cell],
        cells=_listed(beside),
    )


def _listed(cells: int) -> str:
    return ", ".join(sorted(NAMES[cell] for cell in split(cells)))
