"""A hall: all tables of one broker on one wall page, the results of the day, and a tournament.

`pairings.py` and `tournament.py` are pure; `hall.py` holds what is known of the tables, `listener.py` hears
the broker, `site.py` shows it.
"""
