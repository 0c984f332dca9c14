"""Lights on this computer's pins or SPI, and what any lights draw."""
