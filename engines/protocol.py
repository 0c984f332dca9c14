"""The engines without a table: a request a line, an answer a line.

Protocol: docs/rules/referee.md. `Referee` turns lines into answers and knows no stream; `run` is the loop.
"""

from __future__ import annotations

import json
import math
from codecs import BOM_UTF8
from collections.abc import Callable, Iterator, Mapping
from typing import Any, BinaryIO, NoReturn

from engines.game import Game, Json, Position, RuleError
from engines.games import GAMES
from engines.record import record
from engines.words import shown

MAX_LINE = 1 << 24
"""The longest line read, in bytes; a longer one is refused, so that endless input cannot fill the memory."""

_MAX_DIGITS = 4000
"""The most digits of a whole number: fewer than Python's own limit, more than any request needs."""


class BadJson(RuleError):
    """A line is not JSON."""

    code = "bad-json"


class BadRequest(RuleError):
    """JSON that is not a request, or one that cannot be met now."""

    code = "bad-request"


class UnknownGame(RuleError):
    """This program does not know the game."""

    code = "unknown-game"


@record
class _Play:
    """A game in progress: all its positions so far, the first one from the header."""

    game: Game[Any]
    positions: list[Position[Any]]


class Referee:
    """One game at a time, with its history. Every line gets an answer; an invalid one changes nothing."""

    def __init__(self, games: Mapping[str, Game[Any]] = GAMES) -> None:
        self._games = games
        self._play: _Play | None = None

    def answer(self, line: str | bytes) -> str:
        """The answer to one line: JSON in ASCII, without a line end."""
        try:
            answer = self._met(_request(line))
        except RuleError as error:
            answer = {"ok": False, "error": error.code, "message": str(error)}
        return json.dumps(answer, separators=(",", ":"))

    def _met(self, request: Json) -> Json:
        verb = _verb(request)
        if verb == "game":
            self._play = self._started(request)
            return _told(self._play, [])
        if self._play is None:
            raise BadRequest('no game has been started: begin with {"game": NAME}')
        return _VERBS[verb](self._play, request[verb])

    def _started(self, header: Json) -> _Play:
        name = header["game"]
        game = self._games.get(name) if isinstance(name, str) else None
        if game is None:
            raise UnknownGame(f"there is no game {shown(name)}: the games are {', '.join(self._games)}")
        return _Play(game, [game.start(header)])


def _played(play: _Play, text: Any) -> Json:
    if not isinstance(text, str):
        raise BadRequest(f"'play' must be a text, not {shown(text)}")
    action = play.game.parse(text)
    play.positions[-1].check(action)
    position, events = play.positions[-1].after(action)
    play.positions.append(position)
    return _told(play, list(events))


def _undone(play: _Play, count: Any) -> Json:
    if not isinstance(count, int) or isinstance(count, bool) or count < 1:
        raise BadRequest(f"'undo' must be a whole number from 1 up, not {shown(count)}")
    played = len(play.positions) - 1
    if count > played:
        raise BadRequest(f"cannot take back {shown(count)}: the actions played so far number {played}")
    del play.positions[-count:]
    return _told(play, [{"kind": "undo", "actions": count}])


def _asked(play: _Play, what: Any) -> Json:
    reply = _REPLIES.get(what) if isinstance(what, str) else None
    if reply is None:
        raise BadRequest(f"'ask' must be {' or '.join(_REPLIES)}, not {shown(what)}")
    return {**_told(play, []), what: reply(play.positions[-1])}


_VERBS: dict[str, Callable[[_Play, Any], Json]] = {"play": _played, "undo": _undone, "ask": _asked}


def _legal(position: Position[Any]) -> list[str] | None:
    actions = position.legal()
    return None if actions is None else sorted(map(str, actions))


def _count(position: Position[Any]) -> int | None:
    actions = position.legal()
    return None if actions is None else len(actions)


_REPLIES: dict[str, Callable[[Position[Any]], Any]] = {
    "legal": _legal,
    "count": _count,
    "position": lambda position: position.as_json(),
}


def _told(play: _Play, events: list[Json]) -> Json:
    position = play.positions[-1]
    outcome = position.outcome()
    return {
        "ok": True,
        "turn": position.turn,
        "need": list(position.need()),
        "score": position.score(),
        "over": outcome is not None,
        "winner": outcome and (outcome.winner or "draw"),
        "events": events,
    }


def _verb(request: Json) -> str:
    """The one verb of a request. The header's other keys belong to the game."""
    verbs = [verb for verb in ("game", *_VERBS) if verb in request]
    if len(verbs) != 1:
        found = " and ".join(verbs) or "none"
        raise BadRequest(f"a request has one of game, {', '.join(_VERBS)}; this one has {found}")
    if verbs != ["game"] and len(request) > 1:
        unknown = next(key for key in request if key not in verbs)
        raise BadRequest(f"unknown key {shown(unknown)} beside {verbs[0]!r}")
    return verbs[0]


def _request(line: str | bytes) -> Json:
    """The object on a line. Raises `BadJson` or `BadRequest`."""
    try:
        request = _DECODER.decode(line if isinstance(line, str) else line.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise BadJson(f"the line is no UTF-8: byte {error.start + 1} is wrong") from None
    except json.JSONDecodeError as error:
        raise BadJson(f"the line is no JSON: {error.msg} at character {error.pos + 1}") from None
    except RecursionError:
        raise BadJson("the line is nested too deeply to be read") from None
    if not isinstance(request, dict):
        raise BadRequest(f"a request is an object, not {shown(request)}")
    return request


def _object(pairs: list[tuple[str, Any]]) -> Json:
    """JSON does not define repeated keys, so they are refused."""
    result: Json = {}
    for key, value in pairs:
        if key in result:
            raise BadRequest(f"the key {shown(key)} is given twice")
        result[key] = value
    return result


def _whole_number(digits: str) -> int | float:
    """Python refuses to read very long whole numbers. Nothing here allows one, so infinity replaces it."""
    return int(digits) if len(digits) <= _MAX_DIGITS else math.inf


def _no_number(name: str) -> NoReturn:
    raise BadJson(f"the line is no JSON: {name} is no number in JSON")


_DECODER = json.JSONDecoder(object_pairs_hook=_object, parse_int=_whole_number, parse_constant=_no_number)


def run(requests: BinaryIO, answers: BinaryIO) -> None:
    """Answer line by line until the requests end. Each answer is flushed at once."""
    referee = Referee()
    for line in _lines(requests):
        answers.write(referee.answer(line).encode("ascii") + b"\n" if line is not None else _TOO_LONG)
        answers.flush()


def _lines(stream: BinaryIO) -> Iterator[bytes | None]:
    """The lines; `None` replaces each that is longer than `MAX_LINE`. A byte order mark before the first,
    which editors on Windows write, is left out."""
    mark = BOM_UTF8
    while line := stream.readline(MAX_LINE + 1 + len(mark)).removeprefix(mark):
        mark = b""
        if len(line) <= MAX_LINE:
            yield line
            continue
        while line and not line.endswith(b"\n"):
            line = stream.readline(MAX_LINE)
        yield None


_TOO_LONG = b'{"ok":false,"error":"bad-json","message":"the line is longer than %d bytes"}\n' % MAX_LINE
