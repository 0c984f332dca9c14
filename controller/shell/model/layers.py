"""The screens that lie over a session, as values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from controller.model.records import GameRecord
from controller.model.tracker import Snapshot
from controller.model.view import LitSites, Phase
from controller.referee.play import Play
from controller.review.judgement import Moments
from controller.self_test.machine import SelfTest
from controller.shell.model.layer import Layer
from controller.view.commentary import EVEN, Expected
from engines.game import Action
from engines.record import record

# The screens that lie over a session


@record
class Flash:
    """The sites of what has just scored, each with its player, until a moment."""

    lit: LitSites
    until_ms: int


@record
class Demonstration(Layer):
    """A game that the table plays by itself, drawn from `seed`, since `begun_ms`. It plays on at `next_ms`.

    `words` comment on the last action, `expected` is the evaluation. `action` comes next, as soon as it is
    known. If the game `is_stuck`, no action can be found.
    """

    phase = Phase.DEMO

    play: Play
    seed: int
    next_ms: int
    flash: Flash | None = None
    words: tuple[str, ...] = ()
    expected: Expected = EVEN
    action: Action | None = field(default=None, repr=False)
    is_stuck: bool = False
    begun_ms: int = 0

    @property
    def number(self) -> int:
        """The number of this moment among all thinking requests."""
        return (self.seed << 16) + len(self.play.plies)


@record
class Asleep(Layer):
    """Screen and lights are dark until a hand comes."""

    phase = Phase.ASLEEP


@record
class HelpPage(Layer):
    """Page 0 is the game's aim, page 1 the rule that applies now."""

    phase = Phase.HELP

    page: int = 0


@record
class Lessons(Layer):
    """The games that can be learnt."""

    phase = Phase.LESSONS


@record
class Lesson(Layer):
    """A step of a game's lesson. On the sites `left` stand pieces that are no part of it. `made` is
    the learner's action, `told` why the last try was not the answer, `wrong` the sites of that, and `tried`
    its action, if the rules allow it. `seen` is the last board at rest."""

    phase = Phase.LESSON

    game: str
    at: int = 0
    left: int = 0
    made: str = ""
    told: str = ""
    wrong: int = 0
    tried: str = ""
    seen: Snapshot | None = None


@record
class PastPage(Layer):
    """The games in the journal, newest first; `records` is `None` until they have been read."""

    phase = Phase.PAST

    page: int = 0
    records: tuple[GameRecord, ...] | None = None
    total: int = 0
    refused: str = ""


@record
class UnfinishedPage(Layer):
    """The waiting games, newest first. `began_ms` holds the start times of this page's games by the wall
    clock, once they have been read."""

    phase = Phase.UNFINISHED

    page: int = 0
    began_ms: Mapping[int, int] = field(default_factory=dict)
    refused: str = ""


@record
class ReplayPage(Layer):
    """A past game after its first `at` actions. `next_ms` is the next automatic step, if any. `below` is the
    screen it was opened from. An abandoned game `may_go_on` for a while."""

    phase = Phase.REPLAY

    record: GameRecord
    play: Play
    below: PastPage | ReviewPage
    at: int = 0
    next_ms: int | None = None
    may_go_on: bool = False


@record
class ReviewPage(Layer):
    """A past game with its evaluations. `asking` is the number of actions before the position that is being
    analysed, `None` when all are known except those `given_up`. `below` is the screen it was opened from, if
    not the result's."""

    phase = Phase.REVIEW

    record: GameRecord
    play: Play
    moments: Moments
    below: ReplayPage | None = None
    page: int = 0
    asking: int | None = None
    given_up: frozenset[int] = frozenset()


@record
class SheetPage(Layer):
    """The whole score sheet of the game on the table."""

    phase = Phase.SHEET

    page: int = 0


@record
class SettingsPage(Layer):
    """People's settings, in pages."""

    phase = Phase.PREFERENCES

    page: int = 0
    notice: str = ""


@record
class AboutPage(Layer):
    """The About page."""

    phase = Phase.ABOUT


@record
class PhoneCode(Layer):
    """The phones of the seats or, with `seat`, a QR code that admits a phone to one until `until_ms`. `link`
    is empty if phones cannot reach the page; `is_answered` once that is known."""

    phase = Phase.PHONE

    seat: str = ""
    link: str = field(default="", repr=False)
    until_ms: int | None = None
    is_answered: bool = False


@record
class PinPad(Layer):
    """The PIN is needed for the host's page or, with `wish`, for a setting. The keys are locked for another
    `locked_s` seconds."""

    phase = Phase.PIN

    wish: tuple[str, str] | None = None
    entered: str = field(default="", repr=False)
    is_wrong: bool = False
    locked_s: int = 0


@record
class HostPage(Layer):
    """The host's page."""

    phase = Phase.HOST

    is_ending: bool = False


@record
class ConditionPage(Layer):
    """The table's condition, in lines for its host. It is refreshed at `next_ms`."""

    phase = Phase.CONDITION

    next_ms: int
    lines: tuple[str, ...] = ()


@record
class Masking(Layer):
    """A touch on the button with this id would declare `more` sensors broken. The page asks for
    confirmation."""

    phase = Phase.MASKING

    button_id: str
    more: int


@record
class Forgetting(Layer):
    """A touch on the button with this id would forget `tiles` tiles that a `seat` has shown. The page asks
    for confirmation."""

    phase = Phase.FORGETTING

    button_id: str
    seat: str
    tiles: int


@record
class SensorsPage(Layer):
    """The broken sensors of the game on the table, in pages."""

    phase = Phase.SENSORS

    page: int = 0


@record
class SelfTesting(Layer):
    """The table tests itself. `report` is the path of the report, when it is over. While `is_asking`, the
    host must confirm the masking of broken parts."""

    phase = Phase.SELF_TEST

    test: SelfTest
    report: str = ""
    is_masked: bool = False
    is_asking: bool = False
