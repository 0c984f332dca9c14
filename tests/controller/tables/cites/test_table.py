"""Cités Nouvelles on the table: slots and pads, what tiles can mean, and the words for it."""

from __future__ import annotations

import time
from itertools import combinations

import pytest

from controller.model.view import Lit, Meaning
from controller.referee.board_at_rest import BoardAtRest
from controller.referee.interpretation import interpret
from controller.referee.play import Play
from controller.tables.cites import layout
from controller.tables.cites.decorations import marks_of
from controller.tables.cites.table import CitesTable
from controller.tables.sensing import NO_KINDS, NoSuchPlace
from controller.tables.tiles import Tiles
from engines.cites.actions import Build, parse
from engines.cites.blocks import NAMES, SETS, USUAL_DECORATIONS, Decorations
from engines.cites.game import CitesPosition
from engines.game import Illegal
from hardware.ports import Grid, sites_in

GRID = Grid(24, 24)
TABLE = CitesTable(GRID, 3, 4)
OFFERED = ("turnup D15", "turnup M1", "choose H", "choose M")
TRUMPS = ("D1", "D2", "D3", "D6", "D7", "D8")


def play_of(*texts: str, players: int = 2, contre: bool = False, table: CitesTable = TABLE) -> Play:
    return Play.resume(table, table.header({"players": players, "contre": contre}), texts)


def at(*texts: str, players: int = 2, contre: bool = False) -> CitesPosition:
    position = play_of(*texts, players=players, contre=contre).position
    assert isinstance(position, CitesPosition)
    return position


def a_round(trumps: tuple[str, ...]) -> tuple[str, ...]:
    """Player 1 wins these trumps and as many H.L.M. as the round has room for; Player 2 gives maisons."""
    led = (*trumps, *(f"H{number}" for number in range(15, len(trumps), -1)))
    return tuple(f"play {block}" for number, block in enumerate(led, 1) for block in (block, f"M{number}"))


def pad(seat: int) -> int:
    return GRID.size + seat - 1


def texts(play: Play, kinds: dict[int, str], since: dict[int, int] | None = None) -> list[list[str]]:
    """The interpretations of these tiles, together with those in place."""
    closed = play.closed | sum(1 << site for site in kinds)
    known = {site: play.table.kind(play.position, site) for site in sites_in(play.closed)}
    return [
        [str(action) for action in one.actions]
        for one in interpret(play, BoardAtRest(closed, since or {}, {**known, **kinds}))
    ]


class TestSlots:
    def test_there_is_a_free_site_on_every_side_of_a_slot(self) -> None:
        places = [GRID.column_row(sites_in(TABLE.sites(place))[0]) for place in all_slots()]
        assert len(places) == 4 * 21
        for (x, y), (other_x, other_y) in combinations(places, 2):
            assert max(abs(x - other_x), abs(y - other_y)) >= 2

    def test_each_slot_has_its_own_field_of_the_picture(self) -> None:
        fields = {layout.field((lot, number)) for lot in SETS for number in range(1, 22)}
        assert len(fields) == 4 * 21
        for column, row in fields:
            (site,) = sites_in(TABLE.cell_at(column, row))
            x, y, width = TABLE.corner(site)
            assert (x + width / 2, y + width / 2) == (column + 0.5, row + 0.5)
        assert TABLE.cell_at(0, 0) == 0

    def test_each_pad_has_its_own_fields_of_the_picture(self) -> None:
        for seat in range(4):
            pad = TABLE.sites(f"pad.p{seat + 1}")
            x, y, width = TABLE.corner(sites_in(pad)[0])
            corners = [(int(x), int(y)), (int(x + width), int(y + width))]
            assert [TABLE.cell_at(*corner) for corner in corners] == [pad, pad]
        of_two = CitesTable(GRID, 2, 2)
        assert of_two.cell_at(4, 0) == of_two.sites("pad.p2")
        assert of_two.cell_at(7, 0) == 0

    @pytest.mark.parametrize(
        ("place", "words"),
        [
            ("lot.H.3", "slot H3"),
            ("lot.M.16", "lawn 1 of lot M"),
            ("lot.T.19", "pool 2 of lot T"),
            ("lot.P.21", "tree 2 of lot P"),
            ("pad.p2", "pad 2"),
        ],
    )
    def test_places_have_names_and_words(self, place: str, words: str) -> None:
        (site,) = sites_in(TABLE.sites(place))
        assert TABLE.place(site) == words

    @pytest.mark.parametrize(
        "place", ["lot.H.22", "lot.H.0", "lot.D.1", "lot.H", "pad.p5", "pad.2", "H3", ""]
    )
    def test_other_places_are_refused(self, place: str) -> None:
        with pytest.raises(NoSuchPlace, match="Cités Nouvelles has no place"):
            TABLE.sites(place)

    def test_sites_between_the_slots_have_words_too(self) -> None:
        assert TABLE.place(0) == "site 1, 1"


