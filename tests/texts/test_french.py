from __future__ import annotations

import re
from pathlib import Path

from babel.messages.pofile import read_po

CATALOGUE = Path("controller/locale/fr/LC_MESSAGES/tablier.po")
WITHOUT_ITS_SPACE = re.compile("[^\u202f?!][;?!»]|[^\u202f]:(?=\\s|$)|«(?!\u202f)")
"""A sign that has no narrow no-break space beside it; a colon within a word (spi0:0) needs none."""


def test_french_signs_stand_off_by_a_narrow_space_that_no_line_breaks() -> None:
    with (Path(__file__).parents[2] / CATALOGUE).open("rb") as file:
        texts = [message.string for message in read_po(file, locale="fr") if message.id]
    forms = [form for text in texts for form in (text if isinstance(text, tuple) else (text,))]
    assert len(forms) > 1000
    assert not [form for form in forms if WITHOUT_ITS_SPACE.search(form)]
