"""Every page is reached from docs/README.md, its links lead somewhere, and its numbers are the program's."""

from __future__ import annotations

import ast
import doctest
import re
from pathlib import Path

import msgspec
import pytest

from controller.mqtt.commands import LARGEST
from controller.settings.config import load
from controller.settings.settings import Config
from controller.simulation.people.person import HAND_MS, PATIENCE_MS
from controller.simulation.rig import RESTART_MS
from controller.simulation.scripts.grammar import DOUBLE_TAP_MS
from controller.simulation.scripts.script import WITHIN_MS
from controller.web import doors, guard
from hardware.debounce import MIN_SCANS
from tests.docs.test_commands import anchors
from tests.test_security import STARTS_PROGRAMS

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PAGES = sorted(DOCS.rglob("*.md"))
NUMBERS = ("none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def text(page: str) -> str:
    return (ROOT / page).read_text(encoding="utf-8")


def links(page: Path) -> list[str]:
    words = re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)
    return [target for target in re.findall(r"\]\(([^)\s]+)\)", words) if not target.startswith("http")]


def test_every_page_is_reached_from_the_map() -> None:
    reached, waiting = set(), [DOCS / "README.md"]
    while waiting:
        page = waiting.pop()
        if page in reached or page.suffix != ".md":
            continue
        reached.add(page)
        waiting += [(page.parent / target.partition("#")[0]).resolve() for target in links(page)]
    assert [page.name for page in PAGES if page not in reached] == []


def test_the_readme_leads_to_the_map() -> None:
    assert "docs/README.md" in links(ROOT / "README.md")


@pytest.mark.parametrize("page", [*PAGES, ROOT / "README.md"], ids=lambda page: page.name)
def test_every_link_leads_somewhere(page: Path) -> None:
    for target in links(page):
        name, _, anchor = target.partition("#")
        file = (page.parent / name).resolve() if name else page
        assert file.exists(), target
        assert not anchor or anchor in anchors(file), target


def test_every_picture_is_on_the_page_of_pictures() -> None:
    shown = {f"pictures/{path.name}" for path in (DOCS / "pictures").iterdir()}
    assert shown == set(links(DOCS / "pictures.md"))


def test_every_button_of_the_screen_is_in_the_table_of_what_can_be_touched() -> None:
    page = text("docs/table-scripts.md")
    named = set(re.findall(r"#([a-z][a-z-]*)", page))
    missing = [
        name for name in button_ids() if not (name in named or any(one.startswith(name) for one in named))
    ]
    assert missing == []


def button_ids() -> set[str]:
    """The ids of all `Choice`s in the program; the beginning of one that goes on with a name."""
    found = set()
    for path in (ROOT / "controller").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Choice":
                first = node.args[0] if node.args else None
                if isinstance(first, ast.JoinedStr):
                    first = first.values[0]
                if isinstance(first, ast.Constant) and isinstance(first.value, str):
                    found.add(first.value)
    assert len(found) > 60
    return found


# Numbers


@pytest.mark.parametrize("page", ["docs/faults.md", "firmware/PROTOCOL.md"])
def test_debouncing_waits_for_as_many_scans_as_the_pages_say(page: str) -> None:
    told = re.findall(r"never fewer than (\w+)", text(page))
    assert told
    assert {one if one.isdigit() else str(NUMBERS.index(one)) for one in told} == {str(MIN_SCANS)}
    assert f"{NUMBERS[MIN_SCANS]} equal scans are always waited for" in text("examples/tablier.toml")


def test_as_many_programs_are_started_as_the_page_of_security_says() -> None:
    told = re.search(r"starts other programs in (\w+) places", text("docs/security.md"))
    assert told is not None
    assert NUMBERS.index(told[1]) == len(STARTS_PROGRAMS)


