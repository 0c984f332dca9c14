from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from controller import shell
from controller.daemon.daemon import RETRY_MS, Daemon, started
from controller.journal.errors import JournalFull
from controller.journal.journal import Journal
from controller.model import records
from controller.model.records import Effect
from controller.model.view import Meaning, Phase
from controller.referee.session import MOST_WAIT, Pressed
from controller.screens import find
from controller.settings.config import load
from controller.settings.settings import Config
from controller.shell.model.state import Answer
from controller.view.start import offered
from hardware.ports import LinkLost, LinkUp, SensorFrame, Touch

SETTLE_MS = 600


class FillingJournal(Journal):
    """A journal on a card that can be full."""

    is_full = False

    def apply(self, effects: Iterable[Effect], wall_ms: int, game_id: int | None = None) -> int | None:
        if self.is_full:
            raise JournalFull("journal.sqlite cannot be written: the card or disk is full.")
        return super().apply(effects, wall_ms, game_id)


class Lamps:
    """Lights that note every picture, and how many actions the journal held when it came."""

    def __init__(self, kept: Journal) -> None:
        self._kept = kept
        self.shown: list[tuple[bytes, int]] = []

    def show(self, frame: bytes) -> None:
        games = self._kept.games()
        self.shown.append((frame, games[-1].plies if games else 0))


@pytest.fixture
def kept(tmp_path: Path) -> Iterator[FillingJournal]:
    with FillingJournal.open(tmp_path / "journal.sqlite") as opened:
        yield opened


@pytest.fixture
def lamps(kept: FillingJournal) -> Lamps:
    return Lamps(kept)


@pytest.fixture
def daemon(kept: FillingJournal, lamps: Lamps) -> Daemon:
    """A table with its board, at the beginning of a Masterplan game; it is 1,000 ms."""
    return begun(load(), kept, lamps)


def begun(config: Config, kept: FillingJournal, lamps: Lamps) -> Daemon:
    daemon = started(config, kept, lamps, ["board"], lambda: 0)
    daemon.handle(LinkUp(0, "board", "24 × 24 sites"), 0)
    daemon.handle(SensorFrame(0, 0), 0)
    for button in ("game-masterplan", "start"):
        daemon.handle(Pressed(0, button), 0)
    daemon.tick(1_000)
    assert daemon.session.phase is Phase.PLAYING
    return daemon


def sites(daemon: Daemon, *places: str) -> int:
    table = daemon.session.tables["masterplan"]
    return sum(table.sites(place) for place in places)


def rest(daemon: Daemon, at_ms: int, *places: str) -> int:
    """Let the board lie so for the settle time; gives the time then."""
    daemon.handle(SensorFrame(at_ms, sites(daemon, *places)), at_ms)
    daemon.tick(at_ms + SETTLE_MS)
    return at_ms + SETTLE_MS


def test_an_action_is_stored_before_any_light_shows_it(
    daemon: Daemon, lamps: Lamps, kept: FillingJournal
) -> None:
    rest(daemon, 1_100, "d4.ne")

    assert kept.actions(1) == ["house d4 ne"]
    glow = daemon.shown.view.lights
    assert any(lit.meaning is Meaning.LAST for _, lit in glow)
    assert lamps.shown[-1][1] == 1


def test_a_piece_under_a_hand_glows_with_the_frame_that_tells_of_it(daemon: Daemon, lamps: Lamps) -> None:
    before = len(lamps.shown)
    daemon.handle(SensorFrame(1_100, sites(daemon, "d4.ne")), 1_100)

    (site,) = [site for site, lit in daemon.shown.view.lights if lit.meaning is Meaning.ECHO]
    assert 1 << site == sites(daemon, "d4.ne")
    assert len(lamps.shown) == before + 1
    assert any(lamps.shown[-1][0][3 * site : 3 * site + 3])


