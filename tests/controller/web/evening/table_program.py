"""`tablier` in a process of its own, with a simulated table before it and a person at it: to be killed.

It runs `controller.app.run` with the settings in a file. What stands on the table comes as the first line of
its input, as JSON; then each line is an order to the person's hands, `[name, arguments]`, and is answered by
one line of JSON. For every public picture that it makes, it writes the hash of the same picture with other
secrets into a file.
"""

from __future__ import annotations

import hashlib
import json
import logging
import sys
import threading
from collections.abc import Callable
from dataclasses import asdict, replace
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from typing import Any, Final

from controller import app
from controller.daemon.daemon import Daemon, started
from controller.daemon.display import NoDisplay
from controller.daemon.logs import LineFormatter
from controller.devices import Devices
from controller.model.view import Phase
from controller.monotonic import now_ms
from controller.mqtt import publisher
from controller.mqtt.messages import game_state
from controller.referee.phone_choices import secretly_due
from controller.referee.session import READERS, Event, Session
from controller.settings.config import load
from controller.settings.settings import Config
from controller.simulation import deals
from controller.simulation.people.player import Player
from controller.simulation.refused import Refused
from controller.simulation.table_top import TableTop
from controller.web import seat_site, site
from controller.web.feed import Told
from controller.web.picture import picture_of
from controller.web.seat_picture import seat_picture
from controller.web.seat_site import SeatSite
from controller.web.seats import GameSeat
from hardware.lights.lights import DimmedLights
from hardware.ports import Emit
from hardware.simulated.board import SimulatedBoard
from tests.controller.web.evening.other_secrets import with_other_secrets

SEED: Final = 5
"""Of the tiles that people are dealt."""


class LiveTable(TableTop):
    """The simulated table before the running program, on the wall's clock: to its hands what a `Rig` is.

    Hands are in a thread of their own; what they move, they move in the main loop.
    """

    def __init__(self, config: Config) -> None:
        super().__init__(config, reads_tags=False)
        self.daemon: Daemon | None = None
        self._emit: Emit = lambda event: None
        self._moves: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self._polled = threading.Condition()
        self.rounds = 0

    @property
    def running(self) -> Daemon:
        """The controller."""
        assert self.daemon is not None
        return self.daemon

    # The program's side

    def start(self, emit: Emit) -> None:
        """See `Device`."""
        self._emit = emit

    def stop(self) -> None:
        """See `Device`."""

    def poll(self, at_ms: int) -> None:
        """Let hands move what they want to move."""
        with self._polled:
            self.now_ms = at_ms
            while not self._moves.empty():
                self._moves.get()()
            while (planned_ms := self.planned_ms()) is not None and planned_ms <= at_ms:
                self.next_planned()[1]()
            self.rounds += 1
            self._polled.notify_all()

    # The hands' side

    def run_until(self, end_ms: int, is_reached: Callable[[], bool] = lambda: False) -> bool:
        """Wait until `end_ms`, or until a condition holds. Returns whether it did."""
        with self._polled:
            while not is_reached():
                if self.now_ms >= end_ms:
                    return False
                self._polled.wait()
        return True

    def run_for(self, for_ms: int) -> None:
        """Wait."""
        self.run_until(self.now_ms + for_ms)

    def tell(self, event: Event) -> None:
        """Send the program an event, and wait until it has been handled."""
        self._emit(replace(event, at_ms=now_ms()))
        with self._polled:
            end = self.rounds + 2
            self._polled.wait_for(lambda: self.rounds >= end)

    def put(self, *piece: Any) -> None:
        """See `TableTop.put`."""
        self._move(partial(super().put, *piece))

    def lift(self, *sites: Any) -> None:
        """See `TableTop.lift`."""
        self._move(partial(super().lift, *sites))

    def _move(self, move: Callable[[], None]) -> None:
        outcome: SimpleQueue[Exception | None] = SimpleQueue()

        def done() -> None:
            try:
                move()
            except Exception as error:  # noqa: BLE001 - raised again in the hands' thread
                outcome.put(error)
            else:
                outcome.put(None)

        self._moves.put(done)
        if (error := outcome.get()) is not None:
            raise error

    @property
    def pieces(self) -> list[dict[str, Any]]:
        """All that stands on the table and lies on the pads."""
        tiles = (self.pads.tile_on(pad) for pad in range(self.pads.count))
        return [asdict(one) for one in (*self.table.pieces, *(tile for tile in tiles if tile is not None))]

    def lay_out(self, pieces: list[dict[str, Any]]) -> None:
        """The same again, before the program starts."""
        for one in pieces:
            TableTop.put(self, one["sites"], one["kind"], one["label"])

    def devices(self, config: Config) -> Devices:
        """The devices of the program."""
        board, screen = SimulatedBoard(config.board_spec, self.table), NoDisplay()
        lights = DimmedLights(board, config.lights.electrics, board)
        every = (board, self.pads, screen, self)
        return Devices(config, every, every, lights, screen, ("board", READERS))


