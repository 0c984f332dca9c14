"""The program's version and its update, with a real git and real files."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

from hardware.host.linux import LinuxHost
from hardware.host.port import NO_UPDATE, NOT_ALLOWED, HostError, Source, Update
from hardware.host.programs import EndedProgram, run
from hardware.host.updating import MOST, Places


@pytest.fixture
def places(tmp_path: Path) -> Places:
    places = Places(tmp_path / "tablier", tmp_path / "unit", tmp_path / "state")
    places.unit.touch()
    identity = ("-c", "user.name=n", "-c", "user.email=e@e")
    for words in (("init", "--quiet", str(places.folder)), ("-C", str(places.folder), *identity, "commit")):
        more = ("--quiet", "--allow-empty", "--message", "one", "--date", "2026-11-29T12:00Z")
        subprocess.run(["git", *words, *(more if "commit" in words else ())], check=True)
    return places


def host(places: Places) -> LinuxHost:
    return LinuxHost(lambda: None, run, places)


def test_the_version_is_git_s_and_the_state_what_the_update_has_said(places: Places) -> None:
    found = host(places).look().update
    number, _comma, day = found.version.partition(", ")
    assert (len(number) >= 7, len(day)) == (True, 10)
    assert (found.cannot, found.word, found.is_under_way) == ("", "", False)
    places.state.write_text("installing\n")
    assert host(places).look().update.is_under_way
    places.state.write_text("failed no-stick\n")
    assert host(places).look().update == Update("", found.version, "failed", "no-stick")
    places.state.write_text("x" * 1_000_000)
    assert len(host(places).look().update.word) == MOST


def test_without_a_clone_or_the_unit_there_is_no_update(places: Places) -> None:
    (places.folder / ".git").rename(places.folder / "git")
    assert host(places).look().update == NO_UPDATE
    (places.folder / "git").rename(places.folder / ".git")
    places.unit.unlink()
    assert host(places).look().update == NO_UPDATE


@pytest.mark.parametrize(
    ("complaint", "message"),
    [
        ("", ""),
        ("Failed to start tablier-update@usb.service: Interactive authentication required.", NOT_ALLOWED),
        ("Failed to connect to bus.", "Refused: Failed to connect to bus."),
    ],
)
def test_an_update_is_begun_by_systemd(places: Places, complaint: str, message: str) -> None:
    asked: list[Sequence[str]] = []

    def systemctl(words: Sequence[str], given: str, within_s: float) -> EndedProgram:
        asked.append(words)
        return EndedProgram(int(bool(complaint)), "", complaint)

    real = LinuxHost(lambda: None, systemctl, places)
    if message:
        with pytest.raises(HostError, match=message):
            real.carry_out(Source.USB)
    else:
        real.carry_out(Source.USB)
    unit = "tablier-update@usb.service"
    assert asked == [("systemctl", "--no-ask-password", "--no-block", "start", unit)]
