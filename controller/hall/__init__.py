"""A hall: all tables of one broker on one wall page, the results of the day, and a tournament.

`pairings.py` and `tournament.py` are pure; `hall.py` has the state of the tables, `serve.py` receives the
broker's messages, `site.py` serves the page.
"""
