"""The program is started at a journal, and what it holds and says then is looked at.

Most starts are in a fork of this process, on the way that the program takes; some are the real program.
"""

from __future__ import annotations

import os
import pickle
import pwd
import select
import signal
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from controller.daemon.daemon import started
from controller.daemon.status_file import folder_here, name_of
from controller.daemon.waiting import HOPELESS
from controller.journal.errors import JournalError
from controller.journal.journal import Journal
from controller.model.records import Played, Start
from controller.model.view import Phase
from controller.settings import preferences
from controller.settings.config import load, with_settings
from hardware.lights.lights import NoLights
from tests.damage.evenings import words_of
from tests.kills.program import Program

WITHIN_S = 10.0
"""The longest time from a start until something can be touched."""
REAL_WITHIN_S = 60.0
"""The same of the real program on a busy computer: its imports are the longest part."""
NOBODY = "nobody"

SETTINGS = """
[board]
kind = "serial"
port = "{folder}/no-board-*"
[screen]
kind = "none"
[web]
listen = "off"
[recorder]
minutes = 0
[journal]
path = "{journal}"
"""


@dataclass(frozen=True, slots=True)
class Held:
    """The content of a journal: the log entries of each game, and the data beside the logs."""

    games: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    beside: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Seen:
    """The outcome of a start: the journal's content, and the messages.

    `refusal` is the reason if no game can be played; `is_waiting` means that the table says so, and goes on
    by itself after a repair.
    """

    held: Held = Held()
    notice: str = ""
    refusal: str = ""
    is_waiting: bool = False


def held_by(journal: Journal) -> Held:
    """All that a journal holds. Raises `JournalError`."""
    games, beside = {}, {"masks": str(sorted(journal.masks()))}
    for game in journal.games():
        texts = [words_of(entry.what) for entry in journal.entries(game.id)]
        games[game.id] = (str(game.header), *texts)
        beside[f"clock of {game.id}"] = str(sorted(journal.used_ms(game.id).items()))
        beside[f"hands of {game.id}"] = str(sorted(journal.hands(game.id).rows.items()))
        beside[f"computers of {game.id}"] = str(sorted(journal.computers(game.id).items()))
    return Held(games, beside)


def start(journal: Path) -> Seen:
    """A start as the program makes it, up to the first view; then another game is begun, and everything is
    ended."""
    config = with_settings(load(), [("journal.path", f'"{journal}"')])
    try:
        opened = Journal.open(config.journal.file, keep_games=config.journal.keep_games)
    except JournalError as error:
        return Seen(refusal=f"{type(error).__name__}: {error}", is_waiting=not isinstance(error, HOPELESS))
    with opened:
        kept = preferences.opened(preferences.file_beside(config.journal.file), config)
        daemon = started(config, opened, NoLights(), (), lambda: 0, kept=kept)
        assert daemon.shown.view.heading is not None
        assert daemon.session.phase in {Phase.MENU, Phase.PLAYING, Phase.CORRECTING, Phase.PAUSED}
        held = held_by(opened)
        another = opened.apply([Start({"game": "masterplan"}), Played("house d4 ne")], 0)
        notice = str(daemon.session.notice)
    with Journal.open(config.journal.file) as again:
        after = held_by(again)
    assert another is not None
    assert after.games[another][1:] == ("play house d4 ne",)
    assert {number: game for number, game in after.games.items() if number != another} == held.games
    return Seen(held, notice)


def in_a_fork(work: Callable[[Path], Seen], journal: Path, *, as_nobody: bool) -> Seen:
    """The outcome in a process of its own, which may crash or hang."""
    ours, theirs = os.pipe()
    child = os.fork()
    if not child:
        os.close(ours)
        _work(work, journal, theirs, as_nobody=as_nobody)
    os.close(theirs)
    data, end_s = b"", time.monotonic() + WITHIN_S
    while (left_s := end_s - time.monotonic()) > 0 and select.select([ours], [], [], left_s)[0]:
        if not (part := os.read(ours, 1 << 16)):
            break
        data += part
    os.close(ours)
    os.kill(child, signal.SIGKILL)
    status = os.waitpid(child, 0)[1]
    if not data:
        return Seen(refusal=f"never starts within {WITHIN_S:.0f} s (it ended with {status})")
    found = pickle.loads(data)
    assert isinstance(found, Seen)
    return found


def _work(work: Callable[[Path], Seen], journal: Path, out: int, *, as_nobody: bool) -> None:
    """In the fork: it never returns."""
    try:
        if as_nobody:
            user = pwd.getpwnam(NOBODY)
            os.setgroups([])
            os.setgid(user.pw_gid)
            os.setuid(user.pw_uid)
        seen = work(journal)
    except BaseException as error:  # noqa: BLE001 - a process's top: any failure is reported
        seen = Seen(refusal=f"{type(error).__name__}: {error}")
    data = pickle.dumps(seen)
    while data:
        data = data[os.write(out, data) :]
    os._exit(0)


def real_start(journal: Path) -> Seen:
    """The real program, until it says how it is; then it is ended, and its journal read."""
    settings = journal.parent.parent / "tablier.toml"
    settings.write_text(SETTINGS.format(folder=journal.parent, journal=journal))
    program = Program(settings)
    begun_s = time.monotonic()
    try:
        status = _status_of(settings)
        while not status.exists():
            if not program.is_alive or time.monotonic() - begun_s > REAL_WITHIN_S:
                return Seen(refusal=f"the real program does not start: {' '.join(program.said)[-500:]}")
            time.sleep(0.02)
        program.end()
    finally:
        program.kill()
    said = " ".join(line for line in program.said if "journal" in line and "level=info" not in line)
    with Journal.open(journal) as opened:
        return Seen(held_by(opened), said)


def _status_of(settings: Path) -> Path:
    before, os.environ["XDG_RUNTIME_DIR"] = os.environ.get("XDG_RUNTIME_DIR", ""), str(settings.parent)
    try:
        return folder_here() / name_of(load(settings))
    finally:
        os.environ["XDG_RUNTIME_DIR"] = before
