"""Massaï as the search sees it: what is worth a look, and that no secret is ever looked at."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from engines.game import Position
from engines.massai.actions import PLAYERS, Attack, Build, GamePhase, Guard, Move, Setup
from engines.massai.game import Massai, MassaiPosition
from engines.massai.huts import BOARD, CELLS, names, rows, split
from opponents.massai.chains import chains
from opponents.massai.model import MODEL, view
from opponents.massai.river import River, Stage
from opponents.massai.setups import dark_wins, setups
from opponents.massai.value import chance, glances
from opponents.simple import at_random
from opponents.think import think
from opponents.thought import Budget, Level, Thought

GAME = Massai()
OPTIONS = [
    {"orthogonal": orthogonal, "all_fifteen": all_fifteen}
    for orthogonal in (False, True)
    for all_fifteen in (False, True)
]


def cells(text: str) -> int:
    return sum(CELLS[name] for name in text.split())


def mirrored(cells: int) -> int:
    """The cells with the columns the other way round."""
    return sum(CELLS[name[0] + str(7 - int(name[1]))] for name in names(cells))


def start(options: Mapping[str, bool] | None = None) -> MassaiPosition:
    return GAME.start({"game": "massai", "options": options or {}})


def on_board(
    dark: str, light: str, mover: str = "dark", attacked: str = "", **options: bool
) -> MassaiPosition:
    """A position after the set-up."""
    return MassaiPosition(
        options.get("orthogonal", False),
        options.get("all_fifteen", False),
        (cells(dark), cells(light)),
        None,
        PLAYERS.index(mover),
        cells(attacked),
    )


def thought(position: Position[Any], seat: str, nodes: int = 300, seed: int = 1) -> Thought:
    return think(position, seat, Level.STRONG, Random(seed), Budget(nodes))


FACING = ("b2 c3 d2 d3 d4", "e2 e3 e5 f3 g3")
"""Three of dark's huts touch light's, and three of light's dark's."""


# Hidden state


@pytest.mark.parametrize("seed", range(5))
def test_the_guards_are_the_same_whatever_is_attacked(seed: int) -> None:
    attacked = [on_board(*FACING, mover="dark", attacked=cell) for cell in ("e2", "e3", "e5")]
    assert len({position.attacked for position in attacked}) == 3
    assert len({view(position, "light") for position in attacked}) == 1
    assert len({thought(position, "light", seed=seed) for position in attacked}) == 1


@pytest.mark.parametrize("seed", range(3))
def test_the_set_up_is_the_same_whatever_the_other_has_marked(seed: int) -> None:
    marked = [start().after(Setup("dark", cells(text)))[0] for text in ("a1 a2 a3 a4 a5", "d2 d3 d4 d5 c3")]
    marked.append(replace(start(), marks=(0, 0)))
    assert len({position.marks for position in marked}) == 3
    assert len({view(position, "light") for position in marked}) == 1
    assert len({thought(position, "light", seed=seed) for position in marked}) == 1


def test_a_view_tells_nothing_of_a_secret() -> None:
    position = on_board(*FACING, attacked="e5")
    seen = view(position, "light")
    assert seen.river == River(position.huts, 0, Stage.GUARDS, orthogonal=False, all_fifteen=False)
    assert seen.side == 1
    assert seen.sample(Random(1)) is seen.river


# Secret choices


def test_secret_choices_are_not_the_same_each_time() -> None:
    guarding = on_board(*FACING, attacked="e3")
    assert len({thought(guarding, "light", seed=seed).best.action for seed in range(12)}) > 1
    assert len({thought(start(), "dark", seed=seed).best.action for seed in range(12)}) > 3


def test_of_two_huts_alike_each_is_guarded_about_half_the_time() -> None:
    position = on_board("b3 c3 d3", "e2 e4 f1 f5 g1 g5", attacked="e2")
    options = {str(option.action): option.share for option in thought(position, "light", 600).options}
    assert set(options) == {"guard e2", "guard e4"}
    assert options["guard e2"] == pytest.approx(0.5, abs=0.12)


CROWDED = ("c1 c2 c3 c4 c5 c6 d1 d3 d5", "d2 d4 d6 e1 e2 e3 e4 e5 e6 f3")
"""All but one of light's huts are under threat."""


def test_in_a_crowd_each_hut_may_be_attacked_and_guarded() -> None:
    position = on_board(*CROWDED, mover="dark", attacked="d2")
    secret = MODEL.secret(view(position, "light").river)
    assert secret is not None
    assert len(secret.rows) == 9
    assert len(secret.columns) <= 20
    for guard in secret.columns:
        assert isinstance(guard, Guard)
        position.check(guard)
        assert guard.cells.bit_count() == 4
    guarded = [
        sum(bool(guard.cells & CELLS[str(row)[-2:]]) for guard in secret.columns) for row in secret.rows
    ]
    assert all(0 < number < len(secret.columns) for number in guarded)
    assert secret.outcomes[: len(secret.columns)].count(1) == guarded[0]
    assert len(thought(position, "light", 100).options) == len(secret.columns)


