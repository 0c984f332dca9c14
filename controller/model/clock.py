"""A move clock: whose time passes, how much is left, and its display. Pure.

It uses the monotonic times of the events, as arguments. It decides nothing: the consequences of a flag are
people's business.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Literal

from engines.record import record, replace

Kind = Literal["off", "move", "game"]


@record
class Clock:
    """A clock that allows `allowed_ms` for each action (`move`) or to each player for a game (`game`).

    `used_ms` is each player's time used up to `since_ms`; since then the time of `player` passes, or no
    one's. `told_ms` is the displayed moment. Times are milliseconds.
    """

    kind: Kind = "off"
    allowed_ms: int = 0
    used_ms: Mapping[str, int] = field(default_factory=dict)
    player: str | None = None
    since_ms: int = 0
    told_ms: int = 0

    @property
    def is_on(self) -> bool:
        """Whether there is a clock at all."""
        return self.kind != "off"

    def turned(self, player: str | None, now_ms: int) -> Clock:
        """The clock when the time begins to pass for another player, or for none."""
        used_ms = dict(self.used_ms)
        if self.player is not None:
            used_ms[self.player] = used_ms.get(self.player, 0) + max(now_ms - self.since_ms, 0)
        return replace(self, used_ms=used_ms, player=player, since_ms=now_ms, told_ms=now_ms)

    def moved(self, player: str | None, now_ms: int) -> Clock:
        """The clock after an action or a takeback: each action gets its full time."""
        turned = self.turned(player, now_ms)
        return turned if self.kind == "game" else replace(turned, used_ms={})

    def begun(self, player: str | None, now_ms: int) -> Clock:
        """The clock when the time begins to pass for a player, or for none. The time before is not
        charged."""
        return replace(self, player=player, since_ms=now_ms, told_ms=now_ms)

    def with_used(self, used_ms: Mapping[str, int]) -> Clock:
        """The stopped clock of a game with these used times."""
        return replace(self, used_ms=used_ms, player=None)

    def shown_at(self, now_ms: int) -> Clock:
        """The clock with its display at a moment."""
        return replace(self, told_ms=now_ms)

    def left_ms(self, player: str) -> int:
        """A player's remaining time at the displayed moment; negative after the flag."""
        running_ms = self.told_ms - self.since_ms if player == self.player else 0
        return self.allowed_ms - self.used_ms.get(player, 0) - running_ms

    def is_up(self, player: str) -> bool:
        """Whether a player's time is up."""
        return self.is_on and self.left_ms(player) <= 0

    def face(self, player: str) -> str:
        """The remaining minutes and seconds (`1:05`, `-0:12` beyond the end), if it shows the player.

        A clock for each action shows only the player whose time passes.
        """
        if not self.is_on or (self.kind == "move" and player != self.player):
            return ""
        seconds = -(-self.left_ms(player) // 1000)
        minutes, rest = divmod(abs(seconds), 60)
        return f"{'-' if seconds < 0 else ''}{minutes}:{rest:02}"

    def next_ms(self) -> int | None:
        """When the display next changes; `None` while the clock stands."""
        if not self.is_on or self.player is None:
            return None
        left_ms = self.left_ms(self.player)
        return self.told_ms + left_ms - (left_ms - 1) // 1000 * 1000


NO_CLOCK = Clock()
"""A table without a clock."""
