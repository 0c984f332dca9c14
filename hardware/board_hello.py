"""Whether a board that says hello is the one that the settings describe."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hardware import messages
from hardware.ports import SettingsMismatch

if TYPE_CHECKING:
    from hardware.board_protocol import BoardSpec


def require_match(spec: BoardSpec, hello: messages.Hello) -> None:
    """Raise SettingsMismatch, naming both sides, if this is not the board that the settings describe."""
    if hello.protocol != messages.PROTOCOL:
        raise SettingsMismatch(
            f"The board speaks protocol {hello.protocol} (firmware {hello.firmware}), this program speaks "
            f"protocol {messages.PROTOCOL}. Bring it this program's own firmware: tablier flash."
        )
    grid = spec.grid
    if (hello.columns, hello.rows) != (grid.columns, grid.rows):
        raise SettingsMismatch(
            f"The board has {hello.columns} × {hello.rows} sites (firmware {hello.firmware}), "
            f"the settings say {grid.columns} × {grid.rows}. Correct the settings, or the firmware's."
        )
    if spec.has_lights and hello.lights != spec.light_count:
        raise SettingsMismatch(
            f"The board has {hello.lights} lights (firmware {hello.firmware}), "
            f"the settings say {spec.light_count}. Correct the settings, or the firmware's."
        )
    if spec.has_tags and not hello.tag_readers:
        raise SettingsMismatch(
            f"The board has no tag readers (firmware {hello.firmware}), the settings say that pieces bear "
            "tags. Correct table.identity in the settings, or TAG_READERS in the firmware's."
        )


def described(hello: messages.Hello) -> str:
    """What a board is, for the log."""
    readers = f", {hello.tag_readers} tag readers" if hello.tag_readers else ""
    return f"{hello.columns} × {hello.rows} sites, {hello.lights} lights{readers}, firmware {hello.firmware}"
