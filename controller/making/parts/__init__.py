"""What a table is built of: the list of parts, and what they and the work cost."""
