from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from controller.model.view import Lit, Meaning
from controller.tables.massai.table import MassaiTable
from controller.tables.sensing import NoSuchPlace
from engines.game import Outcome
from engines.massai.actions import (
    ALL_HUTS,
    ATTACKS,
    BUILDS,
    MOVES,
    PASS,
    Build,
    Guard,
    MassaiAction,
    Move,
    Setup,
)
from engines.massai.game import Massai, MassaiPosition
from engines.massai.huts import CELLS, names, rows
from hardware.ports import Grid, sites_in

GRID = Grid(24, 24)
TABLE = MassaiTable(GRID, 3)
KIT = MassaiTable(Grid(8, 8), 1)
GAME = Massai()
DARK, LIGHT = "setup dark b2 b3 c3 c4 d4", "setup light e1 e3 e4 f2 g3"


def cells(text: str) -> int:
    return sum(CELLS[name] for name in text.split())


def at(*texts: str, orthogonal: bool = False) -> MassaiPosition:
    position = GAME.start({"game": "massai", "options": {"orthogonal": orthogonal}})
    for text in texts:
        position, _ = position.after(GAME.parse(text))
    return position


def position_of(dark: str, light: str, mover: int = 0) -> MassaiPosition:
    return MassaiPosition(huts=(cells(dark), cells(light)), marks=None, mover=mover)


def random_positions(seed: int) -> Iterator[MassaiPosition]:
    """The positions of a random game."""
    dice = random.Random(seed)
    position = at(DARK, LIGHT, orthogonal=seed % 2 == 1)
    for _ in range(80):
        legal = position.legal()
        if not legal:
            return
        yield position
        peaceful = [action for action in legal if isinstance(action, Build | Move)]
        position, _ = position.after(dice.choice(peaceful if peaceful and dice.random() < 0.8 else legal))


# Places and sites


def test_rows_lie_from_west_to_east_and_columns_from_south_to_north() -> None:
    assert TABLE.sites("a1") == 1 << GRID.site(1, 1)
    assert TABLE.sites("c4") == 1 << GRID.site(7, 10)
    assert TABLE.sites("h6") == 1 << GRID.site(22, 16)


def test_with_one_site_a_cell_that_is_the_cell() -> None:
    assert KIT.sites("c4") == 1 << Grid(8, 8).site(2, 3)
    assert KIT.place(Grid(8, 8).site(2, 3)) == "c4"


@pytest.mark.parametrize("place", ["i1", "a7", "c", "c4.ne", "C4", ""])
def test_other_names_are_no_places(place: str) -> None:
    with pytest.raises(NoSuchPlace, match="places are cells like c4"):
        TABLE.sites(place)


@pytest.mark.parametrize(("grid", "cell_sites"), [(Grid(23, 18), 3), (Grid(24, 17), 3), (Grid(7, 8), 1)])
def test_a_smaller_table_has_no_room(grid: Grid, cell_sites: int) -> None:
    with pytest.raises(NoSuchPlace, match="Massaï needs"):
        MassaiTable(grid, cell_sites)


def test_every_site_has_a_name() -> None:
    assert TABLE.place(GRID.site(7, 10)) == "c4"
    assert TABLE.place(GRID.site(8, 11)) == "c4 north-east"
    assert TABLE.place(GRID.site(6, 9)) == "c4 south-west"
    assert TABLE.place(GRID.site(20, 20)) == "site 21, 21"


def test_a_cell_of_the_picture_is_that_of_its_site() -> None:
    for cell in CELLS:
        (site,) = sites_in(TABLE.sites(cell))
        x, y, size = TABLE.corner(site)
        assert TABLE.cell_at(int(x), int(y)) == 1 << site
        assert size == 1 / 3
    assert TABLE.cell_at(8, 0) == TABLE.cell_at(0, 6) == TABLE.cell_at(-1, 0) == 0


def test_no_hut_stands_before_the_reveal() -> None:
    assert TABLE.closed(at(DARK)) == 0
    assert TABLE.closed(at(DARK, LIGHT)).bit_count() == 10