def all_slots() -> list[str]:
    return [f"lot.{lot}.{number}" for lot in SETS for number in range(1, 22)]


class TestRoom:
    def test_a_small_table_has_no_room(self) -> None:
        with pytest.raises(NoSuchPlace, match="needs 24 × 24 sites; the table has 24 × 20"):
            CitesTable(Grid(24, 20), 3, 4)

    def test_a_table_needs_two_pads(self) -> None:
        with pytest.raises(NoSuchPlace, match="needs a tag reader for each of two players or more, not 1"):
            CitesTable(GRID, 3, 1)

    def test_no_more_may_play_than_there_are_pads(self) -> None:
        players = next(option for option in CitesTable(GRID, 3, 3).options if option.name == "players")
        assert [value for value, _ in players.values] == [2, 3]

    def test_the_header_asks_for_tiles_to_be_turned_up(self) -> None:
        header = TABLE.header({"players": 3, "contre": True})
        assert header == {"game": "cites", "players": 3, "options": {"contre": True}}


class TestTiles:
    def test_the_tile_on_the_pad_of_whose_turn_it_is_is_played(self) -> None:
        assert texts(play_of(*OFFERED), {pad(1): "H12"}) == [["play H12"]]
        assert texts(play_of(), {pad(1): "H12"}) == [["turnup H12"]]

    def test_another_seats_tile_is_not(self) -> None:
        play = play_of(*OFFERED)
        assert texts(play, {pad(2): "H12"}) == []
        assert TABLE.misfit(play.position, 1 << pad(2), "H12") == "It is Player 1's turn."
        assert TABLE.misfit(play.position, 1 << pad(3), "H12") == "Nobody plays there."

    def test_tiles_that_follow_quickly_are_read_in_turn(self) -> None:
        play = play_of(*OFFERED)
        kinds = {pad(1): "H12", pad(2): "H3"}
        assert texts(play, kinds, {pad(1): 100, pad(2): 300}) == [["play H12", "play H3"]]

    def test_a_tile_that_came_too_early_keeps_no_one_from_playing(self) -> None:
        kinds = {pad(1): "H12", pad(2): "H3"}
        assert texts(play_of(*OFFERED), kinds, {pad(1): 300, pad(2): 100}) == [["play H12"]]

    def test_tiles_are_turned_up_in_any_order(self) -> None:
        kinds = {pad(1): "M1", pad(2): "D15"}
        turned = [["turnup M1", "turnup D15"]]
        assert texts(play_of(), kinds, {pad(1): 300, pad(2): 100}) == turned
        assert texts(play_of(), kinds, {pad(1): 100, pad(2): 300}) == turned

    def test_a_tile_that_merely_waits_is_no_misfit(self) -> None:
        assert TABLE.misfit(at(*OFFERED), 1 << pad(1), "H12") == ""

    @pytest.mark.parametrize(
        ("kind", "why"),
        [
            ("M12", "M12 was already played in this round and is in no hand."),
            ("H3", "H3 is in the takings of Player 1 and in no hand."),
            ("house white", "It is no tile of this game."),
            ("unknown tag 04A2", "The tile file does not know this tag."),
        ],
    )
    def test_a_block_that_cannot_be_played_is_named(self, kind: str, why: str) -> None:
        position = at(*OFFERED, "play M12", "play H3", "play T2", "play T1")
        assert TABLE.misfit(position, 1 << pad(1), kind) == why

    def test_without_a_reader_any_legal_tile_may_lie_there(self) -> None:
        position = at(*OFFERED)
        assert len(TABLE.candidates(position, 0, 1 << pad(1), NO_KINDS)) == len(NAMES)
        assert TABLE.candidates(position, 0, 1 << pad(2), NO_KINDS) == []

    def test_no_tile_is_read_while_something_is_offered(self) -> None:
        position = at("turnup D15", "turnup M1")
        assert TABLE.candidates(position, 0, 1 << pad(1), {pad(1): "H1"}) == []
        assert "must say what its side builds" in TABLE.misfit(position, 1 << pad(1), "H1")

    def test_a_tile_put_back_returns_no_further_than_the_trick_before(self) -> None:
        tricks = ("play H12", "play H1", "play H11", "play H2")
        now = at(*OFFERED, *tricks)
        assert TABLE.may_return(now, at(*OFFERED, *tricks[:3]))
        assert not TABLE.may_return(now, at(*OFFERED, *tricks[:1]))
        assert not TABLE.may_return(at(*OFFERED), at("turnup D15"))
        assert TABLE.may_return(at("turnup D15", "turnup M1"), at("turnup D15"))

    def test_the_next_round_returns_to_the_last_trick_only(self) -> None:
        tricks = a_round(("D15", "D10"))
        begun = at(*OFFERED, *tricks)
        assert begun.table.round_number == 2
        assert TABLE.may_return(begun, at(*OFFERED, *tricks[:-1]))
        assert not TABLE.may_return(begun, at(*OFFERED, *tricks[:-3]))


