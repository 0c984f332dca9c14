"""Everything that a screen must cope with: one home for samples, languages, sizes and styles."""

from __future__ import annotations

import re
from typing import Final

from controller.model.view import View
from controller.screens.layout.theme import Style
from controller.view.language import LANGUAGES, catalogue, in_words_of
from tests.controller.screens.samples.around_game import MANY_PAGES, SHELL_SAMPLES
from tests.controller.screens.samples.cites import CITES_SAMPLES
from tests.controller.screens.samples.computer import COMPUTER_SAMPLES
from tests.controller.screens.samples.forma import FORMA_SAMPLES
from tests.controller.screens.samples.massai import MASSAI_SAMPLES
from tests.controller.screens.samples.masterplan import MASTERPLAN_SAMPLES
from tests.controller.screens.samples.people import PEOPLE_SAMPLES
from tests.controller.screens.samples.review import REVIEW_SAMPLES
from texts import Catalogue

SITUATIONS: Final[dict[str, View]] = {
    **MASTERPLAN_SAMPLES,
    **FORMA_SAMPLES,
    **MASSAI_SAMPLES,
    **CITES_SAMPLES,
    **SHELL_SAMPLES,
    **COMPUTER_SAMPLES,
    **REVIEW_SAMPLES,
    **PEOPLE_SAMPLES,
}
"""Those of which there are kept pictures."""

_NAMES: Final = {view: name for name, view in (*MANY_PAGES.items(), *SITUATIONS.items())}

ALL: Final[dict[str, View]] = {name: view for view, name in _NAMES.items()}
"""Those that are measured, each once."""

SIZES: Final = ((800, 480), (1024, 600))
MORE_SIZES: Final = ((1280, 800), (480, 800))
WALL: Final = (3840, 2160)
"""Measured only: its pictures would be large."""

STYLES: Final = (Style(), Style("normal", "high"), Style("large", "normal"), Style("large", "high"))

SCREENS: Final = (
    "invitation-masterplan",
    "menu-of-four",
    "menu-with-games-that-wait",
    "setup",
    "playing-parks-and-towers",
    "forma-in-its-middle",
    "playing-huts-to-put",
    "cites-trick-won",
    "cites-tile-not-seen",
    "cites-which-tile",
    "correcting",
    "choosing-a-spot",
    "secret-for-one",
    "secret-guards",
    "secret-on-a-phone",
    "phone",
    "phones-ask-of-four",
    "phones-in-the-set-up",
    "paused",
    "over",
    "sheet-forma",
    "help-masterplan",
    "past",
    "replay-masterplan",
    "hint-masterplan",
    "review-masterplan",
    "review-cites",
    "review-turn-masterplan",
    "settings-1",
    "settings-2",
    "settings-3",
    "pin",
    "host",
    "condition",
    "computer",
    "levels",
    "storage",
    "wifi",
    "wifi-key",
    "update",
    "self-test-sensors",
    "self-test-order",
    "about",
    "about-with-page",
    "menu-with-page",
    "names-for-a-seat",
    "name-keys",
    "people",
    "person",
    "tournament",
)
"""One or more of every screen: their pictures are kept in every language and in two sizes."""

MAIN: Final = (
    "invitation-masterplan",
    "menu-of-four",
    "setup",
    "playing-parks-and-towers",
    "cites-trick-won",
    "forma-in-its-middle",
    "correcting",
    "over",
    "settings-2",
    "sheet-forma",
    "hint-masterplan",
    "review-forma",
)
"""Screens of which there are pictures in more sizes, and in large letters with high contrast."""

LONGER_BY: Final = 0.35
"""The extra room for German and French compared with English, at times."""


class Longer:
    """A language with longer words: messages as they would be if every one needed a translator's most."""

    def gettext(self, message: str) -> str:
        return longer(message)

    def pgettext(self, context: str, message: str) -> str:
        return longer(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return longer(msgid1 if n == 1 else msgid2)


def longer(message: str) -> str:
    """A message whose words are longer by a share; what stands in braces is left as it is."""
    owed = 0.0

    def lengthened(found: re.Match[str]) -> str:
        nonlocal owed
        word = found[0]
        if word.startswith("{"):
            return word
        owed += LONGER_BY * len(word)
        more = int(owed) if len(word) > 2 else 0
        owed -= more
        half = len(word) // 2
        return word[:half] + "e" * more + word[half:]

    return re.sub(r"\{[^}]*\}|[^\W\d_]+", lengthened, message)


PSEUDO: Final = "longer"
SPOKEN: Final = (*LANGUAGES, PSEUDO)
"""The table's languages, and the longer one."""


def words_of(language: str) -> Catalogue:
    """A language's messages."""
    return Longer() if language == PSEUDO else catalogue(language)


def spoken(language: str) -> dict[str, View]:
    """All that is measured, in a language."""
    words = words_of(language)
    return {name: in_words_of(view, words) for name, view in ALL.items()}