class Hands:
    """The people's hands, and their eyes. All methods may be ordered from outside; they give JSON."""

    def __init__(self, table: LiveTable) -> None:
        self._table = table
        self._player = Player(table)  # type: ignore[arg-type]

    @property
    def _session(self) -> Session:
        return self._table.running.session

    def touch(self, *names: str) -> None:
        """Touch what the screen shows."""
        for name in names:
            self._player.touch(name)

    def choose_game(self, name: str) -> None:
        """Choose a game, and start it."""
        self._player.choose_game(name, {})
        self._player.get_ready()

    def play(self, text: str) -> None:
        """Make an action."""
        self._player.play(text)

    def dine(self, for_s: float) -> None:
        """The phones' clock goes on by this much, as if people had been away."""
        now_s = SeatSite._now_s
        SeatSite._now_s = lambda site: now_s(site) + for_s  # type: ignore[method-assign]

    def lay(self, kind: str) -> str:
        """The player in turn lays a tile that may not be played: one of the hand that breaks a rule
        (`revoke`), one of another's hand (`other`), or one of no hand (`strange`). Gives the tile; empty if
        there is none."""
        session = self._session
        play = session.current
        seat = str(play.position.turn)
        held = play.in_hand(seat)
        playable = play.table.tiles.playable(play.position, held)
        others = {tile for other in play.position.seats if other != seat for tile in play.in_hand(other)}
        gone = {*play.turned_up, *(play.deal.gone if play.deal else ())}
        may_be = {
            "revoke": {*held} - playable,
            "other": others,
            "strange": {*play.table.pieces} - {*held} - others - gone,
        }
        is_turn = session.phase is Phase.PLAYING and len(held) > 1 and not play.to_show
        tile = min(may_be[kind], default="") if is_turn else ""
        if tile:
            self._player.put(play.table.tiles.pad(play.position, seat), tile)
            self._table.run_for(1_000)
        return tile

    def take_off(self) -> None:
        """Take the tile off again."""
        play = self._session.current
        self._player.lift(play.table.tiles.pad(play.position, str(play.position.turn)))
        self._player.get_ready()

    def step(self) -> dict[str, Any]:
        """Do what the table asks for, and the next action, unless a phone is to make it: then what that may
        be."""
        self._player.get_ready()
        self._player.do_tasks()
        session = self._session
        if session.phase is Phase.OVER or session.play is None:
            return {}
        play = session.play
        if due := secretly_due(session):
            return {"secret": due[0].seat, "choice": due[0].id}
        if play.table.game.name == "massai":
            return {"may": [str(one) for one in play.position.legal() or ()]}
        if self._player.show_hand(SEED):
            return {}
        action = deals.action(play, SEED)
        if action.startswith("choose"):
            return {"choose": action.replace(" ", "-"), "seat": play.position.turn}
        self._player.play(action)
        return {}

    def look(self) -> dict[str, Any]:
        """The table at this moment."""
        shell = self._table.running.shell
        session, play, view = shell.session, shell.session.play, self._table.running.shown.view
        told: dict[str, Any] = {
            "phase": session.phase.value,
            "asks": [asdict(one) for one in shell.asks],
            "asking": sum(one.game == session.game_id for one in shell.asks),
            "layer": shell.layer is not None,
            "names": dict(zip(map("{0[1]}".format, session.names), session.names.values(), strict=True)),
            "chosen": session.setup.chosen,
            "code": view.code.address if view.code else "",
            "board": session.devices.is_board_seen and not session.is_waiting,
        }
        if play is not None:
            held = {seat: self._held(seat) for seat in play.position.seats}
            told |= {"plies": len(play.plies), "turn": play.position.turn, "held": held}
            told |= {"to_show": list(play.to_show), "actions": [str(ply.action) for ply in play.plies]}
        return told

    def _held(self, seat: str) -> list[str]:
        play = self._session.current
        return sorted(deals.hand(play, SEED, seat)) if play.deal is not None else []


def watched(file: Path) -> None:
    """Write down, for each public picture that is made, the same one with other secrets."""
    written = file.open("a", encoding="ascii")

    def note(told: object) -> None:
        written.write(hashlib.sha256(site.encoded(told)).hexdigest() + "\n")
        written.flush()

    def for_all(told: Told, language: str, version: str) -> object:
        other = replace(told, session=with_other_secrets(told.session))
        note(picture_of(other, language, version))
        return picture_of(told, language, version)

    def for_a_seat(session: Session, place: GameSeat, *more: str) -> object:
        note(seat_picture(with_other_secrets(session, place.seat), place, *more))
        return seat_picture(session, place, *more)

    def for_the_broker(session: Session, language: str) -> object:
        note(game_state(with_other_secrets(session), language))
        return game_state(session, language)

    site.picture_of = for_all  # type: ignore[assignment]
    seat_site.seat_picture = for_a_seat  # type: ignore[assignment]
    publisher.game_state = for_the_broker  # type: ignore[assignment]


def obey(table: LiveTable) -> None:
    """Do what each line of the input orders, and answer."""
    hands = Hands(table)
    for line in sys.stdin:
        name, arguments = json.loads(line)
        answer: dict[str, Any] = {}
        try:
            answer["found"] = getattr(hands, name)(*arguments)
        except Refused as error:
            answer["refused"] = str(error)
        except Exception as error:
            logging.getLogger("hands").exception("%s", name)
            answer["refused"] = repr(error)
        print(json.dumps({**answer, "pieces": table.pieces}), flush=True)


def main(settings: Path) -> None:
    """Run until it is ended, or killed."""
    config = load(settings)
    table = LiveTable(config)
    table.lay_out(json.loads(sys.stdin.readline()))
    log = logging.StreamHandler(settings.with_name("log").open("a", encoding="utf-8"))
    log.setFormatter(LineFormatter(is_under_systemd=False))
    logging.basicConfig(level=logging.DEBUG, handlers=[log])
    watched(settings.with_name("public"))

    def begun(*arguments: Any, **named: Any) -> Daemon:
        table.daemon = started(*arguments, **named)
        threading.Thread(target=obey, args=(table,), name="hands", daemon=True).start()
        return table.daemon

    app.started = begun
    app.run(config, choose=table.devices)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
