"""A Raspberry Pi Pico's modules for MicroPython on a computer, so that the firmware runs there as it stands.

This folder comes first on MicroPython's path. What is imported from here refuses what the Pico refuses, and
stands on a table whose contacts, tags, clock and lights are the host's (`hardware/simulated/firmware.py`).
CPython imports from here only what models parts outside the Pico and needs nothing: `registers`, `readers`
and `cards`.
"""
