"""Bodies of the games' pieces, to be printed: watertight solids with the pocket of a magnet, as STL.

`solid.py` builds surfaces, `outlines.py` has their shapes, `pieces.py` the pieces of each game, `stl.py`
writes them.
"""
