"""A whole evening with four phones: Cités Nouvelles with four seats to its end, then Massaï with two, and one
scan each at the beginning alone.

The table is the real program in a process of its own. Between the games' actions a wire freezes or is reset,
the program hangs or is killed (SIGKILL) and started again with its journal, a page sleeps, is loaded again
and turned, people have dinner, turn a stranger away, and lose a phone. What each phone and a stranger are
told is compared with what they may know all the time. Pictures of all pages are in `build/phones`.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Final

import pytest

from tests.controller.web.browser import IS_HERE, WHY_NOT
from tests.controller.web.evening.evening import PLAYERS, Evening
from tests.controller.web.evening.real_table import RealTable
from tests.controller.web.evening.stranger_in_the_network import stranger_at
from tests.controller.web.evening.tabs import Tab, four_phones
from tests.controller.web.phones import DARK, SET_UP

pytestmark = [pytest.mark.skipif(not IS_HERE, reason=WHY_NOT), pytest.mark.slow, pytest.mark.timeout(3600)]

DINNER_S: Final = 3 * 3600.0


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    """Four people have chosen Cités Nouvelles, and a seat and a name each on their phones."""
    with ExitStack() as stack:
        table = RealTable(tmp_path)
        stack.callback(table.stop)
        table.start()
        stranger = stack.enter_context(stranger_at(table))
        tabs = stack.enter_context(four_phones(tmp_path, table.port))
        made = Evening(table, tabs, stranger)
        table.touch("#game-cites", "#option-players-4", "#phone")
        made.scan("p1", "p2", "p3", "p4")
        pictures(tabs[:3], "set-up")
        table.touch("#back", "#start")
        made.admit(4, name="asks")
        yield made


def test_four_phones_have_one_scan_for_an_evening(evening: Evening) -> None:
    table, tabs = evening.table, evening.tabs
    all_are_called_by_name(evening)
    hands_are_shown(evening)
    lines_are_lost(evening)
    wrong_tiles_are_laid(evening)
    table.order("dine", DINNER_S)
    evening.play_on(4)
    a_phone_is_let_out(evening)
    a_stranger_asks(evening)
    the_table_is_killed(evening)
    evening.play_out()
    for tab in tabs:
        shows_the_result(evening, tab)
    pictures(tabs[:3], "result")
    it_is_to_be_played_again(evening)
    massai_is_played(evening)
    assert evening.scans == len(tabs)
    assert tabs[2].look().count("[data-item]") == 0
    nothing_secret_was_heard(evening)
    complaints = [complaint for tab in tabs for complaint in tab.browser.complaints]
    assert [one for one in complaints if "403" not in one and "429" not in one] == []


def pictures(tabs: list[Tab], name: str, *, lies_too: bool = False) -> None:
    for tab in tabs:
        tab.picture(name, lies_too=lies_too)


def all_are_called_by_name(evening: Evening) -> None:
    for tab, player in zip(evening.tabs, PLAYERS, strict=True):
        tab.look().until_it_says("#heading", player)
    evening.table.until(lambda: set(evening.table.look()["names"].values()) == set(PLAYERS))


def hands_are_shown(evening: Evening) -> None:
    """All show their tiles to their pads; three look at them, upright and lying."""
    while not evening.table.look().get("to_show"):
        evening.step()
    tabs = evening.tabs[:3]
    pictures(tabs, "showing")
    tabs[0].look().click("#rename")
    tabs[0].picture("name")
    tabs[0].look().click("#rename")
    evening.step()
    evening.table.until(lambda: says_which_tile(tabs[0]))
    tabs[0].picture("a tile is wrong", lies_too=True)
    tabs[0].look().click("#leave")
    evening.play_on(8)
    pictures(tabs, "covered")
    for tab in tabs:
        tab.look().click("#keep")
    pictures(tabs, "hand", lies_too=True)
    for tab in tabs:
        tab.look().click("#keep")


def says_which_tile(tab: Tab) -> bool:
    """Touch the button for a wrong tile. A touch is lost if the page is drawn anew under the finger."""
    if not tab.look().driver.execute_script("return opened"):
        tab.look().click("#drop")
    return bool(tab.look().driver.execute_script("return opened"))


def lines_are_lost(evening: Evening) -> None:
    """A hole in the Wi-Fi, a router that forgets its connections, a program that hangs, a phone that sleeps,
    one that is loaded anew and turned."""
    tabs, table = evening.tabs, evening.table
    tabs[0].wire.freeze()
    is_covered(tabs[0])
    tabs[0].picture("lost", is_out=True)
    tabs[0].wire.thaw()
    tabs[0].look().until_it_says("#live", "Live")
    evening.play_on(4)
    table.hang(is_hung=True)
    for tab in tabs[::3]:
        is_covered(tab)
    table.hang(is_hung=False)
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
    tabs[2].turn(is_lying=False)
    pictures(tabs[:3], "trick", lies_too=True)


def is_covered(tab: Tab) -> None:
    tab.look().until_it_says("#live", "The table does not answer")
    assert tab.look().count("#hand li, #ask p, #turn:not(:empty)") == 0


def wrong_tiles_are_laid(evening: Evening) -> None:
    """A tile that breaks a rule, one of another's hand, one that was not shown: the phone in turn says so."""
    table, found = evening.table, set()
    for kind in ("other", "strange", "revoke"):
        for _ in range(24):
            if table.order("lay", kind):
                found.add(kind)
                is_told_what_is_wrong(evening, f"wrong tile, {kind}")
                table.order("take_off")
                break
            evening.step()
        evening.play_on(1)
    assert found == {"other", "strange", "revoke"}


