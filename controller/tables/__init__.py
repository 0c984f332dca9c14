"""How a game lies on the table: the contract, by roles, and a folder for each game."""
