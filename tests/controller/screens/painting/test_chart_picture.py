"""Graphs as pixels: the places of colours, and legible texts."""

from __future__ import annotations

import pygame
import pytest

from controller.model.signs import Rgb, player_colour
from controller.model.view import Curve, Graph, GraphMark
from controller.screens import Painter
from controller.screens.layout.picture import Box, Chart, Picture
from controller.screens.layout.theme import PLAIN
from controller.screens.painting.chart_picture import figures

BOX = Box(0, 0, 400, 300)
FIGURE_PX = 20


def painted(*curves: Curve, other: str | None = None, marks: tuple[GraphMark, ...] = ()) -> pygame.Surface:
    """A graph of ten actions, on a surface of its own."""
    graph = Graph(10, curves, marks, "wins", "loses", "Actions", other)
    surface = pygame.Surface((BOX.w, BOX.h), 0, 32)
    Painter(surface).draw(Picture(BOX.w, BOX.h, (Chart(BOX, graph, FIGURE_PX),), PLAIN.palette), 0)
    return surface


def count(surface: pygame.Surface, colour: Rgb, rows: range) -> int:
    """How many pixels of some rows have about this colour."""
    part = surface.subsurface(pygame.Rect(0, rows.start, surface.get_width(), len(rows)))
    return int(pygame.transform.threshold(None, part, colour, (24,) * 3, None, 0))


UPPER, LOWER = range(20, 120), range(160, 250)
UP_AND_DOWN = Curve("white", ((0, 0.9), (4, 0.9), (6, 0.1), (10, 0.1)))


def test_one_curve_for_two_has_the_colour_of_whoever_is_expected_to_win() -> None:
    surface = painted(UP_AND_DOWN, other="yellow")
    white, yellow = player_colour("white"), player_colour("yellow")
    assert count(surface, white, UPPER) > 300
    assert count(surface, yellow, LOWER) > 300
    assert count(surface, yellow, UPPER) == count(surface, white, LOWER) == 0


def test_several_curves_have_their_players_colours_throughout() -> None:
    surface = painted(UP_AND_DOWN, Curve("red", ((0, 0.1), (10, 0.9))))
    assert count(surface, player_colour("white"), LOWER) > 300
    assert count(surface, player_colour("red"), UPPER) > 100
    assert count(surface, player_colour("red"), LOWER) > 100


def test_a_curve_is_thick_enough_for_two_metres() -> None:
    surface = painted(Curve("white", ((0, 0.75), (10, 0.75))), Curve("red", ()))
    column = [surface.get_at((200, y))[:3] for y in range(20, 130)]
    assert sum(min(colour) > 200 for colour in column) >= FIGURE_PX // 5


def test_a_graph_without_a_point_is_empty() -> None:
    assert count(painted(Curve("white", ()), other="yellow"), player_colour("yellow"), LOWER) == 0


def test_marks_at_the_same_place_do_not_hide_each_other() -> None:
    one = (GraphMark(5, 0.5, "1"),)
    three = (*one, GraphMark(5, 0.5, "2"), GraphMark(5, 0.5, "3"))
    rows = range(20, 250)
    plate = count(painted(UP_AND_DOWN, other="yellow", marks=one), (236, 240, 243), rows)
    plates = count(painted(UP_AND_DOWN, other="yellow", marks=three), (236, 240, 243), rows)
    nothing = count(painted(UP_AND_DOWN, other="yellow"), (236, 240, 243), rows)
    assert plates - nothing > 2.5 * (plate - nothing)


@pytest.mark.parametrize(
    ("plies", "width", "written"),
    [(10, 400, 6), (84, 400, 5), (84, 1200, 17), (1, 400, 2), (0, 400, 1), (3_000, 400, 7)],
)
def test_figures_stand_apart(plies: int, width: int, written: int) -> None:
    found = figures(plies, width, FIGURE_PX)
    assert len(found) == written
    assert found.step * width >= 3 * FIGURE_PX * plies or len(found) == 1
