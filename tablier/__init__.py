"""The door of Tablier to other people's programs: the command, the pytest plugin, tests for a driver.

Nothing is imported here: the packages of Tablier (`OWN` in `tablier.own`) have common names, and a project
that uses the plugin may have a folder of the same name. See docs/api.md.
"""