def test_while_the_card_is_full_nothing_is_played_and_the_screen_says_why(
    daemon: Daemon, kept: FillingJournal
) -> None:
    kept.is_full = True
    rest(daemon, 1_100, "d4.ne")

    assert kept.actions(1) == []
    assert not daemon.session.current.plies
    assert "full" in daemon.shown.view.notice


def test_when_there_is_room_again_the_piece_that_waited_is_played(
    daemon: Daemon, kept: FillingJournal
) -> None:
    kept.is_full = True
    failed_ms = rest(daemon, 1_100, "d4.ne")
    kept.is_full = False
    daemon.tick(failed_ms + RETRY_MS - 1)
    assert kept.actions(1) == []

    assert daemon.next_ms() is not None
    daemon.tick(failed_ms + RETRY_MS)

    assert kept.actions(1) == ["house d4 ne"]
    assert daemon.shown.view.notice == ""


def test_a_lost_device_is_known_though_the_clock_cannot_be_stored(kept: FillingJournal, lamps: Lamps) -> None:
    daemon = begun(load(None, [("play.clock", '"game"')]), kept, lamps)
    kept.is_full = True
    daemon.handle(LinkLost(4_000, "lights", "The cable is out."), 4_000)

    assert daemon.session.devices.away == {"lights": "The cable is out."}
    assert "full" in daemon.shown.view.notice
    kept.is_full = False
    assert (daemon.next_ms() or 0) <= 4_000 + RETRY_MS
    daemon.tick(4_000 + RETRY_MS)

    assert daemon.session.trouble == ""
    assert kept.used_ms(1) == {"white": 4_000}


def test_a_touch_that_cannot_be_stored_changes_nothing(daemon: Daemon, kept: FillingJournal) -> None:
    at_ms = rest(daemon, 1_100, "d4.ne")
    kept.is_full = True
    daemon.handle(Pressed(at_ms, "undo"), at_ms)

    assert len(daemon.session.current.plies) == 1
    assert kept.actions(1) == ["house d4 ne"]


def test_a_touch_on_the_picture_presses_the_button_there(daemon: Daemon) -> None:
    button = find(daemon.shown.picture, "#pause")
    assert button is not None
    daemon.handle(Touch(1_100, button.box.x + 3, button.box.y + 3), 1_100)
    assert daemon.session.phase is Phase.PAUSED


def test_a_touch_beside_all_buttons_does_nothing(daemon: Daemon) -> None:
    before = daemon.session
    daemon.handle(Touch(1_100, 1, 1), 1_100)
    assert daemon.session is before


def test_an_unchanged_frame_costs_no_new_picture(daemon: Daemon, lamps: Lamps) -> None:
    shown, pictures = daemon.shown, len(lamps.shown)
    daemon.handle(SensorFrame(1_100, 0), 1_100)
    assert daemon.shown is shown
    assert len(lamps.shown) == pictures


def test_an_unfinished_game_goes_on_at_the_next_start(
    daemon: Daemon, kept: FillingJournal, lamps: Lamps
) -> None:
    at_ms = rest(daemon, 1_100, "d4.ne")
    rest(daemon, at_ms + 10, "d4.ne", "f6.n")

    again = started(load(), kept, lamps, ["board"], lambda: 0)
    assert again.session.phase is Phase.PAUSED
    again.handle(LinkUp(0, "board", ""), 0)
    again.handle(SensorFrame(0, sites(again, "d4.ne", "f6.n")), 0)
    again.tick(SETTLE_MS)

    assert again.session.phase is Phase.PLAYING
    assert [str(ply.action) for ply in again.session.current.plies] == ["house d4 ne", "house f6 n"]
    assert kept.games()[-1].id == 1


def test_a_broken_site_is_still_known_at_the_next_start(kept: FillingJournal, lamps: Lamps) -> None:
    kept.apply([records.Mask(3, 4), records.Mask(30, 30)], 0)
    again = started(load(), kept, lamps, ["board"], lambda: 0)
    assert again.session.tracker.masked == 1 << again.session.tracker.grid.site(3, 4)


