"""The condition of the table: one value, made from the state of its parts, and in words. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

import msgspec

from controller.referee.session import Session
from hardware.board.protocol import LinkStatistics
from hardware.ports import Grid, sites_in
from texts import Text, _, decimal, joined

MOST_NAMED: Final = 12
"""The most sensors that are named; the others are counted."""


class JournalHealth(msgspec.Struct, frozen=True):
    """The journal's condition: the duration of its commits, in milliseconds, its present fault, and what was
    damaged, restored or lost when it was opened."""

    commits: int = 0
    last_ms: float = 0.0
    median_ms: float = 0.0
    p99_ms: float = 0.0
    trouble: str = ""
    notice: str = ""


class LineHealth(msgspec.Struct, frozen=True):
    """Data from the board, and damage to it on the way. See `LinkStatistics`."""

    frames: int = 0
    frames_per_s: float = 0.0
    connections: int = 0
    crc_errors: int = 0
    lost: int = 0
    skipped: int = 0
    refused: int = 0


class Contact(msgspec.Struct, frozen=True):
    """A part that uses the network: its fault, empty while it works, and for how long it has lasted."""

    trouble: str = ""
    for_s: int = 0


class Health(msgspec.Struct, frozen=True, kw_only=True):
    """A running table.

    `devices` gives the fault of each device, empty for one that works; `network` does for the `page` and the
    `broker`, if the settings want them. Sites are `x,y`. `at_ms` is the computer's monotonic clock, `hanging`
    the parts that no longer move, `dropped` the number of lost recorder records, `left_out` the number of
    dropped events, by source: the `board`, the `phones`, the `broker`.
    """

    version: str
    python: str
    process: int
    at_ms: int
    uptime_s: int
    phase: str
    devices: dict[str, str]
    line: LineHealth
    masked: tuple[str, ...]
    weak: tuple[str, ...]
    waiting: int
    journal: JournalHealth
    is_recording: bool
    dropped: int
    hanging: tuple[str, ...]
    left_out: dict[str, int] = {}
    network: dict[str, Contact] = {}
    temperature_c: float | None = None
    has_under_voltage: bool | None = None

    @property
    def is_well(self) -> bool:
        """Whether nothing needs attention."""
        is_fed = not self.has_under_voltage
        is_away = any(self.devices.values()) or any(one.trouble for one in self.network.values())
        return is_fed and not (is_away or self.hanging or self.journal.trouble or self.journal.notice)


def journal_health(took_us: Sequence[int], commits: int, trouble: str, notice: str = "") -> JournalHealth:
    """The journal's health by what its last commits have taken, in microseconds."""
    if not took_us:
        return JournalHealth(commits, trouble=trouble, notice=notice)
    rising = sorted(took_us)
    median, p99 = rising[len(rising) // 2], rising[min(len(rising) - 1, len(rising) * 99 // 100)]
    return JournalHealth(commits, took_us[-1] / 1000, median / 1000, p99 / 1000, trouble, notice)


def line_health(counts: LinkStatistics | None, frames: int, frames_per_s: float) -> LineHealth:
    """The line's health; a board on the computer's own pins has no line that could be damaged."""
    counts = counts or LinkStatistics()
    harm = counts.crc_errors, counts.lost, counts.skipped, counts.refused
    return LineHealth(frames, round(frames_per_s, 1), counts.connections, *harm)


def devices_of(session: Session, awaited: Iterable[str]) -> dict[str, str]:
    """The fault of each device, empty for one that works."""
    return {name: session.devices.away.get(name, "") for name in sorted({*awaited, *session.devices.away})}


def places(grid: Grid, sites: int) -> tuple[str, ...]:
    """Sites of the grid as `x,y`."""
    return tuple("{},{}".format(*grid.column_row(site)) for site in sites_in(sites & grid.all_sites))


_DEVICES = {
    "board": _("the board"),
    "lights": _("the lights"),
    "rfid": _("the tag readers"),
    "screen": _("the screen"),
}


def words(health: Health) -> tuple[Text, ...]:
    """The health in lines for people, faults first."""
    wrong = [
        _("Away: {device}. {why}", device=_DEVICES.get(name, name), why=why)
        for name, why in health.devices.items()
        if why
    ]
    wrong += [_("Hangs: {device}", device=_DEVICES.get(name, name)) for name in health.hanging]
    wrong += [_contact_words(contact) for contact in health.network.values() if contact.trouble]
    if health.journal.trouble:
        wrong.append(_("The journal: {why}", why=health.journal.trouble))
    if health.journal.notice:
        wrong.append(joined(" ", [health.journal.notice]))
    if health.has_under_voltage:
        wrong.append(_("The supply is too weak: the computer's voltage drops."))
    return (*(wrong or [_("Everything is fine.")]), *_figures(health))


def _contact_words(contact: Contact) -> Text:
    """The fault of a part, with its duration if it is not new."""
    if contact.for_s < 60:
        return _("{why:capital}.", why=contact.trouble)
    return _("{why:capital}, for {minutes} min.", why=contact.trouble, minutes=contact.for_s // 60)


def _figures(health: Health) -> tuple[Text, ...]:
    line, journal, minutes = health.line, health.journal, health.uptime_s // 60
    harm = line.crc_errors + line.lost + line.skipped + line.refused
    figures = [
        _("Sensor frames a second: {number}. Damaged: {harm}", number=decimal(line.frames_per_s), harm=harm),
        _(
            "Journal: {last} ms the last time, {median} ms usually, {most} ms at worst",
            last=decimal(journal.last_ms),
            median=decimal(journal.median_ms),
            most=decimal(journal.p99_ms),
        ),
        _("Broken sensors: {masked}. Weak: {weak}", masked=_list(health.masked), weak=_list(health.weak)),
        _("Running for {hours} h {minutes} min", hours=minutes // 60, minutes=minutes % 60),
    ]
    if health.temperature_c is not None:
        figures.append(_("Processor: {degrees} °C", degrees=round(health.temperature_c)))
    if health.left_out:
        figures.append(
            _("Left out, as too much came at once: {number}", number=sum(health.left_out.values()))
        )
    if not health.is_recording:
        figures.append(_("The flight recorder is off."))
    return tuple(figures)


def _list(names: Sequence[str]) -> str:
    """The names of sensors, as many as can be read at a glance."""
    if len(names) <= MOST_NAMED:
        return joined(" ", names) if names else _("none")
    more = _("and {number} more", number=len(names) - MOST_NAMED)
    return joined(" ", (*names[:MOST_NAMED], more))
