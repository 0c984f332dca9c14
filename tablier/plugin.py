"""The pytest plugin: table scripts are collected as tests, and the fixture `table` is a simulated table.

It imports nothing of Tablier but its own door, so that a project's own `controller` or `hardware` and ours do
not meet. See docs/ci.md.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fnmatch import fnmatch
from pathlib import Path
from typing import Any, Final

import pytest

from tablier.table import Failure, Table, TableError, Worker

WORKER: Final = pytest.StashKey[Worker]()
NewTable = Callable[[], Table]


class ScriptFailed(Exception):
    """A table script with an unmet expectation."""

    def __init__(self, path: Path, failure: Failure) -> None:
        super().__init__(f"{path}:{failure.line}: {failure.text}: {failure.reason}")
        self.failure = failure


def pytest_addoption(parser: pytest.Parser) -> None:
    """See pytest."""
    parser.addini("tablier_scripts", "Patterns of table scripts.", type="args", default=["*.table"])
    parser.addini("tablier_config", "The settings (TOML) of the simulated table.", default="")
    group = parser.getgroup("tablier", "simulated game tables")
    group.addoption("--tablier-config", metavar="FILE", help="The settings (TOML) of the simulated table.")
    group.addoption(
        "--tablier-firmware", action="store_true", help="With the real firmware, run by MicroPython."
    )


def pytest_configure(config: pytest.Config) -> None:
    """See pytest."""
    config.stash[WORKER] = Worker()


def pytest_unconfigure(config: pytest.Config) -> None:
    """See pytest."""
    if worker := config.stash.get(WORKER, None):
        worker.close()


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """See pytest."""
    if any(fnmatch(file_path.name, pattern) for pattern in parent.config.getini("tablier_scripts")):
        return ScriptFile.from_parent(parent, path=file_path)
    return None


class ScriptFile(pytest.File):
    """A file with a table script: one test."""

    def collect(self) -> Iterable[pytest.Item]:
        """See pytest."""
        yield ScriptItem.from_parent(self, name=self.path.stem)


class ScriptItem(pytest.Item):
    """A table script as a test."""

    def runtest(self) -> None:
        """See pytest."""
        failure = self.config.stash[WORKER].play(self.path, **_how(self.config))
        if failure is not None:
            raise ScriptFailed(self.path, failure)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """The line that did not hold, those before it, and what was seen."""
        error = excinfo.value
        if isinstance(error, TableError):
            return str(error)
        if not isinstance(error, ScriptFailed):
            return super().repr_failure(excinfo)
        line = error.failure.line
        shown = self.path.read_text(encoding="utf-8-sig").splitlines()[max(0, line - 4) : line]
        first = line - len(shown) + 1
        told = [f"{'>' if number == line else ' '} {text}" for number, text in enumerate(shown, start=first)]
        return "\n".join([str(error), *told])

    def reportinfo(self) -> tuple[Path, int, str]:
        """See pytest."""
        return self.path, 0, f"table script {self.name}"


@pytest.fixture
def new_table(request: pytest.FixtureRequest) -> Iterator[NewTable]:
    """Makes simulated tables, each with its own journal and its own clock, which end with the test."""
    worker = request.config.stash[WORKER]
    tables: list[Table] = []

    def new() -> Table:
        tables.append(worker.open(**_how(request.config)))
        return tables[-1]

    yield new
    for table in tables:
        table.close()


@pytest.fixture
def table(new_table: NewTable) -> Table:
    """A simulated table, which ends with the test. See `tablier.table.Table`."""
    return new_table()


def _how(config: pytest.Config) -> dict[str, Any]:
    """The table of the options, or else of the ini file."""
    firmware = bool(config.getoption("tablier_firmware"))
    if named := config.getoption("tablier_config"):
        return {"config": config.invocation_params.dir / named, "firmware": firmware}
    ini = config.getini("tablier_config")
    return {"config": config.rootpath / ini if ini else None, "firmware": firmware}
