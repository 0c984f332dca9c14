"""A table's voice at brokers as they are: of limits, of two tables of one name, of certificates, of former
settings."""

from __future__ import annotations

import re
import shlex
import shutil
import socket
import ssl
import subprocess
from pathlib import Path
from typing import Any, Final

import pytest

from benchmarks.broker import IS_HERE, WHY_NOT, broker, until
from controller.files.toml_file import read_toml
from controller.journal.journal import Journal
from controller.mqtt import connection
from controller.mqtt.connection import Connection, _why_not
from controller.mqtt.discovery import discovery
from controller.mqtt.installation import installation
from controller.mqtt.messages import Topics
from controller.mqtt.password import password_of
from controller.mqtt.publisher import MqttPublisher
from controller.settings.settings import MqttSettings
from tests.controller.mqtt.listener import listening
from tests.controller.mqtt.test_publisher import publishing
from tests.controller.web.serving import HOUSES, masterplan, shown
from tests.controller.web.wire import wire_to
from tests.needs import require

PAGE: Final = Path(__file__).parents[3] / "docs" / "mqtt.md"
CLIENT: Final = shutil.which("mosquitto_sub")
LATE_S: Final = 0.7
TOO_LATE_S: Final = 5.0
TIMED_OUT: Final = 27
"""The status of mosquitto_sub after its time (-W) is up."""

needs_broker = pytest.mark.skipif(not IS_HERE, reason=WHY_NOT)


def settings(port: int, **more: Any) -> MqttSettings:
    return MqttSettings(**{"broker": "127.0.0.1", "port": port, "table": "t1", **more})


@needs_broker
def test_two_tables_of_one_name_both_stay_and_both_say_so(tmp_path: Path) -> None:
    with (
        broker(tmp_path) as one,
        publishing(settings(one.port), tmp_path / "a.sqlite") as first,
        publishing(settings(one.port), tmp_path / "b.sqlite") as second,
    ):
        for table in (first, second):
            table.follow(shown(masterplan()))
        until(lambda: all("is called t1" in table.trouble for table in (first, second)))
        assert first._connection.is_connected
        assert second._connection.is_connected


@needs_broker
def test_who_is_taken_over_again_and_again_says_so_and_tries_less_often(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "RETRY_S", (0.01, 0.2))
    with broker(tmp_path) as one:
        halls = [Connection(settings(one.port), "", "tablier-hall-hall", keeps=True) for _ in range(2)]
        for hall in halls:
            hall.start()
        try:
            until(
                lambda: all(
                    "again and again: is another program called tablier-hall-hall" in one.trouble
                    for one in halls
                )
            )
        finally:
            for hall in halls:
                hall.stop()


def plays(journal: Journal, table: MqttPublisher, number: int) -> None:
    """The next house is played."""
    journal.play(1, HOUSES[number], number)
    table.follow(shown(masterplan(*HOUSES[: number + 1])))


@needs_broker
def test_a_broker_that_answers_late_is_waited_for(tmp_path: Path) -> None:
    file = tmp_path / "journal.sqlite"
    with broker(tmp_path) as one, wire_to(one.port) as wire, Journal.open(file) as journal:
        journal.start_game({"game": "masterplan"}, 1)
        wire.late_s = LATE_S
        with listening(one.port) as heard, publishing(settings(wire.port), file) as table:
            until((tmp_path / "journal-mqtt.json").exists)
            plays(journal, table, 0)
            until(lambda: wire.carried == 1)
            assert "has not answered yet" in table.trouble
            plays(journal, table, 1)
            until(lambda: table.trouble == "", lambda: table.trouble)
            plays(journal, table, 2)
            until(lambda: [told["text"] for told in heard.payloads("action")] == list(HOUSES))
            assert wire.carried == 1


