"""The view of a session: its lights, its words. Pure. `showing.py` makes it."""
