"""The page of a seat in a real browser: it scans, chooses in secret, is lost and comes back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from selenium.webdriver.common.keys import Keys

from controller.model.view import Phase
from controller.shell.phones.phone_code import asking
from tests.controller.web.browser import IS_HERE, WHY_NOT, Browser, browsing
from tests.controller.web.phones import DARK, LIGHT, SET_UP, PhoneTable, phone_table, table_at_the_menu
from tests.controller.web.serving import until
from tests.controller.web.wire import Wire, wire_to

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


def scan(browser: Browser, table: PhoneTable, seat: str, port: int | None = None) -> None:
    """Scan the code that the touchscreen shows for a seat, and come in, perhaps by another port."""
    ticket = table.ticket(seat)
    browser.open(f"http://127.0.0.1:{port or table.server.port}/seat#{ticket}")
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


def plies_on(browser: Browser) -> int:
    """The number of actions in the picture that the page shows."""
    return int(browser.driver.execute_script("return picture.ply"))


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
    browser.until_it_says("#ask", "You have chosen.")
    browser.driver.switch_to.window(light)
    browser.until_it_says("#ask", "Choose five cells")
    assert browser.count(".item[aria-checked=true]") == 0
    assert not any(item in browser.driver.page_source for item in DARK)
    choose(browser, LIGHT)
    table.until(lambda: len(table.actions) == 2)

    table.player.get_ready()
    table.hear()
    browser.driver.switch_to.window(dark)
    browser.until_it_says("#turn", "Your turn")
    browser.until_it_says("#ask", "Set a dark hut on the board, beside another of yours. Or attack")
    browser.click("#choice")
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
    table.until(lambda: bool(table.rig.running.session.answered))
    browser.until_it_says("#notice", "would stand alone")
    browser.until_it_says("#count", "5 / 5")
    choose(browser, ("cell-0,5", DARK[4]))
    table.until(lambda: table.actions == [SET_UP[0]])


def test_what_was_chosen_at_the_table_is_said_on_the_phone(browser: Browser, table: PhoneTable) -> None:
    scan(browser, table, "dark")
    browser.until_it_says("#heading", "Dark")
    browser.click(f'[data-item="{DARK[0]}"]')
    table.play(SET_UP[0])
    browser.until_it_says("#ask", "You have chosen. It stays secret until the rules reveal it.")
    browser.until_it_says("#turn", "Light chooses in secret")
    assert browser.driver.execute_script("return sessionStorage.getItem('half')") is None


def test_what_was_chosen_is_secret_until_it_is_revealed_or_taken_back(
    browser: Browser, table: PhoneTable
) -> None:
    scan(browser, table, "dark")
    browser.until_it_says("#heading", "Dark")
    choose(browser, DARK)
    table.until(lambda: len(table.actions) == 1)
    browser.until_it_says("#ask", "You have chosen.")
    table.touch("#undo")
    browser.until_it_says("#ask", "Choose five cells")
    choose(browser, DARK)
    table.until(lambda: len(table.actions) == 1)
    browser.until_it_says("#ask", "You have chosen.")
    table.play(SET_UP[1])
    browser.until_it_says("#last", "The huts are revealed")
    assert "You have chosen" not in browser.text("main")
    browser.until_it_says("#wrong", "Put the dark hut on b2")


def test_an_ordinary_hut_leaves_no_word_of_a_choice(browser: Browser, tmp_path: Path) -> None:
    with phone_table(tmp_path, *SET_UP) as table:
        table.player.get_ready()
        table.touch("#pause")
        scan(browser, table, "dark")
        table.player.get_ready()
        table.hear()
        browser.until_it_says("#turn", "Your turn")
        table.play("build d5")
        browser.until_it_says("#turn", "Light to move")
        assert browser.text("#last") == "Dark: Hut on d5"
        assert browser.text("#notice") == browser.text("#ask") == browser.text("#remark") == ""
        table.play("build g6")
        browser.until_it_says("#turn", "Your turn")
        assert browser.count("#finish:not([hidden])") == 0
        table.touch("#pause", "#end", "#resign-light")
        browser.until_it_says("#turn", "Dark wins")
        browser.until_it_says("#ask", "Light resigned")
        browser.click("#choice")
        table.until(lambda: table.rig.running.session.phase is Phase.SETUP)
        assert table.rig.running.session.setup.chosen == "massai"


def test_what_is_touched_stays_when_the_other_seat_has_chosen(browser: Browser, table: PhoneTable) -> None:
    scan(browser, table, "light")
    browser.until_it_says("#heading", "Light")
    for item in LIGHT[:3]:
        browser.click(f'[data-item="{item}"]')
    table.play(SET_UP[0])
    browser.until_it_says("#count", "3 / 5")
    choose(browser, LIGHT[3:])
    table.until(lambda: table.actions == list(SET_UP))


def test_a_picture_that_comes_while_a_finger_is_down_takes_nothing_from_under_it(
    browser: Browser, table: PhoneTable
) -> None:
    scan(browser, table, "light")
    browser.until_it_says("#heading", "Light")
    browser.finger(down=f'[data-item="{LIGHT[0]}"]')
    table.play(SET_UP[0])
    until(lambda: bool(browser.driver.execute_script("return delayed.length")))
    browser.finger()
    browser.until_it_says("#count", "1 / 5")
    until(lambda: plies_on(browser) == 1)


def test_a_finger_that_rests_on_a_button_does_nothing_once_the_page_has_changed(
    browser: Browser, table: PhoneTable
) -> None:
    scan(browser, table, "light")
    browser.until_it_says("#heading", "Light")
    for item in LIGHT:
        browser.click(f'[data-item="{item}"]')
    browser.finger(down="#done")
    table.play(SET_UP[0])
    until(lambda: plies_on(browser) == 1)
    browser.finger()
    browser.finger(down="#heading")
    browser.finger()
    assert browser.text("#done") == "Done"
    table.hear()
    assert table.actions == [SET_UP[0]]
    browser.finger(down="#done")
    browser.finger()
    table.until(lambda: table.actions == list(SET_UP))


def test_cells_are_chosen_with_keys_too(browser: Browser, table: PhoneTable) -> None:
    scan(browser, table, "dark")
    browser.until_it_says("#heading", "Dark")
    cell = browser.driver.find_element("css selector", f'[data-item="{DARK[0]}"]')
    cell.send_keys(Keys.SPACE)
    browser.until_it_says("#count", "1 / 5")
    cell.send_keys(Keys.ENTER)
    browser.until_it_says("#count", "0 / 5")


def test_a_page_that_is_loaded_anew_is_still_let_in_with_what_was_touched(
    browser: Browser, table: PhoneTable
) -> None:
    scan(browser, table, "dark")
    browser.until_it_says("#heading", "Dark")
    for item in DARK[:3]:
        browser.click(f'[data-item="{item}"]')
    browser.click("[data-language=de]")
    browser.driver.refresh()
    browser.until_it_says("#heading", "Dunkel")
    browser.until_it_says("#count", "3 / 5")
    browser.click("[data-language=en]")
    browser.until_it_says("#heading", "Dark")


def test_a_page_that_comes_back_into_sight_follows_anew_at_once(browser: Browser, table: PhoneTable) -> None:
    scan(browser, table, "dark")
    browser.until_it_says("#heading", "Dark")
    is_anew = (
        "const now = Date.now, old = line.ending; Date.now = () => now() + arguments[0];"
        " document.dispatchEvent(new Event('visibilitychange'));"
        " Date.now = now; return line.ending !== old;"
    )
    assert browser.driver.execute_script(is_anew, 3_000)
    browser.until_it_says("#live", "Live")


@pytest.fixture
def wire(table: PhoneTable) -> Iterator[Wire]:
    """A wire to the table."""
    with wire_to(table.server.port) as one:
        yield one


def scan_over(browser: Browser, wire: Wire, table: PhoneTable, seat: str) -> None:
    """Scan a code, and come in over a wire."""
    scan(browser, table, seat, wire.port)
    browser.until_it_says("#live", "Live")


def shown_of_the_game(browser: Browser) -> list[str]:
    """The page's view of a game that may have moved on."""
    parts = ("#ask p", "[data-item]", "#hand li", "#finish:not([hidden])")
    return [css for css in parts if browser.count(css)]


