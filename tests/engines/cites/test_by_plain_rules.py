"""Cités Nouvelles by a second, slow engine on plain lists: both must agree at every step."""

from __future__ import annotations

import json
import random
from collections import Counter
from copy import deepcopy
from itertools import combinations, product
from pathlib import Path
from typing import Any

import pytest

from engines.cites.game import Cites, CitesPosition
from engines.game import Illegal

PERFT = json.loads(Path(__file__).with_name("perft.json").read_text(encoding="utf-8"))
STARTS = [pytest.param(start, id=start["name"]) for start in PERFT]

ALL_OPTIONS = [
    (players, contre, hands)
    for players in (2, 3, 4)
    for contre in (False, True)
    for hands in ("open", "hidden")
]
BLOCKS = [kind + str(number) for kind in "MPHTD" for number in range(1, 16)]


def number(block: str) -> int:
    return int(block[1:])


def in_order(blocks: list[str]) -> list[str]:
    return [block for block in BLOCKS if block in blocks]


def type_of(decoration: str) -> str:
    return "lawn" if number(decoration) <= 5 else "pool" if number(decoration) <= 10 else "tree"


class Slow:
    """The rule page as code, with lists of texts that change in place."""

    def __init__(self, header: dict[str, Any]) -> None:
        self.contre = header["options"]["contre"]
        self.open = header["options"]["hands"] == "open"
        self.seats = [f"p{place}" for place in range(1, header["players"] + 1)]
        self.side = {seat: seat for seat in self.seats}
        if len(self.seats) == 4:
            self.side = {"p1": "p1+p3", "p3": "p1+p3", "p2": "p2+p4", "p4": "p2+p4"}
        self.sides = sorted(set(self.side.values()))
        self.lots: dict[str, list[str]] = {kind: [] for kind in "MPHT"}
        self.score = dict.fromkeys(self.sides, 0)
        self.reserve = list(header["deck"]) if self.open else list(BLOCKS)
        self.round = 0
        self.over = False
        self.revokes: list[tuple[str, int, str]] = []
        self.turned: list[str] = []
        self.deal()
        self.phase = "turn up"
        self.turn: str | None = "p1"
        if "speaker" in header:
            self.speak(header["speaker"])

    def deal(self) -> None:
        self.round += 1
        left = 75 - sum(map(len, self.lots.values()))
        self.each = min({2: 15, 3: 12, 4: 10}[len(self.seats)], left // len(self.seats))
        self.hands: dict[str, list[str]] = {seat: [] for seat in self.seats}
        for seat in self.seats if self.open else []:
            self.hands[seat], self.reserve = self.reserve[: self.each], self.reserve[self.each :]
        self.offers: list[tuple[str, str, str]] = []
        self.taken: dict[str, list[str]] = {side: [] for side in self.sides}
        self.trick: list[tuple[str, str]] = []
        self.seen: list[str] = []
        self.not_followed: list[tuple[str, str]] = []
        self.tricks = 0

    def next_seat(self, seat: str) -> str:
        return self.seats[(self.seats.index(seat) + 1) % len(self.seats)]

    def speak(self, seat: str) -> None:
        self.phase, self.turn = "offer", seat
        self.first = self.speaks_for_side = seat

    def legal(self) -> list[str]:
        if self.over:
            return []
        if self.phase == "turn up":
            return [f"turnup {block}" for block in self.reserve if block not in self.turned]
        if self.phase == "offer":
            return self.legal_offers()
        if self.phase == "play":
            return [f"play {block}" for block in self.playable()]
        return self.builds()

    def legal_offers(self) -> list[str]:
        chosen = Counter(kind for _, _, kind in self.offers)
        texts = [f"choose {kind}" for kind in "MPHT" if not chosen[kind]]
        if self.contre:
            texts += [f"contre {kind}" for kind in "MPHT" if chosen[kind] == 1]
        if len(self.seats) == 4 and self.turn == self.speaks_for_side:
            texts.append("yield")
        return texts

    def playable(self) -> list[str]:
        if not self.open:
            gone = self.seen + [block for lot in self.lots.values() for block in lot]
            return [block for block in BLOCKS if block not in gone]
        assert self.turn
        hand = self.hands[self.turn]
        same = [block for block in hand if self.trick and block[0] == self.trick[0][1][0]]
        return same or hand

    def builds(self) -> list[str]:
        """All texts of the side that builds now; an empty one if nothing is placed."""
        _, side, kind = self.offers[self.built]
        by_type = []
        for one in ("lawn", "pool", "tree"):
            mine = [b for b in self.taken[side] if b[0] == "D" and type_of(b) == one]
            there = [b for b in self.lots[kind] if b[0] == "D" and type_of(b) == one]
            by_type.append(list(combinations(in_order(mine), min(len(mine), 2 - len(there)))))
        return [" ".join(["build", *sum(choice, ())]) for choice in product(*by_type)]

    def play(self, text: str) -> None:
        word, *rest = text.split()
        if word == "turnup":
            self.turn_up(rest[0])
        elif word == "yield":
            assert self.turn
            self.turn = self.next_seat(self.next_seat(self.turn))
        elif word in ("choose", "contre"):
            self.offer(rest[0])
        elif word == "play":
            self.play_block(rest[0])
        else:
            self.build(rest)
            self.build_on()

    def turn_up(self, block: str) -> None:
        self.turned.append(block)
        self.turn = self.seats[len(self.turned) % len(self.seats)]
        if len(self.turned) == len(self.seats):
            values = [(b[0] == "D", number(b)) for b in self.turned]
            self.turned = []
            if values.count(max(values)) == 1:
                self.speak(self.seats[values.index(max(values))])

    def offer(self, kind: str) -> None:
        assert self.turn
        self.offers.append((self.turn, self.side[self.turn], kind))
        self.turn = self.speaks_for_side = self.next_seat(self.speaks_for_side)
        if len(self.offers) == len(self.sides):
            self.phase, self.turn = "play", self.offers[0][0]

    def play_block(self, block: str) -> None:
        assert self.turn
        if (self.turn, block[0]) in self.not_followed:
            self.revokes.append((self.turn, self.tricks + 1, block))
        if self.trick and self.trick[0][1][0] != block[0] and not self.open:
            self.not_followed.append((self.turn, self.trick[0][1][0]))
        if self.open:
            self.hands[self.turn].remove(block)
        self.seen.append(block)
        self.trick.append((self.turn, block))
        self.turn = self.next_seat(self.turn)
        if len(self.trick) == len(self.seats):
            self.win_trick()

    def win_trick(self) -> None:
        led = self.trick[0][1][0]
        trumps = [number(block) for _, block in self.trick if block[0] == "D"]
        best = f"D{max(trumps)}" if trumps else ""
        if not trumps:
            best = led + str(max(number(block) for _, block in self.trick if block[0] == led))
        self.turn = next(seat for seat, block in self.trick if block == best)
        side = self.side[self.turn]
        own = next(kind for _, s, kind in self.offers if s == side)
        for _, block in self.trick:
            (self.taken[side] if block[0] in (own, "D") else self.reserve).append(block)
        self.trick = []
        self.tricks += 1
        if self.tricks == self.each:
            self.decide_contre()
            self.phase, self.built = "build", 0
            self.build_on()

    def decide_contre(self) -> None:
        self.loser = ""
        for (_, one, kind), (_, other, same) in combinations(self.offers, 2):
            if kind == same:
                worth = {s: (len(self.taken[s]), sum(map(number, self.taken[s]))) for s in (one, other)}
                self.loser = one if worth[other] > worth[one] else other

    def build_on(self) -> None:
        while self.built < len(self.offers):
            self.turn = self.offers[self.built][1]
            if self.turn == self.loser:
                self.reserve += in_order(self.taken[self.turn])
                self.taken[self.turn] = []
                self.built += 1
            elif len(texts := self.builds()) == 1:
                self.build(texts[0].split()[1:])
            else:
                return
        self.end_round()

    def build(self, decorations: list[str]) -> None:
        _, side, kind = self.offers[self.built]
        before = list(self.lots[kind])
        placed = [block for block in self.taken[side] if block[0] == kind] + decorations
        self.lots[kind] = in_order(before + placed)
        self.reserve += in_order([block for block in self.taken[side] if block not in placed])
        self.taken[side] = []
        self.score[side] += self.worth(kind, before, placed)
        self.built += 1

    def is_finished(self, kind: str) -> bool:
        lot = self.lots[kind]
        types = Counter(type_of(block) for block in lot if block[0] == "D")
        buildings = sum(block[0] == kind for block in lot)
        return buildings >= 10 and all(types[one] == 2 for one in ("lawn", "pool", "tree"))

    def worth(self, kind: str, before: list[str], placed: list[str]) -> int:
        if not self.is_finished(kind):
            return 10 * len(placed)
        buildings = sum(block[0] == kind for block in self.lots[kind])
        stood = sum(block[0] == kind for block in before)
        if before == []:
            return {15: 350}.get(buildings, 300 + 10 * (buildings - 10))
        return {15: 250}.get(buildings, 150 + 10 * (buildings - max(10, stood)))

    def end_round(self) -> None:
        left = 75 - sum(map(len, self.lots.values()))
        if any(map(self.is_finished, "MPHT")) or left < len(self.seats):
            self.over, self.turn = True, None
            return
        speaker = self.next_seat(self.first)
        self.deal()
        self.speak(speaker)

    def position(self) -> dict[str, Any]:
        return {
            "lots": self.lots,
            "hands": {seat: in_order(hand) for seat, hand in self.hands.items()} if self.open else None,
            "reserve": self.reserve if self.open else None,
            "trick": [f"{seat} {block}" for seat, block in self.trick],
            "taken": {side: in_order(taken) for side, taken in self.taken.items()},
            "offers": {side: kind for _, side, kind in self.offers},
            "round": self.round,
        }

    def winner(self) -> str | None:
        best = [side for side, points in self.score.items() if points == max(self.score.values())]
        return best[0] if self.over and len(best) == 1 else None


def header(players: int, contre: bool, hands: str, rng: random.Random) -> dict[str, Any]:
    made: dict[str, Any] = {
        "game": "cites",
        "players": players,
        "options": {"contre": contre, "hands": hands},
    }
    if hands == "open":
        made["deck"] = rng.sample(BLOCKS, len(BLOCKS))
    return made


def played(start: dict[str, Any]) -> Slow:
    slow = Slow(start["header"])
    for text in start["played"]:
        slow.play(text)
    return slow


def perft(slow: Slow, depth: int) -> int:
    total = 0
    for text in slow.legal():
        after = deepcopy(slow)
        after.play(text)
        total += 1 if depth == 1 else perft(after, depth - 1)
    return total


@pytest.mark.parametrize("start", STARTS)
def test_the_ways_to_play_on_are_as_counted(start: dict[str, Any]) -> None:
    slow = played(start)
    depths = [depth for depth, count in enumerate(start["counts"], 1) if count < 1500]
    assert [perft(slow, depth) for depth in depths] == start["counts"][: len(depths)]


def test_every_number_of_players_and_option_has_counts() -> None:
    headers = [start["header"] for start in PERFT]
    counted = [(h["players"], h["options"]["contre"], h["options"]["hands"]) for h in headers]
    assert all(options in counted for options in ALL_OPTIONS)


def agree(position: CitesPosition, slow: Slow) -> None:
    texts = [str(action) for action in position.legal()]
    assert len(set(texts)) == len(texts)
    assert sorted(texts) == sorted(slow.legal())
    assert position.turn == slow.turn
    assert position.score() == slow.score
    assert position.as_json() == slow.position()
    assert position.need() == (tuple(sorted(texts)) if slow.phase == "build" and not slow.over else ())
    outcome = position.outcome()
    assert (outcome is not None) == slow.over
    assert (not texts) == slow.over
    assert (outcome.winner if outcome else None) == slow.winner()


@pytest.mark.parametrize("options", ALL_OPTIONS, ids=str)
def test_both_engines_agree_at_every_step_of_random_games(options: tuple[int, bool, str]) -> None:
    for seed in range(4):
        rng = random.Random(f"{options} {seed}")
        start = header(*options, rng)
        position, slow = Cites().start(start), Slow(start)
        agree(position, slow)
        while not slow.over:
            action = rng.choice(position.legal())
            revokes_before = len(slow.revokes)
            position, events = position.after(action)
            slow.play(str(action))
            agree(position, slow)
            told = [(e["seat"], e["trick"], e["block"]) for e in events if e["kind"] == "revoke"]
            assert told == slow.revokes[revokes_before:]


TEXTS = [
    *(f"{word} {name}" for word in ("turnup", "play") for name in BLOCKS),
    *(f"{word} {kind}" for word in ("choose", "contre") for kind in "MPHT"),
    "yield",
    "build D1",
]


@pytest.mark.parametrize("options", ALL_OPTIONS, ids=str)
def test_an_action_is_refused_exactly_where_it_is_not_legal(options: tuple[int, bool, str]) -> None:
    rng = random.Random(f"refusals {options}")
    actions = set(map(Cites().parse, TEXTS))
    position = Cites().start(header(*options, rng))
    while legal := position.legal():
        for action in rng.sample([*actions, *legal], 40):
            if action in legal:
                position.check(action)
            else:
                with pytest.raises(Illegal):
                    position.check(action)
        position, _ = position.after(rng.choice(legal))


@pytest.mark.parametrize("options", ALL_OPTIONS, ids=str)
def test_every_position_is_restored_from_its_state_as_json(options: tuple[int, bool, str]) -> None:
    rng = random.Random(f"states {options}")
    position = Cites().start(header(*options, rng))
    while legal := position.legal():
        restored = Cites().restore(json.loads(json.dumps(position.state())))
        assert restored == position
        assert hash(restored) == hash(position)
        position, _ = position.after(rng.choice(legal))
    assert Cites().restore(json.loads(json.dumps(position.state()))) == position
