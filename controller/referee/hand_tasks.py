"""Tasks for hidden tiles: showing them, and laying the computer's; and why a tile does not belong where it
lies. The words never identify a tile. Pure."""

from __future__ import annotations

from collections.abc import Iterator

from controller.model.hands import HIDDEN
from controller.model.view import Choice, Meaning, Task
from controller.referee.dealing import HAND, HANDS, UNSHOWN, turned_up
from controller.referee.play import Play
from controller.referee.session import WATCHING, Session
from hardware.ports import sites_in
from texts import _, _c


def tasks(session: Session) -> tuple[Task, ...]:
    """The current tasks: the computer's tile, or the next one to be shown."""
    if session.play is None or session.phase not in WATCHING:
        return ()
    if session.pads.laying is not None:
        return (_to_lay(session, session.play),)
    return tuple(_to_show(session, session.play))


def _to_lay(session: Session, play: Play) -> Task:
    laying = session.pads.laying
    assert laying is not None
    pad = play.table.tiles.pad(play.position, laying.seat)
    words = _(
        "{player}, computer: lay tile {number} from the left on {place}, face up",
        player=play.table.name(laying.seat),
        number=laying.number,
        place=play.table.places(pad),
    )
    return Task(Meaning.PLACE, pad, words, laying.seat)


def _to_show(session: Session, play: Play) -> Iterator[Task]:
    """The next tile of each person who shows a hand, and of one computer after the other; or the one that
    lies on the pad."""
    deal, people = play.deal, [seat for seat in play.showing if seat not in play.computers]
    for seat in play.showing:
        assert deal is not None
        pad, shown = play.table.tiles.pad(play.position, seat), len(play.row(seat))
        values = {
            "player": play.table.name(seat),
            "shown": shown,
            "all": deal.pieces,
            "place": play.table.places(pad),
        }
        is_computers = seat in play.computers
        if pad & session.shown_pads:
            words = _(
                "{player}, {shown} of {all} tiles: lift this one and lay it at the right of the row", **values
            )
            if not is_computers:
                words = _("{player}, {shown} of {all} tiles: take this one back into your hand", **values)
            yield Task(Meaning.LIFT, pad, words, seat)
        elif seat in (*play.unshown[:1], *people) and shown < deal.pieces:
            words = _("{player}, {shown} of {all} tiles: lay its next on {place}, face down", **values)
            if not is_computers:
                words = _("{player}, {shown} of {all} tiles: lay your next on {place}, face down", **values)
            yield Task(Meaning.PLACE, pad, words, seat)


def heading(play: Play) -> str:
    """Whose tiles must be shown before play goes on, in words; "" if none."""
    if not play.unshown:
        return ""
    return _("Tiles of {player}", player=play.table.name(play.unshown[0]))


def ways(session: Session) -> tuple[Choice, ...]:
    """The button that leads to `choices`, before anything was chosen."""
    is_it_time = session.current.is_just_dealt and not session.due.asked
    return (Choice(HANDS, _c("button", "Tiles")),) if is_it_time else ()


def choices(session: Session) -> tuple[Choice, ...]:
    """The choices about hands, on request or while the computer's must be shown: to show one's own, or stop
    showing it; to show the computer's again, or to say that they cannot be shown."""
    play = session.current
    seats = play.position.seats if session.pads.is_asking else play.unshown[:1]
    return tuple(choice for seat in seats for choice in _choices_of(play, seat))


def _choices_of(play: Play, seat: str) -> Iterator[Choice]:
    player = play.table.name(seat)
    if seat not in play.computers:
        label = _("{player}: the table knows my tiles", player=player)
        yield Choice(f"{HAND}{seat}", label, on=seat in play.showing)
    elif play.row(seat) or seat not in play.showing:
        yield Choice(f"{HAND}{seat}", _("{player}: show all tiles again", player=player))
    if seat in play.unshown:
        yield Choice(f"{UNSHOWN}{seat}", _("{player}: we play for it", player=player))


# Why a tile does not belong where it lies


def misfit(session: Session, sites: int, kind: str) -> str:
    """Why a veiled tile, or a shown one that cannot be in that hand, does not belong on a pad, as a sentence;
    empty for others."""
    play, site = session.current, sites_in(sites)[0]
    deal, seat = play.deal, play.seat_at(site)
    if deal is None:
        return ""
    if kind != HIDDEN:
        is_impossible = deal.is_open and seat in play.showing and kind in deal.gone
        return _("It stands on a lot, and is in no hand.") if is_impossible else ""
    if seat is None:
        return _("Nobody plays there.") if site >= play.table.grid.size else _("It belongs in a hand.")
    veiled = session.pads.veiled.get(site, "")
    owner = play.hands.owner(deal, veiled)
    if not deal.is_open:
        return _while_played(session, play, seat, owner)
    if seat in play.showing and veiled in turned_up(play, deal):
        return _("It was turned up, and is in no hand.")
    return _while_shown(play, seat, owner)


def _while_shown(play: Play, seat: str, owner: str | None) -> str:
    if owner is not None and owner != seat:
        return _("It has been shown already, on {place}.", place=_pad_words(play, owner))
    if seat in play.showing:
        is_whole = play.deal is not None and play.hands.is_whole(play.deal, seat)
        player = play.table.name(seat)
        return _("All tiles of {player} have been shown.", player=player) if is_whole else _("Show it again.")
    if play.unshown:
        return _("The computer's tiles are shown on {place}.", place=_pad_words(play, play.unshown[0]))
    return _("Nothing is played before all have spoken.")


def _while_played(session: Session, play: Play, seat: str, owner: str | None) -> str:
    table, laying = play.table, session.pads.laying
    if owner is not None and owner != seat:
        return _("It belongs to {player}.", player=table.name(owner))
    if seat != play.position.turn:
        return _("It is {player}'s turn.", player=table.name(str(play.position.turn)))
    if laying is None:
        return _("The computer plays for {player}.", player=table.name(seat))
    if owner is None:
        return _("It is none of its tiles: lay tile {number} from the left.", number=laying.number)
    kind = next(kind for site, kind in session.pads.veiled.items() if play.seat_at(site) == seat)
    return _(
        "It is tile {other} of its row: lay tile {number} from the left.",
        other=play.in_hand(seat).index(kind) + 1,
        number=laying.number,
    )


def _pad_words(play: Play, seat: str) -> str:
    return play.table.places(play.table.tiles.pad(play.position, seat))
