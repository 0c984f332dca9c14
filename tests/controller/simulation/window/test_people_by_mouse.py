"""People and their names, by a real mouse: typed, seated, counted, seated the other way round, removed."""

from __future__ import annotations

from controller.screens import texts
from tests.controller.window_desk import RealDesk


def type_in(desk: RealDesk, name: str) -> None:
    """A name is typed, letter by letter, with small or capital keys."""
    for letter in name:
        key = f"#key-{ord(letter):x}"
        buttons = [button.id for button in desk.rig.running.shown.picture.buttons]
        if key[1:] not in buttons:
            desk.touch("#keys-small" if letter.islower() else "#keys-big")
        desk.touch(key)


def read(desk: RealDesk) -> str:
    """All texts of the touchscreen."""
    return " | ".join(texts(desk.rig.running.shown.picture))


def resign(desk: RealDesk, player: str) -> None:
    desk.touch("#pause", "#end", f"#resign-{player}")


def test_names_are_typed_seated_counted_and_removed(real_desk: RealDesk) -> None:
    desk = real_desk
    desk.touch("Masterplan", "#names")
    for seat, name in (("white", "Anna"), ("yellow", "Ben")):
        desk.touch(f"#name-{seat}", "#add-name")
        type_in(desk, name)
        desk.touch("#name-done")
    desk.touch("#back", "#start")
    assert "Anna to move" in read(desk)
    desk.drag(desk.stack("house white"), desk.place("d4.ne"))
    assert "Ben to move" in read(desk)
    resign(desk, "yellow")
    assert "Anna wins" in read(desk)
    desk.drag(desk.place("d4.ne"), desk.stack("house white"))
    desk.touch("#rematch")
    assert "Ben to move" in read(desk)
    resign(desk, "white")
    desk.touch("#new", "#people", "Anna")
    assert "Masterplan | 2 | 2 | 0 | " in read(desk)
    desk.touch("#remove", "#remove-really")
    assert "Anna" not in read(desk)
