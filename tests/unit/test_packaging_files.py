"""What stands in `packaging/`: pins that fit the ranges, scripts that say what is missing."""

import configparser
import os
import re
import shutil
import subprocess
import tomllib
import xml.etree.ElementTree as ET
from collections.abc import Mapping
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from designer.app.system_libraries import GROUPS, LIBRARIES
from tests.helpers.gates import REPOSITORY

PACKAGING = REPOSITORY / "packaging"
DESKTOP = REPOSITORY / "resources/desktop"
PIN = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*==[A-Za-z0-9.]+")


def pins(text: str) -> dict[str, str]:
    """Return the pinned version by canonical name; raise for anything that is no plain pin."""
    found = {}
    for line in text.splitlines():
        if not line or line.startswith("#"):
            continue
        if not PIN.fullmatch(line):
            raise ValueError(f"no plain pin: {line}")
        name, _, version = line.partition("==")
        found[canonicalize_name(name)] = version
    return found


def wanted() -> list[Requirement]:
    project = tomllib.loads((REPOSITORY / "pyproject.toml").read_text(encoding="utf-8"))
    lines = [
        *project["project"]["dependencies"],
        *project["project"]["optional-dependencies"]["test"],
        *project["build-system"]["requires"],
    ]
    return [Requirement(line) for line in lines]


LOCKED = re.compile(
    r"^([a-z0-9][a-z0-9-]*)==([A-Za-z0-9.]+)(?: ; ([^\\\n]+))? \\\n"
    r"((?:    --hash=sha256:[0-9a-f]{64}(?: \\)?\n)+)",
    re.MULTILINE,
)


def locked(text: str) -> dict[str, str]:
    """Return the versions of a lock by canonical name; raise where a line is no hashed pin."""
    found = {canonicalize_name(m[1]): m[2] for m in LOCKED.finditer(text)}
    rest = [line for line in LOCKED.sub("", text).splitlines() if line and line[0] != "#"]
    if rest:
        raise ValueError(f"no pin with hashes: {rest[0]}")
    return found


def locks() -> dict[str, dict[str, str]]:
    return {
        kind: locked((PACKAGING / f"lock-{kind}.txt").read_text(encoding="utf-8"))
        for kind in ("run", "develop")
    }


def unfit(pinned: Mapping[str, str]) -> list[str]:
    """Return requirements without a pin, or with one outside their range."""
    return [
        str(requirement)
        for requirement in wanted()
        if not requirement.specifier.contains(pinned.get(canonicalize_name(requirement.name), "0"))
    ]


def test_every_requirement_has_a_pin_in_its_range() -> None:
    assert unfit(pins((PACKAGING / "constraints.txt").read_text(encoding="utf-8"))) == []


@pytest.mark.parametrize(
    "line", ["numpy>=2", "numpy @ file:///x", "-e .", "--extra numpy==2", "numpy==2 ; sys"]
)
def test_a_planted_line_that_is_no_pin_is_found(line: str) -> None:
    with pytest.raises(ValueError, match="no plain pin"):
        pins(line)


def test_every_locked_version_is_that_of_the_constraints() -> None:
    pinned = pins((PACKAGING / "constraints.txt").read_text(encoding="utf-8"))
    for kind, found in locks().items():
        differing = {n: (v, pinned.get(n)) for n, v in found.items() if pinned.get(n) != v}
        assert differing == {}, f"run packaging/lock.sh: lock-{kind}.txt differs"


def test_each_lock_holds_what_it_is_for() -> None:
    project = tomllib.loads((REPOSITORY / "pyproject.toml").read_text(encoding="utf-8"))
    run = {canonicalize_name(Requirement(r).name) for r in project["project"]["dependencies"]}
    back_end = {"hatchling", "editables"}
    found = locks()
    assert run | back_end <= set(found["run"])
    assert {canonicalize_name(r.name) for r in wanted()} <= set(found["develop"])
    assert found["run"].items() <= found["develop"].items()
    assert "pytest" not in found["run"]


def test_a_lock_serves_every_python_and_system() -> None:
    """A wheel of numpy for each Python is among the hashed files: one hash alone would not do."""
    text = (PACKAGING / "lock-run.txt").read_text(encoding="utf-8")
    (numpy,) = (m for m in LOCKED.finditer(text) if m[1] == "numpy")
    assert numpy[4].count("--hash") > 4 * 4


@pytest.mark.parametrize(
    "line", ["numpy==2.4.6", "numpy==2.4.6 \\", "-e .", "numpy>=2 \\\n    --hash=sha256:0"]
)
def test_a_planted_line_without_hashes_is_found(line: str) -> None:
    with pytest.raises(ValueError, match="no pin with hashes"):
        locked(f"# made\n{line}\n")


