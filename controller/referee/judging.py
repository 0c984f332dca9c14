"""The session's judgement of the board at rest. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby, takewhile

from controller.model import records
from controller.model.phones import SET_UP
from controller.model.tracker import BLIP_MS, Tracker, adjacent, is_pushed
from controller.model.view import Phase
from controller.referee import pads
from controller.referee.board_at_rest import BoardAtRest, Returning, crooked_pairs
from controller.referee.computer import allowed
from controller.referee.interpretation import Interpretation, goes_on, interpret, interpret_end
from controller.referee.people import people_of, seated
from controller.referee.play import Play, Ply
from controller.referee.seating import drawn_by_lot
from controller.referee.session import Effects, Session
from controller.referee.session_parts import Question
from controller.referee.succession import waiting
from controller.tables.wording import chained
from engines.record import replace
from hardware.ports import sites_in
from texts import _, joined

MOST_DESCRIBED = 3
"""The most changed actions that are named individually."""

NAMED = 2
"""The most broken sensors named if there is little room."""

MOST_WAITING = 3
"""The most new pieces that are looked at together while they wait for a missing one: two turns."""


def seen(session: Session, closed: int, now_ms: int) -> Session:
    """The session after a sensor frame."""
    tracker = session.tracker.seen(closed, now_ms)
    devices = session.devices
    if not devices.is_board_seen or devices.board_stalled_ms is not None:
        if devices.board_stalled_ms is not None:  # what moved in silence is not known: it rests from now
            tracker = replace(tracker, moved_ms=now_ms)
        session = replace(session, devices=replace(devices, is_board_seen=True, board_stalled_ms=None))
    elif tracker is session.tracker:
        return session
    return _noticed(session, tracker, now_ms)


def read_tag(session: Session, reader: str, tag: str | None, now_ms: int) -> Session:
    """The session after a tag came to a reader or left it. A piece with an unknown tag has that as its
    kind."""
    site = _site_of(session, reader)
    if site is None:
        return session
    kind = None if tag is None else session.tiles.get(tag, f"unknown tag {tag}")
    if site in session.pads.told:
        if session.pads.told[site] == (kind or ""):
            return session
        others = {one: read for one, read in session.pads.told.items() if one != site}
        session = replace(session, pads=replace(session.pads, told=others))
    return lies(session, site, kind, now_ms)


def lies(session: Session, site: int, kind: str | None, now_ms: int) -> Session:
    """The session after a reader, or a person in its place, reported the piece on a site; `None`: none."""
    session, told = pads.read(session, site, kind, now_ms)
    tracker = session.tracker.read(site, told, now_ms)
    return session if tracker is session.tracker else _noticed(session, tracker, now_ms)


def _site_of(session: Session, reader: str) -> int | None:
    """The site of a reader: `pad.p1` is the first one beside the board, `@3,4` lies under a site."""
    grid = session.tracker.grid
    if reader.startswith("pad.p"):
        return grid.size + int(reader.removeprefix("pad.p")) - 1
    column, _comma, row = reader.removeprefix("@").partition(",")
    return grid.site(int(column), int(row)) if int(column) < grid.columns and int(row) < grid.rows else None


def _noticed(session: Session, tracker: Tracker, now_ms: int) -> Session:
    """The session with the sensors' present state, and with the pieces that were off the board meanwhile."""
    lifted = session.judgement.lifted | _open_together(session, now_ms)
    returned = tracker.board & ~session.tracker.board & session.due.exchanging
    if returned:
        away = session.tracker.order
        for site in sites_in(returned):
            if now_ms - away.get(site, now_ms) <= BLIP_MS:
                returned &= ~(1 << site)
    due, judgement = session.due, session.judgement
    asked = due.asked & ~_read_to_leave(session, tracker)
    if returned or asked != due.asked:
        due = replace(due, exchanging=due.exchanging & ~returned, asked=asked)
    if lifted != judgement.lifted:
        judgement = replace(judgement, lifted=lifted)
    return replace(session, tracker=tracker, judgement=judgement, due=due)


def _read_to_leave(session: Session, tracker: Tracker) -> int:
    """The sites where a reader saw a piece leave that had to go: a new one there is unrelated."""
    if session.play is None:
        return 0
    return session.tracker.tagged & ~tracker.board & ~session.play.closed


