"""Applies each mutant to a copy of the tree, and runs the tests that are named for it."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue
from typing import Literal

from tests.mutants.catalogue import Mutant

ROOT = Path(__file__).parent.parent.parent

LONGEST_S = 300
"""A mutant that lets the tests hang for this long counts as noticed."""

Verdict = Literal["noticed", "SURVIVED", "ERROR"]


class BadMutant(Exception):
    """A mutant that cannot be applied, or tests that do not hold without it. The text says why."""


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a mutant: whether the tests noticed it, the first test that did, and the time."""

    mutant: Mutant
    verdict: Verdict
    by: str
    took_s: float


def mutated(mutant: Mutant, text: str) -> str:
    """The text of a file with the fault in it. Raises `BadMutant` unless its text is there exactly once."""
    found = text.count(mutant.old)
    if found != 1:
        raise BadMutant(f"{mutant.file} has its text {found} times, not once: {mutant.old!r}")
    return text.replace(mutant.old, mutant.new)


def tried(mutant: Mutant, tree: Path) -> Result:
    """Put a mutant into a tree, run its tests, and take it out again."""
    file, started_s = tree / mutant.file, time.monotonic()
    sound = file.read_text(encoding="utf-8")
    try:
        file.write_text(mutated(mutant, sound), encoding="utf-8")
        is_well, said = tests_hold(mutant.tests, tree)
    except BadMutant as error:
        return Result(mutant, "ERROR", str(error), 0.0)
    finally:
        file.write_text(sound, encoding="utf-8")
    verdict: Verdict = "SURVIVED" if is_well else "noticed"
    return Result(mutant, verdict, "" if is_well else said, time.monotonic() - started_s)


def tests_hold(tests: Sequence[str], tree: Path) -> tuple[bool, str]:
    """Whether all these tests hold in a tree, and which was the first that does not. Raises `BadMutant` if
    there is no test to run."""
    words = [sys.executable, "-m", "pytest", "-q", "-x", "--no-header", "--tb=no", "-p", "no:cacheprovider"]
    try:
        done = subprocess.run(
            [*words, *tests], cwd=tree, capture_output=True, text=True, timeout=LONGEST_S, check=False
        )
    except subprocess.TimeoutExpired:
        return False, f"no end within {LONGEST_S} s"
    if done.returncode not in (0, 1, 2):
        raise BadMutant(f"pytest {' '.join(tests)}: {(done.stdout + done.stderr)[-300:]}")
    first = (line for line in done.stdout.splitlines() if line.startswith(("FAILED", "ERROR")))
    return done.returncode == 0, next(first, "ERROR nothing can be imported").split(" - ")[0].split(
        maxsplit=1
    )[1]


def run(mutants: Sequence[Mutant], jobs: int) -> Iterator[Result]:
    """The results of the mutants, in order. Raises `BadMutant` if the tests fail without any."""
    with _trees(jobs) as trees, ThreadPoolExecutor(jobs) as pool:
        tests = sorted({test for mutant in mutants for test in mutant.tests})
        is_well, said = tests_hold(tests, trees.queue[0])
        if not is_well:
            raise BadMutant(f"without any mutant a test does not hold: {said}")

        def one(mutant: Mutant) -> Result:
            tree = trees.free.get()
            try:
                return tried(mutant, tree)
            finally:
                trees.free.put(tree)

        yield from pool.map(one, mutants)


@dataclass(frozen=True, slots=True)
class _Trees:
    """Copies of the tree, and the unused ones among them."""

    queue: tuple[Path, ...]
    free: SimpleQueue[Path]


@contextmanager
def _trees(number: int) -> Iterator[_Trees]:
    listed = subprocess.run(
        ["git", "ls-files", "-z"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    with tempfile.TemporaryDirectory(prefix="tablier-mutants-") as folder:
        trees = tuple(Path(folder) / str(index) for index in range(number))
        free: SimpleQueue[Path] = SimpleQueue()
        for tree in trees:
            _copy(listed.stdout.split("\0"), tree)
            free.put(tree)
        yield _Trees(trees, free)


def _copy(names: Sequence[str], tree: Path) -> None:
    for name in filter(None, names):
        file = tree / name
        file.parent.mkdir(parents=True, exist_ok=True)
        if (ROOT / name).exists():
            shutil.copy2(ROOT / name, file)
