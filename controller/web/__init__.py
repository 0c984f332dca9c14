"""The spectators' page: the public view of the table, in a browser. And the page of a seat: the secrets and
choices of its player, on a phone.

`server.py` has the thread, `site.py` the pages, `picture.py` the view as JSON, `svg.py` the board, `past.py`
past games, `guard.py` the limits for strangers; `seats.py` admits phones to seats, `seat_site.py` and
`seat_picture.py` serve them. Nothing here decides anything, and the game never waits for it.
"""
