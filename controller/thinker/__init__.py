"""Who thinks for the table: a pool of processes, and what one of them does. See `model/thinking.py`."""
