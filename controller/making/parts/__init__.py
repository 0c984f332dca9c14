"""The parts list of a table, and the costs of parts and work."""
