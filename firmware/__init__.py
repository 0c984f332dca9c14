"""The microcontroller's program. `VERSION` is the board's version in its hello."""

VERSION = "0.1.0"
