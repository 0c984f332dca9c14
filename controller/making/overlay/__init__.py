"""The printed parts of a table, on paper: `parts.py` lists a game's parts, `sheets.py` lays them on pages,
and `pdf.py` and `svg.py` write these. `controller/boards` has the drawings."""
