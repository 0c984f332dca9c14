"""The broker's password: a line in a file of its own, so that settings can be shown and copied."""

from __future__ import annotations

import logging
import os
import stat
from typing import Final

from controller.files.toml_file import ConfigError
from controller.settings.settings import MqttSettings, expanded

log = logging.getLogger(__name__)

LONGEST: Final = 1_000
"""No password has more bytes."""


def password_of(settings: MqttSettings) -> str:
    """The password that the settings name; "" if they name none.

    Raises `ConfigError` for a file that cannot be read or holds none, with nothing of what is in it.
    """
    if not settings.password_file:
        return ""
    path = expanded(settings.password_file)
    try:
        with path.open("rb") as file:
            first = file.readline(LONGEST + 1)
            mode = os.fstat(file.fileno()).st_mode
        password = first.decode("utf-8-sig").strip("\r\n")
    except OSError as error:
        raise ConfigError(f"mqtt.password_file: {path} cannot be read: {error.strerror}") from error
    except UnicodeDecodeError:
        raise ConfigError(f"mqtt.password_file: {path} holds no text") from None
    if not password or len(first) > LONGEST:
        raise ConfigError(f"mqtt.password_file: {path} must hold the password as its first line")
    if mode & (stat.S_IRGRP | stat.S_IROTH):
        log.warning("mqtt: others can read %s: sudo chmod 600 %s", path, path)
    return password
