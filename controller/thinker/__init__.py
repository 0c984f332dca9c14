"""The table's thinking: a pool of processes, and the work of one of them. See `model/thinking.py`."""
