"""The screens and additions while a game is played: help, lessons, hints, reasons, the score sheet.

`pending.py` keeps the presses that wait for the board.
"""
