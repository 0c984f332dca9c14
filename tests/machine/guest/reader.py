"""A tag reader on a serial port, the name of which is given: the blocks are laid on it one after the other,
again and again.
"""

import os
import sys
import time
from pathlib import Path

sys.path.insert(0, "/opt/tablier")

from hardware.simulated.rdm6300 import SimulatedRdm6300
from hardware.simulated.readers import ReaderCable

BLOCKS = 75
LAID_S = 0.6
LIFTED_S = 0.4


def main(port: Path) -> None:
    """Lay and lift for ever."""
    reader = SimulatedRdm6300()
    with ReaderCable(reader, port):
        os.chmod(port, 0o666)  # noqa: PTH101 - any user's, as a port of the group dialout is the table's
        while True:
            for number in range(BLOCKS):
                tag = f"{number + 1:010X}"
                reader.put(tag)
                time.sleep(LAID_S)
                reader.lift(tag)
                time.sleep(LIFTED_S)


main(Path(sys.argv[1]))
