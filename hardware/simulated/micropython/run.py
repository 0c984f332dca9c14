"""Runs a program for the board, given by its file, and reports its end to the host."""

import io
import sys

from table import table

folder, _, name = sys.argv[1].rpartition("/")
sys.path.append(folder)
try:
    __import__(name[: -len(".py")])
except Exception as error:  # noqa: BLE001 - whatever it is, the host shows it
    text = io.StringIO()
    sys.print_exception(error, text)
    table.tell(b"E", text.getvalue().encode())
else:
    table.tell(b"E", b"It has left the board to the MicroPython prompt.")
