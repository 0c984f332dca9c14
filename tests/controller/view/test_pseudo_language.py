"""Everything that a person at the table can see can be said in another language."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from benchmarks.decisions import sessions
from benchmarks.games import tables
from controller.model.view import Choice, Mark, Phase, View
from controller.referee import step
from controller.referee.play import Play
from controller.referee.session import Pressed, Session, first_session
from controller.referee.session_parts import DeviceStates, UnfinishedGame, UnfinishedGames
from controller.settings.settings import Config
from controller.simulation.rig import Rig
from controller.simulation.scripts.runner import run
from controller.simulation.scripts.script import load
from controller.tables.table import GameTable
from controller.view.showing import view
from engines.game import Action, BadNotation, BadOption, Illegal
from hardware.ports import LinkLost, sites_in
from tests.controller.pseudo import plain_texts, plain_words
from tests.controller.screens.samples.cites import CITES_SAMPLES
from tests.controller.screens.samples.forma import FORMA_SAMPLES
from tests.controller.screens.samples.massai import MASSAI_SAMPLES
from tests.vector_games import vectors
from texts import _, _n, joined

HERE = Path(__file__).parent
SCRIPTS = sorted((HERE.parent / "scripts").glob("*.table"))
SAMPLES = {**FORMA_SAMPLES, **MASSAI_SAMPLES, **CITES_SAMPLES}
TABLES = {table.game.name: table for table in tables()}
LONG, ENDS, BOARDS, REFUSALS = 30, 80, 200, 3_000
"""The number of actions of a game, ends of games, boards and refusals that covers all texts."""
GAMES = pytest.mark.parametrize("table", TABLES.values(), ids=TABLES)


@dataclass(frozen=True, slots=True)
class Asked:
    """A play, and an action that is asked of it."""

    play: Play
    action: Action
    is_allowed: bool


def begun(table: GameTable[Any, Any]) -> Play:
    return Play.begin(table, vectors(table.game.name)[0]["requests"][0])


@cache
def asked_in_vectors(table: GameTable[Any, Any]) -> list[Asked]:
    """The requests in the vector games, allowed or not; of long games their beginning."""
    return [asked for vector in vectors(table.game.name) for asked in islice(asked_in(table, vector), LONG)]


def asked_in(table: GameTable[Any, Any], vector: dict[str, Any]) -> Iterator[Asked]:
    """The requests in a vector game."""
    (header, *requests), (_begun, *answers) = vector["requests"], vector["answers"]
    try:
        play = Play.begin(table, header)
    except BadOption:
        return
    for request, answer in zip(requests, answers, strict=True):
        is_allowed = answer.get("ok", True)
        if "play" in request:
            try:
                action = table.game.parse(request["play"])
            except BadNotation:
                continue
            yield Asked(play, action, is_allowed)
            play = play.after(action) if is_allowed else play
        elif "undo" in request and is_allowed:
            play = play.back(request["undo"])


def ends(table: GameTable[Any, Any]) -> Iterator[Play]:
    """The vector games that end."""
    for vector in vectors(table.game.name):
        for asked in asked_in(table, vector):
            last = asked
        play = last.play.after(last.action) if last.is_allowed else last.play
        if play.position.outcome() is not None:
            yield play


def standing(play: Play) -> Session:
    """A session whose board is as the position says."""
    table = play.table
    session = first_session({table.game.name: table}, table.grid, 600, {})
    tagged = play.closed & ~table.grid.all_sites
    kinds = {site: table.kind(play.position, site) for site in sites_in(tagged)}
    closed = play.closed & table.grid.all_sites
    tracker = replace(session.tracker, closed=closed, settled=closed, tagged=tagged, kinds=kinds)
    devices = DeviceStates(is_board_seen=True)
    return replace(session, tracker=tracker, play=play, devices=devices, phase=Phase.PLAYING).right()


def touched(session: Session, *ids: str) -> Session:
    for button_id in ids:
        session, _effects = step.handle(session, Pressed(0, button_id))
    return session


def around(session: Session) -> Iterator[View]:
    """The texts of a session's view, and of its buttons."""
    shown = view(session)
    yield shown
    for choice in (*shown.choices, *shown.controls):
        yield view(touched(session, choice.id))
    yield view(touched(session, "pause", "end"))
    yield view(touched(session, "unseen", "cell-2,2"))


# The language itself


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Lift the piece", ["Lift", "the", "piece"]),
        ("c3 d20 D15 5F", []),
        ("Cités Nouvelles: H.L.M.", []),
        (_("Lift {piece} on {place}", piece=_("the tower"), place="c3"), []),
        (_("Lift {piece} on {place}", piece="the tower", place="c3"), ["the", "tower"]),
        (_("{why:sentence}", why="it is"), ["It", "is"]),
        (_n("{number} piece", "{number} pieces", 2), []),
        (joined(", ", [_("the tower"), "the park"]), ["the", "park"]),
        (_("Lift") + " now", ["Lift", "now"]),
    ],
)
def test_words_in_plain_english_are_found_within_any_text(text: str, found: list[str]) -> None:
    assert plain_words(text) == found


