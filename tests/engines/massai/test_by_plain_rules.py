"""Massaï twice: a second, slow engine, written from the rule page on plain sets of names, must agree."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from engines.game import Illegal
from engines.massai.game import Massai, MassaiPosition

PERFT = json.loads(Path(__file__).with_name("perft.json").read_text(encoding="utf-8"))
RECORDS = [pytest.param(record, id=record["name"]) for record in PERFT]
SET_UPS = {"side or corner": 7984, "side": 2188}

ALL_OPTIONS = [
    {"orthogonal": orthogonal, "all_fifteen": all_fifteen}
    for orthogonal in (False, True)
    for all_fifteen in (False, True)
]
CELLS = [row + column for row in "abcdefgh" for column in "123456"]
GUARDS = {1: 1, 2: 1, 3: 2, 4: 2, 5: 3, 6: 3}
OTHER = {"dark": "light", "light": "dark"}


def touch(one: str, other: str, orthogonal: bool) -> bool:
    rows, columns = abs(ord(one[0]) - ord(other[0])), abs(int(one[1]) - int(other[1]))
    return rows + columns == 1 if orthogonal else max(rows, columns) == 1


NEAR = {
    orthogonal: {
        cell: frozenset(other for other in CELLS if touch(cell, other, orthogonal)) for cell in CELLS
    }
    for orthogonal in (False, True)
}


@dataclass(frozen=True)
class Slow:
    """The rule page as code, without integers for sets: huts by player, and texts for actions."""

    orthogonal: bool
    all_fifteen: bool
    huts: dict[str, frozenset[str]]
    mover: str = "dark"
    attacked: str = ""
    winner: str = ""

    def touches(self, cell: str, huts: frozenset[str]) -> bool:
        return not NEAR[self.orthogonal][cell].isdisjoint(huts)

    def legal(self) -> set[str]:
        if self.winner:
            return set()
        own, other = self.huts[self.mover], self.huts[OTHER[self.mover]]
        if self.attacked:
            threatened = sorted(hut for hut in other if self.touches(hut, own))
            most = GUARDS.get(len(threatened), 4)
            return {
                " ".join(["guard", *some]) for n in range(most + 1) for some in combinations(threatened, n)
            }
        texts = {f"attack {hut}" for hut in other if self.touches(hut, own)}
        empty = [cell for cell in CELLS if cell not in own | other]
        if len(own) < 15:
            texts |= {f"build {cell}" for cell in empty if self.touches(cell, own)}
        else:
            texts |= {
                f"move {hut} {cell}" for hut in own for cell in empty if self.stands(own - {hut} | {cell})
            }
        return texts or {"pass"}

    def stands(self, huts: frozenset[str]) -> bool:
        return all(self.touches(hut, huts) for hut in huts)

    def after(self, text: str) -> Slow:
        word, *cells = text.split()
        own, other = self.huts[self.mover], self.huts[OTHER[self.mover]]
        if word == "attack":
            return Slow(self.orthogonal, self.all_fifteen, self.huts, self.mover, cells[0])
        if word == "guard" and self.attacked in cells:
            own = self.thinned(own)
        elif word == "guard":
            other = self.thinned(other - {self.attacked})
            own = own | {self.attacked} if len(own) < 15 else own
        elif word == "build":
            own = own | {cells[0]}
        elif word == "move":
            own = own - {cells[0]} | {cells[1]}
        winner = self.mover if self.won(own, other) else OTHER[self.mover] if self.won(other, own) else ""
        huts = {self.mover: own, OTHER[self.mover]: other}
        return Slow(self.orthogonal, self.all_fifteen, huts, OTHER[self.mover], "", winner)

    def thinned(self, huts: frozenset[str]) -> frozenset[str]:
        left = huts - NEAR[self.orthogonal][self.attacked]
        return frozenset(hut for hut in left if self.touches(hut, left))

    def won(self, own: frozenset[str], other: frozenset[str]) -> bool:
        chain = {hut for hut in own if hut[0] == "a"}
        while more := {hut for hut in own - chain if self.touches(hut, frozenset(chain))}:
            chain |= more
        return any(hut[0] == "h" for hut in chain) or not other or (self.all_fifteen and len(own) == 15)


def slow_twin(position: MassaiPosition) -> Slow:
    """The slow engine's position, anywhere after the set-up."""
    state = position.state()
    dark, light = map(frozenset, state["huts"])
    return Slow(
        **state["options"],
        huts={"dark": dark, "light": light},
        mover=state["mover"],
        attacked="".join(state["attacked"]),
    )


