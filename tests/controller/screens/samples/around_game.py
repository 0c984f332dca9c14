"""Views of the screens around a game: invitation, help, past games, score sheets, settings, the host's."""

from __future__ import annotations

from dataclasses import replace
from itertools import count, islice
from typing import Any, Final

from controller import shell
from controller.daemon.health import Health, JournalHealth, LineHealth, words
from controller.games import tables_for
from controller.model.hands import Hands, Pads
from controller.model.phones import PhoneAsk
from controller.model.records import GameRecord
from controller.model.tracker import Tracker
from controller.model.view import Phase, View
from controller.referee import step
from controller.referee.play import Play
from controller.referee.session import Pressed, Session, first_session
from controller.referee.session_parts import DeviceStates, UnfinishedGame, UnfinishedGames
from controller.settings.preferences import Preferences
from controller.shell import Shell
from controller.shell.host import testing
from controller.shell.host.settings import PAGES
from controller.shell.idle.exhibition import naming, seated
from controller.shell.model.layer import Layer
from controller.shell.model.layers import (
    AboutPage,
    ConditionPage,
    Demonstration,
    HelpPage,
    HostPage,
    Lesson,
    Lessons,
    PastPage,
    PhoneCode,
    PinPad,
    ReplayPage,
    SensorsPage,
    SettingsPage,
    SheetPage,
    UnfinishedPage,
)
from controller.shell.model.state import Kiosk
from controller.shell.playing.flashing import flash_of
from controller.view.commentary import EVEN, comment
from tests.controller.screens.samples.sessions import GRID, SETTLE_MS, played, vector_game
from texts import _

_LINK: Final = "http://192.168.178.42:8321/seat#q0Zr3YdC1vXb7LmNwKfT9g"

_KIOSK: Final = Kiosk(pin="1234", has_sound=True, has_speech=True, version="1.0.0")
TABLES: Final = tables_for(GRID, 3, 4)
VECTORS: Final = {
    "masterplan": "the end: towers are scored, ties give nothing",
    "forma": "random game: 4 players, contact corner, 1",
    "massai": "random game: orthogonal false, all_fifteen false, 2",
    "cites": "random game: 4 players, contre true, hands hidden, 2",
}
_PLAYED: Final = {"masterplan": 20, "forma": 60, "massai": 20, "cites": 40}
"""This many actions lead into the middle of each game."""

_STARTED_MS: Final = 1_700_000_000_000


def _play(name: str, plies: int | None = None) -> Play:
    header, texts = vector_game(name, VECTORS[name])
    return Play.resume(TABLES[name], header, texts[:plies])


def _on_table(name: str, plies: int | None = None) -> Session:
    header, texts = vector_game(name, VECTORS[name])
    return played(TABLES[name], header, texts[:plies])


def _menu() -> Session:
    return replace(first_session(TABLES, GRID, SETTLE_MS, {}), phase=Phase.MENU)


def _left(games: int, recent: int) -> Session:
    """The menu after this many games were left, the newest of them in this visit."""
    names = list(_PLAYED)
    kept = {
        number: UnfinishedGame.of(_play(names[number % 4], 10 + number)) for number in range(1, games + 1)
    }
    return replace(_menu(), unfinished=UnfinishedGames(kept, tuple(range(games, games - recent, -1))))


def _waiting(games: int, page: int = 0) -> View:
    began_ms = {number: _STARTED_MS + 3_600_000 * number for number in range(1, games + 1)}
    return _over(_left(games, 0), UnfinishedPage(page, began_ms))


_ADDRESS: Final = "http://192.168.178.42:8321/"


def _over(session: Session, layer: Layer | None, address: str = "") -> View:
    return shell.view(Shell(session, kiosk=_KIOSK, layer=layer, address=address))


def _in_secret(plies: int, *seats: str, layer: Layer | None = None) -> View:
    """A game of Massaï in which these seats have a phone, and the page to get one."""
    phones = frozenset((1, seat) for seat in seats)
    return _over(replace(_on_table("massai", plies), game_id=1, phones=phones), layer, _ADDRESS)


def _set_up_phones() -> View:
    """The code for all phones, before Massaï begins."""
    session, _effects = step.handle(_menu(), Pressed(0, "game-massai"))
    return _over(session, PhoneCode(), _ADDRESS)


def _phones_ask(game: str, *seats: str) -> View:
    """A pause in which phones ask for these seats."""
    session = replace(_on_table(game, 3), game_id=1, phase=Phase.PAUSED)
    asks = tuple(PhoneAsk(1, seat, f"phone{mark}", mark) for mark, seat in enumerate(seats, 46))
    return shell.view(Shell(session, kiosk=_KIOSK, layer=PhoneCode(), address=_ADDRESS, asks=asks))


