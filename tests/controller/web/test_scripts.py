"""The pages' scripts, which share one space of names."""

from __future__ import annotations

import re
from collections import Counter
from importlib.resources import files

import pytest

from controller.web.doors import KEEP_ALIVE_S
from controller.web.site import PAGES

GLOBAL = re.compile(r"^(?:(?:async )?function|let|const|class) (\w+)", re.MULTILINE)
STATIC = files("controller.web") / "static"


@pytest.mark.parametrize("page", sorted(PAGES.values()))
def test_no_two_scripts_of_a_page_give_one_name_to_different_things(page: str) -> None:
    html = (STATIC / page.rpartition("/")[2]).read_text() + (STATIC / "head.html").read_text()
    scripts = re.findall(r"/static/(\w+\.js)", html)
    names = Counter(name for script in scripts for name in GLOBAL.findall((STATIC / script).read_text()))
    assert len(scripts) > 1
    assert [name for name, times in names.items() if times > 1] == []


def test_a_connection_at_rest_is_closed_before_a_page_calls_its_stream_dead() -> None:
    """A browser that has lost its network would try the dead ones first, each for as long."""
    silent_ms = re.search(r"silentMs = (\d+)", (STATIC / "stream.js").read_text())
    assert silent_ms is not None
    assert int(silent_ms[1]) > 1000 * KEEP_ALIVE_S
