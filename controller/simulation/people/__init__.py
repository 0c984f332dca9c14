"""People at a simulated table, from careful to clumsy."""