@needs_broker
def test_a_broker_that_answers_too_late_is_asked_again_and_misses_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "KEEPALIVE_S", 1)
    monkeypatch.setattr(connection, "RETRY_S", (0.01, 0.2))
    file = tmp_path / "journal.sqlite"
    with broker(tmp_path) as one, wire_to(one.port) as wire, Journal.open(file) as journal:
        journal.start_game({"game": "masterplan"}, 1)
        wire.late_s = TOO_LATE_S
        with listening(one.port) as heard, publishing(settings(wire.port), file) as table:
            until((tmp_path / "journal-mqtt.json").exists)
            plays(journal, table, 0)
            until(lambda: wire.carried > 2)
            plays(journal, table, 1)
            assert "does not answer at port" in table.trouble
            wire.late_s = 0.0
            until(lambda: table.trouble == "", lambda: table.trouble)
            plays(journal, table, 2)
            until(lambda: [told["text"] for told in heard.payloads("action")] == list(HOUSES))


@needs_broker
def test_a_message_that_is_too_large_for_the_broker_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "RETRY_S", (0.01, 0.2))
    with broker(tmp_path, limits=("max_packet_size 600",)) as one, publishing(settings(one.port)) as table:
        table.follow(shown(masterplan()))
        until(lambda: "is too large for it" in table.trouble, lambda: table.trouble)
        assert "homeassistant/device/tablier_t1/config" in table.trouble


@needs_broker
def test_what_former_settings_have_left_is_taken_away(tmp_path: Path) -> None:
    journal = tmp_path / "journal.sqlite"
    with broker(tmp_path) as one, listening(one.port) as heard:

        def run(**more: Any) -> None:
            with publishing(settings(one.port, **more), journal) as table:
                table.follow(shown(masterplan()))
                until(lambda: bool(heard.payloads(f"{more.get('table', 't1')}/game")))

        run()
        run(table="t2", discovery="")
        until(lambda: ("homeassistant/device/tablier_t1/config", b"") in heard.raw)
        with listening(one.port) as later:
            until(lambda: bool(later.payloads("t2/game")))
            assert not [topic for topic, _ in later.raw if "t1" in topic]


@needs_broker
def test_a_broker_that_the_table_returns_to_keeps_nothing_of_former_settings(tmp_path: Path) -> None:
    journal = tmp_path / "journal.sqlite"
    folders = [tmp_path / name for name in "ab"]
    for folder in folders:
        folder.mkdir()
    with broker(folders[0]) as one, broker(folders[1]) as other, listening(one.port) as heard:
        for port, name in ((one.port, "t1"), (other.port, "t3"), (one.port, "t2")):
            with publishing(settings(port, table=name), journal) as table, listening(port) as there:
                table.follow(shown(masterplan()))
                until(lambda name=name, there=there: bool(there.payloads(f"{name}/game")))  # type: ignore[misc]
        until(lambda: ("tablier/t1/who", b"") in heard.raw)
        with listening(one.port) as later, listening(other.port) as elsewhere:
            until(lambda: bool(later.payloads("t2/game") and elsewhere.payloads("t3/game")))
            assert not [topic for topic, _ in later.raw if "t1" in topic]


@needs_broker
def test_of_two_tables_of_one_name_the_one_that_keeps_it_stays_after_the_other_was_renamed(
    tmp_path: Path,
) -> None:
    with broker(tmp_path) as one, publishing(settings(one.port), tmp_path / "a.sqlite") as stays:
        stays.follow(shown(masterplan()))
        with publishing(settings(one.port), tmp_path / "b.sqlite") as renamed, listening(one.port) as heard:
            renamed.follow(shown(masterplan()))
            until(lambda: "is called t1" in stays.trouble)
            until(lambda: len([one for one in heard.raw if one[0] == "tablier/t1/game"]) > 1)
        with (
            listening(one.port) as heard,
            publishing(settings(one.port, table="t2"), tmp_path / "b.sqlite") as renamed,
        ):
            renamed.follow(shown(masterplan()))
            until(lambda: ("tablier/t1/who", b"") in heard.raw)
            until(lambda: stays.trouble == "", lambda: stays.trouble)
        until(lambda: _is_introduced(one.port))


