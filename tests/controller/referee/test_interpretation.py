"""The meaning of changed boards: the search for the actions that lead to them, and its limits."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

import pytest

from controller.referee.board_at_rest import BoardAtRest
from controller.referee.interpretation import Interpretation, interpret
from controller.referee.play import Play
from controller.referee.search import Patience, PieceOrder, reach
from controller.tables.massai.table import MassaiTable
from controller.tables.masterplan.table import MasterplanTable
from controller.tables.sensing import NO_KINDS
from controller.tables.table import GameTable
from engines.game import Position
from engines.masterplan.notation import House, MasterplanAction, Park, Tower
from engines.record import replace
from hardware.ports import Grid, sites_in

GRID = Grid(24, 24)
CELLS = Grid(8, 8)
TABLE = MasterplanTable(GRID, 3)
HEADER = {"game": "masterplan"}
MASSAI = {"game": "massai", "options": {"orthogonal": False, "all_fifteen": False}}
SETUPS = "setup dark b2 b3 c3 c4 d4, setup light e3 e4 f4 f5 g5"
HAND_MS = 500


class Patient:
    """A table whose board is searched as if an action might change several pieces, no site were hopeless, any
    might stay unexplained, and nothing were known of where actions lead."""

    is_one_piece_an_action = False

    def is_out_of_reach(self, position: Position[Any], missing: int, extra: int) -> bool:
        return False

    def hopeless(self, position: Position[Any], extra: int) -> int:
        return 0

    def may_leave_new(self, position: Position[Any], missing: int, extra: int) -> bool:
        return True

    def outcomes(self, position: Position[Any], missing: int, extra: int) -> None:
        return None


class PatientTable(Patient, MasterplanTable):
    """See `Patient`."""


class PatientMassai(Patient, MassaiTable):
    """See `Patient`."""


class CountingTable(MasterplanTable):
    """The same game; counts how many positions a search has looked at."""

    looks = 0

    def candidates(
        self, position: Position[Any], missing: int, extra: int, kinds: Mapping[int, str] = NO_KINDS
    ) -> Sequence[MasterplanAction]:
        self.looks += 1
        return super().candidates(position, missing, extra, kinds)


def play_of(table: GameTable[Any, Any], seed: int) -> Play:
    """A random game, somewhere on its way."""
    dice = random.Random(seed)
    is_massai = isinstance(table, MassaiTable)
    play = Play.resume(table, MASSAI, SETUPS.split(", ")) if is_massai else Play.begin(table, HEADER)
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


def changed_boards(
    table: GameTable[Any, Any], most: int, wrong: int
) -> Iterator[tuple[Play, int, dict[int, int]]]:
    """A game, its board after up to this many more actions by hand and wrong pieces, and the times of the
    changes, in any order."""
    for seed in range(80):
        dice = random.Random(1_000 + seed)
        play = after = play_of(table, seed)
        for _ in range(dice.randint(0, most)):
            if legal := [one for one in after.position.legal() or () if table.touched(after.position, one)]:
                after = after.after(dice.choice(legal))
        pieces = dice.sample(sites_in(table.grid.all_sites & ~after.closed), dice.randint(0, wrong))
        board = after.closed | sum(1 << site for site in pieces)
        touched = sites_in(play.closed ^ board)
        dice.shuffle(touched)
        if touched:
            yield play, board, {site: HAND_MS * number for number, site in enumerate(touched, start=1)}


@pytest.mark.parametrize(
    ("quick_table", "patient_table", "most", "wrong", "is_seen"),
    [
        (MasterplanTable(GRID, 3), PatientTable(GRID, 3), 3, 3, True),
        (MasterplanTable(GRID, 3), PatientTable(GRID, 3), 3, 1, False),
        (MasterplanTable(CELLS, 1), PatientTable(CELLS, 1), 1, 1, True),
        (MassaiTable(GRID, 3), PatientMassai(GRID, 3), 5, 0, True),
        (MassaiTable(GRID, 3), PatientMassai(GRID, 3), 5, 0, False),
    ],
    ids=["spots", "spots that no one saw filled", "cells", "huts", "huts that no one saw come"],
)
def test_what_spares_the_search_changes_no_meaning(
    quick_table: GameTable[Any, Any],
    patient_table: GameTable[Any, Any],
    most: int,
    wrong: int,
    is_seen: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(GameTable, "most_steps", lambda table, position: 1_000_000)
    understood = 0
    for play, board, since in changed_boards(quick_table, most, wrong):
        at_rest = BoardAtRest(board, since if is_seen else {}, is_dark=not is_seen)
        quick = interpret(play, at_rest)
        patient = interpret(replace(play, table=patient_table), at_rest)
        assert set(quick) == set(patient)
        understood += bool(quick)
    assert understood > 20


def test_all_towers_lifted_at_once_are_understood() -> None:
    play = max((towers_to_take(seed) for seed in range(20)), key=lambda play: len(play.position.towers))
    towers = play.position.towers
    assert len(towers) == 6
    board = play.closed & ~sum(TABLE.sites(cell) for cell in towers)

    (found,) = interpret(play, BoardAtRest(board, {}))

    assert sorted(map(str, found.actions)) == [f"take {cell}" for cell in sorted(towers)]


@pytest.mark.parametrize(
    ("grid", "cell_sites", "questions"), [(GRID, 3, 10), (Grid(8, 8), 1, 0)], ids=["spots", "cells"]
)
def test_a_board_that_could_mean_millions_of_things_is_asked_about_or_given_up(
    grid: Grid, cell_sites: int, questions: int
) -> None:
    table = CountingTable(grid, cell_sites)
    play = Play.begin(table, HEADER)
    corners = ["a1", "c2", "e1", "g2", "b4", "d5", "f4", "h5", "a7", "d8"]
    board = sum(table.sites(f"{cell}.ne") for cell in corners)

    assert len(interpret(play, BoardAtRest(board, {}))) == questions
    assert 0 < table.looks <= 2 * table.most_steps(play.position)


# Kinds of differences, as a table: what was played, what hands did then (when, in milliseconds; a minus is a
# lift), and what that is read as: how many plies back, then which actions.

FIGURE = ("house d4 ne", "house f6 n", "house c3 n")
KINDS = {
    "a house": ((), ["0 d4.ne"], (0, "house d4 ne")),
    "two houses, the first first": ((), ["0 d4.ne", "100 f6.n"], (0, "house d4 ne", "house f6 n")),
    "the same in the other order": ((), ["0 f6.n", "100 d4.ne"], (0, "house f6 n", "house d4 ne")),
    "two neighbours": ((), ["0 d4.e", "100 e4.w"], (0, "house d4 e", "house e4 w")),
    "a house and its park": (FIGURE[:2], ["0 c3.n", "400 e5"], (0, "house c3 n", "park e5")),
    "a park and its house": (FIGURE[:2], ["0 e5", "400 c3.n"], (0, "house c3 n", "park e5")),
    "a required park": (FIGURE, ["0 e5"], (0, "park e5")),
    "a park, and the next player's house before it": (
        FIGURE,
        ["0 a8.n", "9000 e5"],
        (0, "park e5", "house a8 n"),
    ),
    "a turn and the next": (
        FIGURE[:2],
        ["0 c3.n", "400 a8.n", "800 e5"],
        (0, "house c3 n", "park e5", "house a8 n"),
    ),
    "the last house lifted": (FIGURE[:2], ["0 -f6.n"], (1,)),
    "a house and its park lifted": ((*FIGURE, "park e5"), ["0 -e5", "100 -c3.n"], (2,)),
    "only the park lifted": ((*FIGURE, "park e5"), ["0 -e5"], (1,)),
    "two turns lifted, the last first": (FIGURE, ["0 -c3.n", "100 -f6.n"], (2,)),
    "the last house moved on": (FIGURE[:1], ["0 -d4.ne", "100 e4.s"], (1, "house e4 s")),
    "the last house moved on, its park lifted": (
        (*FIGURE, "park e5"),
        ["0 -c3.n", "100 -e5", "500 h1.n"],
        (2, "house h1 n"),
    ),
    "the last house pushed aside, and the next set": (
        FIGURE[:1],
        ["0 -d4.ne", "100 d4.e", "900 f6.n"],
        (1, "house d4 e", "house f6 n"),
    ),
    "the last house moved on after the next was set": (
        FIGURE[:1],
        ["0 f6.n", "900 -d4.ne", "1200 h1.n"],
        (1, "house h1 n", "house f6 n"),
    ),
}
NOT_UNDERSTOOD = {
    "a park that nothing calls for": ((), ["0 e5"]),
    "a second house in a cell": (FIGURE[:1], ["0 d4.sw"]),
    "a house where a park must come": (FIGURE, ["0 e5.n"]),
    "an old house lifted": (FIGURE[:2], ["0 -d4.ne"]),
    "an old house moved": (FIGURE[:2], ["0 -d4.ne", "100 a1.n"]),
    "two turns swept away, the first first": (FIGURE, ["0 -f6.n", "100 -c3.n"]),
    "two turns swept away at once": (FIGURE, ["0 -f6.n", "0 -c3.n"]),
    "one piece on two sites": ((), ["0 d4.n", "8 d4.ne"]),
    "one piece on two cells": ((), ["0 d4.e", "8 e4.w"]),
}


def changed(play: Play, hands: Sequence[str]) -> tuple[int, dict[int, int]]:
    """The board after what hands did, and when each site changed."""
    board = play.closed
    since: dict[int, int] = {}
    for hand in hands:
        at, _, place = hand.partition(" ")
        (site,) = sites_in(TABLE.sites(place.removeprefix("-")))
        assert board >> site & 1 == place.startswith("-")
        board ^= 1 << site
        since[site] = int(at)
    return board, since


@pytest.mark.parametrize(("played", "hands", "meaning"), KINDS.values(), ids=KINDS.keys())
def test_what_hands_did_is_read_as(
    played: Sequence[str], hands: Sequence[str], meaning: tuple[int | str, ...]
) -> None:
    play = Play.resume(TABLE, HEADER, played)
    (found,) = interpret(play, BoardAtRest(*changed(play, hands)))
    assert (found.back, *map(str, found.actions)) == meaning
    assert not found.premature


@pytest.mark.parametrize(("played", "hands"), NOT_UNDERSTOOD.values(), ids=NOT_UNDERSTOOD.keys())
def test_no_rule_explains(played: Sequence[str], hands: Sequence[str]) -> None:
    play = Play.resume(TABLE, HEADER, played)
    assert interpret(play, BoardAtRest(*changed(play, hands))) == ()


def test_a_piece_set_too_early_waits() -> None:
    play = Play.resume(TABLE, HEADER, FIGURE[:2])
    (found,) = interpret(play, BoardAtRest(*changed(play, ["0 c3.n", "400 a8.n"])))
    assert list(map(str, found.actions)) == ["house c3 n"]
    assert found.premature == TABLE.sites("a8.n")


def test_what_was_done_in_the_dark_is_played_in_any_order_that_the_rules_allow() -> None:
    play = Play.resume(TABLE, HEADER, FIGURE[:2])
    board = play.closed | TABLE.sites("c3.n") | TABLE.sites("e5")
    (found,) = interpret(play, BoardAtRest(board, {}, is_dark=True))
    assert list(map(str, found.actions)) == ["house c3 n", "park e5"]


def test_in_the_dark_each_of_four_houses_may_have_been_the_first() -> None:
    """And nothing is said of the second, which may be any of the others."""
    play = Play.begin(TABLE, HEADER)
    houses = ("house f7 w", "house c1 s", "house b3 s", "house c5 sw")
    board = Play.resume(TABLE, HEADER, houses).closed
    found = interpret(play, BoardAtRest(board, {}, is_dark=True))
    assert sorted(str(action) for one in found for action in one.actions) == sorted(houses)


def test_huts_that_can_be_whose_they_are_in_one_way_only_are_played_though_no_one_saw_them_come() -> None:
    """In whatever order: there are thousands."""
    table = MassaiTable(GRID, 3)
    huts = "build a1, build h6, build a2, build h5, build a3, build h4, build b1, build g6"
    play, then = (Play.resume(table, MASSAI, text.split(", ")) for text in (SETUPS, f"{SETUPS}, {huts}"))
    (found,) = interpret(play, BoardAtRest(then.closed, {}, is_dark=True))
    assert sorted(map(str, found.actions)) == sorted(huts.split(", "))


def test_in_the_dark_no_one_knows_which_house_was_first() -> None:
    play = Play.begin(TABLE, HEADER)
    board = TABLE.sites("a1.n") | TABLE.sites("h8.n")
    found = interpret(play, BoardAtRest(board, {}, is_dark=True))
    assert [list(map(str, one.actions)) for one in found] == [["house a1 n"], ["house h8 n"]]
    assert [one.premature for one in found] == [TABLE.sites("h8.n"), TABLE.sites("a1.n")]


@pytest.mark.parametrize("hands", [["0 -f6.n"], ["0 -f6.n", "100 a1.n"]], ids=["lifted", "moved"])
def test_nothing_is_taken_back_in_the_dark(hands: Sequence[str]) -> None:
    play = Play.resume(TABLE, HEADER, FIGURE[:2])
    assert interpret(play, BoardAtRest(*changed(play, hands), is_dark=True)) == ()


def test_a_house_is_not_taken_back_while_others_that_were_off_the_board_return() -> None:
    play = Play.resume(TABLE, HEADER, FIGURE)
    board, since = changed(play, ["0 -c3.n"])
    swept = TABLE.sites("d4.ne") | TABLE.sites("c3.n")
    assert interpret(play, BoardAtRest(board, since, lifted=swept)) == ()
    assert [one.back for one in interpret(play, BoardAtRest(board, since, lifted=TABLE.sites("c3.n")))] == [1]


def test_where_a_site_is_a_cell_every_spot_is_a_reading() -> None:
    table = MasterplanTable(Grid(8, 8), 1)
    play = Play.begin(table, HEADER)
    found = interpret(play, BoardAtRest(table.sites("d4"), {table.grid.site(3, 3): 0}))
    assert sorted(str(one.actions[0]) for one in found) == sorted(
        f"house d4 {spot}" for spot in ("n", "ne", "e", "se", "s", "sw", "w", "nw")
    )


def test_where_the_mover_may_choose_a_middle_piece_is_a_park_or_a_tower() -> None:
    header = {"game": "masterplan", "options": {"overlap": "choice"}}
    houses = ("house c4 n", "house c5 n", "house d2 n", "house d3 n", "house d5 n")
    play = Play.resume(TABLE, header, houses)
    assert play.position.need() == ("park d4", "tower d4")
    found = interpret(play, BoardAtRest(*changed(play, ["0 d4"])))
    assert [str(one.actions[0]) for one in found] == ["park d4", "tower d4"]


def test_the_last_middle_piece_of_a_game_may_be_a_park_or_a_tower_too() -> None:
    header = {"game": "masterplan", "options": {"assist": False, "overlap": "choice"}}
    asked = 0
    for seed in range(20):
        dice, play = random.Random(seed), Play.begin(TABLE, header)
        while not play.position.is_scoring_towers:
            legal = play.position.legal()
            play = play.after(dice.choice([one for one in legal if isinstance(one, House)] or legal))
        for one in play.position.legal():
            other = Tower(one.cell) if isinstance(one, Park) else None
            if other in play.position.legal():
                found = interpret(play, BoardAtRest(*changed(play, [f"0 {one.cell}"])))
                assert {way.actions[0] for way in found} == {one, other}
                asked += 1
    assert asked


# Every turn of a random game is read back, however its pieces were set.

Turn = tuple[MasterplanAction, ...]


def random_turns(seed: int) -> Iterator[tuple[Play, Turn]]:
    """A random game, turn by turn: the play before it, and its actions."""
    dice = random.Random(seed)
    play = Play.begin(TABLE, HEADER)
    while play.position.outcome() is None:
        before = play
        actions: list[MasterplanAction] = []
        while not actions or (play.position.turn == before.position.turn and play.position.outcome() is None):
            actions.append(dice.choice(play.position.legal()))
            play = play.after(actions[-1])
        yield before, tuple(actions)


def done(play: Play, actions: Sequence[MasterplanAction]) -> Play:
    for action in actions:
        play.position.check(action)
        play = play.after(action)
    return play


def sites_of(before: Play, actions: Turn) -> list[int]:
    return [sites_in(TABLE.touched(before.position, action))[0] for action in actions]


def times(sites: Sequence[int]) -> dict[int, int]:
    return {site: HAND_MS * number for number, site in enumerate(sites, start=1)}


@pytest.mark.parametrize("seed", range(12))
def test_every_turn_is_read_back_whatever_the_order_of_its_pieces(seed: int) -> None:
    dice = random.Random(seed)
    for before, actions in random_turns(seed):
        after = done(before, actions)
        touched = sites_of(before, actions)
        dice.shuffle(touched)
        (found,) = interpret(before, BoardAtRest(after.closed, times(touched)))
        assert found.back == 0
        assert done(before, found.actions).position == after.position


def _taken(actions: Sequence[MasterplanAction]) -> list[str]:
    """The sites that would change twice: the towers among these actions, taken off again."""
    return [str(action).replace("tower", "take") for action in actions]


@pytest.mark.parametrize("seed", range(12))
def test_without_assist_what_is_set_in_order_is_read_in_order(seed: int) -> None:
    """Pieces in any order would be several things there: a park before or after the next player's house."""
    dice = random.Random(seed)
    play = Play.begin(TABLE, HEADER | {"options": {"assist": False}})
    while play.position.outcome() is None:
        before = play
        actions: list[MasterplanAction] = []
        for _ in range(dice.randrange(1, 4)):
            new = [
                action for action in play.position.legal() if str(action) not in ("done", *_taken(actions))
            ]
            if new:
                actions.append(dice.choice(new))
                play = play.after(actions[-1])
        if not actions:
            continue
        (found,) = interpret(before, BoardAtRest(play.closed, times(sites_of(before, tuple(actions)))))
        assert found.back == 0
        assert done(before, found.actions).position == play.position


