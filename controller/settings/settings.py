"""The settings of a table as values: every key, its type, its bounds and its default.

The annotations are the checks that `config.py` makes. No default is needed in a file: without any, the
settings describe the simulated reference table.
"""

from __future__ import annotations

import re
import socket
from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from controller.journal.care import KEEP_GAMES
from hardware.board.protocol import BoardSpec
from hardware.board.register_wiring import RegisterWiring
from hardware.lights import colour_order
from hardware.lights.light_map import Corner, Pattern, Runs, StripPath
from hardware.lights.lights import Electrics
from hardware.panel.panel import PanelWiring
from hardware.ports import Grid
from hardware.tags.tag_filter import ABSENT_MS

PICO_PORT = "/dev/serial/by-id/usb-MicroPython_Board_in_FS_mode_*-if00"
MEMORY = ":memory:"

PIN = "^GPIO([2-9]|1[0-9]|2[0-7])$"
NO_PIN = "^(GPIO([2-9]|1[0-9]|2[0-7]))?$"
DIGITS = "^([0-9]{4,8})?$"
ADDRESS = r"^(https?://[A-Za-z0-9.:\[\]-]+/?)?$"
HOST = "^([A-Za-z0-9]([A-Za-z0-9.:_-]*[A-Za-z0-9])?)?$"
NAME = "^[a-z0-9_-]{0,32}$"
TOPIC = "^[a-z0-9_-]{1,32}(/[a-z0-9_-]{1,32}){0,3}$"
TOPIC_OR_NONE = f"^$|{TOPIC}"
TIME_OF_DAY = "^(([01][0-9]|2[0-3]):[0-5][0-9])?$"
PATTERNS = {
    colour_order.PATTERN: 'R, G and B in any order, such as "GRB", with W before or behind them for lights '
    "with white, or an empty text",
    PIN: "a pin, GPIO2 to GPIO27",
    NO_PIN: "a pin, GPIO2 to GPIO27, or an empty text",
    DIGITS: "four to eight digits, or an empty text",
    ADDRESS: 'an address such as "http://table.local:8321/", or an empty text',
    HOST: "the name or address of a computer, or an empty text",
    NAME: 'small letters, digits, "-" and "_", 32 at most',
    TOPIC: 'a topic such as "games/tablier", of small letters, digits, "-" and "_"',
    TOPIC_OR_NONE: 'a topic such as "homeassistant", or an empty text',
    TIME_OF_DAY: 'a time of day such as "22:00", or an empty text',
}
"""The meaning of each text pattern, in words."""

Pin = Annotated[str, Meta(pattern=PIN)]
Digits = Annotated[str, Meta(pattern=DIGITS)]
ColourOrder = Annotated[str, Meta(pattern=colour_order.PATTERN)]
TimeOfDay = Annotated[str, Meta(pattern=TIME_OF_DAY)]
Language = Literal["en", "fr", "de"]
TextSize = Literal["normal", "large"]
LevelName = Literal["beginner", "easy", "medium", "strong"]
PinOrNone = Annotated[str, Meta(pattern=NO_PIN)]


def expanded(name: str) -> Path:
    """The path of a name, `~` and all; an unknown user stays as written, as in a shell."""
    try:
        return Path(name).expanduser()
    except RuntimeError:
        return Path(name)


