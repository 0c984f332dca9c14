"""The expected state: the same table in this process, on a copy of its journal, never killed. It has a clock
of its own, so that seconds at the table take no time here."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from controller.daemon.daemon import started
from controller.journal.journal import Journal
from controller.model.signs import STYLES, colour_of, lit_level
from controller.model.view import Lit, Phase
from controller.referee.play import Play
from controller.settings.settings import Config
from controller.simulation.witness import Rows
from controller.view.light_picture import strongest
from hardware.lights.lights import NoLights
from hardware.ports import LinkUp, SensorFrame

STEP_MS = 50
REST_MS = 3_000
LONGEST_RHYTHM_MS = 5_000
JOURNAL_FILES = ("", "-wal")

Colours = Mapping[int, frozenset[bytes]]
"""By site the colours that its light may have at one time or another; all other lights are dark."""


def copied(journal: Path, copy: Path) -> Path:
    """A copy of a journal's file as a killed program has left it. The file itself is not opened."""
    copy.parent.mkdir(exist_ok=True)
    for old in copy.parent.glob(f"{copy.name}*"):
        old.unlink()
    for suffix in JOURNAL_FILES:
        part = Path(f"{journal}{suffix}")
        if part.exists():
            shutil.copyfile(part, f"{copy}{suffix}")
    return copy


def rows_of(journal: Journal) -> Rows:
    """All that a journal holds of its games, but for the times of day."""
    return {
        game.id: tuple(replace(entry, wall_ms=0) for entry in journal.entries(game.id))
        for game in journal.games()
    }


class Model:
    """A table that is switched on with this journal and these sites closed, and has come to rest."""

    def __init__(self, config: Config, journal: Path, closed: int) -> None:
        self._electrics = config.lights.electrics
        self._journal = Journal.open(journal)
        self._daemon = started(config, self._journal, NoLights(), ("board",), lambda: 0)
        self._now_ms = 0
        self.lately_lit = 0
        """The sites that were lit since something was last moved, if only for a moment: what has just scored
        flashes, and is dark in between."""
        self._daemon.handle(LinkUp(0, "board", "a model"), 0)
        self.see(closed)

    def close(self) -> None:
        """Let the journal go."""
        self._journal.close()

    def see(self, closed: int) -> None:
        """These sites are closed now, until the table is at rest."""
        end_ms = self._now_ms + REST_MS
        self.lately_lit = 0
        while self._now_ms < end_ms:
            self._now_ms += STEP_MS
            self._daemon.handle(SensorFrame(self._now_ms, closed), self._now_ms)
            for site, _lit in self._daemon.shown.lights:
                self.lately_lit |= 1 << site

    @property
    def play(self) -> Play:
        """The game that is being played."""
        assert self._daemon.session.play is not None
        return self._daemon.session.play

    @property
    def phase(self) -> Phase:
        """The table's phase."""
        return self._daemon.session.phase

    @property
    def is_for_hands(self) -> bool:
        """Whether hands alone can do what comes next."""
        session = self._daemon.session
        if session.play is None or session.phase in (Phase.MENU, Phase.OVER):
            return False
        return not session.play.table.spoken(session.play.position)

    @property
    def rows(self) -> Rows:
        """The journal's content."""
        return rows_of(self._journal)

    @property
    def texts(self) -> list[str]:
        """The actions of the last game that stand."""
        return self._journal.actions(max(game.id for game in self._journal.games()))

    @property
    def colours(self) -> Colours:
        """The lights' colours, at any time."""
        lights = strongest(self._daemon.shown.lights)
        return {site: self._colours(lit) for site, lit in lights.items()}

    def _colours(self, lit: Lit) -> frozenset[bytes]:
        strength = STYLES[lit.meaning].strength
        since_ms = max(lit.since_ms, self._now_ms)  # what only begins a rhythm is over
        moments = range(since_ms, since_ms + LONGEST_RHYTHM_MS, 10)
        shares = {strength * lit_level(lit, at_ms) for at_ms in moments}
        return frozenset(
            self._electrics.sent(bytes(round(part * share) for part in colour_of(lit))) for share in shares
        )


def is_shown(lit: bytes, colours: Colours) -> bool:
    """Whether a picture of the lights is one of these."""
    return not any(
        lit[3 * site : 3 * site + 3] not in colours.get(site, {bytes(3)}) for site in range(len(lit) // 3)
    )


def lit_sites(lit: bytes) -> int:
    """The sites whose light is not dark."""
    return sum(1 << site for site in range(len(lit) // 3) if any(lit[3 * site : 3 * site + 3]))
