"""Forma a second time, slowly, by plain loops over cells: the engine is compared with it at every step."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from engines.forma.board import BOARD
from engines.forma.bridges import bridges
from engines.forma.game import Forma
from engines.forma.polyominoes import FAMILIES
from engines.forma.position import FormaPosition

LETTERS = "abcdefghijklmnopqrst"
CELLS = [f"{letter}{number}" for letter in LETTERS for number in range(1, 21)]
SIDES = [(1, 0), (-1, 0), (0, 1), (0, -1)]
CORNERS = [(1, 1), (1, -1), (-1, 1), (-1, -1)]
RECORDS = json.loads(Path(__file__).with_name("perft.json").read_text())
HEADERS = [
    {"game": "forma", "players": players, "options": {"contact": contact}, "first": first}
    for players, first in ((2, "blue"), (4, "red"))
    for contact in ("corner", "side")
]


def near(cell: str, steps: list[tuple[int, int]]) -> list[str]:
    x, y = LETTERS.index(cell[0]), int(cell[1:])
    return [f"{LETTERS[x + dx]}{y + dy}" for dx, dy in steps if 0 <= x + dx < 20 and 1 <= y + dy <= 20]


def size(code: str) -> int:
    return int(code[0])


class PlainForma:
    """Changes in place; takes any legal text. Cells hold what the rule page writes for them."""

    def __init__(self, header: dict[str, Any]) -> None:
        colours = ["blue", "yellow", "red", "green"]
        self.players = colours[: header["players"]]
        self.mover = header.get("first", "blue")
        self.touches = SIDES if header["options"]["contact"] == "side" else SIDES + CORNERS
        of_a_colour = ["1", *FAMILIES]
        elements = sorted(of_a_colour * (4 // header["players"]))
        self.reserve = {player: list(elements) for player in self.players}
        self.withdrawn: dict[str, list[str]] = {player: [] for player in self.players}
        self.points = dict.fromkeys(self.players, 0)
        self.bridges = dict.fromkeys(self.players, 0)
        self.cells: dict[str, str] = {}
        self.has_started = self.is_over = False
        self.misfits = 0

    def shapes_that_fit(self, code: str) -> list[tuple[str, ...]]:
        found = []
        for shape in FAMILIES[code]:
            for x in range(20):
                for y in range(1, 21):
                    squares = [(x + dx, y + dy) for dx, dy in shape]
                    if all(column < 20 and row <= 20 for column, row in squares):
                        names = [f"{LETTERS[column]}{row}" for column, row in sorted(squares)]
                        if not any(name in self.cells for name in names):
                            found.append(tuple(names))
        return found

    def legal(self) -> set[str]:
        if self.is_over:
            return set()
        if not self.has_started:
            return self.set_ups()
        codes = set(self.reserve[self.mover])
        texts = {f"withdraw {code}" for code in codes}
        for code in codes:
            texts |= {f"place {' '.join(names)}" for names in self.shapes_that_fit(code)}
        return texts

    def set_ups(self) -> set[str]:
        room = [
            cell
            for cell in CELLS
            if cell not in self.cells and not any(other in self.cells for other in near(cell, self.touches))
        ]
        texts = set()
        if list(self.cells.values()).count("obstacle") < 25:
            texts |= {f"obstacle {cell}" for cell in room}
        if "tower" in self.cells.values():
            texts.add("start")
        else:
            texts |= {f"tower {cell}" for cell in room if len(near(cell, SIDES)) == 4}
        return texts

    def play(self, text: str) -> None:
        word, *rest = text.split()
        if word in ("obstacle", "tower"):
            self.cells[rest[0]] = word
        elif word == "start":
            self.has_started = True
        elif word == "withdraw":
            self.withdraw(rest[0])
        else:
            self.place(rest)
            self.next_turn()

    def withdraw(self, code: str) -> None:
        self.reserve[self.mover].remove(code)
        self.withdrawn[self.mover] = sorted([*self.withdrawn[self.mover], code])
        self.misfits += 1
        if self.misfits == 2 or not self.fits_somewhere(self.mover):
            self.next_turn()

    def place(self, names: list[str]) -> None:
        player = self.mover
        code = next(code for code in self.reserve[player] if tuple(names) in set(self.shapes_that_fit(code)))
        self.reserve[player].remove(code)
        closed_before = {cell for cell in CELLS if self.is_hole(cell)}
        tower = next(cell for cell, what in self.cells.items() if what == "tower")
        tower_was_closed = all(other in self.cells for other in near(tower, SIDES))
        self.cells |= dict.fromkeys(names, player)
        self.points[player] += len(names)
        holes = [cell for cell in CELLS if self.is_hole(cell) and cell not in closed_before]
        self.cells |= dict.fromkeys(holes, f"marker {player}")
        caught = [
            cell
            for cell, what in self.cells.items()
            if what == "obstacle" and all(self.cells.get(other) == player for other in near(cell, SIDES))
        ]
        self.cells |= dict.fromkeys(caught, f"obstacle {player}")
        self.points[player] += 10 * len(holes + caught)
        if not tower_was_closed and all(other in self.cells for other in near(tower, SIDES)):
            self.points[player] += 50
        self.count_bridges(player)

    def is_hole(self, cell: str) -> bool:
        return cell not in self.cells and all(other in self.cells for other in near(cell, SIDES))

    def count_bridges(self, player: str) -> None:
        """The number has its own proof; here it is asked of the whole board again."""
        owned = (player, f"marker {player}", f"obstacle {player}")
        own = sum(BOARD.cell[cell] for cell, what in self.cells.items() if what in owned)
        number = bridges(BOARD, own, own, 0).number
        self.points[player] += 50 * (number - self.bridges[player])
        self.bridges[player] = number

    def fits_somewhere(self, player: str) -> bool:
        return any(self.shapes_that_fit(code) for code in sorted(set(self.reserve[player])))

    def next_turn(self) -> None:
        self.misfits = 0
        place = self.players.index(self.mover)
        order = self.players[place + 1 :] + self.players[: place + 1]
        able = [player for player in order if self.fits_somewhere(player)]
        if able:
            self.mover = able[0]
            return
        self.is_over = True
        for player in self.players:
            self.points[player] -= sum(map(size, self.reserve[player] + self.withdrawn[player]))

    def position(self) -> dict[str, Any]:
        return {
            "cells": self.cells,
            "reserve": self.reserve,
            "withdrawn": self.withdrawn,
            "bridges": self.bridges,
        }


def assert_same(position: FormaPosition, plain: PlainForma) -> None:
    assert position.as_json() == plain.position()
    assert position.score() == plain.points
    assert position.turn == (None if plain.is_over else plain.mover)
    assert (position.outcome() is not None) == plain.is_over


def random_choice(texts: list[str], dice: random.Random) -> str:
    """Set-ups of all sizes; then elements rather than misfits, and large ones first, so that boards fill."""
    placements = [text for text in texts if text.startswith("place")]
    if not placements or dice.random() < 0.12:
        return dice.choice(texts)
    return max(dice.sample(placements, min(3, len(placements))), key=len)


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("header", HEADERS, ids=str)
def test_both_engines_agree_at_every_step_of_random_games(header: dict[str, Any], seed: int) -> None:
    dice = random.Random(f"{header} {seed}")
    game = Forma()
    position, plain = game.start(header), PlainForma(header)
    step = 0
    while not plain.is_over:
        assert_same(position, plain)
        legal = position.legal()
        if step % 9 == 0:
            texts = [str(action) for action in legal]
            assert len(texts) == len(set(texts)) == len(legal)
            assert set(texts) == plain.legal()
        some = [str(legal[dice.randrange(len(legal))]) for _ in range(12)]
        text = random_choice(some, dice)
        position.check(game.parse(text))
        position, _ = position.after(game.parse(text))
        plain.play(text)
        step += 1
    assert_same(position, plain)


@pytest.mark.parametrize("record", RECORDS, ids=[record["name"] for record in RECORDS])
def test_the_plain_engine_counts_the_same_next_actions(record: dict[str, Any]) -> None:
    plain = PlainForma(record["header"])
    for text in record["played"]:
        plain.play(text)
    assert len(plain.legal()) == record["counts"][0]


@pytest.mark.parametrize("header", HEADERS, ids=str)
def test_every_combination_of_players_and_contact_is_counted(header: dict[str, Any]) -> None:
    counted = [(record["header"]["players"], record["header"]["options"]) for record in RECORDS]
    assert (header["players"], header["options"]) in counted
