"""The rules of Massaï. `game.py` has its `Game` and its positions."""
