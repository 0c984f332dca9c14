"""`python -m tablier.thinker`: the process that thinks for the computer, beside any foreign folder."""

import importlib

from tablier.own import come_first

if __name__ == "__main__":
    come_first()
    importlib.import_module("controller.thinker.worker").main()
