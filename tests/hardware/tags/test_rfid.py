"""Tag readers on pseudo-terminals: the real libraries at one end, a reader byte by byte at the other."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from queue import Empty, Queue
from threading import Thread

import pytest

from hardware.board.serial_port import PortError, SerialPort
from hardware.lasting_thread import BackOff
from hardware.ports import DeviceEvent, LinkLost, LinkUp, TagRead
from hardware.simulated.pn532 import Air, SimulatedPn532
from hardware.simulated.rdm6300 import SimulatedRdm6300
from hardware.simulated.readers import ReaderCable, SimulatedReader
from hardware.tags.pn532 import NoAnswer, Pn532, RadioField
from hardware.tags.rfid import Kind, Sort, TagReaders, called, sort_of
from tests.hardware.leaks import nothing_left_behind

QUICK = BackOff(first_s=0.01, longest_s=0.02)
WITHIN_S = 60.0
PATIENT_S = 5.0
"""The longest time for which a busy computer may hold up a simulated reader that must not fail."""
FAILING_S = 0.3
"""The time for which a simulated reader that fails is waited for."""
FIRST, SECOND = "010063E9AE", "04A2B1C9D0"
SEAT_1, SEAT_2 = "tag reader of seat 1", "tag reader of seat 2"
GONE = "The {} was unplugged or has lost its power. Plug it in again."
MAKE: dict[Kind, Callable[[], SimulatedPn532 | SimulatedRdm6300]] = {
    "pn532": SimulatedPn532,
    "rdm6300": SimulatedRdm6300,
}
both = pytest.mark.parametrize("kind", MAKE)


class Desk:
    """Cables in a folder, the readers that look for them there, and the reported events."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.told: Queue[DeviceEvent] = Queue()
        self._cables: list[ReaderCable] = []
        self._devices: list[TagReaders] = []

    def plug(self, reader: SimulatedReader, name: str) -> ReaderCable:
        cable = ReaderCable(reader, self.folder / name)
        self._cables.append(cable)
        return cable

    def start(self, kind: Kind, *names: str, answer_s: float = PATIENT_S) -> TagReaders:
        ports = {f"pad.p{number}": str(self.folder / name) for number, name in enumerate(names, 1)}
        device = TagReaders(sort_of(kind, answer_s), ports, 150, back_off=QUICK)
        self._devices.append(device)
        device.start(self.told.put)
        return device

    def start_told(self, *connections: Sequence[str | Exception | None]) -> list[Told]:
        """A reader that sees the given tags in each connection. Returns the connections made so far."""
        self.plug(SimulatedRdm6300(), "told")
        made: list[Told] = []

        def make(port: SerialPort) -> Told:
            made.append(Told(connections[len(made)]))
            return made[-1]

        sort = Sort("told", 9600, make, pause_us=1_000)
        device = TagReaders(sort, {"pad.p1": str(self.folder / "told")}, 20, back_off=QUICK)
        self._devices.append(device)
        device.start(self.told.put)
        return made

    def next(self) -> tuple[str, ...]:
        """The next event, without its time."""
        match self.told.get(timeout=WITHIN_S):
            case TagRead(_, reader, tag):
                return (reader, tag or "none")
            case LinkUp(_, device, what):
                return (device, what)
            case LinkLost(_, device, reason):
                return (device, reason)
        raise AssertionError("readers tell nothing else")

    def is_quiet_for(self, for_s: float) -> bool:
        try:
            self.told.get(timeout=for_s)
        except Empty:
            return True
        return False

    def close(self) -> None:
        for device in self._devices:
            device.stop()
            device.stop()
        for cable in self._cables:
            cable.unplug()


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    with nothing_left_behind():
        desk = Desk(tmp_path)
        yield desk
        desk.close()


def until(holds: Callable[[], bool]) -> None:
    deadline = time.monotonic() + WITHIN_S
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.001)


