"""The part of MicroPython's `rp2` that a table needs: the assembler of the PIO, a state machine, and DMA.

A program is kept as text for a PIO assembler, so that tests can run it. The state machine only makes the
strip's signal here, and the strip reports the sent bytes to the host. Sources: MicroPython's documentation of
`rp2`; RP2040 data sheet, 2.5 (DMA) and 3 (PIO).
"""

from machine import Pin
from table import table

_SYSTEM_HZ = 125000000
_BIT_TICKS = 10
_MOST_DELAY = 15  # the side-set takes one of the five delay bits
_BYTE = 0
_UNPACED = 63


class PIO:
    OUT_LOW = 2
    SHIFT_LEFT = 0
    SHIFT_RIGHT = 1
    JOIN_NONE = 0
    JOIN_TX = 1


class PIOASMError(Exception):
    pass


class _Instruction:
    """`.side(level)` and `[delay]` behind an instruction."""

    def __init__(self, text):
        self._text = text
        self._side = None
        self._delay = 0

    def side(self, level):
        if level not in (0, 1):
            raise PIOASMError("sideset too large")
        self._side = level
        return self

    def __getitem__(self, ticks):
        if not 0 <= ticks <= _MOST_DELAY:
            raise PIOASMError("delay too large")
        self._delay = ticks
        return self

    def text(self):
        if self._side is None:
            raise PIOASMError("this stand-in wants a side-set with each instruction")
        return f"{self._text} side {self._side} [{self._delay}]"


class Program:
    """A program as text, and the settings of its state machine."""

    def __init__(self, name, settings):
        self.settings = settings
        self._lines = [".program " + name, ".side_set 1"]

    def text(self):
        """The source for a PIO assembler."""
        return "\n".join([line if isinstance(line, str) else line.text() for line in self._lines])

    def words(self):
        """The words of the assembler's language."""
        return {
            "wrap_target": lambda: self._lines.append(".wrap_target"),
            "wrap": lambda: self._lines.append(".wrap"),
            "label": lambda name: self._lines.append(name + ":"),
            "out": lambda where, bits: self._add(f"out {where}, {bits}"),
            "jmp": self._jmp,
            "nop": lambda: self._add("nop"),
            "x": "x",
            "not_x": "!x",
        }

    def _jmp(self, condition, label=None):
        return self._add("jmp " + (condition if label is None else f"{condition}, {label}"))

    def _add(self, text):
        instruction = _Instruction(text)
        self._lines.append(instruction)
        return instruction


def asm_pio(**settings):
    def assemble(function):
        program = Program(function.__name__, settings)
        words = function.__globals__
        kept = dict(words)
        words.clear()  # as on the board, where a program sees only the assembler's words
        words.update(program.words())
        try:
            function()
        finally:
            words.clear()
            words.update(kept)
        program.text()
        return program

    return assemble


class StateMachine:
    """A state machine that sends bytes to the strip."""

    def __init__(self, id, program, freq=-1, sideset_base=None):  # noqa: A002 - MicroPython's name
        if not 0 <= id <= 7:
            raise ValueError("invalid StateMachine")
        if not isinstance(sideset_base, Pin):
            raise TypeError("expected a Pin")
        settings = program.settings
        if (settings.get("autopull"), settings.get("pull_thresh"), settings.get("out_shiftdir")) != (
            True,
            8,
            PIO.SHIFT_LEFT,
        ):
            raise RuntimeError("a strip wants eight bits at a time, the highest first")
        if not _SYSTEM_HZ / 65536 <= freq <= _SYSTEM_HZ:
            raise ValueError("freq out of range")
        self.id = id
        self.byte_us = 8 * _BIT_TICKS * 1000000 / freq
        self.is_active = False

    def active(self, value=None):
        if value is not None:
            self.is_active = bool(value)
        return self.is_active


class DMA:
    """A channel from memory to a state machine. It does not detect writes to memory while it reads."""

    def __init__(self):
        self._until_us = 0

    def pack_ctrl(self, size=2, inc_write=True, treq_sel=_UNPACED):
        return (size, inc_write, treq_sel)

    def active(self):
        return table.now_us < self._until_us

    def config(self, read, write, count, ctrl, trigger=False):
        size, inc_write, request = ctrl
        if self.active():
            raise RuntimeError("the DMA is still sending: the strip would take two pictures for one")
        if size != _BYTE or inc_write:
            raise RuntimeError("a state machine takes bytes, all at one place")
        if request != (write.id // 4 << 3) + write.id % 4:
            raise RuntimeError("not paced by its state machine, the DMA runs over it")
        if count > len(read):
            raise RuntimeError("the DMA reads beyond the buffer")
        if trigger and count:
            if not write.is_active:
                raise RuntimeError("the state machine does not run")
            self._until_us = table.now_us + int(count * write.byte_us)
            table.tell(b"L", read[:count])
