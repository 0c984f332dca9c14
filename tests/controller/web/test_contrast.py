"""The pages of spectators, phones and the hall can be read: each text stands out from its ground, in both
themes."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest

from controller.model.signs import PLAYERS, Rgb
from controller.model.view import BoardView, Lit, Meaning, Sign
from controller.screens.layout.theme import LEAST_CONTRAST, contrast
from controller.web.svg import board_svg
from tests.controller.screens.samples.situations import SITUATIONS

WEB: Final = Path(__file__).parents[3] / "controller/web/static/style.css"
SEAT: Final = WEB.with_name("seat.css")
HALL: Final = Path(__file__).parents[3] / "controller/hall/static/hall.css"

TEXTS: Final = (
    ("ink", "ground"),
    ("ink", "surface"),
    ("quiet", "ground"),
    ("quiet", "surface"),
    ("alarm", "ground"),
    ("alarm", "surface"),
    ("on-accent", "accent"),
)
"""The colours of texts and of what is behind them, by their names in the style sheet."""

CLASSES: Final = (("name", "board"), ("label", "cell"), ("label", "board"))
"""The classes of the texts beside the pieces, which have one colour in both themes."""


def rgb(text: str) -> Rgb:
    """A colour of CSS, `#rrggbb`."""
    red, green, blue = bytes.fromhex(text.removeprefix("#"))
    return red, green, blue


def themes() -> list[dict[str, Rgb]]:
    """The named colours of the light theme and of the dark one."""
    blocks = re.findall(r":root \{(.*?)\}", WEB.read_text(), re.DOTALL)
    return [
        {name: rgb(text) for name, text in re.findall(r"--([a-z-]+): (#[0-9a-f]{6});", block)}
        for block in blocks
    ]


@pytest.mark.parametrize("theme", themes(), ids=["light", "dark"])
def test_texts_stand_out_from_their_ground(theme: dict[str, Rgb]) -> None:
    fills = dict(re.findall(r"^\.(name|label) \{ fill: (#[0-9a-f]{6});", WEB.read_text(), re.MULTILINE))
    pairs = {(ink, behind): (theme[ink], theme[behind]) for ink, behind in TEXTS}
    pairs |= {(ink, behind): (rgb(fills[ink]), theme[behind]) for ink, behind in CLASSES}
    faint = {names: contrast(*pair) for names, pair in pairs.items()}
    assert {names: found for names, found in faint.items() if found < LEAST_CONTRAST} == {}


def test_no_rule_gives_the_texts_on_pieces_another_colour_or_makes_texts_faint() -> None:
    """A style sheet would outdo the colour that the picture gives each of them."""
    assert re.findall(r"\.on \{[^}]*fill", WEB.read_text()) == []
    rules = "".join(sheet.read_text() for sheet in (WEB, SEAT, HALL))
    faint = re.findall(r"^(.*) \{[^}]*opacity: 0\.[0-9]+", rules, re.MULTILINE)
    faint = [rule.strip() for rule in faint if not rule.startswith("@keyframes")]
    assert faint == ["button:disabled", '.item[aria-checked="true"]']


def boards() -> dict[str, BoardView]:
    """The boards of all games, and one with each player's points."""
    found = {name: view.board for name, view in SITUATIONS.items() if view.board is not None}
    signs = tuple(
        Sign(number, 0, 1, Lit(Meaning.SCORED, player, text="+2")) for number, player in enumerate(PLAYERS)
    )
    return found | {"points": BoardView(len(signs), 1, (), (), signs=signs)}


def test_texts_on_pieces_stand_out() -> None:
    faint, count = set(), 0
    for name, board in boards().items():
        before, *rest = re.split(r'<text class="on"', board_svg(board, "board"))
        for text in rest:
            behind = re.findall(r'fill="(#[0-9a-f]{6})"', before)[-1]
            ink = re.findall(r'fill="(#[0-9a-f]{6})"', text)[0]
            before, count = text, count + 1
            if contrast(rgb(ink), rgb(behind)) < LEAST_CONTRAST:
                faint.add((name, ink, behind))
    assert faint == set()
    assert count > len(PLAYERS)