class TestBothSorts:
    @both
    def test_a_tag_is_reported_when_it_comes_and_when_it_goes(self, kind: Kind, desk: Desk) -> None:
        reader = MAKE[kind]()
        desk.plug(reader, "a")
        desk.start(kind, "a")
        assert desk.next() == ("rfid", f"1 {sort_of(kind).name} readers")
        reader.put(FIRST)
        assert desk.next() == ("pad.p1", FIRST)
        reader.lift(FIRST)
        assert desk.next() == ("pad.p1", "none")

    @both
    def test_what_lies_there_already_is_reported_before_the_readers_are_up(
        self, kind: Kind, desk: Desk
    ) -> None:
        for name, tag in (("a", FIRST), ("b", SECOND)):
            reader = MAKE[kind]()
            reader.put(tag)
            desk.plug(reader, name)
        desk.start(kind, "a", "b")
        told = [desk.next() for _ in range(3)]
        assert sorted(told[:2]) == [("pad.p1", FIRST), ("pad.p2", SECOND)]
        assert told[2] == ("rfid", f"2 {sort_of(kind).name} readers")

    @both
    def test_a_reader_pulled_and_put_back_under_another_name_goes_on(self, kind: Kind, desk: Desk) -> None:
        reader = MAKE[kind]()
        cable = desk.plug(reader, "reader-0")
        desk.start(kind, "reader-*")
        desk.next()
        reader.put(FIRST)
        assert desk.next() == ("pad.p1", FIRST)
        cable.unplug(b"\x02010063E9")
        assert desk.next() == ("rfid", GONE.format(SEAT_1))
        assert desk.next()[1].startswith(f"There is no {desk.folder / 'reader-*'}. Plug the {SEAT_1} in.")
        cable.plug(desk.folder / "reader-1")
        assert desk.next() == ("pad.p1", FIRST)
        assert desk.next() == ("rfid", f"1 {sort_of(kind).name} readers")

    @both
    def test_a_reader_that_is_away_holds_up_no_other(self, kind: Kind, desk: Desk) -> None:
        reader = MAKE[kind]()
        desk.plug(reader, "a")
        desk.start(kind, "a", "b")
        assert desk.next() == (
            "rfid",
            f"There is no {desk.folder / 'b'}. Plug the {SEAT_2} in. If it is, "
            "see what /dev/serial/by-id shows and correct the port in the settings.",
        )
        reader.put(FIRST)
        assert desk.next() == ("pad.p1", FIRST)
        late = MAKE[kind]()
        late.put(SECOND)
        desk.plug(late, "b")
        assert desk.next() == ("pad.p2", SECOND)
        assert desk.next()[0] == "rfid"

    @both
    def test_a_port_that_another_program_has_open_is_named(self, kind: Kind, desk: Desk) -> None:
        desk.plug(MAKE[kind](), "a")
        with SerialPort(str(desk.folder / "a"), baud=9600):
            desk.start(kind, "a")
            assert desk.next() == (
                "rfid",
                f"Another program has {desk.folder / 'a'} open. "
                "Close it: a serial monitor, or a second Tablier.",
            )
        assert desk.next() == ("rfid", f"1 {sort_of(kind).name} readers")

    @both
    def test_they_can_be_started_again(self, kind: Kind, desk: Desk) -> None:
        desk.plug(MAKE[kind](), "a")
        device = desk.start(kind, "a")
        first = desk.next()
        device.stop()
        device.start(desk.told.put)
        assert desk.next() == first


