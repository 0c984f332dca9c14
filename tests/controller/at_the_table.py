"""A session with hands at it: frames, touches and time in; session and effects out. No clock, no I/O."""

from __future__ import annotations

from collections.abc import Mapping

from controller.games import tables_for
from controller.model import records
from controller.model.view import Meaning, View
from controller.referee import step
from controller.referee.session import Event, Pressed, Session, first_session
from controller.view.showing import view
from hardware.ports import Button, Grid, LinkLost, LinkUp, SensorFrame, sites_in

GRID = Grid(24, 24)
SETTLE_MS = 600
HAND_MS = 100


class AtTheTable:
    """A table that has just been switched on, with its board there and nothing on it."""

    def __init__(self, grid: Grid = GRID, cell_sites: int = 3, standing: int = 0) -> None:
        self.table = tables_for(grid, cell_sites)["masterplan"]
        self.session: Session = first_session(
            {"masterplan": self.table}, grid, SETTLE_MS, {"board": "Waiting."}
        )
        self.stored: list[records.Effect] = []
        self.now_ms = 0
        self._closed = standing
        self.tell(LinkUp(0, "board", "a board"))
        self._see()

    def tell(self, event: Event) -> None:
        """An event, and what is due then."""
        self._take(*step.handle(self.session, event))
        self._take(*step.tick(self.session, self.now_ms))

    def wait(self, for_ms: int = 2 * SETTLE_MS) -> None:
        """Time passes; the board reports every quarter of a second."""
        end_ms = self.now_ms + for_ms
        while self.now_ms < end_ms:
            due_ms = self.session.due_ms()
            beat_ms = self.now_ms - self.now_ms % 250 + 250
            times = [end_ms, beat_ms] if due_ms is None else [end_ms, beat_ms, max(due_ms, self.now_ms + 1)]
            self.now_ms = min(times)
            self._see()

    def put(self, *places: str) -> None:
        """One piece after the other is set down."""
        for place in places:
            self._move(place, True)

    def lift(self, *places: str) -> None:
        """One piece after the other is lifted."""
        for place in places:
            self._move(place, False)

    def touch(self, *ids: str) -> None:
        """Touches on the screen."""
        for one in ids:
            self.tell(Pressed(self.now_ms, one))

    def press(self, name: str) -> None:
        """A button of the panel."""
        self.tell(Button(self.now_ms, name))

    def lose(self, device: str, reason: str = "It is away.") -> None:
        """A device goes away."""
        self.tell(LinkLost(self.now_ms, device, reason))

    def find(self, device: str) -> None:
        """A device comes back; a board then reports its sites."""
        self.tell(LinkUp(self.now_ms, device, "it"))
        if device == "board":
            self._see()

    def play(self, *places: str) -> None:
        """Pieces set one by one, each with its rest."""
        for place in places:
            self.put(place)
            self.wait()

    def begin(self, **options: object) -> None:
        """A game of Masterplan begins."""
        self.touch("game-masterplan")
        for name, value in options.items():
            self.touch(f"option-{name}-{str(value).lower()}")
        self.touch("start")
        self.wait()

    def change_unseen(self, *, put: tuple[str, ...] = (), lift: tuple[str, ...] = ()) -> None:
        """The board is changed while the table is off."""
        for place in (*put, *lift):
            self._closed ^= self.table.sites(place)

    @property
    def pieces(self) -> list[int]:
        """The sites that pieces stand on."""
        return sites_in(self._closed)

    @property
    def view(self) -> View:
        """The present view."""
        return view(self.session)

    @property
    def phase(self) -> str:
        """The phase's name."""
        return self.session.phase.value

    @property
    def actions(self) -> list[str]:
        """The actions that stand, in the session; they are those that were stored."""
        played = [str(ply.action) for ply in self.session.play.plies] if self.session.play else []
        if self.session.play:
            assert played == standing(self.stored)
        return played

    @property
    def asked(self) -> dict[str, str]:
        """The meaning of every light that asks for something, by place."""
        telling = (Meaning.LAST, Meaning.SCORE, Meaning.ECHO)
        return {
            self.table.place(site): lit.meaning.value
            for site, lit in self.view.lights
            if lit.meaning not in telling
        }

    @property
    def buttons(self) -> Mapping[str, str]:
        """The touchable buttons: labels by id."""
        return {choice.id: choice.label for choice in (*self.view.choices, *self.view.controls)}

    def move(self, sites: int) -> None:
        """A hand lifts what stands on a site, or sets a piece there."""
        self._closed ^= sites
        self._see()
        self.wait(HAND_MS)

    def _move(self, place: str, is_set: bool) -> None:
        sites = self.table.sites(place)
        assert bool(self._closed & sites) != is_set, f"a hand cannot do that on {place}"
        self.move(sites)

    def _see(self) -> None:
        self.tell(SensorFrame(self.now_ms, self._closed))

    def _take(self, session: Session, effects: tuple[records.Effect, ...]) -> None:
        self.session = session
        self.stored += effects


def standing(stored: list[records.Effect]) -> list[str]:
    """The actions that a journal with these effects holds of its last game."""
    actions: list[str] = []
    for effect in stored:
        if isinstance(effect, records.Start):
            actions = []
        elif isinstance(effect, records.Played):
            actions.append(effect.text)
        elif isinstance(effect, records.Undo):
            assert 0 < effect.plies <= len(actions)
            del actions[-effect.plies :]
    return actions