def _asking_hands() -> View:
    """The page of the hands known to the table, if phones can find a page."""
    session = replace(_on_table("cites", 5), game_id=1, pads=Pads(is_asking=True))
    return _over(session, None, _ADDRESS)


def _forgetting(tiles: int) -> View:
    """A player who has shown this many tiles stops showing them."""
    session = replace(_on_table("cites", 5), game_id=1)
    play = session.current
    assert play.deal is not None
    hands = Hands({(play.deal.number, "p1"): tuple(f"H{number}" for number in range(1, tiles + 1))})
    table = Shell(replace(session, play=replace(play, hands=hands)), kiosk=_KIOSK)
    for at_ms, button_id in ((1_000, "hands"), (2_000, "unshown-p1")):
        table = shell.tick(shell.handle(table, Pressed(at_ms, button_id)).shell, at_ms + 900).shell
    return shell.view(table)


def _invitation(name: str, plies: int | None, address: str = "") -> View:
    play = _play(name, plies)
    flash = flash_of(play, len(play.plies) - 1, 0)
    said: tuple[str, ...] = ()
    if len(play.position.seats) == 2:
        play = replace(play, computers=seated(play.position, 1))
        name_of = naming(play)
        expected = EVEN.with_result(0.2, name_of(play.position.seats[1]))
        said = comment(play.back(8), play, expected, name_of)
    return _over(_menu(), Demonstration(play, 1, 3_000, flash, said), address)


def _record(number: int, name: str, winner: str | None) -> GameRecord:
    play = _play(name)
    result = {"winner": winner, "reason": "more points", "score": play.position.score()}
    started_ms = _STARTED_MS + 86_400_000 * number
    return GameRecord(number, play.header, started_ms, len(play.plies), result if winner else None)


def _past(*records: GameRecord, total: int, page: int = 0) -> PastPage:
    return PastPage(page, records, total)


_RECORDS: Final = (
    _record(9, "masterplan", "white"),
    _record(8, "forma", "green"),
    _record(7, "massai", "draw"),
    _record(6, "cites", None),
)


def _replay(name: str, at: int) -> View:
    record = next(record for record in _RECORDS if record.header["game"] == name)
    return _over(_menu(), ReplayPage(record, _play(name), _past(*_RECORDS, total=9), at))


def _tested(*ids: str, stuck: int = 0) -> View:
    """The self-test after touches on these buttons, with this many sensors stuck."""
    menu = _menu()
    menu = replace(menu, tracker=menu.tracker.seen(_junk(0, stuck), 0))
    table = testing.begun(Shell(menu, Preferences(order="GRB"), kiosk=_KIOSK), 0)
    for number, button_id in enumerate(ids, start=1):
        table = shell.handle(table, Pressed(10_000 * number, button_id)).shell
    return shell.view(table)


_HEALTH: Final = Health(
    version="1.0.0",
    python="3.11.7",
    process=812,
    at_ms=7_000_000,
    uptime_s=7_000,
    phase="menu",
    devices={"board": _("The board does not answer on /dev/ttyACM0."), "lights": ""},
    line=LineHealth(frames=700_000, frames_per_s=99.8, connections=2, crc_errors=3),
    masked=("3,4", "10,10"),
    weak=("7,1",),
    waiting=0,
    journal=JournalHealth(120, 6.1, 5.2, 38.4),
    is_recording=True,
    dropped=0,
    hanging=(),
    temperature_c=61.0,
    has_under_voltage=False,
)


def _why(name: str, cell: str) -> View:
    """A game in which somebody has touched a cell of the picture."""
    table = Shell(_on_table(name, _PLAYED[name]), kiosk=_KIOSK)
    return shell.view(shell.handle(table, Pressed(1_000, cell)).shell)


def _lesson(name: str, at: int, made: str = "") -> View:
    """A step of a lesson, done or to be done."""
    return _over(_menu(), Lesson(name, at, made=made))


def _lesson_steps() -> dict[str, View]:
    """Every step of every lesson, and what comes of it."""
    return {
        f"lesson-{name}-{at}-{made}": _lesson(name, at, made)
        for name, table in TABLES.items()
        for at, step in enumerate(table.lesson)
        for made in ("", *step.accepted[:1])
    }


