"""The touchscreen, or a window in its place, by pygame.

pygame is imported when the display is opened, and only SDL's display is started: sound and joysticks hang or
fail under a service account.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, TypeAlias

from engines.record import record
from hardware.ports import Closed, DeviceError, Emit, Key, KeyHandler, LinkLost, LinkUp, Touch
from texts import _, joined, why

if TYPE_CHECKING:
    import pygame

HandHandler: TypeAlias = "Callable[[int, pygame.event.Event], None]"
"""Called with the time and what a mouse or a keyboard does beside touches."""

Rect: TypeAlias = tuple[int, int, int, int]
"""Left, top, width and height, in pixels."""

FIRST_RETRY_MS = 1000
LONGEST_RETRY_MS = 10_000
INVISIBLE = frozenset({"dummy", "offscreen"})
"""SDL's drivers without a display. SDL falls back to one if it finds no other."""
DESKTOPS = frozenset({"x11", "wayland"})
"""SDL's drivers that report a tap as a mouse press, in the window's pixels. On others, such as KMSDRM on a
console, a finger has no window, and SDL reports it as a finger only."""
DOUBLED_MS = 100
"""Within this time X and SDL may report one tap as two presses."""

SDL_SETTINGS = {
    "PYGAME_HIDE_SUPPORT_PROMPT": "1",
    # On a desktop a tap comes as a finger's event and as a mouse's: this enables the one that is used.
    "SDL_TOUCH_MOUSE_EVENTS": "1",
    # SIGTERM is for the program to handle, not for a window.
    "SDL_NO_SIGNAL_HANDLERS": "1",
}

CONSOLE = "kmsdrm"
"""SDL's driver on a console."""
CONSOLE_SETTINGS = {
    # By default SDL may choose its desktop OpenGL renderer without a library for it: no call fails,
    # and the screen stays black. The first is for a scaled picture, the second for an unscaled one.
    "SDL_RENDER_DRIVER": "opengles2",
    "SDL_FRAMEBUFFER_ACCELERATION": "opengles2",
}


@record
class ScreenArea:
    """A part of a picture, such as the touchscreen beside a simulated table in one window."""

    left: int
    top: int
    width: int
    height: int

    def local(self, x: int, y: int) -> tuple[int, int] | None:
        """A point of the whole picture, measured from the area's corner; `None` if it is outside."""
        x, y = x - self.left, y - self.top
        return (x, y) if 0 <= x < self.width and 0 <= y < self.height else None


@record
class ScreenTurn:
    """The rotation of an upright picture of `width` by `height` on a panel: clockwise by `degrees`."""

    width: int
    height: int
    degrees: int = 0

    @property
    def panel_size(self) -> tuple[int, int]:
        """Width and height of the turned picture."""
        return (self.height, self.width) if self.degrees in {90, 270} else (self.width, self.height)

    def to_picture(self, u: int, v: int) -> tuple[int, int] | None:
        """The point of the upright picture at column `u`, row `v` of the panel; `None` outside it."""
        x, y = {
            0: (u, v),
            90: (v, self.height - 1 - u),
            180: (self.width - 1 - u, self.height - 1 - v),
            270: (self.width - 1 - v, u),
        }[self.degrees]
        return ScreenArea(0, 0, self.width, self.height).local(x, y)

    def to_panel(self, rect: Rect) -> Rect:
        """A part of the upright picture, in panel coordinates."""
        left, top, width, height = rect
        right, bottom = self.width - left - width, self.height - top - height
        return {
            0: rect,
            90: (bottom, left, height, width),
            180: (right, bottom, width, height),
            270: (top, right, height, width),
        }[self.degrees]


