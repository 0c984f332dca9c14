"""The running comment on a game: what is said, when, and what is kept silent."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from controller.games import tables_for
from controller.referee.play import Play
from controller.shell.idle.exhibition import (
    Match,
    expected_of,
    given,
    introduction,
    known,
    naming,
    seated,
)
from controller.view.commentary import EVEN, Expected, comment
from engines.cites.actions import TurnUp
from engines.massai.actions import Attack
from hardware.ports import Grid
from opponents.simple import at_random
from opponents.thought import Level, Option

TABLES = tables_for(Grid(24, 24), 3, 4)
SET_UPS = ("setup dark b2 b3 c3 c4 d4", "setup light e3 e4 f4 f5 g5")


def begun(game: str, number: int = 0) -> Play:
    """The match of a number, at its beginning."""
    table = TABLES[game]
    options = {option.name: option.values[0][0] for option in table.options}
    if "players" in options:
        options["players"] = 2
    play = Play.begin(table, table.header(options))
    return replace(play, computers=seated(play.position, number))


def played(game: str, *texts: str) -> Play:
    """The match after these actions."""
    play = begun(game)
    for text in texts:
        play = play.after(play.table.game.parse(text))
    return play


def said(before: Play, *texts: str, expected: Expected = EVEN) -> tuple[str, ...]:
    """The comment on these actions together."""
    after = before
    for text in texts:
        after = after.after(after.table.game.parse(text))
    return comment(before, after, expected, naming(after))


# Comments


def test_who_takes_the_lead_is_reported_once() -> None:
    play = played("masterplan", "house d4 ne", "house a8 n", "house c3 n", "house h1 n")
    assert said(play, "house f6 sw") == ()
    play = play.after(play.table.game.parse("house f6 sw"))
    assert play.position.need() == ("park e5",)
    assert said(play, "park e5") == ("White (strong) leads, 4 to 0.",)
    play = play.after(play.table.game.parse("park e5"))
    assert said(play, "house a6 n") == ()


def test_a_lead_of_a_point_is_not_told() -> None:
    play = played("masterplan", "house d4 ne", "house f6 n", "house c3 n")
    assert said(play, "park e5") == ()
    assert play.after(play.table.game.parse("park e5")).position.score() == {"white": 2, "yellow": 1}


def test_a_tower_is_reported_with_whom_it_would_give_points() -> None:
    play = played("masterplan", "house d4 ne", "house e4 w", "house d5 se")
    assert play.position.need() == ("tower e5",)
    assert said(play, "tower e5") == ("The tower on e5 would give White (strong) 2 more.",)


def test_what_is_denied_is_reported() -> None:
    play = played("masterplan", "house c4 se", "house c5 n")
    assert said(play, "house c6 nw") == ("White (strong): keeps Yellow from 4 points on c3.",)


def test_a_chain_that_lacks_little_is_reported() -> None:
    play = played("massai", *SET_UPS, "build d5", "build h4", "build e5", "build d3", "build c5")
    assert said(play, "build c2") == ("Light (medium) lacks 2 huts between the banks.",)
    assert said(play, "build h5") == ()


def test_a_bridge_that_lacks_little_is_reported_and_a_tower_with_one_open_side() -> None:
    south = [
        "tower k10", "start", "place a1 a2 a3 a4 a5", "place t1", "place a6 a7 a8 a9 a10", "place t2 t3",
        "place a11 a12 a13 a14", "place j10", "place a15 a16 a17", "place l10",
    ]  # fmt: skip
    play = played("forma", *south)
    assert said(play, "place b1 b2") == ()
    lacks = "Blue (strong) lacks 1 square of a bridge, worth 50."
    assert lacks in said(play, "place a18 a19")
    tower = "One side of the tower is open: 50 points for whoever closes it."
    assert said(play, "place k11") == (tower,)


def test_what_is_won_in_a_round_is_reported_in_steps() -> None:
    play, random = begun("cites"), Random(3)
    words: list[str] = []
    while play.position.outcome() is None:
        action = given(known(play, 1), random) or at_random(known(play, 1), str(play.position.turn), random)
        after = play.after(action)
        words += comment(play, after, EVEN, naming(play))
        play = after
    assert any(one.startswith("What Player 1 (strong) has won is worth ") for one in words)
    assert any(" leads, " in one for one in words)
    assert len(words) < len(play.plies) / 4


def test_no_more_is_said_at_once_than_people_read() -> None:
    play = played("masterplan", "house c4 se", "house c5 n")
    expected = Expected(words="White (strong) expects something")
    assert said(play, "house c6 nw", "tower d4", "tower d5", expected=expected) == (
        "White (strong) expects something.",
        "White (strong): keeps Yellow from 4 points on c3.",
    )


def test_who_plays_is_reported_with_how_well() -> None:
    assert introduction(begun("masterplan")) == "White (strong) plays against Yellow (medium)."
    assert introduction(begun("masterplan", 1)) == "White (medium) plays against Yellow (strong)."


# How it stands


def test_a_chance_is_told_when_it_has_become_another() -> None:
    better = EVEN.with_result(0.75, "White")
    assert better.words == "Winning chance for White: 80 %"
    assert better.without_words().with_result(0.8, "White").words == ""
    assert better.without_words().with_result(0.63, "White").words == ""
    assert better.without_words().with_result(0.5, "White").words == "Winning chance for White: 50 %"
    assert EVEN.with_result(1.0, "White").words == "Winning chance for White: 90 %"
    assert EVEN.with_result(0.0, "White").words == "Winning chance for White: 10 %"


def test_a_chance_that_was_not_told_yet_is_kept() -> None:
    better = EVEN.with_result(0.75, "White")
    assert better.with_result(0.8, "White").words == better.words


def test_only_the_better_player_tells_and_only_where_all_is_open() -> None:
    def looks(game: str, seat: int, text: str) -> Expected:
        play = played("massai", *SET_UPS) if game == "massai" else begun(game)
        option = Option(play.table.game.parse(text), 1.0, (0.9, 0.1))
        return expected_of(play, play.position.seats[seat], option, EVEN)

    assert looks("masterplan", 0, "house d4 ne").words
    assert not looks("masterplan", 1, "house d4 ne").words
    assert looks("massai", 0, "build d5").words
    assert not looks("massai", 0, "attack e3").words
    assert not looks("cites", 0, "choose H").words


# Secrets


def test_nothing_is_said_while_an_action_is_secret() -> None:
    expected = Expected(words="Somebody expects something")
    assert said(begun("massai"), SET_UPS[0], expected=expected) == ()
    play = played("massai", *SET_UPS)
    assert said(play, "attack e3", expected=expected) == ()
    assert said(play, "build d5", expected=expected)[0] == "Somebody expects something."


def test_what_is_attacked_changes_no_word_before_the_guards_are_in() -> None:
    play = played("massai", *SET_UPS, "build d5", "build h4", "build e5", "build d3")
    attacks = [action for action in play.position.legal() or () if isinstance(action, Attack)]
    assert len(attacks) > 1
    assert {comment(play, play.after(attack), EVEN, naming(play)) for attack in attacks} == {()}


def test_dealt_blocks_are_those_of_the_seed_and_in_no_ones_sight() -> None:
    play = begun("cites")
    assert play.position.as_json()["hands"] is None
    hands = known(play, 1).as_json()["hands"]
    assert hands == known(play, 1).as_json()["hands"] != known(play, 2).as_json()["hands"]
    assert known(begun("forma"), 1) == begun("forma").position


# Players


def test_the_players_change_seats_from_match_to_match() -> None:
    seats = begun("forma").position
    assert dict(seated(seats, 0)) == {"blue": Level.STRONG, "yellow": Level.MEDIUM}
    assert dict(seated(seats, 1)) == {"blue": Level.MEDIUM, "yellow": Level.STRONG}


def test_what_no_one_thinks_of_is_given() -> None:
    random = Random(1)
    assert isinstance(given(known(begun("cites"), 1), random), TurnUp)
    assert given(begun("massai").position, random) is None
    assert given(begun("masterplan").position, random) is None
    gap = played("masterplan", "house d4 ne", "house f6 n", "house c3 n")
    assert str(given(gap.position, random)) == "park e5"


@pytest.mark.parametrize("game", TABLES)
def test_the_same_seed_is_the_same_match(game: str) -> None:
    def beginning(seed: int) -> list[str]:
        play, match = begun(game), Match(seed, 30)
        while play.position.outcome() is None and len(play.plies) < 12:
            play = play.after(match.choose(play))
        return [str(ply.action) for ply in play.plies]

    assert beginning(1) == beginning(1) != beginning(2)


def test_what_is_barred_is_not_chosen() -> None:
    play = begun("masterplan")
    first = Match(3, 30).choose(play)
    assert Match(3, 30).choose(play, [first]) != first
