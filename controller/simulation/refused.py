"""Errors of people's actions at a table."""


class Refused(Exception):
    """The person cannot do it, or the table does not accept it. The text says why."""
