"""Read an exported game, print it action by action, and draw it.

    tablier export 7 > game.jsonl
    python examples/replay.py game.jsonl out/

Cell by cell it is also a notebook: nothing here needs a table.
"""

# %% Read it. An action that the rules refuse is named with its line.
import sys
from pathlib import Path

from tablier.record import replayed

file, folder = Path(sys.argv[1]), Path(sys.argv[2])
game = replayed(file.read_text(encoding="utf-8").splitlines())
print(f"{game.name}: {len(game.actions)} actions")

# %% Print it: the player, the action, and the score after it.
for number, (before, action, after) in enumerate(
    zip(game.positions, game.actions, game.positions[1:], strict=False), start=1
):
    score = " ".join(f"{player} {points}" for player, points in after.score().items())
    print(f"{number:>4}  {before.turn or 'anybody':<8}  {action.public:<24}  {score}")

outcome = game.positions[-1].outcome()
print(f"{outcome.winner or 'draw'}: {outcome.reason}" if outcome else "not over")

# %% Ask what else could have been played at the last choice.
others = game.positions[-2].legal() if game.actions else None
print(f"the last choice was one of {len(others)}" if others else "its choices are not counted")

# %% Draw the board in the middle of the game and at its end.
folder.mkdir(parents=True, exist_ok=True)
for at in (len(game.actions) // 2, len(game.actions)):
    picture = folder / f"{game.name}-{at}.svg"
    picture.write_text(game.board_svg(after=at), encoding="utf-8")
    print(picture)
