from tablier.table import Table


def test_a_game_outlives_a_pulled_cable(table: Table) -> None:
    table.game("masterplan")
    table.play("house d4 ne")
    table.unplug("board")
    table.expect("phase paused", within_ms=5_000)
    assert "board" in table.screen_text.lower()
    table.plug("board")
    table.expect("phase playing", within_ms=5_000)
    table.play("house f6 n")
    assert table.actions == ["house d4 ne", "house f6 n"]


def test_a_power_cut_loses_nothing(table: Table) -> None:
    table.game("masterplan")
    table.play("house d4 ne")
    table.power_cut()
    table.power_on()
    assert table.actions == ["house d4 ne"]
    assert table.turn == "yellow"
