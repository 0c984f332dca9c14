"""The review of a finished game: the expected result after each action."""
