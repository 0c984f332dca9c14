"""The opponent for Masterplan. `model.py` is its interface to the search."""
