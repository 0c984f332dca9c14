"""A whole evening with four phones: Cités Nouvelles with four seats, then Massaï with two, and one scan each.

Two browsers of two sizes and languages have two tabs each; every tab is a phone. Between the games' actions
the wire freezes, a page is loaded again and turned, the table is killed, people have dinner, and a phone is
lost.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pytest

from controller.simulation.people.dealer import Dealer, show_tiles
from controller.web.seat_site import SeatSite
from tests.controller.web.browser import IS_HERE, WHY_NOT, Browser, browsing
from tests.controller.web.phones import DARK, LIGHT, SET_UP, PhoneTable, table_at_the_menu
from tests.controller.web.wire import Wire, wire_to

pytestmark = [pytest.mark.skipif(not IS_HERE, reason=WHY_NOT), pytest.mark.slow]

SIZES: Final = ((320, 568, "en"), (390, 844, "de"))
DINNER_S: Final = 3 * 3600.0
LIVE: Final = {"en": "Live", "de": "Live"}
NAMES: Final = {"en": "Player {}", "de": "Spieler {}"}


@dataclass
class Tab:
    """One phone: a tab of a browser, behind its wire."""

    browser: Browser
    wire: Wire
    language: str
    handle: str

    def look(self) -> Browser:
        """The browser, with this tab in front."""
        self.browser.driver.switch_to.window(self.handle)
        return self.browser

    def hand(self) -> set[str]:
        """The tiles that it is told."""
        told = "return picture && picture.hand ? picture.hand.tiles.map((one) => one.name) : []"
        return {str(one) for one in self.look().driver.execute_script(told)}

    def mark(self) -> str:
        """The number that it shows while it asks."""
        return self.look().text("#heading")


class Evening:
    """A table with four phones."""

    def __init__(self, table: PhoneTable, tabs: list[Tab]) -> None:
        self.table = table
        self.tabs = tabs
        self.dealer = Dealer(5)
        self.scans = 0

    def scan(self) -> None:
        """All scan the one code of the set-up, which is on the screen."""
        path = self.table.code.partition("/seat")[1]
        for tab in self.tabs:
            tab.look().open(f"http://127.0.0.1:{tab.wire.port}{path}")
            tab.look().click(f"[data-language={tab.language}]")
            self.scans += 1

    def ask(self, *seats: str) -> None:
        """Each phone asks for a seat by a touch, and one touch at the table lets all in."""
        for tab, seat in zip(self.tabs, seats, strict=False):
            tab.look().click(f'[data-seat="{seat}"]')
        self.admit(len(seats))

    def admit(self, number: int) -> None:
        """This many phones ask: the numbers on them are those on the table, and all are let in."""
        shell = self.table.rig.running
        self.table.until(lambda: len(shell.shell.asks) == number)
        marks = {str(one.mark) for one in shell.shell.asks}
        for tab in self.tabs[:number]:
            tab.look()
            self.table.until(lambda tab=tab: tab.mark() in marks)  # type: ignore[misc]
        if shell.shell.layer is None:
            self.table.touch("#phone")
        self.table.touch("#admit-all" if number > 1 else f"#admit-{shell.shell.asks[0].phone}")
        self.table.until(lambda: not shell.shell.asks and shell.shell.layer is None)

    def play(self, actions: int) -> None:
        """Play on, and compare every phone's hand with the tiles that its player holds."""
        rig, player = self.table.rig, self.table.player
        done = 0
        while done < actions:
            player.get_ready()
            player.do_tasks()
            play = rig.running.session.current
            if show_tiles(player, self.dealer, play):
                self.table.hear()
                continue
            player.play(self.dealer.action(play))
            self.table.hear()
            done += 1
        self.compare()

    def compare(self) -> None:
        """Each phone is told its own hand and no other."""
        play = self.table.rig.running.session.current
        for number, tab in enumerate(self.tabs, 1):
            held = set(self.dealer.hand(play, f"p{number}")) if play.deal is not None else set()
            tab.look()
            self.table.until(lambda tab=tab, held=held: tab.hand() == held)  # type: ignore[misc]


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    """Cités Nouvelles has begun with four people, each with a phone."""
    with ExitStack() as stack:
        table = stack.enter_context(table_at_the_menu(tmp_path))
        tabs: list[Tab] = []
        for number, (width, height, language) in enumerate(SIZES):
            browser = stack.enter_context(browsing(tmp_path / f"browser {number}", width, height))
            wire = stack.enter_context(wire_to(table.server.port))
            first = browser.driver.current_window_handle
            browser.driver.switch_to.new_window("tab")
            second = browser.driver.current_window_handle
            tabs += [Tab(browser, wire, language, handle) for handle in (first, second)]
        made = Evening(table, tabs)
        table.touch("#game-cites", "#phone")
        made.scan()
        table.touch("#back")
        table.player.choose_game("cites", {"players": "4"})
        table.hear()
        made.ask("p1", "p2", "p3", "p4")
        yield made


