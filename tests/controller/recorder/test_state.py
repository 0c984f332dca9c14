"""Records are written field by field, and read again as they were."""

from __future__ import annotations

from dataclasses import dataclass, field, fields, is_dataclass, replace
from typing import Any, get_type_hints

import msgspec
import pytest

from controller.games import tables_for
from controller.model.checkpoints import APART, CHECKPOINT, FLEETING
from controller.recorder.state import is_settled, read, written
from controller.referee.session import Session, first_session
from controller.referee.session_parts import DeviceStates, Due, Opponent, Question, UnfinishedGames, Wish
from controller.shell.model.state import Shell
from hardware.ports import Grid

GRID = Grid(24, 24)


@dataclass(frozen=True, slots=True)
class Inner:
    """A record in another."""

    sites: dict[int, str] = field(default_factory=dict)
    asked: tuple[int, ...] = field(default=(), metadata=FLEETING)
    secret: str = field(default="", metadata=APART)


@dataclass(frozen=True, slots=True)
class Outer:
    """A record with another in it."""

    number: int
    inner: Inner = field(default_factory=Inner)
    word: str | None = field(default=None, metadata=FLEETING)


def as_json(record: object) -> Any:
    return msgspec.json.decode(msgspec.json.encode(written(record)))


def marked(kind: Any, path: str = "") -> set[str]:
    """The paths of all fields that are not written with a record."""
    found = set()
    hints = get_type_hints(kind)
    for each in fields(kind):
        if CHECKPOINT in each.metadata:
            found.add(path + each.name)
        elif is_dataclass(hints[each.name]):
            found |= marked(hints[each.name], f"{path}{each.name}.")
    return found


def test_an_unmarked_field_is_written_and_read() -> None:
    record = Outer(3, Inner({7: "house"}))
    assert as_json(record) == {"number": 3, "inner": {"sites": {"7": "house"}}}
    assert read(Outer, as_json(record)) == record


def test_what_is_apart_is_not_written_and_handed_in() -> None:
    record = Inner(secret="1234")
    assert as_json(record) == {"sites": {}}
    assert read(Inner, as_json(record), secret="1234") == record


def test_a_record_is_settled_when_all_that_is_fleeting_has_its_default() -> None:
    assert is_settled(Outer(3, Inner({7: "house"}, secret="1234")))
    assert not is_settled(Outer(3, word=""))
    assert not is_settled(Outer(3, Inner(asked=(1,))))


@pytest.mark.parametrize(
    ("state", "reason"),
    [
        ({"number": 3, "colour": "red"}, "Outer has no colour"),
        ({"number": 3, "inner": {"secret": "1234"}}, "Inner has no secret"),
        ({"number": 3, "inner": []}, "Expected `object`, got `array`"),
        ({"number": "3"}, "Expected `int`, got `str`"),
        ({"inner": {}}, "missing 1 required positional argument: 'number'"),
        (None, "Expected `object`, got `null`"),
    ],
)
def test_a_state_that_does_not_fit_is_refused(state: object, reason: str) -> None:
    with pytest.raises(msgspec.ValidationError, match=reason):
        read(Outer, state)


def test_all_of_a_session_is_read_again() -> None:
    tables = tables_for(GRID, 3, 0)
    session = replace(
        first_session(tables, GRID, 600, {}),
        due=Due(held=6, asked=7, exchanging=5, must_leave={1: "house"}),
        opponent=Opponent(Wish(2, "yellow", 300), 2, expected={"yellow": 0.5}),
        unfinished=UnfinishedGames(recent=(4, 2), used_ms={4: {"yellow": 20}}),
        devices=DeviceStates({"rfid": "It is away."}, is_without_readers=True),
        agreed={3: (True, 1)},
        phones=frozenset([(7, "yellow")]),
    )
    again = read(Session, as_json(session), tables=tables)
    assert all(getattr(again, each.name) == getattr(session, each.name) for each in fields(Session))


def test_no_checkpoint_has_what_is_asked_at_the_moment_or_may_be_secret() -> None:
    assert marked(Session) == {
        *("tables", "play", "unfinished.games", "answered", "names", "named_by_phone", "trouble"),
        *("question.interpretations", "question.pointing", "question.selecting", "due.reminders"),
        *("pads.laid", "pads.laying", "pads.hidden_tags", "pads.is_asking", "opponent.answer"),
    }
    assert marked(Shell) == {
        *("session", "kiosk", "layer", "flash", "hint", "pending", "word", "book", "book_trouble", "read_on"),
        "chances",
    }


def test_a_question_is_fleeting() -> None:
    session = first_session(tables_for(GRID, 3, 0), GRID, 600, {})
    assert is_settled(session)
    assert not is_settled(replace(session, question=Question(pointing=0)))
