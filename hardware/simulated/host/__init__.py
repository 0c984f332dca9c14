"""A strict stand-in for this computer."""
