"""What changed boards mean: the search for the actions that lead to them, and where it gives up."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import pytest

from controller import search
from controller.play import Play
from controller.reading import Board, read
from controller.search import MOST_STEPS
from controller.tables.masterplan import MasterplanTable
from controller.tables.table import NO_KINDS
from engines.game import Position
from engines.masterplan_notation import MasterplanAction
from hardware.ports import Grid, sites_in

GRID = Grid(24, 24)
TABLE = MasterplanTable(GRID, 3)
HEADER = {"game": "masterplan"}
HAND_MS = 500


class PatientTable(MasterplanTable):
    """The same game, searched as if one action might change several sites."""

    is_one_site_an_action = False


class CountingTable(MasterplanTable):
    """The same game; counts how many positions a search has looked at."""

    looks = 0

    def readings(
        self, position: Position[Any], missing: int, extra: int, kinds: Mapping[int, str] = NO_KINDS
    ) -> Sequence[MasterplanAction]:
        self.looks += 1
        return super().readings(position, missing, extra, kinds)


def play_of(table: MasterplanTable, seed: int) -> Play:
    """A random game, somewhere on its way."""
    dice = random.Random(seed)
    play = Play.begin(table, HEADER)
    for _ in range(dice.randrange(60)):
        if legal := play.position.legal():
            play = play.after(dice.choice(legal))
    return play


def towers_to_take(seed: int) -> Play:
    """A game whose houses are done, with all its towers on the board."""
    dice = random.Random(seed)
    play = Play.begin(TABLE, HEADER)
    while not play.position.is_scoring_towers:
        play = play.after(dice.choice(play.position.legal()))
    return play


def changed_boards() -> Iterator[tuple[int, int, dict[int, int]]]:
    """The seed of a game, its board after a few more actions and wrong pieces, and when which site changed:
    in any order."""
    for seed in range(80):
        dice = random.Random(1_000 + seed)
        play = after = play_of(TABLE, seed)
        for _ in range(dice.randrange(4)):
            if legal := after.position.legal():
                after = after.after(dice.choice(legal))
        wrong = dice.sample(sites_in(GRID.all_sites & ~after.closed), dice.randrange(4))
        board = after.closed | sum(1 << site for site in wrong)
        touched = sites_in(play.closed ^ board)
        dice.shuffle(touched)
        if touched:
            yield seed, board, {site: HAND_MS * number for number, site in enumerate(touched, start=1)}


def test_the_order_of_the_pieces_spares_steps_and_changes_no_meaning(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "MOST_STEPS", 1_000_000)
    patient_table = PatientTable(GRID, 3)
    understood = 0
    for seed, board, since in changed_boards():
        quick = read(play_of(TABLE, seed), Board(board, since))
        patient = read(play_of(patient_table, seed), Board(board, since))
        assert set(quick) == set(patient)
        understood += bool(quick)
    assert understood > 20


def test_all_towers_lifted_at_once_are_understood() -> None:
    play = max((towers_to_take(seed) for seed in range(20)), key=lambda play: len(play.position.towers))
    towers = play.position.towers
    assert len(towers) == 6
    board = play.closed & ~sum(TABLE.sites(cell) for cell in towers)

    (found,) = read(play, Board(board))

    assert sorted(map(str, found.actions)) == [f"take {cell}" for cell in sorted(towers)]


@pytest.mark.parametrize(("grid", "cell_sites"), [(GRID, 3), (Grid(8, 8), 1)], ids=["spots", "cells"])
def test_a_board_that_could_mean_millions_of_things_is_given_up(grid: Grid, cell_sites: int) -> None:
    table = CountingTable(grid, cell_sites)
    play = Play.begin(table, HEADER)
    corners = ["a1", "c2", "e1", "g2", "b4", "d5", "f4", "h5", "a7", "d8"]
    board = sum(table.sites(f"{cell}.ne") for cell in corners)

    assert read(play, Board(board)) == ()
    assert 0 < table.looks <= MOST_STEPS
