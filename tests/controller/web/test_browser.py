"""The page in a real browser: from the menu to the result, over a restart, and through the past."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from controller.daemon.shown import Shown
from controller.settings.config import load
from controller.settings.settings import WebSettings
from controller.shell.model.state import Chances, Shell
from controller.simulation.people.player import Player
from controller.simulation.rig import Rig
from controller.web.server import WebServer
from tests.controller.web.browser import IS_HERE, WHY_NOT, Browser, browsing
from tests.controller.web.serving import HOUSES, kept_games, masterplan, serving, shown
from tests.owner import owned

RENEW = "TABLIER_RENEW_PICTURES"
PICTURE = Path(__file__).parents[3] / "docs/pictures/spectators.png"

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
        browser.until_it_says("#moves", "Park on e5")
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


COMES_LATE = """
const real = fetched;
const freed = new Promise((resolve) => { window.free = resolve; });
fetched = async (path) => {
  const answer = await real(path);
  if (path === arguments[0]) await freed;
  return answer;
};
"""
"""Holds the answers to requests of a path."""
ALL_HAS_COME = "free(); setTimeout(arguments[0])"


def test_the_language_that_was_chosen_last_is_spoken_whatever_comes_late(browser: Browser) -> None:
    with serving(masterplan(*HOUSES)) as server:
        browser.open(address(server))
        browser.until_it_says("#ask", "Park on e5")
        browser.driver.execute_script(COMES_LATE, "/words/fr")
        browser.click("[data-language=fr]")
        browser.click("[data-language=de]")
        browser.until_it_says("#past-title", "Frühere Spiele")
        browser.driver.execute_async_script(ALL_HAS_COME)
        assert browser.text("#past-title") == "Frühere Spiele"


def test_a_past_game_that_comes_late_is_not_shown(browser: Browser, tmp_path: Path) -> None:
    with serving(masterplan(*HOUSES), kept_games(tmp_path)) as server:
        browser.open(address(server))
        browser.until_it_says("#games", "Yellow wins")
        browser.click("#games button")
        browser.until_it_says("#heading", "Action 3 of 3")
        browser.driver.execute_script(COMES_LATE, "/games/en/1/2")
        browser.click("#earlier")
        browser.click("#back")
        browser.until_it_says("#live", "Live")
        browser.driver.execute_async_script(ALL_HAS_COME)
        assert browser.text("#live") == "Live"
        browser.until_it_says("#ask", "Park on e5")


def test_each_touch_is_a_step_however_quick_they_are(browser: Browser, tmp_path: Path) -> None:
    with serving(masterplan(*HOUSES), kept_games(tmp_path)) as server:
        browser.open(address(server))
        browser.until_it_says("#games", "Yellow wins")
        browser.click("#games button")
        browser.until_it_says("#heading", "Action 3 of 3")
        browser.driver.execute_script(COMES_LATE, "/games/en/1/2")
        browser.click("#earlier")
        browser.click("#earlier")
        browser.until_it_says("#heading", "Action 1 of 3")
        browser.driver.execute_async_script(ALL_HAS_COME)
        assert browser.text("#heading") == "Action 1 of 3"


@pytest.mark.parametrize("size", [(360, 740), (820, 1180), (1920, 1080)])
def test_the_page_fits_its_window(tmp_path: Path, size: tuple[int, int]) -> None:
    with browsing(tmp_path, *size) as sized, serving(masterplan(*HOUSES)) as server:
        for language in ("en", "fr", "de"):
            sized.open(address(server))
            sized.click(f"[data-language={language}]")
            sized.until_it_says("#scores", "0")
            assert not sized.scrolls_sideways()


CONTRASTS = """
const of = (text) => (text.match(/[0-9.]+/g) || []).map(Number);
const linear = (part) => (part <= 10.31 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4);
const light = ([r, g, b]) => 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
const behind = (element) => {
  for (let one = element; one; one = one.parentElement) {
    if (one.ownerSVGElement && one !== element) break;
    const colour = of(getComputedStyle(one).backgroundColor);
    if (colour.length === 3 || colour[3] > 0) return colour;
  }
  const svg = element.ownerSVGElement;
  if (!svg) return [255, 255, 255];
  const middle = element.getBoundingClientRect();
  const at = [middle.x + middle.width / 2, middle.y + middle.height / 2];
  const shapes = [...svg.querySelectorAll("rect, circle, polygon")].filter((shape) => {
    const box = shape.getBoundingClientRect();
    const isOver = shape.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING;
    return isOver && box.left <= at[0] && at[0] <= box.right && box.top <= at[1] && at[1] <= box.bottom;
  });
  const under = shapes.at(-1);
  return of(under ? getComputedStyle(under).fill : getComputedStyle(svg).backgroundColor);
};
return [...document.querySelectorAll("body *")].flatMap((element) => {
  const own = [...element.childNodes].filter((node) => node.nodeType === 3);
  const text = own.map((node) => node.data.trim()).join("");
  if (!text || !element.checkVisibility()) return [];
  if (element.disabled) return [];
  const style = getComputedStyle(element);
  const ink = of(element.ownerSVGElement ? style.fill : style.color);
  const [one, other] = [light(ink), light(behind(element))].sort((a, b) => a - b);
  return [[text, Math.round(100 * (other + 0.05) / (one + 0.05)) / 100]];
});
"""
"""Each text on the page, and the contrast to what lies behind it."""


@pytest.mark.parametrize("is_dark", [False, True], ids=["light", "dark"])
def test_every_text_stands_out_in_both_themes(tmp_path: Path, is_dark: bool) -> None:
    session, journal = masterplan(*HOUSES, "park e5"), kept_games(tmp_path)
    known = Chances(1, session.current.position, results=(0.62, 0.38))
    due = replace(known, is_due=True, results=())
    with browsing(tmp_path, 1920, 1080, is_dark=is_dark) as browser, serving(session, journal) as server:
        browser.open(address(server))
        browser.until_it_says("#games", "Yellow wins")
        browser.until_it_says("#scores", "White")
        server.follow(Shown(Shell(session, chances=due), (1024, 600)))
        browser.until_it_says("#chances-bar", "being reckoned")
        seen = browser.driver.execute_script(CONTRASTS)
        server.follow(Shown(Shell(session, chances=known), (1024, 600)))
        browser.until_it_says("#chances", "White\n62 %\nYellow\n38 %")
        if os.environ.get(RENEW) and not is_dark:
            browser.driver.save_screenshot(str(PICTURE))
        seen += browser.driver.execute_script(CONTRASTS)
        browser.click("#rules")
        browser.until_it_says("#rules-pages", "The aim")
        seen += browser.driver.execute_script(CONTRASTS)
    assert len(seen) > 80
    assert [one for one in seen if one[1] < 4.5] == []


def test_a_past_game_is_not_called_live(browser: Browser, tmp_path: Path) -> None:
    with serving(masterplan(*HOUSES), kept_games(tmp_path)) as server:
        browser.open(address(server))
        browser.until_it_says("#games", "Yellow wins")
        browser.click("#games button")
        browser.until_it_says("#live", "Past game")
        server.follow(shown(masterplan(*HOUSES, "park e5")))
        assert browser.text("#live") == "Past game"
        browser.click("#back")
        browser.until_it_says("#live", "Live")
