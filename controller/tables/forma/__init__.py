"""How Forma lies on the table. `table.py` has its `GameTable`."""