def test_a_wire_that_freezes_is_said_within_seconds_and_nothing_old_is_shown(
    browser: Browser, table: PhoneTable, wire: Wire
) -> None:
    scan_over(browser, wire, table, "dark")
    for item in DARK[:3]:
        browser.click(f'[data-item="{item}"]')
    wire.freeze()
    browser.until_it_says("#live", "The table does not answer")
    assert shown_of_the_game(browser) == []
    assert browser.text("#notice") == ""
    wire.thaw()
    browser.until_it_says("#live", "Live")
    browser.until_it_says("#count", "3 / 5")


def test_nothing_stale_comes_back_while_the_wire_stays_frozen(
    browser: Browser, table: PhoneTable, wire: Wire
) -> None:
    scan_over(browser, wire, table, "dark")
    browser.driver.execute_script(
        "window.seen = []; new MutationObserver(() => seen.push($('live').innerText)).observe("
        "$('live'), {childList: true, subtree: true, characterData: true})"
    )
    for item in DARK:
        browser.click(f'[data-item="{item}"]')
    wire.freeze()
    browser.click("#done")
    browser.until_it_says("#live", "The table does not answer")
    waited = "const done = arguments[0]; setTimeout(() => done(seen.includes(words.live)), 7000)"
    browser.driver.set_script_timeout(30)
    assert not browser.driver.execute_async_script(waited)
    assert shown_of_the_game(browser) == []
    assert table.actions == []


