"""The wiring of a table: the source of the drawings and lists of connections in `docs/build`.

`circuits.py` is the one description of every connection, with the pins taken from the firmware's and the
program's own settings. `python -m controller.making.pages.wiring` writes the drawings and lists into the
pages.
"""
