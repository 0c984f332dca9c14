"""A Raspberry Pi Pico's modules for MicroPython on a computer, so that the firmware runs there unchanged.

This folder comes first on MicroPython's path. Its modules refuse what the Pico refuses, and work on a table
whose contacts, tags, clock and lights are the host's (`hardware/simulated/firmware.py`). CPython imports from
here only models of parts outside the Pico that need nothing else: `registers`, `readers` and `cards`.
"""