def test_what_could_not_be_sent_is_said_and_sent_again(
    browser: Browser, table: PhoneTable, wire: Wire
) -> None:
    scan_over(browser, wire, table, "dark")
    for item in DARK:
        browser.click(f'[data-item="{item}"]')
    wire.freeze()
    browser.click("#done")
    browser.until_it_says("#live", "The table does not answer")
    browser.driver.execute_async_script("const done = arguments[0]; setInterval(() => unsent && done(), 50)")
    wire.thaw()
    browser.until_it_says("#notice", "This could not be sent")
    browser.until_it_says("#count", "5 / 5")
    browser.until_it_says("#done", "Send again")
    browser.click("#done")
    table.until(lambda: table.actions == [SET_UP[0]])
    browser.until_it_says("#ask", "You have chosen.")


def test_a_choice_whose_answer_was_lost_is_made_once(browser: Browser, table: PhoneTable) -> None:
    scan(browser, table, "dark")
    browser.until_it_says("#heading", "Dark")
    lose = "const real = fetched; fetched = async (...asked) => { await real(...asked); throw new Error(); }"
    browser.driver.execute_script(lose)
    choose(browser, DARK)
    table.until(lambda: table.actions == [SET_UP[0]])
    browser.until_it_says("#ask", "You have chosen.")
    assert browser.count("#finish:not([hidden])") == 0


@pytest.mark.parametrize(
    ("status", "words"), [(429, "That was too often."), (503, "The table is busy."), (400, "did not take")]
)
def test_what_the_table_does_not_take_is_said(
    browser: Browser, table: PhoneTable, status: int, words: str
) -> None:
    scan(browser, table, "dark")
    browser.until_it_says("#heading", "Dark")
    browser.driver.execute_script(f"fetched = async () => ({{ ok: false, status: {status}, text: '' }})")
    choose(browser, DARK)
    browser.until_it_says("#notice", words)
    browser.until_it_says("#done", "Send again")
    assert table.actions == []


