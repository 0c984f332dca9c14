"""The screens around the game. They lie over a session, which keeps receiving its sensors.

`state.py` holds the values, `step.py` handles events (the one door), `showing.py` builds the view. Each
screen is one file: its view, and the effect of its buttons. All of it is pure: the daemon does the reading
and writing that it requests.
"""

from controller.shell.model.state import Shell
from controller.shell.showing import lights, view
from controller.shell.step import handle, invite, next_ms, tick

__all__ = ["Shell", "handle", "invite", "lights", "next_ms", "tick", "view"]
