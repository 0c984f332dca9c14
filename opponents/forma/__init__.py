"""The opponent for Forma. `model.py` is what the search asks."""