def test_an_attack_at_the_root_names_its_hut() -> None:
    """Light can win next turn wherever dark builds, so dark must attack."""
    position = on_board("d2 d3 d4 c3", "a1 b1 c1 d1 e2 f3 g3 e4", mover="dark")
    options = thought(position, "dark", 800).options
    attacks = [option for option in options if isinstance(option.action, Attack)]
    assert isinstance(options[0].action, Attack)
    assert len(attacks) > 1
    assert sum(option.share for option in options) == pytest.approx(1)


@pytest.mark.parametrize("seat", PLAYERS)
@pytest.mark.parametrize("orthogonal", [False, True])
def test_a_set_up_is_as_probable_as_its_mirror_picture(seat: str, orthogonal: bool) -> None:
    """So its future side of the river is unknown."""
    shares = {
        option.action: option.share for option in thought(start({"orthogonal": orthogonal}), seat).options
    }
    for setup in setups(seat, orthogonal):
        assert shares[setup] == pytest.approx(shares[Setup(seat, mirrored(setup.cells))], abs=1e-6)
    assert max(shares.values()) < 0.501


@pytest.mark.parametrize("seat", PLAYERS)
def test_pairs_of_set_ups_with_one_outcome_are_mirrored(seat: str) -> None:
    secret = MODEL.secret(view(start(), seat).river)
    assert secret is not None
    pairs = [(row, column) for row in secret.rows for column in secret.columns]
    seen: dict[int, set[int]] = {}
    for outcome, (row, column) in zip(secret.outcomes, pairs, strict=True):
        assert isinstance(row, Setup)
        assert isinstance(column, Setup)
        seen.setdefault(outcome, set()).add(row.cells | column.cells)
    assert len(seen) == len(secret.guesses) == len(pairs) // 2
    for one, other in seen.values():
        assert mirrored(one) == other


@pytest.mark.parametrize("options", OPTIONS)
def test_a_set_up_is_chosen_at_once_by_what_was_measured(options: dict[str, bool]) -> None:
    """Both sides expect the same, and no set-up of light is worth less to dark than the mixture."""
    position, shares = start(options), dark_wins(**options)
    dark, light = (thought(position, seat) for seat in PLAYERS)
    assert dark.nodes == light.nodes == 0
    assert len({thought(position, "dark", seed=seed).best.action for seed in range(12)}) > 1
    rows = {option.action: option.share for option in dark.options}
    against = [
        sum(
            rows[setup] * (row[place] + row[place + len(shares)])
            for setup, row in zip(setups("dark", options["orthogonal"]), shares, strict=False)
        )
        for place in range(len(shares))
    ]
    worth = max(option.results[0] for option in dark.options)
    assert min(against) == pytest.approx(worth, abs=0.01)
    assert min(option.results[0] for option in light.options) == pytest.approx(worth, abs=0.01)


@pytest.mark.parametrize("options", OPTIONS)
def test_all_set_ups_are_legal_and_different(options: dict[str, bool]) -> None:
    for player in PLAYERS:
        marks = setups(player, options["orthogonal"])
        for setup in marks:
            start(options).check(setup)
        assert len(set(marks)) == len(marks)


def test_the_set_ups_of_light_are_those_of_dark_from_the_other_bank() -> None:
    turned = [
        "".join(sorted(name[1] + str("abcdefgh"[::-1].index(name[0])) for name in str(setup).split()[2:]))
        for setup in setups("light", orthogonal=False)
    ]
    straight = [
        "".join(sorted(name[1] + str("abcdefgh".index(name[0])) for name in str(setup).split()[2:]))
        for setup in setups("dark", orthogonal=False)
    ]
    assert turned == straight
    assert all(not setup.cells & rows("abcd") for setup in setups("light", orthogonal=False))


# Moves and values


@pytest.mark.parametrize("options", OPTIONS)
def test_what_is_worth_a_look_is_legal(options: dict[str, bool]) -> None:
    random = Random(7)
    for _game in range(3):
        position = start(options)
        while position.outcome() is None and position.score()["dark"] + position.score()["light"] < 26:
            _check_candidates(position)
            seat = position.turn
            assert seat is not None
            position, _events = position.after(at_random(position, seat, random))


def _check_candidates(position: MassaiPosition) -> None:
    state = view(position, "dark").river
    secret = MODEL.secret(state)
    if secret is None:
        moves = MODEL.moves(state)
        assert sum(move.prior for move in moves) == pytest.approx(1)
        assert any(isinstance(move.action, Attack) for move in moves) == bool(state.threatened)
        for move in moves:
            position.check(move.action)
        return
    if position.phase is GamePhase.GUARDS:
        assert secret.chooser == position.mover
        for guard in secret.columns:
            position.check(guard)
        for row in secret.rows:
            replace(position, attacked=0).check(row)
    result = MODEL.value(MODEL.after_secret(state, secret.rows[0], secret.columns[0]), Random(1))
    assert sum(result) == pytest.approx(1)


