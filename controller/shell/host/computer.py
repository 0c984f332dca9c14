"""This computer, for its host: what can be set on it, and what orders it takes. Pure.

Whoever can restart a table or change its network must know the PIN: without one in the settings the page
only shows.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from controller.model.host import HostAnswered
from controller.model.view import Choice, Phase, View
from controller.shell.host import updating, wifi
from controller.shell.model import pages
from controller.shell.model.computer_pages import ComputerPage, Levels, StoragePage
from controller.shell.model.layers import HostPage
from controller.shell.model.requests import Found, OrderHost
from controller.shell.model.screen import Screen, left_soon
from controller.shell.model.state import Answer, Shell
from engines.record import replace
from hardware.host.port import HostState, Power, ReadStatus, Wifi
from texts import Text, _

COMPUTER: Final = Choice("computer", _("This computer"))
LEVELS: Final = Choice("levels", _("Brightness and volume"))
STORAGE: Final = Choice("storage", _("Storage"))

_ORDERS: Final = {Power.RESTART: _("Restart"), Power.SHUT_DOWN: _("Shut down")}
_ASKED: Final = {Power.RESTART: _("Restart the computer?"), Power.SHUT_DOWN: _("Shut the computer down?")}
_REALLY: Final = {
    Power.RESTART: Choice("power-really", _("Yes, restart")),
    Power.SHUT_DOWN: Choice("power-really", _("Yes, shut down")),
}
_FOLLOWS: Final = {
    Power.RESTART: _("The table is dark meanwhile. A game on it goes on afterwards."),
    Power.SHUT_DOWN: _("The table stays dark until its power is switched off and on. No game is lost."),
}
_UNDER_WAY: Final = {
    Power.RESTART: _("The computer restarts."),
    Power.SHUT_DOWN: _("The computer shuts down. Wait until its screen is dark before you pull the plug."),
}
WAY_TO_WIFI: Final = Choice("wifi", wifi.WIFI)
_PAGES: Final[Mapping[str, type[Levels | StoragePage]]] = {LEVELS.id: Levels, STORAGE.id: StoragePage}
LOOKING: Final = _("One moment, please.")
NEEDS_A_PIN: Final = _("Wi-Fi, updates, restarting and shutting down need a PIN in the settings (kiosk.pin).")


def begun(shell: Shell) -> Answer:
    """The page, and the question how the computer is."""
    return Answer(shell.under(ComputerPage()), requests=(OrderHost(ReadStatus()),))


def view(shell: Shell, layer: ComputerPage) -> View:
    """The pages and the orders, each with the reason why not; or the question before an order."""
    if layer.ordered is not None:
        return pages.own(
            Phase.COMPUTER, heading=COMPUTER.label, ask=(_UNDER_WAY[layer.ordered],), controls=()
        )
    if layer.asks is not None:
        return pages.own(
            Phase.COMPUTER,
            heading=_ASKED[layer.asks],
            ask=(_FOLLOWS[layer.asks],),
            choices=(_REALLY[layer.asks],),
            before=(view(shell, replace(layer, asks=None)),),
        )
    return pages.own(
        Phase.COMPUTER,
        heading=COMPUTER.label,
        ask=tuple(_remarks(shell, layer)),
        choices=tuple(_choices(shell, layer)),
    )


def _remarks(shell: Shell, layer: ComputerPage) -> list[Text | str]:
    if layer.trouble:
        return [layer.trouble]
    if layer.state is None:
        return [LOOKING]
    return [] if shell.kiosk.pin else [NEEDS_A_PIN]


def _choices(shell: Shell, layer: ComputerPage) -> list[Choice]:
    if layer.state is None:
        return []
    found = [LEVELS, STORAGE]
    if shell.kiosk.pin:
        cannot = layer.state.cannot
        found.append(replace(WAY_TO_WIFI, note=_network(layer.state.wifi)))
        found.append(replace(updating.UPDATE, note=updating.note(layer.state.update)))
        found += [Choice(one.value, words, note=cannot.get(one, "")) for one, words in _ORDERS.items()]
    return found


def _network(found: Wifi) -> Text | str:
    """The network in use, if any. Its page says why there is none to be used."""
    if found.cannot:
        return _("Unavailable")
    used = [network.name for network in found.networks if network.is_in_use]
    return used[0] if used else _("Not connected")


def pressed(shell: Shell, layer: ComputerPage, button_id: str, at_ms: int) -> Answer:
    """A touch on the page."""
    if layer.ordered is not None:
        return Answer(shell)
    if layer.asks is not None:
        return _confirmed(shell, layer, layer.asks, button_id)
    if button_id not in [choice.id for choice in _choices(shell, layer)] or layer.state is None:
        return Answer(shell)
    return _chosen(shell, layer, layer.state, button_id)


def _back(shell: Shell, layer: ComputerPage) -> Answer:
    if layer.ordered is not None:
        return Answer(shell)
    return Answer(shell.under(HostPage() if layer.asks is None else replace(layer, asks=None)))


def _chosen(shell: Shell, layer: ComputerPage, state: HostState, button_id: str) -> Answer:
    """The page behind a button, or the question before an order. One that cannot be carried out changes
    nothing: its reason is there."""
    if button_id == WAY_TO_WIFI.id:
        return wifi.begun(shell, state)
    if button_id == updating.UPDATE.id:
        return updating.begun(shell, state)
    if button_id in _PAGES:
        return Answer(shell.under(_PAGES[button_id](state)))
    is_possible = button_id not in state.cannot
    return Answer(shell.under(replace(layer, asks=Power(button_id), trouble="")) if is_possible else shell)


def _confirmed(shell: Shell, layer: ComputerPage, order: Power, button_id: str) -> Answer:
    if button_id != _REALLY[order].id:
        return Answer(shell)
    return Answer(shell.under(replace(layer, asks=None, ordered=order)), requests=(OrderHost(order),))


def _answered(shell: Shell, layer: ComputerPage, found: Found) -> Answer:
    if not isinstance(found, HostAnswered) or (layer.ordered is not None and not found.trouble):
        return Answer(shell)
    return Answer(shell.under(replace(layer, state=found.state, ordered=None, trouble=found.trouble)))


SCREEN: Final = Screen(ComputerPage, view, pressed, _back, left_ms=left_soon, answered=_answered)