def test_the_bounds_of_the_page_for_spectators_are_those_of_its_guard() -> None:
    told = " ".join(text("docs/security.md").split())
    assert (
        f"{guard.LARGEST_BODY} bytes; {guard.REQUESTS_PER_S} a second of one address, "
        f"{doors.MOST_CONNECTIONS} connections, {doors.CONNECTIONS_EACH} of one address; "
        f"{doors.MOST_HALF_OPEN} that have not asked for anything yet, for ten seconds at most; "
        f"{guard.MOST_STREAMS} streams, {guard.STREAMS_EACH} of one address"
    ) in told
    assert NUMBERS.index("ten") == doors.HALF_OPEN_S
    names = told.split("strangers cannot register (")[1].split(")")[0]
    assert [name.strip("`.") for name in names.split(", ")] == list(guard.PRIVATE)
    assert f"a broker's command | {LARGEST} bytes" in told
    assert f"`web.port` | {Config().web.port}" in text("docs/spectators.md")


def test_the_times_of_scripts_are_those_of_their_hands() -> None:
    page = text("docs/table-scripts.md")
    assert f"A hand that puts or lifts takes {HAND_MS} ms" in page
    assert f"Waits up to {PATIENCE_MS // 1000} s for it" in page
    assert f"the same spot again {DOUBLE_TAP_MS} ms later" in page
    assert f"After {RESTART_MS // 1000} s it is started again" in page
    assert f"default {WITHIN_MS:,} ms of virtual time" in page


def test_the_bounds_in_the_comments_of_the_settings_are_those_that_hold() -> None:
    compared = 0
    for section, key, low, high in bounds():
        info = next(
            field.type
            for field in msgspec.inspect.type_info(type(getattr(Config(), section))).fields  # type: ignore[attr-defined]
            if field.name == key
        )
        assert (float(info.ge), float(info.le)) == (low, high), f"{section}.{key}"
        compared += 1
    assert compared > 20


def bounds() -> list[tuple[str, str, float, float]]:
    """Section, key and bounds of each number in the settings' comments (`5 to 20`)."""
    found, section = [], ""
    for line in text("examples/tablier.toml").splitlines():
        if header := re.match(r"\[(\w+)\]", line):
            section = header[1]
        told = re.match(r"(\w+) = [\d._]+ .*?([\d.]+) (?:\([^)]*\) )?to ([\d.]+)", line)
        if told:
            found.append((section, told[1], float(told[2]), float(told[3])))
    return found


def test_printed_sizes_are_those_of_the_files() -> None:
    from controller.commands.overlay import _table
    from controller.making.overlay.paper import Paper
    from controller.making.overlay.parts import parts_of
    from controller.making.overlay.sheets import pages_of

    rows = re.findall(
        r"^\| .*?\| .*? \| (\d+)(?: pages)? \| (\d+) \| (\d+) × (\d+)",
        text("docs/printing.md"),
        re.MULTILINE,
    )
    config = load(None, [])
    made = []
    for game in ("masterplan", "forma", "massai", "cites"):
        for part in parts_of(_table(game, config)):
            a4, a3, sheet = (pages_of(part, paper, 10.0) for paper in (Paper.A4, Paper.A3, Paper.SHEET))
            made.append((len(a4), len(a3), round(sheet[0].width), round(sheet[0].height)))
    assert [tuple(map(int, row)) for row in rows] == made


def test_the_light_map_of_the_page_is_one(tmp_path: Path) -> None:
    from controller.settings.light_map_file import light_map_for

    for number, block in enumerate(
        re.findall(r"^```toml\n(.*?)^```$", text("docs/light-map.md"), re.DOTALL | re.MULTILINE)
    ):
        file = tmp_path / f"{number}.toml"
        file.write_text(block)
        columns, rows = ((8, 8), (3, 2))[number]
        settings = [
            ("table.cell_sites", "1"),
            ("table.columns", str(columns)),
            ("table.rows", str(rows)),
            ("lights.map", f'"{file}"'),
        ]
        assert light_map_for(load(None, settings)).lights == columns * rows


# The public API


@pytest.mark.timeout(300)
def test_the_examples_of_the_api_are_right() -> None:
    outcome = doctest.testfile(
        str(DOCS / "api.md"), module_relative=False, optionflags=doctest.NORMALIZE_WHITESPACE
    )
    assert outcome.attempted > 20
    assert outcome.failed == 0


def test_the_page_of_the_api_tells_what_the_docstrings_say() -> None:
    from tests.docs.api_page import methods, ports

    page = text("docs/api.md")
    assert methods() in page
    assert ports() in page
