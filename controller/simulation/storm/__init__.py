"""Random games by clumsy people on a faulty table, and the promises that must hold all the same.

A game of a storm is a table script that is written while it is played: every line is carried out as `tablier
script` does it, so that a failing game can be replayed from its lines alone, and shrunk by leaving some out.
"""
