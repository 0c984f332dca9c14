"""The maker's workshop: what is printed, wired, flashed and installed. A running table needs none of it."""
