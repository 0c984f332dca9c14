"""Forma on the table: cells and sites, what covered cells can mean, and the words for it."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from controller.model.view import Lit, Mark, Meaning, Task
from controller.referee.board_at_rest import BoardAtRest
from controller.referee.interpretation import interpret
from controller.referee.play import Play
from controller.tables.forma import words
from controller.tables.forma.bridges import chains
from controller.tables.forma.elements import elements_on, joined, near, squares
from controller.tables.forma.layout import SiteMap, names
from controller.tables.forma.table import FormaTable
from controller.tables.sensing import NoSuchPlace
from engines.forma.actions import FormaAction, Place
from engines.forma.board import BOARD, all_elements
from engines.forma.bridges import bridges
from engines.forma.game import Forma
from engines.forma.polyominoes import CODES
from engines.forma.position import FormaPosition
from engines.grid import Cells
from hardware.ports import Grid, sites_in
from tests.vector_games import actions, vector

GRID = Grid(24, 24)
TABLE = FormaTable(GRID, 3)
GAME = Forma()
BEGUN = ("tower k10", "start")


def cells(text: str) -> Cells:
    return sum(BOARD.cell[name] for name in text.split())


def sites(text: str) -> int:
    return sum(TABLE.sites(name) for name in text.split())


def play_of(*texts: str, players: int = 2, contact: str = "corner") -> Play:
    header = {"game": "forma", "players": players, "options": {"contact": contact}}
    return Play.resume(TABLE, header, texts)


def at(*texts: str, players: int = 2) -> FormaPosition:
    position = play_of(*texts, players=players).position
    assert isinstance(position, FormaPosition)
    return position


def read_texts(play: Play, since: dict[str, int], *, played_ms: int = 0) -> list[list[str]]:
    """The interpretations of cells that closed at these times."""
    times = {sites_in(TABLE.sites(name))[0]: at_ms for name, at_ms in since.items()}
    board = BoardAtRest(play.closed | sites(" ".join(since)), times, acted_ms=played_ms)
    return sorted([str(action) for action in one.actions] for one in interpret(play, board))


# Cells and sites


@pytest.mark.parametrize("grid", [Grid(20, 20), Grid(24, 24), Grid(32, 21)])
def test_cells_lie_from_the_south_west_corner_of_any_grid(grid: Grid) -> None:
    table = FormaTable(grid, 3)
    assert sites_in(table.sites("a1")) == [0]
    assert sites_in(table.sites("c5")) == [grid.site(2, 4)]
    assert sites_in(table.sites("t20")) == [grid.site(19, 19)]
    assert [table.place(grid.site(2, 4)), table.corner(grid.site(2, 4))] == ["c5", (2, 4, 1)]


def test_sites_become_cells_again_and_those_beside_the_board_none() -> None:
    layout = SiteMap(GRID)
    dice = random.Random(1)
    for _ in range(50):
        some = sum(BOARD.cell[name] for name in dice.sample(BOARD.names, 40))
        assert layout.cells(layout.sites(some)) == some
    assert layout.cells(GRID.all_sites & ~layout.board) == 0
    assert TABLE.place(GRID.site(21, 2)) == "site 22, 3"


@pytest.mark.parametrize("grid", [Grid(19, 24), Grid(24, 19), Grid(8, 8)])
def test_a_smaller_table_has_no_room(grid: Grid) -> None:
    with pytest.raises(NoSuchPlace, match="Forma needs 20 × 20 sites"):
        FormaTable(grid, 1)


@pytest.mark.parametrize("place", ["u1", "a21", "c", "c3.n", ""])
def test_what_is_no_cell_is_no_place(place: str) -> None:
    with pytest.raises(NoSuchPlace, match="places are cells"):
        TABLE.sites(place)


def test_with_two_players_a_colour_begins_for_the_player_who_has_it() -> None:
    first = {
        (players, colour): TABLE.header({"players": players, "contact": "side", "first": colour})["first"]
        for players in (2, 4)
        for colour in ("blue", "yellow", "red", "green")
    }
    assert [first[2, colour] for colour in ("red", "green")] == ["blue", "yellow"]
    assert [first[4, colour] for colour in ("red", "green")] == ["red", "green"]
    assert TABLE.header({"players": 4, "contact": "side", "first": "red"})["options"] == {"contact": "side"}


def test_two_players_are_offered_as_first_by_their_names() -> None:
    def firsts(players: int) -> list[str]:
        return [value for value, _ in TABLE.offered({"players": players})[-1].values]

    assert firsts(2) == ["blue", "yellow", "lot"]
    assert firsts(4) == ["blue", "yellow", "red", "green", "lot"]


def test_who_begins_is_drawn_among_those_who_play() -> None:
    options = {"players": 2, "contact": "corner", "first": "lot"}
    draws = [TABLE.draw(options, lot) for lot in range(4)]
    assert [draw and draw.options["first"] for draw in draws] == ["blue", "yellow", "blue", "yellow"]
    assert [draw and draw.words for draw in draws[:2]] == [
        "Drawn by lot: Blue begins.",
        "Drawn by lot: Yellow begins.",
    ]
    assert TABLE.draw({**options, "first": "blue"}, 1) is None
    assert TABLE.header(options)["first"] == "blue"


@pytest.mark.parametrize(
    ("actions", "kind", "words"),
    [
        (BEGUN, "marker yellow", "Yellow has enclosed nothing yet, so no marker is due."),
        ((*BEGUN, "place a2", "place j5", "place b1"), "marker red", "Blue's markers belong on a1."),
        (BEGUN, "element yellow", "It is Blue's turn."),
    ],
)
def test_a_marker_on_a_wrong_cell_is_told_where_markers_belong(
    actions: tuple[str, ...], kind: str, words: str
) -> None:
    assert TABLE.misfit(at(*actions), sites("c5"), kind) == words


def test_markers_on_cells_say_nothing_and_those_on_obstacles_stand_on_them() -> None:
    position = at("tower k10", "obstacle a5", "start", *PLAYED)
    assert TABLE.ignored(position) == sites("a1")
    assert TABLE.closed(position) & sites("a1 a5") == sites("a5")


PLAYED = (
    "place b1 b2", "place p1", "place a2", "place p3", "place a4", "place r1", "place b5",
    "place r3", "place a6",
)  # fmt: skip
"""Blue encloses the cell a1, then the obstacle on a5."""


# The meaning of covered cells


def test_elements_are_found_in_what_is_joined() -> None:
    dice = random.Random(2)
    for _ in range(30):
        some = sum(BOARD.cell[name] for name in dice.sample(BOARD.names[:60], 14))
        everything = {
            action.cells
            for action in GAME.start({"game": "forma", "players": 2}).after(GAME.parse("tower k10"))[0]
            .after(GAME.parse("start"))[0].legal()
            if isinstance(action, Place) and action.cells & ~some == 0
        }  # fmt: skip
        found = list(elements_on(some, all_elements(2)))
        assert set(found) == everything
        assert len(found) == len(everything)


def test_the_element_on_exactly_some_squares_is_found_without_the_smaller_ones() -> None:
    setting, play = play_of(), play_of(*BEGUN, "place c3 c4 d4", players=4)
    shapes = ("e5", "e5 f5 e6", "e5 f5 g6", "c4 e5", "k10", "e5 e6 e7 e8 e9", "e5 e6 e7 e8 e9 f9", "e5 e6 f6")
    for position in (setting.position, play.position, play.after(Place(cells("h7 h8 i8"))).position):
        for kind in (None, "obstacle", "element yellow", "element red"):
            for shape in shapes:
                kinds = {} if kind is None else {sites_in(sites(shape))[0]: kind}
                ways = TABLE.candidates(position, 0, sites(shape), kinds)
                whole = [way for way in ways if TABLE.touched(position, way) == sites(shape)]
                assert list(TABLE.on_exactly(position, sites(shape), kinds)) == whole
    beside = 1 << GRID.site(21, 21)
    assert TABLE.on_exactly(play.position, sites("e5"), {})
    assert not TABLE.on_exactly(play.position, sites("e5") | beside, {})


def test_elements_that_reach_a_square_lie_in_the_part_that_is_joined_to_it() -> None:
    position = play_of(*BEGUN).position
    extra, first = sites("c3 c4 d4 f4 f5 h9 h10 h11 i11"), sites("c3 h9")
    near = TABLE.near(position, extra, first)
    assert near == sites("c3 c4 d4 h9 h10 h11 i11")
    every, some = (list(TABLE.candidates(position, 0, among)) for among in (extra, near))
    assert len(some) < len(every)
    reaching = [way for way in every if TABLE.touched(position, way) & first]
    assert [way for way in some if TABLE.touched(position, way) & first] == reaching
    assert TABLE.near(play_of().position, extra, first) == extra


def test_an_element_that_is_not_in_the_reserve_is_none() -> None:
    reserve = tuple(number if code != "2" else 0 for code, number in zip(CODES, all_elements(1), strict=True))
    assert sorted(map(names, elements_on(cells("c3 c4 e9"), reserve))) == ["c3", "c4", "e9"]


def test_cells_are_parted_where_there_is_room_between() -> None:
    assert sorted(map(names, joined(cells("c3 c4 c6 d9")))) == ["c3 c4", "c6", "d9"]
    assert sorted(map(names, near(cells("c3 c4 c6 d9")))) == ["c3 c4 c6", "d9"]
    assert sorted(map(names, joined(cells("t5 a6")))) == ["a6", "t5"]
    assert sorted(map(names, near(cells("t5 a6 s6 b7")))) == ["a6 b7", "s6 t5"]


def test_squares_that_close_one_by_one_are_one_element() -> None:
    begun = play_of(*BEGUN, players=4)
    assert read_texts(begun, {"c4": 1_000, "c3": 1_300, "d4": 1_600}) == [["place c3 c4 d4"]]


def test_elements_apart_are_played_in_the_order_of_their_closing() -> None:
    begun = play_of(*BEGUN, players=4)
    assert read_texts(begun, {"m3": 1_200, "m4": 1_210, "c3": 1_000}) == [["place c3", "place m3 m4"]]
    assert read_texts(begun, {"m3": 1_000, "m4": 1_010, "c3": 1_200}) == [["place m3 m4", "place c3"]]


def test_elements_that_no_one_saw_being_set_may_be_anybodys() -> None:
    begun = play_of(*BEGUN, players=4)
    board = BoardAtRest(begun.closed | sites("c3 m3 m4"), is_dark=True)
    assert len(interpret(begun, board)) == 2


def test_a_pause_between_two_that_could_be_one_makes_people_be_asked() -> None:
    begun = play_of(*BEGUN, players=4)
    apart = {"c3": 1_000, "c4": 1_010, "d3": 1_300, "d4": 1_310}
    assert read_texts(begun, apart) == [["place c3 c4", "place d3 d4"], ["place c3 c4 d3 d4"]]
    at_once = {"c3": 1_000, "c4": 1_010, "d3": 1_100, "d4": 1_110}
    assert read_texts(begun, at_once) == [["place c3 c4 d3 d4"]]


def test_what_closed_at_once_and_near_is_never_parted() -> None:
    begun = play_of(*BEGUN, players=4)
    assert read_texts(begun, dict.fromkeys(("c3", "c4", "c6", "c7"), 1_000)) == []
    assert read_texts(begun, {"c3": 1_000, "c4": 1_000, "m3": 1_000}) != []


def test_a_piece_that_its_player_lacks_is_not_read_as_smaller_ones_without_a_question() -> None:
    play = play_of(*BEGUN, "place c3 c4", "place m3", "place p3", "place s3", players=4)
    times = {sites_in(sites("e3"))[0]: 1_000, sites_in(sites("e4"))[0]: 1_150}
    (found,) = interpret(play, BoardAtRest(play.closed | sites("e3 e4"), times))
    assert [str(action) for action in found.actions] == ["place e3", "place e4"]
    assert found.is_doubtful


def test_a_square_that_closes_late_may_belong_to_the_last_element() -> None:
    play = play_of(*BEGUN, "place c3 c4 c5 d5", players=4)
    both = [["place c3 c4 c5 d5 d6"], ["place d6"]]
    assert read_texts(play, {"d6": 9_000}, played_ms=8_000) == both
    assert read_texts(play, {"d6": 90_000}, played_ms=8_000) == both


def test_several_squares_that_close_late_are_an_element_of_their_own() -> None:
    play = play_of(*BEGUN, "place c3 c4 c5", players=4)
    assert read_texts(play, {"d5": 90_000, "d6": 90_000}, played_ms=8_000) == [["place d5 d6"]]


def test_a_square_that_closes_late_is_asked_about_also_with_the_next_element() -> None:
    play = play_of(*BEGUN, "place c3 c4 c5 d5", players=4)
    came = {"d6": 9_000, "m3": 9_900, "m4": 9_900}
    assert ["place c3 c4 c5 d5 d6", "place m3 m4"] in read_texts(play, came, played_ms=8_000)


def test_a_withdrawn_misfit_is_nothing_that_could_grow() -> None:
    play = play_of(*BEGUN, "withdraw 5F", players=4)
    assert read_texts(play, {"d6": 9_000}, played_ms=8_000) == [["place d6"]]


def test_squares_in_more_ways_than_may_be_tried_are_given_up_before_one_is_played(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    play, played = play_of("tower d4", "start"), list[FormaAction]()
    after = FormaPosition.after
    monkeypatch.setattr(FormaPosition, "after", lambda at, one: played.append(one) or after(at, one))
    few, many = sites("m5 m6"), sites("m5 m6 m7 n5 n6 n7 o5 o6 o7")
    assert interpret(play, BoardAtRest(play.closed | few, {}, is_dark=True))
    assert played
    played.clear()
    assert interpret(play, BoardAtRest(play.closed | many, {}, is_dark=True)) == ()
    assert not played


def test_many_new_squares_that_are_joined_are_a_disturbed_board() -> None:
    begun = play_of(*BEGUN, players=4)
    rows = " ".join(f"{column}{row}" for column in "cdef" for row in (3, 4, 5))
    assert list(TABLE.candidates(begun.position, 0, sites(rows))) == []


def test_before_the_tower_stands_a_piece_may_be_either_and_then_it_is_an_obstacle() -> None:
    start, begun = play_of(), play_of("tower k10")
    assert read_texts(start, {"c5": 1_000}) == [["obstacle c5"], ["tower c5"]]
    assert read_texts(begun, {"c5": 1_000}) == [["obstacle c5"]]
    assert read_texts(start, {"a5": 1_000}) == [["obstacle a5"]]
    (obstacle,) = interpret(start, BoardAtRest(sites("a5"), {}))[0].actions
    assert TABLE.doubt(start.position, [obstacle]) == (
        "a5: the white tower may not stand there. Is it an obstacle?"
    )
    assert TABLE.doubt(begun.position, [obstacle]) == ""


def test_twenty_five_obstacles_set_without_a_rest_are_all_taken() -> None:
    begun = play_of("tower b2")
    places = [f"{column}{row}" for column in "dfhjl" for row in (4, 6, 8, 10, 12)]
    (found,) = interpret(begun, BoardAtRest(begun.closed | sites(" ".join(places)), {}))
    assert sorted(map(str, found.actions)) == sorted(f"obstacle {place}" for place in places)


def test_of_new_pieces_that_touch_the_earlier_one_is_set_up() -> None:
    play, times = play_of("tower k10"), {"d4": 900, "c3": 500, "g7": 1_500, "l11": 100}
    assert read_texts(play, times) == [["obstacle c3", "obstacle g7"]]
    read = {sites_in(TABLE.sites("c3"))[0]: "marker blue"}
    board = BoardAtRest(play.closed | sites("c3 d4 g7"), {}, read)
    assert [list(map(str, one.actions)) for one in interpret(play, board)] == [["obstacle d4", "obstacle g7"]]


def test_pieces_of_which_each_may_be_the_tower_are_asked_about_only_if_they_are_few() -> None:
    few = {f"{column}5": 300 * number for number, column in enumerate("acegikmoqst")}  # t5 touches s5
    ways = read_texts(play_of(), few)
    assert sorted(sum(text.startswith("tower") for text in way) for way in ways) == [0, *[1] * 9]
    more = {f"{column}10": 4_000 + 300 * number for number, column in enumerate("ce")}
    assert read_texts(play_of(), few | more) == []


def test_a_piece_across_two_cells_is_neither_of_two_obstacles() -> None:
    """By the optional rule obstacles may meet at corners."""
    play = play_of("tower k10", contact="side")
    assert read_texts(play, {"c3": 500, "d4": 900}) == [["obstacle c3", "obstacle d4"]]
    assert read_texts(play, {"c3": 500, "d4": 530, "g7": 900}) == [["obstacle g7"]]


def test_readers_tell_the_tower_and_whose_an_element_is() -> None:
    site, other = sites_in(sites("c5"))[0], sites_in(sites("c3"))[0]
    start = play_of()
    read_as = TABLE.candidates(start.position, 0, sites("c5"), {site: "tower white"})
    assert [str(action) for action in read_as] == ["tower c5"]
    for players, kind, is_played in ((2, "element red", True), (4, "element red", False)):
        begun = play_of(*BEGUN, players=players)
        assert bool(TABLE.candidates(begun.position, 0, sites("c3"), {other: kind})) is is_played
        played = play_of(*BEGUN, "place c3", players=players)
        assert bool(TABLE.differing(played.position, played.closed, {other: kind})) is not is_played


# Actions that no sensor sees


def test_markers_are_asked_for_and_taken_off_again() -> None:
    plays = [play_of("tower k10", "obstacle a5", "start", *PLAYED[:count]) for count in range(10)]
    asked = [TABLE.reminders(one.position, other.position) for one, other in pairwise(plays)]
    assert [number for number, tasks in enumerate(asked, 1) if tasks] == [3, 9]
    assert asked[2] == (Task(Meaning.MARKER, sites("a1"), "Blue marker on ", "blue", "a1"),)
    assert asked[2][0].words == "Blue marker on a1"
    assert asked[8] == (Task(Meaning.MARKER, sites("a5"), "Blue marker on the obstacle on ", "blue", "a5"),)
    back = TABLE.reminders(plays[3].position, plays[2].position)
    assert back == (Task(Meaning.LIFT, sites("a1"), "Take the blue marker off ", "blue", "a1"),)


def test_an_enclosed_tower_is_shown() -> None:
    texts = ("tower b2", "start", "place b1", "place p1", "place a2", "place p3", "place c2", "place r1")
    before, after = at(*texts), at(*texts, "place b3")
    (task,) = TABLE.reminders(before, after)
    assert (task.meaning, task.sites, task.player) == (Meaning.MARKER, sites("b2"), "blue")
    assert task.words == "Blue has enclosed the tower on b2"


def test_a_misfit_is_chosen_from_all_that_is_left() -> None:
    position = at(*BEGUN, "place c3 c4", "place m3", "place p3 p4")
    (selection,) = TABLE.selections(at(*BEGUN))
    labels = [item.label for item in selection.items]
    assert labels[:4] == ["1 × 4", "2 × 2", "3I × 2", "3L × 2"]
    assert len(labels) == len(CODES) == 21
    assert [str(TABLE.selected(position, selection, [item.id])) for item in selection.items] == [
        f"withdraw {code}" for code in CODES
    ]
    (later,) = TABLE.selections(at(*BEGUN, "place c3 c4", "place m3", "place p3 p4", "place m5"))
    assert "2" not in {item.label.split()[0] for item in later.items}
    assert TABLE.selections(at("tower k10")) == ()


@pytest.mark.parametrize("code", CODES)
def test_a_small_drawing_of_an_element_is_as_wide_as_it_can_lie(code: str) -> None:
    drawn = squares(code)
    wide, high = (1 + max(square[axis] for square in drawn) for axis in (0, 1))
    assert len(drawn) == int(code[0])
    assert high <= min(wide, 3)
    assert GAME.parse("place " + " ".join(sorted(f"{'cdefg'[x]}{y + 3}" for x, y in drawn)))


def test_only_the_start_is_a_button_and_only_when_the_tower_stands() -> None:
    assert TABLE.spoken(at()) == ()
    assert [str(one.action) for one in TABLE.spoken(at("tower k10"))] == ["start"]
    assert TABLE.spoken(at(*BEGUN)) == ()


def test_what_only_the_screen_told_is_not_taken_back_by_hand() -> None:
    texts = ("start", "withdraw 5F", "obstacle c5", "tower k10", "place c3")
    by_hand = [TABLE.is_taken_back_by_hand(GAME.parse(text)) for text in texts]
    assert by_hand == [False, False, True, True, True]
    assert TABLE.takes_back_by_hand(at("tower k10"))
    assert not TABLE.takes_back_by_hand(at(*BEGUN))


# Words

SINGLES = (*BEGUN, *(f"place {column}{row}" for row in (3, 5, 7, 9) for column in "cm"))
"""Each player has played all single squares."""


@pytest.mark.parametrize(
    ("texts", "covered", "sentence"),
    [
        (("tower k10",), "l11", "the tower on k10: corners may not touch either."),
        (BEGUN, "c3 c4 c6", "No element: its squares join side to side. Does it lie flat?"),
        (BEGUN, "c3 c4 c5 c6 c7 c8", "No element has 6 squares."),
        (SINGLES, "e3", "Blue has no element 1 left."),
        (BEGUN, "c3 c4", "Together with the other changes it fits no rule."),
    ],
)
def test_what_fits_no_rule_is_named_with_the_reason(
    texts: tuple[str, ...], covered: str, sentence: str
) -> None:
    assert TABLE.objection_to(at(*texts), sites(covered)).endswith(sentence)


def test_a_piece_beside_the_board_is_named() -> None:
    beside = 1 << GRID.site(20, 4)
    assert TABLE.objection(at(*BEGUN), GRID.site(20, 4)) == "The board ends before it."
    assert TABLE.places(sites("t5") | beside) == "t5 site 21, 5"


def test_missing_squares_are_asked_for_an_element_at_a_time() -> None:
    position = at(*BEGUN, "place c3 c4 d4", "place e3 e4", players=4)
    groups = TABLE.groups(position, sites("c3 c4 d4 e3 e4 k10"))
    assert sorted(map(TABLE.places, groups)) == ["c3 c4 d4", "e3 e4", "k10"]
    assert TABLE.piece(position, sites_in(sites("c3"))[0]) == "the blue element"
    assert TABLE.piece(position, sites_in(sites("k10"))[0]) == "the white tower"


def test_an_action_is_reported_with_what_it_scored() -> None:
    played = play_of("tower k10", "obstacle a5", "start", *PLAYED)
    told = [TABLE.describe_events(ply.events) for ply in played.plies]
    assert told[2] == "The board is set up"
    assert told[5] == "Single square, 1 point; encloses a1, 10 points"
    assert told[-1] == "Single square, 1 point; encloses an obstacle on a5, 10 points"
    assert TABLE.describe_events(play_of(*BEGUN, "withdraw 5F").plies[-1].events) == (
        "F of five is withdrawn, and costs 5 points at the end"
    )
    both = [GAME.parse("place c3 c4"), GAME.parse("place m3")]
    assert TABLE.describe_all(both) == "Two squares on c3 c4, then Single square on m3"
    assert words.called("4S") == "S of four"
    assert TABLE.describe_all(
        [GAME.parse(f"{what}5") for what in ("tower k", "obstacle c", "obstacle e")]
    ) == ("White tower on k5, 2 obstacles")


def test_points_are_shown_where_they_arise() -> None:
    played = play_of("tower k10", "obstacle a5", "start", *PLAYED)
    gains = TABLE.scored(played.plies[5].events)
    assert {TABLE.place(site): (gain.player, gain.text) for site, gain in gains.items()} == {
        str(played.plies[5].action).removeprefix("place "): (played.plies[5].actor, "+1"),
        "a1": (played.plies[5].actor, "+10"),
    }


def test_the_prompt_tells_what_may_be_done() -> None:
    assert words.prompt(at()) == "Set the white tower and up to 25 obstacles"
    assert words.prompt(at("tower k10", "obstacle c5")) == "Set obstacles (24 left), or touch Start"
    assert words.prompt(at(*BEGUN)) == "Place an element"
    assert "A second misfit ends the turn" in words.prompt(at(*BEGUN, "withdraw 5F"))
    assert TABLE.headline(at()) == "Blue sets up"
    assert TABLE.headline(at(*BEGUN, "place c3")) == "Yellow to move"


def test_the_end_counts_the_elements_that_cost_squares() -> None:
    position = ended("pass: a player none of whose elements fits is passed over")
    assert position.outcome() is not None
    lines = TABLE.sheet(position)
    losses = [side.loss for side in position.sides]
    assert [line.split(":")[0] for line in lines] == [
        f"{name} loses {loss}" if loss else f"{name} loses nothing"
        for name, loss in zip(("Blue", "Yellow", "Red", "Green"), losses, strict=True)
    ]
    assert lines[-1].endswith(": 2 elements left")


def ended(name: str) -> FormaPosition:
    """The last position of a vector game."""
    game = vector("forma", name)
    position = Play.resume(TABLE, game["requests"][0], actions(game)).position
    assert isinstance(position, FormaPosition)
    return position


# Pictures and lights


def test_the_picture_joins_the_squares_of_each_element() -> None:
    play = play_of(*BEGUN, "place c3 c4", "place m3", "place c5")
    picture = TABLE.picture(play.position, [ply.action for ply in play.plies])
    joined = {(mark.x, mark.y): mark.joined for mark in picture.marks if mark.shape == "element"}
    assert joined == {(2.5, 2.5): "n", (2.5, 3.5): "s", (2.5, 4.5): "", (12.5, 2.5): ""}
    merged = {(m.x, m.y): m.joined for m in TABLE.marks(play.position).marks if m.shape == "element"}
    assert merged[2.5, 3.5] == "ns"
    assert Mark("tower", 10.5, 9.5, 1.0) in picture.marks


def test_squares_of_unknown_elements_lie_where_they_are() -> None:
    position = play_of("tower k10", "start", "place s1 t1 t2", "place a20", "place a2 a3 b2").position
    marks = TABLE.marks(position).marks
    placed = {(mark.x, mark.y): mark.joined for mark in marks if mark.shape == "element" and mark.y < 5}
    assert placed == {(18.5, 0.5): "e", (19.5, 0.5): "nw", (19.5, 1.5): "s"} | {
        (0.5, 1.5): "ne",
        (1.5, 1.5): "w",
        (0.5, 2.5): "s",
    }


COLUMN = ("place c1 c2 c3 c4 c5", "place c6 c7 c8 c9 c10", "place c11 c12 c13 c14", "place c15 c16 c17 c18")
BRIDGE = (
    *BEGUN, COLUMN[0], "place p1", COLUMN[1], "place p3", COLUMN[2], "place r1", COLUMN[3], "place r3",
    "place c19 c20",
)  # fmt: skip


def test_a_bridge_is_lit_in_its_players_colour_and_beaded_in_the_picture() -> None:
    before, after = at(*BRIDGE[:-1]), at(*BRIDGE)
    column = [f"c{row}" for row in range(1, 21)]
    assert TABLE.score_lights(before) == ()
    assert dict(TABLE.score_lights(after)) == {
        sites_in(TABLE.sites(cell))[0]: Lit(Meaning.SCORE, "blue") for cell in column
    }
    beads = [mark for mark in TABLE.marks(after).marks if mark.shape == "bead"]
    assert [(mark.x, mark.player) for mark in beads] == [(2.5, "blue")] * 20


def test_the_shown_chains_make_the_bridges_that_the_score_counts() -> None:
    crossing = ended("bridge: two crossing that share one square, 100").sides[0]
    alongside = ended("bridge: two in the same direction, 100").sides[0]
    for side in (crossing, alongside):
        shown = chains(side.squares, side.bridges)
        assert shown & ~side.squares == 0
        assert bridges(BOARD, shown, shown, 0).number == side.bridges == 2
    assert chains(crossing.squares, 2).bit_count() == 39


@pytest.mark.parametrize(("share", "number"), [(0.4, 0), (0.62, 1), (0.75, 2)])
def test_chains_of_random_squares_make_bridges(share: float, number: int) -> None:
    dice = random.Random(5)
    for _ in range(4):
        own = 0
        while bridges(BOARD, own, own, 0, 1_000).number < number or not own:
            own = sum(BOARD.cell[name] for name in BOARD.names if dice.random() < share)
        shown = chains(own, number)
        assert shown & ~own == 0
        assert bridges(BOARD, shown, shown, 0, 1_000).number >= number
        assert bool(shown) is bool(number)


def test_bridges_both_ways_of_which_no_one_knows_the_chains_show_all_that_may_carry_them() -> None:
    rows = [f"{column}{row}" for column in "abcdefghijklmnopqrst" for row in (5, 15)]
    columns = [f"{column}{row}" for column in "ek" for row in range(1, 21)]
    own = cells(" ".join({*rows, *columns})) | cells("b6 b7")
    assert bridges(BOARD, own, own, 0).number == 4
    assert chains(own, 4) == own & ~cells("b6 b7")
