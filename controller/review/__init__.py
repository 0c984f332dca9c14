"""A finished game looked at again: what was to be expected after each action."""
