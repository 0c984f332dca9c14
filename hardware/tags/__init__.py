"""Tag readers."""
