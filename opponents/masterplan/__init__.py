"""The opponent for Masterplan. `model.py` is what the search asks."""
