"""Four phones at a real table: they come in, play on, and are compared with what each may know."""

from __future__ import annotations

import json
import time
from random import Random
from typing import Final

from controller.web.guard import CHOICES_AT_ONCE
from tests.controller.web.evening.real_table import RealTable
from tests.controller.web.evening.stranger_in_the_network import Stranger
from tests.controller.web.evening.tabs import Tab
from tests.controller.web.phones import DARK, LIGHT

PLAYERS: Final = ("Wilhelmine-A", "Bartholomäus", "Jörg", "Zoë")
MOST_STEPS: Final = 2_000
PEACE_AFTER: Final = 24
"""Massaï's attacks end after this many actions."""


class Evening:
    """A table with four phones, and a stranger in the network."""

    def __init__(self, table: RealTable, tabs: list[Tab], stranger: Stranger) -> None:
        self.table = table
        self.tabs = tabs
        self.stranger = stranger
        self.tokens: set[str] = set()
        self.scans = 0
        self._pictured: set[str] = set()
        self._luck = Random(5)

    @property
    def plies(self) -> int:
        """The number of actions of the game on the table."""
        return int(self.table.look()["plies"])

    @property
    def is_over(self) -> bool:
        """Whether it has ended."""
        return bool(self.table.look()["phase"] == "over")

    # Coming in

    def scan(self, *seats: str) -> None:
        """All scan the one code of the set-up, give a name and choose a seat."""
        path = self.table.look()["code"].partition("/seat")[1]
        for tab, seat, player in zip(self.tabs, seats, PLAYERS, strict=True):
            tab.look().open(f"http://127.0.0.1:{tab.wire.port}{path}")
            tab.look().click(f"[data-language={tab.language}]")
            tab.look().click("#name")
            tab.look().driver.find_element("id", "name").send_keys(player)
            tab.look().click(f'[data-seat="{seat}"]')
            self.scans += 1
            self.table.until(lambda: len(self.table.look()["asks"]) == self.scans)

    def ask(self, *seats: str) -> None:
        """Each phone asks for a seat by a touch, and one touch at the table lets all in."""
        for tab, seat in zip(self.tabs, seats, strict=False):
            tab.look().click(f'[data-seat="{seat}"]')
        self.admit(len(seats))

    def admit(self, number: int, *, name: str = "") -> None:
        """This many phones ask: the numbers on them are those on the table, and all are let in."""
        self.table.until(lambda: self.table.look()["asking"] == number)
        marks = {str(one["mark"]) for one in self.table.look()["asks"]}
        for tab in self.tabs[:number]:
            self.table.until(lambda tab=tab: tab.mark() in marks)  # type: ignore[misc]
        for tab in self.tabs[:3] if name else ():
            tab.picture(name)
        if not self.table.look()["layer"]:
            self.table.touch("#phone")
        asks = self.table.look()["asks"]
        self.table.touch("#admit-all" if number > 1 else f"#admit-{asks[0]['phone']}")
        self.table.until(lambda: not self.table.look()["asking"] and not self.table.look()["layer"])
        self.tokens |= {tab.token() for tab in self.tabs[:number]}

    # Playing

    def step(self) -> None:
        """The next action: an offer and all that is secret by the seat's phone, the rest on the board."""
        found = self.table.order("step")
        if "secret" in found:
            self.choose_in_secret(found["secret"], found["choice"])
        elif "choose" in found:
            self.choose(int(found["seat"][1:]) - 1, found["choose"])
        elif "may" in found:
            self.move(found["may"])

    def choose(self, number: int, *items: str) -> None:
        """A phone chooses."""
        actions = self.plies
        self.touch(number, *items)
        self.picture_once(number, items[0].partition("-")[0] if items else "guard")

        def is_made() -> bool:
            """Who chooses faster than people do is told so, and sends it again."""
            if self.plies == actions and browser.driver.execute_script("return Boolean(unsent)"):
                time.sleep(1)
                browser.click("#done")
            return self.plies > actions

        browser = self.tabs[number].look()
        browser.click("#done")
        self.table.until(is_made, lambda: browser.text("body"))

    def picture_once(self, number: int, kind: str) -> None:
        """Keep a picture of the first choice of each kind."""
        if kind in {"attack", "choose", "guard"} - self._pictured:
            self._pictured.add(kind)
            self.tabs[number].picture(kind)

    def touch(self, number: int, *items: str) -> None:
        """A phone, once it is up to date, is touched at these items."""
        self.table.until(lambda: self.tabs[number].is_up_to_date(self.plies))
        for item in items:
            self.tabs[number].look().click(f'[data-item="{item}"]')

    def choose_in_secret(self, seat: str, choice: str) -> None:
        """Those who have to choose do so: their huts, or that they guard none."""
        number, five = (0, DARK) if seat == "dark" else (1, LIGHT)
        self.choose(number, *(five if choice.startswith("setup") else ()))

    def move(self, legal: list[str]) -> None:
        """In Massaï: at first some attacks by phone, and otherwise a hut."""
        look = self.table.look()
        number, plies = (0 if look["turn"] == "dark" else 1), look["plies"]
        builds = [one for one in legal if one.startswith("build")]
        browser = self.tabs[number].look()
        self.table.until(lambda: self.tabs[number].is_up_to_date(plies))
        is_fierce = plies % 4 == 2 and plies < PEACE_AFTER
        if (is_fierce or not builds) and browser.count("#choice"):
            browser.click("#choice")
            self.picture_once(number, "attack")
            item = browser.driver.find_element("css selector", "[data-item]").get_attribute("data-item")
            self.choose(number, str(item))
        else:
            self.table.order("play", self._luck.choice(builds or legal))

    def play_on(self, actions: int) -> None:
        """Play on, and compare."""
        wanted = self.plies + actions
        for _ in range(MOST_STEPS):
            if self.is_over or self.plies >= wanted:
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
        """Each phone is told its own hand and no other."""
        held = self.table.look()["held"]
        for seat, tab in zip(held, self.tabs, strict=False):
            self.table.until(lambda tab=tab, seat=seat: tab.hand() == set(held[seat]))  # type: ignore[misc]
            told = json.dumps(tab.told())
            others = set().union(*(tiles for other, tiles in held.items() if other != seat))
            assert [tile for tile in others if f'"name": "{tile}"' in told] == []

    def send_too_often(self, number: int) -> None:
        """A phone sends old choices again and again, faster than people do."""
        send = (
            "const done = arguments[0]; Promise.all([...Array(20)].map(() => posted('/seat/choose',"
            " { choice: 'attack', ply: picture.ply, items: [], number: 1 }))).then((all) =>"
            " done(all.map((one) => one.status)))"
        )
        found = self.tabs[number].look().driver.execute_async_script(send)
        assert found.count(429) >= 20 - CHOICES_AT_ONCE - 2
        assert set(found) <= {202, 429}
