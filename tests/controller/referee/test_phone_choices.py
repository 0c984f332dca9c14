"""Secret choices on phones, as a session takes them: those that are due, of its own game, and of now."""

from __future__ import annotations

from dataclasses import replace

import pytest

from controller.model import records
from controller.model.hands import Hands
from controller.model.phones import Answered, PhoneSeen, SeatChose
from controller.model.view import Phase
from controller.referee import step
from controller.referee.phone_choices import answer_to, droppable, due_since, on_phone
from controller.referee.play import Play
from controller.referee.session import Effects, Pressed, Session, first_session
from controller.simulation import deals
from controller.tables.choosing import Selection
from controller.tables.cites.table import CitesTable
from controller.view.showing import view
from hardware.ports import Grid
from opponents.thought import Level
from tests.controller.referee.test_selecting import DARK, FIVE, LIGHT, session_after

LIGHTS = ("cell-4,0", "cell-4,2", "cell-4,3", "cell-5,1", "cell-6,2")
"""The touches that make the same set-up as `LIGHT`."""

GAME = 7


CITES = CitesTable(Grid(24, 24), 2, pads=4)


def where_decorations_are_chosen(players: int, seed: int) -> Session:
    """A session of Cités Nouvelles in which a side has won more decorations than its lot has room for."""
    play = Play.begin(CITES, CITES.header({"players": players, "contre": False}))
    while not CITES.selections(play.position):
        play = play.after(CITES.game.parse(deals.action(play, seed)))
    session = first_session({"cites": CITES}, CITES.grid, 600, {})
    tracker = replace(session.tracker, closed=play.closed)
    return replace(session, tracker=tracker, play=play, game_id=GAME, phase=Phase.PLAYING).right()


def showing(row: tuple[str, ...]) -> Session:
    """A session of Cités Nouvelles in which Player 1 shows tiles, and has shown these."""
    play = Play.begin(CITES, CITES.header({"players": 2, "contre": False}))
    for text in ("turnup D15", "turnup M15"):
        play = play.after(CITES.game.parse(text))
    play = replace(play, hands=Hands({(1, "p1"): row, (1, "p2"): ("T1",)}))
    session = first_session({"cites": CITES}, CITES.grid, 600, {})
    return replace(session, play=play, game_id=GAME, phase=Phase.PLAYING)


def at_the_table(*texts: str) -> Session:
    return replace(session_after(*texts), game_id=GAME)


def sent(
    session: Session, choice: str, *items: str, seat: str = "dark", ply: int | None = None, game: int = GAME
) -> tuple[Session, Effects]:
    """The session after a phone's choice."""
    ply = len(session.current.plies) if ply is None else ply
    number = answer_to(session, game, seat, "").number + 1
    return step.handle(session, SeatChose(0, game, seat, choice, ply, items, "", number))


def told(session: Session, seat: str = "dark") -> str:
    return str(answer_to(session, GAME, seat, "").refused)


def test_a_choice_is_stored_as_one_on_the_screen() -> None:
    session, effects = sent(at_the_table(), "setup-dark", *FIVE)
    assert [repr(effect) for effect in effects] == ["Played(public='setup dark')"]
    assert [str(ply.action) for ply in session.current.plies] == [DARK]
    assert session.phase is Phase.SECRET


def test_each_seat_is_offered_its_own_choice_alone() -> None:
    session = at_the_table()
    assert [one.id for one in on_phone(session, "dark")] == ["setup-dark"]
    assert [one.id for one in on_phone(session, "light")] == ["setup-light"]
    assert on_phone(session, "white") == ()


def test_an_attack_is_offered_without_a_touch_on_the_screen() -> None:
    session = at_the_table(DARK, LIGHT)
    assert session.phase is Phase.PLAYING
    assert [one.id for one in on_phone(session, "dark")] == ["attack"]
    assert on_phone(session, "light") == ()


@pytest.mark.parametrize("phase", [Phase.PAUSED, Phase.CORRECTING, Phase.CHOOSING])
def test_nothing_is_offered_while_the_game_does_not_go_on(phase: Phase) -> None:
    session = replace(at_the_table(DARK, LIGHT), phase=phase)
    assert on_phone(session, "dark") == ()
    assert sent(session, "attack", "cell-4,3")[1] == ()


