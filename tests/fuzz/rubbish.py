"""The input of fuzzing: real examples with changed bytes, and input that breaks readers."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeVar

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

Test = TypeVar("Test", bound=Callable[..., None])

QUICK = 40
"""The number of examples in the usual tests; `make fuzz` makes many more."""
MOST_CHANGES = 6
NASTY = (
    b"\0",
    b"\xff\xfe",
    b"\xed\xa0\x80",
    b"\xc3",
    b"\r",
    b"\n\n",
    b'"',
    b"'''",
    b"[" * 3_000,
    b"{" * 3_000,
    b'{"a":' * 3_000,
    b"9" * 5_000,
    b"-0x" + b"f" * 5_000,
    b"0x" + b"f" * 5_000,
    b"1e999",
    b"nan",
    b"-inf",
    b"1979-05-27T07:32:00Z",
    b"2038-01-19",
    b"\\u0000",
    b"\\ud800",
    b"~nobody-is-called-so/x",
    b"\\U0010ffff",
    b"x" * 70_000,
    "²".encode(),
    "١".encode(),
    "\u2028".encode(),
)
"""Input that has broken readers before: half characters, deep nesting, endless numbers, digits of other
scripts."""


def fuzzed(test: Test, share: int = 1) -> Test:
    """The number of examples: the profile's in a deep run, few otherwise; and only a share of it if an
    example takes long."""
    is_deep = os.environ.get("HYPOTHESIS_PROFILE") == "deep"
    count = max(1, (settings().max_examples if is_deep else QUICK) // share)
    slow = (HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.function_scoped_fixture)
    return settings(max_examples=count, deadline=None, suppress_health_check=slow)(test)


fuzzed_less = partial(fuzzed, share=4)
"""For what takes some hundredths of a second."""


@st.composite
def mutated(draw: st.DrawFn, samples: Sequence[bytes], nasty: Sequence[bytes] = NASTY) -> bytes:
    """One of the samples, after some changes: bytes of another sample, of nothing sensible, or none."""
    data = draw(st.sampled_from(samples))
    for _ in range(draw(st.integers(0, MOST_CHANGES))):
        start = draw(st.integers(0, len(data)))
        length = draw(st.integers(0, 12) | st.integers(0, max(len(data) - start, 0)))
        data = data[:start] + draw(_pieces(samples, nasty)) + data[start + length :]
    return data


@st.composite
def _pieces(draw: st.DrawFn, samples: Sequence[bytes], nasty: Sequence[bytes]) -> bytes:
    """The replacement of some bytes."""
    kind = draw(st.integers(0, 3))
    if kind == 0:
        return b""
    if kind == 1:
        return draw(st.binary(min_size=1, max_size=8))
    if kind == 2 and nasty:
        return draw(st.sampled_from(nasty))
    sample = draw(st.sampled_from(samples))
    start = draw(st.integers(0, len(sample)))
    return sample[start : start + draw(st.integers(0, 200))]