def test_a_hut_is_known_by_its_owner() -> None:
    position = at(DARK, LIGHT)
    (dark,), (light,), (free,) = (sites_in(TABLE.sites(cell)) for cell in ("b2", "e1", "a1"))
    assert (TABLE.kind(position, dark), TABLE.piece(position, dark)) == ("hut dark", "the dark hut")
    assert (TABLE.kind(position, light), TABLE.piece(position, light)) == ("hut light", "the light hut")
    assert (TABLE.kind(position, free), TABLE.piece(position, free)) == ("", "the piece")
    assert TABLE.placing(position, dark) == (Meaning.MARKER, "dark")
    assert TABLE.placing(position, light) == (Meaning.MARKER, "light")


# The meaning of a change of the board


@pytest.mark.parametrize("seed", range(12))
def test_every_build_and_move_is_read_from_its_own_sites(seed: int) -> None:
    for position in random_positions(seed):
        closed = TABLE.closed(position)
        legal: list[MassaiAction] = [a for a in position.legal() or () if isinstance(a, Build | Move)]
        for action in random.Random(seed).sample(legal, min(len(legal), 10)):
            sites = TABLE.touched(position, action)
            assert list(TABLE.candidates(position, sites & closed, sites & ~closed)) == [action]
            after, _ = position.after(action)
            assert TABLE.closed(after) == closed ^ sites


@pytest.mark.parametrize("seed", range(12))
def test_nothing_is_read_that_the_rules_forbid(seed: int) -> None:
    dice = random.Random(seed)
    for position in random_positions(seed):
        closed = TABLE.closed(position)
        changed = sum({1 << site for site in dice.choices(range(GRID.size), k=60)})
        candidates = TABLE.candidates(position, changed & closed, changed & ~closed)
        assert len(set(candidates)) == len(candidates)
        for action in candidates:
            position.check(action)
            assert TABLE.touched(position, action) & ~changed == 0


def test_a_hut_does_not_move_while_others_are_in_hand() -> None:
    position = at(DARK, LIGHT)
    assert list(TABLE.candidates(position, TABLE.sites("d4"), TABLE.sites("d5"))) == [BUILDS[CELLS["d5"]]]
    assert list(TABLE.candidates(position, TABLE.sites("d4"), 0)) == []


def test_nothing_is_read_while_secrets_are_awaited() -> None:
    everywhere = (1 << GRID.size) - 1
    assert not TABLE.candidates(at(DARK), 0, everywhere)
    assert not TABLE.candidates(at(DARK, LIGHT, "attack e4"), 0, everywhere)


def test_a_hut_of_the_other_colour_is_not_read_where_sensors_tell() -> None:
    position = at(DARK, LIGHT)
    extra = TABLE.sites("d5")
    (site,) = sites_in(extra)
    assert list(TABLE.candidates(position, 0, extra, {site: "hut dark"})) == [BUILDS[CELLS["d5"]]]
    assert list(TABLE.candidates(position, 0, extra, {site: "hut light"})) == []


def test_an_attack_changes_nothing_by_hand() -> None:
    position = at(DARK, LIGHT, "attack e4")
    assert TABLE.touched(position, ATTACKS[CELLS["e4"]]) == TABLE.touched(position, Guard(0)) == 0
    assert TABLE.hands(position, Guard(0)) == ()
    assert not TABLE.is_taken_back_by_hand(Guard(0))
    assert TABLE.is_taken_back_by_hand(BUILDS[CELLS["d5"]])


def test_a_hut_that_the_attacker_takes_is_exchanged() -> None:
    before = at(DARK, LIGHT, "attack e4")
    taken, _ = before.after(Guard(0))
    assert TABLE.exchanged(before, taken) == TABLE.sites("e4")
    assert TABLE.exchanged(taken, before) == TABLE.sites("e4")
    kept, _ = before.after(Guard(CELLS["e4"]))
    assert TABLE.exchanged(before, kept) == 0