def play(header: dict[str, Any], texts: list[str]) -> MassaiPosition:
    game = Massai()
    position = game.start(header)
    for text in texts:
        action = game.parse(text)
        position.check(action)
        position, _ = position.after(action)
    return position


def perft(position: Slow, depth: int) -> int:
    """The number of sequences of this many actions; a game that ends earlier has none."""
    legal = position.legal()
    return len(legal) if depth == 1 else sum(perft(position.after(text), depth - 1) for text in legal)


@pytest.mark.parametrize("record", RECORDS)
def test_the_plain_rules_count_as_many_ways_to_play_on(record: dict[str, Any]) -> None:
    position = slow_twin(play(record["header"], record["played"]))
    assert [perft(position, depth) for depth in (1, 2)] == record["counts"][:2]


def test_every_combination_of_options_has_counts() -> None:
    counted = [record["header"]["options"] for record in PERFT]
    assert all(options in counted for options in ALL_OPTIONS)


@pytest.mark.parametrize("player", ["dark", "light"])
@pytest.mark.parametrize("touching", ["side or corner", "side"])
def test_as_many_set_ups_are_legal_as_counted(touching: str, player: str) -> None:
    game = Massai()
    position = game.start({"game": "massai", "options": {"orthogonal": touching == "side"}})
    half = CELLS[:24] if player == "dark" else CELLS[24:]

    def is_legal(cells: tuple[str, ...]) -> bool:
        try:
            position.check(game.parse(f"setup {player} {' '.join(cells)}"))
        except Illegal:
            return False
        return True

    def stands(cells: tuple[str, ...]) -> bool:
        return all(any(touch(one, other, touching == "side") for other in cells) for one in cells)

    legal = [cells for cells in combinations(half, 5) if is_legal(cells)]
    assert len(legal) == SET_UPS[touching]
    assert all(map(stands, legal))


def random_start(options: dict[str, Any], rng: random.Random) -> MassaiPosition:
    """A set-up grown hut by hut, so that each touches another."""
    near, texts = NEAR[options["orthogonal"]], []
    for player, rows in (("dark", "abcd"), ("light", "efgh")):
        marks = {rng.choice([cell for cell in CELLS if cell[0] in rows])}
        while len(marks) < 5:
            room = {cell for mark in marks for cell in near[mark] if cell[0] in rows} - marks
            marks.add(rng.choice(sorted(room)))
        texts.append(f"setup {player} {' '.join(sorted(marks))}")
    return play({"game": "massai", "options": options}, texts)


def walk(options: dict[str, Any], seed: int, steps: int) -> Iterator[tuple[MassaiPosition, Slow]]:
    """Random games, step by step, in both engines; builds are favoured so that huts run out and move."""
    rng = random.Random(seed)
    position = random_start(options, rng)
    slow = slow_twin(position)
    for _ in range(steps):
        yield position, slow
        if position.ended:
            position = random_start(options, rng)
            slow = slow_twin(position)
            continue
        actions = sorted(position.legal() or (), key=str)
        builds = [action for action in actions if str(action).startswith("build")]
        action = rng.choice(builds if builds and rng.random() < 0.7 else actions)
        position, slow = position.after(action)[0], slow.after(str(action))


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("options", ALL_OPTIONS, ids=str)
def test_both_engines_agree_at_every_step_of_random_games(options: dict[str, Any], seed: int) -> None:
    kinds = set()
    for position, slow in walk(options, seed, 400):
        legal = position.legal()
        assert legal is not None
        texts = [str(action) for action in legal]
        assert len(set(texts)) == len(texts)
        assert set(texts) == slow.legal()
        kinds |= {text.split()[0] for text in texts}
        expected = {cell: player for player, huts in slow.huts.items() for cell in huts}
        assert position.as_json()["cells"] == expected
        assert (position.ended.winner if position.ended else "") == slow.winner
    assert kinds >= {"build", "attack", "guard"}
    assert ("move" in kinds) is not options["all_fifteen"]
