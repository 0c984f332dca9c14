"""Thinking processes: real ones that think, and some that crash, hang or talk nonsense."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest

from controller.model.thinking import Answer, Considered, Request, ThinkerError, Unanswered
from controller.thinker.pool import PATIENCE_MS, START_MS, Pool
from controller.thinker.process import WORKER
from controller.thinker.room import NODE_BYTES, PROGRAM_BYTES, room
from engines.cites.blocks import USUAL_DECORATIONS, mask_of_names
from engines.cites.game import Cites
from engines.games import GAMES
from engines.massai.actions import Attack
from opponents.thought import Level
from tests.opponents.massai.test_habits import AT, FORESEEN, OBVIOUS, shown

GAME = GAMES["masterplan"]
START = GAME.start({"game": "masterplan"})
REQUEST = Request("play", 1, GAME, START, "white", Level.EASY, 50)

HANG = "import sys, time\nsys.stdin.readline()\ntime.sleep(600)\n"
CRASH = "import sys\nsys.stdin.readline()\nsys.exit(3)\n"
NONSENSE = "import sys\nsys.stdin.readline()\nprint('soon', flush=True)\nsys.stdin.readline()\n"
ONLY_QUICKLY = """
import os, sys
from controller.thinker import worker, wire
if wire.work_in(sys.stdin.buffer.readline()).for_s:
    sys.exit(3)
