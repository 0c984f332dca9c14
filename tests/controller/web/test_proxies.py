"""The page behind a real nginx and a real Caddy, set up as docs/spectators.md says."""

from __future__ import annotations

import http.client
import os
import re
import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Final

import pytest

from controller.settings.settings import WebSettings
from controller.web.guard import STREAMS_EACH
from controller.web.server import WebServer
from tests.controller.web.browser import IS_HERE as HAS_BROWSER
from tests.controller.web.browser import WHY_NOT, browsing
from tests.controller.web.serving import HOUSES, WITHIN_S, free_port, masterplan, serving, shown, until

NAME: Final = "games.example.org"
AT_HOME: Final = "table.home.arpa"
PAGE: Final = Path(__file__).parents[3] / "docs" / "spectators.md"
PROXIES: Final = ("nginx", "caddy")
PHONES: Final = 12
BEHIND: Final = WebSettings(port=0, address=f"https://{NAME}/", proxies=("127.0.0.1", "::1"))


def program(name: str) -> str | None:
    return shutil.which(name, path=f"{os.environ.get('PATH', '')}:/usr/sbin")


@pytest.fixture(params=PROXIES)
def proxy(request: pytest.FixtureRequest) -> str:
    """Each of the proxies that are here."""
    name: str = request.param
    if program(name) is None:
        pytest.skip(f"needs {name}: apt install {'nginx-light' if name == 'nginx' else name}")
    return name


def documented(kind: str, number: int = 0) -> str:
    """The set-up that the page shows for a proxy: the first one, or a later one."""
    found = re.findall(rf"```{kind}\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    return str(found[number])


def command(proxy: str, folder: Path, port: int, table: int) -> list[str]:
    """Write the set-up of a proxy that listens at a port, and give the command that starts it."""
    text = documented(proxy).replace("127.0.0.1:8321", f"127.0.0.1:{table}")
    file = folder / f"{proxy}.conf"
    if proxy == "nginx":
        temporary = "".join(
            f"{kind}_temp_path {folder}/{kind};\n"
            for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        )
        site = text.replace("listen 80;", f"listen 127.0.0.1:{port};")
        file.write_text(f"pid {folder}/pid;\nevents {{}}\nhttp {{\naccess_log off;\n{temporary}{site}}}\n")
        return [program(proxy) or "", "-p", str(folder), "-c", str(file), "-e", "stderr", "-g", "daemon off;"]
    site = text.replace(NAME, f"http://{NAME}:{port}")
    file.write_text(f"{{\nadmin off\nauto_https off\n}}\n{site}")
    return [program(proxy) or "", "run", "--config", str(file), "--adapter", "caddyfile"]


@contextmanager
def behind(proxy: str, folder: Path, server: WebServer) -> Iterator[int]:
    """The proxy before a table's page. Gives its port."""
    port = free_port()
    home = {**os.environ, "HOME": str(folder), "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    quiet = subprocess.DEVNULL
    with subprocess.Popen(
        command(proxy, folder, port, server.port), env=home, stdout=quiet, stderr=quiet
    ) as process:
        try:
            until(lambda: is_listening(port))
            yield port
        finally:
            process.terminate()


def is_listening(port: int) -> bool:
    with suppress(OSError), socket.create_connection(("127.0.0.1", port)):
        return True
    return False


def asked(
    stack: ExitStack, port: int, path: str, client: str, method: str = "GET"
) -> http.client.HTTPResponse:
    """A client's answer through a proxy."""
    line = http.client.HTTPConnection("127.0.0.1", port, WITHIN_S, (client, 0))
    stack.callback(line.close)
    line.request(method, path, headers={"Host": NAME})
    answer = line.getresponse()
    stack.callback(answer.close)
    return answer


def until_told(answer: http.client.HTTPResponse, words: bytes) -> None:
    while words not in (line := answer.readline()):
        assert line, "the stream has ended"


def test_many_phones_follow_behind_a_proxy(proxy: str, tmp_path: Path) -> None:
    with ExitStack() as stack:
        server = stack.enter_context(serving(masterplan(*HOUSES[:1]), settings=BEHIND))
        port = stack.enter_context(behind(proxy, tmp_path, server))
        phones = [asked(stack, port, "/events/en", f"127.0.2.{number + 1}") for number in range(PHONES)]
        assert [one.status for one in phones] == [200] * PHONES
        for one in phones:
            until_told(one, b"Yellow to move")
        server.follow(shown(masterplan(*HOUSES[:2])))
        for one in phones:
            until_told(one, b"White to move")


def test_behind_a_proxy_one_phone_takes_no_others_place(proxy: str, tmp_path: Path) -> None:
    with ExitStack() as stack:
        server = stack.enter_context(serving(masterplan(), settings=BEHIND))
        port = stack.enter_context(behind(proxy, tmp_path, server))
        found = [asked(stack, port, "/events/en", "127.0.2.1").status for _ in range(STREAMS_EACH + 1)]
        assert found == [200] * STREAMS_EACH + [503]
        assert asked(stack, port, "/events/en", "127.0.2.2").status == 200
        head = asked(stack, port, "/events/en", "127.0.2.3", "HEAD")
        assert (head.status, head.read()) == (200, b"")


@pytest.mark.skipif(not HAS_BROWSER, reason=WHY_NOT)
@pytest.mark.skipif(not (program("caddy") and program("certutil")), reason="needs caddy and libnss3-tools")
def test_in_a_house_a_phone_that_trusts_the_proxy_keeps_its_screen_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    port = free_port()
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    with ExitStack() as stack:
        settings = WebSettings(port=0, address=f"https://{AT_HOME}:{port}/", proxies=("127.0.0.1", "::1"))
        server = stack.enter_context(serving(masterplan(), settings=settings))
        text = documented("caddy", 1).replace("127.0.0.1:8321", f"127.0.0.1:{server.port}")
        file = tmp_path / "Caddyfile"
        options = "admin off\nauto_https disable_redirects\nskip_install_trust\n"
        file.write_text(f"{{\n{options}}}\n" + text.replace(AT_HOME, f"{AT_HOME}:{port}"))
        caddy = stack.enter_context(
            subprocess.Popen([program("caddy") or "", "run", "--config", str(file), "--adapter", "caddyfile"])
        )
        stack.callback(caddy.terminate)
        root = tmp_path / "caddy/pki/authorities/local/root.crt"
        until(lambda: root.exists() and is_listening(port))
        trust(root, tmp_path / ".pki/nssdb")
        resolved = f"--host-resolver-rules=MAP {AT_HOME} 127.0.0.1"
        browser = stack.enter_context(browsing(tmp_path, 390, 844, more=(resolved,)))
        browser.open(f"https://{AT_HOME}:{port}/seat")
        assert browser.driver.execute_script("return isSecureContext && 'wakeLock' in navigator")
        until(lambda: browser.text("#ask") != "")


def trust(root: Path, database: Path) -> None:
    """Let the browser trust a certificate, as a phone does that it was installed on."""
    database.mkdir(parents=True)
    certutil = [program("certutil") or "", "-d", f"sql:{database}"]
    subprocess.run([*certutil, "-N", "--empty-password"], check=True)
    subprocess.run([*certutil, "-A", "-n", "table", "-t", "C,,", "-i", str(root)], check=True)
