"""What `start.sh` and its set-up do on a terminal, without one, and for the second time.

The scripts run in a copy, with stand-ins for Python, sudo and apt-get that note what was asked.
"""

import os
import pty
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.helpers.gates import REPOSITORY

TOOLS = (
    "bash", "env", "dirname", "cat", "cksum", "mkdir", "rm", "find", "sort", "wc", "mktemp",
    "cp",
)  # fmt: skip
PYTHON = """#!/bin/bash
said="$*"
echo "python $said" >>"$LOG"
case "$said" in
*ensurepip*) [ ! -f "$ROOM/no-venv" ] ;;
*"-c"*python%d*) echo python3.11-venv ;;
*--version) echo "Python 3.11.0" ;;
"-m venv "*) mkdir -p "${said##* }/bin" && cp "$ROOM/bin/python3" "${said##* }/bin/python" ;;
*--require-hashes*) [ ! -f "$ROOM/no-index" ] ;;
*" -o "*) out="${said##* -o }"; echo made >"${out%% *}" ;;
esac
"""
SUDO = """#!/bin/bash
echo "sudo $*" >>"$LOG"
case "$*" in
"-n true") exit 1 ;;
-v) [ ! -f "$ROOM/refused" ] ;;
*) rm -f "$ROOM/no-venv" ;;
esac
"""


@dataclass
class Room:
    """A copy of the scripts beside stand-ins."""

    folder: Path

    def run(
        self, *words: str, on_terminal: bool = False, cwd: Path | None = None
    ) -> "subprocess.CompletedProcess[str]":
        """Run start.sh; on a terminal, what it says there is the error output."""
        environment = {
            "HOME": os.environ["HOME"],
            "PATH": str(self.folder / "bin"),
            "LOG": str(self.folder / "log"),
            "ROOM": str(self.folder),
        }
        script = [str(self.folder / "packaging/start.sh"), *words]
        if not on_terminal:
            return subprocess.run(
                script, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                check=False, cwd=cwd or self.folder,
            )  # fmt: skip
        ours, theirs = pty.openpty()
        with open(theirs, "rb+", buffering=0) as terminal:
            done = subprocess.run(
                script, env=environment, stdin=terminal, stdout=subprocess.PIPE, stderr=terminal,
                text=True, check=False, cwd=cwd or self.folder,
            )  # fmt: skip
        said = b""
        while chunk := _read(ours):
            said += chunk
        os.close(ours)
        done.stderr = said.decode().replace("\r\n", "\n")
        return done

    def asked(self, *, of: str) -> list[str]:
        """Return what a stand-in was asked, and forget it."""
        log = self.folder / "log"
        lines = log.read_text().splitlines() if log.is_file() else []
        log.unlink(missing_ok=True)
        return [line for line in lines if line.startswith(f"{of} ")]

    def lack(self, name: str) -> None:
        """Let something go wrong: `no-venv`, `refused`."""
        (self.folder / name).touch()


def _read(descriptor: int) -> bytes:
    try:
        return os.read(descriptor, 65536)
    except OSError:  # the other end is closed: Linux says so instead of ending the file
        return b""


@pytest.fixture
def room(tmp_path: Path) -> Room:
    shutil.copytree(REPOSITORY / "packaging", tmp_path / "packaging")
    shutil.copy(REPOSITORY / "pyproject.toml", tmp_path)
    for name in ("designer", "catalogs", "resources"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "file").write_text(name)
    binaries = tmp_path / "bin"
    binaries.mkdir()
    for name in TOOLS:
        found = shutil.which(name)
        assert found
        (binaries / name).symlink_to(found)
    own = {
        "python3": PYTHON,
        "sudo": SUDO,
        "id": "#!/bin/bash\necho 1000\n",
        "apt-get": "#!/bin/bash\n",
        "apt-cache": "#!/bin/bash\n",
    }
    for name, text in own.items():
        (binaries / name).write_text(text)
        (binaries / name).chmod(0o755)
    return Room(tmp_path)