def judge(session: Session, now_ms: int) -> tuple[Session, Effects]:
    """The session when the board has come to rest, and what must be stored before it is shown."""
    tracker = session.tracker
    session = replace(session, tracker=tracker.rested())
    if session.judgement.picture == tracker.snapshot and not session.is_doubted:
        return session, ()
    read_right = tracker.tagged & ~session.current.differing(tracker.board, tracker.kinds)
    session = replace(
        session,
        judgement=replace(session.judgement, picture=tracker.snapshot, at_ms=now_ms),
        due=replace(session.due, exchanging=session.due.exchanging & tracker.board & ~read_right),
        question=replace(session.question, pointing=None),
    )
    if session.is_end_in_doubt:
        return _interpret_end(session)
    session = _remarked_on_rest(session)
    differing = session.differing
    if not differing:
        notice = _exchange_notice(session, session.current)
        return replace(session.right(), notice=notice or session.notice), ()
    session = _unfinished(session, differing)
    if session.due.sites:
        return replace(session, phase=_meanwhile(session, differing)), ()
    return _interpret(session, differing)


def _remarked_on_rest(session: Session) -> Session:
    """The session with the remark, once a game, that pieces beside the board do not count."""
    table = session.current.table
    beside = session.tracker.board & table.grid.all_sites & ~table.ground
    if not beside or session.judgement.is_told_of_rest or session.notice:
        return session
    return replace(
        session,
        judgement=replace(session.judgement, is_told_of_rest=True),
        notice=_("What lies beside the board is no part of the game."),
    )


def _interpret_end(session: Session) -> tuple[Session, Effects]:
    """The session after interpreting a board on which a piece is back that was taken back before the end."""
    found = interpret_end(session.current, _board(session))
    if len(found) == 1:
        return apply(session, found[0])
    return replace(session, phase=Phase.CHOOSING, question=Question(found)) if found else session, ()


def _board(session: Session) -> BoardAtRest:
    """The table at rest."""
    tracker, known = session.tracker, session.judgement
    return BoardAtRest(
        tracker.board,
        tracker.order,
        tracker.kinds,
        known.lifted,
        known.is_dark,
        known.acted_ms,
        known.returning,
    )


def _interpret(session: Session, differing: int) -> tuple[Session, Effects]:
    """The session after interpreting a board without open requests."""
    board, known = _board(session), session.judgement
    found = interpret(session.current, board, is_friendly=session.rules.is_friendly)
    found = allowed(session, board, found)
    if len(found) == 1 and not found[0].is_doubtful and not doubt_about(session, found[0]):
        applied, effects = apply(session, found[0])
        return replace(applied, notice=applied.notice or _exchange_notice(session, applied.current)), effects
    if found:
        return replace(session, phase=Phase.CHOOSING, question=Question(found)), ()
    begun = _begun(session.current, board) or waiting(session.current, board)
    staying = begun | _may_stay(session.current, board, differing & ~begun)
    phase = Phase.PLAYING if differing == begun else Phase.CORRECTING
    return replace(session, phase=phase, judgement=replace(known, staying=staying)), ()


def _begun(play: Play, board: BoardAtRest) -> int:
    """The sites where a legal action is in progress, or the last one is being repeated."""
    begun = _half_done(play, board)
    if begun or not play.plies or not play.table.is_taken_back_by_hand(play.plies[-1].action):
        return begun
    before = play.back(1)
    anew = _half_done(before, board)
    return board.differing(play) if anew and anew == board.differing(before) else 0


def _half_done(play: Play, board: BoardAtRest) -> int:
    differing = board.differing(play)
    return play.table.half_done(
        play.position, differing & ~board.closed, differing & board.closed, board.kinds
    )


def _may_stay(play: Play, board: BoardAtRest, differing: int) -> int:
    """The new pieces that can be played as soon as the rest of the board is right, and a move of one. None if
    there are only such pieces: together they fit no rule."""
    extra, missing = differing & board.closed, differing & ~board.closed
    crooked = {site for pair in crooked_pairs(play, board) for site in pair}
    staying = pushed = 0
    pieces = list(play.table.groups(play.position, extra))
    for sites in pieces:
        is_straight = crooked.isdisjoint(sites_in(sites)) or play.table.has_large_pieces(play.position)
        if not is_straight or _is_pushed(play, sites, missing):
            pushed |= sites
        elif play.table.on_exactly(play.position, sites, board.kinds):
            staying |= sites
    ways = play.table.candidates(play.position, missing, extra, board.kinds) if missing else ()
    moves = [sites for sites in (play.table.touched(play.position, way) for way in ways) if sites & missing]
    if len(moves) == 1:
        staying |= moves[0]
    elif staying and missing and extra & ~staying and not pushed and len(pieces) <= MOST_WAITING:
        back = replace(board, closed=board.closed | missing, lifted=0)
        if any(not one.back and not one.premature for one in interpret(play, back)):
            staying = extra
    return staying if staying != differing else 0


