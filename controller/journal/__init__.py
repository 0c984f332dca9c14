"""The journal in SQLite: every action of every game, checked, backed up and restored.

The daemon uses `journal.py`; `file.py` opens the file; `restore.py` repairs it from its backups.
"""
