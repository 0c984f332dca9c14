"""Random games by clumsy people on a table whose world misbehaves, and what must hold all the same.

A game of a storm is a table script that is written while it is played: every line is done as `tablier script`
does it, so that a game that fails can be played again from its lines alone, and shrunk by leaving some out.
"""