class Section(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One table of the TOML file. The annotations are the checks."""


class TableSettings(Section, frozen=True):
    """The grid of sites, the number of sites along one side of a cell, and the means to identify pieces.

    `pads` are the tag readers beside the board, one for each seat; with `identity` there is one under every
    site too.
    """

    columns: Annotated[int, Meta(ge=1, le=32)] = 24
    rows: Annotated[int, Meta(ge=1, le=32)] = 24
    cell_sites: Literal[1, 3] = 3
    pads: Annotated[int, Meta(ge=0, le=4)] = 4
    identity: Literal["none", "tags"] = "none"

    @property
    def grid(self) -> Grid:
        """The grid of sites."""
        return Grid(self.columns, self.rows)


class BoardSettings(Section, frozen=True):
    """The source of sensor frames. `port` is a name or a glob, of which the first match is used;
    `calibration` is the file with the mapping from sensors to sites."""

    kind: Literal["simulated", "serial", "spi"] = "simulated"
    port: Annotated[str, Meta(min_length=1)] = PICO_PORT
    debounce_ms: Annotated[int, Meta(ge=1, le=50)] = 5
    scan_hz: Annotated[int, Meta(ge=50, le=1000)] = 500
    calibration: str = ""
    spi_device: Literal[0, 1] = 0
    spi_hz: Annotated[int, Meta(ge=100_000, le=10_000_000)] = 4_000_000
    latch_pin: Pin = "GPIO24"
    load_pin: Pin = "GPIO25"
    row_settle_us: Annotated[int, Meta(ge=1, le=1000)] = 5
    chain_end: Literal["high", "open"] = "high"
    software_spi: bool = False

    @property
    def wiring(self) -> RegisterWiring:
        """How the shift registers are wired to this computer."""
        return RegisterWiring(
            self.spi_device,
            self.spi_hz,
            self.latch_pin,
            self.load_pin,
            self.row_settle_us,
            is_end_high=self.chain_end == "high",
            may_bit_bang=self.software_spi,
        )

    @property
    def has_readers(self) -> bool:
        """Whether the board comes with its pads' tag readers, which give the pieces' kinds by themselves."""
        return self.kind == "simulated"

    @property
    def calibration_file(self) -> Path | None:
        """The calibration file, or `None` if the settings name none."""
        return expanded(self.calibration) if self.calibration else None


class TagSettings(Section, frozen=True):
    """The tag readers on serial ports of a real table.

    `ports` has a name or a glob for each reader: first those of the seats, as many as `table.pads` says, then
    one for each of `sites`, which are written `x,y` and counted from 0. A tag is gone when it has not been
    read for longer than `absent_ms`.
    """

    kind: Literal["none", "pn532", "rdm6300"] = "none"
    ports: tuple[str, ...] = ()
    sites: tuple[str, ...] = ()
    absent_ms: Annotated[int, Meta(ge=100, le=5000)] = ABSENT_MS


class TileSettings(Section, frozen=True):
    """The file that maps tags to pieces. Empty: the simulated table's own tags are known, and a real table
    knows none."""

    file: str = ""

    @property
    def path(self) -> Path | None:
        """The tile file, or `None` if the settings name none."""
        return expanded(self.file) if self.file else None


class LightSettings(Section, frozen=True):
    """The lights, how their strip runs over the sites of a real table, and what they may draw.

    `map` is the file of a light map, which then holds in place of `wiring`, `start` and `runs`. `order` is
    that in which the lights take their colours, `W` for white; while it is empty GRB is taken, and the
    self-test asks. The currents are those of one light of the strip's datasheet.
    """

    kind: Literal["board", "neopixel", "spi", "auto", "none"] = "board"
    pin: Annotated[str, Meta(min_length=1)] = "D10"
    spi: Annotated[str, Meta(min_length=1)] = "/dev/spidev0.0"
    wiring: Pattern = "serpentine"
    start: Corner = "south-west"
    runs: Runs = "east-west"
    map: str = ""
    order: ColourOrder = ""
    brightness: Annotated[float, Meta(ge=0, le=1)] = 0.2
    gamma: Annotated[float, Meta(ge=1, le=3)] = 2.2
    cap_ma: Annotated[int, Meta(ge=100, le=60000)] = 4000
    channel_ma: Annotated[float, Meta(ge=1, le=60)] = 20.0
    white_ma: Annotated[float, Meta(ge=1, le=60)] = 20.0
    idle_ma: Annotated[float, Meta(ge=0, le=5)] = 1.0

    @property
    def electrics(self) -> Electrics:
        """The current limits of these lights."""
        return Electrics(
            self.brightness,
            self.gamma,
            self.cap_ma,
            self.channel_ma,
            self.idle_ma,
            self.white_ma,
            have_white=self.have_white,
        )

    @property
    def have_white(self) -> bool:
        """Whether the lights have four colours, as far as is known."""
        return "W" in self.order

    @property
    def strip_wiring(self) -> StripPath:
        """How one strip runs over the whole table."""
        return StripPath(self.wiring, self.start, self.runs)

    @property
    def map_file(self) -> Path | None:
        """The file of the light map, or `None` if the settings name none."""
        return expanded(self.map) if self.map else None


class ScreenSettings(Section, frozen=True):
    """The touchscreen's picture size, its clockwise rotation on the panel, and its defaults for language and
    style."""

    kind: Literal["window", "fullscreen", "none"] = "window"
    width: Annotated[int, Meta(ge=480, le=3840)] = 1024
    height: Annotated[int, Meta(ge=480, le=3840)] = 600
    rotation: Literal[0, 90, 180, 270] = 0
    language: Language = "en"
    text: TextSize = "normal"
    contrast: Literal["normal", "high"] = "normal"


class PanelSettings(Section, frozen=True):
    """The pins of the panel at the table's edge; empty for what it does not have."""

    turn_pin: PinOrNone = ""
    undo_pin: PinOrNone = ""
    turn_light_pin: PinOrNone = ""
    undo_light_pin: PinOrNone = ""
    buzzer_pin: PinOrNone = ""

    @property
    def wiring(self) -> PanelWiring:
        """The pins as the panel's driver takes them."""
        return PanelWiring(
            self.turn_pin, self.undo_pin, self.turn_light_pin, self.undo_light_pin, self.buzzer_pin
        )


class SoundSettings(Section, frozen=True):
    """Short sounds on this computer's sound card, and whether espeak-ng speaks."""

    kind: Literal["none", "mixer"] = "mixer"
    volume: Annotated[float, Meta(ge=0, le=1)] = 0.5
    spoken: bool = False


class PlaySettings(Section, frozen=True):
    """How the table referees.

    `touch` says whether pieces can be taken back by hand in games with the touch-move rule. `clock_s` are the
    seconds for each action, or for each player's whole game. With `hints` people may ask for advice.
    """

    settle_ms: Annotated[int, Meta(ge=100, le=5000)] = 600
    touch: Literal["sheet", "friendly"] = "sheet"
    clock: Literal["off", "move", "game"] = "off"
    clock_s: Annotated[int, Meta(ge=5, le=86_400)] = 60
    hints: bool = True


class OpponentSettings(Section, frozen=True):
    """The computer's thinking time for an action in seconds, its level in a new seat, and who has all `seats`
    but the first at first."""

    think_s: Annotated[float, Meta(ge=0.1, le=60)] = 2.0
    level: LevelName = "beginner"
    seats: Literal["people", "computer"] = "people"


class KioskSettings(Section, frozen=True):
    """The table in public: when it invites, who may end the program, and its lights at night.

    After `idle_s` without hands it plays by itself, after `sleep_s` screen and lights go dark; 0 means never.
    `pin` protects the host's page; without one everyone has access, but the program cannot be ended there.
    From `night_from` to `night_to`, by the wall clock, the brightness of the lights is multiplied by
    `night_factor`, and nothing is heard.
    """

    idle_s: Annotated[int, Meta(ge=0, le=86_400)] = 0
    sleep_s: Annotated[int, Meta(ge=0, le=86_400)] = 0
    pin: Digits = ""
    night_from: TimeOfDay = ""
    night_to: TimeOfDay = ""
    night_factor: Annotated[float, Meta(ge=0, le=1)] = 0.3

    def __repr__(self) -> str:
        """Without the PIN: settings are logged."""
        return f"<kiosk, {self.idle_s} s, {'with' if self.pin else 'without'} a PIN>"


class JournalSettings(Section, frozen=True):
    """The journal: empty for the user's data folder, `:memory:` for no file. Finished games beyond the last
    `keep_games` are dropped."""

    path: str = ""
    keep_games: Annotated[int, Meta(ge=10, le=1_000_000)] = KEEP_GAMES

    @property
    def file(self) -> Path | None:
        """The journal's file, or `None` if nothing is stored."""
        if self.path == MEMORY:
            return None
        if self.path:
            return expanded(self.path)
        from platformdirs import user_data_path

        return user_data_path("tablier", appauthor=False) / "journal.sqlite"


class RecorderSettings(Section, frozen=True):
    """The flight recorder: the last `minutes`, in at most `max_mb` megabytes. 0: none.

    `folder` is empty for one beside the journal; if that has no file, nothing is recorded either.
    """

    folder: str = ""
    minutes: Annotated[int, Meta(ge=0, le=1440)] = 60
    max_mb: Annotated[int, Meta(ge=1, le=1024)] = 32


class WebSettings(Section, frozen=True):
    """The page for spectators. `listen` opens it to this computer alone (`loopback`), to its local network,
    or to no one (`off`). `address` is the public address, if this computer cannot find it. `names` are
    further names of the table; `proxies` are the addresses or networks whose `X-Forwarded-For` is
    believed. With `chances` the page shows the winning chances."""

    listen: Literal["off", "loopback", "network"] = "loopback"
    port: Annotated[int, Meta(ge=1024, le=65_535)] = 8321
    address: Annotated[str, Meta(pattern=ADDRESS, max_length=200)] = ""
    names: Annotated[tuple[Annotated[str, Meta(pattern=HOST, max_length=253)], ...], Meta(max_length=20)] = ()
    proxies: Annotated[tuple[str, ...], Meta(max_length=20)] = ()
    chances: bool = True


class MqttSettings(Section, frozen=True):
    """The MQTT broker for this table's messages; none if `broker` is empty.

    The password is the first line of `password_file`. `table` is the table's name there, empty for this
    computer's name. `discovery` is Home Assistant's prefix, empty to disable it. With `commands` every client
    of the broker may start a game, show a message and dim the lights: only for a broker that requires a name
    and a password.
    """

    broker: Annotated[str, Meta(pattern=HOST, max_length=253)] = ""
    port: Annotated[int, Meta(ge=1, le=65_535)] = 1883
    tls: bool = False
    ca_file: str = ""
    username: Annotated[str, Meta(max_length=100)] = ""
    password_file: str = ""
    table: Annotated[str, Meta(pattern=NAME)] = ""
    prefix: Annotated[str, Meta(pattern=TOPIC)] = "tablier"
    discovery: Annotated[str, Meta(pattern=TOPIC_OR_NONE)] = "homeassistant"
    commands: bool = False

    @property
    def name(self) -> str:
        """The table's name at the broker."""
        if self.table:
            return self.table
        own = re.sub("[^a-z0-9_-]+", "-", socket.gethostname().lower()).strip("-")
        return own[:32] or "table"


class SimulationSettings(Section, frozen=True):
    """The simulated table. An equal seed gives equal bounces."""

    seed: Annotated[int, Meta(ge=0, le=2**32 - 1)] = 1


class Config(msgspec.Struct, frozen=True, kw_only=True):
    """All settings, checked."""

    table: TableSettings = TableSettings()
    board: BoardSettings = BoardSettings()
    tags: TagSettings = TagSettings()
    tiles: TileSettings = TileSettings()
    lights: LightSettings = LightSettings()
    screen: ScreenSettings = ScreenSettings()
    panel: PanelSettings = PanelSettings()
    sound: SoundSettings = SoundSettings()
    play: PlaySettings = PlaySettings()
    opponents: OpponentSettings = OpponentSettings()
    kiosk: KioskSettings = KioskSettings()
    journal: JournalSettings = JournalSettings()
    recorder: RecorderSettings = RecorderSettings()
    web: WebSettings = WebSettings()
    mqtt: MqttSettings = MqttSettings()
    simulation: SimulationSettings = SimulationSettings()

    @property
    def pads(self) -> int:
        """How many tag readers there are beside the board: they are its own, or on serial ports."""
        return self.table.pads if self.board.has_readers or self.tags.kind != "none" else 0

    @property
    def recorder_folder(self) -> Path | None:
        """The folder of the flight recorder; `None` if it is off."""
        journal = self.journal.file
        if not self.recorder.minutes or not (self.recorder.folder or journal):
            return None
        if self.recorder.folder or journal is None:
            return expanded(self.recorder.folder)
        return journal.with_name("recorder")

    @property
    def tag_ports(self) -> dict[str, str]:
        """The serial port of each tag reader of a real table, by the reader's name."""
        pads = [f"pad.p{number}" for number in range(1, self.pads + 1)]
        return dict(zip([*pads, *(f"@{place}" for place in self.tags.sites)], self.tags.ports, strict=False))

    @property
    def read_sites(self) -> int:
        """The set of the sites that have a tag reader below them."""
        if self.has_identity:
            return self.table.grid.all_sites
        places = (place.split(",") for place in self.tags.sites)
        return sum(1 << self.table.grid.site(int(x), int(y)) for x, y in places)

    @property
    def has_identity(self) -> bool:
        """Whether a reader lies under every site: those of a real table are the board's own."""
        return self.table.identity == "tags"

    @property
    def has_lights(self) -> bool:
        """Whether there is anything to light."""
        return self.lights.kind != "none"

    @property
    def board_spec(self) -> BoardSpec:
        """The board that these settings require."""
        return BoardSpec(
            self.table.grid,
            has_lights=self.lights.kind == "board",
            debounce_ms=self.board.debounce_ms,
            scans_per_s=self.board.scan_hz,
            has_tags=self.has_identity and self.board.kind == "serial",
            order=self.lights.order or colour_order.USUAL,
        )
