"""Pictures as pixels."""
