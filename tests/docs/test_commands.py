"""All commands, settings and files that the pages name exist."""

from __future__ import annotations

import re
import shlex
import tomllib
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from controller.cli import main
from controller.settings.config import load
from controller.settings.settings import Config

ROOT = Path(__file__).parents[2]
BUILD = ROOT / "docs" / "build"
PAGES = sorted(BUILD.glob("*.md"))
PROGRAM = re.compile(r"(?:^|\S/bin/)tablier (\S.*)")


def blocks(page: Path, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", page.read_text(), re.DOTALL | re.MULTILINE)


def commands(page: Path) -> Iterator[str]:
    """The words after `tablier` in the shell blocks of a page, and in its text."""
    for block in blocks(page, "sh"):
        for line in block.splitlines():
            if not line.startswith("alias") and (found := PROGRAM.search(line)):
                yield found[1]
    prose = re.sub(r"^```.*?^```$", "", page.read_text(), flags=re.DOTALL | re.MULTILINE)
    for span in re.findall(r"`([^`\n]+)`", prose):
        if found := PROGRAM.search(span):
            yield found[1]


def require_known(line: str) -> None:
    """Parse a command as click does, without running it."""
    words = shlex.split(line, comments=True)
    if words == ["--version"]:
        return
    name, command, rest = main.resolve_command(click.Context(main), words)
    assert command is not None
    with command.make_context(name, rest):
        pass


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_command_of_a_page_is_known_with_its_options(page: Path) -> None:
    for line in commands(page):
        require_known(line)


def test_the_way_to_the_first_game_uses_the_commands_of_a_maker() -> None:
    used = {line.split()[0] for line in commands(BUILD / "first-game.md")}
    assert used >= {"flash", "install", "check", "overlay", "enrol", "uninstall", "power"}


def test_a_command_that_is_not_there_would_be_noticed() -> None:
    with pytest.raises(click.UsageError, match="No such command 'frobnicate'"):
        require_known("frobnicate --all")
    with pytest.raises(click.NoSuchOption):
        require_known("check --frobnicate")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_setting_of_a_page_is_one(page: Path, tmp_path: Path) -> None:
    for block in blocks(page, "toml"):
        tomllib.loads(block)
        file = tmp_path / "settings.toml"
        file.write_text(f'{block}\n[journal]\npath = ""\n' if "[journal]" not in block else block)
        load(file)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_key_that_a_page_names_is_one(page: Path) -> None:
    sections = {name: type(getattr(Config(), name)).__struct_fields__ for name in Config.__struct_fields__}
    named = re.findall(rf"`({'|'.join(sections)})\.([a-z_]+)(?: = [^`]+)?`", page.read_text())
    for section, key in named:
        assert key in sections[section], f"{section}.{key}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_and_anchor_of_a_page_leads_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)\s]+)\)", page.read_text()):
        if target.startswith("http"):
            continue
        name, _, anchor = target.partition("#")
        file = (page.parent / name).resolve() if name else page
        assert file.exists(), target
        assert not anchor or anchor in anchors(file), target


def anchors(page: Path) -> set[str]:
    """The anchors of a page's headings, as its readers make them."""
    headings = re.findall(r"^#+ (.+)$", page.read_text(), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def test_the_packages_to_install_are_those_that_the_program_asks_for() -> None:
    from controller.making.install_advice import EGL, PACKAGES

    words = set(re.findall(r"[\w-]+", (ROOT / "install").read_text()))
    assert {*PACKAGES.values(), *EGL} <= words
