"""The one place where the table's requests meet the opponents. Imported by whoever searches, and late: the
table itself needs none of it."""

from __future__ import annotations

from random import Random

from controller.thinking import Request
from opponents.think import think
from opponents.thought import Budget, Thought


def thought_of(request: Request, random: Random, budget: Budget) -> Thought:
    """What one search finds for a request."""
    return think(request.position, request.seat, request.level, random, budget, request.hand)
