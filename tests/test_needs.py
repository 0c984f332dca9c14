"""The last lines of a run about its skipped tests."""

from __future__ import annotations

from tests.needs import reason, summary


def test_what_was_skipped_for_want_of_what_is_counted_and_what_to_install_stands_last() -> None:
    reasons = [
        *[f"Skipped: {reason('Chromium', 'chromium chromium-driver')}"] * 3,
        f"Skipped: {reason('root’s rights')}",
        f"Skipped: {reason('Mosquitto', 'mosquitto')}",
    ]
    assert summary(reasons) == [
        "Skipped for want of: Chromium (3), Mosquitto (1), root’s rights (1).",
        "To run them too: sudo apt install chromium chromium-driver mosquitto",
    ]


def test_where_nothing_can_be_installed_only_the_want_is_reported() -> None:
    assert summary([reason("root’s rights")]) == ["Skipped for want of: root’s rights (1)."]


def test_a_test_that_is_skipped_for_another_reason_is_no_want() -> None:
    assert summary(["Skipped: letters a fifth larger are measured in the languages that there are"]) == []
