"""The page for spectators: what the table shows to everybody, in a browser. And the page of a seat: what its
player alone may see and choose, on a phone.

`server.py` has the thread, `site.py` the pages, `picture.py` what is told, `svg.py` the board, `past.py` past
games, `guard.py` what strangers may not do; `seats.py` who is let in for a seat, `seat_site.py` and
`seat_picture.py` what they find. Nothing here decides anything: the game waits for nothing here.
"""
