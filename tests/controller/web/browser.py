"""Debian's Chromium, headless, for tests of the page. It uses nothing but what Debian installs."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from selenium.common.exceptions import ElementNotInteractableException, StaleElementReferenceException
from selenium.webdriver import Chrome, ChromeOptions, ChromeService
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.common.actions.interaction import POINTER_MOUSE
from selenium.webdriver.common.actions.pointer_input import PointerInput
from selenium.webdriver.common.by import By
from selenium.webdriver.support.wait import WebDriverWait

from tests.controller.web.serving import WITHIN_S

IS_HERE: Final = bool(shutil.which("chromium") and shutil.which("chromedriver"))
WHY_NOT: Final = "needs Chromium: apt install chromium chromium-driver"


class Browser:
    """One window. Its methods wait until what they ask for is there."""

    def __init__(self, driver: Chrome) -> None:
        self.driver = driver

    def open(self, address: str) -> None:
        """Go to a page."""
        self.driver.get(address)

    def text(self, css: str) -> str:
        """The text of the first element that a selector finds; empty if there is none."""
        # In one step: the page may draw it again at any moment.
        read = "return (document.querySelector(arguments[0])?.innerText ?? '').trim()"
        return str(self.driver.execute_script(read, css))

    def count(self, css: str) -> int:
        """How many elements a selector finds."""
        return len(self.driver.find_elements(By.CSS_SELECTOR, css))

    def until_it_says(self, css: str, words: str) -> None:
        """Wait until some words are written in an element."""
        waiting = WebDriverWait(self.driver, WITHIN_S, poll_frequency=0.05)
        waiting.until(lambda _: words in self.text(css), f"{css} never said {words!r}: {self.text('body')}")

    def click(self, css: str) -> None:
        """Scroll to the first element that a selector finds, and touch it."""

        def is_touched(driver: Chrome) -> bool:
            element = driver.find_element(By.CSS_SELECTOR, css)
            driver.execute_script("arguments[0].scrollIntoView({block: 'center'})", element)
            element.click()
            return True

        # The page may draw it again between the search and the touch, and is covered until it has heard from
        # the table.
        passing = (StaleElementReferenceException, ElementNotInteractableException)
        WebDriverWait(self.driver, WITHIN_S, 0.05, passing).until(is_touched)

    def finger(self, *, down: str = "") -> None:
        """Bring a finger down on the first element that a selector finds, or lift it."""
        builder = ActionBuilder(self.driver, mouse=PointerInput(POINTER_MOUSE, "finger"))
        if down:
            element = self.driver.find_element(By.CSS_SELECTOR, down)
            self.driver.execute_script("arguments[0].scrollIntoView({block: 'center'})", element)
            builder.pointer_action.move_to(element).pointer_down()
        else:
            builder.pointer_action.pointer_up()
        builder.perform()

    @property
    def complaints(self) -> list[str]:
        """The browser's complaints: a script that failed, or something that the page's policy forbids. The
        table's absence is none."""
        logged = self.driver.get_log("browser")
        return [one["message"] for one in logged if one["level"] == "SEVERE" and "ERR_" not in one["message"]]

    def scrolls_sideways(self) -> bool:
        """Whether the page is wider than its window."""
        wide = "return document.documentElement.scrollWidth > document.documentElement.clientWidth"
        return bool(self.driver.execute_script(wide))


@contextmanager
def browsing(
    folder: Path, width: int = 1280, height: int = 800, *, is_dark: bool = False, more: Sequence[str] = ()
) -> Iterator[Browser]:
    """A browser with nothing in its memory. `folder` is for what it writes, `more` are further arguments."""
    options = ChromeOptions()
    options.binary_location = shutil.which("chromium") or ""
    for argument in (
        "--headless=new",
        "--no-sandbox",  # tests may run as root, for whom its sandbox does not work
        "--disable-gpu",
        "--disable-dev-shm-usage",
        "--hide-scrollbars",
        f"--user-data-dir={folder / 'chromium'}",
        *(("--force-dark-mode",) if is_dark else ()),
        *more,
    ):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    metrics = {"deviceMetrics": {"width": width, "height": height, "pixelRatio": 1.0}}
    options.add_experimental_option("mobileEmulation", metrics)
    driver = Chrome(options=options, service=ChromeService(shutil.which("chromedriver")))
    try:
        yield Browser(driver)
    finally:
        driver.quit()
