"""A game on the real firmware, whose cable is pulled in the middle of a frame: it goes on with another board.

The real main loop and serial board, a MicroPython process for each board, tag readers under the sites in use.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from controller.daemon.daemon import started
from controller.model.view import Phase
from controller.monotonic import now_ms
from controller.settings.config import load
from hardware.board.messages import Lights, Sensors, Tags
from hardware.board.serial_board import SerialBoard
from hardware.lasting_thread import BackOff
from hardware.ports import Polled, sites_in
from tests.controller.running_table import RunningTable
from tests.hardware.cable import Cable, Cut
from tests.needs import needs_micropython

pytestmark = needs_micropython

SETTINGS = [("board.kind", '"serial"'), ("table.identity", '"tags"'), ("play.settle_ms", "100")]
PLACES = ("d4.ne", "f6.n", "b2.w", "g7.e")
WHITE, YELLOW = bytes.fromhex("04a2b1c9"), bytes.fromhex("04112233445566")
MOST_STEP_MS = 20
"""A board and its line live no longer than this from one poll to the next. On a busy computer their time goes
slower: a process that had to wait is no board that has fallen silent."""
KINDS = {"04A2B1C9": "house white", "04112233445566": "house yellow"}


class Table(RunningTable):
    """Boards are plugged in one after the other."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self._folder = folder
        self._config = load(None, SETTINGS)
        self._cables: list[Cable] = []
        self._polled_ms = self._lived_ms = now_ms()
        port = f"{folder}/board-*"
        self._board = SerialBoard(self._config.board_spec, port, lambda: self._lived_ms, BackOff(0.01, 0.02))
        self.daemon = started(self._config, self.journal, self._board, ("board",), lambda: 0, KINDS)
        self._tags: dict[int, list[bytes]] = {}
        self.put("d4.ne", WHITE)
        self.put("f6.n", YELLOW)

    def plug(self, name: str) -> Cable:
        grid = self._config.table.grid
        used = [sites_in(self.site(place))[0] for place in PLACES]
        readers = [(number, *grid.column_row(site)) for number, site in enumerate(used)]
        cable = Cable(self._folder / name, grid, TAG_READERS=readers)
        cable.board.tags.lay(self._tags)
        if not self._cables:
            self._board.start(self.events.put)
        self._cables.append(cable)
        return cable

    def put(self, place: str, tag: bytes) -> None:
        self._tags[sites_in(self.site(place))[0]] = [tag]

    def poll(self, at_ms: int) -> None:
        """Let the boards run, as fast as the clock at most. See `Polled`."""
        went_ms, self._polled_ms = min(at_ms - self._polled_ms, MOST_STEP_MS), at_ms
        self._lived_ms += went_ms
        for cable in self._cables:
            if cable.is_plugged:
                cable.board.tags.lay(self._tags)
                cable.run(sum(1 << site for site in self._tags), 1_000 * went_ms)

    @property
    def polled(self) -> Sequence[Polled]:
        return (self,)

    def close(self) -> None:
        for cable in self._cables:
            cable.pull()
        self._board.stop()
        self.journal.close()


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    table = Table(tmp_path)
    yield table
    table.close()


def test_a_real_board_tells_a_wrong_piece_by_its_tag(table: Table) -> None:
    table.plug("board-0")
    table.until_it_is(Phase.PLAYING)
    table.put("b2.w", YELLOW)
    table.until(lambda: "Lift the yellow house on b2 west. It is White's turn." in table.asks())
    table.put("b2.w", WHITE)
    table.until_played("house b2 w")


@pytest.mark.parametrize("after", [1, 8, 40, -4, -1])
@pytest.mark.parametrize("kind", [Sensors, Tags, Lights], ids=["sensors", "tags", "lights"])
def test_pulled_in_mid_frame_the_game_goes_on_with_the_next_board(
    table: Table, kind: type[Sensors | Tags | Lights], after: int
) -> None:
    first = table.plug("board-ttyACM7")
    table.until_it_is(Phase.PLAYING)
    first.from_board = first.from_host = Cut(lambda said: isinstance(said, kind), after)
    table.put("b2.w", WHITE)
    table.until(lambda: not first.is_plugged)
    table.until_it_is(Phase.PAUSED)
    table.plug("board-ttyACM2")
    table.until_played("house b2 w")
    table.put("g7.e", YELLOW)
    table.until_played("house b2 w", "house g7 e")
    assert table.daemon.session.devices.away == {}
