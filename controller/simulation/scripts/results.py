"""Results of scripts: a summary for people, and JUnit XML for other programs."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Final
from xml.etree.ElementTree import Element, ElementTree, SubElement, indent

from engines.record import record

HELD, FAILED, UNREADABLE = 0, 1, 2

_NO_XML: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that XML 1.0 does not allow, in any form."""


@record
class ScriptResult:
    """One script: its path, its duration, and its unmet expectation or why it was not played."""

    file: str
    took_s: float = 0.0
    line: int = 0
    failure: str = ""
    error: str = ""


def status(results: Sequence[ScriptResult]) -> int:
    """The exit status: that of the worst result."""
    if any(result.error for result in results):
        return UNREADABLE
    return FAILED if any(result.failure for result in results) else HELD


def count(results: Sequence[ScriptResult]) -> str:
    """All results in one line, which agrees with the exit status."""
    failed = sum(bool(result.failure) for result in results)
    errors = sum(bool(result.error) for result in results)
    told = f"{len(results) - failed - errors} passed, {failed} failed"
    return told if not errors else f"{told}, {errors} not played"


def write_junit(results: Sequence[ScriptResult], file: Path) -> None:
    """Write the results as JUnit XML. Raises `OSError`."""
    suites = Element("testsuites")
    suite = SubElement(
        suites,
        "testsuite",
        name="tablier",
        tests=str(len(results)),
        failures=str(sum(bool(result.failure) for result in results)),
        errors=str(sum(bool(result.error) for result in results)),
        skipped="0",
        time=f"{sum(result.took_s for result in results):.3f}",
    )
    for result in results:
        path = Path(result.file)
        names = {"classname": _xml(".".join(path.parent.parts).strip("./")), "name": _xml(path.stem)}
        where = {"file": _xml(result.file)} | ({"line": str(result.line)} if result.line else {})
        case = SubElement(suite, "testcase", {**names, **where, "time": f"{result.took_s:.3f}"})
        for kind, text in (("failure", result.failure), ("error", result.error)):
            if text:
                SubElement(case, kind, message=_xml(text.partition("\n")[0])).text = _xml(text)
    indent(suites)
    with file.open("wb") as opened:
        ElementTree(suites).write(opened, encoding="utf-8", xml_declaration=True)


def _xml(text: str) -> str:
    return _NO_XML.sub("\N{REPLACEMENT CHARACTER}", text)