print('{"number": 3, "options": [["house d4 ne", 1.0, [0.5, 0.5]]]}', flush=True)
sys.stdin.readline()
"""


class AtThePool:
    """A pool on a clock of the test's own, which goes with the real one until it is put forward."""

    def __init__(self, pool: Pool) -> None:
        self.pool = pool
        self.answers: list[Answer] = []
        self.ahead_ms = 0
        self.pool.start(self.answers.append)

    def poll(self) -> None:
        self.pool.poll(time.monotonic_ns() // 1_000_000 + self.ahead_ms)

    def wait(self, for_s: float = 60) -> Answer:
        """Until there is an answer."""
        end_s = time.monotonic() + for_s
        while not self.answers and time.monotonic() < end_s:
            self.poll()
            os.sched_yield()
        assert self.answers, "nothing was answered"
        return self.answers.pop()

    def pids(self) -> list[int]:
        """The numbers of its processes, when all run."""
        while any(process.pid is None for process in self.pool.processes):
            os.sched_yield()
        return [process.pid for process in self.pool.processes if process.pid is not None]


@pytest.fixture
def at() -> Iterator[AtThePool]:
    """A pool of one process that thinks."""
    table = AtThePool(Pool(1))
    yield table
    table.pool.stop()


def talking(script: str) -> Iterator[AtThePool]:
    table = AtThePool(Pool(1, (sys.executable, "-c", script)))
    yield table
    table.pool.stop()


def is_running(pid: int) -> bool:
    with suppress(ProcessLookupError, FileNotFoundError):
        os.kill(pid, 0)
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    return False


def ended(pid: int) -> bool:
    """Whether a process ends within ten seconds."""
    end_s = time.monotonic() + 10
    while is_running(pid) and time.monotonic() < end_s:
        os.sched_yield()
    return not is_running(pid)


def test_no_process_is_started_before_something_is_asked(at: AtThePool) -> None:
    at.poll()
    assert at.pool.processes == ()


def test_an_answer_is_legal_and_has_the_name_of_its_request(at: AtThePool) -> None:
    at.pool.think(REQUEST)
    answer = at.wait()
    assert isinstance(answer, Considered)
    assert (answer.purpose, answer.number, answer.game, answer.is_quick) == ("play", 1, "masterplan", False)
    for option in answer.options:
        START.check(option.action)


def test_several_processes_are_heard_together() -> None:
    table = AtThePool(Pool(2))
    table.pool.think(REQUEST)
    assert len(set(table.pids())) == 2
    answer = table.wait()
    assert isinstance(answer, Considered)
    assert sum(option.share for option in answer.options) == pytest.approx(1)
    table.pool.stop()


@pytest.mark.parametrize("name", ["massai", "forma"])
def test_a_position_of_each_game_reaches_the_process(at: AtThePool, name: str) -> None:
    start = GAMES[name].start({"game": name, "players": 2} if name == "forma" else {"game": name})
    assert start.turn is not None
    at.pool.think(Request("play", 1, GAMES[name], start, start.turn, Level.EASY, 50))
    answer = at.wait()
    assert isinstance(answer, Considered)
    start.check(answer.options[0].action)


def test_a_hand_and_decorations_that_are_not_the_usual_ones_reach_the_process(at: AtThePool) -> None:
    lawns, pools = (mask_of_names(names.split()) for names in ("D1 D2 D3 D4 D6", "D5 D7 D8 D9 D10"))
    game = Cites(USUAL_DECORATIONS._replace(lawns=lawns, pools=pools))
    position = game.start({"game": "cites", "players": 2, "speaker": "p1"})
    for text in ("choose H", "choose M"):
        position, _ = position.after(game.parse(text))
    hand = frozenset(f"{kind}{number}" for kind in "PTD" for number in range(1, 6))
    at.pool.think(Request("play", 1, game, position, "p1", Level.EASY, 50, hand))
    answer = at.wait()
    assert isinstance(answer, Considered)
    assert {str(one.action).removeprefix("play ") for one in answer.options} <= hand


def test_what_a_rival_has_shown_reaches_the_process(at: AtThePool) -> None:
    seen = tuple([shown(OBVIOUS, FORESEEN)] * 9)
    at.pool.think(Request("play", 1, GAMES["massai"], AT, "dark", Level.STRONG, 100, seen=seen))
    answer = at.wait()
    assert isinstance(answer, Considered)
    attacks = [one for one in answer.options if isinstance(one.action, Attack)]
    likely = max(attacks, key=lambda one: one.share).action
    assert isinstance(likely, Attack)
    assert not likely.cell & FORESEEN


def test_a_process_gives_way_to_the_table(at: AtThePool) -> None:
    at.pool.think(REQUEST)
    at.wait()
    (pid,) = at.pids()
    ours = os.getpriority(os.PRIO_PROCESS, 0)
    assert os.getpriority(os.PRIO_PROCESS, pid) == min(ours + 5, 19)
    limits = Path(f"/proc/{pid}/limits").read_text()
    assert "Max data size             402653184" in limits


def test_what_is_cancelled_is_not_answered_and_the_next_is_at_once(at: AtThePool) -> None:
    at.pool.think(replace(REQUEST, number=7, think_ms=60_000))
    at.pids()
    at.poll()
    at.pool.cancel(("play", 7))
    at.pool.think(replace(REQUEST, number=8))
    answer = at.wait(30)
    assert (answer.number, type(answer)) == (8, Considered)
    assert len(at.pids()) == 1


def test_what_waits_may_be_cancelled_too(at: AtThePool) -> None:
    at.pool.think(REQUEST)
    at.pool.think(replace(REQUEST, purpose="hint"))
    at.pool.cancel(("hint", 1))
    at.pool.cancel(("hint", 99))
    assert at.wait().purpose == "play"
    assert at.pool.next_ms() is None


def test_what_is_to_be_played_is_thought_before_what_waits(at: AtThePool) -> None:
    at.pool.think(replace(REQUEST, purpose="hint", number=1))
    at.pool.think(replace(REQUEST, purpose="hint", number=2))
    at.pool.think(replace(REQUEST, number=3))
    assert [at.wait().number for _ in range(3)] == [1, 3, 2]


def test_a_name_that_is_being_thought_about_is_refused(at: AtThePool) -> None:
    at.pool.think(REQUEST)
    with pytest.raises(ThinkerError, match="already"):
        at.pool.think(REQUEST)


def test_a_pool_that_was_not_started_refuses_to_think() -> None:
    with pytest.raises(ThinkerError, match="not been started"):
        Pool(1).think(REQUEST)


def test_a_process_that_was_killed_is_replaced_and_the_rest_of_the_time_used(at: AtThePool) -> None:
    at.pool.think(replace(REQUEST, level=Level.STRONG, think_ms=4_000))
    at.poll()
    (first,) = at.pids()
    os.kill(first, signal.SIGKILL)
    answer = at.wait()
    assert isinstance(answer, Considered)
    assert not answer.is_quick
    assert len(answer.options) > 1  # a single walk finds one
    assert at.pids() != [first]


def test_a_process_that_is_killed_when_its_time_is_over_is_replaced_for_a_quick_answer(at: AtThePool) -> None:
    at.pool.think(replace(REQUEST, think_ms=60_000))
    at.poll()
    (first,) = at.pids()
    at.ahead_ms += 60_000
    os.kill(first, signal.SIGKILL)
    answer = at.wait()
    assert isinstance(answer, Considered)
    assert answer.is_quick
    assert at.pids() != [first]


def test_a_process_that_crashes_again_and_again_gives_no_answer() -> None:
    for table in talking(CRASH):
        table.pool.think(REQUEST)
        answer = table.wait()
        assert answer == Unanswered(answer.at_ms, "play", 1, "no process has answered")


def test_a_process_that_crashes_only_when_it_thinks_long_still_answers() -> None:
    for table in talking(ONLY_QUICKLY):
        table.pool.think(replace(REQUEST, think_ms=60_000))
        answer = table.wait()
        assert isinstance(answer, Considered)
        assert (str(answer.options[0].action), answer.is_quick) == ("house d4 ne", True)


def test_a_process_that_talks_nonsense_is_given_up() -> None:
    for table in talking(NONSENSE):
        table.pool.think(REQUEST)
        assert isinstance(table.wait(), Unanswered)
        assert table.pool.processes == ()


def test_a_process_that_hangs_is_killed_when_patience_is_over() -> None:
    for table in talking(HANG):
        table.pool.think(REQUEST)
        (first,) = table.pids()
        table.poll()
        table.ahead_ms += REQUEST.think_ms + PATIENCE_MS + START_MS
        table.poll()
        assert ended(first)
        (second,) = table.pids()
        table.poll()
        table.ahead_ms += PATIENCE_MS + START_MS
        assert isinstance(table.wait(), Unanswered)
        assert ended(second)


def test_a_command_that_is_not_there_gives_no_answer() -> None:
    table = AtThePool(Pool(1, ("/no/such/program",)))
    table.pool.think(REQUEST)
    assert isinstance(table.wait(), Unanswered)
    table.pool.stop()


def test_a_position_that_cannot_be_thought_about_is_reported_by_its_kind_of_error_alone(
    at: AtThePool,
) -> None:
    at.pool.think(replace(REQUEST, seat="nobody"))
    answer = at.wait()
    assert isinstance(answer, Unanswered)
    assert answer.reason == "ValueError while it was thought"


def test_a_process_ends_with_whoever_started_it(at: AtThePool) -> None:
    read, write = os.pipe()
    lines = [(os.POSIX_SPAWN_DUP2, read, 0), (os.POSIX_SPAWN_CLOSE, write)]
    pid = os.posix_spawn(WORKER[0], WORKER, os.environ, file_actions=lines)
    os.close(read)
    os.close(write)
    assert os.waitpid(pid, 0) == (pid, 0)


def test_stopping_ends_every_process_and_may_be_done_twice(at: AtThePool) -> None:
    at.pool.think(replace(REQUEST, think_ms=60_000))
    pids = at.pids()
    at.pool.stop()
    at.pool.stop()
    assert all(map(ended, pids))
    assert at.answers == []


@pytest.mark.parametrize(
    ("cores", "mib", "processes", "mib_each"),
    [
        (4, 8192, 3, 384),
        (2, 8192, 1, 384),
        (1, 8192, 1, 384),
        (4, 906, 3, 216),
        (4, 430, 1, 174),
        (4, 200, 1, 96),
    ],
)
def test_one_core_and_a_quarter_of_a_gigabyte_are_left_to_the_table(
    cores: int, mib: int, processes: int, mib_each: int
) -> None:
    found = room(cores, mib << 20)
    assert (found.processes, found.bytes_each >> 20) == (processes, mib_each)
    assert found.nodes * NODE_BYTES + PROGRAM_BYTES <= found.bytes_each
    assert found.nodes > 10_000
