"""The panel at the table's edge, on the computer's pins."""
