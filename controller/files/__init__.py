"""Files that people or other programs may have changed: read with bounds, written whole or not at all."""
