"""Masterplan on sites: the places and their names."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from controller.games import tables_for
from controller.model.view import Lit, Meaning
from controller.referee.play import Play
from controller.tables.masterplan.table import MasterplanTable
from controller.tables.sensing import Movement, NoSuchPlace
from engines.masterplan.board import BOARD, SPOTS
from engines.masterplan.notation import Park
from engines.masterplan.position import MasterplanPosition
from hardware.ports import Grid, sites_in

GRID = Grid(24, 24)
TABLE = MasterplanTable(GRID, 3)
CELLS = MasterplanTable(Grid(8, 8), 1)
HEADER = {"game": "masterplan"}
FIGURE = ("house d4 ne", "house f6 n", "house c3 n")
BOTH = pytest.mark.parametrize("table", [TABLE, CELLS], ids=["spots", "cells"])


def play(table: MasterplanTable, *actions: str, **options: object) -> Play:
    return Play.resume(table, HEADER | {"options": options}, actions)


def at(table: MasterplanTable, place: str) -> tuple[int, int]:
    (site,) = sites_in(table.sites(place))
    return table.grid.column_row(site)


class TestPlaces:
    @pytest.mark.parametrize(
        ("place", "where"),
        [("a1", (1, 1)), ("a1.sw", (0, 0)), ("h8.ne", (23, 23)), ("d4.ne", (11, 11)), ("e5", (13, 13))],
    )
    def test_where_a_place_lies(self, place: str, where: tuple[int, int]) -> None:
        assert at(TABLE, place) == where

    @pytest.mark.parametrize("place", ["a1", "a1.sw", "a1.ne"])
    def test_a_site_may_be_a_whole_cell(self, place: str) -> None:
        assert at(CELLS, place) == (0, 0)
        assert at(CELLS, place.replace("a1", "h8")) == (7, 7)

    def test_every_site_of_the_board_is_one_place(self) -> None:
        names = [cell + dot for cell in BOARD.names for dot in ("", *(f".{spot}" for spot in SPOTS))]
        sites = [TABLE.sites(name) for name in names]
        assert len(set(sites)) == GRID.size
        assert sum(sites) == GRID.all_sites

    @pytest.mark.parametrize(
        "place", ["", "i1", "a9", "a1.", "a1.x", "a1.middle", "A1", "a1.n.e", ".n", "a10"]
    )
    def test_what_is_no_place_is_refused(self, place: str) -> None:
        with pytest.raises(NoSuchPlace) as refused:
            TABLE.sites(place)
        assert str(refused.value) == (
            f"Masterplan has no place {place!r}: places are like d4.ne (a spot) and e5 (a cell)"
        )

    def test_places_in_words(self) -> None:
        words = {name: TABLE.place(sites_in(TABLE.sites(name))[0]) for name in ("d4.ne", "e5", "a1.s")}
        assert words == {"d4.ne": "d4 north-east", "e5": "e5 middle", "a1.s": "a1 south"}
        assert CELLS.place(sites_in(CELLS.sites("d4.ne"))[0]) == "d4"

    def test_places_for_small_buttons(self) -> None:
        assert [TABLE.spot(sites_in(TABLE.sites(name))[0]) for name in ("d4.ne", "e5")] == ["NE", "middle"]
        assert CELLS.spot(0) == "a1"

    def test_a_larger_table_has_sites_beside_the_board(self) -> None:
        table = MasterplanTable(Grid(32, 26), 3)
        assert table.place(31) == "site 32, 1"
        assert table.candidates(play(table).position, 0, 1 << 31) == []

    @pytest.mark.parametrize(
        ("grid", "cell_sites", "wanted"),
        [
            (Grid(23, 24), 3, "24 × 24 sites (3 a side for each cell)"),
            (Grid(8, 7), 1, "8 × 8 sites (1 a side for each cell)"),
        ],
    )
    def test_a_table_that_is_too_small_is_refused(self, grid: Grid, cell_sites: int, wanted: str) -> None:
        text = f"Masterplan needs {wanted}; the table has {grid.columns} × {grid.rows}."
        with pytest.raises(NoSuchPlace) as refused:
            MasterplanTable(grid, cell_sites)
        assert str(refused.value) == text
        assert "masterplan" not in tables_for(grid, cell_sites)


class TestPositionsOnTheBoard:
    @BOTH
    def test_a_position_lies_on_as_many_sites_as_it_has_pieces(self, table: MasterplanTable) -> None:
        dice = random.Random(2)
        now = play(table)
        while now.position.outcome() is None:
            now = now.after(dice.choice(now.position.legal() or []))
            assert now.closed.bit_count() == len(now.position.as_json()["cells"])

    @BOTH
    def test_what_hands_do_leads_from_each_position_to_the_next(self, table: MasterplanTable) -> None:
        dice = random.Random(3)
        now = play(table, assist=False)
        while now.position.outcome() is None:
            action = dice.choice(now.position.legal() or [])
            after = now.after(action)
            moved = 0
            for hand in table.hands(now.position, action):
                assert bool(now.closed & hand.sites) == (hand.verb == "lift")
                moved |= hand.sites
            assert now.closed ^ moved == after.closed
            assert moved == table.touched(now.position, action)
            now = after

    @BOTH
    def test_every_legal_action_is_among_the_readings_of_its_sites(self, table: MasterplanTable) -> None:
        dice = random.Random(5)
        now = play(table)
        while now.position.outcome() is None:
            legal = now.position.legal() or []
            action = dice.choice(legal)
            sites = table.touched(now.position, action)
            candidates = table.candidates(now.position, sites & now.closed, sites & ~now.closed)
            assert action in candidates
            assert set(candidates) <= set(legal)
            now = now.after(action)

    def test_what_a_hand_needs(self) -> None:
        now = play(TABLE, *FIGURE[:1])
        (house,) = TABLE.hands(now.position, TABLE.game.parse("house f6 n"))
        assert house == Movement("put", TABLE.sites("f6.n"), "house yellow")
        (park,) = TABLE.hands(play(TABLE, *FIGURE).position, TABLE.game.parse("park e5"))
        assert park == Movement("put", TABLE.sites("e5"), "park")

    def test_the_next_players_house_is_the_next_players(self) -> None:
        now = play(TABLE, *FIGURE, assist=False)
        (house,) = TABLE.hands(now.position, TABLE.game.parse("house a8 n"))
        assert house.kind == "house yellow"


class TestWords:
    @pytest.mark.parametrize(
        ("action", "words"),
        [
            ("house d4 ne", "House on d4 north-east"),
            ("park e5", "Park on e5"),
            ("tower f6", "Tower on f6"),
            ("take f6", "Tower on f6 taken off"),
            ("done", "End of the turn"),
        ],
    )
    def test_actions_in_words(self, action: str, words: str) -> None:
        assert TABLE.describe(TABLE.game.parse(action)) == words

    @pytest.mark.parametrize(
        ("actions", "options", "words"),
        [
            (FIGURE, {}, ""),
            ((*FIGURE, "park e5"), {}, "Park on e5: White 2, Yellow 1"),
            ((*FIGURE, "done", "park e5"), {"assist": False}, "Park on e5, too late to score"),
        ],
    )
    def test_what_an_action_brought(
        self, actions: tuple[str, ...], options: dict[str, object], words: str
    ) -> None:
        assert TABLE.describe_events(play(TABLE, *actions, **options).plies[-1].events) == words

    @pytest.mark.parametrize(
        ("actions", "place", "words"),
        [
            (FIGURE[:1], "d4.s", "D4 is taken: a white house is there."),
            (FIGURE[:1], "d4", "D4 is taken: a white house is there."),
            (
                (),
                "e5",
                "Nothing belongs in the middle of e5: no park is due there, "
                "and a house stands at a side or a corner.",
            ),
            (FIGURE, "a1.n", "White must finish the turn first: park e5."),
            (FIGURE[:1], "e4.n", "Together with the other changes it fits no rule."),
        ],
    )
    def test_why_a_piece_is_wrong(self, actions: tuple[str, ...], place: str, words: str) -> None:
        (site,) = sites_in(TABLE.sites(place))
        assert TABLE.objection(play(TABLE, *actions).position, site) == words

    def test_pieces_by_name(self) -> None:
        now = play(TABLE, *FIGURE, "park e5")
        names = {
            place: TABLE.piece(now.position, sites_in(TABLE.sites(place))[0])
            for place in ("d4.ne", "f6.n", "e5", "a1")
        }
        assert names == {
            "d4.ne": "the white house",
            "f6.n": "the yellow house",
            "e5": "the park",
            "a1": "the piece",
        }

    def test_required_pieces_are_tasks_with_assist_alone(self) -> None:
        (task,) = TABLE.tasks(play(TABLE, *FIGURE).position)
        assert (task.meaning, task.sites, task.words) == (Meaning.PARK, TABLE.sites("e5"), "Park on e5")
        assert TABLE.tasks(play(TABLE, *FIGURE, assist=False).position) == ()

    def test_where_the_mover_may_choose_the_task_says_so(self) -> None:
        houses = ("house c4 n", "house c5 n", "house d2 n", "house d3 n", "house d5 n")
        (task,) = TABLE.tasks(play(TABLE, *houses, overlap="choice").position)
        assert task.words == "Park or tower on d4"

    def test_at_the_end_the_towers_are_to_be_lifted(self) -> None:
        now = play(TABLE)
        while not now.position.is_scoring_towers:
            now = now.after((now.position.legal() or [])[0])
        assert now.position.towers
        assert TABLE.headline(now.position) == "Score the towers"
        assert TABLE.prompt(now.position) == "Lift the towers, one by one"
        assert {task.meaning for task in TABLE.tasks(now.position)} == {Meaning.LIFT}
        assert len(TABLE.tasks(now.position)) == len(now.position.towers)


class TestPictures:
    @BOTH
    def test_pieces_are_drawn_in_their_cells(self, table: MasterplanTable) -> None:
        marks = {mark.shape: mark for mark in table.marks(play(table, *FIGURE, "park e5").position).marks}
        assert (marks["park"].x, marks["park"].y, marks["park"].size) == (4.5, 4.5, 1.0)
        assert marks["house"].player in ("white", "yellow")

    def test_a_house_is_drawn_on_its_spot(self) -> None:
        (mark,) = TABLE.marks(play(TABLE, "house d4 ne").position).marks
        assert (round(mark.x, 3), round(mark.y, 3), mark.player) == (3.833, 3.833, "white")

    @BOTH
    def test_the_corner_of_a_site_lies_in_its_cell(self, table: MasterplanTable) -> None:
        for site in range(table.grid.size):
            x, y, size = table.corner(site)
            assert table.cell_at(int(x), int(y)) >> site & 1
            assert size == 1 / table.cell_sites

    @pytest.mark.parametrize(("column", "row"), [(-1, 0), (8, 0), (0, -1), (0, 8)])
    def test_beside_the_board_is_no_cell(self, column: int, row: int) -> None:
        assert TABLE.cell_at(column, row) == 0


@BOTH
def test_a_tower_shows_what_each_house_is_worth_and_who_gains(table: MasterplanTable) -> None:
    houses = {"d3": "white", "d4": "yellow", "e3": "white"}
    events = [
        {
            "kind": "take",
            "cell": "e4",
            "points": {"white": 2, "yellow": 0},
            "houses": [
                {"cell": cell, "spot": "n", "player": player, "points": 1} for cell, player in houses.items()
            ],
        }
    ]
    gains = table.scored(events)
    at_cell = {table.place(site)[:2]: (gain.player, gain.text) for site, gain in gains.items()}
    assert at_cell == {**{cell: (who, "1") for cell, who in houses.items()}, "e4": ("white", "+2")}


def scored(white: int, yellow: int) -> MasterplanPosition:
    """The first position, but for the score."""
    start = TABLE.game.start({"game": "masterplan"})
    assert isinstance(start, MasterplanPosition)
    return replace(start, points=(white, yellow))


@BOTH
def test_the_figures_walk_clockwise_over_all_28_edge_cells(table: MasterplanTable) -> None:
    walked = []
    for points in range(28):
        figures = table.score_lights(scored(points, points))
        lights = {lit.player: site for site, lit in figures}
        cells = {tuple(int(part) for part in table.corner(site)[:2]) for site in lights.values()}
        assert len(cells) == 1
        walked.append(cells.pop())
        columns_rows = [table.grid.column_row(site) for site in lights.values()]
        last = table.grid.columns - 1
        assert all(x in (0, last) or y in (0, last) for x, y in columns_rows)
    corner = 7
    assert walked == [
        *((0, y) for y in range(corner)),
        *((x, corner) for x in range(corner)),
        *((corner, y) for y in range(corner, 0, -1)),
        *((x, 0) for x in range(corner, 0, -1)),
    ]


def test_both_figures_have_lights_of_their_own_everywhere() -> None:
    seen = [TABLE.score_lights(scored(white, yellow)) for white in range(28) for yellow in range(28)]
    assert all(len(dict(lights)) == 2 for lights in seen)


def test_a_figure_that_has_walked_around_goes_on_from_the_start() -> None:
    here, there = (TABLE.score_lights(scored(points, 0))[0] for points in (3, 31))
    assert here == there == (9 * 24, Lit(Meaning.SCORE, "white"))


def test_a_park_without_a_tile_is_read_whatever_a_reader_sees_there() -> None:
    chance, crowded = random.Random(288), play(TABLE)
    while crowded.position.hand["park"]:
        legal = list(crowded.position.legal())
        parks = [action for action in legal if isinstance(action, Park)]
        crowded = crowded.after(chance.choice(parks or legal))
    (cell, *_) = crowded.position.required_parks
    (site,) = sites_in(TABLE.sites(cell))
    assert TABLE.hands(crowded.position, Park(cell)) == ()
    read = {
        kind: TABLE.candidates(crowded.position, 0, 1 << site, {site: kind})
        for kind in ("park", "house white")
    }
    assert read == {"park": [Park(cell)], "house white": []}
