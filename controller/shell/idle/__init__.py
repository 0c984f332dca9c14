"""The screens between games: the invitation with its exhibition match, and the About page."""
