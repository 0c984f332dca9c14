"""The self-test of a table: every light and every sensor, and the conclusions.

`machine.py` is the test itself, `showing.py` its view, `findings.py` its conclusions, `report.py` and
`picture.py` its reports. `commands/self_test_bench.py` runs it with a person at the terminal, or with
simulated hands.
"""
