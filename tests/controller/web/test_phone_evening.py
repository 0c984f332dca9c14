"""A whole evening with four phones: Cités Nouvelles with four seats to its end, then Massaï with two, and one
scan each at the beginning alone.

Two browsers of two sizes and languages have two tabs each; every tab is a phone with an address of its own,
so that it remembers nothing of the others. Between the games' actions a wire freezes or is reset, a page
sleeps, is loaded again and turned, the table is killed, people have dinner, and a phone is lost. What each
phone and a stranger are told is compared with what they may know all the time. Pictures of all pages are in
`build/phones`.
"""

from __future__ import annotations

import json
import logging
import re
import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest

from controller.model.view import Phase
from controller.referee.phone_choices import secretly_due
from controller.shell.phones.phone_code import asking
from controller.simulation import deals
from controller.web.seat_site import SeatSite
from tests.controller.web.browser import IS_HERE, WHY_NOT, Browser, browsing
from tests.controller.web.phones import DARK, LIGHT, SET_UP, PhoneTable, table_at_the_menu
from tests.controller.web.serving import Stream
from tests.controller.web.wire import Wire, wire_to

pytestmark = [pytest.mark.skipif(not IS_HERE, reason=WHY_NOT), pytest.mark.slow, pytest.mark.timeout(3600)]

SIZES: Final = ((320, 568, "en"), (390, 844, "de"))
PLAYERS: Final = ("Anna", "Ben", "Jörg", "Zoë")
DINNER_S: Final = 3 * 3600.0
PICTURES: Final = Path(__file__).parents[3] / "build/phones"
MOST_STEPS: Final = 2_000
PEACE_AFTER: Final = 24
SEED: Final = 5
"""The deal of the tiles."""


@dataclass
class Tab:
    """One phone: a tab of a browser, behind its wire."""

    browser: Browser
    wire: Wire
    language: str
    handle: str
    size: tuple[int, int]

    def look(self) -> Browser:
        """The browser, with this tab in front."""
        self.browser.driver.switch_to.window(self.handle)
        return self.browser

    def told(self) -> dict[str, Any]:
        """All that it has been told last; empty without a seat."""
        return dict(self.look().driver.execute_script("return picture || {}"))

    def is_up_to_date(self, plies: int) -> bool:
        """Whether it shows what the table told after this many actions, and not what it knew before it was
        looked at."""
        return bool(self.look().driver.execute_script("return isLive") and self.told().get("ply") == plies)

    def hand(self) -> set[str]:
        """The tiles that it is told."""
        hand = self.told().get("hand") or {}
        return {one["name"] for one in hand.get("tiles", ())}

    def mark(self) -> str:
        """The number that it shows while it asks."""
        return self.look().text("#heading")

    def token(self) -> str:
        """What it is known by."""
        return str(self.look().driver.execute_script("return token"))

    def turn(self, *, is_lying: bool) -> None:
        """Turn the phone."""
        width, height = sorted(self.size, reverse=is_lying)
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": True}
        self.look().driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)

    def sleep(self, *, is_asleep: bool) -> None:
        """Switch its screen off, or on again."""
        state = {"state": "frozen" if is_asleep else "active"}
        self.look().driver.execute_cdp_cmd("Page.setWebLifecycleState", state)

    def picture(self, name: str, *, is_out: bool = False) -> None:
        """Keep a picture of its page, and measure it: what can be touched is large enough, doubled too."""
        browser = self.look()
        if not is_out:
            browser.until_it_says("#live", "Live")
        browser.driver.save_screenshot(str(PICTURES / f"{name} {self.size[0]}.png"))
        for size in ("200%", ""):
            browser.driver.execute_script("document.documentElement.style.fontSize = arguments[0]", size)
            assert too_small(browser) == [], name
            assert not browser.scrolls_sideways(), name


def too_small(browser: Browser) -> list[str]:
    """What can be touched and is less than 44 px wide or high."""
    found = (
        "return [...document.querySelectorAll('[data-item], button, input')].filter((one) => {"
        " const box = one.getBoundingClientRect();"
        " return box.width && (box.width < 44 || box.height < 44); })"
        ".map((one) => one.id || one.dataset.item || one.textContent)"
    )
    return [str(one) for one in browser.driver.execute_script(found)]