@pytest.mark.parametrize("options", OPTIONS)
def test_a_glance_at_a_hut_sees_every_win_and_is_near_its_value(options: dict[str, bool]) -> None:
    random, errors = Random(8), []
    for _board in range(40):
        some = random.sample(list(split(BOARD)), 26)
        huts = sum(some[: random.randint(4, 14)]), sum(some[14:])
        state = River(huts, random.randrange(2), Stage.TURN, **options)
        room = state.touching(state.own) & ~(state.own | state.other)
        for cell, worth in glances(state, state.own, room):
            after = state.after(Build(cell))
            if after.stage is Stage.OVER:
                assert worth == (after.winner == state.mover)
            else:
                errors.append(abs(worth - (1 - chance(after))))
    assert sum(errors) / len(errors) < 0.04


@pytest.mark.parametrize(
    ("dark", "light", "mover", "wins"),
    [
        ("a3 b3 c3 d3 e3 f3 h3", "e5 f5 g5 h5 h6", "dark", {"build g2", "build g3", "build g4"}),
        ("a1 a2 b1 b2", "a5 b5 c5 d5 e5 f5 h5", "light", {"build g4", "build g5", "build g6"}),
    ],
)
def test_a_chain_that_lacks_one_hut_is_closed(dark: str, light: str, mover: str, wins: set[str]) -> None:
    best = thought(on_board(dark, light, mover), mover, 100).best
    assert str(best.action) in wins
    assert best.results[PLAYERS.index(mover)] > 0.95


@pytest.mark.parametrize("orthogonal", [False, True])
def test_a_win_by_a_moved_hut_is_seen_by_the_evaluation(orthogonal: bool) -> None:
    random, seen = Random(5), {False: 0, True: 0}
    while min(seen.values()) < 5:
        dark = sum(random.sample(list(split(BOARD)), 15))
        light = sum(random.sample(list(split(BOARD & ~dark)), 4))
        state = River((dark, light), 0, Stage.TURN, orthogonal, False)
        if chains(dark, light, orthogonal).missing == 1:
            is_won = any(
                state.after(move).winner == 0 for move in state.position.legal() if isinstance(move, Move)
            )
            assert (chance(state) == 1.0) == is_won
            seen[is_won] += 1


def test_the_only_gap_of_the_other_is_filled() -> None:
    position = on_board("a1 b1 c1 d1 e1 f1 h1", "d2 e2 f2 h2 h3", "light", orthogonal=True)
    best = thought(position, "light", 200).best
    assert best.action == Build(CELLS["g1"]) or isinstance(best.action, Attack)


@pytest.mark.parametrize("attacked", ["", " h4"])
def test_what_loses_whatever_is_done_is_certain(attacked: str) -> None:
    position = on_board("a1 b1 c1 d1 e1 f1 h1" + attacked, "h5 h6", "light")
    assert any(isinstance(action, Attack) for action in position.legal() or ()) == bool(attacked)
    found = thought(position, "light")
    assert found.is_certain
    assert {option.results for option in found.options} == {(1.0, 0.0)}


def test_the_fifteenth_hut_is_built_where_it_wins() -> None:
    huts = "a1 a2 a3 a4 a5 a6 b1 b2 b3 b4 b5 b6 c1 c2"
    position = on_board(huts, "h1 h2 h3 h4 h5", "dark", all_fifteen=True)
    best = thought(position, "dark", 100).best
    assert isinstance(best.action, Build)
    assert best.results[0] > 0.95


def test_a_game_that_is_over_is_worth_what_it_came_to() -> None:
    position = on_board("a3 b3 c3 d3 e3 f3 h3", "e5 f5 g5 h5 h6", "dark").after(Build(CELLS["g3"]))[0]
    state = view(position, "light").river
    assert MODEL.mover(state) is None
    assert MODEL.value(state, Random(1)) == (1.0, 0.0)


def test_a_lone_hut_under_threat_is_guarded_without_much_thought() -> None:
    position = on_board("b3 c3 d3", "e2 f2 g2", attacked="e2")
    found = thought(position, "light")
    assert found.best.action == Guard(CELLS["e2"])
    assert found.nodes == 0


@pytest.mark.parametrize("options", OPTIONS)
def test_a_whole_game_is_played_by_the_rules(options: dict[str, bool]) -> None:
    position = start(options)
    random = Random(11)
    for _ply in range(60):
        seat = position.turn
        if seat is None:
            break
        action = think(position, seat, Level.STRONG, random, Budget(12)).best.action
        position.check(action)
        position, _events = position.after(action)
    assert position.phase is not GamePhase.SETUP


def test_equal_seeds_think_the_same() -> None:
    position = on_board(*FACING)
    assert thought(position, "dark", 200, seed=3) == thought(position, "dark", 200, seed=3)
