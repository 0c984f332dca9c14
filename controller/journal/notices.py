"""The notices about a journal that was repaired, replaced or moved aside."""

from __future__ import annotations

from datetime import datetime
from enum import Enum, auto
from pathlib import Path

from controller.journal.holdings import Holdings, KeptGame
from controller.journal.seal import Total
from texts import Text, _

MOST_NAMED = 5
"""The most games named in a notice."""


class PathState(Enum):
    """The state of a journal's path."""

    SOUND = auto()
    MISSING = auto()
    EMPTY = auto()
    OLDER = auto()
    DAMAGED = auto()
    FOREIGN = auto()
    CLOSED = auto()
    """It cannot be opened."""


def missing_of(held: Holdings, total: Total | None) -> list[Text]:
    """The notice about missing parts of the games of a journal with that total."""
    harmed = [game for game in held.games.values() if not game.is_whole]
    words = [_harm(game) for game in harmed[:MOST_NAMED]]
    if len(harmed) > MOST_NAMED:
        words.append(_("Other games that are shortened likewise: {number}.", number=len(harmed) - MOST_NAMED))
    if held.lost:
        words.append(games_lost(sorted(held.lost)))
    vanished = total.games - len(held.games) - len(held.lost) if total else 0
    if vanished > 0:
        words.append(_("Games missing: {number}.", number=vanished))
    if not held.has_masks:
        words.append(_("The list of broken sensors may have changed."))
    return words


def games_lost(games: list[int]) -> Text:
    """The notice about games that are gone."""
    named = ", ".join(map(str, games[:MOST_NAMED]))
    return _("Games lost: {games}.", games=named + (" …" if len(games) > MOST_NAMED else ""))


def heading_of(path: Path) -> Text:
    """The beginning of a notice about a journal."""
    return _("The journal {journal}:", journal=str(path))


def description_of(state: PathState, path: Path, aside: str) -> Text:
    """The notice about what lay on the path, and is now in the file `aside`."""
    named = {"journal": str(path), "file": aside}
    match state:
        case PathState.MISSING | PathState.EMPTY:
            return _("The journal {journal} was empty or missing.", **named)
        case PathState.FOREIGN:
            return _("{journal} was no journal of Tablier and is kept as {file}.", **named)
        case PathState.CLOSED:
            return _("The journal {journal} could not be opened and is kept as {file}.", **named)
        case PathState.SOUND:
            return _("The journal {journal} was older than its backup and is kept as {file}.", **named)
        case _:
            return _("The journal {journal} was damaged and is kept as {file}.", **named)


def restored(best: Holdings, used: Path | None) -> Text:
    """The notice about the games that were taken over, from a backup if one was `used`."""
    if not best.games:
        return _("A new one was begun.")
    if used is None:
        return _("Games taken over from it: {number}.", number=len(best.games))
    if best.total is None:
        return _("Games restored from {backup}: {number}.", number=len(best.games), backup=used.name)
    return _(
        "Games restored from {backup}: {number}. The last change there is of {time}.",
        number=len(best.games),
        backup=used.name,
        time=_time(best.total.wall_ms),
    )


def _harm(game: KeptGame) -> Text:
    if game.were is None:
        return _("Game {game}: only the first {left} entries are left.", game=game.id, left=len(game.lines))
    if game.were > len(game.lines):
        return shorter(game, game.were)
    return _("Game {game}: the clock and the shown hands are lost.", game=game.id)


def shorter(game: KeptGame, were: int) -> Text:
    """The notice about a game of which only the first of `were` entries are left."""
    return _(
        "Game {game}: the first {left} of {number} entries are left.",
        game=game.id,
        number=were,
        left=len(game.lines),
    )


def _time(wall_ms: int) -> str:
    """A moment by the wall clock, which may have been wrong."""
    try:
        return f"{datetime.fromtimestamp(wall_ms / 1000).astimezone():%Y-%m-%d %H:%M}"
    except (ValueError, OverflowError, OSError):
        return "?"
