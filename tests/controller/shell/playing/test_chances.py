"""The winning chances for spectators: reckoned while anyone watches and nothing else is thought about."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest

from controller.daemon.thoughts import Desk
from controller.games import tables_for
from controller.model.people import Book, Tournament
from controller.model.phones import Watched
from controller.model.thinking import Answer, Considered, Unanswered
from controller.monotonic import now_ms
from controller.referee.people import with_people
from controller.referee.play import Play
from controller.shell.model.state import Chances
from controller.shell.playing import chances, hinting
from controller.thinker.pool import Pool
from controller.web.feed import Told
from controller.web.picture import PagePicture, picture_of
from hardware.ports import Grid
from opponents.simple import at_random
from opponents.think import think
from opponents.thought import Budget, Option
from tests.controller.shell.at_the_shell import AtTheShell
from tests.controller.web.serving import until


@pytest.fixture
def table(tmp_path: Path) -> AtTheShell:
    return AtTheShell(tmp_path)


@pytest.fixture
def watched(table: AtTheShell) -> AtTheShell:
    """A game of Masterplan that somebody watches."""
    table.begin()
    watch(table)
    return table


def watch(table: AtTheShell, *, is_watched: bool = True) -> None:
    table.daemon.handle(Watched(table.now_ms, is_watched), table.now_ms)


def asked(table: AtTheShell) -> str:
    """The purpose of what is being thought about."""
    return "" if table.thinker.thinking is None else table.thinker.thinking.purpose


def known(table: AtTheShell) -> Chances:
    found = table.daemon.shown.chances
    assert found is not None
    return found


def page(table: AtTheShell) -> PagePicture:
    shown = table.daemon.shown
    return picture_of(Told(shown.session, shown.demonstration, shown.chances), "en", "1")


def test_nothing_is_reckoned_unless_somebody_watches(table: AtTheShell) -> None:
    table.begin()
    table.wait(5_000)
    assert (asked(table), table.daemon.shown.chances) == ("", None)
    assert (page(table).chances, page(table).no_chances) == ((), "")
    watch(table)
    assert asked(table) == chances.CHANCES
    watch(table, is_watched=False)
    assert (asked(table), table.daemon.shown.chances) == ("", None)


def test_who_watches_is_told_each_players_chance_and_before_that_it_is_reckoned(watched: AtTheShell) -> None:
    touchscreen = watched.view
    assert [one.percent for one in page(watched).chances] == [None, None]
    assert page(watched).no_chances == "being reckoned"
    watched.wait(chances.THINK_MS)
    white, yellow = page(watched).chances
    assert (white.name, yellow.name) == ("White", "Yellow")
    assert (white.percent or 0) + (yellow.percent or 0) == 100
    assert page(watched).no_chances == ""
    assert asked(watched) == ""
    assert watched.view == touchscreen


def test_chances_belong_to_their_position_alone(watched: AtTheShell) -> None:
    watched.wait(chances.THINK_MS)
    before = known(watched)
    watched.put("d4.ne")
    assert known(watched).position is watched.daemon.session.current.position
    assert (known(watched).results, known(watched).is_due) == ((), True)
    late = Considered(watched.now_ms, chances.CHANCES, before.number, "masterplan", (option(watched),))
    watched.daemon.handle(late, watched.now_ms)
    assert known(watched).is_due
    watched.wait(chances.THINK_MS)
    assert known(watched).results


def option(table: AtTheShell) -> Option:
    action = table.daemon.session.current.table.game.parse("house d4 ne")
    return Option(action, 1.0, (0.9, 0.1))


def test_a_piece_that_is_touched_ends_the_reckoning_at_once(watched: AtTheShell) -> None:
    watched.closed ^= watched.daemon.session.table.sites("d4.ne")
    watched.see()
    assert asked(watched) == ""
    watched.wait(1_000)
    assert watched.journal.actions(1) == ["house d4 ne"]
    assert asked(watched) == chances.CHANCES


def test_a_hint_and_a_computer_player_come_first(table: AtTheShell) -> None:
    table.touch("game-masterplan", "seat-yellow", "start")
    table.wait(1_000)
    watch(table)
    assert asked(table) == chances.CHANCES
    table.touch("hint")
    assert asked(table) == hinting.HINTS
    table.wait(hinting.THINK_MS)
    assert asked(table) == chances.CHANCES
    table.put("d4.ne")
    assert asked(table) == "play"
    assert page(table).no_chances == "being reckoned"


def test_what_the_table_plays_by_itself_has_none_of_these(tmp_path: Path) -> None:
    table = AtTheShell(tmp_path, ("kiosk.idle_s", "60"))
    table.begin()
    watch(table)
    table.daemon.invite(table.now_ms)
    for _ in range(20):
        table.wait(1_000)
        assert (table.phase, table.daemon.shown.chances) == ("demo", None)
        assert asked(table) in ("", "demonstration")


@pytest.mark.parametrize("setting", [("web.chances", "false"), ("play.hints", "false")])
def test_there_are_none_if_settings_or_people_do_without(tmp_path: Path, setting: tuple[str, str]) -> None:
    table = AtTheShell(tmp_path, setting)
    watch(table)
    table.begin()
    assert (asked(table), table.daemon.shown.chances) == ("", None)


@pytest.mark.parametrize(("name", "is_of_it"), [("Ben", True), ("Eva", False)])
def test_a_game_of_a_tournament_has_none(watched: AtTheShell, name: str, is_of_it: bool) -> None:
    book = Book({"Anna": {}, "Ben": {}, "Eva": {}}, tournament=Tournament("masterplan", ("Anna", "Ben")))
    session = with_people(watched.daemon.session, {"white": "Anna", "yellow": name}, 1)
    shell = chances.followed(replace(watched.daemon.shell, book=book, session=session))
    assert (shell.chances is None) == is_of_it


def test_there_are_none_while_a_choice_is_secret_and_the_page_says_so(table: AtTheShell) -> None:
    watch(table)
    table.begin("massai")
    assert table.daemon.session.phase.value == "secret"
    assert (asked(table), page(table).no_chances) == ("", "not during a secret choice")


@pytest.mark.parametrize("is_quick", [True, False])
def test_without_an_honest_answer_there_are_none(watched: AtTheShell, is_quick: bool) -> None:
    number, now_ms = known(watched).number, watched.now_ms
    hasty = Considered(now_ms, chances.CHANCES, number, "masterplan", (option(watched),), is_quick=True)
    answer = hasty if is_quick else Unanswered(now_ms, chances.CHANCES, number, "crashed")
    watched.daemon.handle(answer, now_ms)
    assert (asked(watched), page(watched).chances, page(watched).no_chances) == ("", (), "")


def test_a_game_that_is_over_has_none(watched: AtTheShell) -> None:
    watched.touch("pause", "end", "resign-white")
    assert (watched.phase, watched.daemon.shown.chances) == ("over", None)


@pytest.mark.parametrize(("name", "players"), [("masterplan", 2), ("forma", 4), ("massai", 2), ("cites", 3)])
def test_in_every_game_what_everybody_knows_is_enough(table: AtTheShell, name: str, players: int) -> None:
    luck, game = random.Random(1), tables_for(Grid(24, 24), 2, 4)[name]
    options = {one.name: one.values[0][0] for one in game.options}
    options |= {"players": players} if "players" in options else {}
    play, seen = Play.begin(game, game.header(options)), 0
    while play.position.outcome() is None and len(play.plies) < 40:
        shell = replace(table.daemon.shell, is_watched=True)
        shell = chances.followed(replace(shell, session=replace(shell.session, play=play)))
        request = chances.request_of(shell)
        if request is not None:
            thought = think(request.position, request.seat, request.level, luck, Budget(4), request.hand)
            answer = Considered(0, chances.CHANCES, request.number, name, thought.options)
            found = chances.answered(shell, answer).chances
            assert found is not None
            assert (len(found.results), sum(found.results)) == (players, pytest.approx(1, abs=0.01))
            seen += 1
        assert (request is None) == (play.position.secret_plies > 0)
        seat = play.position.turn or play.position.seats[0]
        play = play.after(at_random(play.position, seat, luck))
    assert seen > 20


def test_a_real_process_leaves_it_for_the_computers_action(tmp_path: Path) -> None:
    table, pool, answers = AtTheShell(tmp_path, ("opponents.think_s", "0.1")), Pool(1), list[Answer]()
    pool.start(answers.append)
    desk = Desk(pool)
    table.touch("game-masterplan", "seat-yellow", "start")
    table.wait(1_000)
    watch(table)
    desk.look(table.daemon.shell)
    (process,) = pool.processes
    until(lambda: process.pid is not None)
    table.thinker.is_silent = True
    table.put("d4.ne")
    desk.look(table.daemon.shell)

    def is_answered() -> bool:
        pool.poll(now_ms())
        return bool(answers)

    until(is_answered)
    pool.stop()
    assert [(type(one), one.purpose) for one in answers] == [(Considered, "play")]
    assert pool.processes == ()
