"""Values that every room knows: what the sensors say, what is shown, clocks, orders, records. Pure."""