def test_a_refusal_that_was_read_does_not_come_back(browser: Browser, table: PhoneTable) -> None:
    scan(browser, table, "dark")
    browser.until_it_says("#heading", "Dark")
    choose(browser, (*DARK[:4], "cell-0,5"))
    table.until(lambda: bool(table.rig.running.session.answered))
    browser.until_it_says("#notice", "would stand alone")
    browser.click('[data-item="cell-0,5"]')
    assert browser.text("#notice") == ""
    browser.driver.execute_script("line.anew()")
    browser.until_it_says("#live", "Live")
    assert browser.text("#notice") == ""


MISS_THE_OTHERS_TURN = (
    "line.on.heard = (event, data) => event === 'picture' && JSON.parse(data).choice && heard(event, data)"
)


def test_a_half_made_attack_ends_with_its_turn(browser: Browser, tmp_path: Path) -> None:
    with phone_table(tmp_path, *SET_UP) as table:
        table.player.get_ready()
        table.touch("#pause")
        scan(browser, table, "dark")
        table.player.get_ready()
        table.hear()
        browser.until_it_says("#turn", "Your turn")
        browser.click("#choice")
        browser.click('[data-item="cell-4,3"]')
        assert browser.driver.find_element("id", "done").is_enabled()
        browser.driver.execute_script(MISS_THE_OTHERS_TURN)
        table.play("build a2", "build h5")
        browser.until_it_says("#turn", "Your turn")
        browser.click("#choice")
        assert browser.count(".item[aria-checked=true]") == 0
        assert not browser.driver.find_element("id", "done").is_enabled()


def test_a_phone_that_was_replaced_says_so_and_shows_nothing_any_more(
    browser: Browser, table: PhoneTable
) -> None:
    scan(browser, table, "dark")
    browser.until_it_says("#heading", "Dark")
    ticket = table.ticket("dark")
    browser.until_it_says("#heading", "Dark")
    table.scanned(ticket)
    browser.until_it_says("#ask", "Another phone has taken this seat at the table.")
    assert browser.count("[data-item]") == 0
    assert browser.text("#heading") == ""
    browser.until_it_says("#ask", "At the table touch Phone")
    browser.driver.refresh()
    browser.until_it_says("#ask", "Which seat is yours in this game?")


def test_after_a_restart_of_the_table_a_phone_is_let_in_by_one_touch(
    browser: Browser, table: PhoneTable
) -> None:
    scan(browser, table, "dark")
    browser.until_it_says("#heading", "Dark")
    table.stop()
    browser.until_it_says("#live", "The table does not answer")
    table.restart()
    table.until(lambda: bool(table.rig.running.shell.asks))
    (asks,) = table.rig.running.shell.asks
    browser.until_it_says("#heading", str(asks.mark))
    assert browser.count("[data-item]") == 0
    table.touch(f"#admit-{asks.phone}")
    browser.until_it_says("#heading", "Dark")
    choose(browser, DARK)
    table.until(lambda: table.actions == [SET_UP[0]])


def test_a_phone_waits_for_its_game_where_the_table_was_started_anew_in_another(
    browser: Browser, table: PhoneTable
) -> None:
    scan(browser, table, "light")
    browser.until_it_says("#heading", "Light")
    table.player.choose_game("masterplan", {})
    table.hear()
    browser.until_it_says("#ask", "This game has nothing secret.")
    table.restart()
    browser.until_it_says("#live", "The table does not answer")
    browser.until_it_says("#ask", "This game has nothing secret.")
    table.touch("#pause", "#leave", "#resume-1")
    table.until(lambda: bool(table.rig.running.shell.asks))
    (asks,) = table.rig.running.shell.asks
    assert asks.seat == "light"
    browser.until_it_says("#heading", str(asks.mark))


