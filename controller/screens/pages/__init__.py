"""Each screen's layout, and the parts that they share."""
