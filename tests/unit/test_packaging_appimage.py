"""The AppImage: what is put into its folder, which runtime it gets, how both are joined.

Its runtime here is a stand-in: an ELF file of some hundred bytes, or a script that unpacks itself.
"""

import importlib
import shutil
import struct
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType

import pytest

from designer.app.desktop import FILES
from tests.helpers.gates import REPOSITORY

PACKAGING = REPOSITORY / "packaging"
needs_squashfs = pytest.mark.skipif(
    shutil.which("mksquashfs") is None, reason="needs mksquashfs: apt-get install squashfs-tools"
)
NOTHING: Callable[[str], str | None] = {}.get


@pytest.fixture
def script(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[ModuleType]:
    monkeypatch.syspath_prepend(str(PACKAGING))
    made = importlib.import_module("appimage")
    monkeypatch.setattr(made.portable, "ROOT", tmp_path / "checkout")
    yield made
    for name in ("appimage", "portable"):
        sys.modules.pop(name, None)


def elf(machine: int = 62, magic: bytes = b"AI\x02", *, section_last: bool = False) -> bytes:
    """Return a program as ELF describes it: head, 40 bytes, table of 2 sections; or these last."""
    content, each, count = b"x" * 40, 64, 2
    at = 64 + each * count if section_last else 64
    table = 64 if section_last else 64 + len(content)
    head = b"\x7fELF\x02\x01\x01\x00" + magic + bytes(8 - len(magic))
    head += struct.pack("<HHIQQQIHHHHHH", 2, machine, 1, 0, 0, table, 0, 64, 56, 0, each, count, 0)
    section = struct.pack("<IIQQQQIIQQ", 0, 1, 0, 0, at, len(content), 0, 0, 1, 0)
    # 4 GiB that are not in the file, as those of variables are.
    nothing = struct.pack("<IIQQQQIIQQ", 0, 8, 0, 0, at, 1 << 32, 0, 0, 1, 0)
    sections = section + nothing
    return head + (sections + content if section_last else content + sections)


@pytest.mark.parametrize("section_last", [False, True])
def test_a_runtime_ends_where_elf_says(script: ModuleType, section_last: bool) -> None:
    runtime = elf(section_last=section_last)
    assert len(runtime) == 64 + 40 + 128
    assert script.head_of(runtime, "x86_64") == len(runtime)
    assert script.runtime_of(runtime + b"hsqs and more", "x86_64", "an AppImage") == runtime
    assert script.head_of(runtime[:-1], "x86_64") == 0


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"#!/bin/sh\n", "is no AppImage runtime of type 2 for x86_64"),
        (elf(magic=b"AI\x01"), "is no AppImage runtime of type 2 for x86_64"),
        (elf(machine=183), "is no AppImage runtime of type 2 for x86_64"),
        (elf() + b"else", "has more behind its runtime than a packed folder"),
    ],
)
def test_what_is_no_runtime_is_refused_in_one_line(
    script: ModuleType, tmp_path: Path, data: bytes, said: str
) -> None:
    path = tmp_path / "some file"
    path.write_bytes(data)
    with pytest.raises(script.NotMadeError, match=f"some file: {said}; name another$"):
        script.found_runtime(path, "x86_64", tmp_path)


def test_a_runtime_is_looked_for_in_order(script: ModuleType, tmp_path: Path) -> None:
    asked, tool, locked = (tmp_path / name for name in ("asked", "tool", "of-a-package"))
    place = tmp_path / "checkout/out/runtime-x86_64"
    place.parent.mkdir(parents=True)
    for path in (asked, tool, locked, place):
        path.write_bytes(elf() + b"hsqs")

    def found(wanted: Path | None = None) -> str:
        runtime, where = script.found_runtime(
            wanted, "x86_64", tmp_path,
            which=lambda name: str(tool) if name == "appimagetool" else None,
            install=lambda _: locked,
        )  # fmt: skip
        assert runtime == elf()
        return str(where)

    assert found(asked) == str(asked)
    assert found() == str(place)
    place.unlink()
    assert found() == str(tool)
    tool.write_text("#!/bin/sh\n")  # one of a distribution has no runtime at its head
    assert found().startswith("of-a-package of lock-appimage.txt, which mounts only where libfuse")


@pytest.mark.parametrize("machine", ["x86_64", "aarch64"])
def test_without_a_runtime_one_line_says_what_to_get(
    script: ModuleType, tmp_path: Path, machine: str
) -> None:
    with pytest.raises(script.NotMadeError) as caught:
        script.found_runtime(None, machine, tmp_path, which=NOTHING, install=lambda _: None)
    place = tmp_path / f"checkout/out/runtime-{machine}"
    assert str(caught.value) == (
        f"no runtime; get the file runtime-{machine} of the project AppImage type2-runtime and put "
        f"it at {place}, or name it with --runtime FILE"
    )


def test_on_another_processor_the_other_script_is_named(script: ModuleType, tmp_path: Path) -> None:
    with pytest.raises(script.NotMadeError, match=r"for riscv64; portable\.py makes a file"):
        script.found_runtime(None, "riscv64", tmp_path)


def test_a_file_that_is_not_there_is_named(script: ModuleType, tmp_path: Path) -> None:
    with pytest.raises(script.NotMadeError, match="qqq zzz: cannot be read: No such file"):
        script.found_runtime(tmp_path / "qqq zzz", "x86_64", tmp_path)


