"""A Raspberry Pi Pico's modules for MicroPython on a computer, so that the firmware runs there as it stands.

This folder comes first on MicroPython's path. What is imported from here refuses what the Pico refuses, and
stands on a table whose contacts, clock and lights are the host's (`hardware/simulated_firmware.py`). CPython
never imports from here, but for `registers`, which needs nothing.
"""
