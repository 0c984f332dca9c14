"""The parts of a picture as values: boxes, type, colours, drawings, and the places of a board."""
