"""Why an action of Massaï is good: it shortens the own chain, or lengthens the other's. Nothing that an
attack would keep secret."""

from __future__ import annotations

from collections.abc import Iterator

from controller.tables.massai.words import PLAYER_NAMES
from engines.massai.actions import PLAYERS, Attack, Build, GamePhase, MassaiAction, Move, guards_allowed
from engines.massai.game import MassaiPosition
from opponents.massai.chains import BLOCKED, chains
from texts import Text, _, _n


def no_hint(position: MassaiPosition) -> str:
    """Why there is no hint now, as a sentence; empty if there is one."""
    if position.phase is GamePhase.TURN:
        return ""
    return _("What is chosen in secret gets no hint: everybody sees this screen.")


def reasons(position: MassaiPosition, action: MassaiAction) -> tuple[str, ...]:
    """See `controller.view.reasons`."""
    if isinstance(action, Attack):
        return tuple(_threatens(position))
    if not isinstance(action, Build | Move):
        return ()
    after = position.after(action)[0]
    if after.ended is not None:
        return (_("wins the game"),)
    mover = position.mover
    return (*_nears(position, after, mover), *_bars(position, after, 1 - mover))


def denials(position: MassaiPosition, action: MassaiAction) -> tuple[str, ...]:
    """See `controller.view.reasons`."""
    if not isinstance(action, Build | Move):
        return ()
    return tuple(_bars(position, position.after(action)[0], 1 - position.mover))


def _threatens(position: MassaiPosition) -> Iterator[Text]:
    """The number of possible targets of an attack, and the number of guards for them."""
    huts = position.threatened()
    yield _n("can be meant for {number} hut", "can be meant for {number} huts", huts.bit_count())
    guarded = guards_allowed(huts)
    yield _n("{number} of them can be guarded", "{number} of them can be guarded", guarded)


def lacks(position: MassaiPosition, player: int) -> int:
    """How many huts a player's shortest chain still lacks; `BLOCKED` if every way is closed."""
    own, other = position.huts[player], position.huts[1 - player]
    return chains(own, other, position.orthogonal).missing


def _nears(before: MassaiPosition, after: MassaiPosition, player: int) -> Iterator[Text]:
    old, new = lacks(before, player), lacks(after, player)
    if new >= BLOCKED:
        return
    if new < old:
        yield _n("the own chain lacks {number} hut", "the own chain lacks {number} huts", new)


def _bars(before: MassaiPosition, after: MassaiPosition, player: int) -> Iterator[Text]:
    old, new = lacks(before, player), lacks(after, player)
    name = PLAYER_NAMES[PLAYERS[player]]
    if new >= BLOCKED > old:
        yield _("closes every way of {player}", player=name)
    elif new > old:
        yield _n(
            "the chain of {player} lacks {number} hut, not {before}",
            "the chain of {player} lacks {number} huts, not {before}",
            new,
            player=name,
            before=old,
        )
