"""The mutants: for each the file, its text, what stands in its place, what that breaks, and which quick tests
ought to notice."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Mutant:
    """One fault: in this file `new` stands in the place of `old`, which is there exactly once. `breaks` says
    what goes wrong; one of the `tests`, as pytest names them, must notice."""

    file: str
    old: str
    new: str
    breaks: str
    tests: tuple[str, ...]


def _test(name: str) -> str:
    return f"tests/controller/{name}.py"


def _script(name: str) -> str:
    return f"tests/controller/simulation/scripts/test_table_scripts.py::test_the_script_holds[{name}]"


TRACKER, JUDGING, READING = (
    "controller/model/tracker.py",
    "controller/referee/judging.py",
    "controller/referee/interpretation.py",
)
SUCCESSION = "controller/referee/succession.py"
BOARD, STEP, SESSION = (
    "controller/referee/board_at_rest.py",
    "controller/referee/step.py",
    "controller/referee/session.py",
)
PARTS = "controller/referee/session_parts.py"
MENDED = "controller/referee/reconsidered.py"
TOUCHING, TIMING, CLOCK = (
    "controller/referee/touching.py",
    "controller/referee/timing.py",
    "controller/model/clock.py",
)
JOURNAL, FILE, PLAY = (
    "controller/journal/journal.py",
    "controller/journal/file.py",
    "controller/referee/play.py",
)
READS = "controller/journal/stored_games.py"
TASKS, TABLE = "controller/referee/tasks.py", "controller/tables/sensing.py"
MASTERPLAN, FORMA = "controller/tables/masterplan/table.py", "controller/tables/forma/table.py"
MASSAI, CITES = "controller/tables/massai/table.py", "controller/tables/cites/table.py"

_TRACKED = (_test("model/test_times_of_hands"), _test("model/test_tracker"))
_JUDGED = (
    _test("referee/test_what_is_cleared"),
    _test("referee/test_judging"),
    _test("referee/test_session"),
)
_CLEARED = (_test("referee/test_what_is_cleared"),)
_TOUCHED = (*_CLEARED, _test("referee/test_touching"))
_READ = (_test("referee/test_interpretation"),)
_IN_ORDER = (_test("referee/test_succession"),)
_TIMED = (_test("model/test_clock"), _script("clock_stands_in_a_pause"), _script("clock_power_cut"))
_STORED = (_test("journal/test_journal"), _test("journal/test_file"), _test("journal/test_journal_effects"))

MUTANTS: Final[tuple[Mutant, ...]] = (
    # Sensors
    Mutant(TRACKER, "\nBLIP_MS = 80", "\nBLIP_MS = 160", "a short excursion is a blip", _TRACKED),
    Mutant(TRACKER, "\nSLIDE_MS = 250", "\nSLIDE_MS = 125", "a slid piece is judged on its way", _TRACKED),
    Mutant(
        TRACKER, "\nSLIDE_FACTOR = 2.5", "\nSLIDE_FACTOR = 1.25", "a slid piece rests too shortly", _TRACKED
    ),
    Mutant(TRACKER, "(4, 1_500)", "(4, 3_000)", "a hand that dithers is a weak magnet", _TRACKED),
    Mutant(TRACKER, "(6, 6_000)", "(6, 3_000)", "a slowly toggling magnet is believed", _TRACKED),
    Mutant(TRACKER, "\nJUMP_MS = 60", "\nJUMP_MS = 30", "jumps make a sound magnet weak", _TRACKED),
    Mutant(TRACKER, "\nWEAK_GAP_MS = 500", "\nWEAK_GAP_MS = 50", "a weak magnet comes and goes", _TRACKED),
    Mutant(
        TRACKER, "\nWEAK_SETTLE_MS = 700", "\nWEAK_SETTLE_MS = 350", "a weak site rests too shortly", _TRACKED
    ),
    Mutant(TRACKER, "\nREAD_MS = 1_500", "\nREAD_MS = 750", "a piece is judged before it is read", _TRACKED),
    Mutant(TRACKER, "\nWEAK_REST_MS = 4_000", "\nWEAK_REST_MS = 8_000", "a sound site stays weak", _TRACKED),
    Mutant(TRACKER, "held=self.held & believed", "held=self.held", "a broken site is held closed", _TRACKED),
    Mutant(TRACKER, "weak=self.weak & believed", "weak=self.weak", "a broken site stays weak", _TRACKED),
    Mutant(TRACKER, "earlier=self.order, slid=False", "earlier=self.order", "all is slid for ever", _TRACKED),
    Mutant(TRACKER, "kinds={}, tagged=0", "kinds={}", "readers that are away see pieces", _TRACKED),
    Mutant(
        TRACKER,
        "return replace(self.rested(), earlier={})",
        "return self.rested()",
        "the order of what is understood is kept",
        (*_TRACKED, *_JUDGED),
    ),
    # The meaning of a board at rest
    Mutant(
        JUDGING,
        "if now_ms - away.get(site, now_ms) <= BLIP_MS:",
        "if False:",
        "a blip on an exchanged hut is the exchange",
        (_script("massai_blip_on_an_exchanged_hut"), *_JUDGED),
    ),
    Mutant(
        JUDGING,
        "if now_ms - order.get(site, now_ms) > BLIP_MS:",
        "if True:",
        "a bump is pieces off together",
        (_script("bump_is_no_exchange"), *_JUDGED),
    ),
    Mutant(JUDGING, "if len(lifted) < 2 or", "if len(lifted) < 3 or", "an exchange has no word", _JUDGED),
    Mutant(
        READING,
        "if board.is_dark:\n        return found",
        "if False:\n        return found",
        "the dark takes back",
        _READ,
    ),
    Mutant(
        BOARD,
        "\nPAUSE_MS = 250",
        "\nPAUSE_MS = 500",
        "two elements set quickly are one",
        (_script("forma_two_quickly"), _script("forma_two_quickly_as_one"), *_READ),
    ),
    Mutant(
        READING,
        "\nLATE_MS = 3_000",
        "\nLATE_MS = 1_500",
        "a late square is another's",
        (_script("forma_late_square"), _script("forma_squares_after_two_seconds"), *_READ),
    ),
    Mutant(
        BOARD,
        "\nONE_PIECE_MS = 80",
        "\nONE_PIECE_MS = 160",
        "two pieces are one crooked one",
        (_script("neighbours_quickly"), *_READ),
    ),
    Mutant(
        READING,
        "(is_order_free or table.actor(then, step[0]) == actor)",
        "True",
        "the next player's house is taken as given",
        (_script("four_houses_in_the_dark"), *_READ),
    ),
    Mutant(
        "controller/tables/massai/table.py",
        "return (actions + (player == position.mover)) // 2",
        "return (actions + (player != position.mover)) // 2",
        "a player who moves has an action less",
        _READ,
    ),
    Mutant(READING, "any(_stands(play, way) for way in ways)", "False", "a turn is undone and redone", _READ),
    Mutant(
        READING, "if one.left & ~board.closed:", "if False:", "much is played, a piece missing", _IN_ORDER
    ),
    Mutant(SUCCESSION, "if any(site not in since", "if all(site in since", "an order is made up", _IN_ORDER),
    Mutant(SUCCESSION, "and len(ways) == 1 else", "else", "a disturbed board is asked about", _IN_ORDER),
    Mutant(SUCCESSION, "if done is play:", "if True:", "what may wait is ordered off", _IN_ORDER),
    Mutant(BOARD, "\nTOGETHER_MS = 50", "\nTOGETHER_MS = 100", "an order that was seen is unknown", _READ),
    Mutant(
        READING,
        "if not is_by_hand or board.lifted & ~board.differing(play):",
        "if not is_by_hand:",
        "what was swept away is taken back as it returns",
        _READ,
    ),
    # Devices that go and come
    Mutant(
        STEP,
        "devices = replace(devices, is_board_seen=False)",
        "pass",
        "the board that comes back is judged by its last frame",
        (
            _script("board_unplugged_and_last_lifted"),
            _test("referee/test_session"),
            _script("board_unplugged_and_changed"),
        ),
    ),
    Mutant(
        SESSION,
        "return rests_ms if stalled_ms is None else max(rests_ms, stalled_ms + SILENCE_MS)",
        "return rests_ms",
        "a silent board is at rest",
        (
            _script("lifted_and_back_while_bytes_are_lost"),
            _script("forma_square_set_while_bytes_are_lost"),
        ),
    ),
    Mutant(
        JUDGING,
        "tracker = replace(tracker, moved_ms=now_ms)",
        "pass",
        "a board that was silent is judged by its first frame",
        (_test("referee/test_session"),),
    ),
    Mutant(
        JUDGING,
        "devices=replace(devices, is_board_seen=True, board_stalled_ms=None)",
        "devices=replace(devices, is_board_seen=True)",
        "a board that was silent once is never trusted again at once",
        (_test("referee/test_session"),),
    ),
    Mutant(
        STEP,
        "tracker = session.tracker.unread(now_ms)",
        "tracker = session.tracker",
        "tiles lifted while readers are away lie there still",
        (_script("cites_lifted_while_readers_are_away"), _script("cites_readers_unplugged")),
    ),
    Mutant(
        STEP,
        "is_dark = session.judgement.is_dark or tracker.board != session.tracker.board",
        "is_dark = session.judgement.is_dark",
        "what was lifted while its reader was away is a takeback when it is back",
        (_script("identity_lifted_while_the_readers_were_away"),),
    ),
    Mutant(
        TRACKER,
        "remembered = self.remembered | unseen",
        "remembered = self.remembered",
        "what only a reader saw is missed when the readers go",
        (_test("model/test_times_of_hands"), _script("identity_readers_lost_over_a_dead_sensor")),
    ),
    Mutant(
        STEP,
        "session = _unobserved(session, session.tracker.reread(now_ms))",
        "pass",
        "what was lifted while its reader was away stands for ever",
        (_script("identity_lifted_while_the_readers_were_away"),),
    ),
    Mutant(
        JUDGING,
        "exchanging=session.due.exchanging & tracker.board & ~read_right",
        "exchanging=session.due.exchanging & tracker.board",
        "a hut is to be lifted though its reader sees the right one",
        (_script("identity_massai_cut_off_while_the_readers_are_away"),),
    ),
    Mutant(
        TRACKER,
        "since[site] = dict(self.changes).get(site, now_ms) if is_weak else now_ms",
        "since[site] = now_ms",
        "a push off a weak sensor is two pieces",
        (_test("model/test_times_of_hands"), _script("forma_push_from_a_weak_sensor")),
    ),
    Mutant(
        "controller/referee/reconsidered.py",
        "return not any(seen & whole == seen != whole for seen in pieces for whole in wholes)",
        "return bool(pieces)",
        "an element with a dead sensor becomes a smaller one",
        (_script("forma_square_lost_after_it_was_read"),),
    ),
    Mutant(
        STEP,
        "is_played = session.play is not None and session.phase is not Phase.OVER",
        "is_played = session.play is not None",
        "a game that is over waits for its readers",
        (_script("cites_over_without_readers"),),
    ),
    Mutant(
        STEP,
        "not session.is_paused_by_hand and not session.is_waiting",
        "not session.is_waiting",
        "a device that comes back ends a pause of people's",
        (_script("pause_outlasts_a_cable"), _test("referee/test_session")),
    ),
    Mutant(
        STEP,
        'if device == "screen":\n        return session.covered()',
        'if device == "screen":\n        return session',
        "a secret lies open when the screen comes back",
        (_script("massai_screen_unplugged"), _test("referee/test_session")),
    ),
    Mutant(
        STEP,
        ", hidden_tags={}, told={})",
        ")",
        "what readers that are away had seen is told still",
        (_script("cites_computer_without_readers"),),
    ),
    Mutant(
        STEP,
        "devices = replace(devices, is_without_readers=False)",
        "pass",
        "readers that break a second time are not missed",
        (_script("cites_without_readers"),),
    ),
    Mutant(
        READING,
        "return found or _interpret_in_the_dark(play, board)",
        "return found",
        "an early tile keeps the right one from being played after a cable was out",
        (_script("cites_early_tile_after_a_silent_board"),),
    ),
    Mutant(
        JUDGING,
        "changed = _moved(order, before, play, interpretation.back, changed)",
        "pass",
        "what was set beside a pushed piece is said to have changed",
        (_script("forma_obstacle_pushed_in_the_set_up"),),
    ),
    Mutant(
        SESSION,
        " | due.exchanging | exchanged",
        " | due.exchanging",
        "an exchanged hut that a reader sees is a mistake",
        (_script("identity_massai_attack"),),
    ),
    # Resets, and data that must survive them
    Mutant(
        PARTS,
        "picture=picture, lifted=0, staying=0",
        "picture=picture, staying=0",
        "an old doubt is told again",
        _JUDGED,
    ),
    Mutant(
        PARTS,
        "return Due(reminders=self.reminders)",
        "return Due(exchanging=self.exchanging, reminders=self.reminders)",
        "what was exchanged is asked for ever",
        (_script("massai_hut_exchanged"), *_JUDGED),
    ),
    Mutant(
        PARTS,
        "staying=0, is_dark=False",
        "staying=0",
        "after the dark nothing is taken back",
        (_script("takeback_in_the_dark"), *_JUDGED),
    ),
    Mutant(
        SESSION,
        "is_dark=True, picture=None),\n            question",
        "picture=None),\n            question",
        "what changed in a pause is played as seen",
        (_script("changed_in_the_dark"), _script("pause"), *_JUDGED),
    ),
    # Touches
    Mutant(
        TOUCHING,
        'phase=Phase.MENU, notice=""), ()',
        "phase=Phase.MENU), ()",
        "what was said in the game before is said in the next",
        (_script("notice_of_the_game_before"), *_TOUCHED),
    ),
    Mutant(
        TOUCHING,
        "is_over = session.resumes_to is Phase.OVER",
        "is_over = False",
        "a game that is over is kept to go on",
        (*_TOUCHED, _test("referee/test_session")),
    ),
    Mutant(
        TOUCHING,
        "free_seats(session)[1:] if",
        "free_seats(session) if",
        "nobody has a seat where people come alone",
        (_test("referee/test_computer"),),
    ),
    # Time
    Mutant(
        TIMING,
        "if is_back or _is_played(before, after):",
        "if _is_played(before, after):",
        "a reminder ends in a pause",
        (_script("forma_marker_after_a_pause"), *_TIMED),
    ),
    Mutant(TIMING, "(effects or clock.player is None)", "effects", "what a pause ends is not stored", _TIMED),
    Mutant(
        CLOCK,
        'return turned if self.kind == "game" else replace(turned, used_ms={})',
        "return turned",
        "each action has no time of its own",
        _TIMED,
    ),
    Mutant(
        CLOCK,
        "seconds = -(-self.left_ms(player) // 1000)",
        "seconds = self.left_ms(player) // 1000",
        "a clock shows a second less",
        _TIMED,
    ),
    # Stored data
    Mutant(
        READS,
        "Course(texts[:stand], texts[stand:], ",
        "Course(texts[:stand], texts, ",
        "what stands is held to be taken back",
        _STORED,
    ),
    Mutant(
        JOURNAL,
        "if not 1 <= plies <= row.plies:",
        "if not 1 <= plies:",
        "more is taken back than stands",
        _STORED,
    ),
    Mutant(
        FILE,
        "PRAGMA synchronous = FULL",
        "PRAGMA synchronous = NORMAL",
        "a commit does not wait for the disk",
        _STORED,
    ),
    # The games on the table
    Mutant(
        "controller/tables/cites/hands.py",
        "need_readers = True",
        "need_readers = False",
        "tricks go on without readers",
        (_script("cites_readers_unplugged"), _test("tables/cites/test_table")),
    ),
    Mutant(
        CITES,
        "if block == action.block)",
        ")",
        "the last tile is shown on every pad",
        (_test("tables/cites/test_table"),),
    ),
    Mutant(
        MASSAI,
        '((False, _("win nothing alone")), (True, _("on the board win too")))',
        '((True, _("on the board win too")), (False, _("win nothing alone")))',
        "fifteen huts win where nobody chose it",
        (_script("massai_fifteen_huts_win_nothing_alone"),),
    ),
    Mutant(
        MASSAI,
        "return isinstance(action, Build | Move)",
        "return True",
        "an attack is taken back by hand",
        (_test("tables/massai/test_table"), _script("massai_takeback_of_an_attack")),
    ),
    Mutant(
        FORMA,
        "reminds_for_ms = 10_000",
        "reminds_for_ms = 20_000",
        "markers are asked for twice as long",
        (_script("forma_markers"), _test("tables/forma/test_table")),
    ),
    Mutant(
        FORMA,
        "return position.stage is Stage.SETUP\n\n    def is_taken_back_by_hand",
        "return True\n\n    def is_taken_back_by_hand",
        "what is touched is not played",
        (_script("forma_touch_sheet"), _test("tables/forma/test_table")),
    ),
    Mutant(
        MASTERPLAN,
        "if position.park_cells.bit_count() <= PARKS:",
        "if True:",
        "parks without a tile are asked for",
        (_script("park_without_a_tile"), _test("tables/masterplan/test_table")),
    ),
    Mutant(
        TABLE,
        "most_changes = 10",
        "most_changes = 5",
        "ten pieces set at once are disturbance",
        (_script("six_moves_quickly"), *_READ),
    ),
    Mutant(
        TASKS,
        '_("Lift {piece} on {place}", piece=piece',
        '_("Lift {piece} on {place}", piece=place',
        "the words do not name the piece to lift",
        (_script("massai_words_to_lift"), _test("referee/test_tasks")),
    ),
    Mutant(
        "controller/simulation/truth.py",
        "if not _is_same(kind, believed, is_read=site >= rig.table.grid.size):",
        "if False:",
        "the storm takes any piece for the right one",
        (_test("simulation/storm/test_habits") + "::test_a_piece_that_another_has_replaced_is_noticed",),
    ),
    Mutant(
        "controller/daemon/fingers.py",
        "\nLOOK_MS: Final = 350",
        "\nLOOK_MS: Final = 35",
        "a press counts on a page that nobody has seen",
        (_test("daemon/test_fingers"), _script("touch_on_a_page_that_has_just_come")),
    ),
    Mutant(
        "controller/daemon/fingers.py",
        "\nDOUBLE_MS: Final = 300",
        "\nDOUBLE_MS: Final = 30",
        "a double tap is two presses",
        (_test("daemon/test_fingers"), _script("double_tap_on_take_back")),
    ),
    Mutant(
        JUDGING,
        "gone = play.closed & ~then.closed & ~session.tracker.board",
        "gone = 0 if interpretation.actions else play.closed & ~then.closed & ~session.tracker.board",
        "a piece that comes back to its spot is another's",
        (_script("masterplan_looked_beneath_while_parks_are_due"),),
    ),
    Mutant(
        "controller/referee/reconsidered.py",
        "return not is_taken or not +moved",
        "return not is_taken",
        "a piece alike to a pushed one is another one",
        (_script("forma_obstacle_pushed_and_back_after_another"),),
    ),
    Mutant(
        STEP,
        "due.exchanging | wrong & tracker.board",
        "due.exchanging",
        "an exchange that only readers saw is forgotten when they go",
        (_script("identity_massai_attack_without_readers"),),
    ),
    Mutant(
        "controller/daemon/fingers.py",
        "moved = None if target[0] else self._moved(x, y, at_ms)",
        "moved = None",
        "a touch is lost on a button that a remark has moved",
        (_test("daemon/test_fingers"),),
    ),
    Mutant(
        "controller/referee/reconsidered.py",
        "for one in found(stood) if _uses",
        "for one in found({}) if _uses",
        "a piece that was pushed and returns makes all pieces of the turn unknown",
        (_script("forma_obstacle_pushed_and_back_after_another"),),
    ),
    Mutant(
        "controller/daemon/fingers.py",
        " and _snapshot(before) == _snapshot(shown):",
        ":",
        "a double tap presses the button that a correction has moved under the finger",
        (_test("daemon/test_fingers"),),
    ),
    Mutant(
        SESSION,
        "return any(extra >> site & 1 for site in self.judgement.returning.kinds)",
        "return False",
        "a game that another's hut seemed to end stays over",
        (_script("massai_end_by_a_hut_that_returns"),),
    ),
    Mutant(
        JUDGING,
        "play.plies[session.judgement.returning.since :]",
        "play.plies[session.judgement.returning.plies :]",
        "a park that stays counts as the next player's act, and a lifted house loses its owner",
        (_script("looked_beneath_beside_a_park_that_stays"),),
    ),
    Mutant(
        "controller/referee/interpretation.py",
        "    if whole and not _are_parts_set_flat(play, board):\n        return whole\n",
        "",
        "an element pressed down slowly is five elements of one square",
        (_script("forma_element_pressed_down_square_by_square"),),
    ),
    Mutant(
        "controller/referee/reconsidered.py",
        "asked = _asked_for(play, board) if pushed else {}",
        "asked = dict[int, str]()",
        "a pushed house makes another piece of the park that was asked for",
        (_script("pushed_house_beside_an_asked_park"),),
    ),
    Mutant(
        "controller/referee/reconsidered.py",
        "since={**board.since, **order})",
        "since=board.since)",
        "a moved obstacle becomes the first of its turn",
        (_script("forma_moved_obstacle_is_the_last"),),
    ),
    Mutant(
        "controller/referee/reconsidered.py",
        "        **dict.fromkeys(sites, (-back - 1) * PAUSE_MS),\n",
        "",
        "an element that returns becomes the next player's",
        (_script("forma_looked_beneath_and_read_as_the_last"),),
    ),
    Mutant(
        JUDGING,
        "if not changed and (gone := _gone(before, play, interpretation.back)):",
        "if not changed and (gone := []):",
        "what only went is said to have changed",
        (_script("forma_lifted_first_obstacle_is_named"),),
    ),
    Mutant(
        READING,
        "if len(set(step)) > 1 or not (is_order_free or table.actor(then, step[0]) == actor):",
        "if True:",
        "pieces that were known are asked about again",
        (_script("forma_moved_before_the_tower_stands"),),
    ),
    Mutant(
        TRACKER,
        "return bool(self.since or self.lifting)",
        "return bool(self.since)",
        "a touch acts before a reader has noticed a lift",
        (_script("early_take_back_of_a_lift_under_readers"),),
    ),
    Mutant(
        TRACKER,
        "\nLIFT_MS = 300",
        "\nLIFT_MS = 3000",
        "a tag under an open sensor is waited for too long",
        (_test("model/test_times_of_hands"),),
    ),
    Mutant(
        "controller/referee/reconsidered.py",
        "order |= {site: order[left] for site, left in pushed.items() if left in order}",
        "",
        "a pushed house comes after the park of its turn",
        (_script("pushed_house_keeps_its_place_in_the_turn"),),
    ),
    Mutant(
        "controller/referee/reconsidered.py",
        "        **board.since,\n        **dict",
        "        **dict",
        "an element that returns as the next one comes becomes the other player's",
        (_script("forma_returns_with_the_next_element"),),
    ),
    Mutant(
        "controller/referee/reconsidered.py",
        "dict.fromkeys(sites, (-back - 1) * PAUSE_MS)",
        "dict.fromkeys(sites, -PAUSE_MS)",
        "neighbours of one turn are one crooked piece",
        (_script("massai_looked_beneath_beside_the_next_kit"),),
    ),
    Mutant(
        "controller/referee/reconsidered.py",
        "(ply.closed ^ closed) & sites",
        "ply.closed & ~closed & sites",
        "a moved hut that returns is the next player's",
        (_script("massai_looked_beneath_a_move_read_as_another"),),
    ),
    Mutant(
        "controller/referee/reconsidered.py",
        "return (*ways, *(other for one in ways for other in _with_another_last(play, before, one)))",
        "return ways",
        "a tower set while the house was looked beneath stays a park",
        (_script("looked_beneath_and_a_tower_set"),),
    ),
    Mutant(
        "controller/referee/reconsidered.py",
        " if kind not in alone}",
        "}",
        "an obstacle that people have named is asked about again",
        (_script("forma_named_obstacle_stays_one"),),
    ),
    Mutant(
        JUDGING,
        "    if hidden := _hidden(session, interpretation):\n",
        "    if not known and (hidden := _hidden(session, interpretation)):\n",
        "readers make the table forget a broken sensor",
        (_script("forma_over_a_broken_sensor_under_readers"),),
    ),
    Mutant(
        READING,
        "return same if is_sure else _different(play, (*found, *same))",
        "return same if is_sure else (*found, *same)",
        "people are asked about two ways to the same game",
        (_script("masterplan_looked_beneath_a_park_of_two"),),
    ),
    Mutant(
        READING,
        "is_sure = same and len(play.plies) == board.returning.plies and not board.is_dark",
        "is_sure = same and len(play.plies) == board.returning.plies",
        "what returned while nobody looked is known",
        (_script("board_unplugged_in_mid_air"),),
    ),
    Mutant(
        SESSION,
        "exchanged = play.table.exchanged(common.position, play.position)",
        "exchanged = play.table.exchanged(self.current.position, play.position)",
        "a hut that proves to be another's has to be lifted",
        (_script("massai_looked_beneath_while_the_next_builds"),),
    ),
    Mutant(
        MENDED,
        "if site in self.read:",
        "if False:",
        "a piece that a reader knows is not the one that was lifted after it",
        (_script("identity_set_anew_before_the_old_is_lifted"),),
    ),
    Mutant(
        MENDED,
        "length = play.turn_length or _nobodys_length(play)",
        "length = play.turn_length",
        "towers must be put back in the order in which they were taken",
        (_script("masterplan_a_tower_put_back_at_the_end"),),
    ),
    Mutant(
        TASKS,
        "return session.tracker.board ^ picture[0] if picture is not None else 0",
        "return 0",
        "a piece is wrong before the table has looked at it",
        (_script("no_piece_is_wrong_before_it_is_judged"),),
    ),
    Mutant(
        JUDGING,
        "        staying |= moves[0]",
        "        pass",
        "a move has to be undone while another piece is missing",
        (_script("massai_a_move_while_a_hut_is_missing"),),
    ),
    Mutant(
        JUDGING,
        "            staying = extra",
        "            pass",
        "the second of two turns has to be lifted while a piece is missing",
        (_script("a_whole_turn_waits_for_a_missing_piece"),),
    ),
)
