"""The self-test as a table of times, events and what follows; no clock and no device."""

from __future__ import annotations

from dataclasses import replace

import pytest

from controller.model.view import Meaning
from controller.referee.session import Pressed
from controller.self_test.findings import Findings, Verdict, judge
from controller.self_test.machine import (
    COLOURS,
    DEAF_MS,
    RUN_MS,
    SETTLE_MS,
    CheckPhase,
    CheckPlan,
    Named,
    begin,
    handle,
    tick,
)
from controller.self_test.showing import frame, lit_sites, words
from controller.self_test.steps import walk
from hardware.lights.colour_order import ORDERS, seen, wired
from hardware.ports import Button, Grid, SensorFrame, sites_in

GRID = Grid(4, 3)
ALL = walk(GRID, range(GRID.size))
STRAIGHT = tuple(range(GRID.size))
PLAN = CheckPlan(ALL, STRAIGHT, has_lights=False)


class AtTheBench:
    """A self-test, and a person at it who takes as long as is needed."""

    def __init__(self, plan: CheckPlan = PLAN, findings: Findings | None = None) -> None:
        self.now_ms = 0
        self.test = begin(plan, findings or Findings(GRID), 0)

    def press(self, *ids: str) -> None:
        for one in ids:
            self.test = handle(self.test, Pressed(self.now_ms, one))

    def wait(self, for_ms: int = SETTLE_MS) -> None:
        self.now_ms += for_ms
        self.test = tick(self.test, self.now_ms)

    def close(self, *sites: int) -> None:
        """The board reports that exactly these sites are closed now."""
        self.test = handle(self.test, SensorFrame(self.now_ms, sum(1 << site for site in sites)))

    def rest(self, *sites: int) -> None:
        """They are closed, and stay so."""
        self.close(*sites)
        self.wait()

    @property
    def answers(self) -> dict[int, list[int]]:
        return {site: sites_in(closed) for site, closed in self.test.findings.answers.items()}

    @property
    def lights(self) -> dict[int, Meaning]:
        return {site: lit.meaning for site, lit in lit_sites(self.test)}

    @property
    def said(self) -> str:
        return " ".join(words(self.test).ask)


@pytest.fixture
def bench() -> AtTheBench:
    """Lights and the empty table are done; the first magnet is asked for."""
    bench = AtTheBench()
    bench.press("next")
    assert bench.test.phase is CheckPhase.SENSORS
    return bench


class TestLights:
    def test_every_colour_is_shown_then_one_light_runs_over_all_sites(self) -> None:
        bench = AtTheBench(replace(PLAN, has_lights=True))
        shown = []
        while bench.test.phase is CheckPhase.COLOURS:
            shown.append(frame(bench.test, 0)[:3])
            assert frame(bench.test, 0) == shown[-1] * GRID.size
            bench.press("next")
        assert shown == [b"\xff\0\0", b"\0\xff\0", b"\0\0\xff", b"\xff\xff\xff"]
        assert bench.test.phase is CheckPhase.RUN
        for number in range(GRID.size + 1):
            picture = frame(bench.test, number * RUN_MS)
            assert [site for site in range(GRID.size) if picture[3 * site]] == [number % GRID.size]

    def test_one_colour_back_is_shown_again(self) -> None:
        bench = AtTheBench(replace(PLAN, has_lights=True))
        bench.press("next", "back")
        assert "red" in bench.said

    def test_a_light_is_named_by_its_site_and_taken_back_by_naming_it_again(self) -> None:
        bench = AtTheBench(replace(PLAN, has_lights=True))
        for site in (5, 7, 5):
            bench.test = handle(bench.test, Named(0, site))
        assert sites_in(bench.test.findings.dark) == [7]
        assert "Noted as dark or wrong: @3,1." in bench.said

    def test_lights_in_another_order_are_noted_and_then_the_name_counts(self) -> None:
        bench = AtTheBench(replace(PLAN, has_lights=True))
        bench.press(*["next"] * 4, "wrong", "next")
        assert bench.test.findings.is_disordered
        assert "whatever is lit" in bench.said

    def test_the_dark_light_of_a_site_is_reported_while_its_magnet_is_asked_for(
        self, bench: AtTheBench
    ) -> None:
        bench.press("wrong")
        assert bench.test.findings.dark == 1
        assert bench.test.asked == 0

    def test_lights_are_not_tested_twice(self) -> None:
        seen = Findings(GRID, has_seen_lights=True)
        assert AtTheBench(replace(PLAN, has_lights=True), seen).test.phase is CheckPhase.QUIET


