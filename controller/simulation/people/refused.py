"""What cannot be done at a table, by people or in their place."""


class Refused(Exception):
    """The person cannot do it, or the table does not take it. The text says why."""
