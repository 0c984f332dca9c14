"""Updates of the program: started by systemd, done by `./update`, which writes its progress to a file."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from engines.record import record
from hardware.host.port import NO_UPDATE, NOT_ALLOWED, HostError, Source, Update
from hardware.host.programs import WITHIN_S, Run
from texts import _

MOST: Final = 200
"""The longest state that is read, in characters."""


@record
class Places:
    """The program's folder, the unit that updates it, and the file with the state."""

    folder: Path
    unit: Path = Path("/etc/systemd/system/tablier-update@.service")
    state: Path = Path("/run/tablier-update/state")


def look(run: Run, places: Places) -> Update:
    """The version, and how far an update is."""
    if not (places.unit.exists() and (places.folder / ".git").exists()):
        return NO_UPDATE
    # The folder is its owner's: git reads one of another user only with this option.
    words = ("git", "-c", "safe.directory=*", "-C", str(places.folder), "log", "-1", "--format=%h, %cs")
    try:
        asked = run(words, "", WITHIN_S)
        version = "" if asked.status else asked.output.strip()
    except HostError:
        version = ""
    word, _space, detail = _state(places.state).partition(" ")
    return Update("", version, word, detail)


def _state(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8", errors="replace")[:MOST].strip()
    except OSError:
        return ""


def begin(run: Run, source: Source) -> None:
    """Begin an update. Raises `HostError`."""
    unit = f"tablier-update@{source}.service"
    done = run(("systemctl", "--no-ask-password", "--no-block", "start", unit), "", WITHIN_S)
    if done.status:
        is_refused = "uthentication" in done.complaint or "ccess denied" in done.complaint
        raise HostError(NOT_ALLOWED if is_refused else _("Refused: {why}", why=done.complaint))
