"""The language of table scripts: what is read, and what is said of what cannot be."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.model.view import Meaning
from controller.simulation.scripts.script import Script, ScriptError, load, parse


def values(line: str) -> tuple[object, ...]:
    """The meaning of one line: its verb, its values, and the time for which an expectation waits if not two
    seconds."""
    (command,) = parse(line, "x").commands
    within = () if command.within_ms == 2_000 else (command.within_ms,)
    return (command.verb, *command.values, *within)


LINES = {
    "config play.settle_ms = 300": ("config", "play.settle_ms", "300"),
    'config screen.kind = "none"  # no screen': ("config", "screen.kind", '"none"  # no screen'),
    "power on": ("power on",),
    "  power   cut  ": ("power cut",),
    "game masterplan assist=false overlap=choice": (
        "game",
        "masterplan",
        {"assist": "false", "overlap": "choice"},
    ),
    'game forma first="the youngest"': ("game", "forma", {"first": "the youngest"}),
    'piece t17 "house white"': ("piece", "t17", "house white"),
    "put d4.ne": ("put", "d4.ne"),
    "put c3 c4 d4 'house white'": ("put", "c3", "c4", "d4", "house white"),
    "lift d4.ne f6.n": ("lift", "d4.ne", "f6.n"),
    "deal 7": ("deal", 7),
    "show pad.p2 H12 M3": ("show", "pad.p2", "H12", "M3"),
    "slide a1.n c1.n": ("slide", "a1.n", "c1.n", 400),
    "slide @1,2 @3,4 over 3000": ("slide", "@1,2", "@3,4", 3000),
    "hover e5 90": ("hover", "e5", 90),
    "bump": ("bump",),
    "press turn": ("press", "turn"),
    "touch #undo": ("touch", "#undo"),
    "touch #undo # and a comment": ("touch", "#undo"),
    'touch "#cell-3,4"': ("touch", "#cell-3,4"),
    "touch Take back": ("touch", "Take back"),
    'touch "Take back"': ("touch", "Take back"),
    "wait 1500 # a while": ("wait", 1500),
    "wait 1500# a while": ("wait", 1500),
    "play house d4 ne": ("play", "house d4 ne"),
    "play tasks": ("play", "tasks"),
    "stuck d4.n closed": ("stuck", "d4.n", True),
    "stuck d4.n open": ("stuck", "d4.n", False),
    "heal d4.n": ("heal", "d4.n"),
    "noise 50": ("noise", 50.0),
    "noise 0.5": ("noise", 0.5),
    "bounce 20": ("bounce", 20),
    "weak d4.n": ("weak", "d4.n"),
    "unplug board": ("unplug", "board"),
    "plug lights": ("plug", "lights"),
    "corrupt 200": ("corrupt", 200, False),
    "corrupt 200 sent": ("corrupt", 200, True),
    "lose 3": ("lose", 3, False),
    "ghost d4.n d4.s": ("ghost", "d4.n", "d4.s"),
    "disk full": ("disk", "full", 0),
    "disk slow 900": ("disk", "slow", 900),
    "kill": ("kill", None, 1),
    "kill commit": ("kill", "commit", 1),
    "kill wire 3": ("kill", "wire", 3),
    "after 300 unplug board": ("after", 300, "unplug", ("board",)),
    "after 0 disk slow 40": ("after", 0, "disk", ("slow", 40)),
    "take back": ("take back",),
    "clumsy 17": ("clumsy", 17),
    "habit push 17": ("habit", "push", 17),
    "expect meant": ("expect meant",),
    "clock -3600": ("clock", -3600),
    "clock +86400": ("clock", 86400),
    "expect turn yellow": ("expect turn", "yellow"),
    "expect turn yellow within 50": ("expect turn", "yellow", 50),
    "expect over draw": ("expect over", "draw"),
    "expect score white=2 yellow=-1": ("expect score", {"white": 2, "yellow": -1}),
    "expect score white=2, yellow=1": ("expect score", {"white": 2, "yellow": 1}),
    "expect need park e5, tower f6": ("expect need", ("park e5", "tower f6")),
    "expect need tower f6,park e5": ("expect need", ("park e5", "tower f6")),
    'expect need "park e5", "tower f6"': ("expect need", ("park e5", "tower f6")),
    "expect need nothing": ("expect need", ()),
    "expect played house d4 ne": ("expect played", "house d4 ne"),
    'expect played "house d4 ne" within 9': ("expect played", "house d4 ne", 9),
    "expect plies 4": ("expect plies", 4),
    "expect light e5 park": ("expect light", "e5", "park"),
    "expect light @3,4 off": ("expect light", "@3,4", "off"),
    "expect lights park none": ("expect lights", Meaning.PARK, 0),
    "expect lights wrong 3": ("expect lights", Meaning.WRONG, 3),
    "expect screen Park on e5": ("expect screen", "Park on e5"),
    "expect screen It's white's turn": ("expect screen", "It's white's turn"),
    'expect screen "#1, within 5"': ("expect screen", "#1, within 5"),
    'expect no screen "Park on e5"': ("expect no screen", "Park on e5"),
    "expect phase correcting": ("expect phase", "correcting"),
    "expect quiet 5000 within 100": ("expect quiet", 5000, 100),
    "expect current below 4000": ("expect current", 4000),
}


@pytest.mark.parametrize(("line", "meaning"), LINES.items(), ids=LINES.keys())
def test_a_line_means(line: str, meaning: tuple[object, ...]) -> None:
    assert values(line) == meaning


COMMANDS = (
    "after, bounce, bump, clock, clumsy, config, corrupt, deal, disk, double, expect, game, ghost, habit, "
    "heal, hover, kill, lift, lose, noise, piece, play, plug, power, press, put, show, slide, stuck, take, "
    "touch, unplug, wait, weak"
)
EXPECTATIONS = (
    "expect current, expect fails, expect light, expect lights, expect meant, expect need, expect no screen, "
    "expect over, expect phase, expect played, expect plies, expect quiet, expect score, expect screen, "
    "expect turn"
)
WRONG = {
    "dance": f"'dance' is no command; there are {COMMANDS}",
    "Put d4": f"'Put d4' is no command; there are {COMMANDS}",
    "expect nothing": f"'expect nothing' is no command; there are {EXPECTATIONS}",
    "config": "expected KEY = VALUE",
    "config play.settle_ms 300": "expected KEY = VALUE",
    "config = 3": "expected KEY = VALUE",
    "power on now": "expected nothing after it, got now",
    "game": "expected a game's name, then KEY=VALUE for each option",
    "game masterplan assist": "expected KEY=VALUE, got 'assist'",
    "piece t17": 'expected an ID and a kind, such as t17 "house white", got t17',
    "put": "expected one or more places, and a piece if it matters",
    "lift": "expected one or more places",
    "show pad.p2": "expected a seat's pad, and the tiles in the order in which they are shown",
    "slide a1.n": "expected two places, and over MS if it matters",
    "slide a1.n c1.n over": "expected two places, and over MS if it matters",
    "slide a1.n c1.n over 0": "expected a whole number from 1 to 86400000, got '0'",
    "hover e5": "expected a place and milliseconds, got e5",
    "press": "expected a button's name, got nothing",
    "touch": "expected a label or an #id",
    "touch # nothing": "expected a label or an #id",
    "wait": "expected a whole number, got nothing",
    "wait 1.5": "expected a whole number from 0 to 86400000, got '1.5'",
    "wait -1": "expected a whole number from 0 to 86400000, got '-1'",
    "wait ١": "expected a whole number from 0 to 86400000, got '١'",
    "wait " + "9" * 500: "expected a whole number from 0 to 86400000, got '" + "9" * 500 + "'",
    "play": "expected an action, tasks, or out",
    "stuck d4.n": "expected a place, and open or closed, got d4.n",
    "stuck d4.n shut": "expected open or closed, got 'shut'",
    "noise many": "expected a number from 0 to 100000, got 'many'",
    "noise -1": "expected a number from 0 to 100000, got '-1'",
    "noise": "expected a number of edges a second, got nothing",
    "unplug cable": "expected one of board, lights, rfid, screen, got 'cable'",
    "expect light e5": "expected a place and a meaning, got e5",
    "expect light e5 red": (
        "expected one of park, tower, place, lift, wrong, marker, scored, last, hint, off, got 'red'"
    ),
    "expect lights park some": "expected a whole number from 0 to 1024, got 'some'",
    "expect lights off 3": (
        "expected one of park, tower, place, lift, wrong, marker, scored, last, hint, got 'off'"
    ),
    "expect phase waiting": (
        "expected one of menu, setup, playing, correcting, choosing, secret, paused, over, demo, asleep, "
        "help, lessons, lesson, past, "
        "replay, review, sheet, preferences, about, pin, host, condition, computer, levels, "
        "storage, wifi, wifi-key, update, self-test, phone, "
        "unfinished, masking, sensors, forgetting, names, name-keys, people, tournament, got 'waiting'"
    ),
    "expect score": "expected NAME=N for each player that matters",
    "expect score white": "expected KEY=VALUE, got 'white'",
    "expect need": "expected actions with commas between them, or nothing",
    "expect current 300": "expected below MA, got 300",
    "expect current above 300": "expected below MA, got above 300",
    "expect turn yellow within soon": "expected a whole number from 0 to 86400000, got 'soon'",
    'expect screen "Park': 'a quotation mark is missing: expect screen "Park',
    'touch Take" back': 'a quotation mark is missing: touch Take" back',
}


@pytest.mark.parametrize(("line", "reason"), WRONG.items(), ids=[line[:30] for line in WRONG])
def test_a_wrong_line_is_refused_with_its_place(line: str, reason: str) -> None:
    with pytest.raises(ScriptError) as refused:
        parse(f"power on\n\n{line}\n", "evening.table")
    assert str(refused.value) == f"evening.table:3: {reason}"


def test_comments_and_blank_lines_are_no_commands() -> None:
    script = parse("# a comment\n\n   \n\t# another\nbump\n#last", "x")
    assert [(command.line, command.text) for command in script.commands] == [(5, "bump")]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"], ids=["LF", "CRLF", "CR"])
def test_lines_may_end_as_any_editor_ends_them(end: str) -> None:
    script = parse(end.join(["game masterplan", "", "bump"]), "x")
    assert [command.line for command in script.commands] == [1, 3]


def test_tabs_separate_words() -> None:
    assert values("expect\tlight\te5\tpark") == ("expect light", "e5", "park")


def test_a_script_may_have_to_fail() -> None:
    script = parse("# why\nexpect fails\nexpect turn yellow\n", "x")
    assert script.is_to_fail
    assert [command.verb for command in script.commands] == ["expect turn"]


def test_only_the_first_line_may_say_so() -> None:
    with pytest.raises(ScriptError, match="x:2: expect fails is a script's first line or none"):
        parse("bump\nexpect fails\n", "x")


@pytest.mark.parametrize("text", ["", "\n\n", "# nothing\n"])
def test_an_empty_script_has_nothing_to_do(text: str) -> None:
    assert parse(text, "x") == Script("x", ())


class TestFiles:
    def test_a_byte_order_mark_is_no_part_of_the_first_word(self, tmp_path: Path) -> None:
        path = tmp_path / "evening.table"
        path.write_bytes("\ufeffgame masterplan\r\nbump\r\n".encode())
        assert [command.verb for command in load(path).commands] == ["game", "bump"]
        assert load(path).name == str(path)

    def test_a_file_that_is_missing(self, tmp_path: Path) -> None:
        path = tmp_path / "nowhere.table"
        with pytest.raises(ScriptError) as refused:
            load(path)
        assert str(refused.value) == f"{path}: cannot be read: No such file or directory"

    def test_a_file_that_is_no_text(self, tmp_path: Path) -> None:
        path = tmp_path / "picture.table"
        path.write_bytes(b"\x89PNG\xff")
        with pytest.raises(ScriptError) as refused:
            load(path)
        assert str(refused.value) == f"{path}: is no UTF-8 text"


WORDS = st.sampled_from([line for full in LINES for line in full.split()])


@given(st.one_of(st.text(), st.lists(WORDS).map(" ".join)))
def test_any_text_is_a_script_or_refused(text: str) -> None:
    try:
        commands = parse(text, "x").commands
    except ScriptError:
        return
    assert all(command.verb for command in commands)


def test_an_endless_word_makes_no_endless_message() -> None:
    with pytest.raises(ScriptError) as caught:
        parse("x" * 100_000, "x")
    assert len(str(caught.value)) < 1_100
