"""A whole computer in QEMU: its plug, its keyboard, its screen, and an agent in it that runs commands."""

from __future__ import annotations

import json
import socket
import subprocess
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Self

TRIED_S = 20.0
"""The time that a kernel may take under KVM to report that it has no disk. One that takes longer runs by
emulation."""
BOOT_S = 1800.0
"""The longest boot, by the clock outside. Later steps have their time by the computer's own clock."""
ANSWER_S = 300.0
SLOWER = 20
"""The factor by which a command may take longer by the outside clock than by the computer's own."""
LOOK_S = 2.0
LOOKS = 3
"""The pause between two looks: this time, and this many times the duration of a look. Looking more often
keeps the computer from its work."""
KERNEL = "root=/dev/vda console=tty0 console=ttyS0 quiet mitigations=off tsc=reliable"
"""The kernel's options. The guards against a processor's faults take half of an emulated one's time."""
KEY_S = 0.3
HELD_MS = 1
"""A key that is held down longer may repeat if the computer is slow."""
KEYS = {" ": "spc", ">": "shift-dot", "\n": "ret"}
"""QEMU's names of keys."""
ROOT = Path(__file__).parents[2]


class MachineError(Exception):
    """The computer did not do what was expected of it. The text says what it did."""


def accelerator(kernel: Path) -> Sequence[str]:
    """QEMU's options for this kernel here: KVM if that really works, or else emulation."""
    kvm = ("-accel", "kvm", "-cpu", "host")
    bare = ("-append", "console=ttyS0 panic=-1", "-no-reboot", "-serial", "stdio")
    with suppress(subprocess.TimeoutExpired, FileNotFoundError):
        done = subprocess.run(
            [*qemu(), *kvm, "-kernel", str(kernel), *bare],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=TRIED_S,
            check=False,
        )
        if done.returncode == 0 and b"Kernel panic" in done.stdout:
            return kvm
    # Its clock runs by the instructions that it has carried out: a thousand million of them take a second in
    # there, as on a Raspberry Pi, and no deadline passes because this computer is busy.
    return ("-accel", "tcg", "-cpu", "Nehalem", "-icount", "shift=0,sleep=on")


def qemu() -> list[str]:
    """QEMU without anything of its own. It dies with whoever starts it."""
    words = "setpriv --pdeathsig KILL nice -n 5 qemu-system-x86_64 -nodefaults -display none -m 1024"
    return words.split()