def test_a_planted_excluded_version_is_found() -> None:
    pinned = pins((PACKAGING / "constraints.txt").read_text(encoding="utf-8"))
    broken = {**pinned, "pyside6-essentials": "6.12.0"}
    assert [line.partition("<")[0][:18] for line in unfit(broken)] == ["PySide6-Essentials"]


def test_the_desktop_entry_opens_our_type_of_file() -> None:
    entry = configparser.ConfigParser(interpolation=None)
    entry.optionxform = str  # type: ignore[assignment,method-assign]  # keys are case-sensitive
    entry.read(DESKTOP / "cluster-designer.desktop", encoding="utf-8")
    mime = ET.parse(DESKTOP / "cluster-designer.mime.xml").getroot()
    space = {"m": "http://www.freedesktop.org/standards/shared-mime-info"}
    kind = mime.find("m:mime-type", space)
    assert kind is not None
    assert entry["Desktop Entry"]["MimeType"] == f"{kind.attrib['type']};"
    assert entry["Desktop Entry"]["Exec"] == "cluster-designer %f"
    glob = kind.find("m:glob", space)
    assert glob is not None
    assert glob.attrib["pattern"] == "*.cluster.toml"


@pytest.fixture
def bare(tmp_path: Path) -> Path:
    """Return a copy of what the scripts need, beside a `bin` with little more than a shell."""
    shutil.copytree(PACKAGING, tmp_path / "packaging")
    shutil.copytree(
        REPOSITORY / "designer/app",
        tmp_path / "designer/app",
        ignore=shutil.ignore_patterns("__pycache__"),
    )
    shutil.copy(REPOSITORY / "pyproject.toml", tmp_path)
    (tmp_path / "bin").mkdir()
    for name in ("bash", "env", "dirname", "cat", "cksum", "id"):
        found = shutil.which(name)
        assert found
        (tmp_path / "bin" / name).symlink_to(found)
    return tmp_path


def run_script(folder: Path, *words: str) -> "subprocess.CompletedProcess[str]":
    keep = {"HOME": os.environ["HOME"], "PATH": str(folder / "bin")}
    return subprocess.run(
        [str(folder / "packaging" / words[0]), *words[1:]],
        env=keep,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("script", ["start.sh", "test.sh"])
def test_without_python_one_line_says_so(bare: Path, script: str) -> None:
    done = run_script(bare, script)
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr.startswith("cluster-designer: Python 3.11 or newer is needed")
    assert done.stderr.count("\n") == 1
    said = done.stderr.split()
    line = said[said.index("-y") + 1 :]
    assert line[:2] == ["python3", "python3-venv"]
    wanted = [lib.apt[-1] for lib in LIBRARIES if lib.group == "offscreen"]
    assert line[2:] == list(dict.fromkeys(wanted)), "one line installs all that is needed"


def test_the_packages_without_python_are_those_of_the_list() -> None:
    text = (PACKAGING / "prepare.sh").read_text()
    said = dict(re.findall(r'^    \[(\w+)\]="(.*)"$', text, re.MULTILINE))
    assert said == {
        group: " ".join(dict.fromkeys("|".join(x.apt) for x in LIBRARIES if x.group == group))
        for group in GROUPS
    }


@pytest.mark.parametrize("script", ["start.sh", "test.sh"])
def test_without_the_venv_module_one_line_installs_it(bare: Path, script: str) -> None:
    python = bare / "bin/python3"
    python.write_text(
        '#!/bin/bash\ncase "$2" in *ensurepip*) exit 1 ;; *-venv*) echo python3.11-venv ;; esac\n'
    )
    python.chmod(0o755)
    done = run_script(bare, script)
    assert done.returncode == 1
    assert "sudo apt-get install -y python3-venv" in done.stderr
    assert done.stderr.count("\n") == 1
    assert not (bare / ".venv").exists()


@pytest.mark.parametrize("name", ["start.sh", "test.sh", "prepare.sh", "lock.sh", "../.ci/run"])
def test_the_shell_reads_every_script(name: str) -> None:
    done = subprocess.run(
        ["bash", "-n", str(PACKAGING / name)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def test_ci_runs_the_test_command_and_nothing_else() -> None:
    lines = (REPOSITORY / ".ci/run").read_text(encoding="utf-8").splitlines()
    commands = [line for line in lines if line and not line.startswith("#")]
    assert commands[0] == "set -euo pipefail"
    assert len(commands) == 2
    assert "packaging/test.sh" in commands[1]
