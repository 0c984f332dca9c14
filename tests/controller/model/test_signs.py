"""The table of meanings and the rhythms, by tables of time and level."""

from __future__ import annotations

from itertools import combinations, pairwise

import pytest

from controller.model.signs import (
    PLAYERS,
    STYLES,
    Rhythm,
    colour_of,
    level,
    lit_level,
    next_change_ms,
    next_lit_change_ms,
    precedence,
)
from controller.model.view import Lit, Meaning

Table = list[tuple[int, float]]

# For each rhythm: milliseconds since its start, and the level then.
LEVELS: dict[Rhythm, Table] = {
    Rhythm.STEADY: [(0, 1.0), (1, 1.0), (3_600_000, 1.0)],
    Rhythm.BLINK: [(0, 1.0), (499, 1.0), (500, 0.0), (999, 0.0), (1000, 1.0), (60_500, 0.0)],
    Rhythm.DOUBLE_BLINK: [(149, 1.0), (150, 0.0), (300, 1.0), (450, 0.0), (1199, 0.0), (1200, 1.0)],
    Rhythm.BREATHE: [
        (0, 1.0),
        (363, 1.0),
        (364, 0.9),
        (781, 0.6),
        (782, 0.5),
        (1200, 0.1),
        (2399, 0.9),
        (2400, 1.0),
    ],
    Rhythm.FAST_BLINK: [(0, 1.0), (169, 1.0), (170, 0.0), (339, 0.0), (340, 1.0)],
    Rhythm.SLOW_WAVE: [(0, 1.0), (600, 0.62), (1200, 0.25), (3000, 0.62), (4700, 0.98), (4800, 1.0)],
    Rhythm.FAST_START: [(119, 1.0), (120, 0.0), (210, 1.0), (330, 0.0), (420, 1.0), (9_000_000, 1.0)],
    Rhythm.FADE: [(0, 1.0), (79, 1.0), (80, 0.9), (400, 0.5), (799, 0.1), (800, 0.0), (9_000_000, 0.0)],
}

# For each rhythm: milliseconds since its start, and when the level changes next.
CHANGES: dict[Rhythm, list[tuple[int, int | None]]] = {
    Rhythm.STEADY: [(0, None), (5000, None)],
    Rhythm.BLINK: [(0, 500), (499, 500), (500, 1000), (1000, 1500), (60_700, 61_000)],
    Rhythm.DOUBLE_BLINK: [(0, 150), (150, 300), (300, 450), (450, 1200), (1199, 1200), (1200, 1350)],
    Rhythm.BREATHE: [(0, 364), (364, 503), (781, 782), (1200, 1564), (2300, 2400), (2400, 2764)],
    Rhythm.FAST_BLINK: [(0, 170), (170, 340)],
    Rhythm.SLOW_WAVE: [(0, 100), (4750, 4800)],
    Rhythm.FAST_START: [(0, 120), (330, 420), (419, 420), (420, None)],
    Rhythm.FADE: [(0, 80), (799, 800), (800, None)],
}


def changes(rhythm: Rhythm, until_ms: int) -> list[int]:
    """Every moment at which a rhythm changes, as it says itself."""
    found: list[int] = []
    at_ms = next_change_ms(rhythm, 0)
    while at_ms is not None and at_ms < until_ms:
        found.append(at_ms)
        at_ms = next_change_ms(rhythm, at_ms)
    return found


@pytest.mark.parametrize("rhythm", Rhythm)
def test_a_rhythm_has_its_level_at_each_moment(rhythm: Rhythm) -> None:
    assert [(at_ms, level(rhythm, at_ms)) for at_ms, _ in LEVELS[rhythm]] == LEVELS[rhythm]


@pytest.mark.parametrize("rhythm", Rhythm)
def test_a_rhythm_knows_when_it_changes_next(rhythm: Rhythm) -> None:
    assert [(at_ms, next_change_ms(rhythm, at_ms)) for at_ms, _ in CHANGES[rhythm]] == CHANGES[rhythm]


@pytest.mark.parametrize("rhythm", Rhythm)
def test_the_level_changes_exactly_when_it_is_said_to(rhythm: Rhythm) -> None:
    levels = [level(rhythm, at_ms) for at_ms in range(10_000)]
    seen = [at_ms for at_ms in range(1, 10_000) if levels[at_ms] != levels[at_ms - 1]]
    assert changes(rhythm, 10_000) == seen