def _is_introduced(port: int) -> bool:
    """Whether a new subscriber hears that `t1` is there, and Home Assistant gets its description."""
    with listening(port) as later:
        until(lambda: bool(later.payloads("t2/game")))
        told = dict(later.raw)
    return (
        told.get("tablier/t1/online") == b"online"
        and "tablier/t1/game" in told
        and "homeassistant/device/tablier_t1/config" in told
    )


@needs_broker
@pytest.mark.parametrize(("owner", "is_removed"), [("a-b", True), ("a_b", False)])
def test_a_home_assistant_forgets_the_name_that_an_older_version_gave_this_table_alone(
    tmp_path: Path, owner: str, is_removed: bool
) -> None:
    older = "homeassistant/device/tablier_a_b/config"
    with broker(tmp_path) as one, listening(one.port) as heard:
        heard.publish(older, b'{"availability_topic":"tablier/%b/online"}' % owner.encode(), retain=True)
        with publishing(settings(one.port, table="a-b"), tmp_path / "journal.sqlite") as table:
            table.follow(shown(masterplan()))
            if is_removed:
                until(lambda: (older, b"") in heard.raw)
            until(lambda: bool(heard.payloads("a-b/health") or heard.payloads("a-b/game")))
        assert ((older, b"") in heard.raw) == is_removed


