"""Compares a board's hello with the settings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hardware.board import messages
from hardware.ports import SettingsMismatch
from texts import _

if TYPE_CHECKING:
    from hardware.board.protocol import BoardSpec


def require_match(spec: BoardSpec, hello: messages.Hello) -> None:
    """Raise SettingsMismatch, naming both sides, if the settings describe another board."""
    if hello.protocol != messages.PROTOCOL:
        raise SettingsMismatch(
            _(
                "The board speaks protocol {protocol} (firmware {firmware}), this program speaks "
                "protocol {own}. Bring it this program's own firmware: tablier flash.",
                protocol=hello.protocol,
                firmware=hello.firmware,
                own=messages.PROTOCOL,
            )
        )
    grid = spec.grid
    if (hello.columns, hello.rows) != (grid.columns, grid.rows):
        raise SettingsMismatch(
            _(
                "The board has {columns} × {rows} sites (firmware {firmware}), "
                "the settings say {wanted_columns} × {wanted_rows}. Correct the settings, or the firmware's.",
                columns=hello.columns,
                rows=hello.rows,
                firmware=hello.firmware,
                wanted_columns=grid.columns,
                wanted_rows=grid.rows,
            )
        )
    if spec.has_lights and hello.lights != spec.light_count:
        raise SettingsMismatch(
            _(
                "The board has {lights} lights (firmware {firmware}), "
                "the settings say {wanted}. Correct the settings, or the firmware's.",
                lights=hello.lights,
                firmware=hello.firmware,
                wanted=spec.light_count,
            )
        )
    if spec.has_tags and not hello.tag_readers:
        raise SettingsMismatch(
            _(
                "The board has no tag readers (firmware {firmware}), the settings say that pieces bear "
                "tags. Correct table.identity in the settings, or TAG_READERS in the firmware's.",
                firmware=hello.firmware,
            )
        )


def described(hello: messages.Hello) -> str:
    """A board's description for the log."""
    readers = f", {hello.tag_readers} tag readers" if hello.tag_readers else ""
    return f"{hello.columns} × {hello.rows} sites, {hello.lights} lights{readers}, firmware {hello.firmware}"
