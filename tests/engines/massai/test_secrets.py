"""Secrets of Massaï stay secret: positions that differ only in them look the same to all others."""

from __future__ import annotations

import json
import traceback
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from engines.game import Action, Illegal, Json, public_texts
from engines.massai.actions import Attack, MassaiAction, Setup
from engines.massai.game import Massai, MassaiPosition
from engines.massai.huts import CELLS

GAME = Massai()
OTHER = {"dark": "light", "light": "dark"}
SETUPS = {
    "dark": ["a1 a2 b1 b2 c1", "b3 c3 c4 d3 d4", "c2 c3 d2 d3 d4", "d1 d2 d3 d4 d5", "c5 c6 d4 d5 d6"],
    "light": ["e1 e2 e3 e4 e5", "e2 e3 e4 f3 f4", "e3 e4 f4 f5 g5", "f4 g4 g5 h3 h4", "e1 f1 f2 g2 h2"],
}
PROBES = [
    GAME.parse(text)
    for text in (
        *(f"setup {player} {cells}" for player, choices in SETUPS.items() for cells in choices),
        *(f"{word} {cell}" for word in ("build", "attack", "guard") for cell in CELLS),
        *("guard", "guard d1 d2 d3 d4 d5", "guard e1 e2 e3 e4 e5", "move c3 c4", "pass"),
    )
]
"""Actions to try, legal or not."""


def refusals(position: MassaiPosition, but: str) -> list[str]:
    """The answer to every probe, with the traceback of a log, without one player's set-ups."""
    answers = []
    for probe in PROBES:
        if isinstance(probe, Setup) and probe.player == but:
            continue
        try:
            position.check(probe)
            answers.append("legal")
        except Illegal as refusal:
            answers += [str(refusal), repr(refusal), *traceback.format_exception(refusal)]
    return answers


def open_to_all(position: MassaiPosition, events: tuple[Json, ...], history: list[Action]) -> list[Any]:
    """Everything that a position shows to others than the holder of its secret."""
    return [
        *(repr(position), str(position), f"{position}", position.as_json(), position.turn, position.need()),
        *(position.score(), position.outcome(), repr(position.legal()), position.secret_plies, events),
        *(public_texts(history, position), repr(history)),
    ]


def played(texts: list[str], **options: bool) -> tuple[MassaiPosition, tuple[Json, ...], list[Action]]:
    position, events, history = GAME.start({"game": "massai", "options": options}), (), []
    for text in texts:
        action = GAME.parse(text)
        position.check(action)
        position, events = position.after(action)
        history.append(action)
    return position, events, history


@settings(deadline=None)
@given(
    st.sampled_from(sorted(SETUPS)),
    st.lists(st.sampled_from(range(5)), min_size=2, max_size=2, unique=True),
    st.booleans(),
)
def test_a_set_up_is_not_reported_before_the_other_is_in(
    player: str, pair: list[int], all_fifteen: bool
) -> None:
    one, other = (played([f"setup {player} {SETUPS[player][n]}"], all_fifteen=all_fifteen) for n in pair)
    assert one[0] != other[0]
    assert open_to_all(*one) == open_to_all(*other)
    assert one[0].seen_by(OTHER[player]) == other[0].seen_by(OTHER[player])
    assert refusals(one[0], but=player) == refusals(other[0], but=player)


@st.composite
def attacked(draw: st.DrawFn) -> tuple[list[str], list[str], bool]:
    """A game as far as a moment when two huts at least may be attacked, and those attacks."""
    orthogonal = draw(st.booleans())
    texts = [
        f"setup {player} {draw(st.sampled_from(SETUPS[player]))}"
        for player in draw(st.permutations(sorted(SETUPS)))
    ]
    position = played(texts, orthogonal=orthogonal)[0]
    for choice in draw(st.lists(st.integers(0, 999), max_size=30)):
        following = [a for a in position.legal() or () if position.after(a)[0].outcome() is None]
        if not following:
            break
        texts.append(str(following[choice % len(following)]))
        position = position.after(following[choice % len(following)])[0]
    attacks = [str(action) for action in position.legal() or () if isinstance(action, Attack)]
    return texts, attacks, orthogonal


@settings(deadline=None)
@given(attacked())
def test_the_attacked_hut_is_not_reported_before_the_guards_are_in(
    game: tuple[list[str], list[str], bool],
) -> None:
    texts, attacks, orthogonal = game
    moments = [played([*texts, attack], orthogonal=orthogonal) for attack in attacks]
    for moment in moments[1:]:
        defender = moment[0].turn or ""
        assert moment[0] != moments[0][0]
        assert open_to_all(*moment) == open_to_all(*moments[0])
        assert moment[0].seen_by(defender) == moments[0][0].seen_by(defender)
        assert refusals(moment[0], but="") == refusals(moments[0][0], but="")


def test_who_acts_in_secret_sees_the_own_secret_and_no_one_else_does() -> None:
    position, _, history = played(["setup light e2 e3 e4 f3 f4"])
    assert position.seen_by("light")["secret"] == "setup light e2 e3 e4 f3 f4"
    assert position.seen_by("dark") == position.as_json()
    assert public_texts(history, position) == ("setup light",)


def test_the_attacker_sees_the_attacked_cell_and_the_defender_does_not() -> None:
    position, events, history = played(
        ["setup light e2 e3 e4 f3 f4", "setup dark c2 c3 d2 d3 d4", "attack e3"]
    )
    assert position.as_json()["secret"] == "attack"
    assert position.seen_by("dark")["secret"] == "attack e3"
    assert position.seen_by("light") == position.as_json()
    assert events == ({"kind": "attack", "player": "dark"},)
    assert public_texts(history, position) == (
        "setup light e2 e3 e4 f3 f4",
        "setup dark c2 c3 d2 d3 d4",
        "attack",
    )


def test_after_the_guards_everything_is_open() -> None:
    texts = ["setup light e2 e3 e4 f3 f4", "setup dark c2 c3 d2 d3 d4", "attack e3", "guard e2"]
    position, events, history = played(texts)
    assert public_texts(history, position) == tuple(texts)
    assert events[0] == {"kind": "reveal", "attack": "e3", "guards": ["e2"]}
    assert position.seen_by("dark") == position.seen_by("light") == position.as_json()


def test_a_secret_action_shows_no_cell_but_as_its_own_text() -> None:
    secret: list[MassaiAction] = [action for action in PROBES if action.is_secret]
    assert {type(action) for action in secret} == {Setup, Attack}
    for action in secret:
        assert repr(action) == f"<{action.public}>" == f"{[action]}"[1:-1]
        assert not [word for word in action.public.split() if word in CELLS]
        assert str(action).startswith(action.public)


def test_an_action_that_is_not_secret_is_reported_as_it_is() -> None:
    for action in PROBES:
        assert (action.public == str(action)) is not action.is_secret


def test_the_secret_is_kept_over_a_restart() -> None:
    for texts in (
        ["setup light e2 e3 e4 f3 f4"],
        ["setup light e2 e3 e4 f3 f4", "setup dark c2 c3 d2 d3 d4", "attack e3"],
    ):
        position, _, _ = played(texts)
        restored = GAME.restore(json.loads(json.dumps(position.state())))
        assert restored == position
        assert restored.seen_by("light") == position.seen_by("light")
        assert repr(restored) == repr(position)
