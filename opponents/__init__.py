"""Opponents for the four games: pure thinking, from what one seat may know to an action.

They know the rules (`engines`) and no table, no device and no clock: whoever asks gives the random numbers
and says when it is enough. `think.py` is where to begin reading.
"""
