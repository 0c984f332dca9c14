"""How Massaï lies on the table. `table.py` has its `GameTable`."""