@needs_broker
def test_the_documented_command_empties_a_former_broker(tmp_path: Path) -> None:
    require(CLIENT is not None, "mosquitto_sub", "mosquitto-clients")
    found = re.search(r"^(mosquitto_sub .*)$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert found is not None
    with broker(tmp_path) as one:
        with publishing(settings(one.port)) as table, listening(one.port) as heard:
            table.follow(shown(masterplan()))
            until(lambda: bool(heard.payloads("t1/game")))
            heard.publish("tablier/t2/game", b"{}", retain=True)
        words = shlex.split(found[1].replace("-h OLD", f"-h 127.0.0.1 -p {one.port}").replace("TABLE", "t1"))
        assert subprocess.run(words, check=False, capture_output=True).returncode == TIMED_OUT
        with listening(one.port) as later:
            later.publish("end", b"")
            until(lambda: bool(later.payloads("end")))
            assert [topic for topic, _ in later.raw] == ["tablier/t2/game", "end"]


def test_names_that_differ_are_devices_that_differ() -> None:
    made = []
    for name in ("a-b", "a_b"):
        topic, payload = discovery(settings(1883, table=name), Topics("tablier", name))
        ids = {part["unique_id"] for part in payload["components"].values()}
        made.append({topic, *payload["device"]["identifiers"], *ids})
    assert not made[0] & made[1]


def test_an_installation_stays_the_same_and_another_journal_is_another(tmp_path: Path) -> None:
    assert installation(tmp_path / "a") == installation(tmp_path / "a") != installation(tmp_path / "b")


def refused(code: int) -> ssl.SSLCertVerificationError:
    error = ssl.SSLCertVerificationError("no")
    error.verify_code = code
    return error


@pytest.mark.parametrize(
    ("failure", "words"),
    [
        (refused(9), "is not valid yet: is the clock right?"),
        (refused(10), "has expired, or the clock is wrong"),
        (refused(62), "is for another name"),
        (refused(18), "is signed by nobody known"),
        (ssl.SSLError("wrong version number"), "does not speak TLS at port 8883"),
        (socket.gaierror(-2, "unknown"), "nobody is called b.local"),
        (ConnectionResetError(), "does not speak TLS at port 8883"),
        (ConnectionRefusedError(), "does not answer at port 8883"),
        (None, "does not answer at port 8883"),
    ],
)
def test_why_a_broker_cannot_be_reached_is_said_in_words(failure: Exception | None, words: str) -> None:
    assert words in str(_why_not(MqttSettings(broker="b.local", port=8883), failure))


LONG_AGO, THEN, SOON, LATER = "20200101000000Z", "20210101000000Z", "20400101000000Z", "20500101000000Z"


@needs_broker
@pytest.mark.parametrize(
    ("first", "last", "name", "is_known", "words"),
    [
        (SOON, LATER, "127.0.0.1", True, "is not valid yet"),
        (LONG_AGO, THEN, "127.0.0.1", True, "has expired"),
        (LONG_AGO, LATER, "localhost", True, "is for another name"),
        (LONG_AGO, LATER, "127.0.0.1", False, "is signed by nobody known"),
        (LONG_AGO, LATER, "127.0.0.1", True, ""),
    ],
)
def test_what_is_wrong_with_a_certificate_is_said(
    tmp_path: Path, first: str, last: str, name: str, is_known: bool, words: str
) -> None:
    certificate, key = tmp_path / "broker.pem", tmp_path / "broker.key"
    make_certificate(certificate, key, first, last)
    with broker(tmp_path, limits=(f"certfile {certificate}", f"keyfile {key}")) as one:
        says(settings(one.port, broker=name, tls=True, ca_file=str(certificate) if is_known else ""), words)


@needs_broker
def test_a_broker_without_tls_is_called_so(tmp_path: Path) -> None:
    with broker(tmp_path) as one:
        says(settings(one.port, tls=True), "does not speak TLS")


@needs_broker
def test_a_broker_that_wants_tls_is_called_so(tmp_path: Path) -> None:
    certificate, key = tmp_path / "broker.pem", tmp_path / "broker.key"
    make_certificate(certificate, key, LONG_AGO, LATER)
    with broker(tmp_path, limits=(f"certfile {certificate}", f"keyfile {key}")) as one:
        says(settings(one.port), "hangs up at port")


def says(of: MqttSettings, words: str) -> None:
    """A table with these settings says so; it has no trouble where it is to say nothing."""
    with publishing(of) as table:
        until(lambda: words in table.trouble if words else table.trouble == "", lambda: table.trouble)


def make_certificate(certificate: Path, key: Path, first: str, last: str) -> None:
    """A certificate of this computer's own, valid between two moments."""
    folder = certificate.parent
    (folder / "index").touch()
    (folder / "ca.conf").write_text(
        f"[ca]\ndefault_ca=own\n[own]\ndatabase={folder}/index\nnew_certs_dir={folder}\nrand_serial=yes\n"
        "default_md=sha256\npolicy=any\n[any]\ncommonName=supplied\n[ext]\nsubjectAltName=IP:127.0.0.1\n"
        "[req]\ndistinguished_name=dn\n[dn]\n"
    )
    run = ["openssl"]
    asked = [*run, "req", "-new", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=broker"]
    asked += ["-config", str(folder / "ca.conf"), "-keyout", str(key), "-out", str(folder / "broker.csr")]
    signed = [*run, "ca", "-batch", "-selfsign", "-config", str(folder / "ca.conf"), "-extensions", "ext"]
    signed += ["-keyfile", str(key), "-in", str(folder / "broker.csr"), "-out", str(certificate), "-notext"]
    signed += ["-startdate", first, "-enddate", last]
    for command in (asked, signed):
        subprocess.run(command, check=True, capture_output=True)


def test_a_password_that_was_saved_on_windows_is_itself(tmp_path: Path) -> None:
    file = tmp_path / "password"
    file.write_bytes(b"\xef\xbb\xbfsecret\r\n")
    file.chmod(0o600)
    assert password_of(MqttSettings(broker="b", password_file=str(file))) == "secret"


def test_settings_that_were_saved_on_windows_are_read(tmp_path: Path) -> None:
    file = tmp_path / "tablier.toml"
    file.write_bytes(b"\xef\xbb\xbf[web]\r\nport = 8322\r\n")
    assert read_toml(file) == {"web": {"port": 8322}}