def test_plain_english_is_found_wherever_it_is_shown() -> None:
    (board,) = (shown.board for name, shown in SAMPLES.items() if name == "cites-offer")
    assert board is not None
    text = _("Done")
    said = View(Phase.MENU, text, ask=(text,), choices=(Choice("id", text),), board=board)
    assert plain_texts(said) == {}
    for other in (
        replace(said, heading="Done"),
        replace(said, ask=(text, "Done")),
        replace(said, choices=(Choice("id", "Done"),)),
        replace(said, board=replace(board, marks=(Mark("label", 0, 0, 1, text="Done"),))),
    ):
        assert plain_texts(other) == {"Done": ["Done"]}


# Shown texts


@pytest.mark.parametrize("name", SAMPLES)
def test_a_kept_picture_shows_no_plain_english(name: str) -> None:
    assert plain_texts(SAMPLES[name]) == {}


@GAMES
def test_games_are_chosen_and_begun_without_plain_english(table: GameTable[Any, Any]) -> None:
    name = table.game.name
    menu = first_session(TABLES, table.grid, 600, {})
    kept = replace(menu, phase=Phase.MENU, unfinished=UnfinishedGames({1: UnfinishedGame.of(begun(table))}))
    setup = touched(kept, f"game-{name}")
    clearing = replace(touched(setup, "start"), tracker=replace(setup.tracker, closed=0b101))
    for session in (kept, setup, clearing):
        assert plain_texts(view(session)) == {}


@GAMES
def test_what_was_played_is_reported_without_plain_english(table: GameTable[Any, Any]) -> None:
    for asked in asked_in_vectors(table):
        if asked.is_allowed:
            session = standing(asked.play)
            for shown in (view(session), view(session.advanced_to(asked.play.after(asked.action)))):
                assert plain_texts(shown) == {}, asked
            assert plain_words(table.describe(asked.action)) == [], asked


@GAMES
def test_a_game_ends_without_plain_english(table: GameTable[Any, Any]) -> None:
    ended = list(islice(ends(table), ENDS))
    assert ended
    for play in ended:
        assert plain_texts(view(replace(standing(play), phase=Phase.OVER))) == {}
    session = standing(begun(table))
    players = session.current.position.players
    for button_id in ("draw", "give-up", *(f"resign-{player}" for player in players)):
        assert plain_texts(view(touched(session, "pause", "end", button_id))) == {}


@GAMES
def test_a_refusal_has_no_plain_english(table: GameTable[Any, Any]) -> None:
    """All refusals of the rules, at many moments of many games, and when they are over."""
    asked = asked_in_vectors(table)
    dice = random.Random(7)
    plays = [*(one.play for one in asked), *islice(ends(table), ENDS)]
    pairs = [(one.play, one.action) for one in asked]
    pairs += [(dice.choice(plays), dice.choice(asked).action) for _try in range(REFUSALS)]
    refusals = [refusal for play, action in pairs if (refusal := refused(play, action))]
    assert len(refusals) > REFUSALS // 3
    assert {refusal: words for refusal in refusals if (words := plain_words(refusal))} == {}


def refused(play: Play, action: Action) -> str:
    """Why an action is refused; nothing if it is not."""
    try:
        play.position.check(action)
    except Illegal as error:
        return play.table.refusal(error, play.position)
    return ""


@GAMES
def test_whatever_hands_leave_is_answered_without_plain_english(table: GameTable[Any, Any]) -> None:
    """Boards of every kind, and each button that is offered then."""
    for number, session in enumerate(islice(sessions(table), BOARDS)):
        due_ms = session.due_ms()
        assert due_ms is not None
        judged, _effects = step.tick(session, due_ms)
        for shown in around(judged) if number % 10 == 0 else (view(judged),):
            assert plain_texts(shown) == {}


@pytest.mark.parametrize("device", ["board", "lights", "rfid", "screen"])
def test_a_pause_for_a_device_has_no_plain_english(device: str) -> None:
    session = standing(begun(TABLES["cites"]))
    lost, _effects = step.handle(session, LinkLost(0, device, _("The board does not answer.")))
    assert plain_texts(view(lost)) == {}


class Onlooker(Rig):
    """A table with a reader who knows no English: `plain` are the texts that are not translated."""

    def __init__(self, config: Config, journal_file: Path, plain: dict[str, list[str]]) -> None:
        super().__init__(config, journal_file)
        self._plain = plain

    def run_until(self, end_ms: int, is_reached: Callable[[], bool] = lambda: False) -> bool:
        reached = super().run_until(end_ms, is_reached)
        if self.daemon is not None:
            self._plain.update(plain_texts(self.daemon.shown.view))
        return reached


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.stem)
def test_nothing_in_a_script_is_shown_in_plain_english(path: Path) -> None:
    plain: dict[str, list[str]] = {}
    run(load(path), Config(), lambda config, journal_file: Onlooker(config, journal_file, plain))
    assert plain == {}
