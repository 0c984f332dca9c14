"""The ways for phones to the table."""