def colour_seen(strip: str, bench: AtTheBench) -> str:
    """The answer of a person who sees a strip of this order while the test shows its colours."""
    picture = seen(wired(frame(bench.test, 0), bench.test.order), strip)
    colours = {picture[at : at + 3] for at in range(0, len(picture), 3)}
    if len(colours) > 1:
        return "several"
    return {tuple(colour): name for name, colour in COLOURS.items()}[tuple(colours.pop())]


class TestTheOrderOfColours:
    UNKNOWN = replace(PLAN, has_lights=True, order="")

    @pytest.mark.parametrize("strip", ORDERS)
    def test_what_is_seen_gives_the_order_of_any_strip_by_a_few_questions(self, strip: str) -> None:
        bench = AtTheBench(self.UNKNOWN)
        asked = 0
        while bench.test.phase is CheckPhase.ORDER:
            bench.press(colour_seen(strip, bench))
            asked += 1
        assert (bench.test.findings.order, bench.test.order) == (strip, strip)
        assert asked == (4 if strip[0] == "W" else len(strip) - 1)
        assert bench.test.phase is CheckPhase.COLOURS
        assert f"in the order {strip}." in bench.said
        for colour in COLOURS:
            assert colour_seen(strip, bench) == colour
            bench.press("next")

    def test_it_is_not_asked_where_it_is_known(self) -> None:
        assert AtTheBench(replace(self.UNKNOWN, order="RGB")).test.phase is CheckPhase.COLOURS
        assert AtTheBench(self.UNKNOWN, Findings(GRID, order="RGB")).test.phase is CheckPhase.COLOURS

    def test_someone_who_sees_another_colour_is_asked_anew(self) -> None:
        bench = AtTheBench(replace(self.UNKNOWN, order="RGB"))
        bench.press("wrong", "green", "red")
        assert (bench.test.phase, bench.test.findings.order) == (CheckPhase.COLOURS, "GRB")

    def test_only_colours_that_are_left_are_offered(self) -> None:
        bench = AtTheBench(self.UNKNOWN)
        offered = [answer.id for answer in words(bench.test).answers]
        assert offered == ["red", "green", "blue", "several"]
        bench.press("green")
        assert [answer.id for answer in words(bench.test).answers] == ["red", "blue"]
        bench.press("green", "white", "several")
        assert bench.test.seen == "G"
        bench.press("back", "several")
        assert [answer.id for answer in words(bench.test).answers] == [
            "red",
            "green",
            "blue",
            "white",
            "several",
        ]

    def test_lights_that_show_nothing_are_left_to_the_next_step(self) -> None:
        bench = AtTheBench(self.UNKNOWN)
        bench.press("green", "skip")
        assert (bench.test.phase, bench.test.findings.order) == (CheckPhase.COLOURS, "")


class TestTheEmptyTable:
    def test_what_is_closed_is_lit_and_named(self) -> None:
        bench = AtTheBench()
        bench.close(3)
        assert bench.lights == {3: Meaning.LIFT}
        assert "@3,0" in bench.said

    def test_what_is_taken_away_is_not_stuck(self) -> None:
        bench = AtTheBench()
        bench.close(3, 5)
        bench.close(5)
        bench.press("next")
        assert sites_in(bench.test.findings.stuck) == [5]

    def test_a_stuck_site_is_not_asked_for_and_hides_no_other(self) -> None:
        bench = AtTheBench()
        bench.close(1)
        bench.press("next")
        assert 1 not in bench.test.queue
        bench.rest(0, 1)
        bench.rest(1, 2)
        assert bench.answers == {0: [0], 2: [2]}


