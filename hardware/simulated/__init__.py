"""Strict stand-ins for every device. They refuse what the real ones refuse."""
