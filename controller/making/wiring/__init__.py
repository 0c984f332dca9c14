"""The wiring and the parts of a table: the source of the drawings, lists and tables in `docs/build`.

`circuits.py` is the one description of every connection, with the pins taken from the firmware's and the
program's own settings. `python -m controller.making.wiring.pages` writes the drawings and lists into the
pages.
"""
