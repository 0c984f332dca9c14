"""The opponent for Massaï. `model.py` is its interface to the search."""
