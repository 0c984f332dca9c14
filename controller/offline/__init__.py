"""Work of the commands that needs no running table."""
