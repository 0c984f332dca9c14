"""A person replaces a tag reader: which tile lies on a pad, or that none does, and which piece stands on the
board with a tag that the tile file does not know. Pure.

A tag dies, a new one is in no tile file, a reader sees a tag that has gone. A person's report is processed
like a reader's, so that it is judged, counted, stored and hidden alike. It holds until the reader reports
something new. A tile with a dead tag cannot be seen to be lifted: it counts as lifted when it has to be.

Only public information decides which tiles can be named: the page is the same for everyone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from controller.model.view import Choice, Phase
from controller.referee import judging
from controller.referee.play import Play
from controller.referee.session import WATCHING, Advance, Session
from controller.referee.session_parts import Question, Selecting
from controller.tables.choosing import Selection
from controller.tables.wording import UNKNOWN_TAG
from engines.choices import Made
from engines.record import record, replace
from hardware.ports import sites_in
from texts import _

UNSEEN_TILE = Choice("unseen", _("Tile not seen"))
UNKNOWN_PIECE = Choice("unseen", _("Say which piece"))

_BY_WORD = _("No reader sees a tile now. Touch Tile not seen for each that you lay.")

BOARD = "board"
"""The id of the button for pieces on the board that a sensor missed."""

FAMILY, TILE = "family-", "tile-"
"""Prefixes of the page's ids: a set of tiles, and a tile of it."""


@record
class Statement:
    """A possible report about a pad or a site of the board: `kind` lies there, or with `None` nothing does.

    `kinds` are those among which a person must choose; in secret for a `seat` that shows its hand.
    """

    site: int
    kind: str | None = None
    kinds: Sequence[str] = ()
    seat: str | None = None
    is_secret: bool = False


@lru_cache(maxsize=1)  # a view asks whether there are any, and which
def statements(session: Session) -> tuple[Statement, ...]:
    """The possible reports about the pads and the board now."""
    play = session.play
    if play is None:
        return ()
    size = play.table.grid.size
    pads = range(size, size + play.table.pads) if play.table.tiles.need_readers else ()
    told = (one for site in pads for one in _statements_of(session, play, site))
    return (*told, *_on_the_board(session, play))


def _on_the_board(session: Session, play: Play) -> Iterator[Statement]:
    """Each piece with an unknown tag that is out of place as far as is known."""
    doubted = session.differing & ~session.due.held & play.table.grid.all_sites
    tags = {
        session.pads.told.get(site, kind): site
        for site, kind in sorted(session.tracker.kinds.items(), reverse=True)
        if doubted >> site & 1
    }
    for tag, site in tags.items():
        if tag.startswith(UNKNOWN_TAG):
            yield Statement(site, kinds=play.table.pieces)


def is_on_the_board(session: Session, said: Statement) -> bool:
    """Whether a report is about the board, not a pad."""
    return said.site < session.table.grid.size


def _statements_of(session: Session, play: Play, site: int) -> Iterator[Statement]:
    table, here = play.table, 1 << site
    lies, belongs = bool(session.tracker.board & here), bool(play.closed & here)
    if belongs:
        if session.differing & here:
            yield Statement(site, table.kind(play.position, site))
        return
    if lies and (session.differing | session.due.sites) & here:
        yield Statement(site)
    if not (lies and session.due.asked & here):
        yield from _to_come(session, play, site)


def _to_come(session: Session, play: Play, site: int) -> Iterator[Statement]:
    """The tile that is due on a pad, or may be shown there."""
    seat, laying = play.seat_at(site), session.pads.laying
    if laying is not None:
        if laying.seat == seat:
            yield Statement(site, laying.kind)
        return
    deal = play.deal
    if deal is not None and deal.is_open:
        people = [one for one in play.showing if one not in play.computers]
        if seat in (*people, *play.unshown[:1]) and not play.hands.is_whole(deal, str(seat)):
            kinds = tuple(kind for kind in play.table.pieces if kind not in deal.gone)
            yield Statement(site, kinds=kinds, seat=seat, is_secret=True)
        return
    if session.computer is None and (ways := play.table.candidates(play.position, 0, 1 << site)):
        table, position = play.table, play.position
        may_come = Made(lambda way: table.hands(position, way)[0].kind, ways)  # a view asks only if any may
        yield Statement(site, kinds=may_come, seat=position.turn)


# The page


