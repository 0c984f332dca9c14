"""Streams in a real browser, behind a wire that freezes, and in many windows."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.controller.web.browser import IS_HERE, WHY_NOT, Browser, browsing
from tests.controller.web.serving import HOUSES, masterplan, serving, shown, until
from tests.controller.web.wire import wire_to

pytestmark = pytest.mark.skipif(not IS_HERE, reason=WHY_NOT)

WINDOWS = 8
"""More than a browser has connections to one place."""

IMPATIENT = "silentMs = 1000"
"""Said to a page, so that a test waits no quarter of a minute."""


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with browsing(tmp_path_factory.mktemp("browser")) as one:
        yield one


def test_a_stream_that_is_dead_is_said_and_begun_anew(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("controller.web.pages.HEARTBEAT_S", 0.2)
    with serving(masterplan(*HOUSES[:1])) as server, wire_to(server.port) as wire:
        browser.open(f"http://127.0.0.1:{wire.port}/")
        browser.until_it_says("#heading", "Yellow to move")
        browser.until_it_says("#live", "Live")
        browser.driver.execute_script(IMPATIENT)
        wire.freeze()
        server.follow(shown(masterplan(*HOUSES[:2])))
        browser.until_it_says("#live", "The table does not answer")
        wire.thaw()
        browser.until_it_says("#heading", "White to move")
        browser.until_it_says("#live", "Live")


def test_a_phone_that_comes_into_another_network_follows_anew_at_once(browser: Browser) -> None:
    with serving(masterplan(*HOUSES[:1])) as server, wire_to(server.port) as wire:
        browser.open(f"http://127.0.0.1:{wire.port}/")
        browser.until_it_says("#heading", "Yellow to move")
        wire.freeze()
        wire.thaw()
        server.follow(shown(masterplan(*HOUSES[:2])))
        browser.driver.execute_script("window.dispatchEvent(new Event('online'))")
        browser.until_it_says("#heading", "White to move")


def test_many_windows_of_a_browser_share_one_stream(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("controller.web.pages.HEARTBEAT_S", 0.2)
    with serving(masterplan(*HOUSES[:1])) as server, browsing(tmp_path) as browser:
        windows = []
        for _ in range(WINDOWS):
            if windows:
                browser.driver.switch_to.new_window("window")
            browser.open(f"http://127.0.0.1:{server.port}/")
            browser.until_it_says("#heading", "Yellow to move")
            windows.append(browser.driver.current_window_handle)
        server.follow(shown(masterplan(*HOUSES[:2])))
        for window in windows:
            browser.driver.switch_to.window(window)
            browser.until_it_says("#heading", "White to move")
        until(lambda: server.followers == 1)
        browser.driver.switch_to.window(windows[0])
        browser.driver.close()
        server.follow(shown(masterplan(*HOUSES)))
        for window in windows[1:]:
            browser.driver.switch_to.window(window)
            browser.until_it_says("#ask", "Park on e5")
        until(lambda: server.followers == 1)
