"""The simulated table: the whole controller on a virtual clock, with simulated people, disks and faults.

`rig.py` joins it; `people/` are its hands; `scripts/` the script language; `storm/` random games;
`demonstration/` games in a terminal; `window/` the table on a desktop. The running
daemon imports none of it except through `app.py`.
"""
