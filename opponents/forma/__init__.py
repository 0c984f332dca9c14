"""The opponent for Forma. `model.py` is its interface to the search."""