def test_the_computers_seat_is_offered_nothing() -> None:
    session = at_the_table(DARK)
    play = replace(session.current, computers={"light": Level.EASY})
    assert on_phone(replace(session, play=play), "light") == ()


def test_a_choice_for_another_game_is_no_ones() -> None:
    session = at_the_table()
    assert sent(session, "setup-dark", *FIVE, game=GAME + 1) == (session, ())


def test_what_the_other_has_chosen_in_secret_meanwhile_makes_no_choice_old() -> None:
    session, _ = sent(at_the_table(), "setup-light", *LIGHTS, seat="light")
    session, effects = sent(session, "setup-dark", *FIVE, ply=0)
    assert len(effects) == 1
    assert session.current.position.turn == "dark"


def test_a_choice_of_an_earlier_moment_is_refused_and_that_is_reported() -> None:
    session = at_the_table(DARK, LIGHT, "attack e4", "guard e3")
    for ply in (0, 2, 3, len(session.current.plies) + 1):
        later, effects = sent(session, "attack", "cell-4,2", ply=ply)
        assert effects == ()
        assert told(later) == "The table has gone on meanwhile."


def test_a_refusal_is_kept_for_its_seat_and_gone_with_the_next_action() -> None:
    session, effects = sent(
        at_the_table(), "setup-dark", "cell-0,0", "cell-0,1", "cell-1,0", "cell-1,1", "cell-3,5"
    )
    assert effects == ()
    assert "would stand alone" in told(session)
    assert told(session, "light") == ""
    assert "stand alone" not in repr(session)
    assert "would stand alone" not in repr(view(session))
    session, _ = sent(session, "setup-light", *LIGHTS, seat="light")
    assert told(session) == ""


def test_who_holds_the_screen_open_goes_on_when_the_other_chooses_on_a_phone() -> None:
    session = at_the_table()
    for button in ("reveal", *FIVE[:2]):
        session, _ = step.handle(session, Pressed(0, button))
    session, _ = sent(session, "setup-light", *LIGHTS, seat="light")
    assert session.question.selecting is not None
    assert session.question.selecting.is_open
    assert session.question.selecting.chosen == FIVE[:2]
    assert session.question.selecting.selection.seat == "dark"


def test_a_cover_that_another_choice_has_made_needless_is_off() -> None:
    session, _ = step.handle(at_the_table(DARK, LIGHT), Pressed(0, "attack"))
    assert session.phase is Phase.SECRET
    session, _ = sent(session, "attack", "cell-4,3")
    assert session.question.selecting is not None
    assert session.question.selecting.selection.seat == "light"
    assert not session.question.selecting.is_open


def test_phones_come_and_go() -> None:
    session, _ = step.handle(at_the_table(), PhoneSeen(0, GAME, "dark", is_there=True))
    assert session.phones == {(GAME, "dark")}
    again, _ = step.handle(session, PhoneSeen(0, GAME, "dark", is_there=True))
    assert again.phones == session.phones
    gone, _ = step.handle(session, PhoneSeen(0, GAME, "dark", is_there=False))
    assert gone.phones == frozenset()


@pytest.mark.parametrize("name", ["Zoë", "ZOË"])
def test_a_player_who_moves_with_the_phone_has_the_name_at_one_seat(name: str) -> None:
    session = replace(at_the_table(), names={(GAME, "dark"): "Zoë", (GAME - 1, "dark"): "Zoë"})
    session, _ = step.handle(session, PhoneSeen(0, GAME, "light", is_there=True, name=name))
    assert session.names == {(GAME - 1, "dark"): "Zoë", (GAME, "light"): name}


def test_a_choice_that_is_sent_again_is_judged_once() -> None:
    session = at_the_table(DARK, LIGHT)
    again = SeatChose(0, GAME, "dark", "attack", 2, ("cell-4,3",), "phone", 1)
    session, effects = step.handle(session, again)
    assert len(effects) == 1
    assert step.handle(session, again) == (session, ())
    assert answer_to(session, GAME, "dark", "phone") == Answered("phone", 1)


