"""The flight recorder: the events that reached the table and its decisions, and how a recording is
replayed."""
