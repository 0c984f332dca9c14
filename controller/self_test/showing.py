"""The display of a self-test: the table's lights, and the instructions with their answers."""

from __future__ import annotations

from controller.model.view import Choice, Lit, Meaning
from controller.self_test.findings import judge
from controller.self_test.machine import COLOURS, LETTERS, RUN_MS, SEVERAL, CheckPhase, SelfTest
from controller.settings.calibration_file import name_of
from controller.view import light_picture as lights
from engines.record import record
from hardware.ports import Grid, sites_in
from texts import _, _c, _n

MOST_NAMED = 12
"""More sites than this are not named one by one."""

COLOURS_ASKED = {
    "red": _("All {number} lights should be red.", number=0),
    "green": _("All {number} lights should be green.", number=0),
    "blue": _("All {number} lights should be blue.", number=0),
    "white": _("All {number} lights should be white.", number=0),
}

COLOURS_SEEN = {
    "red": Choice("red", _c("light", "red")),
    "green": Choice("green", _c("light", "green")),
    "blue": Choice("blue", _c("light", "blue")),
    "white": Choice("white", _c("light", "white")),
}
_SEVERAL = Choice(SEVERAL, _("several colours"))
_NONE = Choice("skip", _("none of these"))

_STOP = Choice("stop", _("stop, and keep what is known"))
_BACK = Choice("back", _c("self-test", "back"))
_SKIP = Choice("skip", _("skip this site"))


@record
class Words:
    """The instructions, and the possible answers, the usual one first. `answers` are of equal standing."""

    heading: str
    ask: tuple[str, ...]
    choices: tuple[Choice, ...]
    answers: tuple[Choice, ...] = ()


def place_of(grid: Grid, site: int) -> str:
    """A site in words that are easy to find."""
    column, row = grid.column_row(site)
    return _(
        "{site} (column {column} from the left, row {row} from the front)",
        site=name_of(grid, site),
        column=column + 1,
        row=row + 1,
    )


def names_of(grid: Grid, sites: int) -> str:
    """Several sites by their short names, or their number."""
    names = [name_of(grid, site) for site in sites_in(sites)]
    return " ".join(names) if len(names) <= MOST_NAMED else _n("{number} site", "{number} sites", len(names))


# Lights


def frame(test: SelfTest, now_ms: int) -> bytes:
    """The picture for the lights: red, green, blue of each site."""
    size = test.findings.grid.size
    if test.phase is CheckPhase.ORDER:
        return (
            bytes(COLOURS[next(colour for colour, letter in LETTERS.items() if letter == test.sent)]) * size
        )
    if test.phase is CheckPhase.COLOURS:
        return bytes(list(COLOURS.values())[test.step]) * size
    if test.phase is CheckPhase.RUN:
        site = (now_ms - test.since_ms) // RUN_MS % size
        return bytes(3 * site) + b"\xff\xff\xff" + bytes(3 * (size - site - 1))
    return lights.frame(lit_sites(test), size, now_ms)


def lit_sites(test: SelfTest) -> list[tuple[int, Lit]]:
    """The lights while sensors are tested: the place of the magnet, and errors."""
    match test.phase:
        case CheckPhase.QUIET:
            return _lit(test, test.closed, Meaning.LIFT)
        case CheckPhase.LAY:
            return _on_sites(test, test.missing, Meaning.PLACE) + _on_sites(test, test.lying, Meaning.LIFT)
        case CheckPhase.SENSORS | CheckPhase.DIODES:
            wrong = 0 if test.asked is None else test.doubt & ~(1 << test.asked)
            wanted = 0 if test.asked is None else 1 << test.asked
            missing = _on_sites(test, test.missing, Meaning.PLACE)
            return missing or _lit(test, wanted, Meaning.PLACE) + _lit(test, wrong, Meaning.WRONG)
    return []


def _lit(test: SelfTest, sites: int, meaning: Meaning) -> list[tuple[int, Lit]]:
    lit = Lit(meaning, since_ms=test.since_ms)
    return [(site, lit) for site in sites_in(sites)]


def _on_sites(test: SelfTest, sensors: int, meaning: Meaning) -> list[tuple[int, Lit]]:
    if not sensors:
        return []
    return _lit(test, judge(test.findings).calibration.site_set(sensors), meaning)


# Words


def words(test: SelfTest) -> Words:
    """The present instructions."""
    heading, asks = _ASKS[test.phase]
    return Words(heading, *asks(test), _colours_seen(test) if test.phase is CheckPhase.ORDER else ())


Said = tuple[tuple[str, ...], tuple[Choice, ...]]