def test_in_the_next_game_a_phone_asks_for_a_seat_without_a_scan(browser: Browser, table: PhoneTable) -> None:
    scan(browser, table, "dark")
    browser.until_it_says("#heading", "Dark")
    table.touch("#pause", "#leave")
    browser.until_it_says("#ask", "This phone keeps its seat.")
    table.player.choose_game("cites", {"players": 2})
    table.hear()
    browser.until_it_says("#ask", "Which seat is yours")
    browser.click('[data-seat="p2"]')
    table.until(lambda: bool(table.rig.running.shell.asks))
    (asks,) = table.rig.running.shell.asks
    browser.until_it_says("#heading", str(asks.mark))
    table.touch(f"#admit-{asks.phone}")
    browser.until_it_says("#heading", "Player 2")
    assert asks.seat == "p2"


def test_a_phone_chooses_its_seat_and_its_name_in_the_set_up_and_is_let_in_by_a_touch(
    browser: Browser, tmp_path: Path
) -> None:
    with table_at_the_menu(tmp_path) as table:
        table.touch("#game-massai", "#phone")
        browser.driver.switch_to.new_window("tab")
        browser.open(f"http://127.0.0.1:{table.server.port}/seat")
        browser.until_it_says("#ask", "Which seat is yours in this game?")
        browser.driver.find_element("id", "name").send_keys("Zoë")
        browser.click('[data-seat="dark"]')
        browser.until_it_says("#ask", "When the game begins, this phone asks for Dark.")
        table.until(lambda: bool(table.rig.running.shell.asks))
        assert "Here: Zoë (Dark)" in table.rig.running.shown.view.ask
        table.touch("#back", "#start")
        table.until(lambda: bool(asking(table.rig.running.shell)))
        (asks,) = table.rig.running.shell.asks
        browser.until_it_says("#heading", str(asks.mark))
        table.touch(f"#admit-{asks.phone}")
        table.until(lambda: [*table.rig.running.session.names.values()] == ["Zoë"])
        browser.until_it_says("#heading", "Zoë · Dark")
        browser.until_it_says("#count", "0 / 5")
        browser.click("#rename")
        browser.driver.find_element("id", "name").send_keys(Keys.CONTROL, "a")
        browser.driver.find_element("id", "name").send_keys("Eva")
        browser.click("#call")
        table.until(lambda: [*table.rig.running.session.names.values()] == ["Eva"])
        browser.until_it_says("#heading", "Eva · Dark")
        assert browser.count("#called:not([hidden])") == 0
        browser.driver.execute_script("localStorage.removeItem('name')")


def test_a_code_that_is_not_valid_says_so_and_a_touch_asks_without_one(
    browser: Browser, table: PhoneTable
) -> None:
    browser.driver.switch_to.new_window("tab")
    browser.open(f"http://127.0.0.1:{table.server.port}/seat#AAAAAAAAAAAAAAAAAAAAAA")
    browser.until_it_says("#ask", "This code is not valid any more.")
    browser.until_it_says("#ask", "At the table touch Phone")
    table.hear()
    browser.click('[data-seat=""]')
    browser.until_it_says("#ask", "Which seat is yours in this game?")


def test_a_code_that_was_used_says_so(browser: Browser, table: PhoneTable) -> None:
    ticket = table.ticket("dark")
    table.scanned(ticket)
    browser.driver.switch_to.new_window("tab")
    browser.open(f"http://127.0.0.1:{table.server.port}/seat#{ticket}")
    browser.until_it_says("#ask", "This code has let a phone in already.")


