"""What all tests share.

How long Hypothesis searches: `HYPOTHESIS_PROFILE` names one of its profiles, or `deep`. And programs that
tests start tell how they are in a folder of the tests' own.
"""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from hypothesis import settings

os.environ["BLINKA_OS_AGNOSTIC"] = "1"  # Blinka looks only once which computer it is on
settings.register_profile("deep", max_examples=int(os.environ.get("FUZZ_EXAMPLES", "2000")), deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))


@pytest.fixture(scope="session", autouse=True)
def _runtime_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("XDG_RUNTIME_DIR", str(tmp_path_factory.mktemp("run")))
        yield
