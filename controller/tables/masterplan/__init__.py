"""How Masterplan lies on the table. `table.py` has its `GameTable`."""