class TestPn532:
    def test_one_field_is_on_at_a_time_and_all_take_turns(self, desk: Desk) -> None:
        air = Air()
        readers = [SimulatedPn532(air) for _ in range(3)]
        for name, reader in zip("abc", readers, strict=True):
            desk.plug(reader, name)
        device = desk.start("pn532", *"abc")
        desk.next()
        until(lambda: len(air.looks) > 60)
        device.stop()
        assert air.most_at_once == 1
        assert air.is_quiet
        turns = [air.looks.count(reader) for reader in readers]
        assert max(turns) <= 2 * min(turns)

    def test_a_tag_that_is_found_on_every_second_look_does_not_flicker(self, desk: Desk) -> None:
        air = Air()
        reader = SimulatedPn532(air, skips=True)
        reader.put(FIRST)
        desk.plug(reader, "a")
        desk.start("pn532", "a")
        assert desk.next() == ("pad.p1", FIRST)
        desk.next()
        looks = len(air.looks)
        until(lambda: len(air.looks) > looks + 8)
        assert desk.told.empty()

    def test_a_wedged_reader_is_woken_and_goes_on_without_a_report(self, desk: Desk) -> None:
        reader = SimulatedPn532(wedges_after=5)
        reader.put(FIRST)
        desk.plug(reader, "a")
        desk.start("pn532", "a", answer_s=FAILING_S)
        assert desk.next() == ("pad.p1", FIRST)
        desk.next()
        until(lambda: reader.wakings >= 2)
        reader.lift(FIRST)
        assert desk.next() == ("pad.p1", "none")

    def test_a_reader_that_lost_its_power_for_a_moment_is_woken(self, desk: Desk) -> None:
        reader = SimulatedPn532()
        desk.plug(reader, "a")
        desk.start("pn532", "a", answer_s=FAILING_S)
        desk.next()
        reader.power_cut()
        reader.put(FIRST)
        assert desk.next() == ("pad.p1", FIRST)

    def test_a_woken_reader_is_as_it_was_without_opening_its_port_anew(self, desk: Desk) -> None:
        simulated = SimulatedPn532()
        desk.plug(simulated, "a")
        with SerialPort(str(desk.folder / "a")) as port:
            reader = Pn532(port, RadioField(), FAILING_S)
            simulated.power_cut()
            assert reader.look() is None
            simulated.put(FIRST)
            assert [reader.look(), reader.look()] == [FIRST, FIRST]
        assert simulated.wakings == 2

    def test_one_that_cannot_be_woken_is_reported_and_its_neighbour_goes_on(self, desk: Desk) -> None:
        dead, neighbour = SimulatedPn532(), SimulatedPn532()
        desk.plug(dead, "a")
        desk.plug(neighbour, "b")
        desk.start("pn532", "a", "b", answer_s=FAILING_S)
        desk.next()
        neighbour.put(SECOND)
        assert desk.next() == ("pad.p2", SECOND)
        dead.is_dead = True
        assert desk.next() == (
            "rfid",
            f"The {SEAT_1} at {desk.folder / 'a'} does not answer as a PN532. Check its power, its two wires "
            "(its TX to RX, its RX to TX), and that its switches say UART (HSU); then unplug it and plug it "
            "in again.",
        )
        assert desk.next() == ("pad.p2", SECOND)
        neighbour.lift(SECOND)
        assert desk.next() == ("pad.p2", "none")
        dead.is_dead = False
        dead.power_cut()
        assert desk.next() == ("rfid", "2 PN532 readers")

    def test_two_tags_on_one_reader_are_one_of_them(self, desk: Desk) -> None:
        reader = SimulatedPn532()
        reader.put(SECOND)
        reader.put(FIRST)
        desk.plug(reader, "a")
        desk.start("pn532", "a")
        assert desk.next() == ("pad.p1", FIRST)
        desk.next()
        assert desk.is_quiet_for(0.1)

    @pytest.mark.parametrize("tag", ["04A2B1C9", "04A2B1C9D0E180"])
    def test_tags_have_numbers_of_four_or_of_seven_bytes(self, tag: str, desk: Desk) -> None:
        reader = SimulatedPn532()
        reader.put(tag)
        desk.plug(reader, "a")
        with SerialPort(str(desk.folder / "a")) as port:
            assert Pn532(port, RadioField(), PATIENT_S).look() == tag

    @pytest.mark.parametrize(
        ("answer", "raised"),
        [
            (b"", NoAnswer),
            (b"\x00", NoAnswer),
            (b"\x00\x00\xff\x00\xff\x00", NoAnswer),
            (b"hello" * 20, NoAnswer),
        ],
    )
    def test_what_answers_otherwise_is_no_pn532(
        self, answer: bytes, raised: type[Exception], desk: Desk
    ) -> None:
        desk.plug(Parrot(answer), "a")
        with (
            SerialPort(str(desk.folder / "a"), called("pad.p1")) as port,
            pytest.raises(raised, match=SEAT_1),
        ):
            Pn532(port, RadioField())

    def test_a_plug_that_is_pulled_during_a_look_is_a_port_that_has_gone(self, desk: Desk) -> None:
        cable = desk.plug(SimulatedPn532(), "a")
        with SerialPort(str(desk.folder / "a"), called("pad.p1")) as port:
            reader = Pn532(port, RadioField(), PATIENT_S)
            cable.unplug()
            with pytest.raises(PortError, match=GONE.format(SEAT_1)):
                reader.look()


