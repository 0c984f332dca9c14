"""The rights of the table's own user, as polkit itself gives them, on a bus of its own."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

from controller.making.install import FILES, RIGHTS, USER
from tests.needs import needs

POLKITD = Path("/usr/lib/polkit-1/polkitd")
ACTIONS = Path("/usr/share/polkit-1/actions")
OURS, OTHERS = 4711, 4712

BUS = """<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig><type>system</type><listen>unix:path={folder}/bus</listen><auth>EXTERNAL</auth>
<policy context="default">
<allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/><allow user="*"/>
</policy></busconfig>
"""
"""Every process may send to every other: only polkit decides."""

ASK = """
set -eu
folder=$1
mount --bind "$folder/rules.d" /etc/polkit-1/rules.d
mount --bind "$folder/passwd" /etc/passwd
mount --bind "$folder/actions" /usr/share/polkit-1/actions
# polkitd ends at once where no bus listens: this returns when it does
bus=$(dbus-daemon --config-file="$folder/bus.conf" --fork --print-pid)
"$2" --no-debug >/dev/null 2>&1 & polkit=$!
trap 'kill $bus $polkit $ours $others; wait' EXIT
setpriv --reuid "$3" --regid "$3" --clear-groups sleep 600 & ours=$!
setpriv --reuid "$4" --regid "$4" --clear-groups sleep 600 & others=$!
for _ in $(seq 600); do  # a process is root's until setpriv has run
  [ "$(stat -c %u /proc/$ours /proc/$others | xargs)" = "$3 $4" ] && break
  sleep 0.1
done
for _ in $(seq 600); do
  # "Error checking ..." before polkitd is on the bus
  said=$(pkcheck --action-id org.freedesktop.policykit.exec --process $ours 2>&1 | grep "^Error") || break
  sleep 0.1
done
[ -z "$said" ] || { echo "polkit does not answer: $said" >&2; exit 1; }
while read -r question; do
  for process in $ours $others; do
    pkcheck --process $process --action-id $question >/dev/null 2>&1 && echo yes || echo no
  done
done <"$folder/questions"
"""

pytestmark = [
    needs(POLKITD.exists() and shutil.which("pkcheck") is not None, "polkit", "polkitd"),
    needs(shutil.which("dbus-daemon") is not None, "dbus-daemon", "dbus"),
    needs(os.geteuid() == 0, "root's rights"),
]

NETWORK = "org.freedesktop.NetworkManager"
NETWORKS = ("wifi.scan", "network-control", "settings.modify.system", "enable-disable-wifi")
OTHER_NETWORKS = ("settings.modify.hostname", "enable-disable-network", "reload")
POLICY = """<?xml version="1.0"?>
<!DOCTYPE policyconfig PUBLIC "-//freedesktop//DTD PolicyKit Policy Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/PolicyKit/1/policyconfig.dtd"><policyconfig>{actions}</policyconfig>"""
ACTION = """<action id="{name}"><description>d</description><message>m</message>
<defaults><allow_any>auth_admin</allow_any></defaults></action>"""
"""NetworkManager's actions, wherever it is not installed."""

UNITS = "org.freedesktop.systemd1.manage-units --detail unit tablier-update@{} --detail verb {}"

GIVEN = (
    *(UNITS.format(f"{source}.service", "start") for source in ("git", "usb")),
    *(f"{NETWORK}.{name}" for name in NETWORKS),
    "org.freedesktop.login1.reboot",
    "org.freedesktop.login1.reboot-multiple-sessions",
    "org.freedesktop.login1.power-off",
    "org.freedesktop.login1.power-off-multiple-sessions",
)
REFUSED = (
    *(UNITS.format("git.service", verb) for verb in ("stop", "restart")),
    UNITS.format("other.service", "start"),
    *(f"{NETWORK}.{name}" for name in OTHER_NETWORKS),
    "org.freedesktop.login1.reboot-ignore-inhibit",
    "org.freedesktop.login1.suspend",
    "org.freedesktop.login1.set-reboot-parameter",
    "org.freedesktop.policykit.exec",
    "org.freedesktop.systemd1.manage-units",
)


def answers(folder: Path, questions: tuple[str, ...]) -> list[tuple[str, str]]:
    """polkit's answer to each question: for the table's own user, and for another."""
    (folder / "rules.d").mkdir()
    shutil.copy(FILES / RIGHTS, folder / "rules.d/60-tablier.rules")
    shutil.copytree(ACTIONS, folder / "actions")
    actions = "".join(ACTION.format(name=f"{NETWORK}.{name}") for name in (*NETWORKS, *OTHER_NETWORKS))
    (folder / f"actions/{NETWORK}.policy").write_text(POLICY.format(actions=actions))
    (folder / "passwd").write_text(f"{Path('/etc/passwd').read_text()}{USER}:x:{OURS}:{OURS}::/:/bin/false\n")
    (folder / "bus.conf").write_text(BUS.format(folder=folder))
    (folder / "questions").write_text("".join(f"{question}\n" for question in questions))
    for above in (folder, *folder.parents):
        if above.is_relative_to("/tmp"):
            above.chmod(above.stat().st_mode | 0o755)
    words = ["unshare", "--mount", "sh", "-c", ASK, "sh", str(folder), str(POLKITD), str(OURS), str(OTHERS)]
    environment = os.environ | {"DBUS_SYSTEM_BUS_ADDRESS": f"unix:path={folder}/bus"}
    done = subprocess.run(words, capture_output=True, text=True, check=False, env=environment, timeout=120)
    said = done.stdout.split()
    assert len(said) == 2 * len(questions), done.stderr
    return list(zip(said[::2], said[1::2], strict=True))


def test_the_table_s_own_user_has_the_rights_of_the_host_s_screen_and_no_other(tmp_path: Path) -> None:
    found = dict(zip((*GIVEN, *REFUSED), answers(tmp_path, (*GIVEN, *REFUSED)), strict=True))
    assert found == dict.fromkeys(GIVEN, ("yes", "no")) | dict.fromkeys(REFUSED, ("no", "no"))
