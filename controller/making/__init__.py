"""The maker's workshop: printing, wiring, flashing and installing. A running table needs none of it."""
