"""Rules for the whole program: no file that it reads is executed, and no shell is opened or listens."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SOURCES = sorted(
    path
    for folder in ("engines", "opponents", "hardware", "controller", "texts", "systemd", "tablier")
    for path in (ROOT / folder).rglob("*.py")
)
EXECUTES = {"eval", "exec", "compile", "__import__"}
UNPACKS = {"pickle", "marshal", "shelve", "dill", "yaml", "imp", "runpy", "code"}
NETWORK = {
    "http", "socketserver", "xmlrpc", "asyncio", "ftplib", "telnetlib", "urllib.request", "requests",
    "aiohttp", "paho", "ssl",
}  # fmt: skip
MAY_USE_A_NETWORK = ("controller/web/", "controller/mqtt/", "controller/hall/")
"""The page for spectators, the broker, and the hall: each closed until the settings open it."""

SOCKETS = {
    "controller/settings/settings.py": "the computer's name, for a table that is given none",
    "controller/daemon/supervisor.py": "to systemd, that the table lives",
    "controller/web/guard.py": "the computer's name, by which its page may be asked for",
    "controller/web/addresses.py": "the computer's addresses, by asking the kernel",
    "controller/mqtt/connection.py": "its error for a broker whose name nobody has",
    "hardware/simulated/firmware.py": "to a board that is simulated",
}
"""The modules that use sockets, and their purposes."""

STARTS_PROGRAMS = {
    "controller/making/flash.py": "mpremote, to copy the firmware, by hand alone",
    "controller/thinker/process.py": "this program's own Python, to think for the computer's seats",
    "controller/making/install.py": "systemctl, useradd and udevadm, by root at the setting up alone",
    "hardware/simulated/firmware.py": "MicroPython in the place of a microcontroller, for tests",
    "hardware/simulated/pico.py": "the same",
    "tablier/table.py": "this program's own Python, to simulate tables for tests",
    "hardware/host/programs.py": "busctl, nmcli, git, systemctl; a password through a pipe alone",
    "hardware/sound/speech.py": "espeak-ng, with a text that is no option",
}
"""The modules that start other programs, and which. None of them lets a player's or a file's words become a
command."""


def named(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def imports_in(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module


def calls_in(tree: ast.Module) -> Iterator[ast.Call]:
    return (node for node in ast.walk(tree) if isinstance(node, ast.Call))


@pytest.fixture(scope="module")
def trees() -> dict[str, ast.Module]:
    """Every module of the program but what runs on the microcontroller."""
    return {named(path): tree_of(path) for path in SOURCES if "micropython" not in path.parts}


def test_nothing_that_is_read_is_executed(trees: dict[str, ast.Module]) -> None:
    found = [
        f"{name}:{call.lineno}"
        for name, tree in trees.items()
        for call in calls_in(tree)
        if isinstance(call.func, ast.Name) and call.func.id in EXECUTES
    ]
    # Forma's own shapes, written out line by line when the program starts, and the methods of records, made
    # of the names of their fields: nothing that is read.
    own = ["engines/forma/polyominoes.py", "engines/record.py", "engines/record.py"]
    assert [name.partition(":")[0] for name in found] == own


def test_no_format_is_read_that_can_hold_code(trees: dict[str, ast.Module]) -> None:
    assert {
        (name, module)
        for name, tree in trees.items()
        for module in imports_in(tree)
        if module in UNPACKS or module.partition(".")[0] in UNPACKS
    } == set()


def test_nothing_but_the_page_the_broker_and_the_hall_has_to_do_with_a_network(
    trees: dict[str, ast.Module],
) -> None:
    assert {
        (name, module)
        for name, tree in trees.items()
        if not name.startswith(MAY_USE_A_NETWORK)
        for module in imports_in(tree)
        if module in NETWORK or module.partition(".")[0] in NETWORK
    } == set()


def test_sockets_are_where_it_is_said_and_nowhere_else(trees: dict[str, ast.Module]) -> None:
    assert {name for name, tree in trees.items() if "socket" in imports_in(tree)} == set(SOCKETS)
    using = {name for name, tree in trees.items() if "AF_INET" in ast.unparse(tree)}
    assert using == {"controller/web/addresses.py"}


def test_other_programs_are_started_where_it_is_said_and_nowhere_else(trees: dict[str, ast.Module]) -> None:
    assert {name for name, tree in trees.items() if "subprocess" in imports_in(tree)} == set(STARTS_PROGRAMS)


def test_no_shell_is_opened(trees: dict[str, ast.Module]) -> None:
    shells = [
        f"{name}:{call.lineno}"
        for name, tree in trees.items()
        for call in calls_in(tree)
        if _is_attribute(call, {"system", "popen", "getoutput", "getstatusoutput"})
        or (name in STARTS_PROGRAMS and any(keyword.arg == "shell" for keyword in call.keywords))
    ]
    assert shells == []


def _is_attribute(call: ast.Call, names: set[str]) -> bool:
    return isinstance(call.func, ast.Attribute) and call.func.attr in names


def test_archives_are_read_and_never_unpacked_onto_the_disk(trees: dict[str, ast.Module]) -> None:
    unpacking = [
        f"{name}:{call.lineno}"
        for name, tree in trees.items()
        for call in calls_in(tree)
        if _is_attribute(call, {"extractall", "extract", "unpack_archive"})
    ]
    assert unpacking == []


# The materials


@pytest.mark.parametrize("name", ["requirements.lock", "requirements-pi.lock"])
def test_every_package_is_locked_with_its_hash(name: str) -> None:
    lock = (ROOT / name).read_text(encoding="utf-8")
    packages = re.findall(
        r"^([A-Za-z0-9_.-]+)==\S+(.*(?:\n +--hash=sha256:[0-9a-f]{64}.*)+)?", lock, re.MULTILINE
    )
    assert len(packages) > 20
    assert [package for package, hashes in packages if "--hash=sha256:" not in hashes] == []


def test_every_package_that_is_needed_is_locked() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    lock = (ROOT / "requirements.lock").read_text(encoding="utf-8").lower()
    extras = project["optional-dependencies"]
    needed_packages = [*project["dependencies"], *extras["simulation"], *extras["table"], *extras["dev"]]
    for needed in needed_packages:
        if needed.startswith("tablier["):
            continue
        name = re.split(r"[><=;\[ ]", needed)[0].lower()
        assert f"\n{name}==" in lock, name


def test_the_security_rules_of_the_linter_are_on_for_the_program() -> None:
    lint = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["ruff"]["lint"]
    assert "S" in lint["select"]
    assert [rule for rule in lint["ignore"] if re.fullmatch(r"S\d+", rule)] == ["S101"]
    assert not any(
        files.startswith(("engines", "hardware", "controller")) for files in lint["per-file-ignores"]
    )


def test_the_service_has_no_privileges() -> None:
    service = (ROOT / "systemd/tablier.service").read_text(encoding="utf-8").splitlines()
    for line in (
        "User=tablier",
        "NoNewPrivileges=yes",
        "CapabilityBoundingSet=",
        "ProtectSystem=strict",
        "ProtectHome=yes",
        "IPAddressDeny=any",
        "UMask=0077",
    ):
        assert line in service
