"""A tournament from its first round to its winner."""

from __future__ import annotations

import pytest

from controller.hall.tournament import (
    HallTournament,
    RoundGame,
    TournamentError,
    at_table,
    new_tournament,
    paired,
    standing,
    with_result,
)

FOUR = ["Ada", "Bo", "Cy", "Di"]


def played(tournament: HallTournament, number: int) -> HallTournament:
    """A round in which the one whose name comes first in the alphabet wins."""
    for game in tournament.rounds[number - 1]:
        if game.second is not None:
            won = "first" if game.first < game.second else "second"
            tournament = with_result(tournament, number, game.first, won)
    return tournament


@pytest.mark.parametrize("system", ["round robin", "swiss"])
def test_who_wins_every_game_wins_the_tournament(system: str) -> None:
    tournament = new_tournament("masterplan", system, FOUR, None if system == "round robin" else 3)
    for number in range(1, tournament.rounds_planned + 1):
        tournament = played(paired(tournament, ["t1", "t2"]), number)
    assert tournament.is_over
    assert [(place.rank, place.player, place.points) for place in standing(tournament)] == [
        (1, "Ada", 3),
        (2, "Bo", 2),
        (3, "Cy", 1),
        (4, "Di", 0),
    ]


def test_a_round_is_paired_only_when_the_one_before_is_over() -> None:
    tournament = paired(new_tournament("massai", "swiss", FOUR), ["t1", "t2"])
    with pytest.raises(TournamentError, match="Round 1 is not over"):
        paired(tournament, [])
    tournament = played(paired(played(tournament, 1), []), 2)
    with pytest.raises(TournamentError, match="All 2 rounds"):
        paired(tournament, [])


def test_games_are_at_the_tables_in_turn_and_a_bye_is_at_none() -> None:
    tournament = paired(new_tournament("massai", "swiss", FOUR[:3]), ["t1", "t2"])
    ((game, bye),) = tournament.rounds
    assert game.table == "t1"
    assert (bye.second, bye.table) == (None, "")
    assert at_table(tournament, "t1") == game
    assert at_table(tournament, "t2") is None
    assert at_table(played(tournament, 1), "t1") is None


def test_a_bye_is_a_win() -> None:
    tournament = played(paired(new_tournament("massai", "swiss", FOUR[:3]), []), 1)
    assert sorted(place.points for place in standing(tournament)) == [0, 1, 1]


def test_equal_points_are_parted_by_the_strength_of_the_opponents() -> None:
    rounds = (
        (RoundGame("a", "b", "", "first"), RoundGame("c", "d", "", "first")),
        (RoundGame("a", "c", "", "first"), RoundGame("b", "d", "", "draw")),
    )
    made = HallTournament(
        game="massai", system="swiss", players=("a", "b", "c", "d"), rounds_planned=2, rounds=rounds
    )
    places = standing(made)
    assert [place.player for place in places] == ["a", "c", "b", "d"]
    by_name = {place.player: place for place in places}
    assert by_name["c"].buchholz == 2.5  # a's 2 and d's half
    assert by_name["b"].sonneborn_berger == 0.25  # half of d's half
    assert by_name["a"].wins == 2


def test_who_is_equal_in_everything_shares_a_place() -> None:
    tournament = paired(new_tournament("massai", "swiss", FOUR), [])
    for game in tournament.rounds[0]:
        tournament = with_result(tournament, 1, game.first, "draw")
    assert [place.rank for place in standing(tournament)] == [1, 1, 1, 1]


def test_a_result_can_be_mended_and_taken_back() -> None:
    tournament = paired(new_tournament("massai", "swiss", FOUR[:2]), [])
    first = tournament.rounds[0][0].first
    won = with_result(tournament, 1, first, "first")
    assert standing(won)[0].player == first
    assert standing(with_result(won, 1, first, "second"))[0].player != first
    assert with_result(won, 1, first, None) == tournament


@pytest.mark.parametrize(("number", "first"), [(0, "Ada"), (2, "Ada"), (1, "Nobody")])
def test_a_game_that_is_not_there_has_no_result(number: int, first: str) -> None:
    tournament = paired(new_tournament("massai", "swiss", FOUR), [])
    with pytest.raises(TournamentError):
        with_result(tournament, number, first, "draw")


def test_a_result_that_a_later_round_builds_on_stays() -> None:
    tournament = paired(played(paired(new_tournament("massai", "swiss", FOUR), []), 1), [])
    with pytest.raises(TournamentError, match="can be changed, not removed"):
        with_result(tournament, 1, tournament.rounds[0][0].first, None)


@pytest.mark.parametrize(
    ("game", "system", "players", "rounds", "why"),
    [
        ("chess", "swiss", FOUR, None, "No game 'chess'"),
        ("massai", "swiss", ["Ada", " Ada"], None, "named twice"),
        ("massai", "swiss", ["Ada"], None, "makes no tournament"),
        ("massai", "swiss", ["Ada", "B" * 41], None, "makes no tournament"),
        ("massai", "knockout", FOUR, None, "makes no tournament"),
        ("massai", "swiss", FOUR, 4, "too many"),
        ("massai", "swiss", [f"p{n}" for n in range(257)], None, "makes no tournament"),
    ],
)
def test_what_makes_no_tournament_is_refused(
    game: str, system: str, players: list[str], rounds: int | None, why: str
) -> None:
    with pytest.raises(TournamentError, match=why):
        new_tournament(game, system, players, rounds)


def test_a_swiss_tournament_has_as_many_rounds_as_part_the_best() -> None:
    assert [
        new_tournament("massai", "swiss", [str(n) for n in range(count)]).rounds_planned
        for count in (2, 3, 8, 9)
    ] == [1, 2, 3, 4]
