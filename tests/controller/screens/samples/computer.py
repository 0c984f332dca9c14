"""Views of the pages about this computer."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from controller import shell
from controller.model.view import Phase, View
from controller.referee.session import first_session
from controller.shell import Shell
from controller.shell.model.computer_pages import (
    ComputerPage,
    Levels,
    StoragePage,
    UpdatePage,
    WifiKey,
    WifiPage,
)
from controller.shell.model.layer import Layer
from controller.shell.model.state import Kiosk
from hardware.host.port import NOT_ALLOWED, HostState, Network, Power, Source, Storage, Update, Wifi
from tests.controller.screens.samples.sessions import GRID, SETTLE_MS
from texts import _

_KIOSK: Final = Kiosk(pin="1234", has_backlight=True, has_sound=True)
_STATE: Final = HostState(Storage(31_000_000_000, 22_400_000_000, 4_200_000, 118_000_000), {})
_REFUSED: Final = HostState(
    Storage(31_000_000_000, 400_000_000, 4_200_000, 118_000_000, is_read_only=True),
    dict.fromkeys(Power, NOT_ALLOWED),
    NOT_ALLOWED,
    _("There is no sound card."),
)


def _over(layer: Layer, kiosk: Kiosk = _KIOSK) -> View:
    session = replace(first_session({}, GRID, SETTLE_MS, {}), phase=Phase.MENU)
    return shell.view(Shell(session, kiosk=kiosk, layer=layer))


_NETWORKS: Final = (
    Network("Zuhause 5 GHz", 82, "WPA2 WPA3", is_in_use=True),
    Network("FRITZ!Box 7590 QX", 64, "WPA2"),
    Network("Livebox-Salle", 58, "WPA1 WPA2"),
    Network("eduroam", 41, "WPA2 802.1X"),
    Network("Café du Marché", 33),
    Network("TP-Link_4711", 12, "WPA2"),
    Network("Guests", 9),
)
_HERE: Final = replace(_STATE, wifi=Wifi(networks=_NETWORKS), update=Update("", "e893fd3, 2026-11-29"))
_PAGE: Final = WifiPage(_HERE, 0)
_KEY: Final = WifiKey(_PAGE, "FRITZ!Box 7590 QX")


def _wifi(**more: Any) -> View:
    return _over(WifiPage(replace(_STATE, wifi=Wifi(**more)), 0))


_WIFI: Final[dict[str, View]] = {
    "wifi": _over(_PAGE),
    "wifi-last-page": _over(replace(_PAGE, page=1)),
    "wifi-none-in-use": _wifi(networks=_NETWORKS[1:4]),
    "wifi-cut-off": _wifi(networks=_NETWORKS[:2], is_cut_off=True),
    "wifi-off": _wifi(is_on=False),
    "wifi-none": _over(WifiPage(_STATE, 0)),
    "wifi-joining": _over(replace(_PAGE, joining="Livebox-Salle")),
    "wifi-refused": _over(replace(_PAGE, trouble=_("The password is not right."))),
    "wifi-key": _over(replace(_KEY, entered="correct horse 7")),
    "wifi-key-empty": _over(_KEY),
    "wifi-key-big": _over(replace(_KEY, entered="Aa", keys="big", is_short=True)),
    "wifi-key-signs": _over(replace(_KEY, entered="a b$c &d", keys="signs", is_shown=True)),
}

_UPDATE: Final = Update("", "e893fd3, 2026-11-29")


def _updating(word: str = "", detail: str = "", **more: Any) -> View:
    update = replace(_UPDATE, word=word, detail=detail)
    return _over(UpdatePage(replace(_STATE, update=update), 0, **more))


_UPDATES: Final[dict[str, View]] = {
    "update": _updating(),
    "update-asking": _updating(asks=Source.USB),
    "update-installing": _updating("installing"),
    "update-done": _updating("done", "e893fd3, 2026-11-29"),
    "update-back": _updating("back"),
    "update-failed": _updating("failed", "not-newer"),
    "update-refused": _updating(trouble=NOT_ALLOWED),
    "update-none": _over(UpdatePage(_STATE, 0)),
}

COMPUTER_SAMPLES: Final[dict[str, View]] = {
    "computer": _over(ComputerPage(_HERE)),
    "computer-looking": _over(ComputerPage()),
    "computer-not-allowed": _over(ComputerPage(_REFUSED)),
    "computer-without-a-pin": _over(ComputerPage(_STATE), replace(_KIOSK, pin="")),
    "computer-shutting-down": _over(ComputerPage(_STATE, asks=Power.SHUT_DOWN)),
    "computer-restarting": _over(ComputerPage(_STATE, asks=Power.RESTART)),
    "computer-going-down": _over(ComputerPage(_STATE, ordered=Power.SHUT_DOWN)),
    "computer-refused": _over(ComputerPage(_STATE, trouble=_("systemd-logind does not answer."))),
    **_WIFI,
    **_UPDATES,
    "levels": _over(Levels(_STATE)),
    "levels-some": _over(Levels(_REFUSED)),
    "levels-none": _over(Levels(_REFUSED), replace(_KIOSK, has_lights=False)),
    "storage": _over(StoragePage(_STATE)),
    "storage-almost-full": _over(StoragePage(_REFUSED)),
    "storage-none": _over(StoragePage(replace(_STATE, storage=None))),
}
"""One of each."""
