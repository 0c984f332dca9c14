"""The simulated table in a window: the board from above, its pieces and its lights."""
