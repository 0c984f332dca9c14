"""The commands of `tablier`: a file for each, or for a few that belong together.

Whatever only one command needs is imported when it runs, so that each starts quickly and without a display.
"""
