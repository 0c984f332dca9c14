"""Finds the kind of file system of a file."""

from __future__ import annotations

from pathlib import Path
from typing import Final

MOUNTS: Final = Path("/proc/self/mounts")

NETWORK: Final = frozenset(
    {"nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "afs", "ceph", "fuse.sshfs", "fuse.glusterfs", "davfs"}
)
"""File systems of other computers."""


def is_on_network(path: Path, mounts: Path = MOUNTS) -> bool:
    """Whether a file lies on another computer, as far as this one knows; `False` if it does not know."""
    try:
        lines = mounts.read_text(encoding="utf-8", errors="replace").splitlines()
        parents = {str(one) for one in (path.resolve(), *path.resolve().parents)}
    except OSError:
        return False
    found = ("", "")
    for line in lines:
        _device, place, kind, *_rest = [*line.split(" "), "", "", ""]
        place = place.replace("\\040", " ")
        if place in parents and len(place) >= len(found[0]):
            found = (place, kind)
    return found[1] in NETWORK
