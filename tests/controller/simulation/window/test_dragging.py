"""The mouse as a hand at the table: pieces are dragged from the racks and on the board, turned, pushed."""

from __future__ import annotations

import pygame
import pytest

from controller.model.view import Phase
from controller.simulation import deals
from controller.simulation.window.hands import AUTO, CLEAR, SHOW
from tests.controller.window_desk import Desk, middle

Point = tuple[int, int]


def left(desk: Desk, kind: str, squares: int = 1) -> int | None:
    stacks = desk.window.hands.stacks
    return next(one.left for one in stacks if one.kind == kind and len(one.squares) == squares)


def off(point: Point, right: int, down: int) -> Point:
    return point[0] + right, point[1] + down


def beside(desk: Desk) -> Point:
    """A point that is neither table nor rack."""
    return desk.window.layout.table.right + 3, 5


def start_forma(desk: Desk) -> None:
    desk.start_game("Forma")
    desk.drag(desk.stack("tower white"), desk.place("k10", "forma"))
    desk.touch("#choice-1", "#start")


# Pieces of one square


def test_a_house_that_is_dragged_from_its_rack_is_played(desk: Desk) -> None:
    desk.start_game()
    assert left(desk, "house white") == 14
    desk.drag(desk.stack("house white"), desk.place("d4.ne"))
    assert desk.plies() == ["house d4 ne"]
    assert left(desk, "house white") == 13


def test_a_piece_comes_to_lie_where_it_fits(desk: Desk) -> None:
    desk.start_game()
    x, y = desk.place("d4")
    desk.drag(desk.stack("house white"), (x + 7, y - 2))
    assert desk.plies() == ["house d4 e"]
    desk.drag(desk.stack("park"), off(desk.place("e5.ne"), 3, -3))
    assert [piece.sites for piece in desk.rig.table.pieces if piece.kind == "park"] == [
        (desk.rig.running.session.tables["masterplan"].sites("e5").bit_length() - 1,)
    ]


def test_a_piece_is_dragged_on_the_board_and_off_it(desk: Desk) -> None:
    desk.start_game()
    desk.drag(desk.stack("house white"), desk.place("d4.ne"))
    desk.drag(desk.place("d4.ne"), desk.place("b2.s"))
    assert desk.plies() == ["house b2 s"]
    desk.drag(desk.place("b2.s"), desk.stack("park"))
    assert (desk.plies(), desk.kinds(), left(desk, "house white")) == ([], [], 14)


def test_a_piece_that_is_let_go_beside_the_table_goes_back(desk: Desk) -> None:
    desk.start_game()
    desk.drag(desk.stack("house white"), beside(desk))
    assert desk.kinds() == []
    assert desk.window.hands.held is None


def test_where_a_piece_lies_already_the_other_stays_in_the_hand(desk: Desk) -> None:
    desk.start_game()
    desk.drag(desk.stack("house white"), desk.place("d4.ne"))
    desk.drag(desk.stack("house yellow"), desk.place("d4.ne"))
    assert desk.kinds() == ["house white"]
    assert desk.window.hands.held is not None
    desk.click(desk.place("f6.n"))
    assert desk.plies() == ["house d4 ne", "house f6 n"]


def test_an_empty_rack_gives_nothing(desk: Desk) -> None:
    desk.start_game()
    for cell in "abcdefg":
        desk.drag(desk.stack("tower"), desk.place(f"{cell}1"))
    assert desk.kinds() == ["tower"] * 6
    assert left(desk, "tower") == 0


