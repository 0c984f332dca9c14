"""The page's view of a session: complete pictures, as JSON, with public content only."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final, Self

import msgspec

from controller.model.signs import player_colour
from controller.model.view import Phase, View
from controller.referee.play import Play, Ply
from controller.shell.idle import invitation
from controller.tables.drawing import gained
from controller.view import showing
from controller.view.game import ply_words
from controller.view.language import catalogue, in_language
from controller.web.feed import Told
from controller.web.svg import board_svg, colour
from engines.game import Position
from engines.record import replace
from texts import _, translated

MOST_MOVES: Final = 1_000
"""More moves than any of these games has; a longer game is cut there."""

IN_SECRET: Final = _("a secret choice")

DUE: Final = _("being reckoned")
NOT_NOW: Final = _("not during a secret choice")


class Score(msgspec.Struct, frozen=True):
    """A player's line: the name, the points, the colour in CSS notation, and the remaining time if there is a
    clock."""

    player: str
    name: str
    points: int
    colour: str
    clock: str = ""

    @classmethod
    def of(cls, player: str, name: str, points: int, clock: str = "") -> Self:
        """The line of a player, in the player's colour."""
        return cls(player, name, points, colour(player_colour(player)), clock)


class Gained(msgspec.Struct, frozen=True):
    """Points of an action (`+2`), and the colour of their player in CSS notation."""

    colour: str
    points: str


class ActionLine(msgspec.Struct, frozen=True):
    """An action in words, with its player and that player's colour in CSS notation, if there is one, and the
    points that it brought to each player."""

    player: str
    colour: str
    words: str
    gains: tuple[Gained, ...] = ()


class Chance(msgspec.Struct, frozen=True):
    """A player's expected result in percent, as far as the public can know it, and the player's colour in CSS
    notation. It has no percent while that is not known."""

    name: str
    colour: str
    percent: int | None


class PagePicture(msgspec.Struct, frozen=True, kw_only=True):
    """A spectator's complete view at one moment, in one language. `game` is the name of a game with rules to
    read, `board` is an SVG element. If the `chances` are not known, `no_chances` says why."""

    version: str
    phase: str
    game: str = ""
    title: str
    heading: str
    turn_colour: str
    scores: tuple[Score, ...] = ()
    ask: tuple[str, ...] = ()
    last: str = ""
    notice: str = ""
    board: str = ""
    moves: tuple[ActionLine, ...] = ()
    chances: tuple[Chance, ...] = ()
    no_chances: str = ""
    sheet: tuple[tuple[str, tuple[str, ...]], ...] = ()


def picture_of(told: Told, language: str, version: str) -> PagePicture:
    """The public picture of a session, in a language of `LANGUAGES`, or of the game that the table plays by
    itself.

    A secret choice stays covered here, even while the screen shows it to its player.
    """
    stage, chances = told.stage, told.chances
    if stage is not None:
        view = replace(invitation.game_view(stage), heading=_("The table plays by itself"))
        picture = pictured(in_language(view, language), version, stage.play, language)
        results = stage.expected.results(stage.play.position.players)
        return msgspec.structs.replace(picture, chances=chances_of(stage.play, percents(results), language))
    public = told.session.covered()
    picture = pictured(in_language(showing.view(public), language), version, public.play, language)
    if chances is None or public.play is None:
        return picture
    why_not = NOT_NOW if chances.is_secret else DUE if chances.is_due else ""
    known = [None] * len(public.play.position.players) if why_not else percents(chances.results)
    return msgspec.structs.replace(
        picture,
        chances=chances_of(public.play, known, language),
        no_chances=translated(why_not, catalogue(language)),
    )


def pictured(
    view: View, version: str, play: Play | None, language: str, whole: Play | None = None
) -> PagePicture:
    """The public part of a view of a play, as a picture. The listed actions are those of the `whole` play."""
    is_menu = view.phase is Phase.MENU
    return PagePicture(
        version=version,
        phase=view.phase.value,
        game=play.table.game.name if play is not None else "",
        title=view.title,
        heading=view.heading,
        turn_colour=colour(player_colour(view.turn)) if view.turn else "",
        scores=tuple(Score.of(one.player, one.name, one.points, one.clock) for one in view.scores),
        ask=() if is_menu else view.ask,
        last=view.last,
        notice=view.notice,
        board=board_svg(view.board, view.title, is_tight=True) if view.board is not None else "",
        moves=tuple(moves_of(whole or play, language)) if play is not None else (),
        sheet=tuple((row.label, row.figures) for row in view.sheet),
    )


def moves_of(play: Play, language: str) -> Iterator[ActionLine]:
    """The actions so far in words, as far as they are public now."""
    words, before = catalogue(language), [play.start, *(ply.position for ply in play.plies)]
    revealed = _revealed(play)
    for number in range(max(len(play.plies) - MOST_MOVES, 0), len(play.plies)):
        ply = play.plies[number]
        is_public = number < revealed
        gains = _gains(before[number], ply.position) if is_public else ()
        told = _told(play, ply, bool(gains)) if is_public else IN_SECRET
        yield ActionLine(
            translated(play.table.name(ply.actor), words) if ply.actor else "",
            colour(player_colour(ply.actor)) if ply.actor else "",
            translated(told, words),
            gains,
        )


def _revealed(play: Play) -> int:
    """The number of actions that are public now: the first ones."""
    return len(play.plies) - play.position.secret_plies


def _told(play: Play, ply: Ply, has_gains: bool) -> str:
    """An action in words. Points that are shown beside it are left out, unless it was secret."""
    if has_gains and not ply.action.is_secret:
        return play.table.describe(ply.action)
    return ply_words(play, ply)


def _gains(before: Position[Any], after: Position[Any]) -> tuple[Gained, ...]:
    """The change of each player's score by an action."""
    was, score = before.score(), after.score()
    changes = ((player, score[player] - was.get(player, 0)) for player in after.players)
    return tuple(
        Gained(colour(player_colour(player)), gained(points)) for player, points in changes if points
    )


def chances_of(play: Play, percents: Sequence[int | None], language: str) -> tuple[Chance, ...]:
    """The players with their expected results in percent; none without those."""
    words = catalogue(language)
    return tuple(
        Chance(translated(play.table.name(player), words), colour(player_colour(player)), percent)
        for player, percent in zip(play.position.players, percents, strict=False)
    )


def percents(results: Sequence[float]) -> list[int]:
    """Shares of 1 in whole percents that add up to 100."""
    found = [int(100 * result) for result in results]
    by_rest = sorted(range(len(results)), key=lambda place: found[place] - 100 * results[place])
    for place in by_rest[: 100 - sum(found)] if found else ():
        found[place] += 1
    return found
