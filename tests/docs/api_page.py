"""The tables of docs/api.md, made of docstrings. `python -m tests.docs.api_page` prints them."""

from __future__ import annotations

import inspect
import re

from hardware import ports as contract
from tablier.table import Table


def methods() -> str:
    """The methods and properties of a simulated table."""
    lines = ["| of a table | does |", "| --- | --- |"]
    for name, member in vars(Table).items():
        if name.startswith("_"):
            continue
        is_value = isinstance(member, property)
        sign = "" if is_value else _signature(member)
        lines.append(f"| `.{name}{sign}` | {_words(member)} |")
    return "\n".join(lines)


def ports() -> str:
    """The duties of drivers."""
    lines = ["| port | duties |", "| --- | --- |"]
    for port in (contract.Device, contract.Polled, contract.Lights):
        calls = [
            name for name, one in vars(port).items() if inspect.isfunction(one) and not name.startswith("_")
        ]
        told = " ".join(
            f"`{name}{_signature(getattr(port, name))}`: {_words(getattr(port, name))}" for name in calls
        )
        lines.append(f"| `{port.__name__}` | {_words(port)} {told} |")
    for event in (
        contract.SensorFrame,
        contract.TagRead,
        contract.Button,
        contract.LinkUp,
        contract.LinkLost,
    ):
        fields = ", ".join(event.__dataclass_fields__)
        lines.append(f"| `{event.__name__}({fields})` | {_words(event)} |")
    return "\n".join(lines)


def _signature(member: object) -> str:
    told = [str(one) for one in list(inspect.signature(member).parameters.values())[1:]]  # type: ignore[arg-type]
    return "(" + ", ".join(re.sub(r": [^=]+?(?= =|$)", "", one).replace(" = ", "=") for one in told) + ")"


def _words(member: object) -> str:
    return " ".join((inspect.getdoc(member) or "").split())


if __name__ == "__main__":
    print(methods(), ports(), sep="\n\n")
