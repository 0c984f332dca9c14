"""How fast the table is: `python -m benchmarks` measures, writes `bench.json` and compares with the budgets.

What each figure means stands in `docs/benchmarks.md`. Timings are measured here and never asserted by tests.
"""