class TestBuilding:
    def test_what_is_built_is_asked_for_on_its_slots(self) -> None:
        play = play_of(*OFFERED, *a_round(("D15", "D10")))
        wanted = ["lot.H.18", "lot.H.20", *(f"lot.H.{number}" for number in range(3, 16))]
        assert play.closed == sum(TABLE.sites(place) for place in wanted)
        assert play.asked == play.closed | 1 << pad(1) | 1 << pad(2)
        assert play.removed == {pad(1): "H3", pad(2): "M15"}

    def test_only_blocks_of_one_lot_share_a_line(self) -> None:
        play = play_of(*OFFERED, *a_round(("D15", "D10")))
        (site,) = sites_in(TABLE.sites("lot.H.18"))
        assert TABLE.asks_for(play.before, play.position, site) == ("Put on lot H: ", "D10")

    def test_a_decoration_that_comes_later_stands_beside_the_one_that_is_there(self) -> None:
        first = play_of(*OFFERED, *a_round(("D8",)))
        again = play_of(*OFFERED, *a_round(("D8",)), "choose H", "choose M", *_second_round("D7"))
        (one,) = sites_in(TABLE.sites("lot.H.18"))
        (other,) = sites_in(TABLE.sites("lot.H.19"))
        assert TABLE.brings(first.before, first.position, one) == "D8"
        assert TABLE.brings(again.before, again.position, other) == "D7"
        assert not TABLE.differing(again.position, again.closed, {one: "D8", other: "D7"})
        assert not TABLE.differing(again.position, again.closed, {one: "D7", other: "D8"})
        assert TABLE.differing(again.position, again.closed, {one: "D9", other: "D7"}) == 1 << one
        assert TABLE.piece(again.position, one) == "D7 or D8"

    def test_what_a_side_has_taken_shines_where_it_will_stand(self) -> None:
        position = at(*OFFERED, "play H12", "play H3", "play D1", "play M1")
        lit = dict(TABLE.score_lights(position))
        places = ("lot.H.3", "lot.H.12", "lot.H.16")
        assert lit == {sites_in(TABLE.sites(place))[0]: Lit(Meaning.SCORE, "p1") for place in places}

    def test_no_more_decorations_shine_than_have_room(self) -> None:
        position = at(*OFFERED, "play D1", "play M1", "play D2", "play M2", "play D3", "play M3")
        places = ("lot.H.16", "lot.H.17")
        assert dict(TABLE.score_lights(position)).keys() == {
            sites_in(TABLE.sites(place))[0] for place in places
        }


def _second_round(trump: str) -> tuple[str, ...]:
    """Player 2 leads for Player 1's lot now: only one trump is won."""
    pairs = [(trump, "P1"), *((f"T{number}", f"P{number + 1}") for number in range(1, 15))]
    return tuple(f"play {block}" for pair in pairs for block in pair)


