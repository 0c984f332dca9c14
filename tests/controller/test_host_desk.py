"""Orders to this computer, carried out beside the main loop."""

from __future__ import annotations

import queue
from threading import Event

import pytest

from controller.host_desk import NOTHING_KNOWN, HostDesk
from controller.model.host import HostAnswered
from hardware.host.port import NOT_ALLOWED, HostOrder, Power, ReadStatus
from hardware.simulated.host.computer import SimulatedHost

PATIENCE_S = 60


class SlowHost(SimulatedHost):
    """One whose programs hang until they are let go."""

    def __init__(self) -> None:
        super().__init__()
        self.orders: list[HostOrder] = []
        self.has_begun = Event()
        self.let_go = Event()

    def carry_out(self, order: HostOrder) -> None:
        self.orders.append(order)
        self.has_begun.set()
        assert self.let_go.wait(PATIENCE_S)
        super().carry_out(order)


def test_an_order_returns_at_once_and_its_end_is_reported_with_how_the_computer_is_then() -> None:
    told: queue.SimpleQueue[HostAnswered] = queue.SimpleQueue()
    host = SlowHost()
    with HostDesk(host, told.put, lambda: 7) as desk:
        assert desk.tell(ReadStatus(), 0) is None
        assert host.has_begun.wait(PATIENCE_S)
        desk.tell(Power.RESTART, 0)
        desk.tell(ReadStatus(), 0)  # is left out: the order ends with one
        host.let_go.set()
        first, second = (told.get(timeout=PATIENCE_S) for _ in range(2))
    assert (first.at_ms, first.order, first.trouble) == (7, ReadStatus(), "")
    assert first.state == SimulatedHost().look()
    assert (second.order, host.down) == (Power.RESTART, Power.RESTART)
    assert host.orders == [ReadStatus(), Power.RESTART]
    assert told.empty()


def test_an_order_that_fails_says_why(caplog: pytest.LogCaptureFixture) -> None:
    told: queue.SimpleQueue[HostAnswered] = queue.SimpleQueue()
    host = SimulatedHost()
    host.is_trusted = False
    with HostDesk(host, told.put, lambda: 0) as desk:
        desk.tell(Power.SHUT_DOWN, 0)
        end = told.get(timeout=PATIENCE_S)
    assert (end.trouble, host.down) == (NOT_ALLOWED, None)
    assert NOT_ALLOWED in caplog.text


def test_a_fault_of_the_program_ends_the_order_and_not_the_next_one(caplog: pytest.LogCaptureFixture) -> None:
    told: queue.SimpleQueue[HostAnswered] = queue.SimpleQueue()
    host = SimulatedHost()
    with HostDesk(host, told.put, lambda: 0) as desk:
        for _ in range(2):
            desk.tell(Power.RESTART, 0)  # the second one is an assertion of the stand-in
        ends = [told.get(timeout=PATIENCE_S) for _ in range(2)]
    assert [end.trouble for end in ends] == ["", NOTHING_KNOWN]
    assert "a fault of this program" in caplog.text
