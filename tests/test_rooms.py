"""The folders import each other in one direction."""

from __future__ import annotations

import ast
import tomllib
from collections import defaultdict
from graphlib import TopologicalSorter
from pathlib import Path

import grimp
import pytest

ROOT = Path(__file__).parents[1]
PACKAGES = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["root_packages"]


def room(module: str) -> str:
    """The folder of a module. A file that lies loose in a top-level folder is a room of its own."""
    is_folder = (ROOT / module.replace(".", "/")).is_dir()
    return module if is_folder or module.count(".") == 1 else module.rpartition(".")[0]


@pytest.fixture(scope="module")
def arrows() -> dict[str, set[str]]:
    """The rooms that each room imports, without imports for types alone."""
    graph = grimp.build_graph(*PACKAGES, exclude_type_checking_imports=True, cache_dir=None)
    found = defaultdict[str, set[str]](set)
    for module in graph.modules:
        imported = {room(other) for other in graph.find_modules_directly_imported_by(module)}
        found[room(module)] |= imported - {room(module)}
    return found


def test_no_folders_import_each_other_on_any_way(arrows: dict[str, set[str]]) -> None:
    assert len(list(TopologicalSorter(arrows).static_order())) == len(arrows)  # else a CycleError names them


def test_only_the_choice_of_devices_asks_whether_the_table_is_simulated() -> None:
    """The settings ask once whether a board has readers of its own."""
    asking = [
        f"{file.relative_to(ROOT)}"
        for file in sorted((ROOT / "controller").rglob("*.py"))
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Compare | ast.match_case) and "'simulated'" in ast.unparse(node)
    ]
    assert asking == ["controller/devices.py", "controller/settings/settings.py"]


def test_no_folder_has_too_many_files_of_one_level() -> None:
    """About twenty, and more where all are of one kind, as the commands are."""
    of_one_kind = {"controller/commands", "benchmarks"}
    tops = (*PACKAGES, "tests", "benchmarks")
    folders = (folder for top in tops for folder in (ROOT / top, *(ROOT / top).rglob("*")) if folder.is_dir())
    sizes = {str(folder.relative_to(ROOT)): len(list(folder.glob("*.py"))) for folder in folders}
    assert {name: size for name, size in sizes.items() if size > 21 and name not in of_one_kind} == {}
