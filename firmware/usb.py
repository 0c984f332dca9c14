"""The board's standard input and output, which are its USB port: non-blocking helpers."""

import select

import micropython


def writable(stream):
    """A function that says whether one byte can be sent on `stream` now."""
    poller = select.poll()
    poller.register(stream, select.POLLOUT)

    def can_write():
        for _, events in poller.ipoll(0):
            return bool(events & select.POLLOUT)
        return False

    return can_write


def taking(stream):
    """A function that fills a buffer with received bytes of `stream`, and returns their number.

    It runs for every byte of lights and settings, so it is native code without a call of its own.
    """
    poller = select.poll()
    poller.register(stream, select.POLLIN)
    ipoll, readinto, byte, readable = poller.ipoll, stream.readinto, bytearray(1), select.POLLIN

    @micropython.native
    def take(into):
        count = 0
        while count < len(into):
            is_ready = False
            for _, events in ipoll(0):
                is_ready = events & readable
                break
            if not is_ready or not readinto(byte):
                return count
            into[count] = byte[0]
            count += 1
        return count

    return take