def begun(session: Session, site: int | None = None) -> Session:
    """The session with the page for reports about the pads, or about one of them."""
    said = [one for one in statements(session) if site in (None, one.site)]
    if len(said) == 1 and said[0].kinds:
        return session.choosing_from(_question(session.current, said[0]))
    items = tuple(Choice(_id(one), _words(session, one)) for one in said)
    if site is None and session.due.asked & session.table.grid.all_sites:
        items = (*items, Choice(BOARD, _("A piece on the board")))
    sites = tuple(one.site for one in said)
    question = _("What did the reader miss?")
    return session.choosing_from(_page("telling", None, question, items, sites, leads=button(session)))


def _page(
    id_: str,
    seat: str | None,
    words: str,
    items: tuple[Choice, ...],
    sites: tuple[int, ...],
    *,
    is_secret: bool = False,
    leads: Choice = UNSEEN_TILE,
) -> Selection:
    return Selection(id_, seat, words, items, 1, 1, is_secret, leads, has_board=False, tells=sites)


def _id(said: Statement) -> str:
    verb = "choose" if said.kinds else "empty" if said.kind is None else "lies"
    return f"{verb}-{said.site}"


def _words(session: Session, said: Statement) -> str:
    table, place = session.current.table, session.current.table.place(said.site)
    if said.kinds and is_on_the_board(session, said):
        return _("A piece stands on {place}: choose which", place=place)
    if said.kinds:
        return _("A tile lies on {place}: choose which", place=place)
    if said.kind is None:
        return _("Nothing lies on {place}", place=place)
    if session.pads.laying is not None:
        return _("The computer's tile lies on {place}", place=place)
    return _("{tile} lies on {place}", tile=table.call(said.kind), place=place)


def _question(play: Play, said: Statement) -> Selection:
    """The page that asks for a piece: at once, or first for its set if there are many."""
    if play.table.tiles.need_readers:
        return _families(play, said)
    words = _("Which piece stands on {place}?", place=play.table.place(said.site))
    items = tuple(
        Choice(TILE + kind, _("{piece:capital}", piece=play.table.call(kind))) for kind in said.kinds
    )
    return _page("piece", said.seat, words, items, (said.site,), leads=UNKNOWN_PIECE)


def _families(play: Play, said: Statement) -> Selection:
    """The sets that may contain the tile."""
    words = _("Which tile lies on {place}? First its set", place=play.table.place(said.site))
    families = dict.fromkeys(play.table.tiles.family(kind) for kind in said.kinds)
    items = tuple(Choice(FAMILY + id_, label) for id_, label in families)
    return _page("family", said.seat, words, items, (said.site,), is_secret=said.is_secret)


def _tiles(play: Play, said: Statement, family: str) -> Selection:
    """The tiles of a set: never more than fit on a screen."""
    words = _("Which tile lies on {place}?", place=play.table.place(said.site))
    kinds = (kind for kind in said.kinds if play.table.tiles.family(kind)[0] == family)
    items = tuple(Choice(TILE + kind, play.table.call(kind)) for kind in kinds)
    return _page("tile", said.seat, words, items, (said.site,), is_secret=said.is_secret)


def pressed(session: Session, button_id: str, now_ms: int) -> Advance | None:
    """The session after a touch on the page; `None` if it is none of its own buttons."""
    selecting = session.question.selecting
    if selecting is None or not selecting.selection.tells or not selecting.is_open:
        return None
    selection = selecting.selection
    if button_id == "back" and selection.id == "tile":
        return _turned_to(session, _families(session.current, _statement_of(session, selection))), ()
    if button_id not in {item.id for item in selection.items}:
        return None
    if button_id == BOARD:
        return replace(left(session), phase=Phase.CHOOSING, question=Question(pointing=0)), ()
    if selection.id == "telling":
        said = next((one for one in statements(session) if _id(one) == button_id), None)
    else:
        said = _statement_of(session, selection)
    return _chosen(session, said, button_id, now_ms) if said else (left(session), ())


def _statement_of(session: Session, selection: Selection) -> Statement:
    """The report of a page: the due tile does not change while it is open."""
    site = selection.tells[0]
    return next((one for one in statements(session) if one.site == site and one.kinds), Statement(site))


def _chosen(session: Session, said: Statement, button_id: str, now_ms: int) -> Advance:
    if button_id.startswith(FAMILY):
        return _turned_to(session, _tiles(session.current, said, button_id.removeprefix(FAMILY))), ()
    if button_id.startswith(TILE):
        return reported(session, said.site, button_id.removeprefix(TILE), now_ms), ()
    if said.kinds:
        return session.choosing_from(_question(session.current, said)), ()
    return reported(session, said.site, said.kind, now_ms), ()


def _turned_to(session: Session, page: Selection) -> Session:
    return replace(session, question=Question(selecting=Selecting(page, is_open=True)))


