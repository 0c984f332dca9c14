"""What the screens around the game know: values alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import ClassVar, TypeAlias

from controller.model.checkpoints import APART, FLEETING
from controller.model.phones import SeatChose
from controller.model.records import GameRecord
from controller.model.view import Lit, Phase
from controller.referee.play import Play
from controller.referee.session import Effects, Pressed, Session
from controller.review.judgement import Moments
from controller.self_test.machine import SelfTest
from controller.settings.preferences import NO_PREFERENCES, Preferences
from controller.shell.requests import Request
from controller.view.commentary import EVEN, Expected
from engines.game import Action
from hardware.lights.colour_order import USUAL
from hardware.ports import Button


@dataclass(frozen=True, slots=True)
class Kiosk:
    """How the table stands among strangers.

    After `idle_ms` without hands it invites; 0 means never. Without a `pin` everybody gets to the host's
    page, and nobody ends the program there. `has_sound`, `has_speech` and `has_lights` say what there is to
    be set.
    """

    idle_ms: int = 0
    pin: str = field(default="", repr=False)
    has_lights: bool = True
    has_sound: bool = False
    has_speech: bool = False
    version: str = ""


NO_KIOSK = Kiosk()


# The screens that lie over a session


@dataclass(frozen=True, slots=True)
class Demonstration:
    """A game that the table plays by itself, drawn from `seed`. `next_ms` is when it plays on.

    `words` comment on the last action, `expected` is how it looks. `action` comes next, as soon as it is
    known; when the game `is_stuck`, nobody thinks of any.
    """

    phase: ClassVar[Phase] = Phase.DEMO

    play: Play
    seed: int
    next_ms: int
    flash: Flash | None = None
    words: tuple[str, ...] = ()
    expected: Expected = EVEN
    action: Action | None = field(default=None, repr=False)
    is_stuck: bool = False

    @property
    def number(self) -> int:
        """The number of this moment among all that are thought of."""
        return (self.seed << 16) + len(self.play.plies)


@dataclass(frozen=True, slots=True)
class Help:
    """The rule that applies now is page 0."""

    phase: ClassVar[Phase] = Phase.HELP

    page: int = 0


@dataclass(frozen=True, slots=True)
class Past:
    """The games in the journal, newest first; `records` is `None` until they have been read."""

    phase: ClassVar[Phase] = Phase.PAST

    page: int = 0
    records: tuple[GameRecord, ...] | None = None
    total: int = 0
    refused: str = ""


@dataclass(frozen=True, slots=True)
class Unfinished:
    """The games that wait, newest first. `began_ms` tells when those of this page began, by the wall clock,
    once that has been read."""

    phase: ClassVar[Phase] = Phase.UNFINISHED

    page: int = 0
    began_ms: Mapping[int, int] = field(default_factory=dict)
    refused: str = ""


@dataclass(frozen=True, slots=True)
class Replay:
    """A game of the past after its first `at` actions. `next_ms` is when it goes on by itself, if it does.
    `below` is the screen that it was begun on. One that was given up `may_go_on` for a while."""

    phase: ClassVar[Phase] = Phase.REPLAY

    record: GameRecord
    play: Play
    below: Past | Review
    at: int = 0
    next_ms: int | None = None
    may_go_on: bool = False


@dataclass(frozen=True, slots=True)
class Review:
    """A game of the past with what was expected. `asking` is the number of actions after which its position
    is thought about now, `None` when all is known but for those `given_up`. `below` is the screen that it was
    begun on, if not the result's."""

    phase: ClassVar[Phase] = Phase.REVIEW

    record: GameRecord
    play: Play
    moments: Moments
    below: Replay | None = None
    page: int = 0
    asking: int | None = None
    given_up: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Sheet:
    """The whole score sheet of the game on the table."""

    phase: ClassVar[Phase] = Phase.SHEET

    page: int = 0


@dataclass(frozen=True, slots=True)
class Settings:
    """What people may set, by pages."""

    phase: ClassVar[Phase] = Phase.PREFERENCES

    page: int = 0
    notice: str = ""


@dataclass(frozen=True, slots=True)
class About:
    """What this is."""

    phase: ClassVar[Phase] = Phase.ABOUT


@dataclass(frozen=True, slots=True)
class PhoneCode:
    """A QR code that lets a phone in for a seat; it is gone at `until_ms`. `seat` is empty while it is asked
    for, and `link` where no phone finds the page; `is_answered` when that is known."""

    phase: ClassVar[Phase] = Phase.PHONE

    seat: str = ""
    link: str = field(default="", repr=False)
    until_ms: int | None = None
    is_answered: bool = False


@dataclass(frozen=True, slots=True)
class PinPad:
    """Somebody must show that they are the host, to get to their page or, with `wish`, to set something. The
    keys are locked for another `locked_s` seconds."""

    phase: ClassVar[Phase] = Phase.PIN

    wish: tuple[str, str] | None = None
    entered: str = field(default="", repr=False)
    is_wrong: bool = False
    locked_s: int = 0


@dataclass(frozen=True, slots=True)
class Host:
    """The host's page."""

    phase: ClassVar[Phase] = Phase.HOST

    is_ending: bool = False


