"""One play of a game: its header, and every position and action from the start. Immutable; knows no
device."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field
from itertools import takewhile
from types import MappingProxyType
from typing import Any, TypeVar

from controller.model.hands import NO_HANDS, Deal, Hands, KeptHand, Row
from controller.model.view import Meaning, Task
from controller.tables.sensing import NO_KINDS
from controller.tables.table import GameTable
from engines.game import Action, Illegal, Json, Position
from engines.record import record, replace
from hardware.ports import sites_in
from opponents.thought import Level, Seen
from texts import _

T = TypeVar("T")

NOBODY: Mapping[str, Level] = MappingProxyType({})
"""The computer plays no seat."""


@record
class Ply:
    """An action that was played: its player, its events, and the position and closed sites after it.
    `computers` are the levels of the computer's seats at that time."""

    action: Action
    actor: str | None
    events: tuple[Json, ...]
    position: Position[Any]
    closed: int
    computers: Mapping[str, Level] = field(default_factory=dict)


@record
class Play:
    """A game in play. A takeback keeps fewer plies.

    `left` is the position before the takeback, until something is played. `computers` are the levels of the
    computer's seats now, `hands` the seats' shown hands, which are secret. `again` are the actions taken
    back, as long as the same are played again; `aside` are the hands that were dealt after them.
    """

    table: GameTable[Any, Any]
    header: Mapping[str, Any]
    start: Position[Any]
    plies: tuple[Ply, ...] = ()
    left: tuple[Ply, ...] = field(default=(), compare=False)
    computers: Mapping[str, Level] = field(default_factory=dict)
    hands: Hands = field(default=NO_HANDS, repr=False)
    again: tuple[Action, ...] = field(default=(), compare=False, repr=False)
    aside: Hands = field(default=NO_HANDS, compare=False, repr=False)
    position: Position[Any] = field(init=False, compare=False, repr=False)
    """The position now."""
    closed: int = field(init=False, compare=False, repr=False)
    """The sites that are closed when the board is right."""
    _asked: tuple[int, Mapping[int, str], int] | None = field(
        default=None, init=False, compare=False, repr=False
    )
    """The board that this was last compared with, its identified pieces, and the sites that differ."""

    def __post_init__(self) -> None:
        last = self.plies[-1] if self.plies else None
        object.__setattr__(self, "position", last.position if last else self.start)
        object.__setattr__(self, "closed", last.closed if last else self.table.closed(self.start))

    @classmethod
    def begin(
        cls, table: GameTable[Any, Any], header: Mapping[str, Any], computers: Mapping[str, Level] = NOBODY
    ) -> Play:
        """A play that has just begun. Raises `BadOption`."""
        return cls(table, header, table.game.start(header), computers=computers)

    @classmethod
    def resume(
        cls,
        table: GameTable[Any, Any],
        header: Mapping[str, Any],
        actions: Sequence[str],
        taken_back: Sequence[str] = (),
        computers: Mapping[str, Level] = NOBODY,
        hands: Hands = NO_HANDS,
        again: Sequence[str] = (),
        seated: Sequence[Mapping[str, Level]] = (),
    ) -> Play:
        """The play from a journal's data: the standing actions, those taken back last, and all that would
        bring hands back if they were played `again`. `seated` are the computer's seats at each action, if
        they have not been the same all the time.

        Raises `RuleError` if they are impossible; its text reveals no secret.
        """
        play = replace(cls.begin(table, header, computers), hands=hands)
        for number, text in enumerate((*actions, *taken_back)):
            if number < len(seated) and seated[number] != play.computers:
                play = replace(play, computers=seated[number])
            action = table.game.parse(text)
            try:
                play.position.check(action)
            except Illegal:
                if action.is_secret:
                    raise Illegal(
                        _("the rules refuse what was played in secret ({action})", action=action.public)
                    ) from None
                raise
            play = play.after(action)
        play = play.back(len(taken_back)) if taken_back else play
        return replace(play, computers=computers, again=tuple(map(table.game.parse, again))).keeping_dealt()

    def kinds(self, sites: int) -> dict[int, str]:
        """The pieces of the position on these sites."""
        return {site: self.table.kind(self.position, site) for site in sites_in(sites)}

    @property
    def before(self) -> Position[Any]:
        """The position before the last action; the first one if there was none."""
        return self.plies[-2].position if len(self.plies) > 1 else self.start

    @property
    def seen(self) -> tuple[Seen, ...]:
        """The moments at which secret choices were shown: each position before, and the action."""
        befores = (self.start, *(ply.position for ply in self.plies))
        return tuple(
            (before, ply.action)
            for before, ply in zip(befores, self.plies, strict=False)
            if before.secret_plies and not ply.position.secret_plies
        )

    def differing(self, board: int, kinds: Mapping[int, str] = NO_KINDS) -> int:
        """The sites where a board differs from the position. One board is asked about again and again."""
        asked = self._asked
        if asked is None or asked[0] != board or asked[1] is not kinds:
            asked = (board, kinds, self.table.differing(self.position, board, kinds))
            object.__setattr__(self, "_asked", asked)
        return asked[2]

    def after(self, action: Action) -> Play:
        """The play with one more action, which must be legal."""
        actor = self.table.actor(self.position, action)
        position, events = self.position.after(action)
        ply = Ply(action, actor, events, position, self.table.closed(position), self.computers)
        is_again = self.again[:1] == (action,)
        again, aside = (self.again[1:], self.aside) if is_again else ((), NO_HANDS)
        then = replace(self, plies=(*self.plies, ply), left=(), again=again, aside=aside)
        return then._dealt() if then.is_just_dealt else then

    def back(self, plies: int) -> Play:
        """The play without its last plies."""
        kept, gone = self.plies[: len(self.plies) - plies], self.plies[len(self.plies) - plies :]
        again = (*(ply.action for ply in gone), *self.again)
        return replace(self, plies=kept, left=gone + self.left, again=again)

    def befores(self, actions: Sequence[Action], back: int = 0) -> Iterator[tuple[Position[Any], Action]]:
        """Actions that may be played after the takeback of some plies, each with the position before it."""
        position = self.back(back).position if back else self.position
        for number, action in enumerate(actions):
            if number:
                position, _events = position.after(actions[number - 1])
            yield position, action

    def computer_of(self, who: str | None) -> str | None:
        """The computer's seat that acts for a seat or a side now; `None` if a person does.

        A side is the computer's if all its seats are.
        """
        return self._computer_of(who, self.computers)

    def _computer_of(self, who: str | None, computers: Mapping[str, Level]) -> str | None:
        if who is None or not computers:
            return None
        position, side = self.position, self.table.side
        seats = (who,) if who in position.seats else [s for s in position.seats if side(position, s) == who]
        return seats[0] if seats and all(seat in computers for seat in seats) else None

    def is_computers(self, ply: Ply) -> bool:
        """Whether the computer played this, whoever has its seat now."""
        return self._computer_of(ply.actor, ply.computers) is not None

    def is_of_person(self, seat: str) -> bool:
        """Whether a seat is a person's now, and none of its standing actions was the computer's."""
        whose = (seat, self.table.side(self.position, seat))
        return seat not in self.computers and not any(
            ply.actor in whose and self.is_computers(ply) for ply in self.plies
        )

    def is_shared(self, seat: str) -> bool:
        """Whether the computer played standing actions of a seat, and a person others, or has it now."""
        its = [self.is_computers(ply) for ply in self.plies if ply.actor == seat]
        return any(its) and (seat not in self.computers or not all(its))

    def seated(self, seat: str, level: Level | None) -> Play:
        """The play with a seat that is the computer's from now on, of this level, or a person's."""
        others = {one: kept for one, kept in self.computers.items() if one != seat}
        return replace(self, computers=others if level is None else {**others, seat: level})

    def thinks_for(self, who: str | None) -> str | None:
        """The computer's seat that acts for a seat or a side by its own choice: not for chance, nor if people
        play for it because the table does not know its hand."""
        seat = self.computer_of(who)
        if seat is None or self.table.tiles.is_chance(self.position):
            return None
        return None if self.is_blind(seat) else seat

    @property
    def by_computer(self) -> int:
        """How many of the last plies the computer has played, without a break. Chance is not its play."""
        for number in range(len(self.plies), 0, -1):
            at = self.plies[number - 2].position if number > 1 else self.start
            if not self.is_computers(self.plies[number - 1]) or self.table.tiles.is_chance(at):
                return len(self.plies) - number
        return len(self.plies)

    # Hands

    @property
    def deal(self) -> Deal | None:
        """The public information about the hands; `None` in a game without any."""
        return self.table.tiles.deal(self.position)

    @property
    def is_just_dealt(self) -> bool:
        """Whether hands can be shown, and nothing was played or chosen since the deal."""
        deal, before = self.deal, self.table.tiles.deal(self.before) if self.plies else None
        return deal is not None and deal.is_open and (before is None or before.number != deal.number)

    @property
    def turned_up(self) -> frozenset[str]:
        """The pieces turned up by chance after this deal: they are in no hand."""
        deal, tiles, drawn = self.deal, self.table.tiles, set[str]()
        if deal is None:
            return frozenset()
        for at, ply in zip((self.start, *(ply.position for ply in self.plies)), self.plies, strict=False):
            earlier = tiles.deal(at)
            if earlier is not None and earlier.number != deal.number:
                drawn.clear()
            elif tiles.is_chance(at):
                drawn.update(hand.kind for hand in self.table.hands(at, ply.action))
        return frozenset(drawn)

    def kept_hand(self, seat: str) -> KeptHand | None:
        """A person's own hand that the table knows, for that person's eyes only. `None` if it is not shown,
        or is the computer's."""
        deal = self.deal
        if deal is None or seat in self.computers or self.hands.is_given_up(deal, seat):
            return None
        if not self.hands.is_begun(deal, seat) and seat not in self.showing:
            return None
        held = self.in_hand(seat)
        is_turn = not deal.is_open and self.position.turn == seat
        playable = self.table.tiles.playable(self.position, held) if is_turn else frozenset()
        return KeptHand(held, playable, len(self.row(seat)), deal.pieces)

    def row(self, seat: str) -> Row:
        """The pieces that a seat has shown of this deal, in that order."""
        return self.hands.row(self.deal, seat) if self.deal else ()

    def in_hand(self, seat: str) -> Row:
        """The shown pieces that a seat still holds."""
        return self.hands.held(self.deal, seat) if self.deal else ()

    def seat_at(self, site: int) -> str | None:
        """The seat of the pad on a site; `None` for other sites, and in games without hands."""
        if self.deal is None:
            return None
        seats, pad = self.position.seats, self.table.tiles.pad
        return next((seat for seat in seats if pad(self.position, seat) >> site & 1), None)

    @property
    def showing(self) -> tuple[str, ...]:
        """The seats that show their tiles now: the computer's, and those of people who chose to, in this deal
        or in the one before."""
        deal = self.deal
        if deal is None or not deal.is_open:
            return ()
        shown = (seat for seat in self.position.seats if not self.hands.is_given_up(deal, seat))
        return tuple(seat for seat in shown if seat in self.computers or self.hands.is_wanted(deal, seat))

    @property
    def to_show(self) -> tuple[str, ...]:
        """The seats that have not shown all their tiles yet: play waits for them."""
        deal = self.deal
        return tuple(seat for seat in self.showing if deal and not self.hands.is_whole(deal, seat))

    @property
    def unshown(self) -> tuple[str, ...]:
        """The computer's seats that must still show tiles before play goes on."""
        return tuple(seat for seat in self.to_show if seat in self.computers) if self.computers else ()

    def is_blind(self, seat: str) -> bool:
        """Whether the computer does not know the hand of a seat of its own."""
        deal = self.deal
        if deal is None:
            return False
        is_known = self.hands.is_whole(deal, seat) and bool(self.hands.held(deal, seat))
        return self.hands.is_given_up(deal, seat) or not (deal.is_open or is_known)

    def piece_of(self, position: Position[Any], action: Action) -> str | None:
        """The piece that a seat lays on its pad for an action; `None` if it lays none of its hand."""
        return None if self.table.tiles.deal(position) is None else self.table.tiles.plays(action)

    @property
    def returned(self) -> tuple[Task, ...]:
        """The computer's tiles that were taken back last, and return to its row."""
        tasks, position = [], self.position
        for ply in self.left:
            piece, seat = self.piece_of(position, ply.action), self.computer_of(ply.actor)
            position = ply.position
            if seat is None or piece is None or piece not in self.in_hand(seat):
                continue
            words = _(
                "{player}, computer: {tile} goes back into its row, as tile {number} from the left",
                player=self.table.name(seat),
                tile=self.table.call(piece),
                number=self.in_hand(seat).index(piece) + 1,
            )
            tasks.append(Task(Meaning.PLACE, 0, words, seat))
        return tuple(tasks)

    def keeping_dealt(self) -> Play:
        """The play without the rows of deals that were taken back. They are set aside until it turns out
        whether the same is dealt again."""
        if not self.hands.rows:
            return self
        dealt = self.table.tiles.deals(self.position)
        rows = {key: row for key, row in self.hands.rows.items() if key[0] <= dealt}
        if len(rows) == len(self.hands.rows):
            return self
        gone = {key: row for key, row in self.hands.rows.items() if key[0] > dealt}
        return replace(self, hands=Hands(rows), aside=Hands({**self.aside.rows, **gone}))

    @property
    def stored_hands(self) -> Mapping[tuple[int, str], Row | None]:
        """All rows that the journal keeps: those of now, and those set aside."""
        return {**self.aside.rows, **self.hands.rows}

    def _dealt(self) -> Play:
        """The play with the rows of this deal that were set aside, and without those that cannot be: a piece
        of theirs was turned up."""
        deal = self.deal
        assert deal is not None
        here = {key: row for key, row in self.aside.rows.items() if key[0] == deal.number}
        drawn = self.turned_up
        rows = {
            key: row
            for key, row in {**self.hands.rows, **here}.items()
            if key[0] != deal.number or not drawn.intersection(row or ())
        }
        if not here and rows == self.hands.rows:
            return self
        later = {key: row for key, row in self.aside.rows.items() if key not in here}
        return replace(self, hands=Hands(rows), aside=Hands(later))

    @property
    def asked(self) -> int:
        """The sites that the last action changes without its player's hands: the table asks for them. A
        computer has no hands."""
        if not self.plies:
            return 0
        if self.by_computer:
            return self.changed_since(self.back(self.by_computer))
        touched = self.table.touched(self.before, self.plies[-1].action)
        return self.table.closed(self.before) ^ touched ^ self.closed

    @property
    def held(self) -> int:
        """The sites where pieces moved in the last takeback, until something is played: a piece still there
        was taken back, including one that a later action had removed."""
        sites, closed, position = 0, self.closed, self.position
        for ply in self.left:
            sites |= closed ^ ply.closed | self.table.touched(position, ply.action)
            closed, position = ply.closed, ply.position
        return sites

    @property
    def removed(self) -> Mapping[int, str]:
        """The pieces that the last action removes from the board, by their sites: the table asks for them."""
        table, gone = self.table, self.asked & ~self.closed
        kinds = {site: table.kind(self.before, site) for site in sites_in(gone & table.closed(self.before))}
        for hand in table.hands(self.before, self.plies[-1].action) if self.plies else ():
            kinds |= dict.fromkeys(sites_in(gone & hand.sites), hand.kind)
        return kinds

    @property
    def reminders(self) -> tuple[Task, ...]:
        """The tasks after the last action or takeback that no sensor can check, with the pieces that it
        exchanged."""
        table, position = self.table, self.position
        checks = []
        before = self.left[-1].position if self.left else self.before
        for site in sites_in(table.exchanged(before, position)):
            meaning, player = table.placing(position, site)
            words = _("Check: {piece} on {place}", piece=table.piece(position, site), place=table.place(site))
            checks.append(Task(meaning, 1 << site, words, player))
        return (*checks, *table.reminders(self.before, position), *self.returned)

    def in_common(self, other: Play) -> int:
        """The number of equal plies at the beginning of this and another play of the same game."""
        pairs = zip(self.plies, other.plies, strict=False)
        return sum(1 for _ in takewhile(lambda pair: pair[0] is pair[1], pairs))

    def changed_since(self, earlier: Play) -> int:
        """The sites where pieces move, possibly out and back, on the way from an earlier play of the same
        game to this one."""
        sites, common = earlier.closed ^ self.closed, self.in_common(earlier)
        positions = (self.start, *(ply.position for ply in self.plies))
        for position, ply in zip(positions[common:], self.plies[common:], strict=False):
            sites |= self.table.touched(position, ply.action)
        return sites

    @property
    def turn_length(self) -> int:
        """How many of the last plies were one player's, without a break: the turn that may still be changed
        by hand."""
        actor = self.plies[-1].actor if self.plies else None
        length = 0
        for ply in reversed(self.plies):
            if ply.actor is None or ply.actor != actor or not self.table.is_taken_back_by_hand(ply.action):
                break
            length += 1
        return length


def of_last_play(function: Callable[[Play], T]) -> Callable[[Play], T]:
    """A function that keeps its answer about the last play, known by identity: the play stays the same while
    hands move pieces."""
    last: tuple[Play, T] | None = None

    def kept(play: Play) -> T:
        nonlocal last
        found = last  # once: another thread may ask about another play
        if found is None or found[0] is not play:
            last = found = play, function(play)
        return found[1]

    return kept