class TestReconnecting:
    def test_one_that_answers_again_when_its_port_is_opened_anew_is_not_reported(self, desk: Desk) -> None:
        made = desk.start_told([FIRST, FIRST, NoAnswer("It is silent.")], [FIRST, None, None])
        assert desk.next() == ("pad.p1", FIRST)
        assert desk.next() == ("rfid", "1 told readers")
        assert desk.next() == ("pad.p1", "none")
        assert len(made) == 2

    def test_one_that_does_not_is_reported_once_until_it_is_there_again(self, desk: Desk) -> None:
        silent = [NoAnswer("It is silent.")]
        made = desk.start_told([FIRST, FIRST, *silent], silent, silent, silent, [FIRST, FIRST])
        told = [desk.next() for _ in range(5)]
        up = [("pad.p1", FIRST), ("rfid", "1 told readers")]
        assert told == [*up, ("rfid", "It is silent."), *up]
        assert len(made) == 5

    def test_a_fault_of_the_program_ends_no_thread(
        self, desk: Desk, caplog: pytest.LogCaptureFixture
    ) -> None:
        desk.start_told([ZeroDivisionError("oh")], [FIRST, FIRST])
        assert desk.next() == (
            "rfid",
            f"The program failed at the {SEAT_1}: ZeroDivisionError('oh'). It tries again.",
        )
        assert desk.next() == ("pad.p1", FIRST)
        assert "ZeroDivisionError" in caplog.text


class Told:
    """A reader that sees the given tags, and then the last one."""

    def __init__(self, sights: Sequence[str | Exception | None]) -> None:
        self._sights = list(sights)

    def look(self) -> str | None:
        """The tag that it sees next."""
        sight = self._sights.pop(0) if len(self._sights) > 1 else self._sights[0]
        if isinstance(sight, Exception):
            raise sight
        return sight


class Parrot:
    """Something at a port that says the same to everything."""

    def __init__(self, answer: bytes) -> None:
        self._answer = answer

    def run(self, at_ms: int) -> bytes:
        """It reports nothing by itself."""
        return b""

    def receive(self, data: bytes) -> bytes:
        """It says what it always says."""
        return self._answer


def test_the_field_is_had_in_the_order_in_which_it_was_asked_for() -> None:
    field = RadioField()
    had: list[int] = []

    def take(number: int) -> None:
        with field:
            had.append(number)

    threads = [Thread(target=take, args=(number,)) for number in range(5)]
    with field:
        for number, thread in enumerate(threads, 1):
            thread.start()
            until(lambda asked=number: field.waiting == asked)  # type: ignore[misc]
        assert had == []
    for thread in threads:
        thread.join(WITHIN_S)
    assert had == [0, 1, 2, 3, 4]


def test_the_field_is_given_back_by_one_that_fails() -> None:
    field = RadioField()
    with pytest.raises(NoAnswer), field:
        raise NoAnswer
    with field:
        assert field.waiting == 0


def test_people_hear_of_seats_and_sites() -> None:
    assert called("pad.p2") == f"the {SEAT_2}"
    assert called("@3,4") == "the tag reader under 3,4"
