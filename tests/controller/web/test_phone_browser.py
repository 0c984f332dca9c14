"""The page of a seat in a real browser: it scans, chooses in secret, is lost and comes back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from selenium.webdriver.common.keys import Keys

from tests.controller.web.browser import IS_HERE, WHY_NOT, Browser, browsing
from tests.controller.web.phones import DARK, LIGHT, SET_UP, PhoneTable, phone_table

pytestmark = pytest.mark.skipif(not IS_HERE, reason=WHY_NOT)

PHONE = (390, 844)


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with browsing(tmp_path_factory.mktemp("browser"), *PHONE) as one:
        yield one


@pytest.fixture
def table(tmp_path: Path) -> Iterator[PhoneTable]:
    with phone_table(tmp_path) as one:
        yield one


def scan(browser: Browser, table: PhoneTable, seat: str) -> None:
    """Scan the code that the touchscreen shows for a seat, and come in."""
    ticket = table.ticket(seat)
    browser.open(f"http://127.0.0.1:{table.server.port}/seat#{ticket}")
    table.until(lambda: table.rig.running.shell.layer is None)


def in_a_new_tab(browser: Browser, table: PhoneTable, seat: str) -> tuple[str, str]:
    """Another seat's phone: a tab has its own memory. The handles of both."""
    first = browser.driver.current_window_handle
    browser.driver.switch_to.new_window("tab")
    scan(browser, table, seat)
    return first, browser.driver.current_window_handle


def choose(browser: Browser, items: Sequence[str]) -> None:
    for item in items:
        browser.click(f'[data-item="{item}"]')
    browser.click("#done")


def items_in(browser: Browser) -> list[str]:
    """The cells that can be touched."""
    found = browser.driver.find_elements("css selector", "[data-item]")
    return [str(one.get_attribute("data-item")) for one in found]


def test_two_phones_play_in_secret_and_neither_shows_what_the_other_chose(
    browser: Browser, table: PhoneTable
) -> None:
    scan(browser, table, "dark")
    browser.until_it_says("#heading", "Dark")
    assert "#" not in browser.driver.current_url
    dark, light = in_a_new_tab(browser, table, "light")
    browser.until_it_says("#heading", "Light")
    assert set(items_in(browser)).isdisjoint(DARK)
    browser.driver.switch_to.window(dark)
    assert set(items_in(browser)).isdisjoint(LIGHT)
    choose(browser, DARK)
    table.until(lambda: len(table.actions) == 1)
    browser.until_it_says("#notice", "Chosen.")
    browser.driver.switch_to.window(light)
    browser.until_it_says("#ask", "Choose five cells")
    assert browser.count(".item[aria-checked=true]") == 0
    assert not any(item in browser.driver.page_source for item in DARK)
    choose(browser, LIGHT)
    table.until(lambda: len(table.actions) == 2)

    table.player.get_ready()
    table.hear()
    browser.driver.switch_to.window(dark)
    browser.until_it_says("#ask", "Choose the light hut")
    choose(browser, ["cell-4,3"])
    table.until(lambda: len(table.actions) == 3)
    browser.driver.switch_to.window(light)
    browser.until_it_says("#ask", "One of your huts is attacked")
    assert items_in(browser) == ["cell-4,2", "cell-4,3"]
    assert browser.count(".item[aria-checked=true]") == 0
    browser.click("#done")
    table.until(lambda: len(table.actions) == 4)
    assert table.actions == [*SET_UP, "attack e4", "guard"]
    assert browser.driver.get_cookies() == []
    assert browser.complaints == []
    browser.driver.close()
    browser.driver.switch_to.window(dark)


def test_what_the_rules_refuse_is_said_and_can_be_mended(browser: Browser, table: PhoneTable) -> None:
    scan(browser, table, "dark")
    browser.until_it_says("#heading", "Dark")
    choose(browser, (*DARK[:4], "cell-0,5"))
    table.until(lambda: bool(table.rig.running.session.refusals))
    browser.until_it_says("#notice", "would stand alone")
    browser.until_it_says("#count", "5 / 5")
    choose(browser, ("cell-0,5", DARK[4]))
    table.until(lambda: table.actions == [SET_UP[0]])


def test_what_was_chosen_at_the_table_is_said_on_the_phone(browser: Browser, table: PhoneTable) -> None:
    scan(browser, table, "dark")
    browser.until_it_says("#heading", "Dark")
    browser.click(f'[data-item="{DARK[0]}"]')
    table.play(SET_UP[0])
    browser.until_it_says("#notice", "It was chosen at the table.")
    browser.until_it_says("#ask", "nothing to choose")