class TestChoices:
    def test_offers_are_buttons_and_only_legal_ones(self) -> None:
        position = at("turnup D15", "turnup M1", "choose H")
        assert [one.choice.label for one in TABLE.spoken(position)] == ["Maisons", "Pavillons", "Tours"]

    def test_with_the_option_a_contre_is_offered_once_a_set(self) -> None:
        turned = ("turnup D15", "turnup M1", "turnup M2")
        position = at(*turned, "choose H", players=3, contre=True)
        assert [one.choice.id for one in TABLE.spoken(position)][-1] == "contre-H"
        position = at(*turned, "choose H", "contre H", players=3, contre=True)
        assert "contre-H" not in [one.choice.id for one in TABLE.spoken(position)]

    def test_a_speaker_in_a_team_may_let_the_partner_choose(self) -> None:
        turned = tuple(f"turnup {block}" for block in ("D15", "M1", "M2", "M3"))
        assert TABLE.spoken(at(*turned, players=4))[-1].choice.label == "Player 3 chooses"
        assert "yield" not in [one.choice.id for one in TABLE.spoken(at(*turned, "yield", players=4))]

    def test_too_many_decorations_are_chosen_together(self) -> None:
        position = at(*OFFERED, *a_round(TRUMPS))
        (selection,) = TABLE.selections(position)
        assert selection.words == "Lot H has room for 2 lawns, 2 pools"
        assert [item.id for item in selection.items] == [f"block-{name}" for name in TRUMPS]
        assert (selection.least, selection.most, selection.seat) == (4, 4, "p1")

    def test_every_legal_build_can_be_chosen(self) -> None:
        position = at(*OFFERED, *a_round(TRUMPS))
        for text in position.need():
            action = parse(text)
            choice = TABLE.selecting(position, action)
            assert choice is not None
            selection, items = choice
            assert len(items) == selection.most
            assert TABLE.selected(position, selection, items[::-1]) == action

    def test_a_wrong_number_of_a_type_is_refused_in_words(self) -> None:
        position = at(*OFFERED, *a_round(TRUMPS))
        (selection,) = TABLE.selections(position)
        with pytest.raises(Illegal, match="Choose 2 lawns, not 3"):
            TABLE.selected(position, selection, ["block-D1", "block-D2", "block-D3", "block-D6"])

    def test_decorations_without_a_choice_go_on_the_lot_by_themselves(self) -> None:
        position = at(*OFFERED, *a_round((*TRUMPS[:3], "D15")))
        (selection,) = TABLE.selections(position)
        assert "block-D15" not in [item.id for item in selection.items]
        chosen = TABLE.selected(position, selection, ["block-D1", "block-D3"])
        assert isinstance(chosen, Build)
        assert str(chosen) == "build D1 D3 D15"

    def test_other_actions_are_not_chosen_from_a_list(self) -> None:
        assert TABLE.selecting(at(*OFFERED), parse("play H1")) is None
        assert TABLE.selections(at(*OFFERED)) == ()

    def test_the_tile_file_decides_which_decorations_are_which(self) -> None:
        mixed = Decorations(*(sum(1 << 60 + n for n in range(first, 15, 3)) for first in range(3)))
        table = TABLE.knowing(Tiles(marks=marks_of(mixed)))
        play = play_of(*OFFERED, *a_round(("D1", "D4", "D7")), table=table)
        (selection,) = table.selections(play.position)
        assert selection.words == "Lot H has room for 2 lawns"
        assert TABLE.knowing(Tiles(marks=marks_of(USUAL_DECORATIONS))).selections(at(*OFFERED)) == ()


