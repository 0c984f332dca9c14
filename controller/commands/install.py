"""`tablier install` and `tablier uninstall`: the service that runs the table from boot."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import click

from controller.commands.common import FOLDER, Stop, stopping

if TYPE_CHECKING:
    from collections.abc import Callable

    from controller.making.install import InstallStep, Target

dry_run_option = click.option("--dry-run", is_flag=True, help="Only print the steps.")
root_option = click.option(
    "--root",
    type=FOLDER,
    default=Path("/"),
    help="The root of a system that is not running, such as a card in a reader.",
)


@click.command()
@dry_run_option
@root_option
def install(dry_run: bool, root: Path) -> None:
    """Make this computer run the table from boot, as a user of its own.

    Prints for each step whether it is done. Finished steps are left alone, and so are your settings in
    /etc/tablier/tablier.toml. Needs root.
    """
    from controller.making import install as installing
    from controller.making.install_advice import advice, facts_here

    def steps(target: Target) -> list[InstallStep]:
        return installing.installing(target, installing.program_path(target.root))

    target = _carry_out(steps, root, dry_run)
    for line in advice(facts_here(target.root)):
        click.echo(f"still to do  {line}")
    if target.is_running and not dry_run:
        click.echo("The table starts at the next boot; now with: sudo systemctl restart tablier")


@click.command()
@dry_run_option
@root_option
@click.option("--purge", is_flag=True, help="Remove the games, the settings and the user as well.")
def uninstall(dry_run: bool, root: Path, purge: bool) -> None:
    """Undo `tablier install`. Games and settings stay, except with --purge. Needs root."""
    from controller.making import install as installing

    _carry_out(lambda target: installing.removing(target, is_purge=purge), root, dry_run)
    if not purge:
        click.echo(f"/{installing.STATE_PATH} with the games and /{installing.SETTINGS_PATH} stay.")


def _carry_out(steps: Callable[[Target], list[InstallStep]], root: Path, dry_run: bool) -> Target:
    """Carry out the steps, reporting each. Raises `Stop`."""
    from controller.making import install as installing

    if not dry_run and os.geteuid() != 0:
        raise Stop("This changes the system and needs root: call it with sudo, or with --dry-run.")
    root = root.resolve()
    target = installing.Target(root, installing.is_systemd_running(root), installing.run_command)
    with stopping(installing.InstallError):
        for step, outcome in installing.carry_out(steps(target), is_trial=dry_run):
            click.echo(f"{outcome:<11}  {step.words}")
    return target
