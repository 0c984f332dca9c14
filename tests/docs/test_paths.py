"""The files and folders that pages name are there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("firmware/*.md")])
TOP = "benchmarks|controller|engines|examples|firmware|hardware|opponents|systemd|tests|texts"
NAMED = re.compile(rf"`((?:{TOP})/[\w./-]*)`")
UNNAMED = {"CHANGELOG.md"}
"""A page may name past files that are gone."""


@pytest.mark.parametrize(
    "page", [page for page in PAGES if page.name not in UNNAMED], ids=lambda page: page.stem
)
def test_every_path_that_a_page_names_is_there(page: Path) -> None:
    named = {path for path in NAMED.findall(page.read_text(encoding="utf-8")) if "GAME" not in path}
    assert {path for path in named if not (ROOT / path).exists()} == set()


def test_a_path_that_is_not_there_would_be_noticed() -> None:
    assert NAMED.findall("see `controller/nowhere.py` and `tests/`") == ["controller/nowhere.py", "tests/"]


def test_each_answer_to_a_newcomer_names_what_its_files_hold() -> None:
    """A name in an answer, such as `Journal.apply`, stands in one of the files or folders of that answer."""
    page = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    answers = re.findall(
        r"^\| .*\? \| (.*) \|$", page.split("## Where is")[1].split("\n## ")[0], re.MULTILINE
    )
    assert len(answers) >= 10
    for answer in answers:
        paths = [ROOT / path for path in NAMED.findall(answer) if "GAME" not in path]
        files = [file for path in paths for file in ([path] if path.is_file() else path.rglob("*.py"))]
        texts = "".join(file.read_text(encoding="utf-8") for file in files)
        names = [name for name in re.findall(r"`([\w.]+)`", answer) if not name.endswith(".py")]
        assert [name for name in names if name.rpartition(".")[2] not in texts] == [], answer