class TestWords:
    def test_a_trick_is_reported_with_its_winner(self) -> None:
        ply = play_of(*OFFERED, "play H12", "play M3").plies[-1]
        assert TABLE.describe_events(ply.events) == "Player 1 wins trick 1 with H12"
        assert TABLE.put_away(ply.events) == ("Player 1 wins and keeps H12", "Back to the reserve: M3")

    def test_a_revoke_is_a_warning(self) -> None:
        play = play_of(*OFFERED, "play H12", "play T3", "play T4", "play H2")
        assert TABLE.warn(play.plies[-1].events) == (
            "Revoke: Player 2 plays H2, but did not follow in trick 1."
        )
        assert TABLE.warn(play.plies[-2].events) == ""

    def test_a_round_is_reported_by_what_was_built(self) -> None:
        ply = play_of(*OFFERED, *a_round(("D15", "D10"))).plies[-1]
        assert TABLE.describe_events(ply.events) == "Player 1: 15 on lot H, 150 points"
        assert TABLE.put_away(ply.events) == ("Back to the reserve: M15",)

    def test_the_score_sheet_has_a_line_for_each_side(self) -> None:
        play = play_of(*OFFERED, *a_round(("D15", "D10")), "choose P", "choose H")
        events = [event for ply in play.plies for event in ply.events]
        assert TABLE.rounds(play.position, events) == ("P1 by rounds: 150", "P2 by rounds: 0")
        assert TABLE.rounds(play.position, events[:4]) == ()

    @pytest.mark.parametrize(
        ("played", "headline", "prompt"),
        [
            (
                (),
                "Player 1 turns up",
                "Deal 15 tiles each. Then Player 1 puts one of the reserve on pad 1",
            ),
            (("turnup D15",), "Player 2 turns up", "Put a tile of the reserve on pad 2"),
            (OFFERED[:2], "Player 1 speaks", "Round 1: 15 tiles. Which set do you build?"),
            (OFFERED[:3], "Player 2 speaks", "Which set do you build?"),
            (OFFERED, "Player 1 plays", "Trick 1 of 15: put a tile on your pad"),
            ((*OFFERED, "play D3"), "Player 2 plays", "Trick 1 of 15: follow D3 if you can"),
        ],
    )
    def test_the_table_says_who_must_do_what(
        self, played: tuple[str, ...], headline: str, prompt: str
    ) -> None:
        position = at(*played)
        assert (TABLE.headline(position), TABLE.prompt(position)) == (headline, prompt)

    @pytest.mark.parametrize(
        ("text", "words"),
        [
            ("turnup H12", "turns up H12"),
            ("choose H", "builds the H.L.M."),
            ("contre M", "contre on the Maisons"),
            ("yield", "yields"),
            ("play D3", "plays D3"),
            ("build D3 D7", "sets D3 D7"),
        ],
    )
    def test_every_action_has_words(self, text: str, words: str) -> None:
        assert TABLE.describe(parse(text)) == words


class TestPicture:
    def test_it_shows_what_stands_and_what_lies_on_the_pads(self) -> None:
        marks = TABLE.marks(at(*OFFERED, "play H12")).marks
        tiles = [(mark.text, mark.player) for mark in marks if mark.shape == "tile"]
        assert tiles == [("H12", "yellow")]
        assert [mark.player for mark in marks if mark.shape == "pad"] == ["p2"]

    def test_it_says_who_builds_where(self) -> None:
        labels = [mark.text for mark in TABLE.marks(at(*OFFERED)).marks if mark.shape == "label"]
        assert {"Maisons: P2", "Pavillons", "H.L.M.: P1", "Tours"} <= set(labels)

    def test_blocks_stand_on_their_slots(self) -> None:
        marks = TABLE.marks(at(*OFFERED, *a_round(("D15", "D10")))).marks
        assert sorted(mark.text for mark in marks if mark.shape == "tile") == sorted(
            str(number) for number in (*range(3, 16), 10, 15)
        )

    def test_what_was_taken_is_coloured_where_it_will_stand(self) -> None:
        marks = TABLE.marks(at(*OFFERED, "play H12", "play H3", "play D1", "play M1")).marks
        coloured = [(mark.text, mark.player) for mark in marks if mark.shape == "label" and mark.size == 1]
        assert {("3", "yellow"), ("12", "yellow"), ("L", "green")} <= set(coloured)


def test_a_decision_takes_under_five_milliseconds() -> None:
    play = play_of(*OFFERED, *a_round(("D15", "D10"))[:-1])
    board = BoardAtRest(play.closed | 1 << pad(2), {pad(2): 100}, {pad(1): "H3", pad(2): "M15"})
    times = []
    for _ in range(20):
        begun = time.perf_counter()
        assert [str(one.actions[0]) for one in interpret(play, board)] == ["play M15"]
        times.append(time.perf_counter() - begun)
    assert min(times) < 0.005


def test_the_last_move_is_shown_on_the_pad_of_the_tile_that_was_played_last() -> None:
    offered = ("turnup P13", "turnup P4", "turnup D14", "choose P", "choose T", "choose M")
    shown = []
    for tiles in (("play P15",), ("play P15", "play M3")):
        play = play_of(*offered, *tiles, players=3)
        shown += sites_in(TABLE.last_sites(play.position, play.plies[-1].action))
    assert shown == [GRID.size + 2, GRID.size]
