"""The light pictures, byte by byte."""

from __future__ import annotations

from controller.model.view import Lit, Meaning
from controller.view.light_picture import LightPictures, frame, next_frame_ms, strongest

OFF = b"\x00\x00\x00"


def test_a_dark_table_is_all_zeros() -> None:
    assert frame((), 576, 5000) == bytes(3 * 576)


def test_each_lit_site_has_its_colour_in_its_place() -> None:
    lights = ((1, Lit(Meaning.PARK)), (3, Lit(Meaning.LIFT)))
    assert frame(lights, 4, 0) == OFF + bytes((0, 158, 115)) + OFF + bytes((230, 159, 0))


def test_a_blinking_light_is_dark_in_its_second_half() -> None:
    lights = ((0, Lit(Meaning.PARK, since_ms=200)),)
    assert [frame(lights, 1, now_ms) for now_ms in (200, 699, 700, 1200)] == [
        bytes((0, 158, 115)),
        bytes((0, 158, 115)),
        OFF,
        bytes((0, 158, 115)),
    ]


def test_a_breathing_marker_is_in_its_players_colour_at_half_its_breath() -> None:
    assert frame(((0, Lit(Meaning.MARKER, "yellow")),), 1, 782) == bytes((120, 114, 33))


def test_what_informs_is_dim() -> None:
    lights = (
        (0, Lit(Meaning.LAST)),
        (1, Lit(Meaning.SCORE, "yellow")),
        (2, Lit(Meaning.ECHO)),
    )
    assert frame(lights, 3, 0) == bytes((51, 51, 51, 96, 91, 26, 89, 89, 89))


def test_an_echo_fades_away() -> None:
    lights = ((0, Lit(Meaning.ECHO, since_ms=1000)),)
    moments_ms = (1000, 1080, 1400, 1799, 1800, 9000)
    assert [frame(lights, 1, now_ms)[0] for now_ms in moments_ms] == [89, 80, 45, 9, 0, 0]


def test_a_task_has_the_light_that_something_weaker_wants_too() -> None:
    task, last, score = Lit(Meaning.PARK), Lit(Meaning.LAST), Lit(Meaning.SCORE, "white")
    assert strongest(((7, score), (7, task), (7, last), (8, last), (8, score))) == {7: task, 8: last}


def test_of_two_equal_meanings_the_first_has_the_light() -> None:
    white, yellow = Lit(Meaning.SCORE, "white"), Lit(Meaning.SCORE, "yellow")
    assert strongest(((0, white), (0, yellow))) == {0: white}


def test_a_whole_board_alight_fills_the_frame() -> None:
    lights = tuple((site, Lit(Meaning.TOWER)) for site in range(576))
    assert frame(lights, 576, 300) == bytes((86, 180, 233)) * 576


def test_the_next_frame_comes_with_the_first_change() -> None:
    lights = ((0, Lit(Meaning.PARK)), (1, Lit(Meaning.TOWER)), (2, Lit(Meaning.LAST)))
    assert [next_frame_ms(lights, now_ms) for now_ms in (0, 150, 300, 450, 500)] == [150, 300, 450, 500, 1000]


def test_the_picture_stays_when_all_is_steady_or_dark() -> None:
    assert next_frame_ms((), 0) is None
    assert next_frame_ms(((0, Lit(Meaning.LAST)),), 0) is None


def test_a_light_that_is_outshone_causes_no_frames() -> None:
    lights = ((0, Lit(Meaning.WRONG)), (0, Lit(Meaning.HINT)))
    assert next_frame_ms(lights, 1000) is None


def test_a_rhythm_brings_the_same_pictures_again() -> None:
    lights = ((0, Lit(Meaning.PARK)), (1, Lit(Meaning.TOWER, since_ms=40)))
    pictures, moments_ms = LightPictures(lights, 2), range(0, 6000, 10)
    shown = [pictures.at(now_ms) for now_ms in moments_ms]
    assert shown == [frame(lights, 2, now_ms) for now_ms in moments_ms]
    assert len({id(picture) for picture in shown}) == 4


def test_only_lights_with_a_rhythm_move() -> None:
    steady, blinking = Lit(Meaning.SCORE, "white"), Lit(Meaning.PARK)
    pictures = LightPictures(((0, steady), (1, blinking), (2, Lit(Meaning.LAST))), 3)
    assert pictures.moving == (blinking,)
    assert pictures.at(0)[:3] == pictures.at(500)[:3] == frame(((0, steady),), 1, 0)


def test_pictures_that_do_not_come_again_are_not_kept_for_ever() -> None:
    lights = tuple((site, Lit(Meaning.ECHO, since_ms=7 * site)) for site in range(100))
    pictures, moments_ms = LightPictures(lights, 100), range(0, 1400, 7)
    shown = [pictures.at(now_ms) for now_ms in moments_ms]
    again = [pictures.at(now_ms) for now_ms in moments_ms]
    assert shown == again
    assert len({id(picture) for picture in (*shown, *again)}) > len(set(shown)) > 64