@pytest.mark.parametrize(
    ("manager", "line"),
    [
        ("apt-get", "sudo apt-get install -y squashfs-tools"),
        ("dnf", "sudo dnf install -y squashfs-tools"),
        ("pacman", "sudo pacman -S --needed squashfs-tools"),
        ("none", "install the package squashfs-tools"),
    ],
)
def test_a_missing_packer_is_named_with_the_line_that_installs_it(
    script: ModuleType, manager: str, line: str
) -> None:
    with pytest.raises(script.NotMadeError) as caught:
        script.squasher({manager: f"/usr/bin/{manager}"}.get)
    assert str(caught.value) == f"mksquashfs is missing; install it: {line}"
    assert script.squasher({"mksquashfs": "/opt/mksquashfs"}.get) == "/opt/mksquashfs"


def folder_of(script: ModuleType, monkeypatch: pytest.MonkeyPatch, folder: Path) -> Path:
    """Return a folder as portable.py leaves it, of one module, completed."""
    monkeypatch.setattr(script.portable, "ROOT", REPOSITORY)
    site = folder / "usr/lib/python3/site-packages"
    site.mkdir(parents=True)
    (site / "one.py").write_text("names = {'a', 'b', 'c'} | {'d'}\nword = 1 in {2, 3, 'x', 'y'}\n")
    (site / "one.py").chmod(0o600)
    program = folder / "AppRun"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o700)
    shutil.copyfile(PACKAGING.parent / "resources/desktop/cluster-designer.svg",
                    folder / "cluster-designer.svg")  # fmt: skip
    script.complete(folder)
    return folder


def test_the_folder_has_what_a_desktop_looks_for(
    script: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    folder = folder_of(script, monkeypatch, tmp_path / "a")
    share = folder / "usr/share"
    for name, place in FILES:
        assert (share / place).read_bytes() == (
            REPOSITORY / "resources/desktop" / name
        ).read_bytes()
    picture = (folder / ".DirIcon").read_bytes()
    assert picture[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", picture[16:24]) == (256, 256)
    (compiled,) = folder.rglob("*.pyc")
    # PEP 552: 1 is a hash of the source that is not checked, as no time of a file is kept.
    assert struct.unpack("<I", compiled.read_bytes()[4:8]) == (1,)
    modes = {p.relative_to(folder).name: p.stat().st_mode & 0o777 for p in folder.rglob("*")}
    assert (modes["AppRun"], modes["one.py"], modes["usr"]) == (0o755, 0o644, 0o755)


@needs_squashfs
def test_the_same_folder_gives_the_same_bytes_wherever_and_whenever(
    script: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    images = []
    for name in ("a", "another place"):
        folder = folder_of(script, monkeypatch, tmp_path / name)
        room = tmp_path / f"room of {name}"
        room.mkdir()
        images.append(script.packed(folder, room, "mksquashfs", "gzip").read_bytes())
    assert images[0] == images[1]
    # Squashfs 4.0: bytes 8 to 11 are when it was made, in seconds.
    assert struct.unpack("<I", images[0][8:12]) == (1_700_000_000,)
    monkeypatch.delenv("SOURCE_DATE_EPOCH")
    assert script.packed(folder, room, "mksquashfs", "gzip").read_bytes() != images[0]


@needs_squashfs
def test_a_runtime_and_a_packed_folder_are_one_program(script: ModuleType, tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "AppRun").write_text("started")
    file = tmp_path / "x.AppImage"
    script.join(elf(), script.packed(folder, tmp_path, "mksquashfs", "gzip"), file)
    data = file.read_bytes()
    at = script.head_of(data, "x86_64")
    assert data[:at] == elf()
    assert data[at : at + 4] == b"hsqs"
    assert file.stat().st_mode & 0o777 == 0o755
    out = tmp_path / "out"
    words = ["unsquashfs", "-n", "-o", str(at), "-d", str(out), str(file)]
    subprocess.run(words, check=True, capture_output=True)
    assert (out / "AppRun").read_text() == "started"


UNPACKS = """#!/bin/sh
[ "$1" = --appimage-extract ] || exit 2
unsquashfs -s -o SIZE "$0" | grep -q "KNOWS" || exit 1
exec unsquashfs -n -o SIZE -d squashfs-root "$0"
"""


@needs_squashfs
@pytest.mark.parametrize(("knows", "chosen"), [("Compression", "zstd"), ("gzip", "gzip")])
def test_the_best_compression_is_taken_that_the_runtime_unpacks(
    script: ModuleType, tmp_path: Path, knows: str, chosen: str
) -> None:
    text = UNPACKS.replace("KNOWS", knows)
    size = len(text) - 2 * len("SIZE") + 2 * 4
    runtime = text.replace("SIZE", f"{size:04}").encode()
    assert len(runtime) == size
    assert script.taken(runtime, "it", tmp_path, "mksquashfs") == chosen


@needs_squashfs
def test_a_runtime_that_unpacks_nothing_is_refused(script: ModuleType, tmp_path: Path) -> None:
    room = tmp_path / "room"
    with pytest.raises(script.NotMadeError, match=r"^it: unpacks neither zstd nor gzip in "):
        script.taken(b"#!/bin/sh\nexit 0\n", "it", room, "mksquashfs")


def test_packages_are_taken_without_their_tests(script: ModuleType) -> None:
    left, taken = "numpy/ma/tests/test_core.py", "numpy/testing/__init__.py"
    assert script.portable.TESTS.match(left)
    assert not script.portable.TESTS.match(taken)
