"""Opponents for the four games: pure thinking, from the knowledge of one seat to an action.

They know the rules (`engines`) and no table, device or clock: the caller supplies random numbers and decides
when to stop. Start reading at `think.py`.
"""
