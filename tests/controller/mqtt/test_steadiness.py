"""Connections that do not last, and what is said of them."""

from __future__ import annotations

from controller.mqtt.steadiness import LASTS_S, MOST_SHORT, Steadiness


class Clock:
    """A clock that a test moves, in seconds."""

    now_s = 100.0

    def __call__(self) -> float:
        return self.now_s


def connection(steadiness: Steadiness, clock: Clock, for_s: float, *said: tuple[int, str]) -> None:
    """One connection that fails from its beginning to its end."""
    steadiness.begins()
    for size, topic in said:
        steadiness.says(size, topic)
    clock.now_s += for_s
    steadiness.ends()


def test_after_each_connection_that_does_not_last_the_next_is_tried_later() -> None:
    clock = Clock()
    steadiness = Steadiness(clock)
    waits = []
    for _ in range(8):
        connection(steadiness, clock, 1.0)
        waits.append(steadiness.wait_s(1, 60))
    assert waits == [1, 2, 4, 8, 16, 32, 60, 60]
    connection(steadiness, clock, LASTS_S)
    assert steadiness.wait_s(1, 60) == 1


def test_connections_that_end_again_and_again_are_said_until_one_lasts() -> None:
    clock = Clock()
    steadiness = Steadiness(clock)
    for count in range(1, MOST_SHORT + 1):
        connection(steadiness, clock, 1.0)
        assert steadiness.is_flapping == (count == MOST_SHORT)
    steadiness.begins()
    clock.now_s += LASTS_S - 1
    assert steadiness.is_flapping
    clock.now_s += 1
    assert not steadiness.is_flapping


def test_a_message_at_which_the_broker_hangs_up_each_time_is_too_large_for_it() -> None:
    clock = Clock()
    steadiness = Steadiness(clock)
    said = ((6, "t/online"), (2_500, "t/config"), (900, "t/game"))
    connection(steadiness, clock, 0.1, *said)
    assert steadiness.too_large == (0, "")
    connection(steadiness, clock, 0.1, *said)
    assert steadiness.too_large == (2_500, "t/config")
    connection(steadiness, clock, 1.5, *said)
    assert steadiness.too_large == (0, "")
