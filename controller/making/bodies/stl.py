"""A solid as binary STL (3D Systems, 1989): 80 bytes of heading, the number of triangles, and of each its
normal, its three corners in millimetres as 32-bit floats, and two bytes of zeros."""

from __future__ import annotations

from math import sqrt
from struct import pack

from controller.making.bodies.solid import Corner, Solid, Triangle


def stl(solid: Solid, name: str) -> bytes:
    """The file of a solid."""
    triangles = solid.triangles()
    heading = f"Tablier, {name}, mm".encode("ascii", "replace")[:80].ljust(80)
    return heading + pack("<I", len(triangles)) + b"".join(map(_packed, triangles))


def _packed(triangle: Triangle) -> bytes:
    return pack("<12fH", *normal(triangle), *(part for corner in triangle for part in corner), 0)


def normal(triangle: Triangle) -> Corner:
    """The direction in which a triangle looks, of length 1."""
    (ax, ay, az), (bx, by, bz), (cx, cy, cz) = triangle
    ux, uy, uz, vx, vy, vz = bx - ax, by - ay, bz - az, cx - ax, cy - ay, cz - az
    x, y, z = uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx
    length = sqrt(x * x + y * y + z * z)
    return x / length, y / length, z / length
