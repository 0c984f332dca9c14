"""Lights on this computer's pins or SPI, and the current of any lights."""