def test_the_locked_packages_are_installed_with_their_hashes(room: Room) -> None:
    done = room.run("--setup")
    assert done.returncode == 0, done.stderr
    installs = [line for line in room.asked(of="python") if "pip install" in line]
    assert installs[0].endswith("--require-hashes --requirement packaging/lock-run.txt")
    assert "--no-deps --no-build-isolation -e ." in installs[1]
    assert len(installs) == 2


def test_what_is_downloaded_is_said_before(room: Room) -> None:
    said = room.run("--setup").stderr
    assert "packages into .venv (once; some 100 MB to download, 400 MB on disk):" in said
    assert " pyside6-essentials==6.11.3 " in said
    assert " pytest==" not in said
    assert "--hash" not in said
    assert "the packages are installed" in said


def test_progress_is_shown_on_a_terminal_only(room: Room) -> None:
    room.run("--setup")
    (quiet,) = (line for line in room.asked(of="python") if "--require-hashes" in line)
    assert "-qq" in quiet
    shutil.rmtree(room.folder / ".venv")
    assert room.run("--setup", on_terminal=True).returncode == 0
    (shown,) = (line for line in room.asked(of="python") if "--require-hashes" in line)
    assert "--progress-bar on" in shown
    assert "-q" not in shown


def test_the_second_set_up_installs_nothing_and_says_nothing_of_it(room: Room) -> None:
    room.run("--setup")
    room.asked(of="python")
    done = room.run("--setup")
    assert [line for line in room.asked(of="python") if "pip install" in line] == []
    assert done.stderr.count("\n") == 1
    lock = room.folder / "packaging/lock-run.txt"
    lock.write_text(lock.read_text() + "# changed\n")
    room.run("--setup")
    assert len([line for line in room.asked(of="python") if "pip install" in line]) == 2


def test_who_has_set_up_to_develop_needs_nothing_more_to_run(room: Room) -> None:
    room.run("--setup")
    text = (room.folder / ".venv/.installed-run").read_text()
    (room.folder / ".venv/.installed-run").unlink()
    develop = subprocess.run(
        ["cksum", "packaging/lock-develop.txt"],
        cwd=room.folder, capture_output=True, text=True, check=True,
    ).stdout.strip()  # fmt: skip
    lines = [develop if "lock-run" in line else line for line in text.splitlines()]
    (room.folder / ".venv/.installed-develop").write_text("\n".join(lines) + "\n")
    room.asked(of="python")
    assert room.run("--setup").returncode == 0
    assert [line for line in room.asked(of="python") if "pip install" in line] == []


@pytest.mark.parametrize("word", ["--stup", "-x", "--set-up"])
def test_an_unknown_option_is_refused_before_anything_is_installed(room: Room, word: str) -> None:
    done = room.run(word)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        f"cluster-designer: start.sh has no option {word}; "
        "give a design, --setup, or a command of the program\n"
    )
    assert room.asked(of="python") == []
    assert not (room.folder / ".venv").exists()


def test_where_no_package_comes_it_is_said_how_to_name_a_mirror(room: Room) -> None:
    room.lack("no-index")
    done = room.run("--setup")
    assert done.returncode == 1
    first, last = done.stderr.splitlines()[-2:]
    assert first.endswith(
        "could not install the packages of packaging/lock-run.txt; see its message above"
    )
    assert "no connection" in last
    assert "pip's own settings name a mirror, or a folder that holds the packages" in last
    assert "://" not in last
    assert not (room.folder / ".venv/.installed-run").exists()


@pytest.mark.parametrize("words", [("--setup",), ()])
def test_a_clone_that_cannot_be_written_is_told_in_one_line(
    room: Room, words: tuple[str, ...]
) -> None:
    if not words:
        room.run("--setup")
    mkdir = room.folder / "bin/mkdir"
    mkdir.unlink()
    mkdir.write_text("#!/bin/bash\necho 'mkdir: Permission denied' >&2\nexit 1\n")
    mkdir.chmod(0o755)
    done = room.run(*words)
    assert done.returncode == 1
    made = ".venv" if words else "out"
    assert done.stderr.splitlines()[-1] == (
        f"cluster-designer: {room.folder}/{made} cannot be written; "
        "clone the project into a folder of your own, or make this one yours"
    )
    assert "Permission denied" not in done.stderr


