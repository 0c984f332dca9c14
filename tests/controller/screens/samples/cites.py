"""Views of a game of Cités Nouvelles: offers, tricks on the pads, wrong tiles, building, and the end."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from controller.model.hands import HIDDEN, Hands
from controller.model.view import Phase, View
from controller.referee import pads
from controller.referee.play import Play
from controller.referee.session import Session
from controller.tables.cites.table import CitesTable
from engines.game import Json
from hardware.ports import sites_in
from opponents.thought import Level
from tests.controller.screens.samples.sessions import GRID, begun, seen, touched

_TABLE: Final = CitesTable(GRID, 3, 4)
_SPEAKER: Final = {2: ("turnup D15", "turnup M1"), 4: ("turnup D15", "turnup M1", "turnup M2", "turnup M3")}
_TEAMS: Final = (*_SPEAKER[4], "choose P", "choose T")
_TWO: Final = (*_SPEAKER[2], "choose H", "choose M")
_FINISHING: Final = ("D15", "D14", "D10", "D9", "D5", "D4", *(f"H{n}" for n in range(15, 6, -1)))
_SURPLUS: Final = (*(f"D{n}" for n in (1, 2, 3, 4, 6, 7, 8, 9, 11, 12, 13, 14)), "H15", "H14", "H13")


def _tricks(led: tuple[str, ...], followed: str = "M") -> tuple[str, ...]:
    """A round of two in which the first one wins every trick."""
    pairs = ((block, f"{followed}{number}") for number, block in enumerate(led, 1))
    return tuple(f"play {block}" for pair in pairs for block in pair)


def _played(*texts: str, players: int = 2, contre: bool = False, is_done: bool = True) -> Session:
    """A session after these actions; with `is_done` hands have done all that the last one asks for."""
    play = Play.resume(_TABLE, _header(players, contre), texts)
    shown = play if is_done else replace(play, plies=play.plies[:-1])
    session = begun(_TABLE)
    session = _with_tiles(session, shown.closed, {s: play.table.kind(shown.position, s) for s in _on(shown)})
    if not is_done:
        for hand in _TABLE.hands(shown.position, play.plies[-1].action):
            kinds = {**session.tracker.kinds, hand.sites.bit_length() - 1: hand.kind}
            session = _with_tiles(session, shown.closed | hand.sites, kinds)
    if not texts:
        return replace(session, play=play).right()
    return replace(session, play=play.back(1)).advanced_to(play)


def _header(players: int, contre: bool) -> Json:
    return _TABLE.header({"players": players, "contre": contre})


def _on(play: Play) -> list[int]:
    return [site for site in sites_in(play.closed) if site >= GRID.size]


def _with_tiles(session: Session, closed: int, kinds: dict[int, str]) -> Session:
    tagged = sum(1 << site for site in kinds)
    tracker = replace(session.tracker, closed=closed & GRID.all_sites, tagged=tagged, kinds=kinds)
    judgement = replace(session.judgement, picture=tracker.snapshot)
    return replace(session, tracker=tracker, judgement=judgement, phase=Phase.PLAYING)


def _wrong(session: Session, seat: int, kind: str) -> View:
    """A tile more, which cannot lie there."""
    return seen(_lying(session, seat, kind))


def _lying(session: Session, seat: int, kind: str) -> Session:
    kinds = {**session.tracker.kinds, GRID.size + seat - 1: kind}
    return replace(_with_tiles(session, session.tracker.closed, kinds), phase=Phase.CORRECTING)


def _touched(session: Session, *ids: str) -> View:
    return seen(touched(session, *ids))


_MIDDLE: Final = _played(*_TEAMS, "play P9", "play P3", "play D7", players=4)

_ROWS: Final = {
    "p2": ("P3", "M1", "T12", "D2", "H15", "M11", "P14", "T1", "H2", "D9"),
    "p4": ("M5", "H13", "D1", "T15", "P12", "M8", "H1", "T4", "D12", "M15"),
}


def _with_computers(session: Session, shown: int) -> Session:
    """The same with the computer on two seats, each of which has shown this many tiles."""
    hands = Hands({(1, seat): row[:shown] for seat, row in _ROWS.items()})
    play = replace(session.current, computers={"p2": Level.MEDIUM, "p4": Level.STRONG}, hands=hands)
    return replace(session, play=play)


def _with_people(session: Session) -> Session:
    """The same with four people who show their tiles, and have shown some of them."""
    rows = {(1, seat): row[:4] for seat, row in _ROWS.items()}
    play = replace(session.current, hands=Hands({**rows, (1, "p1"): (), (1, "p3"): ("T1",)}))
    return replace(session, play=play)


def _shown(session: Session) -> Session:
    """The last tile that was shown still lies on its pad."""
    site = GRID.size + 1
    session = _with_tiles(session, session.tracker.closed, {**session.tracker.kinds, site: HIDDEN})
    pads = replace(session.pads, hidden_tags={site: session.current.row("p2")[-1]})
    return replace(session, pads=pads)


def _laying(session: Session) -> Session:
    """The computer has decided what to play."""
    action = session.current.table.game.parse("play M5")
    laying = pads.laying_of(session.current, "p4", action)
    return replace(session, pads=replace(session.pads, laying=laying))


def _wrong_laid(session: Session) -> View:
    """Another tile of its row has been laid."""
    site = GRID.size + 3
    session = _with_tiles(session, session.tracker.closed, {**session.tracker.kinds, site: HIDDEN})
    pads = replace(session.pads, hidden_tags={site: "M8"})
    return seen(replace(session, pads=pads, phase=Phase.CORRECTING))


def _returning(session: Session) -> Session:
    """Player 3's tile and the computer's before it were taken back, and lifted."""
    play = session.current.back(2)
    on = {site: kind for site, kind in session.tracker.kinds.items() if play.closed >> site & 1}
    session = _with_tiles(session, play.closed, on)
    return replace(session, play=play, due=replace(session.due, reminders=play.reminders))


CITES_SAMPLES: Final[dict[str, View]] = {
    "cites-setup": _touched(begun(_TABLE), "game-cites"),
    "cites-turn-up": seen(_played("turnup H12", players=4)),
    "cites-speaker": seen(_played(*_SPEAKER[4], players=4, is_done=False)),
    "cites-offer": seen(_played(*_SPEAKER[2])),
    "cites-tiles-to-show": seen(_with_computers(_played(*_SPEAKER[4], players=4), 7)),
    "cites-tile-shown": seen(_shown(_with_computers(_played(*_SPEAKER[4], players=4), 7))),
    "cites-whose-tiles": _touched(_with_computers(_played(*_SPEAKER[4], players=4), 10), "hands"),
    "cites-people-show": seen(_with_people(_played(*_SPEAKER[4], players=4))),
    "cites-people-choose": _touched(_with_people(_played(*_SPEAKER[4], players=4)), "hands"),
    "cites-tile-to-lay": seen(_laying(_with_computers(_MIDDLE, 10))),
    "cites-wrong-tile-laid": _wrong_laid(_laying(_with_computers(_MIDDLE, 10))),
    "cites-tile-returns": seen(_returning(_with_computers(_MIDDLE, 10))),
    "cites-offer-contre": seen(_played(*_SPEAKER[4], "choose P", players=4, contre=True)),
    "cites-trick": seen(_MIDDLE),
    "cites-trick-won": seen(
        _played(*_TEAMS, "play P9", "play P3", "play D7", "play M5", players=4, is_done=False)
    ),
    "cites-wrong-tile": _wrong(_MIDDLE, 2, "H4"),
    "cites-in-a-taking": _wrong(_played(*_TWO, "play H9", "play H3"), 1, "H3"),
    "cites-tile-not-seen": _touched(_lying(_MIDDLE, 4, "unknown tag 04A2B1C9"), "unseen"),
    "cites-set-of-a-tile": _touched(_MIDDLE, "unseen"),
    "cites-which-tile": _touched(_MIDDLE, "unseen", "family-H"),
    "cites-computers-tile": _touched(_with_computers(_played(*_SPEAKER[4], players=4), 7), "unseen"),
    "cites-computers-tile-open": _touched(
        _with_computers(_played(*_SPEAKER[4], players=4), 7), "unseen", "reveal", "family-D"
    ),
    "cites-decorations": _touched(
        _played(*_TWO, *_tricks(_SURPLUS)), "block-D2", "block-D3", "block-D6", "block-D7", "block-D11"
    ),
    "cites-decorations-refused": _touched(
        _played(*_TWO, *_tricks(_SURPLUS)), *(f"block-D{n}" for n in (1, 2, 3, 6, 7, 11)), "done"
    ),
    "cites-building": seen(_played(*_TWO, *_tricks(_SURPLUS), "build D2 D3 D6 D7 D11 D12", is_done=False)),
    "cites-second-round": seen(_played(*_TWO, *_tricks(_FINISHING), "choose T", "choose H", "play T4")),
    "cites-paused": _touched(_played(*_TWO, *_tricks(_FINISHING)), "pause"),
    "cites-over": seen(_played(*_TWO, *_tricks(_FINISHING, "H")[:2], *_tricks(_FINISHING)[2:])),
}
