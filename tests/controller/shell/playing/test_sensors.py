"""The page of the broken sensors."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from controller import shell
from controller.model.view import Phase
from controller.referee.touching import confirm_id
from controller.settings.config import load
from controller.shell.model.layers import SensorsPage
from controller.shell.model.requests import Tapped
from controller.simulation.people.player import Player
from controller.simulation.rig import Rig
from hardware.ports import sites_in
from tests.owner import owned


def test_a_pad_whose_tile_must_be_named_closes_it(tmp_path: Path) -> None:
    rig = owned(Rig(load(None), tmp_path / "journal.sqlite"))
    rig.power_on()
    rig.run_for(500)
    Player(rig).choose_game("cites", {})
    Player(rig).do_tasks()
    whole = rig.running.shell
    session, size = whole.session, whole.session.table.grid.size
    pads = ((1 << session.table.pads) - 1) << size
    session = replace(session, tracker=session.tracker.mask(pads | 0b11, 0, rig.now_ms))
    whole = replace(whole, session=session, layer=SensorsPage())
    first_pad = sites_in(pads)[0]
    after = shell.handle(whole, Tapped(rig.now_ms, confirm_id(session, first_pad))).shell
    assert after.session.question.selecting is not None
    assert after.layer is None


def test_it_stays_for_the_next_piece(tmp_path: Path) -> None:
    rig = owned(Rig(load(None), tmp_path / "journal.sqlite"))
    rig.power_on()
    rig.run_for(500)
    Player(rig).choose_game("masterplan", {})
    whole = rig.running.shell
    session = replace(whole.session, tracker=whole.session.tracker.mask(0b111, 0, rig.now_ms))
    whole = replace(whole, session=session, layer=SensorsPage())
    after = shell.handle(whole, Tapped(rig.now_ms, confirm_id(session, 0))).shell
    assert (after.layer, after.session.tracker.confirmed) == (SensorsPage(), 1)


def test_it_stays_while_the_table_asks_what_was_played(tmp_path: Path) -> None:
    rig = owned(Rig(load(None), tmp_path / "journal.sqlite"))
    rig.power_on()
    rig.run_for(500)
    player = Player(rig)
    player.choose_game("forma", {"players": "2"})
    for text in ("tower k17", "obstacle n20", "start"):
        player.play(text)
    whole = rig.running.shell
    cells = sum(whole.session.table.sites(place) for place in ("f13", "f14", "g14"))
    session = replace(whole.session, tracker=whole.session.tracker.mask(cells, 0, rig.now_ms))
    whole = replace(whole, session=session, layer=SensorsPage())
    for place in ("f13", "f14"):
        site = sites_in(session.table.sites(place))[0]
        whole = shell.handle(whole, Tapped(rig.now_ms, confirm_id(session, site))).shell
    asked = shell.tick(whole, rig.now_ms + 5_000).shell
    assert asked.session.phase is Phase.CHOOSING
    assert asked.layer == SensorsPage()
