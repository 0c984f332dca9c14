"""The score sheet: each player's points by category, and how they came about, action by action. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from controller.model.view import Phase, SheetRow, View
from controller.referee.play import Play, Ply
from controller.shell.model import pages
from controller.shell.model.layers import SheetPage
from controller.shell.model.screen import Screen
from controller.shell.model.state import Answer, Shell
from controller.tables.drawing import gained
from controller.view.game import scores
from texts import _

ROWS: Final = 8
"""Lines per page."""

LONG: Final = 34
"""A line with more letters than this takes the place of two, one with twice as many that of three."""


def rows(play: Play) -> tuple[SheetRow, ...]:
    """A line for each scoring action, with its points; the last line is the score. If people and the computer
    have played the same seat, the line before says how many of each player's actions were the computer's."""
    lines = (_row(play, number, ply) for number, ply in enumerate(play.plies, start=1))
    return (*(line for line in lines if line is not None), *_shared(play), _total(play))


def _total(play: Play) -> SheetRow:
    score = play.position.score()
    return SheetRow(_("Score"), tuple(str(score[one]) for one in play.position.players), is_total=True)


def sums(play: Play) -> tuple[SheetRow, ...]:
    """A line for each way to score, with all points of it, and one for the losses at the end."""
    ways, left = play.table.ways_to_score, dict(play.position.score())
    by_kind: dict[str, dict[str, int]] = {kind: {} for kind in ways}
    for event in (event for ply in play.plies for event in ply.events if event["kind"] in ways):
        gains = play.table.gains(event)
        _add(by_kind[event["kind"]], gains)
        _add(left, {player: -points for player, points in gains.items()})
    if "end" in ways:
        by_kind["end"] = left
    shown = ((ways[kind], points) for kind, points in by_kind.items() if any(points.values()))
    return tuple(SheetRow(way, _figures(play, points)) for way, points in shown)


def _figures(play: Play, points: Mapping[str, int]) -> tuple[str, ...]:
    return tuple(gained(points[one]) if points.get(one) else "" for one in play.position.players)


def _shared(play: Play) -> tuple[SheetRow, ...]:
    if not any(play.is_shared(seat) for seat in play.position.seats):
        return ()
    figures = []
    for player in play.position.players:
        seats = [seat for seat in play.position.seats if play.table.side(play.position, seat) == player]
        own = [play.is_computers(ply) for ply in play.plies if ply.actor in (player, *seats)]
        figures.append(f"{sum(own)}/{len(own)}")
    return (SheetRow(_("Actions by the computer"), tuple(figures)),)


def _row(play: Play, number: int, ply: Ply) -> SheetRow | None:
    points: dict[str, int] = {}
    for event in ply.events:
        _add(points, play.table.gains(event))
    if not any(points.values()):
        return None
    what = play.table.describe_events(ply.events) or play.table.describe(ply.action)
    return SheetRow(_("{number}. {what}", number=number, what=what), _figures(play, points))


def _add(points: dict[str, int], more: Mapping[str, int]) -> None:
    for player, number in more.items():
        points[player] = points.get(player, 0) + number


def _pages(play: Play) -> tuple[tuple[SheetRow, ...], ...]:
    """The lines of each page. If they need several, the first has the score and what it is made of, below the
    explanation; the others say it action by action."""
    lines, reasons = rows(play), len(_reasons(play))
    if reasons + sum(map(_places, lines)) <= ROWS:
        return (lines,)
    if ways := sums(play):
        return (*_by_page((lines[-1], *ways), reasons), *_by_page(lines[:-1], 0))
    return tuple(_by_page((lines[-1], *lines[:-1]), reasons))


def _by_page(lines: tuple[SheetRow, ...], taken: int) -> Iterator[tuple[SheetRow, ...]]:
    """The lines, as many together as have room, the first ones below some that are taken."""
    page: tuple[SheetRow, ...] = ()
    for line in lines:
        if page and taken + sum(map(_places, (*page, line))) > ROWS:
            yield page
            page, taken = (), 0
        page = (*page, line)
    yield page


def _places(line: SheetRow) -> int:
    return 1 + len(line.label) // LONG


def _reasons(play: Play) -> tuple[str, ...]:
    """How the result came about, in words."""
    events = [event for ply in play.plies for event in ply.events]
    return (*play.table.sheet(play.position), *play.table.rounds(play.position, events))


def view(shell: Shell, layer: SheetPage) -> View:
    """One page. The first one also explains the result."""
    play = shell.session.current
    shown = _pages(play)
    page = min(layer.page, len(shown) - 1)
    return View(
        Phase.SHEET,
        heading=_("Score sheet"),
        title=play.table.title,
        scores=scores(shell.session),
        ask=_reasons(play) if not page else (),
        sheet=shown[page],
        notice=pages.words(page, len(shown)),
        controls=pages.controls(page, len(shown)),
        places=pages.places(len(shown)),
    )


def pressed(shell: Shell, layer: SheetPage, button_id: str, at_ms: int) -> Answer:
    """A touch on it."""
    of = len(_pages(shell.session.current))
    return Answer(shell.under(SheetPage(pages.turned(layer.page, of, button_id))))


SCREEN: Final = Screen(SheetPage, view, pressed)
