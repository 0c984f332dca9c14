"""Human habits at a table, by name, one habit per action.

A habit is no fault of the table: hands touch the screen while a piece is still settling, tap twice, push a
neighbour, look beneath a piece, lay pieces beside the board, act out of turn, press a square down late, race
the clock. The table must find the intended action, or ask. The same seed gives the same habits.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from controller.model.tracker import adjacent
from controller.model.view import Phase
from controller.referee.play import Play
from controller.referee.seating import to_take_back
from controller.screens import texts
from controller.simulation.chance import any_action
from controller.simulation.people.habitual import (
    LONGEST_WAIT_MS,
    LOOK_MS,
    MOST_BESIDE,
    SOON_MS,
    Habit,
    Habitual,
    Standing,
    texts_of,
)
from controller.simulation.people.person import HAND_MS, PATIENCE_MS
from controller.simulation.people.player import Player
from controller.simulation.refused import Refused
from controller.simulation.truth import PAD_MS, SITE_MS, WrongTouch, require_owners
from engines.game import Action
from hardware.ports import Button, Touch, sites_in
from hardware.simulated.pads import DEAD_TAG

# Touches


def _touch_early(person: Habitual, play: Play, action: Action) -> None:
    """A button touched right after the piece. Its effect must be the one that its label announced, after the
    piece."""
    if not play.table.hands(play.position, action) or not person.is_sound(
        play.table.touched(play.position, action)
    ):
        return
    said = {spoken.choice.id: str(spoken.action) for spoken in play.table.spoken(play.position)}
    offered = {one.button.id for one in play.table.selections(play.position) if one.button is not None}
    buttons = {"undo", "pause", "unseen", *said, *offered}
    shown = [one.id for one in person._rig.running.shown.picture.buttons if one.id in buttons]
    if not shown:
        return
    person.is_done = True
    before, name = texts_of(play), person.random.choice(shown)
    point = person._point(f"#{name}")
    person.set_all(play, action)
    is_on_pad = bool(play.table.touched(play.position, action) & ~play.table.grid.all_sites)
    person.pause(PAD_MS if is_on_pad else SITE_MS, SOON_MS)
    panel = {spoken.choice.id: spoken.button for spoken in play.table.spoken(play.position)}.get(name)
    if panel is not None and person.random.random() < 0.5:
        person._rig.tell(Button(person._rig.now_ms, panel))
    elif point is not None:
        person._rig.tell(Touch(person._rig.now_ms, *point))
    person._rig.run_for(PATIENCE_MS)
    allowed = [before, [*before, str(action)]]
    if name in said:
        allowed.append([*before, str(action), said[name]])
    if person.standing not in allowed:
        raise WrongTouch(f"#{name} right after {action}: {_end(person.standing)} stand after {_end(before)}")
    person.leave_screens()


def _tap_twice(person: Habitual, play: Play, action: Action) -> None:
    """Every touch is two taps, with the effect of one."""
    person.is_done = True
    before = texts_of(play)
    if person.random.random() < 0.5:
        _tap_a_button_twice(person, play)
    wanted = [*before, str(action)]
    person.tapping(lambda: Player.play(person, str(action)))
    person.meant.pop()
    if person.standing != wanted:
        raise WrongTouch(f"{action} by double taps: {_end(person.standing)} stand after {_end(before)}")


def _tap_a_button_twice(person: Habitual, play: Play) -> None:
    before, name = texts_of(play), person.random.choice(("undo", "pause"))
    plies = to_take_back(play)
    if name not in {one.id for one in person._rig.running.shown.picture.buttons} or (
        name == "undo" and not plies
    ):
        return
    person.tapping(lambda: person.touch(f"#{name}"))
    person._rig.run_for(HAND_MS)
    if name == "pause" and person._rig.running.session.phase is not Phase.PAUSED:
        phase = person._rig.running.session.phase
        raise WrongTouch(f"two taps on #pause lead to {phase}")
    if name == "undo":
        kept = before[: len(before) - plies]
        if person.standing != kept:
            raise WrongTouch(f"two taps on #undo: {_end(person.standing)} stand after {_end(before)}")
        person.get_ready()
        person.come_to(before)
    person.leave_screens()


# Other players' pieces


def _push(person: Habitual, play: Play, action: Action) -> None:
    """A sleeve pushes a standing piece one site, before the own piece is set or after."""
    if not person.is_sound(play.table.touched(play.position, action)):
        return
    pushed = _pushed(person, play, action)
    if pushed is None:
        return
    person.is_done = True
    start, end = pushed
    before, over_ms = texts_of(play), person.random.randint(60, 250)
    is_first = person.random.random() < 0.3
    if not is_first and person.set_all(play, action):
        person.pause(0, 500)
    person.slide(start, end, over_ms)
    if is_first:
        person.pause(0, 500)
        person.set_all(play, action)
    said = person.look(LOOK_MS)
    person._rest()
    require_owners(person._rig)
    if play.table.place(end).casefold() not in said.casefold():
        _require_unchanged(person, before, action)
    if person._rig.table.piece_on(end) is not None:
        person.slide(end, start, over_ms)
    person.answer([*before, str(action)])
    require_owners(person._rig)


def _pushed(person: Habitual, play: Play, action: Action) -> tuple[int, int] | None:
    """A piece with a free place beside it, preferably the last one, with both sites."""
    own, grid = play.table.touched(play.position, action), person._rig.table.grid
    pieces = [one for one in person.standing_pieces(play) if not own >> one.sites[0] & 1]
    if not pieces:
        return None
    piece = pieces[-1] if person.random.random() < 0.5 else person.random.choice(pieces)
    start = piece.sites[0]

    def is_board(site: int) -> bool:
        return person.is_sound(1 << site) and bool(play.table.ground >> site & 1)

    free = [
        site
        for site in range(grid.size)
        if adjacent(grid, start, site) and not own >> site & 1 and is_board(site)
    ]
    free = [site for site in free if not _is_near(person, site, start, own)]
    return (start, person.random.choice(free)) if free else None


def _is_near(person: Habitual, site: int, start: int, own: int) -> bool:
    """Whether another piece stands, or will stand, on or beside a site."""
    grid = person._rig.table.grid
    around = [one for one in range(grid.size) if one != start and (one == site or adjacent(grid, site, one))]
    return any(person._rig.table.piece_on(one) is not None or own >> one & 1 for one in around)


def _require_unchanged(person: Habitual, before: Standing, action: Action) -> None:
    """A push that the table did not mention must have changed nothing. Raises `WrongTouch`."""
    if (
        person.standing not in (before, [*before, str(action)])
        and not person._rig.running.session.question.interpretations
    ):
        raise WrongTouch(f"a push was played without a word: {_end(person.standing)} after {_end(before)}")


def _look_beneath(person: Habitual, play: Play, action: Action) -> None:
    """A standing piece is lifted, looked beneath, and put back where it was."""
    own = play.table.touched(play.position, action)
    pieces = [one for one in person.standing_pieces(play) if not own >> one.sites[0] & 1]
    if not pieces or not person.is_sound(own):
        return
    person.is_done = True
    before = texts_of(play)
    piece = pieces[-1] if person.random.random() < 0.5 else person.random.choice(pieces)
    person._rig.lift(piece.sites)
    person.pause(100, 4_000)
    if person.random.random() < 0.5:
        person.set_all(play, action)
        person.pause(100, 2_000)
    person._rig.put(piece.sites, piece.kind, piece.label)
    person._rig.run_for(LOOK_MS)
    wanted = [*before, str(action)]
    person.answer(wanted if person._is_set(own) and own else before)
    require_owners(person._rig)


def _lay_beside(person: Habitual, play: Play, action: Action) -> None:
    """A piece is laid on a free quarter of the table, beside the printed board, and stays there."""
    table, grid = play.table, person._rig.table.grid
    beside = list(sites_in(grid.all_sites & ~table.ground))
    lying = [site for site in beside if person._rig.table.piece_on(site) is not None]
    free = [site for site in beside if site not in lying and person.is_sound(1 << site)]
    if not free or len(lying) >= MOST_BESIDE:
        return
    person.is_done = True
    site, kind = person.random.choice(free), person.random.choice(table.pieces)
    person._rig.put([site], kind)
    person.pause(200, 3_000)
    if person.random.random() < 0.5:
        person._rest()
    Player.play(person, str(action))
    person.meant.pop()
    if person._rig.table.piece_on(site) is None:
        raise WrongTouch(f"a piece on {table.place(site)}, beside the board, had to be lifted")


def _act_early(person: Habitual, play: Play, action: Action) -> None:
    """The next players have set their pieces before the player to move. If readers identify the pieces, that
    player's is played all the same."""
    others = _next(person, play, action)
    own = play.table.touched(play.position, action)
    if not others or not own or not person.is_sound(own) or person.is_begun(play, action):
        return
    person.is_done = True
    person.early = tuple(map(str, others))
    before, wanted, then = texts_of(play), [*texts_of(play), str(action)], play.after(action)
    early: list[tuple[Play, Action]] = []
    for one in others:
        early.append((then, one))
        wanted.append(str(one))
        then = then.after(one)
    person.random.shuffle(early)
    for at, one in early:
        person.set_all(at, one)
        person.pause(100, 3_000)
    person.set_all(play, action)
    person._rig.run_for(PATIENCE_MS)
    standing = person.standing
    is_in_order = standing == wanted[: len(standing)] and len(standing) > len(before)
    if not is_in_order and sorted(standing) != sorted(wanted):
        raise WrongTouch(f"{action} after others came early: {_end(standing)} stand after {_end(before)}")


