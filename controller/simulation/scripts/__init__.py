"""Table scripts: `docs/table-scripts.md` describes the language."""
