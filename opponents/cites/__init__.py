"""The opponent for Cités Nouvelles. `model.py` is what the search asks."""