def test_what_is_touched_stays_when_the_other_seat_has_chosen(browser: Browser, table: PhoneTable) -> None:
    scan(browser, table, "light")
    browser.until_it_says("#heading", "Light")
    for item in LIGHT[:3]:
        browser.click(f'[data-item="{item}"]')
    table.play(SET_UP[0])
    browser.until_it_says("#count", "3 / 5")
    choose(browser, LIGHT[3:])
    table.until(lambda: table.actions == list(SET_UP))


def test_cells_are_chosen_with_keys_too(browser: Browser, table: PhoneTable) -> None:
    scan(browser, table, "dark")
    browser.until_it_says("#heading", "Dark")
    cell = browser.driver.find_element("css selector", f'[data-item="{DARK[0]}"]')
    cell.send_keys(Keys.SPACE)
    browser.until_it_says("#count", "1 / 5")
    cell.send_keys(Keys.ENTER)
    browser.until_it_says("#count", "0 / 5")


def test_a_page_that_is_loaded_anew_is_still_let_in(browser: Browser, table: PhoneTable) -> None:
    scan(browser, table, "dark")
    browser.until_it_says("#heading", "Dark")
    browser.driver.refresh()
    browser.until_it_says("#heading", "Dark")


def test_a_page_that_has_heard_nothing_for_long_follows_anew(browser: Browser, table: PhoneTable) -> None:
    scan(browser, table, "dark")
    browser.until_it_says("#heading", "Dark")
    later = (
        "const now = Date.now; Date.now = () => now() + arguments[0]; const old = line.ending; lookAtLines();"
    )
    is_anew = later + " Date.now = now; return line.ending !== old;"
    assert not browser.driver.execute_script(is_anew, 10_000)
    assert browser.driver.execute_script(is_anew, 20_000)
    table.play(SET_UP[0])
    browser.until_it_says("#ask", "nothing to choose")


def test_a_phone_that_was_replaced_shows_nothing_any_more(browser: Browser, table: PhoneTable) -> None:
    scan(browser, table, "dark")
    browser.until_it_says("#heading", "Dark")
    table.ticket("dark")
    browser.until_it_says("#ask", "This phone is not let in.")
    assert browser.count("[data-item]") == 0
    assert browser.text("#heading") == ""
    browser.driver.refresh()
    browser.until_it_says("#ask", "This phone is not let in.")


def test_after_a_restart_of_the_table_a_new_code_is_scanned(browser: Browser, table: PhoneTable) -> None:
    scan(browser, table, "dark")
    browser.until_it_says("#heading", "Dark")
    table.stop()
    browser.until_it_says("#live", "The table does not answer")
    table.restart()
    table.player.get_ready()
    table.hear()
    browser.until_it_says("#ask", "This phone is not let in.")
    scan(browser, table, "dark")
    browser.until_it_says("#heading", "Dark")
    choose(browser, DARK)
    table.until(lambda: table.actions == [SET_UP[0]])


def test_without_a_code_the_page_says_what_to_do(browser: Browser, table: PhoneTable) -> None:
    browser.driver.switch_to.new_window("tab")
    browser.open(f"http://127.0.0.1:{table.server.port}/seat")
    browser.until_it_says("#ask", "Scan the code that the table shows for you.")
    browser.open(f"http://127.0.0.1:{table.server.port}/seat#AAAAAAAAAAAAAAAAAAAAAA")
    browser.until_it_says("#ask", "Scan the code that the table shows for you.")


@pytest.mark.parametrize("size", [(320, 568), PHONE, (844, 390), (820, 1180)])
def test_the_page_fits_its_window_and_its_button_is_always_in_reach(
    table: PhoneTable, tmp_path: Path, size: tuple[int, int]
) -> None:
    with browsing(tmp_path, *size) as sized:
        scan(sized, table, "dark")
        for language, done in {"en": "Done", "fr": "Terminé", "de": "Fertig"}.items():
            sized.click(f"[data-language={language}]")
            sized.until_it_says("#done", done)
            sized.until_it_says("#count", "0 / 5")
            assert not sized.scrolls_sideways()
            box = sized.driver.find_element("id", "finish").rect
            seen = sized.driver.execute_script("return [scrollY, innerHeight]")
            assert box["y"] + box["height"] <= seen[0] + seen[1] + 1