def test_a_game_that_the_table_has_no_room_for_waits_in_the_journal(
    kept: FillingJournal, lamps: Lamps
) -> None:
    kept.start_game({"game": "chess"}, 0)
    again = started(load(), kept, lamps, ["board"], lambda: 0)
    assert again.session.play is None
    assert "Game 1 needs another table" in again.session.notice


def test_a_game_that_the_rules_refuse_is_reported_and_kept(kept: FillingJournal, lamps: Lamps) -> None:
    kept.apply([records.Start({"game": "masterplan"}), records.Played("park e5")], 0)
    again = started(load(), kept, lamps, ["board"], lambda: 0)
    assert again.session.play is None
    assert "Game 1 cannot go on: e5 needs no park" in again.session.notice
    assert kept.actions(1) == ["park e5"]


def test_a_game_that_waits_is_replayed_when_it_is_wanted(kept: FillingJournal, lamps: Lamps) -> None:
    for text in ("house d4 ne", "park e5", "house f6 n"):
        kept.start_game({"game": "masterplan"}, 0)
        kept.play(kept.games()[-1].id, text, 0)
    again = started(load(), kept, lamps, ["board"], lambda: 0)
    waiting = again.session.unfinished.games
    assert [number for number, one in waiting.items() if "play" in vars(one)] == []
    assert again.session.game_id == 3
    again.handle(LinkUp(0, "board", ""), 0)
    again.handle(SensorFrame(0, sites(again, "f6.n")), 0)
    again.tick(SETTLE_MS)
    for button in ("pause", "leave", "resume-2"):
        again.handle(Pressed(SETTLE_MS, button), SETTLE_MS)
    assert (again.session.play, again.session.phase) == (None, Phase.MENU)
    assert "Game 2 cannot go on: e5 needs no park" in again.session.notice
    assert list(again.session.unfinished.games) == [1, 3]
    assert kept.games()[1].result is None
    again.handle(Pressed(SETTLE_MS, "resume-1"), SETTLE_MS)
    assert [str(ply.action) for ply in again.session.current.plies] == ["house d4 ne"]


def test_a_new_game_after_one_that_waits_gets_its_own_number(kept: FillingJournal, lamps: Lamps) -> None:
    kept.start_game({"game": "chess"}, 0)
    again = started(load(), kept, lamps, ["board"], lambda: 0)
    again.handle(LinkUp(0, "board", ""), 0)
    again.handle(SensorFrame(0, 0), 0)
    for button in ("game-masterplan", "start"):
        again.handle(Pressed(0, button), 0)
    again.tick(1_000)
    rest(again, 1_100, "d4.ne")
    assert kept.actions(1) == []
    assert kept.actions(2) == ["house d4 ne"]


def test_lights_move_on_by_their_rhythm(daemon: Daemon, lamps: Lamps) -> None:
    at_ms = 1_100
    for places in (("d4.ne",), ("d4.ne", "f6.n"), ("d4.ne", "f6.n", "c3.n")):
        at_ms = rest(daemon, at_ms, *places) + 10
    park = sites(daemon, "e5").bit_length() - 1
    levels = set()
    for _ in range(20):
        due_ms = daemon.next_ms()
        assert due_ms is not None
        daemon.tick(due_ms)
        levels.add(lamps.shown[-1][0][3 * park : 3 * park + 3])
    assert len(levels) >= 2


def test_a_lost_board_pauses_and_its_return_goes_on(daemon: Daemon) -> None:
    daemon.handle(LinkLost(1_100, "board", "The cable is out."), 1_100)
    assert daemon.session.phase is Phase.PAUSED
    assert daemon.shown.view.ask == ("The cable is out.",)
    daemon.handle(LinkUp(1_200, "board", ""), 1_200)
    assert daemon.session.phase is Phase.PLAYING


