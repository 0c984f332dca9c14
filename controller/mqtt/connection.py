"""A connection to a broker that reconnects by itself, and names the reason for its absence in plain words."""

from __future__ import annotations

import logging
import socket
import ssl
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from controller.mqtt.steadiness import Steadiness
from controller.settings.settings import MqttSettings
from texts import _

if TYPE_CHECKING:
    from paho.mqtt.client import Client, ConnectFlags, DisconnectFlags, MQTTMessage
    from paho.mqtt.properties import Properties
    from paho.mqtt.reasoncodes import ReasonCode

log = logging.getLogger(__name__)

KEEPALIVE_S: Final = 20
"""A broker that is silent for longer is away, and a client that is counts as offline."""

RETRY_S: Final = (1, 60)
"""The delay before a broker that is away is retried: the first one, and the longest."""

WRONG_PASSWORD: Final = ("Bad user name or password", "Not authorized")
"""The client library's names for the codes 4 and 5 of MQTT 3.1.1, and 134 and 135 of MQTT 5."""

TOO_LATE: Final = "Keep alive timeout"
"""The client library's name for the end of a connection on which nothing has come for too long."""

NOT_YET_VALID: Final = 9
EXPIRED: Final = 10
OTHER_NAME: Final = (62, 64)
"""OpenSSL's names of these faults of a certificate."""

Connected = Callable[["Connection"], None]
Heard = Callable[[str, bytes, bool], None]


class _ClosedSocket(ssl.SSLSocket):
    """A socket that is closed if it cannot be trusted: the client library forgets to."""

    def do_handshake(self, block: bool = False) -> None:
        """See `ssl.SSLSocket.do_handshake`."""
        try:
            super().do_handshake(block)
        except OSError:
            self.close()
            raise


class Connection:
    """One client of a broker, in a thread of its own.

    `name` is the client's name. If the broker `keeps` its session, messages during an absence come later.
    `will` is a topic and its retained payload for a client that disappears. In its thread `connected` is
    called whenever the broker has accepted it, `heard` with topic, payload and whether it had been retained,
    and `acknowledged` with the number of a message that the broker has.
    """

    def __init__(
        self,
        settings: MqttSettings,
        password: str,
        name: str,
        *,
        keeps: bool = False,
        will: tuple[str, str] | None = None,
        connected: Connected = lambda connection: None,
        heard: Heard = lambda topic, payload, is_retained: None,
        acknowledged: Callable[[int], None] = lambda number: None,
    ) -> None:
        self._settings = settings
        self._password = password
        self._name = name
        self._keeps = keeps
        self._will = will
        self._connected = connected
        self._heard = heard
        self._acknowledged = acknowledged
        self._client: Client | None = None
        self._ends = False
        self._steadiness = Steadiness(time.monotonic)
        self.is_connected = False
        self._trouble: str = _("the broker {broker} has not answered yet", broker=settings.broker)
        self._flapping = ""
        self._is_refused = False

    @property
    def trouble(self) -> str:
        """Why it is away, or does not last; empty while it works."""
        return self._trouble or (self._flapping if self._steadiness.is_flapping else "")

    def start(self) -> None:
        """Begin, also after `stop`. A broker that is away is tried again and again. Raises `OSError` for
        certificates."""
        from paho.mqtt.enums import CallbackAPIVersion

        from controller.mqtt.client import LastingClient

        settings = self._settings
        client = LastingClient(
            CallbackAPIVersion.VERSION2, client_id=self._name, clean_session=not self._keeps
        )
        if self._will is not None:
            client.will_set(*self._will, qos=1, retain=True)
        if settings.username:
            client.username_pw_set(settings.username, self._password)
        if settings.tls:
            context = ssl.create_default_context(cafile=settings.ca_file or None)
            context.sslsocket_class = _ClosedSocket
            client.tls_set_context(context)
        client.on_connect = self._on_connect
        client.on_connect_fail = self._on_connect_fail
        client.on_disconnect = self._on_disconnect
        client.on_publish = self._on_publish
        client.on_message = self._on_message
        client.reconnect_delay_set(*RETRY_S)
        client.connect_async(settings.broker, settings.port, KEEPALIVE_S)
        client.loop_start()
        self._ends = False
        self._client = client

    def stop(self) -> None:
        """Disconnect, and end the thread."""
        self._ends = True
        if self._client is not None:
            self._client.disconnect()
            self._client.loop_stop()

    def publish(self, topic: str, payload: bytes | str, *, sure: bool = False) -> int:
        """Publish a retained message; returns its number. With `sure` it is kept until the broker has
        acknowledged it; else it may be lost."""
        assert self._client is not None
        self._steadiness.says(len(payload), topic)
        return self._client.publish(topic, payload, qos=1 if sure else 0, retain=True).mid

    def subscribe(self, *topics: str, sure: bool = True) -> None:
        """Subscribe to a topic; with `sure` messages during an absence come later, as far as the broker has
        room for them."""
        assert self._client is not None
        self._client.subscribe([(topic, int(sure)) for topic in topics])

    def unsubscribe(self, topic: str) -> None:
        """Unsubscribe from a topic."""
        assert self._client is not None
        self._client.unsubscribe(topic)

    # In its thread

    def _on_connect(
        self, client: Client, _data: Any, _flags: ConnectFlags, reason: ReasonCode, _more: Properties | None
    ) -> None:
        if reason.is_failure:
            self._is_refused = True
            self._refused(str(reason))
            return
        self._is_refused = False
        log.info("mqtt: connected to %s", self._settings.broker)
        self._client, self._trouble, self.is_connected = client, "", True
        self._steadiness.begins()
        self._connected(self)

    def _on_connect_fail(self, client: Client, _data: Any) -> None:
        self._report(_why_not(self._settings, getattr(client, "failure", None)))

    def _refused(self, reason: str) -> None:
        broker = self._settings.broker
        if reason in WRONG_PASSWORD:
            self._report(
                _("the broker {broker} refuses the name or the password of the settings", broker=broker)
            )
        else:
            self._report(_("the broker {broker} refuses this table: {why}", broker=broker, why=reason))

    def _on_disconnect(
        self,
        client: Client,
        _data: Any,
        _flags: DisconnectFlags,
        reason: ReasonCode,
        _more: Properties | None,
    ) -> None:
        if self.is_connected and not self._ends:
            steadiness = self._steadiness
            steadiness.ends()
            self._flapping = _why_flapping(self._settings.broker, self._name, steadiness.too_large)
            away = _("the broker {broker} is away ({why})", broker=self._settings.broker, why=str(reason))
            self._report(self._flapping if steadiness.is_flapping else away)
            client.reconnect_delay_set(steadiness.wait_s(*RETRY_S), RETRY_S[1])  # type: ignore[arg-type]
        elif not self._ends and not self._is_refused:
            self._report(_why_unanswered(self._settings, str(reason)))
        self.is_connected = self._is_refused = False

    def _on_publish(
        self, _client: Client, _data: Any, number: int, _reason: ReasonCode, _more: Properties
    ) -> None:
        self._acknowledged(number)

    def _on_message(self, _client: Client, _data: Any, message: MQTTMessage) -> None:
        self._heard(message.topic, bytes(message.payload), message.retain)

    def _report(self, trouble: str) -> None:
        if trouble != self._trouble:
            log.warning("mqtt: %s", trouble)
        self._trouble = trouble


