"""What the screen really shows: the frame buffer that is scanned out, by DRM's own calls (`drm_mode.h`).

Prints its width and height, and its pixels (red, green, blue), compressed and in base64.
"""

import base64
import fcntl
import json
import mmap
import os
import struct
import zlib

GETRESOURCES, GETCRTC, GETFB, MAP_DUMB = 0xC04064A0, 0xC06864A1, 0xC01C64AD, 0xC01064B3


def main() -> None:
    """Look at the first screen."""
    card = os.open("/dev/dri/card0", os.O_RDWR)
    width, height, pitch, handle = buffer_of(card, first_crtc(card))
    (offset,) = struct.unpack_from("8xQ", asked(card, MAP_DUMB, struct.pack("IIQ", handle, 0, 0)))
    with mmap.mmap(card, pitch * height, mmap.MAP_SHARED, mmap.PROT_READ, offset=offset) as pixels:
        rows = b"".join(pixels[pitch * row :][: 4 * width] for row in range(height))
    colours = bytearray(3 * width * height)
    for channel in range(3):
        colours[channel::3] = rows[2 - channel :: 4]
    packed = base64.b64encode(zlib.compress(colours, 1)).decode()
    print(json.dumps({"width": width, "height": height, "pixels": packed}))


def first_crtc(card: int) -> int:
    """The number of what scans out."""
    import ctypes

    numbers = (ctypes.c_uint32 * 8)()
    asked(card, GETRESOURCES, struct.pack("4Q8I", 0, ctypes.addressof(numbers), 0, 0, 0, 8, *[0] * 6))
    return numbers[0]


def buffer_of(card: int, crtc: int) -> tuple[int, int, int, int]:
    """Width, height, bytes a row, and handle of the buffer that is scanned out."""
    (buffer,) = struct.unpack_from("16xI", asked(card, GETCRTC, struct.pack("QII", 0, 0, crtc) + bytes(88)))
    _, width, height, pitch, _, _, handle = struct.unpack(
        "7I", asked(card, GETFB, struct.pack("I24x", buffer))
    )
    return width, height, pitch, handle


def asked(card: int, call: int, words: bytes) -> bytes:
    """What the kernel answers to a call."""
    answer = bytearray(words)
    fcntl.ioctl(card, call, answer)
    return bytes(answer)


main()
