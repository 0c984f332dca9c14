"""Phones at a table whose flight recorder runs: what they do is replayed, what they choose is not in it."""

from __future__ import annotations

from pathlib import Path

import pytest

from controller.model.view import Phase
from controller.recorder.recording import Told, Withheld
from controller.recorder.replaying import replay
from controller.shell.phones.phone_code import OPEN_MS
from tests.controller.recorded import Recording, recording
from tests.controller.web.phones import DARK, SET_UP, PhoneTable, phone_table, post

__all__ = ["recording"]

OTHERS = ("cell-0,0", "cell-0,1", "cell-0,2", "cell-0,3", "cell-0,4")


def evening(folder: Path, recorded: Recording, items: tuple[str, ...]) -> bytes:
    """The records while a phone chooses, without the head."""
    folder.mkdir()
    with phone_table(folder) as table:
        phone = table.phone("dark")
        post(table.server, "/seat/ask", {"seat": "", "name": "Zoë"}, phone.token)
        table.until(lambda: bool(table.rig.running.session.names))
        ticket = table.ticket("light")
        table.touch("#back")
        phone.choose("setup-dark", items, 0)
        table.until(lambda: bool(table.actions))
        table.rig.run_for(2_000)
        data = b"".join(data for _name, data in recorded.files())
        for secret in (phone.token, ticket, "Zoë", *items):
            assert secret.encode() not in data
    assert sum(isinstance(one, Withheld) for one in recorded.records()) >= 2
    seen = [one.one for one in recorded.records() if isinstance(one, Told) and one.kind == "phone"]
    assert seen == ["dark", "dark"]  # it comes, and its player gets a name
    return repr(recorded.records()[1:]).encode()


def test_what_a_phone_chooses_cannot_be_told_from_the_recording(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = []
    for number, items in enumerate((DARK, OTHERS)):
        made = Recording(tmp_path / f"recorder {number}")
        monkeypatch.setattr("controller.simulation.rig.started", made.started)
        told.append(evening(tmp_path / str(number), made, items))
    assert told[0] == told[1]


def set_up(table: PhoneTable) -> None:
    """The first huts stand, and the board is at rest."""
    table.play(*SET_UP)
    table.player.get_ready()
    table.hear()


def test_a_game_with_phones_comes_to_the_same_again(tmp_path: Path, recording: Recording) -> None:
    with phone_table(tmp_path) as table:
        set_up(table)
        table.play("build d3")
        table.touch("#pause")
        phone = table.phone("dark")
        table.player.get_ready()
        table.play("build f3", "build b4")
        phone.close()
    outcome = replay(recording.files())
    assert outcome.difference == ""
    assert outcome.decisions > 10


def test_a_code_that_no_one_scans_is_gone_after_a_while_also_in_the_replay(
    tmp_path: Path, recording: Recording
) -> None:
    with phone_table(tmp_path) as table:
        set_up(table)
        table.play("build d3")
        table.touch("#pause")
        table.ticket("light")
        table.rig.run_for(OPEN_MS - 1_000)
        assert table.rig.running.shell.phase is Phase.PHONE
        table.rig.run_for(1_000)
        assert table.rig.running.shell.phase is Phase.PAUSED
        table.hear()
    assert replay(recording.files()).difference == ""
