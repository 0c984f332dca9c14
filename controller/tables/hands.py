"""Hands of tiles: pieces that players hold hidden, and show to or play on the reader beside their seat."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from random import Random
from typing import Any, Final, Generic, Protocol, TypeVar

from controller.model import records
from controller.model.hands import Deal, Hands, Laid, Pads, Row
from controller.model.view import Choice, Task
from engines.game import Action, Json, Position
from engines.record import record

P = TypeVar("P", bound=Position[Any])
P_co = TypeVar("P_co", bound=Position[Any], covariant=True)

HANDS: Final = "hands"
"""The id of the button that leads to the choices about hands."""


class HandsInPlay(Protocol[P_co]):
    """A game in play, as far as its hands are concerned."""

    @property
    def position(self) -> P_co:
        """The position now."""

    @property
    def hands(self) -> Hands:
        """The shown hands."""

    @property
    def computers(self) -> Container[str]:
        """The computer's seats."""

    @property
    def deal(self) -> Deal | None:
        """The public information about the hands; `None` if no seat holds any."""

    @property
    def showing(self) -> tuple[str, ...]:
        """The seats that show their tiles now."""

    @property
    def to_show(self) -> tuple[str, ...]:
        """The seats that have not shown all their tiles yet: play waits for them."""

    @property
    def unshown(self) -> tuple[str, ...]:
        """The computer's seats that must still show tiles before play goes on."""

    @property
    def turned_up(self) -> frozenset[str]:
        """The pieces turned up by chance after this deal: they are in no hand."""

    def row(self, seat: str) -> Row:
        """The pieces that a seat has shown of this deal, in that order."""

    def in_hand(self, seat: str) -> Row:
        """The shown pieces that a seat still holds."""

    def seat_at(self, site: int) -> str | None:
        """The seat of the pad on a site; `None` for other sites."""

    def piece_of(self, position: Any, action: Action) -> str | None:
        """The piece that a seat lays on its pad for an action; `None` if it lays none of its hand."""


@record
class Face:
    """The face of a tile: its name in the game's notation, its number, the colour of its set (a key of
    `controller.model.signs.PLAYERS`), the id of the sign on it, and the name of its set or type."""

    name: str
    number: str
    colour: str
    sign: str
    word: str


@record
class Trick:
    """The unfinished trick: its `number`, from 1, `of` all in the round, and its tiles in the order played,
    each with its seat."""

    number: int
    of: int
    tiles: tuple[tuple[str, str], ...]


class HandsOfTiles(Generic[P]):
    """The hands of a game. These are the ones of a game without any."""

    need_readers = False
    """Whether there are any. The game is then played on the tag readers, and waits while these are away."""

    def deal(self, position: P) -> Deal | None:
        """The public information about the hands now; `None` if no seat holds hidden tiles."""
        return None

    def deals(self, position: P) -> int:
        """The number of deals so far."""
        return 0

    def dealt(self, position: P) -> int:
        """The number of tiles that each seat gets in this deal, or in the next one."""
        return 0

    def is_chance(self, position: P) -> bool:
        """Whether the due action is no one's choice: people do it with pieces, for the computer too."""
        return False

    def pad(self, position: P, seat: str) -> int:
        """The site, as a set, of the reader on which a seat shows and plays its tiles."""
        return 0

    def playable(self, position: P, held: Iterable[str]) -> frozenset[str]:
        """Those of a seat's tiles that the rules let it play now, as if all hands were open."""
        return frozenset()

    def trick(self, position: P) -> Trick | None:
        """The trick being played; `None` if no tricks are played now."""
        return None

    def aims(self, position: P) -> tuple[tuple[str, str], ...]:
        """The players' public aims of this round, each with its words."""
        return ()

    def face(self, kind: str) -> Face:
        """The face of a tile; of a game without hands its name alone."""
        return Face(kind, "", "", "", "")

    def family(self, kind: str) -> tuple[str, str]:
        """The set to which a tile belongs: an id, and its name."""
        return "", ""

    def plays(self, action: Action) -> str | None:
        """The tile that an action plays from its player's hand; `None` if it plays none."""
        return None

    def is_end_of_deal(self, events: Sequence[Json]) -> bool:
        """Whether an action with these events was the last one of a deal."""
        return False

    def dealt_openly(self, header: Mapping[str, Any], random: Random) -> Mapping[str, Any]:
        """The header of the same game with all hands known, dealt by lot; the same one without hands."""
        return header

    # Showing a hand to the table

    def is_secret(
        self, play: HandsInPlay[P], pads: Pads, site: int, kind: str, *, is_computers: bool
    ) -> bool:
        """Whether a piece on a reader may belong to a hand that the table knows, or will know, and is not
        the one being played. `is_computers` says that the computer is to act."""
        return False

    def shown(self, play: HandsInPlay[P], laid: Laid) -> Row | None:
        """The row of a seat with a piece that it has just shown; `None` if that is not a new piece of it."""
        return None

    def shown_before(self, play: HandsInPlay[P], laid: Laid) -> str:
        """A message about a piece that its seat has shown earlier in this row; empty if it has not."""
        return ""

    def pressed(self, play: HandsInPlay[P], pads: Pads, button_id: str) -> records.Hand | None:
        """The change of a row by the button of one of the `choices`; `None` for other buttons."""
        return None

    def choices(self, play: HandsInPlay[P], *, is_asked: bool) -> tuple[Choice, ...]:
        """The choices about hands: on request (`is_asked`) those of all seats, else those about the tiles
        for which play waits."""
        return ()

    def own_way(self, play: HandsInPlay[P], seat: str) -> Choice | None:
        """The button by which a seat's player alone begins to show its tiles, or shows none; `None` if that
        is not to be chosen now."""
        return None

    def way(self) -> Choice | None:
        """The button that leads to the choices, right after a deal."""
        return None

    # Words

    def heading(self, play: HandsInPlay[P]) -> str:
        """Whose tiles must be shown before play goes on, in words; empty if none."""
        return ""

    def tasks(self, play: HandsInPlay[P], pads: Pads) -> tuple[Task, ...]:
        """The tasks with hidden tiles: to lay the computer's, or to show the next one."""
        return ()

    def misfit(self, play: HandsInPlay[P], pads: Pads, site: int, kind: str) -> str:
        """Why a piece on a site is in the wrong hand or in none, as a sentence that does not identify it;
        empty if that is not the reason."""
        return ""

    def warning(self, play: HandsInPlay[P], seat: str, action: Action) -> str:
        """A warning about a tile that a seat plays against the rules and its shown hand; empty if there is
        none. The action stands all the same."""
        return ""
