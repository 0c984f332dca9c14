"""The page for makers explains every message of devices, files and settings, in the words it is said in."""

from __future__ import annotations

import re

import pytest

from tests.docs.messages import HOLE, ROOT, first_sentence, messages_in, sources

PAGE = ROOT / "docs" / "build" / "messages.md"
NO_TROUBLE = {
    "The board answers: firmware …, protocol …, … × … sites, … lights.",
    "The board has firmware …, protocol ….",
    "No firmware answers.",
    "Its own … stays as it is.",
    "It gets a … for … × … sites.",
    "Nothing is played until this is mended.",
    "… of … are fine.",
    "Sensors: … of … are fine.",
    "They take their colours in the order ….",
    "… of … sites are not tested yet: the same command goes on with them.",
}
"""The messages of a healthy table, and those beside a message of the page."""


def explained() -> list[str]:
    """The messages in the first column of the page's tables."""
    return [message for _, message in re.findall(r"^\| (`+) ?(.+?) ?\1 \| ", PAGE.read_text(), re.MULTILINE)]


def said() -> dict[str, str]:
    """Each message of the source, and the module that says it."""
    return {
        message: str(path.relative_to(ROOT))
        for path in sources()
        for message in messages_in(path.read_text())
    }


def test_every_message_is_explained() -> None:
    known = {*explained(), *NO_TROUBLE}
    missing = {message: module for message, module in said().items() if message not in known}
    assert not missing, f"docs/build/messages.md explains none of {missing}"


def test_the_page_explains_nothing_that_is_not_said() -> None:
    everywhere = {
        message
        for folder in ("hardware", "controller")
        for path in (ROOT / folder).rglob("*.py")
        for message in messages_in(path.read_text())
    }
    assert [message for message in explained() if message not in everywhere] == []


def test_no_message_is_explained_twice() -> None:
    messages = explained()
    assert len(messages) > 100
    assert len(set(messages)) == len(messages)


@pytest.mark.parametrize(
    "source",
    [
        'raise DeviceError("The board is {how}. Do this.")',
        'raise DeviceError(_("The board is {how}. Do this.", how=how))',
        'raise DeviceError(f"The board is {how}. Do this.")',
        'WHY = (\n    "The board "\n    "is {how}. "\n    "Do this."\n)',
        'WHY = {"code": "The board is {how}. Do this."}',
    ],
)
def test_a_message_is_found_however_it_is_written(source: str) -> None:
    assert list(messages_in(source)) == [f"The board is {HOLE}."]


def test_docstrings_names_and_keys_are_no_messages() -> None:
    source = '"""The words of a module."""\ndef f():\n    """What it does. And how."""\nKEY = "lights.kind"'
    assert list(messages_in(source)) == []


def test_a_first_sentence_ends_at_its_full_stop() -> None:
    assert first_sentence("There is no /dev/ttyACM0. Plug it in.") == "There is no /dev/ttyACM0."