def test_four_phones_have_one_scan_for_an_evening(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    table, tabs = evening.table, evening.tabs
    for number, tab in enumerate(tabs, 1):
        tab.look().until_it_says("#heading", NAMES[tab.language].format(number))
    evening.play(12)

    # A hole in the Wi-Fi: what is old goes, and comes back as it is now.
    tabs[0].look()
    tabs[0].wire.freeze()
    tabs[0].look().until_it_says("#live", "The table does not answer")
    assert tabs[0].look().count("#hand li, #ask p") == 0
    tabs[0].wire.thaw()
    tabs[0].look().until_it_says("#live", LIVE["en"])
    evening.play(4)

    # Reloaded, and turned.
    tabs[2].look().driver.refresh()
    tabs[2].browser.driver.set_window_size(844, 390)
    evening.compare()
    assert not tabs[2].look().scrolls_sideways()

    # Dinner.
    now_s = SeatSite._now_s
    monkeypatch.setattr(SeatSite, "_now_s", lambda site: now_s(site) + DINNER_S)
    evening.play(4)

    # A lost phone is let out at the table; it says so, and asks again.
    table.touch("#pause", "#phone", "#phone-p2", "#let-out")
    tabs[1].look().until_it_says("#ask", "This phone was let out at the table.")
    assert tabs[1].hand() == set()
    tabs[1].look().click('[data-seat=""]')
    tabs[1].look().click('[data-seat="p2"]')
    table.until(lambda: bool(table.rig.running.shell.asks))
    table.touch(f"#admit-{table.rig.running.shell.asks[0].phone}")
    table.until(lambda: table.rig.running.shell.layer is None)
    evening.play(4)

    # The table is killed.
    table.restart()
    table.rig.run_for(2_000)  # the board has been read
    evening.admit(4)
    evening.play(4)

    # The next game has other seats.
    table.player.choose_game("massai", {})
    table.hear()
    evening.ask("dark", "light")
    for tab, cells, number in zip(tabs, (DARK, LIGHT), (1, 2), strict=False):
        tab.look().until_it_says("#count", "0 / 5")
        for cell in cells:
            tab.look().click(f'[data-item="{cell}"]')
        tab.look().click("#done")
        table.until(lambda number=number: len(table.actions) == number)  # type: ignore[misc]
    assert table.actions == list(SET_UP)
    assert tabs[2].look().count("[data-item]") == 0
    table.player.get_ready()
    table.touch("#pause", "#end", "#resign-dark")
    table.hear()
    assert tabs[0].look().driver.execute_script("return picture.place") == "dark"
    assert evening.scans == len(tabs)
    complaints = [complaint for tab in tabs for complaint in tab.browser.complaints]
    assert [one for one in complaints if "403" not in one] == []  # said to a phone that is out
