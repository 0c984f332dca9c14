"""The kept games of Cités Nouvelles: every answer that a vector gives is what the engine answers."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from engines.cites import Cites, CitesPosition
from engines.game import RuleError

VECTORS = Path(__file__).parent.parent / "vectors" / "cites.jsonl"
RECORDS = [json.loads(line) for line in VECTORS.read_text(encoding="utf-8").splitlines()]


class Play:
    """The engine behind the requests of the referee protocol, as far as the vectors use them."""

    def __init__(self) -> None:
        self.positions: list[CitesPosition] = []

    def ask(self, request: dict[str, Any]) -> dict[str, Any]:
        try:
            self._do(request)
        except RuleError as refusal:
            return {"ok": False, "error": refusal.code}
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
        match request.get("ask"):
            case "position":
                answer["position"] = position.as_json()
            case "legal":
                answer["legal"] = sorted(map(str, position.legal()))
            case "count":
                answer["count"] = len(position.legal())
        return answer

    def _do(self, request: dict[str, Any]) -> None:
        if "game" in request:
            self.positions = [Cites().start(request)]
        elif "play" in request:
            action = Cites().parse(request["play"])
            self.positions[-1].check(action)
            self.positions.append(self.positions[-1].after(action)[0])
        elif "undo" in request:
            del self.positions[-request["undo"] :]


@pytest.mark.parametrize("record", RECORDS, ids=[record["name"] for record in RECORDS])
def test_the_engine_answers_as_the_vector(record: dict[str, Any]) -> None:
    play = Play()
    for request, expected in zip(record["requests"], record["answers"], strict=True):
        answer = play.ask(request)
        assert {key: answer.get(key) for key in expected} == expected, request
