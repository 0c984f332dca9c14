"""Faults that are put into the code by hand, one at a time: the quick tests must notice each of them."""
