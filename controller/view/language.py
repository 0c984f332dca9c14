"""The table's languages: English as written in the code, the others by gettext catalogues."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from gettext import NullTranslations, translation
from pathlib import Path
from typing import Final

import controller
from controller.model.view import BoardView, Choice, Graph, View
from texts import Catalogue, translated

LANGUAGES: Final = {"en": "English", "fr": "Français", "de": "Deutsch"}
"""Each language's code, and its own name."""

LOCALE: Final = Path(controller.__file__).parent / "locale"


@lru_cache
def catalogue(language: str) -> Catalogue:
    """The messages of a language of `LANGUAGES`."""
    return NullTranslations() if language == "en" else translation("tablier", LOCALE, [language])


def in_language(view: View, language: str) -> View:
    """A view with all its texts in another language."""
    if language == "en":
        return view
    return in_words_of(view, catalogue(language))


def in_words_of(view: View, words: Catalogue) -> View:
    """A view with all its texts from a catalogue."""

    def say(text: str) -> str:
        return translated(text, words)

    return replace(
        view,
        heading=say(view.heading),
        title=say(view.title),
        scores=tuple(replace(score, name=say(score.name), clock=say(score.clock)) for score in view.scores),
        ask=tuple(map(say, view.ask)),
        tasks=tuple(replace(task, words=say(task.words), place=say(task.place)) for task in view.tasks),
        last=say(view.last),
        notice=say(view.notice),
        choices=tuple(_choice(choice, words) for choice in view.choices),
        controls=tuple(_choice(choice, words) for choice in view.controls),
        sheet=tuple(replace(row, label=say(row.label)) for row in view.sheet),
        board=view.board and _board(view.board, words),
        graph=view.graph and _graph(view.graph, words),
        code=view.code and replace(view.code, words=say(view.code.words)),
        before=tuple(in_words_of(one, words) for one in view.before),
    )


def _choice(choice: Choice, words: Catalogue) -> Choice:
    label, note, group = (translated(text, words) for text in (choice.label, choice.note, choice.group))
    return replace(choice, label=label, note=note, group=group)


def _graph(graph: Graph, words: Catalogue) -> Graph:
    top, foot, along = (translated(text, words) for text in (graph.top, graph.foot, graph.along))
    return replace(graph, top=top, foot=foot, along=along)


def _board(board: BoardView, words: Catalogue) -> BoardView:
    marks = tuple(
        replace(mark, text=translated(mark.text, words)) if mark.text else mark for mark in board.marks
    )
    return replace(board, marks=marks)
