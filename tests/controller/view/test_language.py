from __future__ import annotations

import ast
import string
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from controller.model.view import BoardView, Choice, Mark, Meaning, Phase, PlayerScore, SheetRow, Task, View
from controller.view.language import LANGUAGES, LOCALE, catalogue, in_language
from texts import _

ROOT = Path(__file__).parent.parent.parent.parent
FOLDERS = ("engines", "hardware", "controller", "texts")
KEYWORDS: dict[str, Any] = {"_": None, "_n": (1, 2), "_c": ((1, "c"), 2)}
FOREIGN = [language for language in LANGUAGES if language != "en"]

Key = tuple[str | None, str | tuple[str, ...]]


@pytest.fixture(scope="module")
def in_code() -> set[Key]:
    """Every message in the code: its context, and the message, or that for one and that for many."""
    return {
        (context, message)
        for folder in FOLDERS
        for _file, _line, message, _comments, context in extract_from_dir(ROOT / folder, keywords=KEYWORDS)
    }


def po(language: str) -> Catalog:
    with (LOCALE / language / "LC_MESSAGES" / "tablier.po").open("rb") as file:
        return read_po(file, locale=language, abort_invalid=True)


def said(message: str | tuple[str, ...]) -> tuple[str, ...]:
    return message if isinstance(message, tuple) else (message,)


def holes(message: str) -> set[str]:
    return {f"{name}:{spec}" for _text, name, spec, _conversion in string.Formatter().parse(message) if name}


@pytest.mark.parametrize("language", FOREIGN)
def test_every_text_is_translated_and_no_other(language: str, in_code: set[Key]) -> None:
    translated = {
        (message.context, message.id) for message in po(language) if message.id and all(said(message.string))
    }
    missing = in_code - translated
    assert not missing, f"make texts, then translate: {sorted(map(str, missing))[:10]}"
    assert translated == in_code


@pytest.mark.parametrize("language", FOREIGN)
def test_a_translation_has_the_holes_of_its_message(language: str) -> None:
    for message in po(language):
        if message.id:
            wanted = {hole.partition(":")[0] for one in said(message.id) for hole in holes(one)}
            for form in said(message.string):
                found = {hole.partition(":")[0] for hole in holes(form)}
                assert found <= wanted, form
                assert wanted - found <= {"number"}, form


@pytest.mark.parametrize("language", FOREIGN)
def test_the_compiled_catalogue_is_that_of_its_source(language: str) -> None:
    compiled = BytesIO()
    write_mo(compiled, po(language))
    kept = (LOCALE / language / "LC_MESSAGES" / "tablier.mo").read_bytes()
    assert compiled.getvalue() == kept, "make texts"


def calls(tree: ast.AST) -> Iterator[ast.Call]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in KEYWORDS:
            yield node


def test_messages_are_literal_strings() -> None:
    """Anything else is found by no catalogue."""
    for folder in FOLDERS:
        for file in (ROOT / folder).rglob("*.py"):
            for call in calls(ast.parse(file.read_text())):
                messages = call.args[: 1 if call.func.id == "_" else 2]  # type: ignore[attr-defined]
                for message in messages:
                    is_text = isinstance(message, ast.Constant) and isinstance(message.value, str)
                    assert is_text, f"{file}:{call.lineno}"


def test_english_needs_no_catalogue() -> None:
    view = View(Phase.MENU, heading=_("What shall we play?"))
    assert in_language(view, "en") is view


@pytest.mark.parametrize("language", FOREIGN)
def test_every_text_of_a_view_is_translated(language: str) -> None:
    text = _("{most} and {last}", most="a", last="b")
    other = catalogue(language).gettext("{most} and {last}").format(most="a", last="b")
    choice = Choice("id", text)
    board = BoardView(1, 1, ("a",), ("1",), (Mark("label", 0, 0, 1, text=text), Mark("park", 0, 0, 1)))
    view = View(
        Phase.PLAYING,
        heading=text,
        title=text,
        scores=(PlayerScore("p1", text, 1, text),),
        ask=(text,),
        tasks=(Task(Meaning.PARK, 1, text, place=text),),
        last=text,
        notice=text,
        choices=(choice,),
        controls=(choice,),
        sheet=(SheetRow(text, (text,)),),
        board=board,
    )
    assert repr(text) in repr(view)
    assert repr(in_language(view, language)) == repr(view).replace(text, other)
