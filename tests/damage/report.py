"""The table of outcomes, as docs/damage.md has it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping

from tests.damage.judging import Outcome
from tests.damage.trials import Counts


def table(counts: Counts, seed: int) -> str:
    """The outcomes of the trials, by harm and by file."""
    by_harm: defaultdict[str, Counter[Outcome]] = defaultdict(Counter)
    by_file: defaultdict[str, Counter[Outcome]] = defaultdict(Counter)
    for (harm, file), outcomes in counts.by_harm.items():
        by_harm[harm] += outcomes
        by_file[f"`{file}`" if file != "journal" else file] += outcomes
    shown = [
        one
        for one in Outcome
        if counts.outcomes[one] or one in (Outcome.SILENT, Outcome.OTHER, Outcome.NEVER)
    ]
    return "\n".join(
        [
            f"Seed {seed}: {counts.trials} harms, {counts.real} of them with the real program.",
            "",
            *_lines("harm", by_harm, shown),
            "",
            *_lines("file", by_file, shown),
            "",
        ]
    )


def _lines(title: str, rows: Mapping[str, Counter[Outcome]], shown: list[Outcome]) -> list[str]:
    together: Counter[Outcome] = sum(rows.values(), Counter())
    all_rows = [*sorted(rows.items()), ("**together**", together)]
    return [
        f"| {title} | {' | '.join(shown)} |",
        f"| --- |{' ---: |' * len(shown)}",
        *(f"| {name} | {' | '.join(str(counts[one]) for one in shown)} |" for name, counts in all_rows),
    ]
