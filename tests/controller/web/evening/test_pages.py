"""Pages that the evening does not come to: the decorations of a side of one, and why a phone is out."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from selenium.webdriver.support.wait import WebDriverWait

from controller.games import tables_for
from controller.referee.play import Play
from controller.simulation import deals
from controller.tables.cites.choices import items_of
from controller.view.language import LANGUAGES, catalogue
from controller.web.seat_site import CAUSES, SEAT_WORDS
from tests.controller.screens.samples.sessions import GRID
from tests.controller.web.browser import IS_HERE, WHY_NOT, WITHIN_S, Browser, browsing
from tests.controller.web.evening.tabs import PICTURES, Tab
from tests.controller.web.phones import PhoneTable, phone_table, table_with
from texts import translated

pytestmark = [pytest.mark.skipif(not IS_HERE, reason=WHY_NOT), pytest.mark.slow, pytest.mark.timeout(600)]

SMALL = (320, 568)
SEED = 3
"""The deal of the tiles."""


@pytest.fixture
def browser(tmp_path: Path) -> Iterator[Browser]:
    PICTURES.mkdir(parents=True, exist_ok=True)
    with browsing(tmp_path / "browser", *SMALL) as one:
        yield one


def come_in(browser: Browser, table: PhoneTable, seat: str) -> None:
    browser.open(f"http://127.0.0.1:{table.server.port}/seat#{table.ticket(seat)}")
    table.until(lambda: table.rig.running.shell.layer is None)


def speak(browser: Browser, language: str) -> None:
    browser.click(f"[data-language={language}]")
    scan = translated(SEAT_WORDS["scan"], catalogue(language))
    waiting = WebDriverWait(browser.driver, WITHIN_S, poll_frequency=0.05)
    waiting.until(lambda driver: driver.execute_script("return words.scan") == scan)


def pictures(browser: Browser, name: str, *, is_out: bool = False) -> None:
    for language in LANGUAGES:
        speak(browser, language)
        Tab(browser, None, language, browser.driver.current_window_handle, SMALL).picture(name, is_out=is_out)  # type: ignore[arg-type]


def up_to_the_decorations() -> tuple[list[str], str]:
    """The actions of a game of two seats until one of them has to choose decorations, and the seat."""
    table = tables_for(GRID, 3, 4)["cites"]
    play = Play.begin(table, {"game": "cites", "players": 2})
    while not any(one.id.startswith("build-") for one in table.selections(play.position)):
        play = play.after(table.game.parse(deals.action(play, SEED)))
    return [str(ply.action) for ply in play.plies], str(play.position.turn)


def test_a_side_of_one_chooses_its_decorations_on_the_phone(browser: Browser, tmp_path: Path) -> None:
    actions, seat = up_to_the_decorations()
    with table_with(tmp_path, "cites", {"players": 2}, *actions) as table:
        table.touch("#pause")
        come_in(browser, table, seat)
        table.player.get_ready()
        table.hear()
        browser.until_it_says("#ask", "has room for")
        pictures(browser, "decorations")
        position = table.rig.running.session.current.position
        for item in items_of(position, next(iter(position.legal() or ()))):
            browser.click(f'[data-item="{item}"]')
        browser.click("#done")
        table.until(lambda: len(table.actions) == len(actions) + 1)


def test_each_cause_has_its_sentence_in_each_language(browser: Browser, tmp_path: Path) -> None:
    with phone_table(tmp_path) as table:
        come_in(browser, table, "dark")
        browser.until_it_says("#heading", "Dark")
        for language in LANGUAGES:
            speak(browser, language)
            said = set()
            for cause, words in CAUSES.items():
                browser.driver.execute_script("out(arguments[0])", str(cause))
                said.add(browser.text("#ask"))
                assert translated(words, catalogue(language)) in browser.text("#ask")
                assert translated(SEAT_WORDS["scan"], catalogue(language)) in browser.text("#ask")
                assert not browser.scrolls_sideways()
            assert len(said) == len(CAUSES)
        pictures(browser, "out, each language", is_out=True)
