"""The opponent for Cités Nouvelles. `model.py` is its interface to the search."""
