"""Table scripts: any text is a script or refused, and any script comes to an end that it can explain."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.settings.config import load
from controller.simulation.scripts.grammar import VERBS
from controller.simulation.scripts.runner import run
from controller.simulation.scripts.script import Script, ScriptError, parse
from controller.simulation.scripts.script import load as load_script
from tests.fuzz.rubbish import fuzzed, fuzzed_less, mutated

EXAMPLES = tuple(
    file.read_bytes() for file in sorted((Path(__file__).parents[1] / "scripts").glob("*.table"))
)
WORDS = st.sampled_from(
    [
        *(
            "d4.ne",
            "e5",
            "@0,0",
            "@23,23",
            "@99,99",
            "@-1,0",
            "@١,0",
            "pad.p1",
            "lot.H.3",
            "c3",
            "open",
            "closed",
        ),
        *(
            "0",
            "1",
            "50",
            "-1",
            "9" * 12,
            "1.5",
            "nan",
            "sent",
            "over",
            "within",
            "slow",
            "full",
            "white",
            "draw",
        ),
        *(
            "#undo",
            "#start",
            "#cell-0,0",
            "#cell-99,99",
            "#cell-²,0",
            "park",
            "house",
            "masterplan",
            "forma",
            "massai",
        ),
        *(
            "cites",
            "players=2",
            "overlap=choice",
            "assist=perhaps",
            "=",
            "kill",
            "commit",
            "none",
            "below",
            "''",
            '"',
        ),
    ]
)
VERB = st.sampled_from(sorted(set(VERBS) - {"wait", "hover"}))
LINES = st.builds(lambda verb, words: " ".join([verb, *words]), VERB, st.lists(WORDS, max_size=4))
SETTINGS = st.builds(
    "config {} = {}".format,
    st.sampled_from(
        [
            "play.settle_ms",
            "table.columns",
            "table.cell_sites",
            "board.kind",
            "tiles.file",
            "x",
            "journal.path",
        ]
    ),
    st.sampled_from(
        ["100", "8", "1", '"spi"', '"nowhere"', "nan", "[[[", "9" * 5_000, '"~nobody-is-called-so/x"']
    ),
)


@fuzzed
@given(data=mutated(EXAMPLES))
def test_any_file_is_a_script_or_refused(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    path = tmp_path_factory.mktemp("scripts") / "x.table"
    path.write_bytes(data)
    refusal = str(path)
    try:
        script = load_script(path)
    except ScriptError as error:
        refusal = str(error)
    else:
        assert all(command.verb for command in script.commands)
    assert refusal.startswith(str(path))
    assert len(refusal) < 3_000


@fuzzed
@given(st.lists(LINES | SETTINGS, max_size=8))
def test_any_line_is_a_command_or_refused_with_its_number(lines: list[str]) -> None:
    for number, line in enumerate(lines, start=1):
        text = "\n" * (number - 1) + line
        try:
            parse(text, "x")
        except ScriptError as error:
            assert str(error).startswith(f"x:{number}: ")  # noqa: PT017 - whether one is raised is not said


def readable(lines: list[str]) -> Script:
    """Those of the lines that are commands, as a script."""
    kept: list[str] = []
    for line in lines:
        try:
            parse("\n".join([*kept, line]), "x")
        except ScriptError:
            continue
        kept.append(line)
    return parse("\n".join(kept), "x")


@fuzzed_less
@given(st.lists(SETTINGS, max_size=2), st.lists(LINES, max_size=6))
def test_a_script_holds_or_says_where_it_does_not(settings: list[str], lines: list[str]) -> None:
    failure = run(readable([*settings, *lines]), load())
    assert failure is None or (failure.reason and failure.line > 0)