def _many_pages() -> dict[str, View]:
    """Every page of help, of every lesson and of every game's score sheet."""
    views = _lesson_steps()
    for name in TABLES:
        for plies in (_PLAYED[name], None):
            session = _on_table(name, plies)
            for kind, layer in (("help", HelpPage), ("sheet", SheetPage)):
                last = None
                for page in count():
                    shown = _over(session, layer(page))
                    if shown == last:  # there is no such page: the last is shown
                        break
                    views[f"{kind}-{name}-{plies}-{page}"] = last = shown
    return views


def _ending(name: str, plies: int, **more: Any) -> View:
    """How people end a game: the page behind the pause."""
    session = replace(_on_table(name, plies), game_id=1, **more).paused(by_hand=True)
    return _over(replace(session, is_ending=True), None, _ADDRESS)


def _broken(sensors: int) -> Tracker:
    session = _on_table("masterplan", 20)
    return session.tracker.mask(_junk(session.current.closed, sensors), 0, 0)


def _paused(sensors: int) -> View:
    session = replace(_on_table("masterplan", 20), game_id=1, tracker=_broken(sensors))
    return _over(session.paused(by_hand=True), None, _ADDRESS)


def _asked_about(plies: int, pieces: int) -> View:
    """This many pieces lie on a board where none belongs, and all are reported as right."""
    session = _on_table("masterplan", plies)
    tracker = session.tracker.seen(session.tracker.closed | _junk(session.current.closed, pieces), 1_000)
    session, _effects = step.tick(replace(session, tracker=tracker), 10_000)
    return shell.view(shell.handle(Shell(session, kiosk=_KIOSK), Pressed(10_000, "broken")).shell)


def _junk(closed: int, pieces: int) -> int:
    free = (site for site in range(GRID.size) if not closed >> site & 1)
    return sum(1 << site for site in islice(free, pieces))


def _set_up(name: str, *ids: str) -> View:
    """A game is set up, with touches on these buttons."""
    table = Shell(_menu(), kiosk=_KIOSK)
    for number, button_id in enumerate((f"game-{name}", *ids), start=1):
        table = shell.handle(table, Pressed(1_000 * number, button_id)).shell
    return shell.view(table)


def _to_clear(pieces: int, *ids: str) -> Shell:
    """This many pieces are in the way of a new game, after touches on these buttons."""
    menu = _menu()
    tracker = menu.tracker.seen(_junk(0, pieces), 0)
    table = Shell(replace(menu, tracker=tracker, devices=DeviceStates(is_board_seen=True)), kiosk=_KIOSK)
    for number, button_id in enumerate(("game-masterplan", "start", *ids), start=1):
        table = shell.handle(table, Pressed(1_000 * number, button_id)).shell
        table = shell.tick(table, 1_000 * number + 900).shell
    return table


