"""What is printed for the table: each game's board, and the pieces that are printed too, to scale.

`parts.py` says what there is to print for a game, the files named after the games draw it, `sheets.py` lays
it on paper, and `pdf.py` and `svg.py` write it down. A drawing is a value in millimetres, with `y` upwards
from the lower left corner.
"""
