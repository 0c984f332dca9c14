"""What is shown: the view of a session, its lights, its words. Pure. `showing.py` makes the view."""
