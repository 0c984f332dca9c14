from __future__ import annotations

import copy
import json
import pickle
from gettext import NullTranslations

import pytest

from texts import Text, _, _c, _n, called, decimal, joined, listed, named, translated

SAID = {
    "{cell} is taken by {what}": "auf {cell} steht {what}",
    "the tower": "der Turm",
    "{most} and {last}": "{most} und {last}",
    "one piece": "ein Stein",
    "{number} pieces": "{number} Steine",
    "verb\x04light": "leuchten",
    "decimal number\x04{whole}.{fraction}": "{whole},{fraction}",
}


class German(NullTranslations):
    """A few messages in German."""

    def gettext(self, message: str) -> str:
        return SAID.get(message, message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)

    def pgettext(self, context: str, message: str) -> str:
        return SAID.get(f"{context}\x04{message}", message)


TAKEN = _("{cell} is taken by {what}", cell="c3", what=_("the tower"))


@pytest.mark.parametrize(
    ("text", "english", "german"),
    [
        (TAKEN, "c3 is taken by the tower", "auf c3 steht der Turm"),
        ("c3", "c3", "c3"),
        (_n("one piece", "{number} pieces", 1), "one piece", "ein Stein"),
        (_n("one piece", "{number} pieces", 3), "3 pieces", "3 Steine"),
        (_c("verb", "light"), "light", "leuchten"),
        (_c("noun", "light"), "light", "light"),
        (decimal(35.94), "35.9", "35,9"),
        (decimal(-12), "\N{MINUS SIGN}12.0", "\N{MINUS SIGN}12,0"),
        (joined(", ", [TAKEN, "d4"]), "c3 is taken by the tower, d4", "auf c3 steht der Turm, d4"),
        (joined(", ", []), "", ""),
        (joined(", ", ["d4"]), "d4", "d4"),
        (joined(", ", iter([TAKEN])), "c3 is taken by the tower", "auf c3 steht der Turm"),
        (listed(["a1"]), "a1", "a1"),
        (listed(["a1", _("the tower")]), "a1 and the tower", "a1 und der Turm"),
        (listed(["a1", "b2", "c3"]), "a1, b2 and c3", "a1, b2 und c3"),
        (_("{why:sentence} Lift it.", why=TAKEN), "C3 is taken by the tower. Lift it.", None),
        (_("{why:sentence}", why=_("the tower")), "The tower.", "Der Turm."),
        (_("{why:sentence}", why="Is it?"), "Is it?", "Is it?"),
        (_("{who:capital}", who=_("the tower")), "The tower", "Der Turm"),
        (_("{braces}", braces="{cell} {0}"), "{cell} {0}", "{cell} {0}"),
    ],
)
def test_a_text_is_english_and_can_be_said_in_another_language(
    text: str, english: str, german: str | None
) -> None:
    assert text == english
    assert translated(text, NullTranslations()) == english
    assert german is None or translated(text, German()) == german


def test_a_text_is_stored_as_any_string_and_copied_as_a_text() -> None:
    assert json.loads(json.dumps({"text": TAKEN})) == {"text": "c3 is taken by the tower"}
    for same in (copy.deepcopy(TAKEN), pickle.loads(pickle.dumps(TAKEN))):
        assert translated(same, German()) == "auf c3 steht der Turm"


def test_players_are_named_wherever_a_text_tells_of_them() -> None:
    refused = _("{player} cannot: {why}", player="blue", why=_("{other} can", other="red"))
    said = named(refused, {"blue": _("Blue"), "red": _("Red")})
    assert said == "Blue cannot: Red can"
    assert isinstance(said, Text)
    assert named("blue", {"blue": "Blue"}) == "blue"


def test_players_are_called_by_their_given_names_where_a_text_has_them_as_texts() -> None:
    given = {"Player 1": "Anna", "P1": "Anna"}
    first, second = _("Player {number}", number=1), _("Player {number}", number=2)
    assert called(_("{player} beats {other}", player=first, other=second), given) == "Anna beats Player 2"
    assert called(joined("+", [_("P{number}", number=1), _("P{number}", number=2)]), given) == "Anna+P2"
    assert called(first, given) == "Anna"
    assert called(_("plays {block}", block="P1"), given) == "plays P1"
    assert isinstance(called(_("{player} wins", player=first), given), Text)


def test_a_message_with_a_hole_that_nothing_fills_is_a_mistake_at_once() -> None:
    with pytest.raises(KeyError):
        _("Lift {piece}")
