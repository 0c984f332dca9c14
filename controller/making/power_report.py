"""The output of `tablier power`: the lights, their supply and wires, and the draw of games, in aligned
lines."""

from __future__ import annotations

from collections.abc import Iterator

from controller.making.power import MARGIN, WIRE_M, CurrentDraw, Estimate, supply_a


def settings_lines(estimated: Estimate, sites: int, brightness: float) -> Iterator[str]:
    """The lights and their largest draw."""
    yield "The lights"
    yield _row("on the strip", f"{estimated.lights}", f"for {sites} sites")
    yield _row("one that is dark", f"{estimated.dark_ma / estimated.lights:.1f} mA")
    yield _row(
        f"one that is white, at lights.brightness {brightness:g}", f"{estimated.bright_light_ma:.1f} mA"
    )
    yield _row("one with all its colours at full", f"{estimated.full_light_ma:.1f} mA")
    yield ""
    yield "All of them"
    yield _row("dark", _amps(estimated.dark_ma))
    yield _row(f"white, at lights.brightness {brightness:g}", _amps(estimated.bright_ma))
    yield _row("all colours at full", _amps(estimated.full_ma), "only if the data line is disturbed")
    yield _row("the cap (lights.cap_ma)", _amps(estimated.cap_ma), "a brighter picture is dimmed as a whole")
    yield _row("so, at most", _amps(estimated.most_ma))
    yield "  Reckoned from lights.channel_ma and lights.idle_ma: measure one white light to be sure."


def supply_lines(estimated: Estimate, computer: str, computer_ma: int) -> Iterator[str]:
    """The supply, the fuse and the wires."""
    both_a = supply_a(estimated.most_ma + computer_ma / MARGIN)
    yield "The supply"
    yield _row("for the lights", f"5 V, {estimated.supply_a} A", "what they draw at most, and a quarter more")
    yield _row(
        f"for a {computer}",
        f"5 V, {computer_ma / 1000:g} A",
        "its maker's advice; it feeds the Pico and the screen",
    )
    yield _row("for both, if it is one", f"5 V, {both_a} A")
    yield "  With two supplies join their grounds, and never their 5 V."
    yield ""
    yield "The wires"
    wires = estimated.wiring
    yield _row("fuse, right behind the supply", f"{wires.fuse_a:g} A")
    yield _row("copper, 5 V and ground each", f"{wires.wire_mm2:g} mm²", f"up to {WIRE_M:g} m long")
    yield from _feed_lines(estimated)


def _feed_lines(estimated: Estimate) -> Iterator[str]:
    panels = estimated.feeds
    if len(panels) > 1:
        most = max(panels)
        times = "one place" if most == 1 else f"{most} places"
        yield f"  Feed 5 V and ground into each of the {len(panels)} panels, at {times}."
    elif panels[0] <= 1:
        yield "  Feed 5 V and ground in at the first light."
    else:
        apart = estimated.lights // panels[0]
        yield f"  Feed 5 V and ground in at the first light, and again after every {apart} lights."
    yield "  Between supply and first light: 1000 µF across 5 V and ground, 330 to 470 Ω in the data line."


def draw_head() -> Iterator[str]:
    """The head of the table of games."""
    yield "Measured on simulated games at these settings, without the cap"
    yield f"  {'':<20}{'on average':>12}{'at most':>12}{'all pieces swept off':>24}"


def draw_line(draw: CurrentDraw, cap_ma: float) -> str:
    """The draw of one game."""
    is_capped = max(draw.highest_ma, draw.swept_ma) > cap_ma
    numbers = f"{_amps(draw.mean_ma):>12}{_amps(draw.highest_ma):>12}{_amps(draw.swept_ma):>24}"
    return f"  {draw.title:<20}{numbers}{'  (the cap dims it)' if is_capped else ''}"


def _row(what: str, value: str, note: str = "") -> str:
    return f"  {what:<44}{value:>10}  {note}".rstrip()


def _amps(milliamps: float) -> str:
    return f"{milliamps / 1000:.2f} A"
