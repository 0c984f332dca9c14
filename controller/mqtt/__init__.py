"""A table's messages to an MQTT broker: its condition, its view, and every action, in order and once.

`messages.py` has the payloads, `actions.py` turns the journal into events, `publisher.py` has the thread. The
game never waits for it. docs/mqtt.md is the reference for client programs.
"""
