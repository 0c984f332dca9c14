"""The service file, checked by systemd itself."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

SERVICE = Path(__file__).parents[2] / "systemd" / "tablier.service"


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd-analyze is not installed")
def test_systemd_finds_nothing_to_complain_about_in_the_service(tmp_path: Path) -> None:
    text = SERVICE.read_text()
    program = text.partition("ExecStart=")[2].split()[0]
    copy = tmp_path / SERVICE.name
    copy.write_text(text.replace(program, "/bin/true"))  # it checks that the program is there

    # It exits with 0 even for keys that it does not know: whatever it prints counts.
    said = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", str(copy)], capture_output=True, text=True, check=False
    )

    assert said.stdout + said.stderr == ""
    assert said.returncode == 0