# Questions on the screen


def test_both_players_may_set_up_first() -> None:
    assert [one.seat for one in TABLE.selections(at())] == ["dark", "light"]
    assert [one.seat for one in TABLE.selections(at(DARK))] == ["light"]
    assert [one.seat for one in TABLE.selections(at(LIGHT))] == ["dark"]


def test_who_sets_up_is_who_marks_the_cells_whoever_comes_first() -> None:
    start = Massai().start({"game": "massai"})
    first = Massai().parse("setup light e1 e2 e3 e4 e5")
    start.check(first)
    assert TABLE.actor(start, first) == "light"


def test_a_set_up_is_five_cells_of_the_own_half() -> None:
    dark, light = TABLE.selections(at())
    assert {item.label for item in dark.items} == set(names(rows("abcd")))
    assert {item.label for item in light.items} == set(names(rows("efgh")))
    assert (dark.least, dark.most, dark.is_secret, dark.button) == (5, 5, True, None)


def test_an_attack_is_one_hut_that_touches_an_own_one_and_may_be_left() -> None:
    (attack,) = TABLE.selections(at(DARK, LIGHT))
    assert [item.label for item in attack.items] == ["e3", "e4"]
    assert (attack.seat, attack.least, attack.most, attack.is_secret) == ("dark", 1, 1, True)
    assert attack.button is not None


def test_nothing_can_be_attacked_where_nothing_touches() -> None:
    assert TABLE.selections(at(DARK, "setup light g1 g2 g3 h1 h2")) == ()


@pytest.mark.parametrize(
    ("light", "most"), [("e4 f4 h1", 1), ("e3 e4 e5 h1", 2), ("c1 c2 d3 e3 e4 e5 f6", 3)]
)
def test_guards_are_up_to_as_many_as_the_threatened_huts_give(light: str, most: int) -> None:
    attacked = replace(position_of("b2 b3 c3 c4 d4", light), attacked=CELLS["e4"])
    (guard,) = TABLE.selections(attacked)
    assert (guard.seat, guard.least, guard.most, guard.is_secret, guard.button) == (
        "light",
        0,
        most,
        True,
        None,
    )


@pytest.mark.parametrize("seed", range(6))
def test_every_secret_action_is_made_by_its_choice(seed: int) -> None:
    dice = random.Random(seed)
    secrets = 0
    for position in random_positions(seed):
        for action in dice.choices(position.legal() or (), k=8):
            choice = TABLE.selecting(position, action)
            if choice is None:
                assert isinstance(action, Build | Move)
                continue
            selection, chosen = choice
            assert selection.least <= len(chosen) <= selection.most
            assert set(chosen) <= {item.id for item in selection.items}
            assert TABLE.selected(position, selection, dice.sample(chosen, len(chosen))) == action
            secrets += 1
    assert secrets


def test_a_set_up_is_made_by_the_choice_of_its_player() -> None:
    setup = GAME.parse(LIGHT)
    choice = TABLE.selecting(at(), setup)
    assert choice is not None
    assert choice[0].seat == "light"
    assert TABLE.selected(at(), *choice) == setup


def test_only_who_can_do_nothing_else_passes() -> None:
    assert TABLE.spoken(at(DARK, LIGHT)) == ()
    stuck = position_of("", "h1 h2")  # no game comes to this, but the rules speak of it
    assert [spoken.action for spoken in TABLE.spoken(stuck)] == [PASS]
    assert TABLE.prompt(stuck) == "Nothing can be done: touch Pass"


# Words


def test_what_is_secret_is_not_said() -> None:
    assert {TABLE.describe(Setup("dark", cells(text))) for text in ("a1 a2", "b1 b2")} == {"Set-up"}
    assert {TABLE.describe(ATTACKS[CELLS[cell]]) for cell in ("e3", "e4")} == {"Attack"}


