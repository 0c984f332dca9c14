"""The body of a table, and of its pieces: layers, boards to cut, solids to print, money and hours.

`section.py` says which layers lie upon each other and `case.py` which boards that makes; drawings, cutting
files, pictures and pages are all made from these two.
"""
