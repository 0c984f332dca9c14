"""Benchmarks: `python -m benchmarks` measures, writes `bench.json` and compares with the budgets.

`docs/benchmarks.md` explains each figure. Timings are measured here and never asserted by tests.
"""
