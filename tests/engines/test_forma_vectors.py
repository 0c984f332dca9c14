"""The kept games of Forma: every answer that a vector gives is what the engine answers."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from engines.forma import Forma
from engines.game import Position, RuleError

VECTORS = Path(__file__).parent.parent / "vectors" / "forma.jsonl"
RECORDS = [json.loads(line) for line in VECTORS.read_text(encoding="utf-8").splitlines()]


class Play:
    """The engine behind the requests of the referee protocol, as far as the vectors of one game use them."""

    def __init__(self) -> None:
        self.positions: list[Position[Any]] = []

    def ask(self, request: dict[str, Any]) -> dict[str, Any]:
        try:
            self._do(request)
        except RuleError as refusal:
            return {"ok": False, "error": refusal.code, "message": str(refusal)}
        position = self.positions[-1]
        outcome = position.outcome()
        answer = {
            "ok": True,
            "turn": position.turn,
            "need": list(position.need()),
            "score": position.score(),
            "over": outcome is not None,
            "winner": outcome and (outcome.winner or "draw"),
        }
        if "ask" in request:
            answer[request["ask"]] = self._asked(position, request["ask"])
        return answer

    def _do(self, request: dict[str, Any]) -> None:
        if "game" in request:
            self.positions = [Forma().start(request)]
        elif "play" in request:
            action = Forma().parse(request["play"])
            self.positions[-1].check(action)
            self.positions.append(self.positions[-1].after(action)[0])
        elif "undo" in request:
            del self.positions[-request["undo"] :]

    @staticmethod
    def _asked(position: Position[Any], what: str) -> Any:
        if what == "position":
            return position.as_json()
        legal = position.legal()
        assert legal is not None
        return len(legal) if what == "count" else sorted(map(str, legal))


@pytest.mark.parametrize("record", RECORDS, ids=[record["name"] for record in RECORDS])
def test_the_engine_answers_as_the_vector(record: dict[str, Any]) -> None:
    play = Play()
    for request, expected in zip(record["requests"], record["answers"], strict=True):
        answer = play.ask(request)
        assert {key: answer.get(key) for key in expected} == expected, request
