"""Cités Nouvelles' rules for players, in short. See docs/rules/cites.md."""

from __future__ import annotations

from typing import Final

from controller.tables.help import Figure, Topic, ordered, topic
from engines.cites.building import Building
from engines.cites.game import CitesPosition
from engines.cites.offers import Offering, TurningUp
from engines.cites.phase import RoundPhase
from texts import _

_TWO: Final = {"players": 2}
_LOT: Final = (0, 3, 5, 4)
_LOT_AND_PADS: Final = (0, 0, 6, 7)
_TURNED: Final = ("turnup D15", "turnup M1")
_OFFERED: Final = (*_TURNED, "choose H", "choose M")
_WON: Final = ("D1", "D2", "D6", "D7", *(f"H{number}" for number in range(15, 4, -1)))
_ROUND: Final = tuple(f"play {tile}" for number, won in enumerate(_WON, 1) for tile in (won, f"M{number}"))

_AIM: Final = topic(
    Figure((*_OFFERED, *_ROUND), _TWO, _LOT),
    _("The aim"),
    _("Choose a set of buildings, and win its tiles in tricks. What you win you build on its lot."),
    _("A whole lot is worth far more than single tiles. The most points win."),
)
_SPEAKER: Final = topic(
    Figure(_TURNED[:1], _TWO, _LOT_AND_PADS),
    _("Who speaks first"),
    _("Each turns up a tile of the reserve and lays it on the pad."),
    _("A decoration beats any building, then the higher number wins. On a tie all turn up again."),
    _("The tiles go back to the reserve."),
)
_OFFERS: Final = topic(
    Figure(_OFFERED, _TWO),
    _("Which set do you build?"),
    _("In turn, each side names the set of buildings that it wants to build."),
    _("Each side builds another set."),
    _("In teams you may leave it to your partner."),
    _("Where you play with contre, a set that is taken may be claimed as well, once."),
)
_TRICKS: Final = topic(
    Figure((*_OFFERED, "play H12"), _TWO, _LOT_AND_PADS),
    _("Tricks"),
    _("Lay a tile on your pad. Play the set that was led, if you have it."),
    _("If not, play what you like. Decorations are trumps: the highest one wins."),
    _("If a trump was led, play one if you have any."),
    _("The winner's side keeps the trumps and the buildings of its own set. The others go back."),
)
_BUILDING: Final = topic(
    Figure((*_OFFERED, *_ROUND[:-2]), _TWO, _LOT_AND_PADS),
    _("Building"),
    _("All your buildings go on their lot, with up to two lawns, two pools and two trees in all."),
    _("What is left over goes back to the reserve, and scores nothing."),
    _("A lot may have been begun by others."),
)
_POINTS: Final = topic(
    Figure((*_OFFERED, *_ROUND), _TWO, _LOT),
    _("Points"),
    _("Each tile on a lot that you do not finish: 10."),
    _("A lot is finished with 10 buildings, two lawns, two pools and two trees."),
    _("Finished at once: 300, and 10 for each building more. With all 15: 350."),
    _("Finished over several rounds: 150, and 10 for each building beyond ten. With all 15: 250."),
)
_END: Final = topic(
    Figure((*_OFFERED, *_ROUND), _TWO, _LOT),
    _("How it ends"),
    _("After a round in which a lot was finished, or when there are too few tiles to deal."),
    _("The most points win."),
)
_ALL: Final = (_AIM, _SPEAKER, _OFFERS, _TRICKS, _BUILDING, _POINTS, _END)
_BY_PHASE: Final[tuple[tuple[type[RoundPhase], Topic], ...]] = (
    (TurningUp, _SPEAKER),
    (Offering, _OFFERS),
    (Building, _BUILDING),
)


def topics(position: CitesPosition | None) -> tuple[Topic, ...]:
    """All pages, the aim and the current topic first."""
    if position is None:
        return _ALL
    now = next((topic for kind, topic in _BY_PHASE if isinstance(position.phase, kind)), _TRICKS)
    return ordered(_ALL, now)
