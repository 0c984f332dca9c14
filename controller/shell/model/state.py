"""The state of the screens around the game, and when time changes it."""

from __future__ import annotations

from dataclasses import field
from typing import Any

from controller.model.checkpoints import APART, FLEETING
from controller.model.people import NO_BOOK, Book
from controller.model.phones import PhoneAsk, SeatChose
from controller.model.view import Phase
from controller.referee.session import WATCHING, Effects, Pressed, Session
from controller.settings.preferences import NO_PREFERENCES, Preferences
from controller.shell.model.layer import Layer
from controller.shell.model.layers import Flash, SelfTesting
from controller.shell.model.requests import Request
from engines.game import Position
from engines.record import moment, record, replace
from hardware.lights.colour_order import USUAL
from hardware.ports import Button

PATIENCE = 5
"""During a game the table waits this many times as long, before it concludes that people have left."""

LONGEST_MS = 5_000
"""The longest wait of a press for a board that does not come to rest."""

_UNINVITING = (Phase.DEMO, Phase.ASLEEP, Phase.SELF_TEST)


@record
class Kiosk:
    """Settings for a table in public.

    It invites after `idle_ms` without hands, and sleeps after `sleep_ms`; 0 means never. Without a `pin`
    everyone has access to the host's page, but the program cannot be ended there. `has_sound`, `has_speech`,
    `has_lights` and `has_backlight` say which settings there are. With `has_chances` spectators see the
    winning chances.
    """

    idle_ms: int = 0
    sleep_ms: int = 0
    pin: str = field(default="", repr=False)
    has_lights: bool = True
    has_backlight: bool = False
    has_sound: bool = False
    has_speech: bool = False
    has_chances: bool = True
    version: str = ""


NO_KIOSK = Kiosk()


@record
class Advice:
    """A good action: in words, with its number, the reasons for it, and its sites."""

    words: str
    sites: int


@record
class Hint:
    """A requested hint: still thinking, or with `advices`, or `refused` with a reason. It ends at
    `until_ms`."""

    number: int
    until_ms: int
    advices: tuple[Advice, ...] = ()
    refused: str = ""


@record
class Chances:
    """The expected result of a position by player, from 0 (lost) to 1 (won), as far as everybody can know it.

    Without `results` it `is_due`, or depends on a choice that `is_secret`, or else is not known. `number` is
    the request's.
    """

    number: int
    position: Position[Any] = field(repr=False)
    is_secret: bool = False
    is_due: bool = False
    results: tuple[float, ...] = ()


@record
class Gesture:
    """The taps of the hidden gesture so far, and when they began."""

    taps: int = 0
    since_ms: int = 0


@record
class Pending:
    """A press that waits until the board has been read: the button, its label, and the session that its
    person saw."""

    event: Pressed | Button | SeatChose
    words: str
    seen: Session = field(repr=False)


@record
class Word:
    """A text about a touch, until a moment. One that `is_answer` was asked for."""

    words: str
    until_ms: int
    is_answer: bool = False


@record
class ReadOn:
    """How often a person has asked for the rest of some requests and a notice (`of`), until a moment."""

    of: tuple[tuple[str, ...], str]
    times: int
    until_ms: int


@moment
class Shell:
    """A session and the screen over it, if any. Compared by identity."""

    session: Session = field(metadata=APART)
    """The game, or what replaces it."""

    preferences: Preferences = NO_PREFERENCES
    """People's settings."""

    defaults: Preferences = NO_PREFERENCES
    """The corresponding values of the table's settings."""

    kiosk: Kiosk = field(default=NO_KIOSK, metadata=APART)
    """The public-table settings, with the host's PIN."""

    layer: Layer | None = field(default=None, metadata=FLEETING)
    """The screen over the session."""

    hands_ms: int = 0
    """The last sign of hands: on the screen, the board or the panel."""

    flash: Flash | None = field(default=None, metadata=FLEETING)
    """The pieces that have just scored."""

    invitations: int = 0
    """The number of games demonstrated so far."""

    hint: Hint | None = field(default=None, metadata=FLEETING)
    """The current hint."""

    hints: int = 0
    """The number of hints asked for."""

    is_watched: bool = False
    """Whether anyone follows the spectators' page."""

    chances: Chances | None = field(default=None, repr=False, metadata=APART)
    """The winning chances for spectators, in the present position and no other."""

    chances_asked: int = 0
    """The number of positions whose chances were asked for."""

    gesture: Gesture = field(default_factory=Gesture)
    """The taps of the hidden gesture so far."""

    wrong_pins: int = 0
    """The number of wrong PINs in a row."""

    locked_ms: int = 0
    """No PIN is accepted before this time."""

    address: str = ""
    """The address of the page for phones; empty if they cannot reach it."""

    other_addresses: tuple[str, ...] = ()
    """Further addresses that may lead to it."""

    asks: tuple[PhoneAsk, ...] = ()
    """The phones that ask for a seat."""

    welcomes_until_ms: int = 0
    """Until then the page with them opens by itself: the table has just been switched on."""

    book: Book = field(default=NO_BOOK, repr=False, metadata=APART)
    """The people whom the table knows by name."""

    book_trouble: str = field(default="", metadata=APART)
    """Why the book is not stored; empty if it is."""

    pending: tuple[Pending, ...] = field(default=(), repr=False, metadata=FLEETING)
    """The presses that wait until the board has been read."""

    word: Word | None = field(default=None, metadata=FLEETING)
    """The text about the last touch."""

    read_on: ReadOn | None = field(default=None, metadata=FLEETING)
    """Where a person reads texts that there is no room for."""

    @property
    def phase(self) -> Phase:
        """The phase, as people see it."""
        return self.session.phase if self.layer is None else self.layer.phase

    @property
    def colour_order(self) -> str:
        """The order in which colours are sent to the lights: a self-test may be trying orders."""
        if isinstance(self.layer, SelfTesting):
            return self.layer.test.order
        return self.preferences.order or USUAL

    @property
    def invites_ms(self) -> int | None:
        """When the table invites, if no one touches it before; `None` if it does not."""
        session, idle_ms = self.session, self.kiosk.idle_ms
        if not idle_ms or self.phase in _UNINVITING or session.trouble or session.is_waiting:
            return None
        is_played = session.phase in (*WATCHING, Phase.SECRET)
        return self.hands_ms + idle_ms * (PATIENCE if is_played else 1)

    @property
    def sleeps_ms(self) -> int | None:
        """When the table falls asleep, if no one touches it before; `None` if it does not. It sleeps in the
        menu and while it plays by itself."""
        may_sleep = self.kiosk.sleep_ms and self.phase in (Phase.MENU, Phase.DEMO)
        if not may_sleep or self.session.trouble or self.session.is_waiting:
            return None
        return self.hands_ms + self.kiosk.sleep_ms

    @property
    def refuses_ms(self) -> int | None:
        """When a waiting press has waited long enough; `None` if none waits."""
        return self.pending[0].event.at_ms + LONGEST_MS if self.pending else None

    def under(self, layer: Layer | None) -> Shell:
        """The shell with another screen, or none, over its session."""
        return replace(self, layer=layer)


@record
class Answer:
    """The shell after an event, what the journal must store before it takes effect, and the requests."""

    shell: Shell
    effects: Effects = ()
    requests: tuple[Request, ...] = ()
