"""What the table of Cités Nouvelles says: seats, sets, what happened, and the score sheet."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from engines.cites_actions import Build, Choose, CitesAction, Contre, Play, TurnUp, Yield
from engines.cites_blocks import NAMES, SETS
from engines.game import Json

SET_WORDS = {"M": "Maisons", "P": "Pavillons", "H": "H.L.M.", "T": "Tours"}
SET_COLOURS = {"M": "red", "P": "blue", "H": "yellow", "T": "white", "D": "green"}
"""The colours of the blocks, decorations among them, as the screen knows them."""

_SIDE = re.compile(r"p([1-4])(?:\+p([1-4]))?")


def name(player: str) -> str:
    """A seat or a side: `p1` is Player 1, `p1+p3` P1+P3."""
    found = _SIDE.fullmatch(player)
    if found is None:
        return player
    return short(player) if found[2] else f"Player {found[1]}"


def short(player: str) -> str:
    """A seat or a side beside a figure."""
    return player.upper()


def sentence(text: str) -> str:
    """What the rules say, with the seats in words, as a sentence."""
    said = _SIDE.sub(lambda found: name(found[0]), text)
    return said[:1].upper() + said[1:] + ("" if said.endswith(".") else ".")


def blocks(names: Iterable[str]) -> str:
    """Some blocks, one after the other."""
    return " ".join(names)


def say(action: CitesAction) -> str:
    """See `GameTable.say`."""
    match action:
        case TurnUp(block):
            return f"turns up {NAMES[block]}"
        case Choose(kind):
            return f"builds the {SET_WORDS[SETS[kind]]}"
        case Contre(kind):
            return f"contre on the {SET_WORDS[SETS[kind]]}"
        case Yield():
            return "yields"
        case Play(block):
            return f"plays {NAMES[block]}"
        case Build(chosen):
            return f"sets {blocks(NAMES[block] for block in chosen)}"


def tell(events: Sequence[Json]) -> str:
    """See `GameTable.tell`: what is worth a sentence. At the end of a round that is what was built."""
    kinds = {event["kind"] for event in events}
    skipped = {"trick", "round"} if kinds & {"built", "built nothing"} else set()
    said = (_TELLERS.get(event["kind"], _nothing)(event) for event in events if event["kind"] not in skipped)
    return ". ".join(words for words in said if words)


def _nothing(_event: Json) -> str:
    return ""


def _turned_up(event: Json) -> str:
    return f"turns up {event['block']}"


def _speaker(event: Json) -> str:
    return f"{name(event['seat'])} speaks first"


def _trick(event: Json) -> str:
    return f"trick {event['trick']} goes to {name(event['seat'])} with {event['block']}"


def _decided(event: Json) -> str:
    winner, loser = event["winner"], event["loser"]
    counts, sums = event["takings"], event["sums"]
    by = f"{counts[winner]} blocks to {counts[loser]}"
    if counts[winner] == counts[loser]:
        is_tie = sums[winner] == sums[loser]
        by = "which it chose first" if is_tie else f"{sums[winner]} to {sums[loser]} in numbers"
    return f"{name(winner)} wins the contre, {by}"


def _built(event: Json) -> str:
    number, lot, points = len(event["blocks"]), event["lot"], event["points"]
    return f"{name(event['side'])}: {number} on lot {lot}, {points} points" if number else ""


def _round(event: Json) -> str:
    return f"Round {event['round']}: {event['blocks_each']} tiles each"


_TELLERS = {
    "turned up": _turned_up,
    "speaker": _speaker,
    "trick": _trick,
    "contre decided": _decided,
    "built": _built,
    "round": _round,
}


def warn(events: Sequence[Json]) -> str:
    """See `GameTable.warn`: a revoke."""
    return " ".join(_revoke(event) for event in events if event["kind"] == "revoke")


def _revoke(event: Json) -> str:
    tricks = " and ".join(map(str, event["not_followed_in"]))
    return f"Revoke: {name(event['seat'])} plays {event['block']}, but did not follow in trick {tricks}."


def put_away(events: Sequence[Json]) -> tuple[str, ...]:
    """See `GameTable.put_away`: who keeps which tiles, and which go back. What is kept of the last trick is
    built at once."""
    kinds = {event["kind"] for event in events}
    lines = [_decided(event) for event in events if event["kind"] == "contre decided"]
    if "turned up again" in kinds:
        lines.append("A tie: all turn up again. The tiles go back to the reserve")
    if "speaker" in kinds:
        lines.append("The tiles go back to the reserve")
    if not kinds & {"built", "built nothing"}:
        lines += [_won(event) for event in events if event["kind"] == "trick"]
    back = [block for event in events for block in event.get("back", ())]
    return (*lines, f"Back to the reserve: {blocks(back)}") if back else tuple(lines)


def _won(event: Json) -> str:
    return f"{name(event['seat'])} wins and keeps {blocks(event['kept']) or 'nothing'}"


def rounds(events: Iterable[Json], sides: Sequence[str]) -> tuple[str, ...]:
    """The score sheet: for each side what it marked, round by round."""
    marked: dict[str, list[int]] = {side: [] for side in sides}
    is_begun = False
    for event in events:
        if event["kind"] in ("built", "built nothing"):
            if not is_begun:
                for points in marked.values():
                    points.append(0)
            is_begun = True
            marked[event["side"]][-1] += event.get("points", 0)
        is_begun = is_begun and event["kind"] != "round"
    if not any(marked.values()):
        return ()
    return tuple(f"{short(side)} by rounds: {', '.join(map(str, points))}" for side, points in marked.items())
