"""The page for spectators: what the table shows to everybody, in a browser.

`server.py` has the thread, `site.py` the pages, `picture.py` what is told, `svg.py` the board, `past.py` past
games, `guard.py` what strangers may not do. Nothing here decides anything: the game waits for nothing here.
"""