def _is_pushed(play: Play, sites: int, missing: int) -> bool:
    """Whether a piece may have come from a neighbouring site, which is open now."""
    if play.table.has_large_pieces(play.position) and sites.bit_count() != missing.bit_count():
        return False
    return any(
        adjacent(play.table.grid, site, left) for site in sites_in(sites) for left in sites_in(missing)
    )


def _unfinished(session: Session, differing: int) -> Session:
    """The session with the table's requests that hands have not completed.

    If a reader sees another piece than the one that had to go, that part is done.
    """
    kinds = session.tracker.kinds
    gone = (1 << site for site, kind in session.due.must_leave.items() if kinds.get(site, kind) != kind)
    held, asked = session.due.held & differing, session.due.asked & differing & ~sum(gone)
    return replace(
        session,
        due=replace(session.due, held=held, asked=asked),
        question=replace(session.question, interpretations=()),
        judgement=replace(session.judgement, staying=0),
    )


def _meanwhile(session: Session, differing: int) -> Phase:
    """The phase while hands complete the table's requests. A piece that can be played after them may wait."""
    held, asked = session.due.held, session.due.asked
    is_in_order = not held and (differing == asked or _is_early(session, differing & ~asked))
    return Phase.PLAYING if is_in_order else Phase.CORRECTING


def _is_early(session: Session, sites: int) -> bool:
    """Whether the pieces on these sites are all identified, and can be played when the requests are done."""
    play, tracker, asked = session.current, session.tracker, session.due.asked
    kinds = {site: kind for site, kind in tracker.kinds.items() if not asked >> site & 1}
    if any(site not in kinds for site in sites_in(sites)):
        return False
    closed = tracker.board & ~asked | play.closed & asked
    return goes_on(play, BoardAtRest(closed, tracker.order, kinds))


def doubt_about(session: Session, interpretation: Interpretation) -> str:
    """Why people are asked about the only interpretation of a board; empty if they are not. Readers identify
    pieces, but not what a broken sensor hides of them."""
    play, known = session.current, sum(1 << site for site in session.tracker.kinds)
    if interpretation.back:
        return ""
    if hidden := _hidden(session, interpretation):
        return broken_sensors(play, hidden)
    unknown = [one for one in interpretation.actions if play.table.touched(play.position, one) & ~known]
    return play.table.doubt(play.position, unknown) if unknown else ""


def _hidden(session: Session, interpretation: Interpretation) -> int:
    """The sites with broken sensors that an identified piece may cover too."""
    play, tracker = session.current, session.tracker
    table, position = play.table, play.position
    silent = tracker.masked & ~tracker.board & ~play.closed
    if not silent or not table.has_large_pieces(position):
        return 0
    hidden = 0
    for action in interpretation.actions:
        seen = table.touched(position, action)
        for way in table.candidates(position, 0, seen | silent):
            whole = table.touched(position, way)
            hidden |= whole if whole & seen == seen else 0
    return hidden & silent


def broken_sensors(play: Play, sites: int) -> str:
    """Instructions for people about broken sensors."""
    first, more = sites_in(sites)[:NAMED], sites.bit_count() - NAMED
    places: str = joined(", ", map(play.table.place, first))
    if more > 0:
        places = _("{places} and {more} more", places=places, more=more)
    return _("Broken sensor: {places}. Touch its button at each change.", places=places)


