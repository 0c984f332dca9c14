"""The lights of a table that plays by itself."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from controller.games import TABLES
from controller.model.signs import PIECES, WHITE, player_colour
from controller.model.view import Lit, Meaning
from controller.referee.play import Play
from controller.shell.idle import attracting
from controller.shell.idle.attracting import RINGS_MS
from controller.shell.model.layers import Demonstration
from controller.tables.masterplan.table import MasterplanTable
from hardware.ports import Grid, sites_in
from tests.controller.shell.at_the_shell import AtTheShell

GRID = Grid(24, 24)
IDLE_MS = 60_000


def masterplan(*actions: str) -> Demonstration:
    play = Play.resume(MasterplanTable(GRID, 3), {"game": "masterplan"}, actions)
    return Demonstration(play, 1, RINGS_MS, 0)


def at(picture: bytes, site: int) -> tuple[int, ...]:
    return tuple(picture[3 * site : 3 * site + 3])


def test_rings_in_the_colours_of_the_players_run_over_every_site_before_a_game() -> None:
    layer, colours, now_ms = masterplan(), {site: set[tuple[int, ...]]() for site in range(GRID.size)}, 0
    while now_ms < RINGS_MS:
        picture = attracting.frame(layer, (), now_ms)
        for site, seen in colours.items():
            seen.add(at(picture, site))
        after_ms = attracting.next_frame_ms(layer, (), now_ms)
        assert after_ms is not None
        assert after_ms > now_ms
        now_ms = after_ms
    assert all(len(seen) > 5 for seen in colours.values())
    brightest = {tuple(round(0.4 * part) for part in colour) for colour in (WHITE, player_colour("yellow"))}
    assert all(brightest <= seen for seen in colours.values())


def test_no_site_flashes_more_than_once_in_two_seconds() -> None:
    layer, site = masterplan(), GRID.site(3, 7)
    lit = [any(at(attracting.frame(layer, (), t), site)) for t in range(0, RINGS_MS, 100)]
    starts = [i for i in range(1, len(lit)) if lit[i] and not lit[i - 1]]
    assert all(later - earlier >= 20 for earlier, later in pairwise(starts))


def test_the_pieces_shine_in_their_own_colours_and_the_newest_most() -> None:
    layer = masterplan("house d4 ne", "house f6 n", "house c3 n", "park e5")
    table = layer.play.table
    park = sites_in(layer.play.closed & table.sites("e5"))[0]
    old, new = (sites_in(table.sites(place))[0] for place in ("d4.ne", "c3.n"))
    picture = attracting.frame(layer, ((new, Lit(Meaning.LAST)),), RINGS_MS)
    assert at(picture, new) == WHITE
    assert at(picture, old) == tuple(round(0.4 * part) for part in WHITE)
    assert at(picture, park) == tuple(round(0.4 * part) for part in PIECES["park"])
    assert sum(any(at(picture, site)) for site in range(GRID.size)) == 4


@pytest.mark.parametrize("number", range(len(TABLES)))
def test_in_every_game_each_piece_of_the_demonstration_has_a_light(tmp_path: Path, number: int) -> None:
    table = AtTheShell(tmp_path, ("kiosk.idle_s", "60"))
    for _ in range(number):
        table.wait(IDLE_MS)
        table.touch("wake")
    table.wait(IDLE_MS + RINGS_MS + 60_000)
    layer = table.daemon.shell.layer
    assert isinstance(layer, Demonstration)
    board = layer.play.closed & GRID.all_sites
    picture = table.daemon.shown.frame(table.now_ms)
    assert all(any(at(picture, site)) for site in sites_in(board))
    assert board or layer.play.table.game.name == "cites"