@pytest.mark.parametrize("seed", range(6))
def test_two_turns_at_once_are_read_back_in_their_order(seed: int) -> None:
    dice = random.Random(seed)
    for (before, first), (between, second) in pairwise(random_turns(seed)):
        first_sites, second_sites = sites_of(before, first), sites_of(between, second)
        dice.shuffle(first_sites)
        dice.shuffle(second_sites)
        touched = first_sites + second_sites
        after = done(between, second)
        if (
            len(set(touched)) < len(touched)
            or (before.closed ^ after.closed).bit_count() > TABLE.most_changes
        ):
            continue
        (found,) = interpret(before, BoardAtRest(after.closed, times(touched)))
        assert found.back == 0
        assert done(before, found.actions).position == after.position


@pytest.mark.parametrize("seed", range(6))
def test_every_turn_is_taken_back_whatever_the_order_of_its_pieces(seed: int) -> None:
    dice = random.Random(seed)
    for before, actions in random_turns(seed):
        after = done(before, actions)
        touched = sites_of(before, actions)
        dice.shuffle(touched)
        (found,) = interpret(after, BoardAtRest(before.closed, times(touched)))
        assert found == Interpretation(len(actions), ())


HUTS = (
    f"{SETUPS}, build b5, build d5, build a2, build h6, "
    "build c2, build g6, build b4, build c5, build b6, build h5, attack e3, guard c5 e4, build c6, build c1, "
    "attack c4, guard b5 b6 c4, build a5, build e4, build b1, build d5, build c6"
)