def _why_flapping(broker: str, name: str, too_large: tuple[int, str]) -> str:
    """Why a broker may hang up again and again."""
    if too_large[0]:
        size, topic = too_large
        return _(
            "the broker {broker} hangs up at {topic}: a message of {size} bytes is too large for it",
            broker=broker,
            topic=topic,
            size=size,
        )
    return _(
        "the broker {broker} hangs up again and again: is another program called {name} there?",
        broker=broker,
        name=name,
    )


def _why_unanswered(settings: MqttSettings, reason: str) -> str:
    """Why a broker that was reached does not say whether it accepts the table."""
    broker, port = settings.broker, settings.port
    if reason == TOO_LATE:
        return _("the broker {broker} does not answer at port {port}", broker=broker, port=port)
    return _(
        "the broker {broker} hangs up at port {port} before it answers: is mqtt.tls right?",
        broker=broker,
        port=port,
    )


def _why_not(settings: MqttSettings, failure: Exception | None) -> str:
    """Why a broker cannot be reached."""
    broker, port = settings.broker, settings.port
    match failure:
        case ssl.SSLCertVerificationError():
            return _why_distrusted(broker, failure.verify_code)
        case ssl.SSLError() | ConnectionResetError():
            return _("the broker {broker} does not speak TLS at port {port}", broker=broker, port=port)
        case socket.gaierror():
            return _("nobody is called {broker} in this network: the broker is not found", broker=broker)
    return _("the broker {broker} does not answer at port {port}", broker=broker, port=port)


def _why_distrusted(broker: str, code: int) -> str:
    """The fault of a broker's certificate, by OpenSSL's number."""
    if code == NOT_YET_VALID:
        return _(
            "the certificate of the broker {broker} is not valid yet: is the clock right?", broker=broker
        )
    if code == EXPIRED:
        return _("the certificate of the broker {broker} has expired, or the clock is wrong", broker=broker)
    if code in OTHER_NAME:
        return _("the certificate of the broker {broker} is for another name", broker=broker)
    return _(
        "the certificate of the broker {broker} is signed by nobody known: see mqtt.ca_file", broker=broker
    )
