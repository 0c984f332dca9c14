"""The flight recorder: what the table was told and what it did, and how a recording is replayed."""
