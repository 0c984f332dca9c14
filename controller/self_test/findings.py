"""The findings of a self-test, and their consequences: a verdict for each site, a calibration, sites to
mask."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field
from enum import StrEnum
from types import MappingProxyType

from engines.record import record
from hardware.board.calibration import Calibration
from hardware.ports import Grid, sites_in


class Verdict(StrEnum):
    """The condition of one site's sensor."""

    FINE = "fine"
    SWAPPED = "swapped"
    DEAD = "dead"
    STUCK = "stuck"
    GHOSTING = "ghosting"
    NEIGHBOURS = "neighbours"
    NO_DIODE = "no diode"
    UNTESTED = "untested"


WORKING = frozenset({Verdict.FINE, Verdict.SWAPPED, Verdict.NO_DIODE})
"""Each of these answers alone to a magnet on its site."""


@record
class Findings:
    """The findings so far. Sets of sites or sensors are integers with a bit for each.

    `order` is the lights' colour order, if it was sought and found. `dark` are sites whose light is dark or
    has a wrong colour, `stuck` sensors that are closed on an empty table. `answers` holds for each site with
    a magnet the sensors that closed, 0 for none; `ghosts` for each site with a tested diode the sites that
    closed beside it without a magnet.
    """

    grid: Grid
    has_seen_lights: bool = False
    order: str = ""
    is_disordered: bool = False
    dark: int = 0
    stuck: int = 0
    answers: Mapping[int, int] = field(default_factory=dict)
    ghosts: Mapping[int, int] = field(default_factory=dict)


@record
class Conclusions:
    """The conclusions. `sensors` is the sensor of each site: a permutation, so sites with an unknown sensor
    share the remaining ones. `broken` are the sites that cannot be trusted."""

    findings: Findings
    sensors: tuple[int, ...]
    verdicts: tuple[Verdict, ...]
    broken: int

    @property
    def calibration(self) -> Calibration:
        """Which sensor lies under which site."""
        return Calibration(Calibration(self.sensors).sensors)

    def having(self, verdict: Verdict) -> list[int]:
        """The sites with a verdict, rising."""
        return [site for site, one in enumerate(self.verdicts) if one is verdict]

    def is_all_fine(self, sites: Iterable[int]) -> bool:
        """Whether lights and the sensors of these sites were tested and have no fault."""
        has_good_lights = not (self.findings.dark or self.findings.is_disordered)
        return has_good_lights and all(self.verdicts[site] is Verdict.FINE for site in sites)


def judge(findings: Findings) -> Conclusions:
    """The conclusions from the findings."""
    claims = _claims(findings)
    sensors = _completed(findings.grid.size, claims)
    verdicts = tuple(_verdict(findings, site, sensor, claims) for site, sensor in enumerate(sensors))
    site_of = Calibration(sensors).sensors
    broken = 0
    for site, verdict in enumerate(verdicts):
        if verdict in (Verdict.DEAD, Verdict.STUCK) or (verdict is Verdict.GHOSTING and site not in claims):
            broken |= 1 << site
        if verdict is Verdict.GHOSTING:
            for sensor in sites_in(findings.answers[site] & ~(1 << sensors[site])):
                broken |= 1 << site_of[sensor]
    return Conclusions(findings, sensors, verdicts, broken)


def _claims(findings: Findings) -> Mapping[int, int]:
    """The sensor of each site that has one for itself: its own if that answers, or the only one that does.

    A sensor that answers for several sites belongs to its own site, or to none.
    """
    claimants: dict[int, list[int]] = {}
    for site, closed in findings.answers.items():
        if closed >> site & 1:
            claimants.setdefault(site, []).append(site)
        elif closed.bit_count() == 1:
            claimants.setdefault(closed.bit_length() - 1, []).append(site)
    claims = {}
    for sensor, sites in claimants.items():
        if sensor in sites:
            claims[sensor] = sensor
        elif len(sites) == 1:
            claims[sites[0]] = sensor
    return MappingProxyType(claims)


def _completed(size: int, claims: Mapping[int, int]) -> tuple[int, ...]:
    """The sensor of every site. One without a claim has its own or, if another site has that, the one which
    that other site leaves: so one half of an exchange determines the other."""
    owner = {sensor: site for site, sensor in claims.items()}
    sensors = []
    for site in range(size):
        sensor = claims.get(site, site)
        while site not in claims and sensor in owner:
            sensor = owner[sensor]
        sensors.append(sensor)
    return tuple(sensors)


def _verdict(findings: Findings, site: int, sensor: int, claims: Mapping[int, int]) -> Verdict:
    closed = findings.answers.get(site)
    if findings.stuck >> sensor & 1:
        return Verdict.STUCK
    if closed is None:
        return Verdict.UNTESTED
    if not closed:
        return Verdict.DEAD
    others = closed & ~(1 << sensor)
    if site not in claims or others:
        is_near = site in claims and all(are_near(findings.grid, site, one) for one in sites_in(others))
        return Verdict.NEIGHBOURS if is_near else Verdict.GHOSTING
    if findings.ghosts.get(site):
        return Verdict.NO_DIODE
    return Verdict.FINE if sensor == site else Verdict.SWAPPED


def are_near(grid: Grid, site: int, other: int) -> bool:
    """Whether two sites touch each other, if only at a corner."""
    (x, y), (to_x, to_y) = grid.column_row(site), grid.column_row(other)
    return max(abs(to_x - x), abs(to_y - y)) <= 1
