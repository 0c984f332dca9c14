"""A phone of the evening: a tab of a browser, behind its own wire."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from tests.controller.web.browser import Browser, browsing
from tests.controller.web.wire import Wire, wire_to

SIZES: Final = ((320, 568), (390, 844))
LANGUAGES: Final = ("en", "fr", "de", "en")
PICTURES: Final = Path(__file__).parents[4] / "build/phones"


@dataclass
class Tab:
    """One phone. It has an address of its own, so that it remembers nothing of the others."""

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
        self._become(self.size, is_lying=is_lying)

    def _become(self, size: tuple[int, int], *, is_lying: bool) -> None:
        width, height = sorted(size, reverse=is_lying)
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": True}
        self.look().driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)

    def sleep(self, *, is_asleep: bool) -> None:
        """Switch its screen off, or on again."""
        state = {"state": "frozen" if is_asleep else "active"}
        self.look().driver.execute_cdp_cmd("Page.setWebLifecycleState", state)

    def picture(self, name: str, *, lies_too: bool = False, is_out: bool = False) -> None:
        """Keep pictures of its page at each size, and measure it: what can be touched is large enough, with
        its text doubled too."""
        if not is_out:
            self.look().until_it_says("#live", self.browser.driver.execute_script("return words.live"))
        for size in SIZES:
            for is_lying in (False, True) if lies_too else (False,):
                self._become(size, is_lying=is_lying)
                how = f"{self.language} {size[0]}{' lying' if is_lying else ''}"
                self._picture(f"{name} {how}")
        self.turn(is_lying=False)

    def _picture(self, name: str) -> None:
        browser = self.look()
        for size in ("200%", ""):
            browser.driver.execute_script("document.documentElement.style.fontSize = arguments[0]", size)
            browser.driver.save_screenshot(str(PICTURES / f"{name}{' doubled' if size else ''}.png"))
            assert too_small(browser) == [], name
            assert not browser.scrolls_sideways(), name


def too_small(browser: Browser) -> list[str]:
    """The touch targets less than 44 px wide or high."""
    found = (
        "return [...document.querySelectorAll('[data-item], button, input')].filter((one) => {"
        " const box = one.getBoundingClientRect();"
        " return box.width && (box.width < 44 || box.height < 44); })"
        ".map((one) => one.id || one.dataset.item || one.textContent)"
    )
    return [str(one) for one in browser.driver.execute_script(found)]


@contextmanager
def four_phones(folder: Path, port: int) -> Iterator[list[Tab]]:
    """Two browsers of two sizes with two tabs each, in three languages."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    with ExitStack() as stack:
        tabs: list[Tab] = []
        for number, size in enumerate(SIZES):
            browser = stack.enter_context(browsing(folder / f"browser {number}", *size))
            first = browser.driver.current_window_handle
            browser.driver.switch_to.new_window("tab")
            for handle in (first, browser.driver.current_window_handle):
                wire = stack.enter_context(wire_to(port))
                tabs.append(Tab(browser, wire, LANGUAGES[len(tabs)], handle, size))
        yield tabs
