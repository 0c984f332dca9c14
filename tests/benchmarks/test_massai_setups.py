"""How often dark wins with each set-up in Massaï: the measured games, and the file of their results."""

from __future__ import annotations

import json

import pytest

from benchmarks.massai_play import json_text
from benchmarks.massai_setups import Pair, dark_won, pairs
from opponents.massai.setups import FILE, dark_wins, setups


def test_the_file_is_as_the_script_writes_it() -> None:
    text = FILE.read_text(encoding="utf-8")
    assert json_text(json.loads(text)) == text


@pytest.mark.parametrize("orthogonal", [False, True])
@pytest.mark.parametrize("all_fifteen", [False, True])
def test_every_pair_is_measured(orthogonal: bool, all_fifteen: bool) -> None:
    shares = dark_wins(orthogonal, all_fifteen)
    wanted = pairs(orthogonal, all_fifteen, 1)
    assert [len(row) for row in shares] == [len(row) for row in wanted]
    assert len(shares) == len(setups("dark", orthogonal)) // 2
    assert all(0 < share < 1 for row in shares for share in row)


def test_a_pair_is_measured_by_its_games() -> None:
    pair = Pair(0, 3, False, False, 12)
    share = dark_won(pair)
    assert share == dark_won(pair)
    assert 0 < share < 1
    assert share * 12 == pytest.approx(round(share * 12), abs=0.01)
