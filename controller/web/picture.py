"""The page's view of a session: complete pictures, as JSON, with public content only."""

from __future__ import annotations

from typing import Final, Self

import msgspec

from controller.model.signs import player_colour
from controller.model.view import Phase, View
from controller.referee.play import Play
from controller.referee.session import Session
from controller.view import showing
from controller.view.language import in_language
from controller.web.svg import board_svg, colour
from engines.game import public_texts

MOST_MOVES: Final = 1_000
"""More moves than any of these games has; a longer game is cut there."""


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


class PagePicture(msgspec.Struct, frozen=True, kw_only=True):
    """A spectator's complete view at one moment, in one language. `board` is an SVG element."""

    version: str
    phase: str
    title: str
    heading: str
    turn_colour: str
    scores: tuple[Score, ...] = ()
    ask: tuple[str, ...] = ()
    last: str = ""
    notice: str = ""
    board: str = ""
    moves: tuple[str, ...] = ()
    sheet: tuple[tuple[str, tuple[str, ...]], ...] = ()


def picture_of(session: Session, language: str, version: str) -> PagePicture:
    """The public picture of a session, in a language of `LANGUAGES`.

    A secret choice stays covered here, even while the screen shows it to its player.
    """
    public = session.covered()
    view = in_language(showing.view(public), language)
    moves = moves_of(public.play) if public.play is not None else ()
    return pictured(view, version, moves)


def pictured(view: View, version: str, moves: tuple[str, ...] = ()) -> PagePicture:
    """The public part of a view, as a picture."""
    is_menu = view.phase is Phase.MENU
    return PagePicture(
        version=version,
        phase=view.phase.value,
        title=view.title,
        heading=view.heading,
        turn_colour=colour(player_colour(view.turn)) if view.turn else "",
        scores=tuple(Score.of(one.player, one.name, one.points, one.clock) for one in view.scores),
        ask=() if is_menu else view.ask,
        last=view.last,
        notice=view.notice,
        board=board_svg(view.board, view.title) if view.board is not None else "",
        moves=moves,
        sheet=tuple((row.label, row.figures) for row in view.sheet),
    )


def moves_of(play: Play) -> tuple[str, ...]:
    """The actions so far in the game's notation, as far as they are public now."""
    texts = public_texts([ply.action for ply in play.plies], play.position)
    return texts[-MOST_MOVES:]
