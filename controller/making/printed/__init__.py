"""Printed circuit boards for a table: a module of 4 × 4 sites, and the board for Pico and shift registers.

`module.py` and `registers.py` have circuit and placement of the two; tracks are explicit or found by
`router.py`. `kicad_board.py` and `kicad_schematic.py` write KiCad's files, which `docs/build/boards` holds.
"""
