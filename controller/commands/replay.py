"""`tablier replay`: replays a recording."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import click

from controller.commands.common import Stop
from controller.files.patience import TooLong, patience

PATIENCE_S: Final = 5
"""The limit of processor time for one record of a recording. A table that hung was killed long before."""


@click.command()
@click.argument("recording", type=click.Path(path_type=Path, exists=True))
@click.pass_context
def replay(context: click.Context, recording: Path) -> None:
    """Replay RECORDING, and compare the decisions, lights and screens.

    RECORDING is the recorder's folder, one of its files, or a file of `tablier report`. Secret choices and
    PINs are not recorded: those parts are skipped. Exit status: 0 if all is equal, 1 at the first difference
    or if the program fails, 2 if the recording cannot be read.
    """
    from controller.recorder.files import recordings_in
    from controller.recorder.recording import RecordingError
    from controller.recorder.replaying import replay as live_again

    try:
        with patience(PATIENCE_S) as going_on:
            outcome = live_again(recordings_in(recording), going_on)
    except RecordingError as error:
        raise Stop(str(error)) from error
    except TooLong as error:
        raise Stop(f"{recording}: cannot be read: {error}") from error
    except OSError as error:
        raise Stop(f"{recording}: cannot be read: {error.strerror}") from error
    click.echo(
        f"{outcome.stretches} stretches, {outcome.inputs} events and moments, {outcome.decisions} decisions, "
        f"{outcome.pictures} pictures of the lights; {outcome.left_out} left out"
    )
    if not outcome.stretches:
        raise Stop(f"{recording} holds no moment from which it can be replayed.")
    click.echo(outcome.difference or "the same")
    context.exit(1 if outcome.difference else 0)
