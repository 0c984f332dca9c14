"""The table's interpretation of boards, touches and time. Pure; names no game.

`session.py` holds the state, `step.py` returns the next one for an event, `interpretation.py` finds the
actions that explain a board, `tasks.py` says what people must do.
"""
