"""The rules of Forma. `game.py` has its `Game`."""