def _next(person: Habitual, play: Play, action: Action) -> list[Action]:
    """The others' next action, if readers identify their pieces."""
    is_read = bool(person._rig.running.session.tracker.readers)
    found: list[Action] = []
    then = play.after(action)
    while then.position.outcome() is None and len(found) < 3:
        try:
            one = any_action(then, person.random)
        except Refused:
            break
        sites = then.table.touched(then.position, one)
        actor, before = then.table.actor(then.position, one), play.table.actor(play.position, action)
        is_told = is_read or (sites and not sites & then.table.grid.all_sites)
        is_free = all(person._rig.piece_on(site) is None for site in sites_in(sites))
        if not sites or not is_told or not is_free or actor == before or then.asked:
            break
        found.append(one)
        if not then.table.tiles.is_chance(then.position):
            break
        then = then.after(one)
    return found


# Own pieces


def _press_late(person: Habitual, play: Play, action: Action) -> None:
    """One square of a large piece does not lie flat, and is pressed down late."""
    sites = sites_in(play.table.touched(play.position, action))
    if len(sites) < 2 or not person.is_sound(sum(1 << site for site in sites)):
        return
    person.is_done = True
    before, late = texts_of(play), person.random.choice((sites[0], sites[-1]))
    table = person._rig.table
    table.stuck(late, False, person._rig.now_us)
    person.set_all(play, action)
    person.pause(600, 9_000)
    partial, read = person.standing, person._current_play
    table.heal(late, person._rig.now_us)
    person._rig.run_for(LOOK_MS)
    wanted = [*before, str(action)]
    person.answer(wanted)
    is_marker = bool(read.table.ignored(read.position) >> late & 1)  # no sensor tells the two apart
    if len(partial) == len(before) + 1 and not is_marker and person.standing not in (wanted, before):
        raise WrongTouch(f"a late square of {action}: {_end(person.standing)} stand after {_end(before)}")