class Touchscreen:
    """A picture that can be touched. It is a `Device` and `Polled`, all in the main thread.

    The display is opened by the first `poll`, and retried with a growing delay; `show` keeps the newest
    picture meanwhile.
    """

    def __init__(self, size: tuple[int, int], rotation: int = 0, *, fullscreen: bool = False) -> None:
        self._turn = ScreenTurn(*size, rotation)
        self._fullscreen = fullscreen
        self._emit: Emit = lambda event: None
        self._typed: KeyHandler = lambda at_ms, key: None
        self._hand: HandHandler | None = None
        self._window: pygame.Surface | None = None
        self._picture: pygame.Surface | None = None
        self._now_ms = 0
        self._retry_at_ms: int | None = None
        self._retry_ms = FIRST_RETRY_MS
        self._is_lost = False
        self._has_fingers = False
        self._pressed_ms: int | None = None

    def start(self, emit: Emit, typed: KeyHandler | None = None, hand: HandHandler | None = None) -> None:
        """Report events to `emit` from now on, and keys to `typed`. Where a mouse is a hand, `hand` is called
        with its moves and releases, with its other buttons, and with all keys."""
        self._emit = emit
        self._typed = typed or (lambda at_ms, key: None)
        self._hand = hand
        self._is_lost = False
        self._retry_ms = FIRST_RETRY_MS
        self._retry_at_ms = 0

    def stop(self) -> None:
        """Close the display."""
        self._retry_at_ms = None
        self._close()

    def show(self, picture: pygame.Surface, changed: Sequence[Rect] | None = None) -> None:
        """Show the upright picture. `changed` are the parts that differ from the last one; `None` is all."""
        self._picture = picture
        if self._window is None:
            return
        import pygame

        try:
            self._paint(self._window, picture, changed)
        except pygame.error as error:
            self._lose(_("The display fails ({why}).", why=str(error)))

    def poll(self, now_ms: int) -> None:
        """Open the display if it is not open, and emit the touches and the closing up to now."""
        self._now_ms = now_ms
        if self._window is None:
            if self._retry_at_ms is None or now_ms < self._retry_at_ms:
                return
            self._open()
        if self._window is not None:
            self._listen()

    def _open(self) -> None:
        try:
            self._window = _opened(
                self._turn.panel_size, self._fullscreen, is_for_hands=self._hand is not None
            )
        except DeviceError as error:
            self._lose(why(error))
            return
        self._is_lost = False
        self._retry_ms = FIRST_RETRY_MS
        self._has_fingers = _has_fingers()
        self._pressed_ms = None
        width, height = self._turn.panel_size
        self._emit(LinkUp(self._now_ms, "screen", f"{width} x {height}, turned by {self._turn.degrees}"))
        if self._picture is not None:
            self.show(self._picture)

    def _listen(self) -> None:
        import pygame

        try:
            events = pygame.event.get()
        except pygame.error as error:
            self._lose(_("The display fails ({why}).", why=str(error)))
            return
        for event in events:
            if self._hand is not None and _is_for_hands(event):
                self._hand(self._now_ms, event)
            if event.type == pygame.QUIT:
                self._emit(Closed(self._now_ms))
            elif event.type == pygame.FINGERDOWN:
                self._put_down(event)
            elif event.type in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
                self._click(event)
            elif event.type == pygame.KEYDOWN:
                self._type(event)
            elif event.type == pygame.VIDEOEXPOSE and self._picture is not None:
                self.show(self._picture)

    def _put_down(self, event: pygame.event.Event) -> None:
        """A finger came down, at a place from 0 to 1 of the panel. On a desktop a mouse press reports it
        too."""
        if self._has_fingers:
            width, height = self._turn.panel_size
            u, v = int(event.x * width), int(event.y * height)
            self._touch((min(max(u, 0), width - 1), min(max(v, 0), height - 1)))

    def _click(self, event: pygame.event.Event) -> None:
        """A mouse's left button went down or up. Presses that SDL derives from a finger count only on a
        desktop.

        X and SDL may both make a press of one tap: the second comes before the release of the first.
        """
        import pygame

        if event.button != pygame.BUTTON_LEFT or (self._has_fingers and getattr(event, "touch", False)):
            return
        is_down = self._pressed_ms is not None and self._now_ms - self._pressed_ms < DOUBLED_MS
        if event.type == pygame.MOUSEBUTTONUP:
            self._pressed_ms = None
        elif not is_down:
            self._pressed_ms = self._now_ms
            self._touch(event.pos)

    def _touch(self, at: tuple[int, int]) -> None:
        point = self._turn.to_picture(*at)
        if point is not None:
            self._emit(Touch(self._now_ms, *point))

    def _type(self, event: pygame.event.Event) -> None:
        import pygame

        keys = {
            pygame.K_LEFT: Key.LEFT,
            pygame.K_RIGHT: Key.RIGHT,
            pygame.K_UP: Key.UP,
            pygame.K_DOWN: Key.DOWN,
            pygame.K_TAB: Key.PREVIOUS if getattr(event, "mod", 0) & pygame.KMOD_SHIFT else Key.NEXT,
            pygame.K_RETURN: Key.PRESS,
            pygame.K_KP_ENTER: Key.PRESS,
            pygame.K_SPACE: Key.PRESS,
            pygame.K_ESCAPE: Key.BACK,
        }
        if event.key in keys:
            self._typed(self._now_ms, keys[event.key])

    def _paint(self, window: pygame.Surface, picture: pygame.Surface, changed: Sequence[Rect] | None) -> None:
        import pygame

        whole: Rect = (0, 0, *picture.get_size())
        painted: list[Rect] = []
        for rect in [whole] if changed is None else changed:
            if self._turn.degrees:
                part = pygame.Rect(whole).clip(rect)
                piece = pygame.transform.rotate(picture.subsurface(part), -self._turn.degrees)
                painted.append(self._turn.to_panel((part.x, part.y, part.width, part.height)))
                window.blit(piece, painted[-1][:2])
            else:
                window.blit(picture, rect[:2], rect)
                painted.append(rect)
        pygame.display.update(painted)

    def _lose(self, reason: str) -> None:
        """Close the rest, retry later, and emit the first failure of a series."""
        self._close()
        self._retry_at_ms = self._now_ms + self._retry_ms
        self._retry_ms = min(2 * self._retry_ms, LONGEST_RETRY_MS)
        if not self._is_lost:
            self._is_lost = True
            advice = _('Connect it, or set screen.kind to "none"; the game goes on without.')
            self._emit(LinkLost(self._now_ms, "screen", joined(" ", (reason, advice))))

    def _close(self) -> None:
        if self._window is not None:
            import pygame

            self._window = None
            pygame.display.quit()


