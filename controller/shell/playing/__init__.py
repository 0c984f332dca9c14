"""The screens and additions while a game is played: help, lessons, hints, reasons, the score sheet, and presses
that wait for the board."""
