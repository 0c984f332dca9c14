from __future__ import annotations

from hardware.ports import Grid
from hardware.simulated.table import SimulatedTable
from hardware.simulated.wiring import Wiring

GRID = Grid(5, 4)


def places(*sites: tuple[int, int]) -> int:
    return sum(1 << GRID.site(x, y) for x, y in sites)


CORNERS = places((1, 0), (3, 0), (1, 2))
"""Three corners of a rectangle; the contact at 1,0 is on both its row and its column."""


def test_with_all_diodes_three_corners_are_three() -> None:
    assert Wiring(GRID).seen(CORNERS) == CORNERS


def test_without_the_diode_between_them_three_corners_show_the_fourth() -> None:
    wiring = Wiring(GRID)
    wiring.remove_diode(GRID.site(1, 0))
    assert wiring.seen(CORNERS) == CORNERS | places((3, 2))


def test_a_diode_at_another_corner_is_not_missed() -> None:
    wiring = Wiring(GRID)
    wiring.remove_diode(GRID.site(3, 0))
    assert wiring.seen(CORNERS) == CORNERS


def test_one_magnet_shows_no_ghost() -> None:
    wiring = Wiring(GRID)
    wiring.remove_diode(GRID.site(1, 0))
    assert wiring.seen(places((1, 0))) == places((1, 0))


def test_swapped_wires_show_each_others_sites() -> None:
    wiring = Wiring(GRID)
    wiring.swap(GRID.site(0, 0), GRID.site(4, 3))
    assert wiring.seen(places((0, 0), (2, 2))) == places((4, 3), (2, 2))


def test_a_scan_of_a_table_sees_through_its_wiring() -> None:
    table = SimulatedTable(GRID)
    table.wiring.swap(0, 7)
    table.put([0], "magnet", 0)
    assert table.closed(20_000) == 1 << 7
