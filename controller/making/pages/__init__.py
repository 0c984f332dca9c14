"""The numbers and drawings in `docs/build`, written again by `make docs`."""
