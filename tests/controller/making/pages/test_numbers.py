"""Every number with a unit on the pages on building is the code's, or has a source."""

from __future__ import annotations

import pytest

from controller.making.pages.wiring import FOLDER
from tests.controller.making.pages.numbers import FROM_CODE, SOURCED, numbers

PAGES = [path.name for path in sorted(FOLDER.glob("*.md")) if path.name != "messages.md"]


@pytest.mark.parametrize("page", PAGES)
def test_every_number_has_its_origin_and_every_origin_its_number(page: str) -> None:
    made, sourced = FROM_CODE.get(page, set()), SOURCED.get(page, {})
    assert numbers(FOLDER / page) == made | set(sourced)
    assert all(sourced.values())
