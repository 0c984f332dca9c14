"""A hand of Cités Nouvelles that its player has shown, on that player's phone and on no other's."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from selenium.webdriver import ActionChains

from controller.web import pages
from tests.controller.web.browser import IS_HERE, WHY_NOT, Browser, browsing
from tests.controller.web.phones import Phone, PhoneTable, table_with, told_to_all

MINE = tuple(f"{kind}{number}" for number in (7, 8, 9) for kind in "MPHTD")
OTHER = (*MINE[:-1], "D10")
THEIRS = tuple(f"{kind}{number}" for number in (1, 2, 3) for kind in "MPHTD")
in_a_browser = pytest.mark.skipif(not IS_HERE, reason=WHY_NOT)

TURNED_UP = ("turnup D15", "turnup M15")


def pad(table: PhoneTable, seat: int) -> int:
    return 1 << table.rig.running.session.tracker.grid.size + seat - 1


def show(table: PhoneTable, *hands: tuple[str, ...]) -> None:
    """Everybody lets the table know the tiles that they were dealt."""
    for seat in ("p1", "p2"):
        if seat not in table.rig.running.session.current.showing:
            table.touch("#hands", f"#hand-{seat}")
    for seat, row in enumerate(hands, start=1):
        table.player.show(pad(table, seat), row)
    table.hear()


def dealt(folder: Path) -> Iterator[PhoneTable]:
    """Tiles have been dealt to two players."""
    with table_with(folder, "cites", {"players": 2}, *TURNED_UP) as one:
        one.player.do_tasks()
        yield one


@pytest.fixture
def table(tmp_path: Path) -> Iterator[PhoneTable]:
    yield from dealt(tmp_path)


def phone(table: PhoneTable, seat: str) -> Phone:
    table.touch("#pause")
    made = table.phone(seat)
    table.player.get_ready()
    table.hear()
    return made


def tiles_in(picture: Any) -> Any:
    return picture["hand"]["tiles"] if picture["hand"] else []


def labels(picture: Any, *, is_playable: bool | None = None) -> list[str]:
    return [one["name"] for one in tiles_in(picture) if is_playable in (None, one["is_playable"])]


def test_a_code_is_offered_where_it_is_asked_whose_tiles_the_table_knows(table: PhoneTable) -> None:
    table.touch("#hands")
    assert table.phone("p1").picture()["seat"] == "Player 1"


def test_a_phone_shows_the_tiles_that_its_player_has_shown(table: PhoneTable) -> None:
    mine = phone(table, "p1")
    picture = mine.until(lambda picture: "Paused" not in picture["turn"])
    assert picture["turn"] == "Show your tiles"
    assert picture["ask"] == ["Player 1, 0 of 15 tiles: lay your next on pad 1, face down"]
    table.player.show(pad(table, 1), MINE[:3])
    picture = mine.until(lambda picture: len(tiles_in(picture)) == 3)
    assert picture["ask"][0].startswith("Player 1, 3 of 15 tiles")
    table.player.show(pad(table, 1), MINE[3:])
    picture = mine.until(lambda picture: len(tiles_in(picture)) == 15)
    assert labels(picture) == [f"{kind}{number}" for kind in "MPHTD" for number in (7, 8, 9)]
    assert labels(picture, is_playable=True) == []


def test_what_may_be_played_is_marked_in_ones_own_turn(table: PhoneTable) -> None:
    mine, theirs = phone(table, "p1"), phone(table, "p2")
    show(table, MINE, THEIRS)
    table.play("choose H", "choose M")
    assert len(labels(mine.until(lambda one: labels(one, is_playable=True)), is_playable=True)) == 15
    table.play("play H9")
    picture = theirs.until(lambda one: labels(one, is_playable=True))
    assert labels(picture, is_playable=True) == ["H1", "H2", "H3"]
    assert picture["turn"] == "Your turn"
    assert picture["ask"] == ["Lay one of the marked tiles on your pad, face up."]
    (led,) = picture["trick"]["tiles"]
    assert (led["player"], led["tile"]["name"], led["tile"]["label"]) == ("Player 1", "H9", "H.L.M. 9")
    assert picture["trick"]["words"] == "Trick 1 of 15"
    assert picture["aims"] == "You: Maisons · Player 1: H.L.M."
    assert "H9" not in labels(mine.until(lambda one: len(tiles_in(one)) == 14))


def test_a_seat_shows_no_tiles_and_shows_them_again_by_its_phone(table: PhoneTable) -> None:
    mine = phone(table, "p1")
    picture = mine.until(lambda one: one["way"] and one["turn"] == "Show your tiles")
    assert (picture["way"]["button"], picture["way"]["asks_again"]) == ("I show no tiles", False)
    mine.choose(picture["way"]["choice"], [], picture["ply"])
    table.until(lambda: "p1" not in table.rig.running.session.current.showing)
    picture = mine.until(lambda one: one["way"]["button"] == "I show my tiles")
    assert picture["turn"] == "Your turn"
    mine.choose(picture["way"]["choice"], [], picture["ply"])
    table.until(lambda: "p1" in table.rig.running.session.current.showing)
    table.player.show(pad(table, 1), MINE[:3])
    picture = mine.until(lambda one: len(tiles_in(one)) == 3)
    assert picture["way"]["asks_again"]
    assert picture["way"]["words"] == "The table forgets the 3 tiles that you have shown."


def test_a_phone_ends_the_showing_of_its_own_seat_alone(table: PhoneTable) -> None:
    mine = phone(table, "p1")
    table.touch("#hands", "#hand-p2")
    picture = mine.until(lambda one: one["way"] and one["turn"] == "Show your tiles")
    mine.choose("unshown-p2", [], picture["ply"])
    mine.until(lambda one: one["answered"] == 1)
    assert table.rig.running.session.current.showing == ("p1", "p2")


def what_others_learn(folder: Path, hand: tuple[str, ...], log: pytest.LogCaptureFixture) -> dict[str, Any]:
    """Every byte that everybody but Player 1 gets while they hold these tiles."""
    folder.mkdir()
    log.clear()
    for table in dealt(folder):
        phone(table, "p1")
        theirs = phone(table, "p2")
        show(table, hand, THEIRS)
        table.play("choose H", "choose M", "play H9")
        shown = theirs.until(lambda one: labels(one, is_playable=True))
        found = {"theirs": shown, **told_to_all(table, log)}
    return found


def test_nothing_that_others_get_tells_what_a_phone_shows(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    one = what_others_learn(tmp_path / "one", MINE, caplog)
    other = what_others_learn(tmp_path / "other", OTHER, caplog)
    for name, told in one.items():
        assert told == other[name], name


def test_a_phone_that_was_replaced_is_shown_no_tile_any_more(table: PhoneTable) -> None:
    mine = phone(table, "p1")
    table.player.show(pad(table, 1), MINE)
    mine.until(lambda picture: len(tiles_in(picture)) == 15)
    table.touch("#pause")
    table.scanned(table.ticket("p1"))
    assert mine.why_out() == "replaced"


# In a browser


@contextmanager
def page_of(table: PhoneTable, folder: Path) -> Iterator[Browser]:
    """The page of Player 1, who has come in a pause."""
    with browsing(folder, 390, 844) as browser:
        table.touch("#pause")
        browser.open(f"http://127.0.0.1:{table.server.port}/seat#{table.ticket('p1')}")
        table.until(lambda: table.rig.running.shell.layer is None)
        table.player.get_ready()
        table.hear()
        browser.until_it_says("#turn", "Show your tiles")
        yield browser
        assert browser.complaints == []


@in_a_browser
def test_a_page_shows_a_hand_and_takes_it_away_when_it_loses_the_table(
    table: PhoneTable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pages, "HEARTBEAT_S", 0.05)
    with page_of(table, tmp_path) as browser:
        table.player.show(pad(table, 1), MINE)
        table.play("choose H", "choose M")
        browser.until_it_says("#turn", "Your turn")
        assert browser.count("#hand .back") == 15
        browser.click("#keep")
        assert browser.count("#hand li.playable") == 15
        assert not browser.scrolls_sideways()
        table.server.stop()
        browser.until_it_says("#live", "The table does not answer")
        assert browser.count("#hand li") == 0


@in_a_browser
def test_a_hand_is_covered_unless_its_button_is_held_or_it_is_kept_open(
    table: PhoneTable, tmp_path: Path
) -> None:
    with page_of(table, tmp_path) as browser:
        table.player.show(pad(table, 1), MINE)
        table.hear()
        browser.until_it_says("#hand", "Your 15 tiles")
        assert not any(tile in browser.driver.page_source for tile in MINE)
        held = ActionChains(browser.driver).click_and_hold(browser.driver.find_element("id", "hold"))
        held.perform()
        assert browser.count("#hand li.tile svg") == 15
        table.play("choose H")
        browser.until_it_says("#last", "builds the H.L.M.")
        assert browser.count("#hand li.tile svg") == 15
        held.reset_actions()  # let go
        assert browser.count("#hand li.tile svg") == 0
        browser.click("#keep")
        assert browser.count("#hand li.tile svg") == 15
        browser.driver.refresh()
        browser.until_it_says("#hand", "Your 15 tiles")
        assert browser.count("#hand li.tile svg") == 15


@in_a_browser
def test_a_wrong_tile_is_taken_out_on_the_page_and_a_set_is_chosen_there(
    table: PhoneTable, tmp_path: Path
) -> None:
    with page_of(table, tmp_path) as browser:
        table.player.show(pad(table, 1), (*MINE[:4], "M1"))
        table.hear()
        browser.until_it_says("#hand", "Your 5 tiles")
        browser.click("#drop")
        browser.until_it_says("#ask", "Touch the tiles that are not yours.")
        browser.click("[data-item=tile-M1]")
        browser.click("#done")
        table.until(lambda: table.rig.running.session.current.row("p1") == MINE[:4])
        browser.until_it_says("#hand", "Your 4 tiles")
        table.player.show(pad(table, 1), MINE[4:])
        table.hear()
        browser.until_it_says("#ask", "Which set do you build?")
        browser.click("[data-item=choose-H]")
        browser.click("#done")
        table.until(lambda: table.actions[-1] == "choose H")
        browser.until_it_says("#aims", "You: H.L.M.")


@in_a_browser
def test_tiles_that_were_shown_are_forgotten_on_the_page_only_after_a_second_touch(
    table: PhoneTable, tmp_path: Path
) -> None:
    with page_of(table, tmp_path) as browser:
        table.player.show(pad(table, 1), MINE[:3])
        table.hear()
        browser.until_it_says("#hand", "Your 3 tiles")
        browser.click("#way")
        browser.until_it_says("#ask", "The table forgets the 3 tiles that you have shown.")
        browser.click("#leave")
        assert table.rig.running.session.current.row("p1") == MINE[:3]
        browser.click("#way")
        browser.click("#done")
        table.until(lambda: "p1" not in table.rig.running.session.current.showing)
        browser.until_it_says("#way", "I show my tiles")
        assert browser.count("#hand li") == 0
        browser.click("#way")
        table.until(lambda: "p1" in table.rig.running.session.current.showing)
