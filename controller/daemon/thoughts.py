"""The thoughts that the table wants at a moment, and the desk that requests and cancels them.

There is no list of cancellations: any request that is no longer wanted is cancelled at once, when a shell
takes effect.
"""

from __future__ import annotations

from controller.model.thinking import Request, Thinker
from controller.referee import computer
from controller.shell.model.state import Shell
from controller.shell.playing import chances, hinting
from controller.shell.screens import SCREENS


def wanted(shell: Shell) -> tuple[Request, ...]:
    """All requests that are wanted now. The chances for spectators come last: they hold up nothing."""
    layer = shell.layer
    found = (
        computer.request_of(shell.session),
        hinting.request_of(shell),
        None if layer is None else SCREENS[type(layer)].request_of(shell, layer),
    )
    requests = tuple(request for request in found if request is not None)
    idle = None if requests or shell.chances is None else chances.request_of(shell)
    return requests if idle is None else (idle,)


class Desk:
    """Gives a thinker the wanted requests, and no others."""

    def __init__(self, thinker: Thinker) -> None:
        self._thinker = thinker
        self._asked: frozenset[tuple[str, int]] = frozenset()

    def look(self, shell: Shell) -> None:
        """Send the newly wanted requests of a shell, and cancel the rest."""
        requests = {request.name: request for request in wanted(shell)}
        if requests.keys() == self._asked:
            return
        for name in self._asked - requests.keys():
            self._thinker.cancel(name)
        for name, request in requests.items():
            if name not in self._asked:
                self._thinker.think(request)
        self._asked = frozenset(requests)
