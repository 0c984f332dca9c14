"""What is printed for the table, on paper: `parts.py` says what there is to print for a game, `sheets.py`
lays it on pages, and `pdf.py` and `svg.py` write them down. `controller/boards` has the drawings.
"""
