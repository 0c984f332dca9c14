"""A journal that is whole, and says things that no table would: each command reads it or refuses in words."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Any

from click.testing import CliRunner
from hypothesis import example, given
from hypothesis import strategies as st

from controller.cli import main
from controller.daemon.daemon import started
from controller.journal.errors import JournalError
from controller.journal.journal import Journal
from controller.model.records import Effect, Finish, Played, Undo
from controller.offline.review_export import NoReview, game_of
from controller.settings.config import load, with_settings
from controller.settings.settings import Config
from engines.game import RuleError
from hardware.lights.lights import NoLights
from tests.fuzz.rubbish import fuzzed_less
from tests.fuzz.test_journal_file import MEMORY

SCALARS = (
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**63 - 1)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.sampled_from(
        ("masterplan", "forma", "massai", "cites", "white", "first", "\0", "\x1b[2J", "x" * 9_000)
    )
    | st.text(max_size=6)
)
KEYS = st.sampled_from(("options", "players", "assist", "overlap", "first", "winner", "score", "names", "\n"))
VALUES = st.recursive(SCALARS, lambda one: st.lists(one, max_size=4) | st.dictionaries(KEYS, one, max_size=4))
OBJECTS = st.dictionaries(KEYS, VALUES, max_size=4)
HEADERS = st.builds(lambda game, more: {**more, "game": game}, SCALARS, OBJECTS) | OBJECTS
TEXTS = st.sampled_from(
    (
        *("house d4 ne", "house f6 n", "park e5", "pass", "place I1 a1", "setup dark a1 b2", "attack d4", ""),
        *("house z9 up", "undo", "\0", "\x1b[2J", "house " * 2_000, "place I1 a1 " * 50, "²", "\ud7ff"),
    )
) | st.text(max_size=12)
EFFECTS = st.lists(
    st.builds(Played, TEXTS) | st.builds(Undo, st.integers(1, 3)) | st.builds(Finish, OBJECTS), max_size=6
)


def said(*words: str) -> str:
    """A command's output; it must end by itself, and with words."""
    result = CliRunner().invoke(main, [*words])
    assert isinstance(result.exception, SystemExit | None), result.exception
    assert result.exit_code in (0, 1, 2)
    return result.output


def write(path: Path, header: dict[str, Any], effects: list[Effect]) -> None:
    """Keep what the journal takes of it: a takeback of more than there is, it does not."""
    with Journal.open(path) as journal:
        game = journal.start_game(header, 1)
        for effect in effects:
            with contextlib.suppress(JournalError):
                journal.apply([effect], 2, game)


@fuzzed_less
@given(header=HEADERS, effects=EFFECTS)
@example(header={"game": ["masterplan"]}, effects=[])
@example(header={"game": "forma", "players": 1e300}, effects=[Played("x"), Finish({"winner": 7, "score": 7})])
@example(header={}, effects=[Played("house d4 ne"), Finish({})])
def test_any_content_of_a_whole_journal_is_read_or_refused(
    header: dict[str, Any], effects: list[Effect]
) -> None:
    import tempfile

    with tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as folder:
        path, settings = Path(folder) / "journal.sqlite", Path(folder) / "tablier.toml"
        settings.write_text(f'[journal]\npath = "{path}"\n')
        write(path, header, effects)
        assert all(line.isprintable() for line in said("games", "--config", str(settings)).splitlines())
        said("export", "1", "--config", str(settings))
        with contextlib.suppress(JournalError, RuleError, NoReview):
            game_of(with_settings(load(), [("journal.path", f'"{path}"')]), 1)
        with Journal.open(path) as journal:
            assert (
                started(Config(), journal, NoLights(), ("board",), lambda: 0).shown.view.heading is not None
            )
