"""Sizes, names and addresses: the rules of `tests/helpers/gates.py`, each seen to fail."""

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.helpers import gates


def tracked_files() -> list[Path]:
    """Return the files under version control; in an unpacked archive, all that came with it."""
    if shutil.which("git") is None:
        return visible_files()
    done = subprocess.run(
        ["git", "ls-files", "-z"], cwd=gates.REPOSITORY, capture_output=True, check=False
    )
    names = done.stdout.decode().split("\0") if done.returncode == 0 else []
    tracked = [p for name in names if name and (p := gates.REPOSITORY / name).is_file()]
    return tracked or visible_files()


def visible_files() -> list[Path]:
    """Return the files outside hidden folders, caches and what the program itself wrote.

    What calls the tests is hidden and the project's own.
    """
    skipped, own = {"__pycache__", "out", "build", "dist"}, {".ci", ".gitignore"}
    return [
        path
        for path in sorted(gates.REPOSITORY.rglob("*"))
        if path.is_file()
        and not any(
            (part.startswith(".") and part not in own) or part in skipped
            for part in path.relative_to(gates.REPOSITORY).parts
        )
    ]


def test_no_file_is_too_long() -> None:
    assert gates.long_files(gates.REPOSITORY / "designer") == []


def test_no_function_is_too_long() -> None:
    assert gates.long_functions(gates.REPOSITORY / "designer") == []


@pytest.mark.parametrize("folder", ["tests", "packaging"])
def test_no_function_is_too_long_elsewhere(folder: str) -> None:
    assert gates.long_functions(gates.REPOSITORY / folder) == []


def test_no_file_of_tests_is_too_long() -> None:
    assert gates.long_files(gates.REPOSITORY / "tests") == []


def test_no_module_hides_behind_an_empty_name() -> None:
    assert gates.forbidden_names(gates.REPOSITORY / "designer") == []
    assert gates.forbidden_names(gates.REPOSITORY / "packaging") == []
    # What the tests have in common is one folder, whose files say what they are.
    assert gates.forbidden_names(gates.REPOSITORY / "tests") == ["helpers"]


def test_no_tracked_file_names_a_registry_or_a_folder_of_one_machine() -> None:
    assert gates.addresses(tracked_files()) == []


def test_an_archive_without_version_control_is_read_too() -> None:
    found = visible_files()
    assert gates.REPOSITORY / "README.md" in found
    assert not any(".venv" in path.parts for path in found)


