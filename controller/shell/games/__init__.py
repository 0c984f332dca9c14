"""The games in the journal: unfinished ones, past ones and their review."""