def test_settings_decide_the_size_of_the_picture(kept: FillingJournal, lamps: Lamps) -> None:
    config: Config = load(None, [("screen.width", "800"), ("screen.height", "480")])
    picture = started(config, kept, lamps, ["board"], lambda: 0).shown.picture
    assert (picture.width, picture.height) == (800, 480)


def test_what_waited_behind_a_slow_disk_is_judged_by_when_it_happened(
    daemon: Daemon, kept: FillingJournal
) -> None:
    house = sites(daemon, "d4.ne")
    daemon.handle(SensorFrame(2_000, house), 5_000)
    daemon.handle(SensorFrame(2_000 + SETTLE_MS // 2, 0), 5_000)
    daemon.tick(5_000)
    assert kept.actions(1) == []


def test_what_rested_long_enough_behind_a_slow_disk_is_played(daemon: Daemon, kept: FillingJournal) -> None:
    house = sites(daemon, "d4.ne")
    daemon.handle(SensorFrame(2_000, house), 5_000)
    daemon.handle(SensorFrame(2_000 + 2 * SETTLE_MS, house | sites(daemon, "f6.n")), 5_000)
    assert kept.actions(1) == ["house d4 ne"]


def test_a_touch_on_a_button_that_has_gone_meanwhile_does_nothing(daemon: Daemon) -> None:
    rest(daemon, 1_100, "d4.ne")
    undo = find(daemon.shown.picture, "#undo")
    assert undo is not None
    daemon.handle(SensorFrame(2_000, sites(daemon, "d4.ne", "d4.s")), 5_000)
    shown = daemon.shown
    daemon.handle(Touch(2_000 + SETTLE_MS, undo.box.x + 1, undo.box.y + 1), 5_000)
    assert daemon.shown is not shown
    assert daemon.session.phase is Phase.CORRECTING


def test_at_a_start_games_in_which_nothing_was_done_are_forgotten_but_for_the_newest(
    kept: FillingJournal, lamps: Lamps
) -> None:
    for _ in range(6):
        kept.start_game({"game": "masterplan"}, 0)
    kept.play(2, "house d4 ne", 0)
    again = started(load(), kept, lamps, ["board"], lambda: 0)
    assert [record.id for record in kept.games()] == [2, 4, 5, 6]
    assert again.session.game_id == 6
    assert offered(again.session) == (5, 4)


def test_at_a_start_no_more_games_wait_than_there_may_be(kept: FillingJournal, lamps: Lamps) -> None:
    for number in range(1, MOST_WAIT + 4):
        kept.start_game({"game": "masterplan"}, 0)
        kept.play(number, "house d4 ne", 0)
    before = kept.commits
    again = started(load(), kept, lamps, ["board"], lambda: 0)
    assert kept.commits == before + 1, "given up one by one, each with a wait for the disk"
    assert len(again.session.unfinished.games) == MOST_WAIT
    assert [record.id for record in kept.games() if record.result] == [1, 2]


def test_before_anything_is_due_a_tick_works_out_nothing(
    daemon: Daemon, monkeypatch: pytest.MonkeyPatch
) -> None:
    at_ms = rest(daemon, 1_100, "d4.ne")
    ticked = []
    monkeypatch.setattr(shell, "tick", lambda state, now_ms: ticked.append(now_ms) or Answer(state))
    due_ms = shell.next_ms(daemon.shell)
    assert due_ms is None or due_ms > at_ms
    daemon.tick(at_ms)
    assert ticked == []
    monkeypatch.setattr(shell, "next_ms", lambda state: at_ms + 5)
    daemon.shell = replace(daemon.shell, hands_ms=at_ms)
    daemon.tick(at_ms + 4)
    assert ticked == []
    daemon.tick(at_ms + 5)
    assert ticked == [at_ms + 5]
