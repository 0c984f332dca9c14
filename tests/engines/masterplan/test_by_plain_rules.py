"""Masterplan a second time, slowly, by plain loops: the engine is compared with it at every step."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from engines.game import Illegal
from engines.games import GAMES
from engines.masterplan.position import MasterplanPosition

LETTERS = "abcdefgh"
CELLS = [f"{letter}{number}" for letter in LETTERS for number in range(1, 9)]
STEPS = {
    "n": (0, 1),
    "s": (0, -1),
    "e": (1, 0),
    "w": (-1, 0),
    "ne": (1, 1),
    "nw": (-1, 1),
    "se": (1, -1),
    "sw": (-1, -1),
}
OPPOSITE = {"n": "s", "s": "n", "e": "w", "w": "e", "ne": "sw", "sw": "ne", "nw": "se", "se": "nw"}
ALL_TEXTS = [
    *(f"house {cell} {spot}" for cell in CELLS for spot in STEPS),
    *(f"{word} {cell}" for word in ("park", "tower", "take") for cell in CELLS),
    "done",
]


def step(cell: str, direction: str) -> str | None:
    x, y = LETTERS.index(cell[0]) + STEPS[direction][0], int(cell[1]) + STEPS[direction][1]
    return f"{LETTERS[x]}{y}" if 0 <= x < 8 and 1 <= y <= 8 else None


class PlainMasterplan:
    """Changes in place; takes any legal text."""

    def __init__(self, assist: bool, overlap: str) -> None:
        self.assist, self.overlap = assist, overlap
        self.cells: dict[str, str] = {}
        self.houses = {"white": 14, "yellow": 14}
        self.towers_in_supply = 6
        self.points = {"white": 0, "yellow": 0}
        self.mover, self.other = "white", "yellow"
        self.has_built = False
        self.scores_towers = False
        self.has_taken = False
        self.overdue: set[str] = set()

    def is_house(self, cell: str | None) -> bool:
        return cell is not None and self.cells.get(cell, "").startswith(("white", "yellow"))

    def makes_row(self, cell: str) -> bool:
        for direction in ("n", "e", "ne", "nw"):
            length = 1
            for way in (direction, OPPOSITE[direction]):
                here = step(cell, way)
                while self.is_house(here):
                    assert here is not None
                    length += 1
                    here = step(here, way)
            if length >= 4:
                return True
        return False

    def fills_square(self, cell: str) -> bool:
        return any(
            all(self.is_house(step(cell, way)) for way in corner)
            for corner in (("n", "ne", "e"), ("e", "se", "s"), ("s", "sw", "w"), ("w", "nw", "n"))
        )

    def needs_park(self, cell: str) -> bool:
        return cell not in self.cells and self.makes_row(cell)

    def needs_tower(self, cell: str) -> bool:
        if cell in self.cells or not self.towers_in_supply or not self.fills_square(cell):
            return False
        return self.overlap == "choice" or not self.makes_row(cell)

    def is_over(self) -> bool:
        return self.scores_towers and "tower" not in self.cells.values()

    def need(self) -> list[str]:
        if self.has_taken or self.is_over():
            return []
        parks = [f"park {cell}" for cell in CELLS if self.needs_park(cell)]
        return sorted(parks + [f"tower {cell}" for cell in CELLS if self.needs_tower(cell)])

    def legal(self) -> list[str]:
        actions = self.need()
        if self.scores_towers:
            actions += [f"take {cell}" for cell, thing in self.cells.items() if thing == "tower"]
        elif not self.has_built:
            actions += self.house_texts()
        elif not self.assist:
            actions.append("done")
            if self.houses[self.other]:
                actions += self.house_texts()
        return sorted(actions)

    def house_texts(self) -> list[str]:
        return [
            f"house {cell} {spot}"
            for cell in CELLS
            if cell not in self.cells and not self.needs_park(cell) and not self.needs_tower(cell)
            for spot in STEPS
        ]

    def turn(self) -> str | None:
        return None if self.scores_towers else self.mover

    def winner(self) -> str | None:
        if not self.is_over():
            return None
        white, yellow = self.points["white"], self.points["yellow"]
        return "draw" if white == yellow else "white" if white > yellow else "yellow"

    def value(self, cell: str, player: str) -> int:
        value = 0
        for way in STEPS:
            neighbour = step(cell, way)
            if self.is_house(neighbour) and self.cells[neighbour].split()[0] == player:
                value += 2 if self.cells[neighbour].split()[1] == OPPOSITE[way] else 1
        return value

    def play(self, text: str) -> None:
        word, *rest = text.split()
        if word == "house":
            if self.has_built:
                self.end_turn()
            self.cells[rest[0]] = f"{self.mover} {rest[1]}"
            self.houses[self.mover] -= 1
            self.has_built = True
        elif word == "done":
            self.end_turn()
        elif word == "take":
            white, yellow = self.value(rest[0], "white"), self.value(rest[0], "yellow")
            self.points["white"] += 2 if white > yellow else 0
            self.points["yellow"] += 2 if yellow > white else 0
            del self.cells[rest[0]]
            self.has_taken = True
        else:
            self.put(word, rest[0])
        if not self.scores_towers and self.has_built and not self.need():
            self.end_turn()
        if not self.scores_towers and all(cell in self.cells for cell in CELLS):
            self.scores_towers = True

    def put(self, thing: str, cell: str) -> None:
        if thing == "tower":
            self.towers_in_supply -= 1
        elif cell not in self.overdue:
            for player in self.points:
                self.points[player] += self.value(cell, player)
        self.cells[cell] = thing

    def end_turn(self) -> None:
        self.overdue |= {cell for cell in CELLS if self.needs_park(cell)}
        self.mover, self.other = self.other, self.mover
        self.has_built = False
        self.scores_towers = not self.houses[self.mover]

    def position(self) -> dict[str, Any]:
        parks = list(self.cells.values()).count("park")
        hand = {**self.houses, "park": max(0, 21 - parks), "tower": self.towers_in_supply}
        return {"cells": self.cells, "hand": hand}


def assert_same(plain: PlainMasterplan, position: MasterplanPosition) -> None:
    outcome = position.outcome()
    assert list(position.need()) == plain.need()
    assert sorted(map(str, position.legal())) == plain.legal()
    assert position.score() == plain.points
    assert position.turn == plain.turn()
    assert (outcome is not None) == plain.is_over()
    assert (outcome and (outcome.winner or "draw")) == plain.winner()
    assert position.as_json() == plain.position()


def careless(texts: list[str], dice: random.Random) -> str:
    """Any action, which most often is a house."""
    return dice.choice(texts)


def even(texts: list[str], dice: random.Random) -> str:
    """First which kind of action, then which one: pieces are placed, forgotten, and found late."""
    word = dice.choice(sorted({text.split()[0] for text in texts}))
    return dice.choice([text for text in texts if text.split()[0] == word])


def crowded(texts: list[str], dice: random.Random) -> str:
    """Houses in one corner of the board, so that squares, rows and both together come often."""
    near = [text for text in texts if text.startswith("house") and text[6] < "f" and text[7] < "6"]
    return dice.choice(near) if near and dice.random() < 0.9 else even(texts, dice)


def positions_compared(
    assist: bool, overlap: str, pick: Any, seed: int
) -> Iterator[tuple[MasterplanPosition, PlainMasterplan]]:
    dice = random.Random(seed)
    game = GAMES["masterplan"]
    position = game.start({"game": "masterplan", "options": {"assist": assist, "overlap": overlap}})
    plain = PlainMasterplan(assist, overlap)
    while True:
        assert isinstance(position, MasterplanPosition)
        yield position, plain
        texts = plain.legal()
        if not texts:
            return
        text = pick(texts, dice)
        plain.play(text)
        action = game.parse(text)
        position.check(action)
        position, _ = position.after(action)


@pytest.mark.parametrize("pick", [careless, even, crowded])
@pytest.mark.parametrize("overlap", ["park", "choice"])
@pytest.mark.parametrize("assist", [True, False])
def test_engine_and_plain_rules_agree_at_every_step_of_random_games(
    assist: bool, overlap: str, pick: Any
) -> None:
    for seed in range(5):
        for position, plain in positions_compared(assist, overlap, pick, seed):
            assert_same(plain, position)


@pytest.mark.parametrize("overlap", ["park", "choice"])
@pytest.mark.parametrize("assist", [True, False])
def test_check_refuses_exactly_what_is_not_legal(assist: bool, overlap: str) -> None:
    game = GAMES["masterplan"]
    for position, plain in positions_compared(assist, overlap, even, seed=99):
        legal = set(plain.legal())
        for text in ALL_TEXTS:
            if text in legal:
                position.check(game.parse(text))
            else:
                with pytest.raises(Illegal):
                    position.check(game.parse(text))