@pytest.mark.parametrize("size", [(320, 568), (568, 320), PHONE, (844, 390), (820, 1180)])
def test_the_page_fits_its_window_and_its_button_is_always_in_reach(
    table: PhoneTable, tmp_path: Path, size: tuple[int, int]
) -> None:
    with browsing(tmp_path, *size) as sized:
        scan(sized, table, "dark")
        for language, done in {"fr": "Terminé", "de": "Fertig", "en": "Done"}.items():
            sized.click(f"[data-language={language}]")
            sized.until_it_says("#done", done)
            sized.until_it_says("#count", "0 / 5")
            assert not sized.scrolls_sideways()
            box = sized.driver.find_element("id", "finish").rect
            seen = sized.driver.execute_script("return [scrollY, innerHeight]")
            assert box["y"] + box["height"] <= seen[0] + seen[1] + 1
            assert too_small(sized) == []
            table.until(lambda: sized.driver.execute_script(BOARD_IS_SEEN))
        sized.driver.execute_script("document.documentElement.style.fontSize = '200%'")
        assert not sized.scrolls_sideways()
        assert too_small(sized) == []


BOARD_IS_SEEN = (
    "const board = document.querySelector('#board svg').getBoundingClientRect();"
    " const foot = document.querySelector('footer').getBoundingClientRect();"
    " const end = foot.left < board.left + board.width / 2 ? foot.top : innerHeight;"
    " return board.top > -1 && board.bottom < end + 1"
)


def too_small(browser: Browser) -> list[str]:
    """The touch targets less than 44 px wide or high."""
    found = (
        "return [...document.querySelectorAll('[data-item], button')].filter((one) => {"
        " const box = one.getBoundingClientRect();"
        " return box.width && (box.width < 44 || box.height < 44); })"
        ".map((one) => one.id || one.dataset.item)"
    )
    return [str(one) for one in browser.driver.execute_script(found)]


COUNT_SIGNALS = (
    "window.signals = []; Object.defineProperty(navigator, 'vibrate', {value: () => signals.push('buzz')});"
    " audio = {state: 'running', currentTime: 0}; sound = () => signals.push('sound');"
)


def signals_of(browser: Browser) -> list[str]:
    """The sounds and buzzes of a page since they are counted."""
    return list(browser.driver.execute_script("return signals"))


def test_a_phone_calls_its_player_once_for_each_turn(browser: Browser, tmp_path: Path) -> None:
    with phone_table(tmp_path, *SET_UP) as table:
        table.player.get_ready()
        table.touch("#pause")
        scan(browser, table, "light")
        browser.until_it_says("#heading", "Light")
        browser.driver.execute_script(COUNT_SIGNALS)
        browser.click("#title")  # before that a browser lets no page buzz
        table.player.get_ready()
        table.play("build a2")
        browser.driver.execute_async_script(
            "const done = arguments[0]; setInterval(() => signals.length && done(), 50)"
        )
        assert signals_of(browser) == ["buzz", "sound", "sound"]
        assert browser.driver.title == "● Your turn · Light"
        assert browser.count("#seat.due") == 1
        browser.driver.execute_script("line.anew()")
        browser.until_it_says("#live", "Live")
        assert len(signals_of(browser)) == 3
        table.play("build h5")
        browser.driver.execute_async_script(
            "const done = arguments[0]; setInterval(() => wasDue || done(), 50)"
        )
        assert browser.driver.title == "Light"


def test_a_phone_that_is_to_be_quiet_stays_so(browser: Browser, table: PhoneTable) -> None:
    scan(browser, table, "dark")
    browser.until_it_says("#loud", "on")
    browser.driver.execute_script(COUNT_SIGNALS)
    browser.click("#loud")
    browser.until_it_says("#loud", "off")
    browser.driver.execute_script("wasDue = false; signal(picture)")
    assert signals_of(browser) == []
    browser.driver.refresh()
    browser.until_it_says("#loud", "off")
    browser.click("#loud")


def test_a_screen_stays_on_where_the_browser_lets_it(browser: Browser, table: PhoneTable) -> None:
    scan(browser, table, "dark")
    browser.until_it_says("#heading", "Dark")
    kept = "const done = arguments[0]; setInterval(() => awake && !awake.released && done(awake.type), 50)"
    assert browser.driver.execute_async_script(kept) == "screen"
