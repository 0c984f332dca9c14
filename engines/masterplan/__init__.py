"""The rules of Masterplan. `game.py` has its `Game`."""