@pytest.mark.parametrize("rhythm", Rhythm)
def test_no_more_than_a_dozen_steps_fall_into_a_second(rhythm: Rhythm) -> None:
    found = changes(rhythm, 12_000)
    assert max((sum(t <= u < t + 1000 for u in found) for t in found), default=0) <= 13


@pytest.mark.parametrize("rhythm", Rhythm)
def test_no_rhythm_flashes_more_than_three_times_in_a_second(rhythm: Rhythm) -> None:
    dark = [at_ms for at_ms in changes(rhythm, 12_000) if level(rhythm, at_ms) == 0.0]
    assert max((sum(t <= u < t + 1000 for u in dark) for t in dark), default=0) <= 3


@pytest.mark.parametrize("rhythm", Rhythm)
def test_every_rhythm_begins_with_full_light_so_that_a_task_is_seen_at_once(rhythm: Rhythm) -> None:
    assert level(rhythm, 0) == 1.0


@pytest.mark.parametrize("rhythm", Rhythm)
def test_a_rhythm_that_starts_a_little_later_waits_at_its_start(rhythm: Rhythm) -> None:
    assert level(rhythm, -40) == level(rhythm, 0)


def test_every_meaning_has_a_style() -> None:
    assert set(STYLES) == set(Meaning)


def test_no_two_meanings_look_alike_to_someone_who_sees_no_colours() -> None:
    shapes = [style.shape for style in STYLES.values()]
    assert len(set(shapes)) == len(shapes)


@pytest.mark.parametrize("player", PLAYERS)
def test_no_two_meanings_share_colour_rhythm_and_strength(player: str) -> None:
    looks = {m: (colour_of(Lit(m, player)), style.rhythm, style.strength) for m, style in STYLES.items()}
    alike = [{one, other} for one, other in combinations(looks, 2) if looks[one] == looks[other]]
    # Both ask for the same thing in the same words: something white goes here.
    assert alike == ([{Meaning.PLACE, Meaning.MARKER}] if player == "white" else [])


def test_a_task_takes_precedence_over_what_merely_informs() -> None:
    tasks = ["lift", "wrong", "place", "park", "tower", "marker"]
    assert sorted(Meaning, key=precedence) == [*tasks, "hint", "echo", "scored", "last", "score"]


def test_what_informs_is_darker_than_every_task() -> None:
    informing = {Meaning.ECHO, Meaning.SCORED, Meaning.LAST, Meaning.SCORE}
    tasks = [style.strength for meaning, style in STYLES.items() if meaning not in informing]
    assert max(STYLES[meaning].strength for meaning in informing) < min(tasks)


@pytest.mark.parametrize(
    ("lit", "colour"),
    [
        (Lit(Meaning.PARK), (0, 158, 115)),
        (Lit(Meaning.PARK, "yellow"), (0, 158, 115)),
        (Lit(Meaning.MARKER, "yellow"), (240, 228, 66)),
        (Lit(Meaning.SCORE, "blue"), (0, 114, 178)),
        (Lit(Meaning.SCORE, "p9"), (255, 255, 255)),
        (Lit(Meaning.MARKER), (255, 255, 255)),
    ],
)
def test_a_light_has_the_colour_of_its_meaning_or_of_its_player(
    lit: Lit, colour: tuple[int, int, int]
) -> None:
    assert colour_of(lit) == colour


def test_a_rhythm_is_counted_from_the_moment_that_the_light_names() -> None:
    lit = Lit(Meaning.PARK, since_ms=70_300)
    assert [lit_level(lit, now_ms) for now_ms in (70_300, 70_799, 70_800, 71_300)] == [1.0, 1.0, 0.0, 1.0]


def test_the_first_of_several_lights_to_change_counts() -> None:
    lits = [Lit(Meaning.PARK, since_ms=1000), Lit(Meaning.LIFT, since_ms=1100), Lit(Meaning.LAST)]
    moments = [1100]
    for _ in range(4):
        moments.append(next_lit_change_ms(lits, moments[-1]) or 0)
    assert moments == [1100, 1270, 1440, 1500, 1610]
    assert all(earlier < later for earlier, later in pairwise(moments))


def test_lights_that_are_steady_never_change() -> None:
    assert next_lit_change_ms([Lit(Meaning.LAST), Lit(Meaning.SCORE, "white")], 0) is None
