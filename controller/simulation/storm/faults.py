"""The faults of a table, by name: for each, the lines of a table script that cause it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import combinations
from random import Random
from types import MappingProxyType

from controller.model.tracker import adjacent
from controller.referee.board_at_rest import BoardAtRest
from controller.referee.interpretation import interpret
from controller.referee.play import Play
from controller.referee.succession import when_done
from controller.simulation.killing import Point
from controller.simulation.rig import Rig
from engines.game import Action
from hardware.ports import sites_in

SOON_MS = 2_500
"""The longest delay of a fault: mostly it falls into the next action."""

JUMPS_S = (-86_400 * 365 * 20, -3_600, 3_600, 86_400 * 365 * 30)
"""Jumps of a wall clock without a battery."""

MOST_BROKEN = 3
"""The most sensors of a table that break in one game."""


@dataclass(slots=True)
class Scene:
    """The scene of a fault: the table, the game, the next action, and the game after it, which is one action
    shorter if one is taken back instead.

    `broken` are the sites that broke earlier in this game, and `weak` those with a weak magnet.
    """

    random: Random
    rig: Rig
    play: Play
    action: Action
    then: Play
    broken: set[int]
    weak: set[int]

    def soon_ms(self) -> int:
        """A moment during the next action."""
        return self.random.randint(0, SOON_MS)

    def own_site(self) -> int | None:
        """A site of the board where the next action sets or lifts a piece."""
        size = self.rig.table.grid.size
        touched = self.play.table.touched(self.play.position, self.action)
        sites = [site for site in sites_in(touched) if site < size and site not in self.broken]
        return self.random.choice(sites) if sites else None

    def free_site(self) -> int | None:
        """A free site whose closing could not be taken for an action: else no sensor can distinguish the
        two."""
        table, tracker = self.rig.table, self.rig.running.session.tracker
        for _ in range(20):
            site = self.random.randrange(table.grid.size)
            is_free = table.piece_on(site) is None and not tracker.board >> site & 1
            if is_free and site not in self.broken and not self._means_anything(site):
                return site
        return None

    def standing_site(self) -> int | None:
        """A site with a piece whose opening could not be taken for a deliberate lift."""
        sites = [site for piece in self.rig.table.pieces for site in piece.sites if site not in self.broken]
        site = self.random.choice(sites) if sites else None
        return None if site is None or self._means_anything(site) else site

    def is_told_without(self, site: int) -> bool:
        """Whether the next action can be distinguished from all others when this site changes by itself,
        never or only at times, and so do those that were faulty before, perhaps just now."""
        harmed = sum(1 << one for one in self.broken | self.weak | {site})
        return not is_taken_for_another(
            self.play, self.action, harmed, self.rig.running.session.tracker.masked
        )

    def is_beside_the_piece(self, site: int) -> bool:
        """Whether the next piece could be taken for one that covers this site as well."""
        table, position = self.play.table, self.play.position
        touched = sites_in(table.touched(position, self.action))
        is_large = table.has_large_pieces(position)
        return any(
            table.may_be_one_piece(position, one, site) or (is_large and adjacent(table.grid, one, site))
            for one in touched
        )

    def _means_anything(self, site: int) -> bool:
        plays = (self.play, self.then, _when_chosen(self.then))
        return any(_means(play, 1 << site) for play in (*plays, *map(when_done, plays)))

    def place(self, site: int) -> str:
        """See `place_of`."""
        return place_of(self.rig, site)


def place_of(rig: Rig, site: int) -> str:
    """A site in the notation of table scripts for any game."""
    column, row = rig.table.grid.column_row(site)
    return f"@{column},{row}"


def _when_chosen(play: Play) -> Play:
    """The play after the choices that are due: meanwhile a table judges no board."""
    table, legal = play.table, play.position.legal()
    while legal and not any(table.touched(play.position, action) for action in legal):
        play = play.after(legal[0])
        legal = play.position.legal()
    return play


def _means(play: Play, sites: int) -> bool:
    """Whether a table takes a change of these sites for something."""
    at_once = dict.fromkeys(sites_in(sites), 0)
    board = BoardAtRest(play.closed ^ sites, at_once)
    return bool(sites) and bool(interpret(play, board, is_friendly=True))


def is_taken_for_another(play: Play, action: Action, harmed: int, masked: int) -> bool:
    """Whether an action's pieces could be taken for another action, whatever the `harmed` sites report.

    They may miss a piece of it, or change as it is made. Those known to be broken (`masked`) report nothing
    until a person says it.
    """
    touched, done = play.table.touched(play.position, action), 0
    if any(_means(play, touched & ~missed) for missed in _some_of(touched & harmed)):
        return True
    changes, unseen = _some_of(harmed & ~touched & ~masked), (0, *_some_of(touched & (harmed | masked)))
    for hand in play.table.hands(play.position, action):
        done |= hand.sites
        seen = {done & ~missed | sites for missed in unseen for sites in changes}
        if any(_means_another(play, sites, action) for sites in seen):
            return True
    return False


def _some_of(sites: int) -> list[int]:
    """Every set of one or more of these sites."""
    each = [1 << site for site in sites_in(sites)]
    return [sum(some) for number in range(len(each)) for some in combinations(each, number + 1)]


def _means_another(play: Play, sites: int, action: Action) -> bool:
    """Whether a table takes a change of these sites for something else than this action."""
    board = BoardAtRest(play.closed ^ sites, dict.fromkeys(sites_in(sites), 0))
    found = interpret(play, board, is_friendly=True)
    return any(one.back or one.actions != (action,) for one in found)


Lines = tuple[str, ...]
Make = Callable[[Scene], Lines]


def _for_a_while(begin: str, end: str, least_ms: int, most_ms: int) -> Make:
    """A fault that begins soon and ends by itself."""

    def make(scene: Scene) -> Lines:
        begin_ms = scene.soon_ms()
        end_ms = begin_ms + scene.random.randint(least_ms, most_ms)
        return f"after {begin_ms} {begin}", f"after {end_ms} {end}"

    return make


def _unplugged(device: str) -> Make:
    return _for_a_while(f"unplug {device}", f"plug {device}", 100, 6_000)


def _noise(scene: Scene) -> Lines:
    return f"noise {scene.random.choice((5, 20, 50))}", f"after {scene.random.randint(500, 8_000)} noise 0"


def _weak(scene: Scene) -> Lines:
    """A weak magnet in the next piece, if its remaining sites could not be taken for another."""
    site = scene.own_site()
    if site is None or not scene.is_told_without(site):
        return ()
    scene.weak.add(site)
    place = scene.place(site)
    return f"weak {place}", f"after {scene.random.randint(3_000, 12_000)} heal {place}"


def _missing(scene: Scene) -> Lines:
    """The next piece has lost a magnet: from now on its site never closes. Only if its remaining sites could
    not be taken for another piece."""
    site = scene.own_site()
    if site is None or len(scene.broken) >= MOST_BROKEN or scene.rig.table.piece_on(site) is not None:
        return ()
    if not scene.is_told_without(site):
        return ()
    scene.broken.add(site)
    return (f"stuck {scene.place(site)} open",)


def _stuck(scene: Scene) -> Lines:
    """A sensor is stuck: closed without a piece, or open under a standing one."""
    if len(scene.broken) >= MOST_BROKEN:
        return ()
    is_open = scene.random.random() < 0.5
    site = scene.standing_site() if is_open else scene.free_site()
    if site is None or not scene.is_told_without(site):
        return ()
    scene.broken.add(site)
    return (f"stuck {scene.place(site)} {'open' if is_open else 'closed'}",)


def _ghost(scene: Scene) -> Lines:
    """A site reads closed whenever that site of the next piece does."""
    own, site = scene.own_site(), scene.free_site()
    if own is None or site is None or len(scene.broken) >= MOST_BROKEN or not scene.is_told_without(site):
        return ()
    if scene.is_beside_the_piece(site):
        return ()  # the two look like one crooked piece, or like one that lies across the edge
    scene.broken.add(site)
    return (f"ghost {scene.place(site)} {scene.place(own)}",)


def _bytes(verb: str, most: int) -> Make:
    def make(scene: Scene) -> Lines:
        way = scene.random.choice(("", " sent"))
        return (f"after {scene.soon_ms()} {verb} {scene.random.randint(1, most)}{way}",)

    return make


def _slow(scene: Scene) -> Lines:
    slow_ms = scene.random.choice((20, 50, 200, 900, 4_000))
    return f"disk slow {slow_ms}", f"after {scene.random.randint(1_000, 6_000)} disk sound"


def _kill(scene: Scene) -> Lines:
    """The program dies at a moment, or at one of the next passes of a point."""
    if scene.random.random() < 0.2:
        return (f"after {scene.soon_ms()} kill",)
    point = scene.random.choice(tuple(Point))
    often = {Point.EVENT: 40, Point.STATEMENT: 20, Point.SHOW: 40, Point.WIRE: 40, Point.SHOWN: 40}
    return (f"kill {point} {scene.random.randint(1, often.get(point, 2))}",)


def _cut(scene: Scene) -> Lines:
    """The plug is pulled, and put back after a while."""
    return "power cut", f"wait {scene.random.randint(0, 5_000)}", "power on"


FAULTS: Mapping[str, Make] = MappingProxyType(
    {
        "bounce": lambda scene: (f"bounce {scene.random.randint(2, 25)}", "after 6000 bounce 1"),
        "weak": _weak,
        "missing": _missing,
        "noise": _noise,
        "stuck": _stuck,
        "ghost": _ghost,
        "corrupt": _bytes("corrupt", 300),
        "lose": _bytes("lose", 300),
        "board": _unplugged("board"),
        "lights": _unplugged("lights"),
        "readers": _unplugged("rfid"),
        "screen": _unplugged("screen"),
        "clock": lambda scene: (f"after {scene.soon_ms()} clock {scene.random.choice(JUMPS_S)}",),
        "slow": _slow,
        "full": _for_a_while("disk full", "disk sound", 500, 6_000),
        "failing": _for_a_while("disk failing", "disk sound", 500, 6_000),
        "kill": _kill,
        "cut": _cut,
    }
)
"""Every fault by name, with the function that writes its lines; none if it is impossible now."""

OF_THE_PIECE = ("weak", "missing", "ghost")
"""Faults that show only with the next piece."""
