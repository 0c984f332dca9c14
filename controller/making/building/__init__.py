"""The body of a table: its layers, and the boards to cut.

`section.py` says which layers lie upon each other and `case.py` which boards that makes; drawings, cutting
files and pictures are made from these two.
"""