def is_told_what_is_wrong(evening: Evening, name: str) -> None:
    tab = evening.tabs[int(evening.table.look()["turn"][1:]) - 1]
    evening.table.until(lambda: bool(tab.told()["wrong"]), tab.told)
    tab.picture(name)


def a_phone_is_let_out(evening: Evening) -> None:
    """A lost phone is let out at the table; it says so, asks again, and is let in."""
    table, tab = evening.table, evening.tabs[1]
    found = tab.token()
    table.touch("#pause")
    evening.tabs[0].picture("paused")
    table.touch("#phone", "#phone-p2", "#let-out")
    table.until(lambda: tab.look().count("[data-seat]") == 1)
    evening.stranger.tokens.append(found)
    tab.picture("out", is_out=True)
    assert tab.hand() == set()
    tab.look().click('[data-seat=""]')
    tab.look().click('[data-seat="p2"]')
    table.until(lambda: table.look()["asking"] == 1)
    table.touch(f"#admit-{table.look()['asks'][0]['phone']}")
    table.until(lambda: not table.look()["layer"])
    evening.tokens.add(tab.token())
    evening.play_on(4)


def a_stranger_asks(evening: Evening) -> None:
    """A stranger asks for a seat, and is turned away."""
    table, stranger = evening.table, evening.stranger
    stranger.ask_for("p1")
    table.until(lambda: table.look()["asking"] == 1)
    table.touch("#phone", "#admit-none")
    table.until(lambda: not table.look()["asking"])
    if table.look()["layer"]:
        table.touch("#back")


def the_table_is_killed(evening: Evening) -> None:
    """SIGKILL, and a new start with the same journal: the names are there, each phone asks, one touch lets
    all in."""
    table = evening.table
    table.kill()
    for tab in evening.tabs:
        is_covered_in_its_language(tab)
    table.start()
    assert set(table.look()["names"].values()) == set(PLAYERS)
    evening.admit(4)
    all_are_called_by_name(evening)
    evening.compare()


def is_covered_in_its_language(tab: Tab) -> None:
    browser = tab.look()
    browser.until_it_says("#live", browser.driver.execute_script("return words.lost"))
    assert browser.count("#hand li, #ask p, #turn:not(:empty)") == 0


def shows_the_result(evening: Evening, tab: Tab) -> None:
    evening.table.until(lambda: tab.told().get("is_over", False))
    assert len(tab.told()["scores"]) == 2


def it_is_to_be_played_again(evening: Evening) -> None:
    """A phone asks for the same game once more: the table sets it up."""
    table = evening.table
    evening.tabs[0].look().click("#choice")
    table.until(lambda: table.look()["phase"] == "setup")
    assert table.look()["chosen"] == "cites"
    table.touch("#back")


def massai_is_played(evening: Evening) -> None:
    """People choose Massaï, which has other seats. A choice is on its way when the table is killed."""
    table, tabs = evening.table, evening.tabs
    table.order("choose_game", "massai")
    pictures(tabs[:3], "seats")
    evening.ask("dark", "light")
    for tab in tabs[:2]:
        tab.look().until_it_says("#count", "0 / 5")
    a_secret_choice_is_refused(evening)
    evening.touch(0, *DARK)
    pictures(tabs[:2], "secret", lies_too=True)
    evening.touch(0)
    tabs[0].look().click("#done")
    table.kill()
    table.start()
    evening.admit(2)
    while len(table.look()["actions"]) < 1:
        evening.step()
    assert table.look()["actions"] == [SET_UP[0]]
    heard = evening.stranger.heard() + bytes(tabs[1].wire.told)
    assert " ".join(SET_UP[0].split()[2:]).encode() not in heard
    evening.play_on(6)
    evening.send_too_often(0)
    pictures(tabs[:2], "turn of Massai")
    evening.play_out()
    for tab in tabs[:2]:
        shows_the_result(evening, tab)
    pictures(tabs[:2], "result of Massai")


def a_secret_choice_is_refused(evening: Evening) -> None:
    """Huts that stand apart: said to the phone that chose them alone."""
    tab, other = evening.tabs[:2]
    evening.touch(0, *DARK[:4], "cell-0,5")
    tab.look().click("#done")
    evening.table.until(lambda: bool(tab.told()["refused"]))
    tab.picture("refused")
    assert not other.told()["refused"]
    tab.look().click('[data-item="cell-0,5"]')
    for item in DARK[:4]:
        tab.look().click(f'[data-item="{item}"]')


def nothing_secret_was_heard(evening: Evening) -> None:
    """Neither the stranger, nor a phone about another seat, was told anything that depends on a secret; and
    no token and no name has left the table."""
    table, stranger = evening.table, evening.stranger
    wires = [bytes(tab.wire.told) for tab in evening.tabs]
    assert stranger.unknown(*wires) == []
    heard = stranger.heard() + b"".join(told for _topic, told in stranger.told_by_the_broker())
    assert {403, 404, 405} <= stranger.refusals
    public = heard + table.log.encode()
    assert [name for name in PLAYERS if name.encode() in public] == []
    assert [token for token in evening.tokens if token.encode() in public + table.journal] == []
    assert table.kills == 2
