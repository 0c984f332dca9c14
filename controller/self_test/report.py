"""The report of a self-test in plain text."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping
from typing import Final

from controller.self_test.findings import Conclusions, Verdict
from controller.self_test.showing import names_of, place_of
from controller.settings.calibration_file import name_of
from controller.view.terminal import WIDTH
from hardware.ports import Grid

ADVICE: Final[Mapping[Verdict, tuple[str, str]]] = {
    Verdict.DEAD: (
        "no answer to a magnet",
        "Look at the solder joints of the reed and its diode (its stripe towards the column), "
        "then at the wires of the row and the column. A reed that was bent may be broken.",
    ),
    Verdict.STUCK: (
        "closed without a magnet",
        "Look for a magnet below, a bridge of solder, or a reed that sticks: knock on it, then exchange it.",
    ),
    Verdict.GHOSTING: (
        "a magnet there closes other sensors",
        "Look for wires that touch, and for a row or column without its pull-down resistor.",
    ),
    Verdict.NEIGHBOURS: (
        "a magnet there closes its neighbours too",
        "The magnet is too strong, or lies too near: take a smaller one, or set the reeds lower.",
    ),
    Verdict.NO_DIODE: (
        "current flows back: with magnets around it others seem closed",
        "Solder a diode in, or turn the one that is there.",
    ),
    Verdict.SWAPPED: (
        "another sensor answers: wires are exchanged",
        "With the calibration file this does not matter: nothing has to be soldered.",
    ),
}
"""The symptom of each verdict, and the maker's remedy."""


_SHORTEST_RUN: Final = 3
"""Runs of at least this many neighbouring sites share one line."""


def text_of(judged: Conclusions, sites: tuple[int, ...], masked: int = 0) -> str:
    """The report on a table of which these sites were to be tested.

    `masked` are the sites that are asked for on the screen.
    """
    grid = judged.findings.grid
    tested = [site for site in sites if judged.verdicts[site] is not Verdict.UNTESTED]
    fine = sum(judged.verdicts[site] is Verdict.FINE for site in tested)
    lines = [
        f"Self-test of a table of {grid.columns} × {grid.rows} sites",
        "",
        *_wrapped(f"Lights:  {_lights(judged)}", 9),
        f"Sensors: {fine} of {len(tested)} are fine.",
        f"Diodes:  {_diodes(judged)}",
    ]
    if len(tested) < len(sites):
        left = len(sites) - len(tested)
        lines.append(f"{left} of {len(sites)} sites are not tested yet: the same command goes on with them.")
    for verdict, (what, advice) in ADVICE.items():
        found = judged.having(verdict)
        if found:
            lines += ["", f"{verdict.upper()}, {len(found)}: {what}."]
            lines += [f"  {line}" for line in _lines(judged, verdict, found)]
            lines += _wrapped(f"  -> {advice}", 5)
    if masked:
        lines += ["", *_wrapped(f"MASKED, and asked for on the screen: {names_of(grid, masked)}", 2)]
    return "\n".join([*lines, ""])


def _wrapped(text: str, indent: int) -> list[str]:
    return textwrap.wrap(text, WIDTH, subsequent_indent=" " * indent)


def _lights(judged: Conclusions) -> str:
    findings = judged.findings
    if not findings.has_seen_lights:
        return "not tested."
    said = []
    if findings.is_disordered:
        said.append("they are not in order: see lights.wiring, lights.start and lights.runs in the settings.")
    if findings.dark:
        names = names_of(findings.grid, findings.dark)
        said.append(f"dark, of a wrong colour or elsewhere: {names}. The one before may be the cause.")
    if not said:
        said.append(f"all {findings.grid.size} are as they should be.")
    if findings.order:
        said.append(f"They take their colours in the order {findings.order}.")
    return " ".join(said)


def _diodes(judged: Conclusions) -> str:
    tested = len(judged.findings.ghosts)
    if not tested:
        return "not tested; --diodes does."
    missing = sum(map(bool, judged.findings.ghosts.values()))
    return f"{tested - missing} of {tested} are fine."


def _lines(judged: Conclusions, verdict: Verdict, found: list[int]) -> Iterator[str]:
    findings = judged.findings
    grid = findings.grid
    match verdict:
        case Verdict.SWAPPED:
            yield from runs(grid, {site: judged.sensors[site] for site in found})
        case Verdict.NO_DIODE:
            for site in found:
                yield f"{place_of(grid, site)}: {names_of(grid, findings.ghosts[site])} closed too"
        case Verdict.GHOSTING | Verdict.NEIGHBOURS:
            for site in found:
                others = names_of(grid, findings.answers[site] & ~(1 << site))
                yield f"{place_of(grid, site)}: {others} closed"
        case _:
            yield from (place_of(grid, site) for site in found)


def runs(grid: Grid, sensors: Mapping[int, int]) -> Iterator[str]:
    """Exchanged sites, a line for as many beside one another as answer one beside the other."""
    sites = sorted(sensors)
    while sites:
        run = _first_run(grid, sites, sensors)
        sites = sites[len(run) :]
        named = [f"{name_of(grid, site)} answers as {name_of(grid, sensors[site])}" for site in run]
        if len(run) < _SHORTEST_RUN:
            yield from named
        else:
            here, there = (
                f"{name_of(grid, one)} to {name_of(grid, other)}" for one, other in _ends(run, sensors)
            )
            yield f"{here} answer as {there}"


def _ends(run: list[int], sensors: Mapping[int, int]) -> tuple[tuple[int, int], tuple[int, int]]:
    return (run[0], run[-1]), (sensors[run[0]], sensors[run[-1]])


def _first_run(grid: Grid, sites: list[int], sensors: Mapping[int, int]) -> list[int]:
    run = sites[:1]
    for site in sites[1:]:
        step = sensors[site] - sensors[run[-1]]
        is_beside = site == run[-1] + 1 and site % grid.columns
        is_alike = abs(step) in (1, grid.columns) and (
            len(run) == 1 or step == sensors[run[-1]] - sensors[run[-2]]
        )
        if not (is_beside and is_alike):
            break
        run.append(site)
    return run
