"""A witness, who names the promises that a table breaks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from controller.model.records import Played, Undo
from controller.model.view import Lit, LitSites, Meaning
from controller.settings.config import load
from controller.simulation.people.player import Player
from controller.simulation.rig import Rig
from controller.simulation.witness import Lost, SecretTold, ShownTooEarly, Witness, require_kept
from controller.view import lights as showing_lights


@pytest.fixture
def rig(tmp_path: Path) -> Iterator[Rig]:
    rig = Rig(load(), tmp_path / "journal.sqlite")
    rig.power_on()
    rig.run_for(50)
    yield rig
    rig.close()


def witness(rig: Rig) -> Witness:
    assert rig.storage.witness is not None
    return rig.storage.witness


def begin(rig: Rig, game: str) -> Player:
    player = Player(rig)
    player.choose_game(game, {})
    return player


def test_what_is_stored_may_be_shown(rig: Rig) -> None:
    begin(rig, "masterplan").play("house d4 ne")
    witness(rig).look(rig.running.session)


def test_an_action_that_is_not_stored_may_not_be_shown(rig: Rig) -> None:
    begin(rig, "masterplan").play("house d4 ne")
    session = rig.running.session
    play = session.current
    hasty = replace(session, play=play.after(play.table.game.parse("house f6 n")))
    with pytest.raises(ShownTooEarly, match="house f6 n was shown before it was stored"):
        witness(rig).look(hasty)


def test_a_takeback_that_is_not_stored_may_not_be_shown(rig: Rig) -> None:
    begin(rig, "masterplan").play("house d4 ne")
    session = rig.running.session
    with pytest.raises(ShownTooEarly, match="a takeback was shown before it was stored"):
        witness(rig).look(replace(session, play=session.current.back(1)))


def test_an_end_that_is_not_stored_may_not_be_shown(rig: Rig) -> None:
    begin(rig, "masterplan").play("house d4 ne")
    ended = {"winner": "draw", "reason": "a draw was agreed", "score": {}}
    with pytest.raises(ShownTooEarly, match="the end of the game was shown before it was stored"):
        witness(rig).look(replace(rig.running.session, ended=ended))


def test_lights_that_tell_a_secret_are_noticed(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    player = begin(rig, "massai")
    player.play("setup dark b2 b3 c3 c4 d4")
    lights = showing_lights.lights

    def telling(session: showing_lights.Session) -> LitSites:
        last = session.current.plies[-1].action
        return (*lights(session), (hash(str(last)) % 576, Lit(Meaning.HINT)))

    monkeypatch.setattr(showing_lights, "lights", telling)
    with pytest.raises(SecretTold, match="the lights tell what was chosen in secret"):
        witness(rig).look(replace(rig.running.session))


def test_what_was_stored_must_be_kept(rig: Rig) -> None:
    player = begin(rig, "masterplan")
    player.play("house d4 ne")
    before = witness(rig).rows()
    player.play("house f6 n")
    after = witness(rig).rows()
    require_kept(before, after)
    with pytest.raises(Lost, match="game 1 is not as it was stored, up to house f6 n"):
        require_kept(after, before)
    with pytest.raises(Lost, match="game 1 is not as it was stored"):
        require_kept(before, {})


def test_all_that_happened_in_a_game_is_noted(rig: Rig) -> None:
    player = begin(rig, "masterplan")
    player.play("house d4 ne")
    player.take_back()
    assert [entry.what for entry in witness(rig).rows()[1]] == [Played("house d4 ne"), Undo(1)]
