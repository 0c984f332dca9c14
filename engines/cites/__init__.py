"""The rules of Cités Nouvelles. `game.py` has its `Game`."""
