"""A phone's choice while pieces are being read."""

from __future__ import annotations

from pathlib import Path

from controller.model.phones import SeatChose
from controller.settings.config import load
from controller.simulation.people.player import Player
from controller.simulation.rig import Rig
from tests.owner import owned


def test_a_choice_waits_until_a_board_that_moves_has_been_read(tmp_path: Path) -> None:
    rig = owned(Rig(load(None), tmp_path / "journal.sqlite"))
    rig.power_on()
    rig.run_for(500)
    player = Player(rig)
    player.choose_game("massai", {})
    for text in ("setup dark b2 b3 c3 c4 d4", "setup light e4 f5 g3 g4 h4"):
        player.play(text)
    player.do_tasks()
    session = rig.running.session
    ply, game = len(session.current.plies), session.game_id
    assert game is not None
    player.put(session.table.sites("a2"), "hut dark")
    choice = SeatChose(rig.now_ms, game, "dark", "attack", ply, ("cell-4,3",))
    rig.running.handle(choice, rig.now_ms)
    assert len(rig.running.session.current.plies) == ply
    rig.run_for(1_500)
    assert [str(one.action) for one in rig.running.session.current.plies[ply:]] == ["build a2"]
    assert "gone on" in str(rig.running.session.answered[game, "dark"].refused)
    rig.close()
