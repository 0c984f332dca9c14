"""A listener at a real Mosquitto."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from paho.mqtt.client import Client, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion

from benchmarks.broker import WITHIN_S


class Listener:
    """Hears everything below a topic, and remembers it in order."""

    def __init__(self, port: int, topic: str = "#", password: str = "") -> None:
        self.heard: list[tuple[str, Any, bool]] = []
        """Topic, payload and whether it had been retained. JSON is decoded."""
        self.raw: list[tuple[str, bytes]] = []
        """Topic and payload as they came."""
        self._subscribed = threading.Event()
        self._topic = topic
        self._client = Client(CallbackAPIVersion.VERSION2)
        if password:
            self._client.username_pw_set("tablier", password)
        # Sooner than a table, which waits for a second: a broker that was killed remembers no subscription.
        self._client.reconnect_delay_set(0.1, 0.1)  # type: ignore[arg-type]
        self._client.on_connect = lambda client, *_: client.subscribe(topic, qos=1)
        self._client.on_subscribe = lambda *_: self._subscribed.set()
        self._client.on_message = self._hear
        self._client.connect("127.0.0.1", port)
        self._client.loop_start()
        assert self._subscribed.wait(WITHIN_S)

    def _hear(self, _client: Client, _data: Any, message: MQTTMessage) -> None:
        try:
            payload = json.loads(message.payload)
        except ValueError:
            payload = message.payload.decode()
        self.raw.append((message.topic, bytes(message.payload)))
        self.heard.append((message.topic, payload, message.retain))

    def payloads(self, end: str) -> list[Any]:
        """The messages on the topics with this ending."""
        return [payload for topic, payload, _ in self.heard if topic.endswith(end)]

    def publish(self, topic: str, payload: bytes, *, retain: bool = False) -> None:
        """Say something."""
        self._client.publish(topic, payload, qos=1, retain=retain).wait_for_publish(WITHIN_S)

    def flood(self, topic: str, number: int) -> bool:
        """Say something again and again, as fast as the broker takes it."""
        for _ in range(number):
            self._client.publish(topic, b"noise", qos=0)
        return True

    def close(self) -> None:
        """Go away."""
        self._client.disconnect()
        self._client.loop_stop()


@contextmanager
def listening(port: int, topic: str = "#", password: str = "") -> Iterator[Listener]:
    """A client that listens."""
    one = Listener(port, topic, password)
    try:
        yield one
    finally:
        one.close()
