"""Settings for all tests.

Hypothesis searches as long as the profile in `HYPOTHESIS_PROFILE` says, or `deep`. Programs started by tests
write their status into a folder of the tests. The last lines of a run name the skipped tests and the reasons.
"""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

from tests import needs, owner

os.environ["BLINKA_OS_AGNOSTIC"] = "1"  # Blinka looks only once which computer it is on
settings.register_profile(
    "default",
    settings.get_profile("default"),
    deadline=None,  # how fast this computer is, and what else it does, says nothing about the program
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile(
    "deep", settings.get_profile("default"), max_examples=int(os.environ.get("FUZZ_EXAMPLES", "2000"))
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))


@pytest.fixture(scope="session", autouse=True)
def _runtime_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("XDG_RUNTIME_DIR", str(tmp_path_factory.mktemp("run")))
        yield


@pytest.fixture(autouse=True)
def _what_was_opened_is_closed() -> Iterator[None]:
    yield
    owner.close_all()


@pytest.hookimpl(trylast=True)
def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print the skipped tests with their reasons. A skipped report holds its file, its line and its
    reason."""
    reasons = [str(report.longrepr[2]) for report in terminalreporter.stats.get("skipped", [])]
    for line in needs.summary(reasons):
        terminalreporter.write_line(line)
