"""The broker's messages that the hall has not read yet: a table's latest condition and view, and its actions
in their order."""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Iterator
from threading import Lock
from typing import Final

LARGEST: Final = 1 << 16
"""The largest message that is read, in bytes: a table's largest have a tenth of it."""

MOST_TOPICS: Final = 4_000
MOST_ACTIONS: Final = 5_000
MOST_EACH: Final = 500
"""The most that waits: topics with their newest message, actions of all tables and of one of them. Of more
the rest is dropped."""

Heard = tuple[str, bytes]
"""A topic and its message."""


class Inbox:
    """See above. `put` is called in the connection's thread, `take` in the loop's."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._newest: OrderedDict[str, bytes] = OrderedDict()
        self._actions: dict[str, deque[bytes]] = {}
        self._waiting = 0
        self.dropped = 0
        """The number of messages for which there was no room."""

    def put(self, topic: str, payload: bytes) -> bool:
        """Add a message. Returns whether it is the first that waits."""
        with self._lock:
            was_empty = not (self._newest or self._actions)
            if len(payload) > LARGEST or not self._added(topic, payload):
                self.dropped += 1
            return was_empty and bool(self._newest or self._actions)

    def _added(self, topic: str, payload: bytes) -> bool:
        if not topic.endswith("/action"):
            if topic not in self._newest and len(self._newest) >= MOST_TOPICS:
                return False
            self._newest[topic] = payload
            return True
        waiting = self._actions.get(topic, ())
        if self._waiting >= MOST_ACTIONS or len(waiting) >= MOST_EACH:
            return False
        self._actions.setdefault(topic, deque()).append(payload)
        self._waiting += 1
        return True

    def take(self, most: int) -> list[Heard]:
        """The next messages, at most this many, each table's in turn."""
        with self._lock:
            found: list[Heard] = []
            for heard in self._next():
                found.append(heard)
                if len(found) >= most:
                    break
            return found

    def _next(self) -> Iterator[Heard]:
        while self._newest or self._actions:
            if self._newest:
                yield self._newest.popitem(last=False)
            for topic in list(self._actions):
                actions = self._actions[topic]
                self._waiting -= 1
                payload = actions.popleft()
                if not actions:
                    del self._actions[topic]
                yield topic, payload

    def __len__(self) -> int:
        """The number of waiting messages."""
        return len(self._newest) + self._waiting