@dataclass(frozen=True, slots=True)
class Condition:
    """How the table is, in lines for its host. At `next_ms` it is asked anew."""

    phase: ClassVar[Phase] = Phase.CONDITION

    next_ms: int
    lines: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Masking:
    """Many sensors are said to be broken: so many `more`, by a touch on the button with this id. It is asked
    whether that is so."""

    phase: ClassVar[Phase] = Phase.MASKING

    button_id: str
    more: int


@dataclass(frozen=True, slots=True)
class Forgetting:
    """So many `tiles` that a `seat` has shown would be forgotten, by a touch on the button with this id.
    It is asked whether they are to be."""

    phase: ClassVar[Phase] = Phase.FORGETTING

    button_id: str
    seat: str
    tiles: int


@dataclass(frozen=True, slots=True)
class Sensors:
    """The broken sensors of the game on the table, by pages."""

    phase: ClassVar[Phase] = Phase.SENSORS

    page: int = 0


@dataclass(frozen=True, slots=True)
class SelfTesting:
    """The table tests itself. `report` says where it was written down, when it is over. While `is_asking`,
    the host must say again that what is broken is to be masked."""

    phase: ClassVar[Phase] = Phase.SELF_TEST

    test: SelfTest
    report: str = ""
    is_masked: bool = False
    is_asking: bool = False


Layer: TypeAlias = (
    Demonstration
    | Help
    | Past
    | Replay
    | Review
    | Sheet
    | Settings
    | About
    | PhoneCode
    | PinPad
    | Host
    | Condition
    | SelfTesting
    | Unfinished
    | Masking
    | Sensors
    | Forgetting
)


@dataclass(frozen=True, slots=True)
class Flash:
    """The sites of what has just scored, each with whose it is, until a moment."""

    lit: tuple[tuple[int, Lit], ...]
    until_ms: int


@dataclass(frozen=True, slots=True)
class Advice:
    """An action that looks good: in words, with its number and the reasons for it, and the sites of it."""

    words: str
    sites: int


@dataclass(frozen=True, slots=True)
class Hint:
    """A hint that somebody has asked for: it is still being thought, or here are the `advices`, or it is
    `refused`, with the reason. It is gone at `until_ms`."""

    number: int
    until_ms: int
    advices: tuple[Advice, ...] = ()
    refused: str = ""


@dataclass(frozen=True, slots=True)
class Gesture:
    """The taps of the hidden gesture so far, and when they began."""

    taps: int = 0
    since_ms: int = 0


@dataclass(frozen=True, slots=True)
class Pending:
    """A press that waits until the board has been read: what was pressed, the words on its button, and the
    session that its person saw."""

    event: Pressed | Button | SeatChose
    words: str
    seen: Session = field(repr=False)


@dataclass(frozen=True, slots=True)
class Word:
    """A word to people about what they have just touched, until a moment."""

    words: str
    until_ms: int


@dataclass(frozen=True, slots=True, eq=False)
class Shell:
    """A session and the screen that lies over it, if any. Compared by identity."""

    session: Session = field(metadata=APART)
    """The game, or what is done instead of one."""

    preferences: Preferences = NO_PREFERENCES
    """What people have set."""

    defaults: Preferences = NO_PREFERENCES
    """What the table's settings have in its place."""

    kiosk: Kiosk = field(default=NO_KIOSK, metadata=APART)
    """How the table stands among strangers. It has the host's PIN."""

    layer: Layer | None = field(default=None, metadata=FLEETING)
    """The screen over the session."""

    hands_ms: int = 0
    """When hands were seen last: on the screen, the board or the panel."""

    flash: Flash | None = field(default=None, metadata=FLEETING)
    """What has just scored."""

    invitations: int = 0
    """How many games the table has shown."""

    hint: Hint | None = field(default=None, metadata=FLEETING)
    """The hint that there is now."""

    hints: int = 0
    """How many hints were asked for."""

    gesture: Gesture = Gesture()
    """How much there is of the hidden gesture."""

    wrong_pins: int = 0
    """How many wrong PINs there were in a row."""

    locked_ms: int = 0
    """No PIN is read before this moment."""

    address: str = ""
    """Where phones find the table's page; empty if they do not."""

    pending: tuple[Pending, ...] = field(default=(), repr=False, metadata=FLEETING)
    """The presses that wait until the board has been read."""

    word: Word | None = field(default=None, metadata=FLEETING)
    """What is said of the last touch."""

    @property
    def phase(self) -> Phase:
        """What the table is doing, as people see it."""
        return self.session.phase if self.layer is None else self.layer.phase

    @property
    def colour_order(self) -> str:
        """The order in which the lights are to be told their colours: a self-test may be seeking it."""
        if isinstance(self.layer, SelfTesting):
            return self.layer.test.order
        return self.preferences.order or USUAL

    def under(self, layer: Layer | None) -> Shell:
        """The shell with another screen, or none, over its session."""
        return replace(self, layer=layer)


@dataclass(frozen=True, slots=True)
class Answer:
    """The shell after an event, what the journal must store before it is taken up, and what is asked for."""

    shell: Shell
    effects: Effects = ()
    requests: tuple[Request, ...] = ()
