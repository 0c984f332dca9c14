"""What a table tells an MQTT broker: how it is, what it shows, and every action, in order and once.

`messages.py` says what is told, `actions.py` makes events of the journal, `publisher.py` has the thread. The
game waits for nothing here. docs/mqtt.md is the reference for programs that listen.
"""
