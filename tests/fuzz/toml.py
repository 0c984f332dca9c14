"""Random TOML: documents of known and unknown keys with values of every kind."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from hypothesis import strategies as st

from controller.files.toml_file import ConfigError

LONGEST_REFUSAL = 3_000

NASTY = (
    "true",
    "inf",
    "-inf",
    "nan",
    "1e308",
    "0.5",
    "-0.0",
    "0x" + "f" * 5_000,
    "-" + "9" * 5_000,
    "1" + "0" * 300,
    "[" * 3_000,
    "[" * 200 + "]" * 200,
    '""',
    '"\\u0000"',
    '["\\u0000"]',
    '"~nobody-is-called-so/x"',
    '"@0,0"',
    '"@1,0"',
    '"0,0"',
    '"white"',
    '"24:00"',
    '"²"',
    '"١"',
    "1979-05-27T07:32:00Z",
    "1979-05-27",
    "07:32:00.999999",
    '"' + "x" * 5_000 + '"',
)
"""Values that have broken readers, or are of a kind that no key here has."""


@st.composite
def values(draw: st.DrawFn, depth: int = 0) -> str:
    """One value, as TOML writes it."""
    kind = draw(st.integers(0, 5 if depth < 3 else 3))
    if kind <= 1:
        return draw(st.sampled_from(NASTY))
    if kind == 2:
        return str(draw(st.integers(-3, 40) | st.floats(-3, 40)))
    if kind == 3:
        text = st.characters(codec="utf-8", exclude_characters='"\\\x7f', min_codepoint=32)
        return f'"{draw(st.text(text, max_size=12))}"'
    inner = draw(st.lists(values(depth + 1), max_size=4))
    if kind == 4:
        return f"[{', '.join(inner)}]"
    return "{" + ", ".join(f"k{number} = {value}" for number, value in enumerate(inner)) + "}"


@st.composite
def documents(draw: st.DrawFn, sections: Mapping[str, Sequence[str]]) -> bytes:
    """A document of these sections and their keys, and sometimes others. `[name]` is one of several, and the
    section without a name holds keys that are in none."""
    lines: list[str] = []
    for name in sorted(draw(st.lists(st.sampled_from(list(sections)), max_size=5))):
        lines += [f"[{name}]"] if name else []
        keys = st.sampled_from((*sections[name], "other"))
        lines += [f'"{key}" = {draw(values())}' for key in draw(st.lists(keys, max_size=4))]
    return "\n".join(lines).encode()


def refused_or(load: Callable[[Path], object], path: Path, data: bytes) -> object:
    """The result of reading a file with these bytes; `None` if it is refused with a message that names it.
    Reading must not change the file."""
    path.write_bytes(data)
    found, refusal = None, f"{path}"
    try:
        found = load(path)
    except ConfigError as error:
        refusal = str(error)
    assert str(path) in refusal
    assert len(refusal) < LONGEST_REFUSAL
    assert path.read_bytes() == data
    assert [file.name for file in path.parent.iterdir()] == [path.name]
    return found
