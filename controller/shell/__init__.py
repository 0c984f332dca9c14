"""The screens around the game: they lie over a session, which goes on hearing its sensors.

`state.py` says what there is, `step.py` what an event does (the one door), `showing.py` what is seen. Each
screen is a file: what it shows, and what a touch on it does. All of it is pure: what must be read or written
is asked of the daemon.
"""

from controller.shell.showing import lights, view
from controller.shell.state import Shell
from controller.shell.step import handle, invite, next_ms, tick

__all__ = ["Shell", "handle", "invite", "lights", "next_ms", "tick", "view"]
