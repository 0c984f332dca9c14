"""A short run of `make damage`, and what is taken for a wrong outcome."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.damage.evenings import State
from tests.damage.judging import Outcome, judged
from tests.damage.report import table
from tests.damage.starting import Held, Seen
from tests.damage.trials import Trials

TRIALS, SEED = 90, 1
STATES = (State.MID_TURN, State.CLOSED, State.CHECKPOINTED)

HEADER = "{'game': 'masterplan'}"
BEFORE = Held({1: (HEADER, "play a", "play b"), 2: (HEADER, "play c")}, {"masks": "[]", "clock of 1": "9"})
ANOTHER = Held({1: (HEADER, "play z")}, {"masks": "[]"})


def test_no_harm_to_one_file_keeps_the_table_away_or_takes_something_in_silence(tmp_path: Path) -> None:
    trials = Trials(tmp_path, SEED, STATES, seeds=1)
    trials.run(TRIALS)
    assert trials.counts.wrong == []
    assert trials.counts.outcomes[Outcome.SAME]
    assert trials.counts.outcomes[Outcome.LESS_TOLD]
    assert f"{TRIALS} harms" in table(trials.counts, SEED)


def less(*texts: str, notice: str = "") -> Seen:
    """A start at which game 1 is no more than this."""
    return Seen(Held({**BEFORE.games, 1: (HEADER, *texts)}, BEFORE.beside), notice)


@pytest.mark.parametrize(
    ("seen", "outcome"),
    [
        (Seen(BEFORE), Outcome.SAME),
        (Seen(BEFORE, "The backup was damaged."), Outcome.SAME_TOLD),
        (less("play a"), Outcome.SILENT),
        (less("play a", notice="Game 2: the first 1 of 2 entries are left."), Outcome.SILENT),
        (less("play a", notice="Game 1: the first 1 of 2 entries are left."), Outcome.LESS_TOLD),
        (less("play a", notice="Games restored from journal.sqlite.backup: 2."), Outcome.LESS_TOLD),
        (Seen(Held(BEFORE.games, {"masks": "[]"})), Outcome.SILENT),
        (
            Seen(Held(BEFORE.games, {"masks": "[]"}), "Game 1: the clock and the shown hands are lost."),
            Outcome.LESS_TOLD,
        ),
        (less("play x", notice="Game 1: the first 1 of 2 entries are left."), Outcome.OTHER),
        (
            less("play a", "play b", "play c", notice="Game 1: the first 1 of 2 entries are left."),
            Outcome.OTHER,
        ),
        (Seen(Held({**BEFORE.games, 3: (HEADER,)}, BEFORE.beside)), Outcome.OTHER),
        (Seen(ANOTHER), Outcome.OTHER),
        (Seen(refusal="JournalDamaged"), Outcome.NEVER),
        (Seen(refusal="JournalReadOnly", is_waiting=True), Outcome.NEVER),
    ],
)
def test_what_came_of_a_harm_is_judged_by_what_was_stored_and_told(seen: Seen, outcome: Outcome) -> None:
    assert judged(BEFORE, seen)[0] is outcome


def test_another_journal_may_be_there_where_it_was_put_and_is_reported() -> None:
    assert judged(BEFORE, Seen(ANOTHER), ANOTHER)[0] is Outcome.SILENT
    assert judged(BEFORE, Seen(ANOTHER, "It is another one than before."), ANOTHER)[0] is Outcome.ANOTHER_TOLD


def test_a_table_that_may_not_write_may_wait() -> None:
    waiting = Seen(refusal="JournalReadOnly", is_waiting=True)
    assert judged(BEFORE, waiting, may_wait=True)[0] is Outcome.WAITS
