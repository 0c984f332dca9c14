"""The case's screws hold and end in the wood; each hole has its drill."""

from __future__ import annotations

import re

import pytest

from controller.making.building import case, screws, section
from controller.making.building.boards import Board
from controller.settings.config import load
from tests.controller.making.overlay.printed import EXAMPLES

SIZES = ("tablier", "forma-20x20", "chessboard-8x8")
STACKS = pytest.mark.parametrize("stack", [section.BY_WIRE, section.BY_MODULES], ids=["wire", "modules"])


def boards(example: str, stack: section.LayerStack) -> dict[str, Board]:
    config = load(EXAMPLES / f"{example}.toml")
    return {board.name: board for board in case.boards(config, stack=stack)}


def length(screw: str) -> float:
    found = re.search(r"× (\d+) mm", screw)
    assert found is not None
    return float(found[1])


@STACKS
def test_every_screw_bites_and_ends_within_the_wood(stack: section.LayerStack) -> None:
    found = boards("tablier", stack)
    lid, wall = found["lid"].thickness, found["wall-side"].thickness
    south, _west = stack.rails
    through = {
        screws.LONG: (wall, 40.0),
        screws.SHORT: (lid, min(found["block"].width, found["console-ledge-long"].thickness)),
    }
    if stack is section.BY_MODULES:
        through[screws.BRASS_LONG] = (south, found["lath"].thickness)
        through[screws.BRASS_SHORT] = (found["rail-side"].height, wall)
        through[screws.TINY] = (section.MODULE.thickness, found["lath"].thickness)
    else:
        through[screws.BRASS] = (south + found["carrier"].thickness, found["ledge-long"].thickness)
    for screw, (first, into) in through.items():
        assert first + 5 <= length(screw) <= first + into, screw
    assert length(screws.NUT) > found["service-cover"].thickness + lid + 2.4  # M3's nut


@STACKS
@pytest.mark.parametrize("example", SIZES)
def test_every_hole_for_a_screw_has_one(example: str, stack: section.LayerStack) -> None:
    config = load(EXAMPLES / f"{example}.toml")
    found, counted = boards(example, stack), screws.screws(config, stack)
    holes = {
        name: sum(hole.diameter == case.SCREW for hole in board.holes) * board.count
        for name, board in found.items()
    }
    cover = holes.pop("service-cover")
    assert cover == counted[screws.NUT] + counted[screws.SPACER]
    carrier = holes.pop("carrier", 0)
    assert carrier == counted.get(screws.BRASS, 0)
    assert sum(holes.values()) == counted[screws.SHORT] + counted[screws.NUT]  # the cover's, in the lid
    assert all(what in screws.PURPOSES and what in screws.ROWS for what in counted)


def test_every_hole_has_its_drill() -> None:
    config = load(EXAMPLES / "tablier.toml")
    found = dict(screws.drills(config))
    assert list(found) == sorted(found)
    for stack in (section.BY_WIRE, section.BY_MODULES):
        for board in case.boards(config, stack=stack):
            for hole in board.holes:
                assert any(board.title.startswith(name) for name in found[hole.diameter])
    assert found[case.BUTTON] == ("buttons in the bezel",)
