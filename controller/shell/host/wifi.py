"""The Wi-Fi of this computer: its networks, and joining one. Pure."""

from __future__ import annotations

from typing import Final

from controller.model.host import HostAnswered
from controller.model.view import Choice, Phase, View
from controller.shell.host.updating import to_computer
from controller.shell.model import pages
from controller.shell.model.computer_pages import WifiKey, WifiPage
from controller.shell.model.requests import Found, OrderHost
from controller.shell.model.screen import Screen, left_soon
from controller.shell.model.state import Answer, Shell
from engines.record import replace
from hardware.host.port import HostOrder, HostState, Join, Network, ReadStatus, SwitchWifiOn
from texts import Text, _

WIFI: Final = _("Wi-Fi")
SWITCH_ON: Final = Choice("switch-on", _("Switch the Wi-Fi on"))

AGAIN_MS: Final = 10_000
"""The interval in which networks are looked for while the page is open."""

ON_A_PAGE: Final = 6


def begun(shell: Shell, state: HostState) -> Answer:
    """The page with the networks that are known, while others are looked for."""
    return Answer(
        shell.under(WifiPage(state, shell.hands_ms + AGAIN_MS)), requests=(OrderHost(ReadStatus(True)),)
    )


def view(shell: Shell, layer: WifiPage) -> View:
    """The networks of a page, and how the Wi-Fi is."""
    networks = layer.state.wifi.networks
    count = pages.pages(len(networks), ON_A_PAGE)
    return pages.own(
        Phase.WIFI,
        heading=WIFI,
        ask=(layer.trouble or _state(layer),),
        choices=() if layer.joining else tuple(_choices(layer)),
        notice="" if layer.joining else pages.words(layer.page, count),
        controls=(pages.BACK,) if layer.joining else pages.controls(layer.page, count),
        places=pages.places(count),
    )


def _state(layer: WifiPage) -> Text | str:
    """How the Wi-Fi is, in words."""
    wifi = layer.state.wifi
    if layer.joining:
        return _("Joining {network}. That may take a minute.", network=layer.joining)
    if wifi.cannot:
        return wifi.cannot
    if not wifi.is_on:
        return _("The Wi-Fi is switched off.")
    used = [network.name for network in wifi.networks if network.is_in_use]
    if not used:
        return _("Not connected. Touch a network to join it.")
    if wifi.is_cut_off:
        return _("Connected to {network}, which has no way to the Internet.", network=used[0])
    return _("Connected to {network}.", network=used[0])


def _choices(layer: WifiPage) -> list[Choice]:
    wifi = layer.state.wifi
    if not wifi.is_on:
        return [SWITCH_ON]
    begin = ON_A_PAGE * layer.page
    shown = wifi.networks[begin : begin + ON_A_PAGE]
    return [Choice(_id(one), one.name, note=_note(one)) for one in shown]


def _id(network: Network) -> str:
    """By its name: in another place, when the list has changed, it is another button under the finger."""
    return f"network-{network.name}"


def _note(network: Network) -> Text:
    signal = network.signal
    if network.is_in_use:
        return _("{signal} %, connected", signal=signal)
    if network.needs_more:
        return _("{signal} %, not from here", signal=signal)
    if network.needs_password:
        return _("{signal} %, with a password", signal=signal)
    return _("{signal} %, open", signal=signal)


def pressed(shell: Shell, layer: WifiPage, button_id: str, at_ms: int) -> Answer:
    """A touch on the page."""
    if button_id not in [choice.id for choice in view(shell, layer).choices]:
        page = pages.turned(layer.page, pages.pages(len(layer.state.wifi.networks), ON_A_PAGE), button_id)
        return Answer(shell.under(replace(layer, page=page)))
    layer = replace(layer, trouble="")
    if button_id == SWITCH_ON.id:
        return _ordered(shell, layer, SwitchWifiOn())
    (network,) = [one for one in layer.state.wifi.networks if _id(one) == button_id]
    return _chosen(shell, layer, network)


def _chosen(shell: Shell, layer: WifiPage, network: Network) -> Answer:
    """A network was touched. One that is in use, or cannot be joined here, says so already."""
    if network.is_in_use or network.needs_more:
        return Answer(shell)
    if network.needs_password:
        return Answer(shell.under(WifiKey(layer, network.name)))
    return _ordered(shell, replace(layer, joining=network.name), Join(network.name))


def _ordered(shell: Shell, layer: WifiPage, order: HostOrder) -> Answer:
    return Answer(shell.under(layer), requests=(OrderHost(order),))


def _again(shell: Shell, layer: WifiPage, now_ms: int) -> Answer:
    """The page when networks are looked for anew."""
    layer = replace(layer, next_ms=now_ms + AGAIN_MS)
    return Answer(shell.under(layer)) if layer.joining else _ordered(shell, layer, ReadStatus(is_scan=True))


def _answered(shell: Shell, layer: WifiPage, found: Found) -> Answer:
    if not isinstance(found, HostAnswered):
        return Answer(shell)
    layer = replace(layer, state=found.state or layer.state)
    last = pages.pages(len(layer.state.wifi.networks), ON_A_PAGE) - 1
    layer = replace(layer, page=min(layer.page, last))
    if not isinstance(found.order, ReadStatus):
        layer = replace(layer, joining="", trouble=found.trouble)
    return Answer(shell.under(layer))


SCREEN: Final = Screen(
    WifiPage,
    view,
    pressed,
    to_computer,
    due_ms=lambda shell, layer: layer.next_ms,
    passed=_again,
    left_ms=left_soon,
    answered=_answered,
)
