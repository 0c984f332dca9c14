"""The monkey in a real window, by a real mouse, if an X server is available."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from controller.settings.config import load
from tests.controller.window_desk import RealDesk, real_x_server
from tests.monkey.promises import Promises

CLICKS = 60


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[RealDesk]:
    config = load(None, [("kiosk.idle_s", "60"), ("kiosk.pin", '"4711"')])
    with real_x_server(monkeypatch), closing(RealDesk(tmp_path, config)) as made:
        yield made


def point(desk: RealDesk, random: Random) -> tuple[int, int]:
    """A button of the touchscreen, any spot of it, or a place of the table."""
    screen, shown = desk.window.layout.screen, desk.rig.running.shown
    chance = random.random()
    if shown.picture.buttons and chance < 0.6:
        box = random.choice(shown.picture.buttons).box
        return screen.x + box.x + box.w // 2, screen.y + box.y + box.h // 2
    if chance < 0.8:
        return desk.place(f"{random.choice('abcdefgh')}{random.randrange(1, 9)}.{random.choice(('n', 'se'))}")
    return screen.x + random.randrange(screen.w), screen.y + random.randrange(screen.h)


def test_a_mouse_that_clicks_anywhere_breaks_no_promise(desk: RealDesk) -> None:
    random = Random(1)
    promises = Promises(pin="4711", idle_ms=60_000)
    phases = set()
    for _ in range(CLICKS):
        desk.click(point(desk, random))
        phases.add(desk.rig.running.shell.phase)
        promises.require(desk.rig.running, desk.rig.stored.actions)
    assert len(phases) > 3