def left(session: Session) -> Session:
    """The session without the page: the board is judged again."""
    return session.unasked()


# Reports


def reported(session: Session, site: int, kind: str | None, now_ms: int) -> Session:
    """The session after a person's report of the piece on a site, or with `None` of its absence. A piece with
    one tag on several sites is the same on each."""
    session = left(session)
    if kind is not None and (refused := _refusal(session, site, kind)):
        return replace(session, notice=refused)
    read = _read(session, site)
    for one in _with_the_tag(session, site, read):
        session = _lies(session, one, kind, now_ms)
        session = replace(session, pads=replace(session.pads, told={**session.pads.told, one: read}))
    return session


def without_readers(session: Session, now_ms: int) -> Session:
    """The session that goes on without its readers: people report laid tiles. Tiles count as unmoved, except
    those just taken back."""
    session = replace(session.resumed(), notice=_BY_WORD)
    session = replace(session, devices=replace(session.devices, is_without_readers=True))
    play = session.current
    lying = play.closed & ~play.table.grid.all_sites & ~session.due.held & ~session.tracker.board
    for site in sites_in(lying):
        session = _lies(session, site, play.table.kind(play.position, site), now_ms)
        session = replace(session, pads=replace(session.pads, told={**session.pads.told, site: ""}))
    return session


def _read(session: Session, site: int) -> str:
    """The present state of a site's own reader."""
    read = session.pads.told.get(site)
    return session.pads.hidden_tags.get(site) or session.tracker.kinds.get(site, "") if read is None else read


def _with_the_tag(session: Session, site: int, tag: str) -> list[int]:
    """A site and, on the board, all others on which the piece with the same tag stands."""
    if site >= session.table.grid.size or not tag:
        return [site]
    board = (one for one in session.tracker.kinds if one < session.table.grid.size)
    return [one for one in board if _read(session, one) == tag]


def _lies(session: Session, site: int, kind: str | None, now_ms: int) -> Session:
    """The session after a report in place of a reader, including a masked one."""
    tracker = session.tracker
    confirmed = tracker.confirmed & ~(1 << site) | (0 if kind is None else 1 << site)
    if tracker.masked >> site & 1:
        session = replace(session, tracker=tracker.mask(tracker.masked, confirmed, now_ms))
    return judging.lies(session, site, kind, now_ms)


def _refusal(session: Session, site: int, kind: str) -> str:
    """Why a tile cannot lie there, as a sentence: it is known to be in another hand, or in none.

    The text names neither the tile nor that hand. Everyone sees that a report was made, so hands cannot be
    probed unseen.
    """
    play = session.current
    deal, seat = play.deal, play.seat_at(site)
    if deal is None or seat is None:
        return ""
    is_turned_up = deal.is_open and kind in play.turned_up
    if not is_turned_up and play.hands.owner(deal, kind) in (None, seat):
        return ""
    return _(
        "A tile was told for {player} that is known to be elsewhere. Look at it again.",
        player=play.table.name(seat),
    )


def settled(session: Session, now_ms: int) -> Session:
    """The session without the reported tiles that no reader sees, if they are to be lifted."""
    for site, read in session.pads.told.items():
        if not read and not session.pads.laid and _is_to_go(session, site):
            session = _lies(session, site, None, now_ms)
    lying = {site: read for site, read in session.pads.told.items() if read or site in session.tracker.kinds}
    is_same = len(lying) == len(session.pads.told)
    return session if is_same else replace(session, pads=replace(session.pads, told=lying))


def _is_to_go(session: Session, site: int) -> bool:
    play = session.play
    if play is None:
        return True
    if play.closed >> site & 1:
        return False
    is_shown = (play.deal is not None and play.deal.is_open) or site in session.pads.hidden_tags
    return is_shown or bool(session.due.sites >> site & 1)


def is_offered(session: Session, site: int | None = None) -> bool:
    """Whether any report about the pads is possible, or about one of them."""
    return session.phase in WATCHING and any(site in (None, one.site) for one in statements(session))


def button(session: Session) -> Choice:
    """The button of the page."""
    is_board = all(is_on_the_board(session, one) for one in statements(session))
    return UNKNOWN_PIECE if is_board else UNSEEN_TILE


def broken(session: Session, sites: int, now_ms: int) -> Session:
    """The session after people declared the board right although these pads do not show it: a tile that
    belongs there lies there."""
    for site in sites_in(sites):
        session = reported(session, site, session.current.table.kind(session.current.position, site), now_ms)
    return session