def _is_for_hands(event: pygame.event.Event) -> bool:
    """Whether an event is something that a hand does, and no touch."""
    import pygame

    if event.type == pygame.MOUSEBUTTONDOWN:
        return bool(event.button != pygame.BUTTON_LEFT)
    return event.type in (
        pygame.MOUSEMOTION,
        pygame.MOUSEBUTTONUP,
        pygame.KEYDOWN,
        pygame.FINGERDOWN,
        pygame.FINGERUP,
    )


def _has_fingers() -> bool:
    """Whether the open display reports taps as fingers."""
    import pygame

    return pygame.display.get_driver().casefold() not in DESKTOPS


def is_display_here() -> bool:
    """Whether this computer has a display that a person can see, as far as SDL knows."""
    os.environ.update(SDL_SETTINGS)
    try:
        import pygame
    except ImportError:
        return False
    try:
        with _quiet():
            pygame.display.init()
        is_here = pygame.display.get_driver() not in INVISIBLE
        pygame.display.quit()
    except pygame.error:
        return False
    return is_here


@contextlib.contextmanager
def _quiet() -> Iterator[None]:
    """Suppress messages of C libraries on standard error while they look for absent displays."""
    with open(os.devnull, "wb") as nowhere:  # noqa: PTH123 - a device, no path
        kept = os.dup(2)
        try:
            os.dup2(nowhere.fileno(), 2)
            yield
        finally:
            os.dup2(kept, 2)
            os.close(kept)


def _opened(size: tuple[int, int], fullscreen: bool, *, is_for_hands: bool) -> pygame.Surface:
    """A new window that receives only taps, keys and its closing. Raises `DeviceError`."""
    is_chosen = "SDL_VIDEODRIVER" in os.environ
    os.environ.update(SDL_SETTINGS)
    try:
        import pygame
    except ImportError as error:
        reason = _("The display needs pygame, which cannot be loaded ({why}).", why=str(error))
        raise DeviceError(reason) from error
    try:
        pygame.display.init()
        if pygame.display.get_driver() in INVISIBLE and not is_chosen:
            raise pygame.error("none was found")
        if pygame.display.get_driver().casefold() == CONSOLE:
            for name, value in CONSOLE_SETTINGS.items():
                os.environ.setdefault(name, value)
        window = _window(size, fullscreen)
    except pygame.error as error:
        pygame.display.quit()
        raise DeviceError(_("No display can be opened ({why}).", why=str(error))) from error
    pygame.display.set_caption("Tablier")
    pygame.mouse.set_visible(not fullscreen)
    pygame.event.set_blocked(_named_types())
    pygame.event.set_allowed(
        [
            pygame.FINGERDOWN,
            pygame.MOUSEBUTTONDOWN,
            pygame.MOUSEBUTTONUP,
            pygame.KEYDOWN,
            pygame.QUIT,
            pygame.VIDEOEXPOSE,
            *([pygame.MOUSEMOTION, pygame.FINGERUP] if is_for_hands else []),
        ]
    )
    return window


def _named_types() -> list[int]:
    """All types of events that have a name. To block the others too, 65,000 numbers, takes 9 ms."""
    import pygame

    numbers = {number for number in vars(pygame).values() if type(number) is int}
    return [number for number in numbers if pygame.event.event_name(number) != "Unknown"]


def _window(size: tuple[int, int], fullscreen: bool) -> pygame.Surface:
    import pygame

    if not fullscreen:
        return pygame.display.set_mode(size)
    try:
        # The picture keeps its size on a panel of any other, and touches are in the picture's pixels.
        return pygame.display.set_mode(size, pygame.FULLSCREEN | pygame.SCALED)
    except pygame.error:
        return pygame.display.set_mode(size, pygame.FULLSCREEN)
