"""Settings of a table as TOML: strict, typed, with bounds. `settings.py` has every key and its default."""
