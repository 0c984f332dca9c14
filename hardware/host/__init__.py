"""This computer, for its host: power, storage, network. Behind the port `HostComputer` of `port.py`."""
