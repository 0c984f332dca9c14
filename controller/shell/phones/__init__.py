"""The ways for phones to the table, and the presses that wait for the board."""