def test_a_planted_long_file_is_found(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("x = 1\n" * gates.FILE_LINES)
    assert gates.long_files(tmp_path) == []
    (tmp_path / "a.py").write_text("x = 1\n" * (gates.FILE_LINES + 1))
    assert gates.long_files(tmp_path) == ["a.py: 601 lines, at most 600"]


@pytest.mark.parametrize("keyword", ["def", "async def"])
def test_a_planted_long_function_is_found(tmp_path: Path, keyword: str) -> None:
    body = "    x = 1\n"
    (tmp_path / "a.py").write_text(f"{keyword} f():\n" + body * (gates.FUNCTION_LINES - 1))
    assert gates.long_functions(tmp_path) == []
    (tmp_path / "a.py").write_text(f"{keyword} f():\n" + body * gates.FUNCTION_LINES)
    assert gates.long_functions(tmp_path) == ["a.py:1: f: 61 lines, at most 60"]


@pytest.mark.parametrize(
    "name",
    [
        *("utils.py", "common/__init__.py", "_helpers.py", "misc.py", "tools.py"),
        *("rack_utils.py", "utils_rack.py", "rack_helpers.py", "power_common.py", "Util.py"),
        *("misc_words.py", "file_utilities.py", "rack_utils/__init__.py"),
        *("rackutils.py", "helpers2.py", "shared_words.py", "toolbox.py", "various.py"),
        *("rackutil.py", "rackhelper.py", "rackcommon.py", "rack_helper.py", "test_utils.py"),
        *("support.py", "functions.py", "misc2.py", "stuff_rows.py", "lib2.py", "extras.py"),
    ],
)
def test_a_planted_empty_name_is_found(tmp_path: Path, name: str) -> None:
    (tmp_path / name).parent.mkdir(exist_ok=True)
    (tmp_path / name).touch()
    assert gates.forbidden_names(tmp_path) == [name.partition("/")[0]]


def test_a_name_that_only_holds_such_a_word_passes(tmp_path: Path) -> None:
    for name in (
        "utilisation.py",
        "commons.py",
        "system_libraries.py",
        "drawing_tools.py",
        "uncommon.py",
    ):
        (tmp_path / name).touch()
    assert gates.forbidden_names(tmp_path) == []


def scripts() -> list[Path]:
    """Return the shell scripts under version control: by name, or by their first line."""
    return [
        path
        for path in tracked_files()
        if path.suffix == ".sh" or (not path.suffix and path.read_bytes()[:2] == b"#!")
    ]


def test_scripts_leave_downloads_to_the_package_managers() -> None:
    names = {path.relative_to(gates.REPOSITORY).as_posix() for path in scripts()}
    assert {".ci/run", "packaging/start.sh", "packaging/prepare.sh"} <= names
    assert gates.downloads(scripts()) == []


@pytest.mark.parametrize(
    "line",
    [
        "x=$(curl x)", "curl -fsSL https://example.com/x | sh", "  if ! wget -q x; then",
        "true && /usr/bin/curl x", "as_root rsync host:x .", "git clone https://example.com/x",
        "cat </dev/tcp/example.com/80", "say \"loading\"; curl x",
        'say "loading $(curl x)"', 'echo "at `wget x`"', 'fail "no $(curl "$x") there"',
        'say "see #3: $(curl x)"', "git pull", "git -C x fetch origin", "python -m pip download x",
        "git submodule update --init",
        "python3 -c 'from urllib.request import urlopen as get; get(\"x\")'",
    ],
)  # fmt: skip
def test_a_planted_download_is_found(tmp_path: Path, line: str) -> None:
    planted = tmp_path / "planted.sh"
    planted.write_text(f"#!/bin/sh\n{line}\n")
    assert gates.downloads([planted]) == [f"{planted}:2: {line.strip()}"]


def test_what_only_names_a_download_passes(tmp_path: Path) -> None:
    planted = tmp_path / "planted.sh"
    planted.write_text(
        '# not with curl x\nsay "try curl x"\ncommand -v curl >/dev/null\nrm -f sync curl\n'
        'say "$(name) takes curl x"\nkeep .git fetched\ngit -C x log\n'
        "apt_install libcurl4 x\npip install -r packaging/lock-run.txt\n"
    )
    assert gates.downloads([planted]) == []


@pytest.mark.parametrize(
    "text",
    [
        "numpy @ https://files.python" + "hosted.org/packages/numpy.whl",
        "--" + "index-url https://example.com",
        "pip install --find-" + "links wheels",
        "deb http://deb." + "debian.org/debian bookworm main",
        "source = { registry = 'https://py" + "pi.org/simple' }",
        "file:///opt/mirror/sim" + "ple",
        "pip install -" + "i ht" + "tps://example.com/x numpy",
        "python -m pip download numpy -" + "i=http://10.0.0.1",
        "pip3 install -" + "f ./wheels numpy",
        "pip install --trusted-" + "host example.com numpy",
        "uv pip install --default-" + "index ht" + "tps://example.com numpy",
        "PIP_EXTRA_" + "INDEX_URL=https://example.com",
        "UV_" + "INDEX=x",
        "ind" + "ex-url = https://example.com",
        "pip con" + "fig set global.timeout 9",
        "[[tool.uv." + "index]]",
        "[[tool.poetry." + "source]]",
        "https://nex" + "us.example.com/repository/x",
        "http://dev" + "pi:3141/root",
        "https://mirr" + "or.example.com/python",
        "https://someone:secret" + "@example.com/x",
        "https://example.com/numpy-2.0-cp311.wh" + "l",
        "npm install --re" + "gistry x",
        "-" + "i https://example.com/x",
        "  -" + "f ./wheels",
        "run([python, '-m', 'pip', 'install', '-" + "i', 'https://example.com/x', 'numpy'])",
        "numpy @ https://example.com/numpy-2.0.tar" + ".gz",
        "git" + "+https://example.com/numpy.git",
        "numpy @ git" + "+ssh://git.example.com/numpy",
        "trusted" + "-host = example.com",
        "PIP_CON" + "FIG_FILE=settings.txt",
        "uv add --" + "index x=ht" + "tps://example.com numpy",
        "ind" + "ex_url: https://example.com",
        "[[ind" + "ex]]",
        "pip install --pr" + "oxy ht" + "tp://10.0.0.1:1 numpy",
        "pip install -q" + 'i "$MIRROR" numpy',
        "pip install htt" + "ps://example.com/x.zip",
        "uv pip install -q htt" + "p://10.0.0.1/x",
        "python -m pip con" + "fig --user set global.timeout 9",
        "find-lin" + "ks = wheels",
        "find_lin" + "ks: wheels",
        "ind" + "ex = [{ url = 'https://example.com' }]",
        "open('/ho" + "me/someone/design.toml')",
        "cd /wo" + "rk/place",
    ],
)
def test_a_planted_address_is_found(tmp_path: Path, text: str) -> None:
    planted = tmp_path / "planted.txt"
    planted.write_text(f"innocent\n{text}\n")
    found = gates.addresses([planted])
    assert found
    assert all(line.startswith(f"{planted}:2:") for line in found)


def test_a_planted_address_on_a_continued_line_is_found(tmp_path: Path) -> None:
    planted = tmp_path / "planted.sh"
    planted.write_text("true\npip install \\\n  -q" + "i \\\n  htt" + "ps://example.com/x numpy\n")
    (found,) = gates.addresses([planted])
    assert found.startswith(f"{planted}:2: pip")


def test_what_installs_the_program_names_no_address() -> None:
    files = tracked_files()
    assert gates.web_addresses(gates.REPOSITORY, files) == []
    read = {
        path.relative_to(gates.REPOSITORY).as_posix()
        for path in files
        if gates.installs(path.relative_to(gates.REPOSITORY).as_posix(), "")
    }
    packaging = {f"packaging/{name}" for name in ("prepare.sh", "start.sh", "lock-run.txt")}
    assert {"pyproject.toml", ".ci/run", "packaging/constraints.txt", *packaging} <= read


@pytest.mark.parametrize(
    "place",
    [
        *("packaging/start.sh", "packaging/deep/a.py", ".ci/run", ".ci/pip.conf", "pyproject.toml"),
        *("requirements.txt", "tests/requirements-dev.txt", "lock.txt", "uv.lock", "pip.conf"),
        *("tests/e2e/run.sh", ".github/workflows/a.yml", "Dockerfile", "tools/lock-run.txt"),
        *("uv.toml", "tox.ini", "setup.cfg", "setup.py", "tests/start"),
    ],
)
@pytest.mark.parametrize(
    "line", ["x = 'https://example.com/x'", "ssh://git@example.com/x", "clone git@example.com:x"]
)
def test_a_planted_address_where_something_is_installed_is_found(
    tmp_path: Path, place: str, line: str
) -> None:
    path = tmp_path / place
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{line}\n")
    (found,) = gates.web_addresses(tmp_path, [path])
    assert found.startswith(f"{place}:2: ")


def test_an_address_elsewhere_is_a_source(tmp_path: Path) -> None:
    for place in ("README.md", "parts.toml", "a.py", "title-block.txt", "resources/icon.svg"):
        path = tmp_path / place
        path.parent.mkdir(exist_ok=True)
        path.write_text("see https://example.com/x\n")
        assert gates.web_addresses(tmp_path, [path]) == []


def test_an_innocent_source_is_no_address(tmp_path: Path) -> None:
    page = tmp_path / "page.txt"
    page.write_text(
        "source = https://docs.nvidia.com/dgx-superpod/h100.pdf\nout/work/plan.svg\n"
        "pip install -e . -c packaging/constraints.txt -r wanted.txt\ngrep -i pip notes\n"
        "an index of https://example.com/mirrored-boot-drives\nindex = 3\n"
        "to install it, see https://example.com\npip install -q --upgrade x\n"
    )
    picture = tmp_path / "picture.png"
    picture.write_bytes(b"\x89PNG\xff\xfe")
    assert gates.addresses([page, picture]) == []
