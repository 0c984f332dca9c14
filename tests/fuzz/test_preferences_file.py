"""The preferences file: any bytes are preferences, or one error that names the file."""

from __future__ import annotations

import pytest
from hypothesis import given

from controller.settings import preferences
from controller.settings.preferences import NO_PREFERENCES, Preferences
from tests.fuzz.rubbish import fuzzed, mutated
from tests.fuzz.toml import documents, refused_or

EXAMPLES = (
    b'# Set.\n[preferences]\nlanguage = "fr"\nbrightness = 0.5\nsound = false\nclock_s = 30\n',
    b'[preferences]\ncontrast = "high"\nrotation = 180\ntext = "large"\ntouch = "friendly"\n',
)
SECTIONS = {"preferences": Preferences.__struct_fields__, "": ("preferences",), "other": ()}


@fuzzed
@given(data=mutated(EXAMPLES) | documents(SECTIONS))
def test_any_file_is_preferences_or_refused(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    path = tmp_path_factory.mktemp("preferences") / preferences.FILE
    found = refused_or(lambda file: preferences.load(file, NO_PREFERENCES), path, data)
    if found is not None:
        assert isinstance(found, Preferences)
        preferences.save(path, found, NO_PREFERENCES)
        assert preferences.load(path, NO_PREFERENCES) == found
