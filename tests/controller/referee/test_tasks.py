"""The table's requests, and their number of lines."""

from __future__ import annotations

from controller.model.view import Meaning, Task
from controller.referee.tasks import together
from texts import _


def put(piece: str, place: str, site: int) -> Task:
    player = piece.split(maxsplit=1)[0]
    return Task(
        Meaning.MARKER, 1 << site, _("Put the {piece} on {place}", piece=piece, place=""), player, place
    )


def test_few_tasks_have_a_line_each() -> None:
    few = (put("dark hut", "b2", 1), put("dark hut", "b3", 2))
    assert together(few) == few


def test_many_tasks_that_are_alike_but_for_their_place_have_one_line() -> None:
    many = (*(put("dark hut", f"b{n}", n) for n in (1, 2, 3)), put("light hut", "e1", 9))
    dark, light = together(many)
    assert dark == Task(Meaning.MARKER, 0b1110, "Put the dark hut on ", "dark", "b1, b2, b3")
    assert dark.words == "Put the dark hut on b1, b2, b3"
    assert light == put("light hut", "e1", 9)


def test_what_differs_in_more_than_its_place_stays_apart() -> None:
    lift = Task(Meaning.LIFT, 1, "Lift the piece on b1. It is too late.")
    other = Task(Meaning.LIFT, 2, "Lift the piece on b2. It is too early.")
    back = Task(Meaning.PLACE, 4, "Put the dark hut back on b3", place="b3")
    assert together((lift, other, back)) == (lift, other, back)