class Evening:
    """A table with four phones, and a stranger in the network."""

    def __init__(self, table: PhoneTable, tabs: list[Tab]) -> None:
        self.table = table
        self.tabs = tabs
        self.luck = Random(5)
        self.scans = 0

    @property
    def play(self) -> Any:
        """The game."""
        return self.table.rig.running.session.current

    @property
    def is_over(self) -> bool:
        """Whether it has ended."""
        return self.table.rig.running.session.phase is Phase.OVER

    def scan(self, *seats: str) -> None:
        """All scan the one code of the set-up, give a name and choose a seat."""
        path = self.table.code.partition("/seat")[1]
        for tab, seat, player in zip(self.tabs, seats, PLAYERS, strict=True):
            tab.look().open(f"http://127.0.0.1:{tab.wire.port}{path}")
            tab.look().click(f"[data-language={tab.language}]")
            tab.look().click("#name")
            tab.look().driver.find_element("id", "name").send_keys(player)
            tab.look().click(f'[data-seat="{seat}"]')
            self.scans += 1
            self.table.until(lambda: len(self.table.rig.running.shell.asks) == self.scans)

    def ask(self, *seats: str) -> None:
        """Each phone asks for a seat by a touch, and one touch at the table lets all in."""
        for tab, seat in zip(self.tabs, seats, strict=False):
            tab.look().click(f'[data-seat="{seat}"]')
        self.admit(len(seats))

    def admit(self, number: int) -> None:
        """This many phones ask: the numbers on them are those on the table, and all are let in."""
        running = self.table.rig.running
        self.table.until(lambda: len(asking(running.shell)) == number)
        marks = {str(one.mark) for one in running.shell.asks}
        for tab in self.tabs[:number]:
            tab.look()
            self.table.until(lambda tab=tab: tab.mark() in marks)  # type: ignore[misc]
        self.tabs[0].picture("asks")
        if running.shell.layer is None:
            self.table.touch("#phone")
        self.table.touch("#admit-all" if number > 1 else f"#admit-{running.shell.asks[0].phone}")
        self.table.until(lambda: not running.shell.asks and running.shell.layer is None)

    def step(self) -> None:
        """The next action: an offer and all that is secret by the seat's phone, the rest on the board."""
        self.table.player.get_ready()
        self.table.player.do_tasks()
        self.table.hear()
        if self.is_over:
            pass
        elif secretly_due(self.table.rig.running.session):
            self.choose_in_secret()
        elif self.play.table.game.name == "massai":
            self.move()
        else:
            self.lay_a_tile()
        self.table.hear()

    def lay_a_tile(self) -> None:
        """In Cités Nouvelles: somebody shows tiles, makes an offer on a phone, or plays."""
        if self.table.player.show_hand(SEED):
            return
        action, seats = deals.action(self.play, SEED), self.play.position.seats
        if action.startswith("choose") and len(self.tabs) == len(seats):
            self.choose(seats.index(self.play.position.turn), action.replace(" ", "-"))
        else:
            self.table.player.play(action)

    def choose(self, number: int, *items: str) -> None:
        """A phone chooses."""
        browser, actions = self.tabs[number].look(), len(self.table.actions)
        self.table.until(lambda: self.tabs[number].is_up_to_date(len(self.play.plies)))
        for item in items:
            browser.click(f'[data-item="{item}"]')
        browser.click("#done")

        def is_made() -> bool:
            """Who chooses faster than people do is told so, and sends it again."""
            if len(self.table.actions) == actions and browser.driver.execute_script("return Boolean(unsent)"):
                time.sleep(1)
                browser.click("#done")
            return len(self.table.actions) > actions

        self.table.until(is_made)

    def choose_in_secret(self) -> None:
        """The first of those who have to choose does so: its huts, or that it guards none."""
        seat = secretly_due(self.table.rig.running.session)[0].seat
        number, five = (0, DARK) if seat == "dark" else (1, LIGHT)
        is_set_up = not self.table.actions or self.table.actions[-1].startswith("setup")
        self.choose(number, *(five if is_set_up and len(self.table.actions) < len(SET_UP) else ()))

    def move(self) -> None:
        """In Massaï: at first some attacks by phone, and otherwise a hut."""
        play = self.play
        number = 0 if play.position.turn == "dark" else 1
        legal = [str(one) for one in play.position.legal() or ()]
        builds = [one for one in legal if one.startswith("build")]
        browser = self.tabs[number].look()
        self.table.until(lambda: self.tabs[number].is_up_to_date(len(play.plies)))
        is_fierce = len(play.plies) % 4 == 2 and len(play.plies) < PEACE_AFTER
        if (is_fierce or not builds) and browser.count("#choice"):
            browser.click("#choice")
            item = browser.driver.find_element("css selector", "[data-item]").get_attribute("data-item")
            self.choose(number, str(item))
        else:
            self.table.player.play(self.luck.choice(builds or legal))

    def play_on(self, actions: int) -> None:
        """Play on, and compare."""
        wanted = len(self.play.plies) + actions
        for _ in range(MOST_STEPS):
            if len(self.play.plies) >= wanted or self.is_over:
                break
            self.step()
        self.compare()

    def play_out(self) -> None:
        """Play to the end, and compare now and then."""
        for _ in range(MOST_STEPS):
            if self.is_over:
                return
            self.play_on(24)
        raise AssertionError("the game does not end")

    def compare(self) -> None:
        """Each phone is told its own hand and no other, and a stranger none."""
        play = self.play
        seats = play.position.seats
        held = {seat: set(deals.hand(play, SEED, seat)) if play.deal is not None else set() for seat in seats}
        for seat, tab in zip(seats, self.tabs, strict=False):
            tab.look()
            self.table.until(lambda tab=tab, seat=seat: tab.hand() == held[seat])  # type: ignore[misc]
            told = json.dumps(tab.told())
            others = set().union(*(tiles for other, tiles in held.items() if other != seat))
            assert [tile for tile in others if f'"name": "{tile}"' in told] == []
        stranger = Stream(self.table.server)
        told = stranger.picture()
        stranger.close()
        past = ("board", "moves", "sheet")  # these name tiles of earlier rounds, too
        words = json.dumps({key: value for key, value in told.items() if key not in past})
        everyones = set().union(*held.values()) - {"P1", "P2", "P3", "P4"}  # seats are called so, too
        assert [tile for tile in everyones if re.search(rf"\b{tile}\b", words)] == []
        assert [name for name in PLAYERS if name in json.dumps(told)] == []


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    """Four people have chosen Cités Nouvelles, and a seat and a name each on their phones."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    with ExitStack() as stack:
        table = stack.enter_context(table_at_the_menu(tmp_path))
        tabs: list[Tab] = []
        for number, (width, height, language) in enumerate(SIZES):
            browser = stack.enter_context(browsing(tmp_path / f"browser {number}", width, height))
            first = browser.driver.current_window_handle
            browser.driver.switch_to.new_window("tab")
            for handle in (first, browser.driver.current_window_handle):
                wire = stack.enter_context(wire_to(table.server.port))
                tabs.append(Tab(browser, wire, language, handle, (width, height)))
        made = Evening(table, tabs)
        table.touch("#game-cites")
        table.touch("#option-players-4", "#phone")
        made.scan("p1", "p2", "p3", "p4")
        for tab in tabs[::2]:
            tab.picture("set-up")
        table.touch("#back", "#start")
        made.admit(4)
        yield made


def test_four_phones_have_one_scan_for_an_evening(
    evening: Evening, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    table, tabs = evening.table, evening.tabs
    tokens = [tab.token() for tab in tabs]
    all_are_called_by_name(evening)
    hands_are_shown(evening)
    lines_are_lost(evening)
    monkeypatch.setattr(SeatSite, "_now_s", lambda site, now_s=SeatSite._now_s: now_s(site) + DINNER_S)
    evening.play_on(4)
    a_phone_is_let_out(evening)
    table.restart()
    table.rig.run_for(2_000)  # the board has been read
    evening.admit(4)
    all_are_called_by_name(evening)
    tokens += [tab.token() for tab in tabs]
    evening.play_out()
    assert [(tab.told()["is_over"], len(tab.told()["scores"])) for tab in tabs] == [(True, 2)] * 4
    for tab in tabs[::2]:
        tab.picture("result")
    it_is_to_be_played_again(evening)
    massai_is_played(evening)
    assert evening.scans == len(tabs)
    assert tabs[2].look().count("[data-item]") == 0

    heard = "\n".join(one.getMessage() for one in caplog.records if one.name.startswith("controller"))
    stored = table.journal_file.read_bytes().decode(errors="replace")
    assert [secret for secret in (*tokens, *PLAYERS) if secret in heard + stored] == []
    complaints = [complaint for tab in tabs for complaint in tab.browser.complaints]
    assert [one for one in complaints if "403" not in one] == []  # said to a phone that is out


def all_are_called_by_name(evening: Evening) -> None:
    for tab, player in zip(evening.tabs, PLAYERS, strict=True):
        tab.look().until_it_says("#heading", player)
    evening.table.until(lambda: set(evening.table.rig.running.session.names.values()) == set(PLAYERS))


def hands_are_shown(evening: Evening) -> None:
    """All show their tiles to their pads; two look at them, upright and lying."""
    while not evening.play.to_show:
        evening.step()
    for tab in evening.tabs[::2]:
        tab.picture("showing")
    evening.play_on(8)
    for tab in evening.tabs[::2]:
        tab.picture("covered")
        tab.look().click("#keep")
        tab.picture("hand")
        tab.turn(is_lying=True)
        tab.picture("hand, lying")
        tab.turn(is_lying=False)
        tab.look().click("#keep")


def lines_are_lost(evening: Evening) -> None:
    """A hole in the Wi-Fi, a router that forgets its connections, a phone that sleeps, one that is loaded
    anew and turned."""
    tabs = evening.tabs
    tabs[0].wire.freeze()
    tabs[0].look().until_it_says("#live", "The table does not answer")
    assert tabs[0].look().count("#hand li, #ask p") == 0
    tabs[0].picture("lost", is_out=True)
    tabs[0].wire.thaw()
    tabs[0].look().until_it_says("#live", "Live")
    evening.play_on(4)
    tabs[3].wire.reset()
    tabs[1].sleep(is_asleep=True)
    evening.tabs = tabs[:1]
    evening.play_on(4)
    evening.tabs = tabs
    tabs[1].sleep(is_asleep=False)
    evening.compare()
    tabs[2].look().driver.refresh()
    tabs[2].turn(is_lying=True)
    evening.compare()
    tabs[2].picture("trick, lying")
    tabs[2].turn(is_lying=False)


def a_phone_is_let_out(evening: Evening) -> None:
    """A lost phone is let out at the table; it says so, asks again, and is let in."""
    table, tab = evening.table, evening.tabs[1]
    table.touch("#pause", "#phone", "#phone-p2", "#let-out")
    tab.look().until_it_says("#ask", "This phone was let out at the table.")
    tab.picture("out", is_out=True)
    assert tab.hand() == set()
    tab.look().click('[data-seat=""]')
    tab.look().click('[data-seat="p2"]')
    table.until(lambda: bool(asking(table.rig.running.shell)))
    table.touch(f"#admit-{table.rig.running.shell.asks[0].phone}")
    table.until(lambda: table.rig.running.shell.layer is None)
    evening.play_on(4)


def it_is_to_be_played_again(evening: Evening) -> None:
    """A phone asks for the same game once more: the table sets it up."""
    table = evening.table
    evening.tabs[0].look().click("#choice")
    table.until(lambda: table.rig.running.session.phase is Phase.SETUP)
    assert table.rig.running.session.setup.chosen == "cites"
    table.touch("#back")


def massai_is_played(evening: Evening) -> None:
    """People choose Massaï, which has other seats."""
    table, tabs = evening.table, evening.tabs
    table.player.choose_game("massai", {})
    table.player.get_ready()
    table.hear()
    evening.ask("dark", "light")
    for tab in tabs[:2]:
        tab.look().until_it_says("#count", "0 / 5")
    tabs[0].picture("secret")
    tabs[0].turn(is_lying=True)
    tabs[0].picture("secret, lying")
    tabs[0].turn(is_lying=False)
    evening.step()
    assert table.actions == [SET_UP[0]]
    assert not any(f'"{cell}"' in json.dumps(tabs[1].told()) for cell in DARK)
    evening.play_out()
    assert all(tab.told()["is_over"] for tab in tabs[:2])
    tabs[0].picture("result of Massai")
