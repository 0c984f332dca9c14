"""The client library's client, hardened against anything that a broker sends. Imported late, with the
library."""

from __future__ import annotations

import logging

from paho.mqtt.client import Client
from paho.mqtt.enums import MQTTErrorCode

log = logging.getLogger(__name__)


class LastingClient(Client):
    """A `Client` whose thread survives errors that end the library's.

    paho-mqtt 2.1 raises `UnicodeDecodeError` at a topic that is not valid text, and `OSError` if it tries
    another version of MQTT in vain.
    """

    failure: Exception | None = None
    """Why it could not connect the last time."""

    def reconnect(self) -> MQTTErrorCode:
        """See `Client.reconnect`. Raises `OSError`, and keeps it."""
        try:
            return super().reconnect()
        except OSError as error:
            self.failure = error
            raise

    def loop_forever(self, timeout: float = 1.0, retry_first_connection: bool = False) -> MQTTErrorCode:
        """See `Client.loop_forever`, which the library's thread calls."""
        while True:
            try:
                return super().loop_forever(timeout, retry_first_connection)
            except Exception:
                log.exception("mqtt: the broker does not speak MQTT")
                if (line := self.socket()) is not None:
                    line.close()  # the library finds it lost, waits a while, and connects anew