def test_a_turn_that_stands_is_not_taken_back_to_be_played_again() -> None:
    table = MassaiTable(Grid(24, 24), 3)
    play = Play.resume(table, MASSAI, HUTS.split(", "))
    times = {"e5": 0, "d3": 300, "h4": 600, "b2": 900}
    since = {table.sites(cell).bit_length() - 1: at_ms for cell, at_ms in times.items()}
    closed = play.closed ^ sum(1 << site for site in since)
    interpretations = interpret(play, BoardAtRest(closed, since))
    assert all(interpretation.actions != (play.plies[-1].action,) for interpretation in interpretations)


def test_a_search_that_would_find_the_same_is_not_made_again_and_costs_the_same() -> None:
    repeated = 0
    for seed in range(40):
        table = CountingTable(GRID, 3)
        play = after = play_of(table, seed)
        for _ in range(3):
            if legal := after.position.legal():
                after = after.after(random.Random(seed).choice(legal))
        touched = sites_in(play.closed ^ after.closed)
        board = BoardAtRest(after.closed, {site: HAND_MS * n for n, site in enumerate(touched)})
        patience, apart = Patience(200), Patience(200)
        for order in PieceOrder:
            looks = table.looks
            found = reach(play, board, order, patience)
            repeated += table.looks == looks
            apart.searches.clear()
            assert found == reach(play, board, order, apart)
            assert patience.steps == apart.steps
    assert repeated > 20
