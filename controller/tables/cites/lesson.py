"""The lesson of Cités Nouvelles. See docs/rules/cites.md."""

from __future__ import annotations

from typing import Any, Final

from controller.tables.help import Figure
from controller.tables.lesson import LessonStep
from texts import _

_TWO: Final[dict[str, Any]] = {"players": 2}
_TURNED: Final = ("turnup D15", "turnup M1")
_OFFERED: Final = (*_TURNED, "choose H", "choose M")
_WON: Final = ("D1", "D2", "D6", "D7", *(f"H{number}" for number in range(15, 4, -1)))
_ROUND: Final = tuple(f"play {tile}" for number, won in enumerate(_WON, 1) for tile in (won, f"M{number}"))


def _figure(actions: tuple[str, ...]) -> Figure:
    return Figure(actions, _TWO)


LESSON: Final = (
    LessonStep(
        _("The aim"),
        (
            _("Choose a set of buildings, and win its tiles in tricks. What you win you build on its lot."),
            _("In this lesson you choose on the screen. In a game you lay tiles on your pad."),
        ),
        _figure((*_OFFERED, *_ROUND)),
    ),
    LessonStep(
        _("Your set"),
        (_("You hold H15, H14, H12, H9, P2 and D3. Name the set to build: H are the H.L.M."),),
        _figure(_TURNED),
        ("choose H",),
        (_("Player 2 must choose another set."),),
        _("Take the set of which you hold most: H."),
        ("choose M", "choose P", "choose H", "choose T"),
    ),
    LessonStep(
        _("Lead"),
        (_("You lead the first trick. Lay your highest building of your set."),),
        _figure(_OFFERED),
        ("play H15",),
        (_("No other building of this set is higher. Only a trump could win now."),),
        _("The higher number wins, if nobody plays a trump."),
        ("play H15", "play H9", "play P2"),
    ),
    LessonStep(
        _("Follow"),
        (_("Now you are Player 2, who holds H4, M7 and D2. H was led. Which tile may you play?"),),
        _figure((*_OFFERED, "play H15")),
        ("play H4",),
        (_("Who can follow the set that was led must follow. So Player 1 wins H4."),),
        _("You hold an H, so you must play it."),
        ("play H4", "play M7", "play D2"),
    ),
    LessonStep(
        _("Trumps"),
        (_("T9 was led, and you hold no T. Win the trick with a trump: a decoration."),),
        _figure((*_OFFERED, "play T9")),
        ("play D2",),
        (_("A trump beats every building, and a higher trump beats a lower one. You keep it."),),
        _("D2 is a decoration."),
        ("play M7", "play D2"),
    ),
    LessonStep(
        _("What you keep"),
        (
            _("The winner's side keeps the trumps and the buildings of its own set. The others go back."),
            _("The tiles that Player 1 has won glow on their lot."),
        ),
        _figure((*_OFFERED, *_ROUND[:20])),
    ),
    LessonStep(
        _("Building"),
        (_("The last tile of the round: Player 2 plays M15. Then both build."),),
        _figure((*_OFFERED, *_ROUND[:-1])),
        ("play M15",),
        (_("All tiles go on their lot, with two of each decoration: 10 for each, if it is not finished."),),
        offered=("play M15",),
    ),
    LessonStep(
        _("Points"),
        (
            _("A lot is finished with 10 buildings, two lawns, two pools and two trees."),
            _("Finished at once: 300, and 10 for each building more. With all 15: 350."),
        ),
        _figure((*_OFFERED, *_ROUND)),
    ),
    LessonStep(
        _("How it ends"),
        (
            _("After a round in which a lot was finished, or when there are too few tiles to deal."),
            _("That is all. Now play a game."),
        ),
        _figure((*_OFFERED, *_ROUND)),
    ),
)
