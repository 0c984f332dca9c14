"""Random games of other people's engines, for `peers.py`: run by an interpreter that has them installed.

It first writes the names of those that are there, as JSON on a line. For each line `[NAME, SECONDS]` it plays
whole random games for this long and answers with `[games, plies, seconds of processor time]`. It imports
nothing of the project.
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections.abc import Callable
from importlib import import_module
from typing import Any

SEED = 1


def python_chess() -> Callable[[random.Random], int]:
    """python-chess. A game ends without a legal move, by the fifty-move rule or without material; repetition,
    the slowest to find, is not looked for."""
    chess: Any = import_module("chess")

    def played(dice: random.Random) -> int:
        board, plies = chess.Board(), 0
        while moves := list(board.legal_moves):
            if board.halfmove_clock >= 100 or board.is_insufficient_material():
                break
            board.push(dice.choice(moves))
            plies += 1
        return plies

    return played


def open_spiel(name: str) -> Callable[[], Callable[[random.Random], int]]:
    """A game of OpenSpiel's, in C++, through its Python interface."""

    def made() -> Callable[[random.Random], int]:
        game: Any = import_module("pyspiel").load_game(name)

        def played(dice: random.Random) -> int:
            state, plies = game.new_initial_state(), 0
            while not state.is_terminal():
                state.apply_action(dice.choice(state.legal_actions()))
                plies += 1
            return plies

        return played

    return made


def blokus_rl() -> Callable[[random.Random], int]:
    """The environment of blokus_rl, in Rust: an action is drawn from the mask of the observation."""
    environment: Any = import_module("blokus_rl").BlokusEnv()
    flat: Any = import_module("numpy").flatnonzero

    def played(dice: random.Random) -> int:
        environment.reset()
        plies = 0
        while environment.agents:
            observation, _, is_over, is_cut, _ = environment.last()
            if is_over or is_cut:
                environment.step(None)
                continue
            environment.step(int(dice.choice(flat(observation["action_mask"]))))
            plies += 1
        return plies

    return played


PEERS: dict[str, Callable[[], Callable[[random.Random], int]]] = {
    "python_chess": python_chess,
    "open_spiel_chess": open_spiel("chess"),
    "open_spiel_hex": open_spiel("hex"),
    "blokus_rl": blokus_rl,
}


def installed() -> dict[str, Callable[[random.Random], int]]:
    """The installed peers, by name: each plays a whole random game and returns its plies."""
    found = {}
    for name, make in PEERS.items():
        try:
            found[name] = make()
        except ImportError as error:
            print(f"{name} is left out: {error}", file=sys.stderr)
    return found


def main() -> None:
    """Answer until the requests end."""
    engines = installed()
    print(json.dumps(list(engines)), flush=True)
    for line in sys.stdin:
        name, seconds = json.loads(line)
        dice, games, plies, begun_s = random.Random(SEED), 0, 0, time.process_time()
        while (passed_s := time.process_time() - begun_s) < seconds:
            plies += engines[name](dice)
            games += 1
        print(json.dumps([games, plies, passed_s]), flush=True)


if __name__ == "__main__":
    main()
