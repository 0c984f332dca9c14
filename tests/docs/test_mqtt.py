"""The payloads as docs/mqtt.md describes them, and as they are."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from msgspec.structs import fields

from controller.model.orders import MODES
from controller.mqtt.commands import LARGEST
from controller.mqtt.messages import VERSION, ActionEvent, GameState, HealthState, Topics

PAGE = (Path(__file__).parents[2] / "docs" / "mqtt.md").read_text(encoding="utf-8")


def told(heading: str) -> list[str]:
    """The fields that the table below a heading names."""
    section = re.split(r"\n##", PAGE.split(f"\n### `{heading}`\n")[1])[0]
    rows = [line.split("|")[1] for line in section.splitlines() if line.startswith("| `")]
    return [name for row in rows for name in re.findall("`([a-z_]+)`", row)]


@pytest.mark.parametrize(("heading", "kind"), [("game", GameState), ("action", ActionEvent)])
def test_every_field_is_told_of_and_no_other(heading: str, kind: type) -> None:
    assert sorted(told(heading)) == sorted(field.name for field in fields(kind))


def test_every_topic_is_described() -> None:
    topics = Topics("tablier", "t")
    for topic in (topics.online, topics.game, topics.action, topics.health, topics.who):
        assert f"| `{topic.rpartition('/')[2]}` |" in PAGE
    assert topics.commands == "tablier/t/command/+"
    assert VERSION == 1
    assert {field.name for field in fields(HealthState)} == {"v", "is_well", "health"}


def test_the_commands_are_described() -> None:
    assert f"up to {LARGEST} bytes" in PAGE
    for mode in MODES:
        assert f"`{mode}`" in PAGE
