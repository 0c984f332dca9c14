"""The opponent for Massaï. `model.py` is what the search asks."""
