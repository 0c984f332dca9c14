"""The people at the seats of a game, by name; a seat that changes hands; the same game once more. Pure.

Names of a game that is being set up have the number `SET_UP`, and those of a game its own, from its start on.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from controller.model import records
from controller.model.people import Tally
from controller.model.phones import SET_UP
from controller.model.view import Phase
from controller.referee.play import Play
from controller.referee.seating import next_level
from controller.referee.session import Advance, Session
from controller.referee.session_parts import NO_QUESTION, GameSetup
from engines.record import replace
from texts import _

Seats = Mapping[str, str]
"""The names of a game's people by their seats."""


def people_of(session: Session, game: int | None) -> dict[str, str]:
    """The names in a game of the journal, or in the one that is being set up."""
    return {seat: name for (number, seat), name in session.names.items() if number == game}


def with_people(session: Session, seats: Seats, game: int = SET_UP) -> Session:
    """The session with exactly these names in a game."""
    others = {place: name for place, name in session.names.items() if place[0] != game}
    names = {**others, **{(game, seat): name for seat, name in seats.items()}}
    return session if names == session.names else replace(session, names=names)


def seated(session: Session, starter: str | None) -> Session:
    """The session with the names of a game that begins: none at a computer's seat. If the players' colours
    were drawn, the first person has the `starter`'s."""
    seats, levels, names = session.current.start.seats, session.setup.levels, people_of(session, SET_UP)
    people = [seat for seat in seats if seat not in levels]
    drawn = people if starter is None else [starter, *(seat for seat in seats if seat != starter)]
    places = zip(people, drawn, strict=False)
    return with_people(session, {place: names[seat] for seat, place in places if seat in names})


def begun(session: Session, game: int) -> Session:
    """The session whose new game has got its number in the journal."""
    session = with_people(replace(session, game_id=game), people_of(session, SET_UP), game)
    return with_people(session, {})


def without_person(session: Session, name: str) -> Session:
    """The session without this name."""
    return replace(session, names={place: one for place, one in session.names.items() if one != name})


def reseated(session: Session, button_id: str) -> Advance:
    """The session after a touch on a seat in a pause: it goes to the computer, to its next level, or back to
    a person. What was being chosen on the screen, or laid for the computer, is begun anew by whoever has the
    seat now."""
    play, seat = session.current, button_id.removeprefix("seat-")
    if seat == button_id or seat not in play.start.seats:
        return session, ()
    level = next_level(play.computers.get(seat), session.rules.first_level)
    play = play.seated(seat, level)
    is_choosing = session.resumes_to in (Phase.CHOOSING, Phase.SECRET)
    expected = {one: share for one, share in session.opponent.expected.items() if one != seat}
    session = replace(
        session,
        play=play,
        resumes_to=Phase.PLAYING if is_choosing else session.resumes_to,
        question=NO_QUESTION,
        opponent=replace(session.opponent, expected=expected),
        pads=replace(session.pads, laying=None, is_asking=False),
        notice=_as_it_knows(play, seat),
    )
    return session, (records.Seated(seat, level),)


def _as_it_knows(play: Play, seat: str) -> str:
    """The remark about tiles in the hand of a seat that is the computer's now; empty if there is none."""
    if seat not in play.computers or play.deal is None or play.deal.is_open:
        return ""
    if play.is_blind(seat):
        return _(
            "The computer does not know the tiles of {player}: play them yourselves until the next deal.",
            player=play.table.name(seat),
        )
    return _(
        "Lay the tiles of {player} in a row, face down, in the order in which they were shown.",
        player=play.table.name(seat),
    )


def gains(session: Session) -> dict[str, Tally]:
    """Each person's result and points in a game that is over, by seat. Partners have their side's. A seat in
    which the computer has played is nobody's."""
    play = session.current
    outcome, score = play.position.outcome(), play.position.score()
    winner = outcome.winner if outcome else (session.ended or {}).get("winner")
    found = {}
    for seat in people_of(session, session.game_id):
        if not play.is_of_person(seat):
            continue
        side = play.table.side(play.position, seat)
        is_drawn = winner not in play.position.players
        found[seat] = Tally(1, int(winner == side), int(is_drawn), score.get(side, 0))
    return found


def options_of(play: Play) -> dict[str, Any]:
    """The options of a game as they are set up. Those drawn by lot have their drawn values."""
    given = {**play.header, **play.header.get("options", {})}
    return {one.name: given.get(one.name, one.values[0][0]) for one in play.table.options}


def set_up_again(session: Session) -> Session:
    """The session in which the game on the table is set up once more, with its options, its computers and its
    people."""
    play = session.current
    setup = GameSetup(play.table.game.name, options_of(play), dict(play.computers))
    people = people_of(session, session.game_id)
    return with_people(replace(session.without_game(), phase=Phase.SETUP, setup=setup, notice=""), people)


def rematch(session: Session) -> Session:
    """The session in which the game is set up once more with the seats exchanged: each person gets the next
    seat. It begins as soon as the board is clear."""
    again, seats = set_up_again(session), session.current.start.seats
    after = dict(zip(seats, (*seats[1:], *seats[:1]), strict=True))
    people = {after[seat]: name for seat, name in people_of(again, SET_UP).items()}
    levels = {after[seat]: level for seat, level in again.setup.levels.items()}
    setup = replace(again.setup, levels=levels, is_clearing=True)
    return with_people(replace(again, setup=setup, judgement=again.judgement.anew()), people)