SHELL_SAMPLES: Final[dict[str, View]] = {
    **{f"invitation-{name}": _invitation(name, plies) for name, plies in _PLAYED.items()},
    "invitation-over": _invitation("masterplan", None),
    **{f"help-{name}": _over(_on_table(name, plies), HelpPage()) for name, plies in _PLAYED.items()},
    "why-house": _why("masterplan", "cell-1,3"),
    "why-free": _why("masterplan", "cell-0,7"),
    "why-forma": _why("forma", "cell-8,8"),
    "why-massai": _why("massai", "cell-3,3"),
    "why-cites": _why("cites", "cell-2,5"),
    "lessons": _over(_menu(), Lessons()),
    "lesson-masterplan": _lesson("masterplan", 4),
    "lesson-masterplan-done": _lesson("masterplan", 4, "park e5"),
    "lesson-masterplan-refused": _over(
        _menu(), Lesson("masterplan", 5, left=1 << 30, told=_("In which corner does b2 touch a1?"))
    ),
    "lesson-forma": _lesson("forma", 5),
    "lesson-massai-done": _lesson("massai", 5, "guard d3"),
    "lesson-cites": _lesson("cites", 3),
    **{f"sheet-{name}": _over(_on_table(name), SheetPage()) for name in _PLAYED},
    "sheet-second-page": _over(_on_table("masterplan"), SheetPage(1)),
    "past": _over(_menu(), _past(*_RECORDS, total=9)),
    "past-second-page": _over(_menu(), _past(*_RECORDS[:2], total=9, page=1)),
    "past-none": _over(_menu(), _past(total=0)),
    "menu-in-a-full-house": _over(_left(30, 30), None, _ADDRESS),
    "menu-after-a-visit": _over(_left(9, 0), None),
    "unfinished": _waiting(9),
    "unfinished-one": _waiting(1),
    "unfinished-none": _waiting(0),
    "unfinished-last-page": _waiting(30, 9),
    "replay-start": _replay("masterplan", 0),
    "replay-masterplan": _replay("masterplan", 25),
    "replay-forma": _replay("forma", 50),
    "replay-massai": _replay("massai", 18),
    "replay-cites": _replay("cites", 30),
    "replay-end": _replay("forma", len(_play("forma").plies)),
    **{f"settings-{page + 1}": _over(_menu(), SettingsPage(page)) for page in range(len(PAGES))},
    "about": _over(_menu(), AboutPage()),
    "about-with-page": _over(_menu(), AboutPage(), _ADDRESS),
    "menu-with-page": _over(_menu(), None, _ADDRESS),
    "invitation-with-page": _invitation("masterplan", 20, _ADDRESS),
    "secret-with-page": _in_secret(1),
    "secret-on-a-phone": _in_secret(1, "dark"),
    "secret-one-on-a-phone": _in_secret(0, "dark"),
    "cites-whose-tiles-with-page": _asking_hands(),
    "forgetting-tiles": _forgetting(15),
    "phone-whose": _in_secret(0, layer=PhoneCode()),
    "phone": _in_secret(1, layer=PhoneCode("dark", _LINK, 180_000, is_answered=True)),
    "phone-one-is-there": _in_secret(0, "dark", layer=PhoneCode()),
    "phone-again": _in_secret(1, "dark", layer=PhoneCode("dark", _LINK, 180_000, is_answered=True)),
    "phones-in-the-set-up": _set_up_phones(),
    "phones-ask": _phones_ask("massai", "dark", "light"),
    "phones-ask-of-four": _phones_ask("cites", "p1", "p2", "p3", "p4"),
    "phone-asked": _in_secret(1, layer=PhoneCode("dark")),
    "phone-none": _in_secret(1, layer=PhoneCode("dark", is_answered=True)),
    "pin": _over(_menu(), PinPad()),
    "pin-entered": _over(_menu(), PinPad(entered="123")),
    "pin-wrong": _over(_menu(), PinPad(is_wrong=True, locked_s=16)),
    "pin-locked": _over(_menu(), PinPad(locked_s=300)),
    "ending": _ending("masterplan", 20),
    "ending-forma": _ending("forma", 60),
    "ending-massai-in-secret": _ending("massai", 1),
    "ending-cites": _ending("cites", 40),
    "ending-with-broken-sensors": _ending("masterplan", 20, tracker=_broken(5)),
    "paused-with-broken-sensors": _paused(5),
    "playing-with-two-broken-sensors": _over(replace(_on_table("masterplan", 20), tracker=_broken(2)), None),
    "playing-with-many-broken-sensors": _over(
        replace(_on_table("masterplan", 20), tracker=_broken(40)), None
    ),
    "sensors": _over(replace(_on_table("masterplan", 20), tracker=_broken(40)), SensorsPage()),
    "sensors-last-page": _over(replace(_on_table("masterplan", 20), tracker=_broken(41)), SensorsPage(5)),
    "masking": _asked_about(20, 24),
    "masking-at-a-set-up": shell.view(_to_clear(24, "broken")),
    "setup-of-four": _set_up("forma", "option-players-4"),
    "setup-of-four-who": _set_up(
        "forma", "option-players-4", "seats", "seat-blue", "seat-yellow", "seat-red"
    ),
    "setup-of-four-in-teams": _set_up("cites", *(f"seat-p{n}" for n in range(1, 5))),
    "setup-masterplan": _set_up("masterplan", "seat-white", "seat-yellow"),
    "setup-massai": _set_up("massai", "seat-dark", "seat-light"),
    "setup-to-clear": shell.view(_to_clear(24)),
    "host": _over(_menu(), HostPage()),
    "host-ending": _over(_menu(), HostPage(is_ending=True)),
    "condition": _over(_menu(), ConditionPage(0, words(_HEALTH))),
    "self-test": _tested(),
    "self-test-order": _tested("wrong"),
    "self-test-order-of-four": _tested("wrong", "several", "white"),
    "self-test-order-found": _tested("wrong", "red", "green"),
    "self-test-run": _tested("next", "next", "next", "next"),
    "self-test-sensors": _tested("next", "next", "next", "next", "next", "next"),
    "self-test-asking": _tested("next", "next", "next", "next", "next", "next", "stop", "mask", stuck=9),
    "self-test-over": _tested("next", "next", "next", "next", "next", "next", "stop"),
}
"""One of each, to be looked at."""

MANY_PAGES: Final[dict[str, View]] = _many_pages()
"""All of them, to be measured."""
