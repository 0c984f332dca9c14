"""How Cités Nouvelles lies on the table. `table.py` has its `GameTable`."""