def _use_a_dead_tag(person: Habitual, play: Play, action: Action) -> None:
    """A tile has a tag that no reader sees, or that the tile file does not know. Its player says so on the
    screen."""
    hands = play.table.hands(play.position, action)
    sites = hands[0].sites if hands else 0
    if len(hands) != 1 or not sites & ~play.table.grid.all_sites or not person.is_sound(sites):
        return
    person.is_done = True
    (site,), kind = sites_in(sites), hands[0].kind
    if person._rig.piece_on(site) is not None:
        person.lift(sites)
    label = person.random.choice((DEAD_TAG, f"tag {person.random.randrange(10**6)}"))
    person._rig.put([site], kind, label)
    person.pause(500, 4_000)
    person._rest()
    person._report_tile(site, kind)
    person._rest()
    if person.standing != [*texts_of(play), str(action)]:
        raise WrongTouch(f"{action} by its word: {_end(person.standing)} stand after {_end(texts_of(play))}")


def _race(person: Habitual, play: Play, action: Action) -> None:
    """The piece stands just before the flag: no player's time is up."""
    clock = person._rig.running.session.clock
    player, hands = clock.player, play.table.hands(play.position, action)
    is_kit = play.table.cell_sites == 1 and play.table.hands(play.position, action)
    if not clock.is_on or player is None or not hands or (is_kit and play.table.game.name == "masterplan"):
        return
    if person.is_begun(play, action):
        return
    for hand in hands:
        person._make_room(play.table, hand)  # a tile that no reader sees may lie there still
    left_ms = clock.shown_at(person._rig.now_ms).left_ms(player)
    is_on_pad = bool(play.table.touched(play.position, action) & ~play.table.grid.all_sites)
    early_ms = person.random.randint(PAD_MS if is_on_pad else SITE_MS, 900) + HAND_MS * (len(hands) - 1)
    if not early_ms < left_ms <= LONGEST_WAIT_MS or not person.is_sound(
        play.table.touched(play.position, action)
    ):
        return
    person.is_done = True
    person._rig.run_for(left_ms - early_ms)
    person.set_all(play, action)
    up = f"Time is up for {play.table.name(player)}"
    said: list[str] = []

    def is_over() -> bool:
        said[:] = [
            one for one in texts(person._rig.running.shown.picture) if "Time is up" in one and up in one
        ]
        session = person._rig.running.session
        return bool(said) or session.play is not play or session.phase is not Phase.PLAYING

    person._wait_for(is_over)
    if said:
        raise WrongTouch(f"{action} in time, and the screen says {said[0]!r}")


def _end(standing: Standing) -> str:
    return ", ".join(standing[-4:]) or "nothing"


HABITS: Mapping[str, Habit] = MappingProxyType(
    {
        "touch-early": _touch_early,
        "tap-twice": _tap_twice,
        "push": _push,
        "look-beneath": _look_beneath,
        "lay-beside": _lay_beside,
        "act-early": _act_early,
        "press-late": _press_late,
        "dead-tag": _use_a_dead_tag,
        "race": _race,
    }
)
"""Every habit, by name."""
