"""Printing for the table: each game's board, and its printed pieces, to scale.

`parts.py` lists a game's printed parts, the files named after the games draw them, `sheets.py` lays them out
on paper, and `pdf.py` and `svg.py` write them. A drawing is a value in millimetres, with `y` upwards from the
lower left corner.
"""
