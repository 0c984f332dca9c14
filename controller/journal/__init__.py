"""The journal in SQLite: every action of every game, checked, backed up and restored.

`journal.py` is what the daemon uses; `file.py` opens the file; `restore.py` brings back a sound one.
"""
