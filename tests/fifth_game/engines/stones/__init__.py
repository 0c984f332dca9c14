"""Stones: a game as small as a game can be."""