class TestSensors:
    def test_the_magnet_is_led_there_and_back_over_the_rows(self, bench: AtTheBench) -> None:
        assert bench.test.queue == (0, 1, 2, 3, 7, 6, 5, 4, 8, 9, 10, 11)

    def test_a_magnet_that_walks_over_the_table_tests_it_without_a_key(self, bench: AtTheBench) -> None:
        for site in ALL:
            assert bench.lights == {site: Meaning.PLACE}
            bench.close()
            bench.rest(site)
        assert bench.test.phase is CheckPhase.OVER
        assert judge(bench.test.findings).is_all_fine(ALL)

    def test_a_magnet_that_slides_closes_the_next_before_it_leaves_the_last(self, bench: AtTheBench) -> None:
        bench.rest(0)
        bench.close(0, 1)
        bench.wait(SETTLE_MS - 1)
        bench.rest(1)
        assert bench.answers == {0: [0], 1: [1]}

    def test_one_that_slides_slowly_is_in_doubt_only_on_its_way(self, bench: AtTheBench) -> None:
        bench.rest(0)
        bench.rest(0, 1)
        assert bench.test.doubt
        bench.rest(1)
        assert bench.answers == {0: [0], 1: [1]}

    def test_what_does_not_rest_is_not_read(self, bench: AtTheBench) -> None:
        bench.close(0)
        bench.wait(SETTLE_MS - 1)
        bench.close()
        bench.wait()
        assert bench.answers == {}

    def test_a_magnet_that_stays_is_read_once(self, bench: AtTheBench) -> None:
        bench.rest(0)
        bench.wait(10_000)
        assert (bench.answers, bench.test.asked) == ({0: [0]}, 1)

    def test_what_does_not_answer_is_dead_when_someone_says_so(self, bench: AtTheBench) -> None:
        bench.wait(DEAF_MS)
        bench.press("next")
        assert bench.answers == {0: []}

    def test_a_key_that_is_pressed_twice_kills_one_site_alone(self, bench: AtTheBench) -> None:
        bench.wait(DEAF_MS)
        bench.press("next", "next")
        assert bench.answers == {0: []}

    def test_another_sensor_is_in_doubt_until_someone_says_that_the_magnet_is_right(
        self, bench: AtTheBench
    ) -> None:
        bench.rest(6)
        assert bench.answers == {}
        assert bench.lights == {0: Meaning.PLACE, 6: Meaning.WRONG}
        assert "@2,1 answered" in bench.said
        bench.press("next")
        assert bench.answers == {0: [6]}

    def test_a_magnet_on_the_wrong_site_that_is_put_right_leaves_no_trace(self, bench: AtTheBench) -> None:
        bench.rest(6)
        bench.close()
        bench.rest(0)
        assert bench.answers == {0: [0]}

    def test_noise_does_not_make_a_doubt_forgotten(self, bench: AtTheBench) -> None:
        bench.rest(6)
        bench.close(6, 9)
        bench.rest(6)
        bench.press("next")
        assert bench.answers == {0: [6]}

    def test_an_exchanged_row_is_confirmed_once(self, bench: AtTheBench) -> None:
        bench.rest(4)
        bench.press("next")
        for sensor in (5, 6, 7, 3, 2, 1, 0, 8, 9, 10, 11):
            bench.rest(sensor)
        assert bench.test.phase is CheckPhase.OVER
        assert judge(bench.test.findings).calibration.moved == {
            **{site: site + 4 for site in range(4)},
            **{site + 4: site for site in range(4)},
        }

    def test_a_cable_that_is_turned_round_is_confirmed_once(self, bench: AtTheBench) -> None:
        bench.rest(3)
        bench.press("next")
        for sensor in (2, 1, 0, 4, 5, 6, 7, 11, 10, 9, 8):
            bench.rest(sensor)
        assert bench.test.phase is CheckPhase.OVER
        assert len(judge(bench.test.findings).having(Verdict.SWAPPED)) == GRID.size

    def test_neighbours_that_close_too_are_confirmed_once_and_then_follow(self, bench: AtTheBench) -> None:
        bench.rest(0, 1, 4)
        bench.press("next")
        bench.rest(1, 2, 5)
        assert bench.answers == {0: [0, 1, 4], 1: [1, 2, 5]}

    def test_back_asks_once_more(self, bench: AtTheBench) -> None:
        bench.rest(0)
        bench.press("back")
        assert (bench.answers, bench.test.asked) == ({}, 0)
        bench.close()
        bench.rest(0)
        assert bench.answers == {0: [0]}

    def test_a_skipped_site_stays_untested(self, bench: AtTheBench) -> None:
        bench.press("skip")
        assert (bench.answers, bench.test.asked) == ({}, 1)

    def test_the_panels_buttons_answer_too(self, bench: AtTheBench) -> None:
        bench.rest(0)
        bench.test = handle(bench.test, Button(bench.now_ms, "undo"))
        assert bench.test.asked == 0
        bench.wait(DEAF_MS)
        bench.test = handle(bench.test, Button(bench.now_ms, "turn"))
        assert bench.answers == {0: []}

    def test_what_was_known_when_it_was_stopped_is_not_asked_for_again(self, bench: AtTheBench) -> None:
        bench.rest(0)
        bench.rest(1)
        bench.press("stop")
        assert bench.test.phase is CheckPhase.OVER
        again = AtTheBench(findings=bench.test.findings)
        again.press("next")
        assert again.test.asked == 2

    def test_nothing_is_asked_after_the_end(self, bench: AtTheBench) -> None:
        bench.press("stop", "next", "back")
        assert bench.test.phase is CheckPhase.OVER
        assert not words(bench.test).choices