def apply(session: Session, interpretation: Interpretation) -> tuple[Session, Effects]:
    """Play an interpretation, all of it at once."""
    before, order = session.current, session.tracker.order
    play, effects = taken_to(before, interpretation.back)
    returning = _returning(session, interpretation, play)
    session = replace(session, judgement=replace(session.judgement, returning=returning))
    warned = []
    for action in interpretation.actions:
        then, play = play, play.after(action)
        seat = play.plies[-1].actor
        warned.append(play.table.tiles.warning(then, seat, action) if seat else "")
        effects += (records.Played(str(action), action.public), *pads.dealt_again(then, play))
    outcome = play.position.outcome()
    if outcome is not None:
        effects.append(records.Finish(result(play, outcome.winner or "draw", outcome.reason)))
    said = [
        event for ply in play.plies[len(play.plies) - len(interpretation.actions) :] for event in ply.events
    ]
    session = session.advanced_to(play, premature=interpretation.premature)
    against_hands = joined(" ", filter(None, warned)) if any(warned) else ""
    notice = session.notice or play.table.warn(said) or against_hands
    return replace(session, notice=notice or _mended(order, before, play, interpretation)), tuple(effects)


def _returning(session: Session, interpretation: Interpretation, then: Play) -> Returning:
    """The actions that this interpretation takes back by hand, or an earlier one did, while their pieces may
    return: until the next player has acted."""
    play = session.current
    if interpretation.back:
        gone = play.closed & ~then.closed & ~session.tracker.board
        stood = {ply.action for ply in play.plies[len(then.plies) :]}
        kept = sum(1 for _ in takewhile(stood.__contains__, interpretation.actions))
        return Returning(len(then.plies), len(then.plies) + kept, play.kinds(gone))
    actors = {ply.actor for ply in play.plies[session.judgement.returning.since :]}
    is_next = play.table.actor(play.position, interpretation.actions[0]) not in actors
    return Returning() if actors and is_next else session.judgement.returning


def _mended(order: Mapping[int, int], before: Play, play: Play, interpretation: Interpretation) -> str:
    """The message about a turn that hands have taken back, or changed."""
    if not interpretation.back:
        return ""
    if not interpretation.actions:
        return _("Taken back by hand: {what}.", what=_described(before, interpretation.back))
    changed = _changed(before, play, interpretation)
    if not changed and (gone := _gone(before, play, interpretation.back)):
        return _("Taken back by hand: {what}.", what=chained(_turns_of(before, gone)))
    changed = changed or list(play.plies[len(play.plies) - len(interpretation.actions) :])
    if before.table.is_order_free(before.position):
        changed = _moved(order, before, play, interpretation.back, changed)
    return _("Changed: {what}.", what=chained(_turns_of(play, changed)))


def _changed(before: Play, play: Play, interpretation: Interpretation) -> list[Ply]:
    """The plies of an interpretation that are new. The next player's actions are not changes, unless an
    earlier one was attributed to another player."""
    stood = {ply.action: ply.actor for ply in before.plies[len(before.plies) - interpretation.back :]}
    plies = play.plies[len(play.plies) - len(interpretation.actions) :]
    first = plies[0].actor
    return [
        ply
        for ply in plies
        if (ply.actor == first and ply.action not in stood) or stood.get(ply.action, ply.actor) != ply.actor
    ]


def _gone(before: Play, play: Play, back: int) -> list[Ply]:
    """Of the last plies those that do not stand any more."""
    standing = {ply.action for ply in play.plies}
    return [ply for ply in before.plies[len(before.plies) - back :] if ply.action not in standing]


def _moved(order: Mapping[int, int], before: Play, play: Play, back: int, changed: list[Ply]) -> list[Ply]:
    """Of changed plies those whose pieces came from other places; the others were set since. Each was pushed
    to the next site, or came when it left, or soon after."""
    gone = sites_in(before.closed & ~play.closed)
    if not gone:
        return changed
    sites = {ply.action: before.table.touched(before.back(back).position, ply.action) for ply in changed}

    def distance(left: int, came: int) -> tuple[bool, int]:
        is_far = not is_pushed(before.table.grid, order, left, came)
        return is_far, abs(order.get(came, 0) - order.get(left, 0))

    def apart(ply: Ply) -> tuple[bool, int]:
        return min(distance(left, came) for came in sites_in(sites[ply.action]) or [-1] for left in gone)

    moved = sorted(changed, key=apart)[: len(gone)]
    return [ply for ply in changed if ply in moved]


def _described(play: Play, number: int) -> str:
    """The first turn of the last plies, in words, with its player."""
    plies = play.plies[len(play.plies) - number :]
    return _turns_of(play, plies)[0]


def _turns_of(play: Play, plies: Sequence[Ply]) -> list[str]:
    """Turns in words, each with its player."""
    return [_turn_of(play, actor, list(turn)) for actor, turn in groupby(plies, key=lambda ply: ply.actor)]


