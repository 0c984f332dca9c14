"""`tablier demo` and `tablier play` without a display: games that the simulated table plays by itself."""
