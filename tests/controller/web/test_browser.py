"""The page in a real browser: from the menu to the result, over a restart, and through the past."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.settings.config import load
from controller.settings.settings import WebSettings
from controller.simulation.people.player import Player
from controller.simulation.rig import Rig
from controller.web.server import WebServer
from tests.controller.web.browser import IS_HERE, WHY_NOT, Browser, browsing
from tests.controller.web.serving import HOUSES, kept_games, masterplan, serving
from tests.owner import owned

pytestmark = pytest.mark.skipif(not IS_HERE, reason=WHY_NOT)


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with browsing(tmp_path_factory.mktemp("browser")) as one:
        yield one


class Table:
    """A simulated table whose page is served."""

    def __init__(self, rig: Rig, server: WebServer) -> None:
        self.rig = rig
        self.player = Player(rig)
        self._server = server

    def tell(self) -> None:
        """The main loop's work in each round."""
        self._server.follow(self.rig.running.shown)


def address(server: WebServer) -> str:
    return f"http://127.0.0.1:{server.port}/"


def test_a_game_is_followed_from_the_menu_to_its_result(browser: Browser, tmp_path: Path) -> None:
    rig = owned(Rig(load(), tmp_path / "journal.sqlite"))
    rig.power_on()
    rig.run_for(50)
    with serving(journal=tmp_path / "journal.sqlite") as server:
        table = Table(rig, server)
        table.tell()
        browser.open(address(server))
        browser.until_it_says("#heading", "What shall we play?")
        browser.until_it_says("#live", "Live")
        table.player.choose_game("masterplan", {})
        table.tell()
        browser.until_it_says("#heading", "White to move")
        for house in HOUSES:
            table.player.play(house)
            table.tell()
        browser.until_it_says("#ask", "Park on e5")
        assert browser.count("#board .sign.blink") == 1
        table.player.play("park e5")
        table.tell()
        browser.until_it_says("#scores", "White\n2")
        browser.until_it_says("#moves", "park e5")
        for button in ("#pause", "#end", "#resign-white"):
            table.player.touch(button)
        table.tell()
        browser.until_it_says("#heading", "Yellow wins")
        browser.until_it_says("#games", "Yellow wins")
        assert browser.complaints == []


def test_the_page_comes_back_by_itself_when_the_table_is_started_anew(browser: Browser) -> None:
    with serving(masterplan(*HOUSES[:1])) as server:
        port = server.port
        browser.open(address(server))
        browser.until_it_says("#heading", "Yellow to move")
    browser.until_it_says("#live", "The table does not answer")
    with serving(masterplan(*HOUSES[:2]), settings=WebSettings(port=port)):
        browser.until_it_says("#heading", "White to move")
        browser.until_it_says("#live", "Live")
    assert browser.complaints == []


def test_a_past_game_is_stepped_through_while_the_table_plays_on(browser: Browser, tmp_path: Path) -> None:
    with serving(masterplan(*HOUSES), kept_games(tmp_path)) as server:
        browser.open(address(server))
        browser.until_it_says("#games", "Yellow wins")
        browser.click("#games button")
        browser.until_it_says("#heading", "Action 3 of 3")
        browser.click("#earlier")
        browser.until_it_says("#heading", "Action 2 of 3")
        browser.click("#first")
        browser.until_it_says("#heading", "Action 0 of 3")
        assert browser.driver.find_element("id", "download").get_attribute("href").endswith("/games/1.jsonl")
        browser.click("#back")
        browser.until_it_says("#ask", "Park on e5")
        assert browser.complaints == []


def test_the_language_is_changed_and_remembered(browser: Browser) -> None:
    with serving(masterplan(*HOUSES)) as server:
        browser.open(address(server))
        browser.click("[data-language=de]")
        browser.until_it_says("#ask", "Park auf e5")
        browser.open(address(server))
        browser.until_it_says("#past-title", "Frühere Spiele")
        browser.click("[data-language=en]")
        browser.until_it_says("#ask", "Park on e5")
        assert browser.driver.get_cookies() == []


@pytest.mark.parametrize("size", [(360, 740), (820, 1180), (1920, 1080)])
def test_the_page_fits_its_window(tmp_path: Path, size: tuple[int, int]) -> None:
    with browsing(tmp_path, *size) as sized, serving(masterplan(*HOUSES)) as server:
        for language in ("en", "fr", "de"):
            sized.open(address(server))
            sized.click(f"[data-language={language}]")
            sized.until_it_says("#scores", "0")
            assert not sized.scrolls_sideways()
