"""Values: the state of the screens around the game, their requests, and the contract of a screen."""