def test_with_shift_a_piece_lies_crookedly(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    desk.start_game()
    (x, y), (to_x, _) = desk.place("d4.w"), desk.place("d4")
    monkeypatch.setattr(pygame.key, "get_mods", lambda: pygame.KMOD_SHIFT)
    desk.drag(desk.stack("house white"), ((x + to_x) // 2, y))
    (house,) = desk.rig.table.pieces
    assert abs(house.shift[0]) == 0.5


def test_the_right_button_pushes_a_piece_over_the_board(desk: Desk) -> None:
    desk.start_game()
    desk.drag(desk.stack("house white"), desk.place("d4.e"))
    start, end = desk.place("d4.e"), desk.place("g4.w")
    desk.post(pygame.MOUSEBUTTONDOWN, pos=start, button=pygame.BUTTON_RIGHT)
    desk.post(pygame.MOUSEBUTTONUP, pos=end, button=pygame.BUTTON_RIGHT)
    desk.rig.run_for(200)
    (house,) = desk.rig.table.pieces
    assert house.shift[0] < 0  # it is on its way
    desk.rig.run_for(4_000)
    assert desk.plies() == ["house g4 w"]


def test_the_table_is_cleared_at_one_click(desk: Desk) -> None:
    desk.start_game()
    for kind, place in (("house white", "d4.ne"), ("house yellow", "f6.n"), ("tower", "a1")):
        desk.drag(desk.stack(kind), desk.place(place))
    desk.click(desk.rack_button(CLEAR))
    assert desk.kinds() == []


# Elements


def test_an_element_is_one_piece_and_one_action(desk: Desk) -> None:
    start_forma(desk)
    assert left(desk, "element blue", 5) == 1
    desk.drag(desk.stack("element blue", 5), desk.place("k12", "forma"))
    pieces = [piece for piece in desk.rig.table.pieces if piece.kind == "element blue"]
    assert [len(piece.sites) for piece in pieces] == [5]
    assert [ply.split()[0] for ply in desk.plies()] == ["tower", "start", "place"]


def test_an_element_is_turned_and_flipped_in_the_hand(desk: Desk) -> None:
    start_forma(desk)
    desk.click(desk.stack("element blue", 4))
    first = desk.window.hands.held
    assert first is not None
    at = desk.place("k12", "forma")
    desk.post(pygame.MOUSEMOTION, pos=at, rel=(1, 1), buttons=(0, 0, 0))
    desk.post(pygame.MOUSEBUTTONDOWN, pos=at, button=pygame.BUTTON_WHEELDOWN)
    assert desk.window.hands.held == first.turned(1)
    desk.post(pygame.MOUSEBUTTONDOWN, pos=at, button=pygame.BUTTON_RIGHT)
    assert desk.window.hands.held == first.turned(2)
    desk.post(pygame.KEYDOWN, key=pygame.K_r, mod=0, unicode="r")
    desk.post(pygame.MOUSEBUTTONDOWN, pos=at, button=pygame.BUTTON_WHEELUP)
    assert desk.window.hands.held == first.turned(2)
    desk.post(pygame.FINGERDOWN, touch_id=1, finger_id=0, x=0.5, y=0.5)
    assert desk.window.hands.held == first.turned(2)
    desk.post(pygame.FINGERDOWN, touch_id=1, finger_id=1, x=0.6, y=0.5)
    assert desk.window.hands.held == first.turned(3)
    desk.post(pygame.FINGERUP, touch_id=1, finger_id=1, x=0.6, y=0.5)
    desk.post(pygame.FINGERUP, touch_id=1, finger_id=0, x=0.5, y=0.5)
    desk.post(pygame.FINGERDOWN, touch_id=1, finger_id=2, x=0.5, y=0.5)
    assert desk.window.hands.held == first.turned(3)
    desk.post(pygame.MOUSEBUTTONDOWN, pos=at, button=pygame.BUTTON_WHEELUP)
    desk.post(pygame.KEYDOWN, key=pygame.K_f, mod=0, unicode="f")
    assert desk.window.hands.held == first.turned(2).flipped()
    desk.click(at)
    assert desk.window.hands.held is None
    assert desk.plies()[-1].startswith("place ")


def test_an_element_is_picked_up_by_any_square_and_put_back(desk: Desk) -> None:
    start_forma(desk)
    desk.drag(desk.stack("element blue", 5), desk.place("k12", "forma"))
    lying = next(piece for piece in desk.rig.table.pieces if piece.kind == "element blue")
    last, aside = desk.at_site(lying.sites[-1]), desk.place("e5", "forma")
    desk.drag(last, aside)
    desk.drag(aside, last)
    assert set(desk.rig.table.pieces[-1].sites) == set(lying.sites)
    assert desk.phase is Phase.PLAYING
    desk.drag(last, beside(desk))
    assert "element blue" not in desk.kinds()


def test_an_element_over_the_edge_is_moved_on_the_board(desk: Desk) -> None:
    start_forma(desk)
    desk.drag(desk.stack("element blue", 5), desk.place("a1", "forma"))
    assert desk.plies()[-1].startswith("place ")


def test_the_racks_hold_both_colours_of_whose_turn_it_is(desk: Desk) -> None:
    start_forma(desk)
    kinds = {stack.kind for stack in desk.window.hands.stacks}
    assert kinds == {"element blue", "element red", "marker blue", "marker red"}


# Tiles


def turn_up(desk: Desk) -> None:
    desk.start_game("Cités Nouvelles")
    for pad in (0, 1):
        desk.drag(middle(desk.window.racks.box_of(0)), desk.pad(pad))
    desk.wait(3_000)


def test_the_tiles_of_several_people_lie_face_down_until_their_player_turns_them(desk: Desk) -> None:
    turn_up(desk)
    stacks = desk.window.hands.stacks
    assert len(stacks) == 15
    assert all(stack.is_hidden for stack in stacks)
    desk.click(desk.rack_button(SHOW))
    assert not any(stack.is_hidden for stack in desk.window.hands.stacks)
    desk.touch("#choose-M")
    assert all(stack.is_hidden for stack in desk.window.hands.stacks)  # the other one's


def test_no_tile_is_dealt_twice_and_a_game_that_goes_on_has_the_same_hands(desk: Desk) -> None:
    turn_up(desk)
    session = desk.rig.running.session
    hands = [deals.hand(session.current, session.game_id, seat) for seat in ("p1", "p2")]
    turned = {ply.split()[1] for ply in desk.plies()}
    assert len({*hands[0], *hands[1], *turned}) == 32
    again = [deals.hand(session.current, session.game_id, seat) for seat in ("p1", "p2")]
    assert again == hands


def test_simulated_hands_turn_up_show_and_play_for_the_computer(desk: Desk) -> None:
    desk.click(desk.button("Cités Nouvelles"))
    desk.touch("#seat-p2", "#start")
    desk.drag(middle(desk.window.racks.box_of(0)), desk.pad(0))
    desk.wait(20_000)
    play = desk.rig.running.session.current
    assert [ply.split()[0] for ply in desk.plies()[:2]] == ["turnup", "turnup"]
    assert play.hands.is_whole(play.deal, "p2")
    assert len(desk.window.hands.stacks) == 15
    assert not any(stack.is_hidden for stack in desk.window.hands.stacks)


def test_simulated_hands_set_the_computers_house(desk: Desk) -> None:
    desk.click(desk.button("Masterplan"))
    desk.touch("#seat-yellow", "#start")
    desk.drag(desk.stack("house white"), desk.place("d4.ne"))
    desk.wait(6_000)
    assert desk.kinds() == ["house white", "house yellow"]
    assert desk.phase is Phase.PLAYING
    assert desk.rig.running.shown.view.heading == "White to move"


def test_the_words_of_the_window_are_in_the_language_of_the_screen(desk: Desk) -> None:
    desk.touch("Settings", "#set-language-fr")
    state = desk.window.racks_state(desk.rig.running.shown)
    assert [button.id for button in state.buttons] == [AUTO, CLEAR]
    assert state.buttons[1].words == "Débarrasser la table"
    assert "écran" in state.help