def test_a_refusal_is_for_the_phone_that_was_refused_and_not_for_the_next_one_of_its_seat() -> None:
    session, _ = step.handle(
        at_the_table(), SeatChose(0, GAME, "dark", "setup-dark", 0, (*FIVE[:4], "cell-0,5"), "lost", 3)
    )
    assert "would stand alone" in answer_to(session, GAME, "dark", "lost").refused
    assert answer_to(session, GAME, "dark", "found") == Answered("found", 0)


def test_in_a_pause_a_choice_is_refused_with_that_reason() -> None:
    session = replace(at_the_table(DARK, LIGHT), phase=Phase.PAUSED)
    assert told(sent(session, "attack", "cell-4,3")[0]) == "Paused. Continue at the table."


def test_a_choice_stands_since_it_came_up() -> None:
    session = at_the_table()
    assert due_since(session.current, on_phone(session, "light")[0]) == 0
    session, _ = sent(session, "setup-dark", *FIVE)
    assert due_since(session.current, on_phone(session, "light")[0]) == 0
    later = at_the_table(DARK, LIGHT, "build a4", "build h3")
    assert due_since(later.current, on_phone(later, "dark")[0]) == 4


# Public choices


def test_who_builds_alone_chooses_the_decorations_on_a_phone() -> None:
    session = where_decorations_are_chosen(players=2, seed=4)
    (selection,) = on_phone(session, "p1")
    assert on_phone(session, "p2") == ()
    assert session.phase is Phase.CHOOSING
    items = chosen_items(session, selection)
    after, effects = sent(session, selection.id, *items, seat="p1")
    assert [type(effect) for effect in effects] == [records.Played]
    assert after.current.plies[-1].action.public.startswith("build")


def chosen_items(session: Session, selection: Selection) -> tuple[str, ...]:
    """The items of one legal way to build."""
    (action, *_others) = session.current.position.legal()
    found = CITES.selecting(session.current.position, action)
    assert found is not None
    assert found[0] == selection
    return found[1]


def test_partners_choose_their_decorations_together_at_the_table() -> None:
    session = where_decorations_are_chosen(players=4, seed=0)
    assert all(on_phone(session, seat) == () for seat in session.current.position.seats)


def test_an_offer_of_an_earlier_moment_is_not_made() -> None:
    session = replace(showing(()), play=replace(showing(()).current, hands=Hands()))
    (selection,) = on_phone(session, "p1")
    assert [one.id for one in selection.items] == ["choose-M", "choose-P", "choose-H", "choose-T"]
    assert on_phone(session, "p2") == ()
    late, effects = sent(session, selection.id, "choose-H", seat="p1", ply=1)
    assert effects == ()
    assert told(late, "p1") == "The table has gone on meanwhile."
    made, effects = sent(session, selection.id, "choose-H", seat="p1")
    assert [str(ply.action) for ply in made.current.plies][-1] == "choose H"


def test_tiles_are_taken_out_of_ones_own_hand_alone() -> None:
    session = showing(("H1", "H2", "H3"))
    assert droppable(session, "p1") == ("H1", "H2", "H3")
    after, effects = sent(session, "drop", "tile-H2", "tile-H3", seat="p1")
    assert after.current.row("p1") == ("H1",)
    assert effects == (records.Hand(1, "p1", ("H1",)),)
    for items in (("tile-T1",), ("tile-H1", "tile-T1"), ()):
        assert sent(session, "drop", *items, seat="p1")[1] == ()
    assert sent(session, "drop", "tile-T1", seat="p1")[0].current.hands == session.current.hands


def test_the_same_game_is_set_up_again_when_it_is_over() -> None:
    session = at_the_table(DARK, LIGHT)
    play = replace(session.current, computers={"light": Level.EASY})
    over = replace(session, play=play, phase=Phase.OVER, ended={"winner": "dark", "reason": ""})
    assert on_phone(session, "dark") != on_phone(over, "dark")
    after, effects = sent(over, "again")
    assert effects == ()
    assert (after.phase, after.play) == (Phase.SETUP, None)
    assert (after.setup.chosen, after.setup.levels) == ("massai", {"light": Level.EASY})
    assert after.setup.options == {"orthogonal": False, "all_fifteen": False}
    assert after.notice == "Dark would like to play again."
