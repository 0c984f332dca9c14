"""The microcontroller's program. `VERSION` is what the board says of itself in its hello."""

VERSION = "0.1.0"
