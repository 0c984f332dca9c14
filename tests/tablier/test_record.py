"""Games that were written down, replayed and drawn."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from engines.games import GAMES
from tablier.record import RecordError, replayed

ROOT = Path(__file__).parents[2]
TAKEN_BACK = (
    '{"game": "masterplan"}',
    '{"play": "house d4 ne"}',
    "",
    '{"play": "house f6 n"}',
    '{"undo": 1}',
    '{"ask": "legal"}',
)


def longest(name: str) -> list[str]:
    """The requests of the longest game among the vectors, as far as all of them are met."""
    records = [json.loads(line) for line in (ROOT / f"tests/vectors/{name}.jsonl").read_text().splitlines()]
    sound = [one for one in records if all(answer.get("ok") for answer in one["answers"])]
    return [json.dumps(request) for request in max(sound, key=lambda one: len(one["requests"]))["requests"]]


@pytest.mark.parametrize("name", GAMES)
def test_every_game_is_replayed_and_its_board_is_a_picture(name: str) -> None:
    game = replayed(longest(name))
    assert game.name == name
    assert len(game.positions) == len(game.actions) + 1 > 2
    for at in (0, len(game.actions)):
        picture = ElementTree.fromstring(game.board_svg(after=at))
        assert picture.tag == "{http://www.w3.org/2000/svg}svg"
        assert len(picture) > 10


def test_what_was_taken_back_is_not_in_it() -> None:
    game = replayed(TAKEN_BACK)
    assert list(map(str, game.actions)) == ["house d4 ne"]
    assert game.positions[-1].turn == "yellow"
    assert game.board_svg() == game.board_svg(after=1) != game.board_svg(after=0)


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        ([], "there is no game in it"),
        (["no JSON"], "line 1: "),
        (["[]"], "line 1: "),
        (['{"play": "house d4 ne"}'], 'line 1: a record begins with {"game": NAME}'),
        (['{"game": "chess"}'], "line 1: there is no game 'chess': the games are masterplan, forma"),
        (['{"game": "masterplan"}', '{"play": "house z9 ne"}'], "line 2: "),
        (['{"game": "masterplan"}', '{"undo": 1}'], "line 2: more is taken back than was played"),
        (['{"game": "masterplan"}', '{"undo": -1}'], "line 2: "),
        (['{"game": "masterplan"}', '{"dance": 1}'], "line 2: expected game, play, undo or ask"),
        (['{"game": ["masterplan"]}'], "line 1: "),
        (['{"game": "masterplan"}', '{"play": 3}'], "line 2: "),
    ],
)
def test_lines_that_are_no_record_are_reported_with_their_number(lines: list[str], why: str) -> None:
    with pytest.raises(RecordError) as told:
        replayed(lines)
    assert str(told.value).startswith(why)


def test_the_example_reads_reports_and_draws_a_game(tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    file.write_text("\n".join(longest("masterplan")))
    command = [sys.executable, str(ROOT / "examples" / "replay.py"), str(file), str(tmp_path / "out")]
    ended = subprocess.run(command, capture_output=True, text=True, check=True)
    assert ended.stdout.startswith("masterplan: ")
    assert ended.stderr == ""
    assert len(list((tmp_path / "out").glob("masterplan-*.svg"))) == 2
