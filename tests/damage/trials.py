"""Trials: an evening's journal is copied, one file of it is harmed, and the program is started at it."""

from __future__ import annotations

import os
import pwd
import shutil
import tempfile
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random

from tests.damage.evenings import FILE, Evening, State, played
from tests.damage.harms import HARMS, Place, forbid, kind_of, take_another_games
from tests.damage.judging import ALLOWED, Outcome, judged
from tests.damage.starting import NOBODY, Held, in_a_fork, real_start, start

REAL_ONE_IN = 100
"""One in this many trials starts the real program."""
SEEDS = 2
"""This many evenings of each state are played, in each job."""
MEMORY = Path("/dev/shm")
"""A folder in memory: a journal asks a disk to flush all that it writes."""


@dataclass(slots=True)
class Counts:
    """The outcomes of the trials, by harm and file, and the forbidden ones in words."""

    by_harm: defaultdict[tuple[str, str], Counter[Outcome]] = field(
        default_factory=partial(defaultdict, Counter)
    )
    wrong: list[str] = field(default_factory=list)
    real: int = 0

    @property
    def trials(self) -> int:
        """How many there were."""
        return sum(counts.total() for counts in self.by_harm.values())

    def add(self, other: Counts) -> None:
        """Add those of others."""
        for place, outcomes in other.by_harm.items():
            self.by_harm[place] += outcomes
        self.wrong += other.wrong
        self.real += other.real

    @property
    def outcomes(self) -> Counter[Outcome]:
        """The sum of these outcomes."""
        return sum(self.by_harm.values(), Counter())


class Trials:
    """The same seed gives the same evenings and the same harms."""

    def __init__(
        self, folder: Path, seed: int, states: tuple[State, ...] = tuple(State), seeds: int = SEEDS
    ) -> None:
        self.counts = Counts()
        self._folder = folder
        self._dice = Random(f"damage {seed}")
        self._evenings = [
            played(folder, state, 1_000 * seed + number) for number in range(seeds) for state in states
        ]
        self._held = [self._unharmed(evening) for evening in self._evenings]

    def run(self, count: int, tell: Callable[[str], None] = lambda words: None) -> None:
        """Make this many trials. `tell` is called with each one that came out wrong."""
        while self.counts.trials < count:
            if wrong := self._trial():
                self.counts.wrong.append(wrong)
                tell(wrong)

    def _unharmed(self, evening: Evening) -> Held:
        """The program's data without harm: everything that it has reported as stored."""
        with self._copy(evening) as journal:
            start(journal)  # all that a start imports is here from now on
        with self._copy(evening) as journal:
            seen = in_a_fork(start, journal, as_nobody=False)
        assert not seen.refusal, seen
        found = {number: list(texts[1:]) for number, texts in seen.held.games.items()}
        assert found == evening.said, f"{evening}: {evening.said} was stored, and {found} is there"
        return seen.held

    def _trial(self) -> str:
        """One trial; gives in words what is wrong with what came of it."""
        number = self._dice.randrange(len(self._evenings))
        other = self._dice.choice([one for one in range(len(self._evenings)) if one != number])
        evening, dice = self._evenings[number], Random(self._dice.getrandbits(64))
        names, weights = list(HARMS), [weight for _harm, weight in HARMS.values()]
        name = self._dice.choices(names, weights)[0]
        harm = HARMS[name][0]
        with self._copy(evening) as journal:
            file = dice.choice(sorted(journal.parent.iterdir()))
            place = Place(file, evening, self._evenings[other], dice)
            done = harm(place)
            if not done:
                return ""
            is_forbidden = harm is forbid
            is_real = not is_forbidden and dice.randrange(REAL_ONE_IN) == 0
            self.counts.real += is_real
            as_nobody = is_forbidden and os.geteuid() == 0
            if as_nobody:
                _give_to_nobody(journal.parent)
            seen = real_start(journal) if is_real else in_a_fork(start, journal, as_nobody=as_nobody)
            another = self._held[other] if harm is take_another_games else None
            outcome, wrong = judged(self._held[number], seen, another, may_wait=is_forbidden)
            self.counts.by_harm[name, kind_of(file)][outcome] += 1
            if outcome in ALLOWED or (outcome is Outcome.WAITS and is_forbidden):
                return ""
            how = ", real program" if is_real else ""
            return f"{evening}; {file.name}: {name} ({done}){how}: {outcome}: {wrong}"

    @contextmanager
    def _copy(self, evening: Evening) -> Iterator[Path]:
        """The journal of an evening in a folder of its own."""
        where = MEMORY if MEMORY.is_dir() else self._folder
        with tempfile.TemporaryDirectory(prefix="tablier-damage-", dir=where) as folder:
            shutil.copytree(evening.folder, Path(folder) / "games")
            yield Path(folder) / "games" / FILE


def _give_to_nobody(folder: Path) -> None:
    """Root may write everything, so the program runs as another user."""
    user = pwd.getpwnam(NOBODY)
    folder.parent.chmod(0o755)
    for path in (folder, *folder.iterdir()):
        os.chown(path, user.pw_uid, user.pw_gid)
