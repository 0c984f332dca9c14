"""Runs under CPython and under MicroPython; both must print the same.

Arguments: the repository's folder and a file with lines of hexadecimal frames.
"""

import binascii
import sys

sys.path.append(sys.argv[1])

from hardware.board.light_runs import count_lights, paint
from hardware.board.wire import Decoder, frame
from hardware.debounce import Debouncer
from hardware.tags.tag_filter import TagFilter


def show_codec(path):
    """Each frame read, in one piece and byte by byte, and made again from what was read."""
    with open(path) as lines:  # noqa: PTH123
        for line in lines:
            data = bytes.fromhex(line.strip())
            (message,) = Decoder().receive(data)
            decoder = Decoder()
            one_by_one = [decoder.receive(data[at : at + 1]) for at in range(len(data))]
            print(
                message, one_by_one[-1] == [message], frame(message.KIND, data[5], message.payload()) == data
            )


def show_damage(path):
    """All frames in one stream with every 97th byte bent."""
    with open(path) as lines:  # noqa: PTH123
        stream = bytearray(b"".join([bytes.fromhex(line.strip()) for line in lines]))
    for at in range(50, len(stream), 97):
        stream[at] ^= 0x40
    decoder = Decoder()
    for start in range(0, len(stream), 64):
        print(decoder.receive(bytes(stream[start : start + 64])))
    print(decoder.crc_errors, decoder.lost, decoder.skipped, decoder.refused)


def show_debounce():
    """A board of 1,024 sites that change at pseudo-random."""
    debouncer = Debouncer(5)
    closed, number = 0, 1
    for _ in range(300):
        number = number * 1103515245 + 12345 & 0x7FFFFFFF
        if number & 0x70000 == 0:
            closed ^= (number << 993) ^ (number << 400) ^ number
        print(debouncer.scanned(closed), debouncer.is_settled, debouncer.believed.to_bytes(128, "little"))


def show_tags():
    """A reader that misses and errs at pseudo-random."""
    tags, number = TagFilter(), 1
    for at_ms in range(0, 9000, 30):
        number = number * 1103515245 + 12345 & 0x7FFFFFFF
        tags = tags.looked((None, None, "04A2", "04A2", "04B3")[(number >> 16) % 5], at_ms)
        print(tags.believed, tags.is_sure, tags.is_settled, tags.misses)


def show_runs():
    """Runs at pseudo-random, painted over each other."""
    pixels, number = bytearray(4 * 1024), 1
    for first in range(0, 700, 7):
        runs = bytearray()
        for _ in range(30):
            number = number * 1103515245 + 12345 & 0x7FFFFFFF
            runs.append((number >> 16) & 0xFF)
        width, colours = 3 + first % 2, 12 + first % 4
        palette = bytes(range(width * colours))
        lights = count_lights(runs, len(runs), colours)
        if lights >= 0:
            paint(pixels, first, width, palette, colours, runs, len(runs))
        print(lights, binascii.crc32(pixels))


show_codec(sys.argv[2])
show_damage(sys.argv[2])
show_tags()
show_runs()
show_debounce()