def _turn_of(play: Play, actor: str | None, plies: Sequence[Ply]) -> str:
    table, actions = play.table, [ply.action for ply in plies]
    what: str = (
        chained(list(map(table.describe, actions)))
        if len(actions) <= MOST_DESCRIBED
        else table.describe_all(actions)
    )
    return what if actor is None else _("{who}: {what}", who=table.name(actor), what=what)


def taken_back(session: Session, plies: int) -> tuple[Session, Effects]:
    """The session after a takeback by touch, and what must be stored."""
    play, effects = taken_to(session.current, plies)
    return session.back_to(play), tuple(effects)


def taken_to(play: Play, plies: int) -> tuple[Play, list[records.Effect]]:
    """A play without its last plies, and what must be stored."""
    if not plies:
        return play, []
    then = play.back(plies).keeping_dealt()
    return then, [records.Undo(plies), *pads.dealt_again(play, then)]


def result(play: Play, winner: str | None, reason: str) -> dict[str, object]:
    """A game's result for the journal; `winner` is `None` if it was abandoned."""
    return {"winner": winner, "reason": reason, "score": play.position.score()}


def agreed_result(play: Play, winner: str) -> dict[str, object] | None:
    """The result of a game that people have ended: a draw, or a win for the opponent of the player who
    resigned; `None` if that player cannot resign."""
    players = play.position.players
    if winner == "draw":
        return result(play, winner, _("a draw was agreed"))
    if winner not in players or len(players) != 2:
        return None
    loser = play.table.name(players[1 - players.index(winner)])
    return result(play, winner, _("{player} resigned", player=loser))


def begin_if_clear(session: Session, now_ms: int) -> tuple[Session, Effects]:
    """Begin the chosen game, if the board shows its start. A broken site counts as right."""
    table = session.tables[session.setup.chosen]
    header, levels, drawn = drawn_by_lot(table, session.setup.options, session.setup.levels, now_ms)
    begun = Play.begin(table, header, levels)
    tracker = session.tracker.mask(session.tracker.masked, begun.closed, now_ms).rested()
    judgement = replace(session.judgement, picture=tracker.snapshot, at_ms=now_ms)
    session = replace(session, tracker=tracker, judgement=judgement)
    if begun.differing(tracker.board, tracker.kinds):
        return session, ()
    session = replace(
        session,
        play=begun,
        setup=replace(session.setup, is_clearing=False),
        due=replace(session.due, reminders=()),
        ended=None,
        notice=drawn.words if drawn else "",
        opponent=replace(session.opponent, expected={}),
        judgement=replace(judgement, returning=Returning(), is_told_of_rest=False),
    )
    session = seated(session, drawn.starter if drawn else None)
    if drawn and drawn.starter and people_of(session, SET_UP):  # by name all know who plays which colour
        first = table.name(begun.position.turn or drawn.starter)
        session = replace(session, notice=_("Drawn by lot: {player} begins.", player=first))
    return _remarked_on_rest(session.right()).halted(), (records.Start(header, levels),)


def _open_together(session: Session, now_ms: int) -> int:
    """The sites that have been open at the same time, if there are several."""
    if session.play is None:
        return 0
    missing = session.play.closed & ~session.tracker.board
    if not _are_several(missing):
        return 0
    order = session.tracker.order
    away = 0
    for site in sites_in(session.differing & missing):
        if now_ms - order.get(site, now_ms) > BLIP_MS:
            away |= 1 << site
    return away if _are_several(away) else 0


def _are_several(sites: int) -> bool:
    return bool(sites & (sites - 1))


def _exchange_notice(session: Session, after: Play) -> str:
    """A warning after different pieces were off the board together: no sensor knows which returned, and to
    which of their places in `after`."""
    play = session.current
    lifted = {
        play.table.piece(play.position, site) for site in sites_in(session.judgement.lifted & play.closed)
    }
    moved = session.judgement.lifted | play.closed ^ after.closed
    pieces = {site: play.table.piece(after.position, site) for site in sites_in(moved & after.closed)}
    if len(lifted) < 2 or not pieces:
        return ""
    if len(pieces) > 3:
        return _("Several pieces were off the board together. Check that each stands as the picture shows.")
    standing = (
        _("{piece} on {place}", piece=piece, place=play.table.place(s)) for s, piece in pieces.items()
    )
    return _("Check: {pieces}.", pieces=joined(", ", standing))