@pytest.mark.parametrize(
    ("texts", "words"),
    [
        ((DARK,), "Has chosen"),
        ((DARK, LIGHT), "The huts are revealed"),
        ((DARK, LIGHT, "attack e4"), ""),
        ((DARK, LIGHT, "attack e4", "guard e4"), "Dark attacked e4: guarded. Dark loses d4"),
        ((DARK, LIGHT, "attack e4", "guard"), "Dark attacked e4: not guarded. Light loses e3, e4"),
        (
            (DARK, LIGHT, "attack e4", "guard e3"),
            "Dark attacked e4: not guarded. Guards stood on e3. Light loses e3, e4",
        ),
        ((DARK, LIGHT, "build d5"), ""),
    ],
)
def test_what_an_action_brought_is_reported_in_words(texts: tuple[str, ...], words: str) -> None:
    *before, last = texts
    _, events = at(*before).after(GAME.parse(last))
    assert TABLE.describe_events(events) == words


def test_builds_and_moves_are_said_in_words() -> None:
    assert TABLE.describe(BUILDS[CELLS["d5"]]) == "Hut on d5"
    assert TABLE.describe(MOVES[CELLS["d5"]][CELLS["a1"]]) == "Hut from d5 to a1"
    assert TABLE.describe(PASS) == "Pass"


@pytest.mark.parametrize(
    ("position", "words"),
    [
        (at(DARK, LIGHT), "Set a dark hut beside another, or touch Attack"),
        (at(DARK, "setup light g1 g2 g3 h1 h2"), "Set a dark hut beside another"),
        (position_of(" ".join(list(CELLS)[:ALL_HUTS]), "h1 h2"), "Move a dark hut beside another"),
        (at(DARK), "Each player chooses on the screen, alone"),
    ],
)
def test_the_screen_says_what_may_be_done(position: MassaiPosition, words: str) -> None:
    assert TABLE.prompt(position) == words


def test_whoever_guards_is_named() -> None:
    assert TABLE.headline(at(DARK, LIGHT)) == "Dark to move"
    assert TABLE.headline(at(DARK, LIGHT, "attack e4")) == "Light to guard"
    assert TABLE.headline(at(DARK, LIGHT, "attack e3", "guard")) == "Dark wins"


@pytest.mark.parametrize(
    ("site", "words"),
    [
        (GRID.site(1, 16), "A new hut must touch an own one: a6 touches no dark hut."),
        (GRID.site(4, 4), "B2 is taken: a dark hut stands there."),
        (GRID.site(10, 13), "Together with the other changes it fits no rule."),
        (GRID.site(9, 13), "A hut stands on the middle of its cell."),
    ],
)
def test_a_hut_that_fits_no_rule_is_told_why(site: int, words: str) -> None:
    assert TABLE.objection(at(DARK, LIGHT), site) == words


# The end


def test_the_winning_chain_is_lit_on_all_sites_of_its_cells_and_framed() -> None:
    chain = "a1 b1 c1 d1 e1 f1 g1 h1"
    huts = (cells(f"{chain} a2 b2"), cells("h5 h6"))
    position = MassaiPosition(huts=huts, marks=None, ended=Outcome("dark", "a chain"))
    lights = dict(TABLE.score_lights(position))
    assert set(lights.values()) == {Lit(Meaning.SCORE, "dark")}
    assert set(lights) == {GRID.site(x, y) for x in range(24) for y in range(3)}
    joined = [mark for mark in TABLE.marks(position).marks if mark.shape == "hut joined"]
    assert [(mark.x, mark.y) for mark in joined] == [(x + 0.5, 0.5) for x in range(8)]
    assert len(TABLE.marks(position).marks) == 12


def test_nothing_is_lit_where_no_chain_has_won() -> None:
    assert TABLE.score_lights(at(DARK, LIGHT)) == ()
    lost = MassaiPosition(huts=(cells("b2 b3"), 0), marks=None, ended=Outcome("dark", "no hut"))
    assert TABLE.score_lights(lost) == ()
