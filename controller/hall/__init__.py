"""A hall: all tables of one broker on one wall page, the results of the day, and a tournament.

`tournament.py` is pure; `hall.py` has the state of the tables, `serve.py` receives the
broker's messages, `site.py` serves the page.
"""
