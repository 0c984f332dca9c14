from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from controller.cli import main
from controller.files.toml_file import ConfigError
from controller.games import KINDS
from controller.making.enrol import Enrolment, run
from controller.settings.tile_file import load
from controller.tables.tiles import Tiles
from engines.cites.blocks import NAMES
from hardware.simulated.pads import SimulatedPads
from hardware.simulated.table import Piece

Lay = Callable[[SimulatedPads, str], None]


class Desk:
    """A pad, a person who lays tiles on it, and a clock that the waiting moves on."""

    def __init__(self, lay: Lay) -> None:
        self.pads = SimulatedPads(1)
        self.out = io.StringIO()
        self.now_ms = 0
        self._lay = lay
        self._to_lay: str | None = None

    def enrol(self, file: Path, kind: str | None = None) -> list[str]:
        """Enrol until all is done or the person stops; gives what was said."""
        run(self.pads, file, kind, self.out, lambda: self.now_ms, self._wait, self._hear)
        return self.out.getvalue().splitlines()

    def _hear(self, piece: str) -> None:
        self._to_lay = piece

    def _wait(self, for_ms: int) -> None:
        self.now_ms += for_ms
        if self._to_lay is not None:
            piece, self._to_lay = self._to_lay, None
            self._lay(self.pads, piece)


def put(pads: SimulatedPads, piece: str, tag: str) -> None:
    if pads.tile_on(0) is not None:
        pads.lift(0)
    pads.put(0, Piece(piece, (), label=tag))


def with_number(pads: SimulatedPads, piece: str) -> None:
    put(pads, piece, f"04A2{NAMES.index(piece):02}")


def until(last: str, lay: Lay = with_number) -> Lay:
    """A person who presses Ctrl-C when this piece is asked for."""

    def laying(pads: SimulatedPads, piece: str) -> None:
        if piece == last:
            raise KeyboardInterrupt
        lay(pads, piece)

    return laying


def test_block_by_block_the_whole_set_is_written_down(tmp_path: Path) -> None:
    file = tmp_path / "tiles.toml"
    said = Desk(with_number).enrol(file)
    assert said[:3] == ["Lay M1 on a reader.", "M1 has the tag 04A200.", "Lay M2 on a reader."]
    assert said[-1] == f"All 75 blocks have their tags: {file}"
    assert load(file, KINDS).kinds == {f"04A2{number:02}": name for number, name in enumerate(NAMES)}


def test_what_was_enrolled_is_kept_when_it_is_stopped_and_goes_on_from_there(tmp_path: Path) -> None:
    file = tmp_path / "tiles.toml"
    said = Desk(until("M4")).enrol(file)
    assert said[-1] == f"Stopped. 3 tags are in {file}; the same command goes on from there."
    assert list(load(file, KINDS).kinds.values()) == ["M1", "M2", "M3"]

    said = Desk(until("M6")).enrol(file)
    assert said[0] == "Lay M4 on a reader."
    assert list(load(file, KINDS).kinds.values()) == ["M1", "M2", "M3", "M4", "M5"]


def test_a_tag_that_another_piece_has_is_refused_by_name() -> None:
    before = Enrolment(Tiles({"04A200": "M1"}))
    enrolment, said = before.heard("04A200")
    assert said == "The tag 04A200 is that of M1: no two pieces can have one tag."
    assert enrolment == before
    assert enrolment.asked == "M2"


def test_a_tile_that_is_laid_twice_is_named_and_the_next_one_still_asked_for(tmp_path: Path) -> None:
    file = tmp_path / "tiles.toml"
    mistakes = ["04A200"]

    def lay(pads: SimulatedPads, piece: str) -> None:
        if piece == "M3" and mistakes:
            put(pads, "M1", mistakes.pop())
        else:
            with_number(pads, piece)

    said = Desk(until("M4", lay)).enrol(file)
    assert said[4:7] == [
        "Lay M3 on a reader.",
        "The tag 04A200 is that of M1: no two pieces can have one tag.",
        "Lay M3 on a reader.",
    ]
    assert list(load(file, KINDS).kinds.values()) == ["M1", "M2", "M3"]


def test_a_tag_that_cannot_be_written_down_is_refused() -> None:
    enrolment, said = Enrolment(Tiles()).heard('"')
    assert said == "The tag '\"' cannot be written down: lay another tag on the reader."
    assert enrolment == Enrolment(Tiles())


def test_pieces_of_one_kind_are_enrolled_one_after_the_other(tmp_path: Path) -> None:
    file = tmp_path / "tiles.toml"
    tags = ["04B1", "04B2", "04B3"]

    def lay(pads: SimulatedPads, piece: str) -> None:
        if not tags:
            raise KeyboardInterrupt
        put(pads, piece, tags.pop(0))

    Desk(lay).enrol(file, "house white")
    assert load(file, KINDS).kinds == dict.fromkeys(("04B1", "04B2", "04B3"), "house white")


def test_a_lost_reader_is_reported_and_enrolment_goes_on_with_it(tmp_path: Path) -> None:
    file = tmp_path / "tiles.toml"
    pulled = [True]

    def lay(pads: SimulatedPads, piece: str) -> None:
        if pulled:
            pulled.pop()
            pads.unplug(0)
            pads.plug()
        with_number(pads, piece)

    said = Desk(until("M2", lay)).enrol(file)
    assert said[1:3] == [
        "The tag readers do not answer. Look at their cable.",
        "M1 has the tag 04A200.",
    ]


def test_a_file_that_is_no_tile_file_is_left_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "tiles.toml"
    file.write_text("[tile]\n")
    with pytest.raises(ConfigError, match="tile: unknown section"):
        Desk(with_number).enrol(file)
    assert file.read_text() == "[tile]\n"


class TestTheCommand:
    def test_it_wants_to_know_where_to_write(self) -> None:
        result = CliRunner().invoke(main, ["enrol"])
        assert result.exit_code == 2
        assert "Name the tile file with --out FILE, or in the settings (tiles.file)." in result.output

    def test_it_names_the_kinds_that_there_are(self, tmp_path: Path) -> None:
        result = CliRunner().invoke(main, ["enrol", "--out", str(tmp_path / "t"), "--piece", "boat"])
        assert result.exit_code == 2
        assert "--piece boat: expected one of D1, D10" in result.output

    def test_it_says_that_a_table_has_no_readers(self, tmp_path: Path) -> None:
        config = tmp_path / "table.toml"
        config.write_text("[table]\npads = 0\n")
        result = CliRunner().invoke(main, ["enrol", "--config", str(config), "--out", str(tmp_path / "t")])
        assert result.exit_code == 2
        assert "This table has no tag readers." in result.output

    def test_simulated_hands_enrol_at_the_simulated_table(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        now = [0]
        monkeypatch.setattr("controller.monotonic.now_ms", lambda: now[0])
        monkeypatch.setattr("controller.monotonic.sleep_ms", lambda for_ms: now.append(now.pop() + for_ms))
        file = tmp_path / "tiles.toml"
        config = tmp_path / "table.toml"
        config.write_text(f'[tiles]\nfile = "{file}"\n')
        result = CliRunner().invoke(main, ["enrol", "--config", str(config)])
        assert result.exit_code == 0
        assert load(file, KINDS).kinds == {name: name for name in NAMES}
