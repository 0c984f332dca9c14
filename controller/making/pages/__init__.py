"""The numbers and drawings in `docs/build`, written anew by `make docs`."""
