"""A person at the terminal: the printed lines, and the meaning of typed ones."""

from __future__ import annotations

import io
import threading
from dataclasses import replace

import pytest

from controller.referee.session import Pressed
from controller.self_test.findings import Findings
from controller.self_test.machine import (
    DEAF_MS,
    SETTLE_MS,
    CheckPhase,
    CheckPlan,
    Event,
    Named,
    SelfTest,
    begin,
    handle,
    tick,
)
from controller.self_test.people import Typist
from controller.self_test.showing import words
from controller.view.terminal import Terminal
from hardware.ports import Grid, SensorFrame

GRID = Grid(4, 3)
PLAN = CheckPlan(tuple(range(GRID.size)), tuple(range(GRID.size)))


class AtTheTerminal:
    """A person who has typed these lines already, and what is printed."""

    def __init__(self, typed: str = "") -> None:
        self.out = io.StringIO()
        self.typist = Typist(io.StringIO(typed), Terminal(self.out))
        for thread in threading.enumerate():
            if thread.name == "keys":
                thread.join(10)
        self.test: SelfTest = begin(PLAN, Findings(GRID), 0)

    def hear(self) -> str:
        """The newly printed text."""
        before = len(self.out.getvalue())
        self.typist.hear(words(self.test))
        return self.out.getvalue()[before:]

    def act(self) -> list[Event]:
        """The next line that was typed."""
        return self.typist.act(self.test, 7)

    def at_the_sensors(self) -> AtTheTerminal:
        for _ in range(6):
            self.test = handle(self.test, Pressed(0, "next"))
        assert self.test.phase is CheckPhase.SENSORS
        return self


def test_what_to_do_is_printed_with_the_keys_that_answer_and_only_once() -> None:
    person = AtTheTerminal()
    assert person.hear() == (
        "\n-- Lights ----------------------------------------------------------------------\n"
        "All 12 lights should be red.\n"
        "Name those that are not, as 3,4: column and row, from 0 at the corner in front\n"
        "on the left.\n"
        "   Enter: go on; w: all show another colour; b: back; q: stop, and keep what is\n   known\n"
    )
    assert person.hear() == ""
    person.test = handle(person.test, Pressed(0, "next"))
    assert person.hear() == "All 12 lights should be green.\n"


def test_the_colour_that_is_seen_is_a_number() -> None:
    person = AtTheTerminal("2\n3\n4\nm\n")
    person.test = begin(replace(PLAN, order=""), Findings(GRID), 0)
    assert person.hear() == (
        "\n-- Colours of the lights -------------------------------------------------------\n"
        "All lights show the same colour. Which is it?\n"
        "   1: red; 2: green; 3: blue; m: several colours; s: none of these; q: stop, and\n"
        "   keep what is known\n"
    )
    assert [person.act(), person.act()] == [[Pressed(7, "green")], [Pressed(7, "blue")]]
    assert person.act() == []
    assert person.out.getvalue().endswith("4: no answer to this.\n")
    assert person.act() == [Pressed(7, "several")]


def test_each_colour_that_is_asked_for_is_a_line_of_its_own() -> None:
    person = AtTheTerminal()
    person.test = begin(replace(PLAN, order="GRBW"), Findings(GRID), 0)
    for pressed in ("wrong", "white", "blue"):
        person.hear()
        person.test = handle(person.test, Pressed(0, pressed))
        if person.test.seen == "W":
            assert person.hear() == "Now they show another colour. Which is it?\n   b: back\n"
    assert person.test.seen == "WB"


def test_site_after_site_is_one_line_each() -> None:
    person = AtTheTerminal().at_the_sensors()
    assert "1 of 12: magnet on @0,0 (column 1 from the left, row 1 from the front)\n" in person.hear()
    person.test = tick(handle(person.test, SensorFrame(0, 1)), SETTLE_MS)
    assert person.hear() == "2 of 12: magnet on @1,0 (column 2 from the left, row 1 from the front)\n"


def test_a_sensor_in_doubt_is_reported_beside_what_is_asked_for() -> None:
    person = AtTheTerminal().at_the_sensors()
    person.hear()
    person.test = tick(handle(person.test, SensorFrame(0, 1 << 6)), SETTLE_MS)
    assert person.hear() == (
        "@2,1 answered. If the magnet lies on @0,0 alone, say so.\n   Enter: it lies there\n"
    )


ANSWERS = {"\n": "next", "b\n": "back", " S \n": "skip", "w\n": "wrong", "q\n": "stop"}


@pytest.mark.parametrize(("typed", "pressed"), ANSWERS.items())
def test_a_line_is_an_answer(typed: str, pressed: str) -> None:
    person = AtTheTerminal(typed).at_the_sensors()
    assert person.act() == [Pressed(7, pressed)]


@pytest.mark.parametrize("typed", ["3,2\n", "@3,2\n", "3 , 2\n"])
def test_a_light_is_named_by_column_and_row(typed: str) -> None:
    assert AtTheTerminal(typed).act() == [Named(7, 11)]


@pytest.mark.parametrize("typed", ["x\n", "1\n", "4,2\n", "s\n"])
def test_what_is_no_answer_now_is_said_so(typed: str) -> None:
    person = AtTheTerminal(typed)
    assert person.act() == []
    assert person.out.getvalue() == f"{typed.strip()}: no answer to this.\n"


def test_the_end_of_what_is_typed_stops_the_test() -> None:
    person = AtTheTerminal("\n").at_the_sensors()
    assert [*person.act(), *person.act()] == [Pressed(7, "next"), Pressed(7, "stop")]


def test_a_whole_answer_by_keys_alone_finds_a_site_dead() -> None:
    person = AtTheTerminal("\n").at_the_sensors()
    (event,) = person.act()
    person.test = handle(person.test, Pressed(DEAF_MS, event.id if isinstance(event, Pressed) else ""))
    assert person.test.findings.answers == {0: 0}


@pytest.mark.parametrize(("typed", "is_yes"), [("y\n", True), ("YES\n", True), ("\n", False), ("", False)])
def test_only_a_yes_agrees(typed: str, is_yes: bool) -> None:
    person = AtTheTerminal(typed)
    assert person.typist.agrees("Mask it?") is is_yes
    assert person.out.getvalue() == "Mask it? Type y for yes.\n"


def test_after_the_end_of_what_is_typed_no_one_agrees() -> None:
    person = AtTheTerminal()
    assert person.act() == [Pressed(7, "stop")]
    assert not person.typist.agrees("Mask it?")