class Computer:
    """A computer with the disk of `build` in its folder. It has power from `plug_in` to `pull_plug`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.by = accelerator(folder / "kernel")
        self.panel = (0, 0)
        """The size of its panel, in pixels."""
        self.at_s = 0.0
        """Its own clock, in seconds since it was switched on, when it answered last."""
        self._process: subprocess.Popen[bytes] | None = None
        self._agent: Agent | None = None
        self._boots = 0

    def plug_in(self, panel: tuple[int, int]) -> None:
        """Switch it on, with a panel of this size. When this returns, it accepts commands."""
        self._boots += 1
        self.at_s = 0.0
        self.panel = panel
        # In a session of its own it has a share of the processor, however much else is started.
        words = [*qemu(), *self.by, *self._parts(*panel)]
        self._process = subprocess.Popen(words, start_new_session=True)
        self._agent = Agent(self.folder / "agent.sock")
        end_s = time.monotonic() + BOOT_S
        while not self._agent.is_there():
            if self._process.poll() is not None or time.monotonic() > end_s:
                raise MachineError("it has not booted")
            time.sleep(LOOK_S)

    def pull_plug(self) -> None:
        """Switch it off at once."""
        if self._agent is not None:
            self._agent.close()
            self._agent = None
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.pull_plug()

    def run(self, command: str, *, within_s: float = ANSWER_S, may_fail: bool = False) -> str:
        """The output of a shell command that root runs in it. Raises `MachineError` if it fails."""
        assert self._agent is not None, "it has no power"
        status, output, self.at_s = self._agent.run(command, within_s)
        if status and not may_fail:
            raise MachineError(f"$ {command}\n{output}(exit status {status})")
        return output.strip("\n")

    def write(self, path: str, text: str) -> None:
        """Write a file there."""
        self.run(f"cat >{path} <<'END'\n{text}\nEND")

    def until(self, holds: Callable[[], object], what: str, within_s: float = ANSWER_S) -> None:
        """Wait until something is so, which is to ask the computer. Raises `MachineError` if it never is."""
        begun_s, looked_s = self.at_s, time.monotonic()
        while not holds():
            if self.at_s - begun_s > within_s:
                raise MachineError(f"not within {within_s:.0f} s: {what}")
            time.sleep(max(LOOK_S, LOOKS * (time.monotonic() - looked_s)))
            looked_s = time.monotonic()

    def type(self, text: str) -> None:
        """Type on its keyboard: lower-case letters and what is in `KEYS`."""
        for letter in text:
            self._ask(f"sendkey {KEYS.get(letter, letter)} {HELD_MS}")
            time.sleep(KEY_S)

    def screen(self) -> Path:
        """The picture that its card sends to the screen, as a PPM."""
        picture = self.folder / "screen.ppm"
        self._ask(f"screendump {picture}")
        return picture

    def _ask(self, command: str) -> None:
        """Give a command to QEMU's monitor, and wait until it is carried out."""
        with socket.socket(socket.AF_UNIX) as monitor:
            monitor.settimeout(ANSWER_S)
            monitor.connect(str(self.folder / "monitor.sock"))
            for line in ("", f"{command}\n"):  # it greets first
                monitor.sendall(line.encode())
                said = b""
                while not said.endswith(b"(qemu) "):
                    said += monitor.recv(4096)

    def _parts(self, width: int, height: int) -> list[str]:
        here = self.folder
        words = f"""
            -smp 1
            -kernel {here}/kernel -initrd {here}/initrd
            -append root=/dev/vda
            -drive file={here}/disk.img,format=raw,if=virtio
            -vga none -device bochs-display,xres={width},yres={height}
            -device qemu-xhci -device usb-kbd
            -audiodev none,id=none -device intel-hda -device hda-output,audiodev=none
            -device virtio-serial
            -chardev socket,id=tests,path={here}/agent.sock,server=on,wait=off
            -device virtserialport,chardev=tests,name=tests
            -monitor unix:{here}/monitor.sock,server=on,wait=off
            -serial file:{here}/console-{self._boots}.log
        """
        parts = words.split()
        parts[parts.index("root=/dev/vda")] = KERNEL
        return parts


class Agent:
    """The agent in the computer. Raises `MachineError` if it does not answer."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._socket: socket.socket | None = None
        self._held = b""
        self._number = 0

    def is_there(self) -> bool:
        """Whether the agent answers."""
        with suppress(OSError, MachineError):
            return self.run("true", 1.0)[0] == 0
        return False

    def run(self, command: str, within_s: float) -> tuple[int, str, float]:
        """The status and the output of a command, and the computer's clock after it."""
        self._number += 1
        asked = {"number": self._number, "command": command, "within_s": within_s}
        channel = self._opened()
        channel.settimeout(SLOWER * within_s)
        try:
            channel.sendall(json.dumps(asked).encode() + b"\n")
            while True:
                said = json.loads(self._line(channel))
                if said["number"] == self._number:
                    return said["status"], said["output"], said["at_s"]
        except TimeoutError as error:
            raise MachineError(f"no answer to: {command}") from error

    def close(self) -> None:
        """Speak no more."""
        if self._socket is not None:
            self._socket.close()
            self._socket = None
            self._held = b""

    def _opened(self) -> socket.socket:
        if self._socket is None:
            channel = socket.socket(socket.AF_UNIX)
            channel.connect(str(self._path))
            self._socket = channel
        return self._socket

    def _line(self, channel: socket.socket) -> bytes:
        while b"\n" not in self._held:
            read = channel.recv(65536)
            if not read:
                self.close()
                raise MachineError("the computer is not there any more")
            self._held += read
        line, self._held = self._held.split(b"\n", 1)
        return line
