"""The table's languages: English as written in the code, the others by gettext catalogues."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from gettext import NullTranslations, translation
from pathlib import Path
from types import MappingProxyType
from typing import Final

import controller
from controller.model.view import BoardView, Choice, Graph, View
from controller.referee.session import Session
from engines.record import replace
from texts import Catalogue, called, translated

LANGUAGES: Final = {"en": "English", "fr": "Français", "de": "Deutsch"}
"""Each language's code, and its own name."""

LOCALE: Final = Path(controller.__file__).parent / "locale"


@lru_cache
def catalogue(language: str) -> Catalogue:
    """The messages of a language of `LANGUAGES`."""
    return NullTranslations() if language == "en" else translation("tablier", LOCALE, [language])


NO_NAMES: Final[Mapping[str, str]] = MappingProxyType({})
"""No player has a name."""


def given_names(session: Session) -> Mapping[str, str]:
    """The names that players have given themselves, by what the table calls their seats in English. They are
    for the table's own screen and its players' phones."""
    play, game = session.play, session.game_id
    if play is None or game is None or not session.names:
        return NO_NAMES
    people = (seat for seat in play.start.seats if seat not in play.computers)
    here = {seat: session.names[game, seat] for seat in people if (game, seat) in session.names}
    return {str(words): name for seat, name in here.items() for words in play.table.names(seat)}


def in_language(view: View, language: str, given: Mapping[str, str] = NO_NAMES) -> View:
    """A view with all its texts in another language, and with given names in them."""
    if language == "en" and not given:
        return view
    return in_words_of(view, catalogue(language), given)


def in_words_of(view: View, words: Catalogue, given: Mapping[str, str] = NO_NAMES) -> View:
    """A view with all its texts from a catalogue, and with given names in them."""

    def say(text: str) -> str:
        return translated(called(text, given), words)

    return replace(
        view,
        heading=say(view.heading),
        title=say(view.title),
        scores=tuple(replace(score, name=say(score.name), clock=say(score.clock)) for score in view.scores),
        ask=tuple(map(say, view.ask)),
        tasks=tuple(replace(task, request=say(task.words), place=say(task.place)) for task in view.tasks),
        last=say(view.last),
        notice=say(view.notice),
        choices=tuple(_choice(choice, say) for choice in view.choices),
        controls=tuple(_choice(choice, say) for choice in view.controls),
        places=tuple(_choice(choice, say) for choice in view.places),
        sheet=tuple(
            replace(row, label=say(row.label), figures=tuple(map(say, row.figures))) for row in view.sheet
        ),
        board=view.board and _board(view.board, say),
        graph=view.graph and _graph(view.graph, say),
        code=view.code and replace(view.code, words=say(view.code.words)),
        before=tuple(in_words_of(one, words, given) for one in view.before),
    )


def _choice(choice: Choice, say: Callable[[str], str]) -> Choice:
    label, note, group = map(say, (choice.label, choice.note, choice.group))
    return replace(choice, label=label, note=note, group=group)


def _graph(graph: Graph, say: Callable[[str], str]) -> Graph:
    top, foot, along = map(say, (graph.top, graph.foot, graph.along))
    return replace(graph, top=top, foot=foot, along=along)


def _board(board: BoardView, say: Callable[[str], str]) -> BoardView:
    marks = tuple(replace(mark, text=say(mark.text)) if mark.text else mark for mark in board.marks)
    return replace(board, marks=marks)
