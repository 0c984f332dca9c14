"""The pages of `docs/build` hold what their source draws and lists."""

from __future__ import annotations

from pathlib import Path

import pytest

from controller.wiring import pages

FILES = pages.files()


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_page_or_picture_is_what_its_source_makes(path: Path) -> None:
    again = "run python -m controller.wiring.pages"
    assert path.exists(), again
    assert path.read_bytes() == FILES[path], again


def test_every_picture_is_shown_on_a_page() -> None:
    text = "".join(path.read_text() for path in FILES if path.suffix == ".md")
    for path in pages.FOLDER.joinpath(pages.PICTURES).iterdir():
        assert f"({pages.PICTURES}/{path.name})" in text
        assert path.suffix != ".svg" or path in FILES


def test_what_is_made_already_is_not_written_again(capsys: pytest.CaptureFixture[str]) -> None:
    pages.main()
    assert capsys.readouterr().out == ""