def _order(test: SelfTest) -> Said:
    told = _("All lights show the same colour. Which is it?")
    if test.seen:
        told = _("Now they show another colour. Which is it?")
    return (told,), (_NONE, *((_BACK,) if test.seen else ()), _STOP)


def _colours_seen(test: SelfTest) -> tuple[Choice, ...]:
    colours = tuple(COLOURS_SEEN[colour] for colour in test.may_be_seen)
    return colours if test.seen else (*colours, _SEVERAL)


def _colours(test: SelfTest) -> Said:
    colour, order = list(COLOURS)[test.step], test.findings.order
    told = COLOURS_ASKED[colour].with_values(number=test.findings.grid.size)
    how = _("Name those that are not, as 3,4: column and row, from 0 at the corner in front on the left.")
    found = (
        (_("The lights take their colours in the order {order}. This is kept.", order=order),)
        if order and not test.step
        else ()
    )
    wrong = Choice("wrong", _("all show another colour"))
    return (*found, told, how, *_dark(test)), (Choice("next", _("go on")), wrong, _BACK, _STOP)


def _run(test: SelfTest) -> Said:
    told = _("One light after the other should be lit: row by row from the front, each from left to right.")
    wrong = Choice("wrong", _("their order is another"))
    return (told, *_dark(test)), (Choice("next", _("they do")), wrong, _STOP)


def _dark(test: SelfTest) -> tuple[str, ...]:
    dark = test.findings.dark
    if not dark:
        return ()
    return (_("Noted as dark or wrong: {places}.", places=names_of(test.findings.grid, dark)),)


def _quiet(test: SelfTest) -> Said:
    if not test.closed:
        return (_("Take everything off the table."),), (Choice("next", _("it is empty")), _STOP)
    told = _(
        "Take everything off the table. Closed: {places}. If nothing lies there, they are stuck.",
        places=names_of(test.findings.grid, test.closed),
    )
    return (told,), (Choice("next", _("it is empty, they are stuck")), _STOP)


def _sensors(test: SelfTest) -> Said:
    asked, grid = test.asked, test.findings.grid
    if asked is None:
        return (), ()
    ask = _("{step}: magnet on {place}", step=_number(test), place=place_of(grid, asked))
    if test.findings.is_disordered:
        ask = _("{step}: magnet on {place}, whatever is lit", step=_number(test), place=place_of(grid, asked))
    others = (_SKIP, _BACK, Choice("wrong", _("its light is dark or elsewhere")), _STOP)
    if not test.doubt:
        return (ask,), (Choice("next", _("it lies there and nothing answers")), *others)
    told = _(
        "{places} answered. If the magnet lies on {place} alone, say so.",
        places=names_of(grid, test.doubt),
        place=name_of(grid, asked),
    )
    return (ask, told), (Choice("next", _("it lies there")), *others)


def _number(test: SelfTest) -> str:
    return _("{number} of {all}", number=test.step + 1, all=len(test.queue))


def _lay(test: SelfTest) -> Said:
    grid, calibration = test.findings.grid, judge(test.findings).calibration
    put = _("Lay a magnet on each of the {number} white lights: {places}.", number=0, places="")
    lift = _("Take away what lies on the {number} orange lights: {places}.", number=0, places="")
    asks = []
    for words, sensors in ((put, test.missing), (lift, test.lying)):
        if sensors:
            sites = calibration.site_set(sensors)
            asks.append(words.with_values(number=sites.bit_count(), places=names_of(grid, sites)))
    return tuple(asks), (Choice("next", _("go on with those that lie there")), _STOP)


def _diodes(test: SelfTest) -> Said:
    asked, grid = test.asked, test.findings.grid
    if asked is None:
        return (), ()
    if test.missing:
        put = names_of(grid, judge(test.findings).calibration.site_set(test.missing))
        return (_("Put the magnet back on {places}: it stays there.", places=put),), (_SKIP, _STOP)
    ask = _("{step}: one more on {place}", step=_number(test), place=place_of(grid, asked))
    return (ask,), (_SKIP, _BACK, _STOP)


def _over(test: SelfTest) -> Said:
    return (_("Take the magnets off the table."),) if test.closed & ~test.findings.stuck else (), ()


_ASKS = {
    CheckPhase.ORDER: (_("Colours of the lights"), _order),
    CheckPhase.COLOURS: (_("Lights"), _colours),
    CheckPhase.RUN: (_("Lights in order"), _run),
    CheckPhase.QUIET: (_("Empty table"), _quiet),
    CheckPhase.SENSORS: (_("Sensors"), _sensors),
    CheckPhase.LAY: (_("Diodes: magnets that stay"), _lay),
    CheckPhase.DIODES: (_("Diodes"), _diodes),
    CheckPhase.OVER: (_("The end of the self-test"), _over),
}
