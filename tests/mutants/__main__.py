"""`python -m tests.mutants`: says for each mutant whether the quick tests notice it.

Exit status 0 when every one is noticed, 1 when one survived or cannot be applied, 2 when the tests do not
hold without any.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from tests.mutants.catalogue import MUTANTS, Mutant
from tests.mutants.run import ROOT, BadMutant, Result, run

TABLE = ROOT / "docs" / "mutants.md"

HEAD = """\
# Mutants

`make mutants` puts faults into a copy of the code, one at a time, and runs the quick tests that are named
for each until one of them fails. A fault that none of them notices has survived; one whose text is no longer
in the code is an error. The list is `tests/mutants/catalogue.py`.

"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Try the requested mutants, report each, and write the table if requested."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("--jobs", type=int, default=1, help="so many at once")
    parser.add_argument("--only", default="", help="those whose file or fault has this in it")
    parser.add_argument("--table", action="store_true", help="write docs/mutants.md")
    options = parser.parse_args(arguments)
    wanted = [one for one in MUTANTS if options.only in f"{one.file}: {one.breaks}"]
    started_s, results = time.monotonic(), list[Result]()
    try:
        for result in run(wanted, options.jobs):
            results.append(result)
            print(_line(result), flush=True)
    except BadMutant as error:
        print(error)
        return 2
    took_s = time.monotonic() - started_s
    said = _summary(results, took_s)
    print(said)
    if options.table:
        _write(TABLE, results, said)
    return 0 if all(result.verdict == "noticed" for result in results) else 1


def _line(result: Result) -> str:
    mutant = result.mutant
    return f"{result.verdict:8} {mutant.file}: {mutant.breaks} ({result.took_s:.0f} s) {result.by}".rstrip()


def _summary(results: Sequence[Result], took_s: float) -> str:
    counts = {
        verdict: sum(one.verdict == verdict for one in results)
        for verdict in ("noticed", "SURVIVED", "ERROR")
    }
    words = ", ".join(f"{verdict.lower()} {number}" for verdict, number in counts.items())
    return f"{len(results)} mutants: {words}, in {took_s / 60:.0f} minutes"


def _write(file: Path, results: Sequence[Result], said: str) -> None:
    day = f"{datetime.now(UTC):%-d %B %Y}"
    rows = [f"On {day}: {said}.", "", "| file | what breaks | verdict | by |", "| --- | --- | --- | --- |"]
    rows += [_row(result.mutant, result) for result in results]
    file.write_text(HEAD + "\n".join(rows) + "\n", encoding="utf-8")


def _row(mutant: Mutant, result: Result) -> str:
    by = result.by.rpartition("/")[2].replace("|", "/")
    return f"| `{mutant.file}` | {mutant.breaks} | {result.verdict} | `{by}` |"


if __name__ == "__main__":
    sys.exit(main())
