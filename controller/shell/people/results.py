"""Games that are over, counted for their people. Pure."""

from __future__ import annotations

from controller.model.people import Book, Over
from controller.referee.people import gains, options_of, people_of
from controller.referee.session import Session
from controller.shell.model.state import Shell
from engines.record import replace


def followed(before: Session, shell: Shell) -> Shell:
    """The shell with the book of the present session: a game that has ended since is counted, and one that
    goes on again is not any more."""
    after = shell.session
    is_same = before.play is after.play and before.ended is after.ended and before.game_id == after.game_id
    if is_same or after.play is None or not shell.preferences.names:
        return shell
    if after.game_id is None:  # a game begins: the one before stays as it was counted
        return replace(shell, book=replace(shell.book, last=None)) if shell.book.last else shell
    book = counted(shell.book, after)
    return shell if book is shell.book else replace(shell, book=book)


def counted(book: Book, session: Session) -> Book:
    """The book with the game on the table, if that is over, and without it otherwise.

    Only people on the list have a tally: a phone's name is not put there by itself.
    """
    number, last = session.game_id, book.last
    is_counted = last is not None and last.number == number
    if number is None or is_counted == _is_over(session):
        return book
    if is_counted:
        return book.without_last()
    play, people, of_seats = session.current, people_of(session, number), gains(session)
    known = {seat: name for seat in of_seats if (name := book.known(people[seat]))}
    over = Over(
        number,
        play.table.game.name,
        options_of(play),
        tuple(known.values()) if len(known) == len(play.start.seats) else (),
        {name: of_seats[seat] for seat, name in known.items()},
    )
    return book.with_game(over)


def _is_over(session: Session) -> bool:
    """Whether the game on the table has a result."""
    play = session.play
    return play is not None and (session.ended is not None or play.position.outcome() is not None)
