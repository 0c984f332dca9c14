"""Values shared by all rooms: sensors, views, clocks, orders, records. Pure."""