def test_without_a_terminal_nobody_is_asked_for_a_password(room: Room) -> None:
    room.lack("no-venv")
    done = room.run("--setup")
    assert done.returncode == 1
    assert done.stderr == (
        "cluster-designer: Python's venv module is missing; install it, "
        "with all else that is missing: "
        "sudo apt-get install -y python3.11-venv\n"
    )
    assert "sudo -v" not in room.asked(of="sudo")


def test_on_a_terminal_sudo_asks_after_it_was_said_what_for(room: Room) -> None:
    room.lack("no-venv")
    done = room.run("--setup", on_terminal=True)
    assert done.returncode == 0, done.stderr
    told = "sudo asks for your password, to install from the system's packages: python3.11-venv"
    assert told in done.stderr
    asked = room.asked(of="sudo")
    assert asked.count("sudo -v") == 1
    installs = [line for line in asked if "install" in line]
    assert installs == [
        "sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "
        "python3.11-venv"
    ]


def test_a_refused_password_ends_with_the_line_to_type(room: Room) -> None:
    room.lack("no-venv")
    room.lack("refused")
    done = room.run("--setup", on_terminal=True)
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1] == (
        "cluster-designer: Python's venv module is missing; install it, "
        "with all else that is missing: "
        "sudo apt-get install -y python3.11-venv"
    )
    assert room.asked(of="sudo").count("sudo -v") == 1


def painted(room: Room) -> list[str]:
    """Return the commands that wrote something into `out`, by their first word."""
    lines = [line for line in room.asked(of="python") if " -m designer " in line]
    return [line.split()[3] for line in lines if " -o " in line]


ALL = ["report", "report", "print", "export", "export", "export", "export"]


def test_without_a_display_the_reference_design_is_painted_once(room: Room) -> None:
    first = room.run()
    assert first.returncode == 0, first.stderr
    assert painted(room) == ["new", *ALL]
    assert first.stdout.startswith("No display: wrote the reference design out/")
    second = room.run()
    assert painted(room) == []
    assert second.stdout.startswith("No display, and nothing has changed since these were written:")
    assert second.stdout.splitlines()[1:] == first.stdout.splitlines()[1:]


def test_what_was_written_is_named_from_where_the_caller_stands(room: Room) -> None:
    elsewhere = room.folder / "bin"
    done = room.run(cwd=elsewhere)
    at = f"{room.folder}/out/dgx-superpod-h100"
    assert f"the reference design {at}.cluster.toml and its report ({at}.report.txt" in done.stdout
    assert f"Rack sheets: {at}.racks.pdf; floor plan and one elevation: {at}.floor" in done.stdout
    assert f" {at}" not in room.run().stdout


@pytest.mark.parametrize(
    "changed",
    [
        "out/dgx-superpod-h100.cluster.toml", "designer/file", "catalogs/file", "resources/file",
        "designer/another", "pyproject.toml",
    ],
)  # fmt: skip
def test_what_changed_is_painted_again(room: Room, changed: str) -> None:
    room.run()
    painted(room)
    path = room.folder / changed
    path.write_text(f"{path.read_text() if path.is_file() else ''}\nchanged\n")
    assert room.run().stdout.startswith("No display: wrote")
    assert painted(room) == ALL


@pytest.mark.parametrize("lost", ["report.json", "floor.png", "elevation.svg", "racks.pdf"])
def test_what_is_missing_is_painted_again(room: Room, lost: str) -> None:
    room.run()
    painted(room)
    (room.folder / f"out/dgx-superpod-h100.{lost}").unlink()
    room.run()
    assert painted(room) == ALL


def test_what_could_not_be_painted_is_not_taken_for_current(room: Room) -> None:
    room.run()
    (room.folder / "designer/file").write_text("changed")
    python = room.folder / ".venv/bin/python"
    text = python.read_text()
    python.write_text(text.replace('*" -o "*)', '*print*) exit 3 ;;\n*" -o "*)'))
    assert room.run().returncode == 3
    python.write_text(text)
    painted(room)
    room.run()
    assert painted(room) == ALL
