"""Each game's printed board, and the pieces that are printed too, as drawings to scale.

A drawing is a value in millimetres, with `y` upwards from the lower left corner. `tablier overlay` writes it
to PDF and SVG, the simulated table paints it: both draw the same shapes. `games.py` finds a game's board.
"""
