"""The people of a table by name: who plays, what they have won, and their tournament."""
