"""Common parts of the pages of a table and of a hall: pages, files, words, streams."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from html import escape
from importlib.resources import files
from typing import Final

from aiohttp import hdrs, web

from controller.files.as_json import encoded
from controller.view.language import LANGUAGES, catalogue
from controller.web.guard import LARGEST_BODY, RequestGuard, add_headers, guarding
from texts import _, translated

HEARTBEAT_S: Final = 2.0
"""The interval of heartbeats on an idle stream. They are events: a page that misses two begins its stream
again (`static/stream.js`)."""

PATIENCE_S: Final = 10.0
"""A client that accepts no data for this long is disconnected."""

BEAT: Final = b"event: beat\ndata:\n\n"

STREAM: Final = {"Content-Type": "text/event-stream", "X-Accel-Buffering": "no"}
"""Headers of a stream. A proxy forwards it at once."""

WAITING: Final = _("Waiting for the table. If many windows of this browser show it, close some.")
"""The page's text while its words are missing."""

IN_LANGUAGE: Final = f"{{language:{'|'.join(LANGUAGES)}}}"
"""The part of a path that names a language."""

_KINDS: Final = {"css": "text/css", "html": "text/html", "js": "text/javascript", "svg": "image/svg+xml"}

_SHARED: Final = ("head", "header")
"""Page parts that are the same in all pages, in files of their own."""

News = Iterable[tuple[str, bytes]]
"""Events with their data, one line each."""


class StreamEnded(Exception):
    """The stream has ended."""


class Pages:
    """Pages with their files, from the `static` folders of packages, and their words.

    `pages`, by path, and `names` are `PACKAGE/FILE`. VERSION and LANGUAGE in a page are replaced, and the
    common head is added.
    """

    def __init__(
        self,
        guard: RequestGuard,
        version: str,
        pages: Mapping[str, str],
        names: Iterable[str],
        words: Mapping[str, str],
    ) -> None:
        self._guard = guard
        self._version = version
        self._pages = {path: _with_shared(_content(name).decode()) for path, name in pages.items()}
        self._files = {name.partition("/")[2]: _content(name) for name in names}
        self._words = words

    def app(self) -> web.Application:
        """The application that serves them, behind its guard."""
        app = web.Application(middlewares=[guarding(self._guard)], client_max_size=LARGEST_BODY)
        app.on_response_prepare.append(add_headers)
        app.add_routes(
            [
                *(web.get(path, self._page) for path in self._pages),
                web.get(f"/static/{{name:{'|'.join(self._files)}}}", self._file),
                web.get(f"/words/{IN_LANGUAGE}", self._words_page),
            ]
        )
        return app

    async def _page(self, request: web.Request) -> web.Response:
        language = preferred(request.headers.get("Accept-Language", ""))
        page = self._pages[request.path].replace("LANGUAGE", language).replace("VERSION", self._version)
        page = page.replace("WAITING", escape(translated(WAITING, catalogue(language))))
        return web.Response(text=page, content_type="text/html", charset="utf-8")

    async def _file(self, request: web.Request) -> web.Response:
        name = request.match_info["name"]
        headers = {"Cache-Control": "public, max-age=31536000, immutable"} if "v" in request.query else None
        kind = _KINDS[name.rpartition(".")[2]]
        return web.Response(body=self._files[name], content_type=kind, charset="utf-8", headers=headers)

    async def _words_page(self, request: web.Request) -> web.Response:
        words = catalogue(request.match_info["language"])
        return json({name: translated(text, words) for name, text in self._words.items()})

    async def stream(
        self, request: web.Request, listener: asyncio.Event, news: Callable[[], News], pause_s: float
    ) -> web.StreamResponse:
        """Send `news` whenever `listener` is set, until the client disconnects, with `pause_s` between two.
        Raises `HTTPServiceUnavailable` if there are too many streams."""
        address = self._guard.client(request)
        if not self._guard.may_follow(address):
            raise web.HTTPServiceUnavailable(text="Too many are following.\n", headers={"Retry-After": "10"})
        self._guard.followed(address, 1)
        try:
            return await tell(request, listener, news, pause_s)
        finally:
            self._guard.followed(address, -1)


async def tell(
    request: web.Request, listener: asyncio.Event, news: Callable[[], News], pause_s: float
) -> web.StreamResponse:
    """Send `news` on a stream whenever `listener` is set, with `pause_s` between two, until the client
    disconnects or they raise `StreamEnded`."""
    response = web.StreamResponse(headers=STREAM)
    with suppress(ConnectionError, TimeoutError, StreamEnded):
        await response.prepare(request)
        if request.method == hdrs.METH_HEAD:
            return response
        await response.write(BEAT)
        while True:
            await _send_news(response, listener, news)
            await asyncio.sleep(pause_s)
    return response


async def _send_news(response: web.StreamResponse, listener: asyncio.Event, news: Callable[[], News]) -> None:
    """Send the next news, or a heartbeat if there is none for a while. Raises `ConnectionError` or
    `TimeoutError` if the client is gone, and `StreamEnded` after the last."""
    is_still = False
    try:
        await asyncio.wait_for(listener.wait(), HEARTBEAT_S)
    except TimeoutError:
        is_still = True
    listener.clear()
    for event, data in news():
        told = b"event: %b\ndata: %b\n\n" % (event.encode(), data)
        await asyncio.wait_for(response.write(told), PATIENCE_S)
        is_still = False
    if is_still:
        await asyncio.wait_for(response.write(BEAT), PATIENCE_S)


def _with_shared(page: str) -> str:
    """A page with the shared parts inserted."""
    for part in _SHARED:
        page = page.replace(f"<!-- {part} -->\n", _content(f"controller.web/{part}.html").decode())
    return page


def _content(name: str) -> bytes:
    package, _, file = name.partition("/")
    return (files(package) / "static" / file).read_bytes()


def json(value: object) -> web.Response:
    """A value as JSON."""
    return web.Response(body=encoded(value), content_type="application/json")


def preferred(accepted: str) -> str:
    """The first available language of an `Accept-Language` header; otherwise English."""
    for part in accepted.split(","):
        code = part.split(";")[0].strip().lower().split("-")[0]
        if code in LANGUAGES:
            return code
    return next(iter(LANGUAGES))