class TestDiodes:
    @pytest.fixture
    def laid(self) -> AtTheBench:
        """All sensors are fine, and the magnets of the first round lie there."""
        plan = CheckPlan(ALL, STRAIGHT, has_lights=False, has_diodes=True)
        bench = AtTheBench(plan, Findings(GRID, answers={site: 1 << site for site in ALL}))
        bench.press("next")
        assert bench.test.phase is CheckPhase.LAY
        assert bench.lights == dict.fromkeys((0, 5, 10, 3), Meaning.PLACE)
        bench.rest(0, 5, 10, 3)
        assert bench.test.phase is CheckPhase.DIODES
        return bench

    def test_one_magnet_more_on_every_other_site_then_the_rest_in_a_second_round(
        self, laid: AtTheBench
    ) -> None:
        for site in (1, 2, 7, 6, 4, 8, 9, 11):
            assert laid.test.asked == site
            laid.rest(0, 3, 5, 10, site)
        assert laid.test.phase is CheckPhase.LAY
        laid.close(0, 3, 5, 10)
        assert laid.lights == {
            **dict.fromkeys((4, 9, 2, 7), Meaning.PLACE),
            **dict.fromkeys((0, 5, 10, 3), Meaning.LIFT),
        }
        laid.rest(4, 9, 2, 7)
        for site in (0, 3, 5, 10):
            laid.rest(4, 9, 2, 7, site)
        assert laid.test.phase is CheckPhase.OVER
        assert laid.test.findings.ghosts == dict.fromkeys(ALL, 0)

    def test_what_closes_beside_the_magnet_is_a_ghost(self, laid: AtTheBench) -> None:
        laid.rest(0, 3, 5, 10, 1, 4)
        assert laid.test.findings.ghosts == {1: 1 << 4}
        assert judge(laid.test.findings).verdicts[1] is Verdict.NO_DIODE

    def test_a_magnet_that_was_pushed_away_is_put_back_first(self, laid: AtTheBench) -> None:
        laid.rest(0, 3, 10, 1)
        assert laid.test.findings.ghosts == {}
        assert laid.lights == {5: Meaning.PLACE}
        assert "Put the magnet back on @1,1" in laid.said

    def test_a_magnet_elsewhere_is_not_read(self, laid: AtTheBench) -> None:
        laid.rest(0, 3, 5, 10, 11)
        assert laid.test.findings.ghosts == {}

    def test_rows_and_columns_are_those_of_the_wiring(self) -> None:
        wires = list(STRAIGHT)
        wires[0], wires[6] = wires[6], wires[0]
        plan = CheckPlan(ALL, tuple(wires), has_lights=False, has_diodes=True)
        bench = AtTheBench(plan, Findings(GRID, answers={site: 1 << site for site in ALL}))
        bench.press("next")
        assert set(bench.lights) == {6, 5, 10, 3}

    def test_a_diode_without_working_sensors_around_is_not_tested(self) -> None:
        plan = CheckPlan(ALL, STRAIGHT, has_lights=False, has_diodes=True)
        answers = {site: 0 if site == 10 else 1 << site for site in ALL}
        bench = AtTheBench(plan, Findings(GRID, answers=answers))
        bench.press("next")
        bench.rest(0, 5, 3)
        assert set(bench.test.queue) == {1, 7, 4}
