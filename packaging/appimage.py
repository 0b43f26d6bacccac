"""Makes the program as an AppImage: one file that runs where it lies.

    .venv/bin/python packaging/appimage.py                  below out/portable/
    .venv/bin/python packaging/appimage.py --runtime FILE   with a runtime of your own
    .venv/bin/python packaging/appimage.py --out DIR        elsewhere

An AppImage is a runtime, which is an ELF program, and behind it a folder packed as squashfs. The
folder is the one of portable.py, with bytecode, icons, desktop entry and AppStream description. The
runtime is the MIT-licensed one of the project AppImage. It is looked for as `--runtime`, as
`out/runtime-MACHINE`, at the head of an `appimagetool` that is itself an AppImage, and last in the
package of lock-appimage.txt, which pip brings. The first three may be any AppImage: its head is
taken. What the runtime can unpack is tried before anything large is packed. The same sources,
Python and runtime give the same bytes; SOURCE_DATE_EPOCH dates the files.
"""

import argparse
import os
import platform
import shutil
import struct
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import portable

from designer.app.desktop import FILES

MACHINES = {"x86_64": 62, "aarch64": 183}
"""Numbers of processors in ELF (System V ABI, `e_machine`): 64 bits, little-endian."""
MAGIC = b"AI\x02"
"""What a runtime of type 2 has at byte 8."""
SQUASHFS = b"hsqs"
NOBITS = 8
"""`SHT_NOBITS`: a section without bytes in the file."""
COMPRESSIONS = {"zstd": ("-Xcompression-level", "15"), "gzip": ()}
"""What a folder is packed with, best first: runtimes older than 2022 know no zstd."""
LOCK = portable.ROOT / "packaging" / "lock-appimage.txt"
LOCKED_MACHINE = "x86_64"
MANAGERS = {
    "apt-get": "sudo apt-get install -y",
    "dnf": "sudo dnf install -y",
    "pacman": "sudo pacman -S --needed",
}
ICON_PX = 256
PATIENCE_S = 120


class NotMadeError(Exception):
    """Why no AppImage can be made, and what to do, in one line."""


def main() -> int:
    """Make the folder and the AppImage."""
    words = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    words.add_argument("--out", type=Path, default=portable.ROOT / "out" / "portable")
    words.add_argument("--runtime", type=Path, help="an AppImage type2-runtime, or any AppImage")
    asked = words.parse_args()
    try:
        print(f"made {made(asked.out, asked.runtime)}")
    except NotMadeError as why:
        print(f"appimage.py: {why}", file=sys.stderr)
        return 1
    return 0


def made(out: Path, asked: Path | None) -> str:
    """Make the AppImage and return its path and size.

    Raises
    ------
    NotMadeError
        If the machine lacks something.
    """
    if not sys.platform.startswith("linux"):
        raise NotMadeError("makes what runs on Linux, on Linux")
    machine = platform.machine()
    tool = squasher()
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=out) as room:
        runtime, where = found_runtime(asked, machine, Path(room))
        print(f"the runtime is that of {where}")
        compression = taken(runtime, where, Path(room), tool)
        folder = Path(room) / "AppDir"
        portable.fill(folder)
        complete(folder)
        file = out / f"Cluster_Designer-{portable.__version__}-{machine}.AppImage"
        join(runtime, packed(folder, Path(room), tool, compression), file)
    return f"{file}: {file.stat().st_size // 1_000_000} MB, packed with {compression}"


def squasher(which: Callable[[str], str | None] = shutil.which) -> str:
    """Return the program that packs a folder as squashfs.

    Raises
    ------
    NotMadeError
        If it is not installed.
    """
    found = which("mksquashfs")
    if found:
        return found
    line = next((line for name, line in MANAGERS.items() if which(name)), "install the package")
    raise NotMadeError(f"mksquashfs is missing; install it: {line} squashfs-tools")


def found_runtime(
    asked: Path | None,
    machine: str,
    room: Path,
    which: Callable[[str], str | None] = shutil.which,
    install: Callable[[Path], Path | None] | None = None,
) -> tuple[bytes, str]:
    """Return a runtime and the name of what it is of.

    Parameters
    ----------
    room
        A folder for what is unpacked.
    install
        Brings the package of lock-appimage.txt into a folder; returns the AppImage in it.

    Raises
    ------
    NotMadeError
        If none is there, or the one that was asked for is none.
    """
    if machine not in MACHINES:
        raise NotMadeError(
            f"no runtime is known for {machine}; portable.py makes a file without one"
        )
    place = portable.ROOT / "out" / f"runtime-{machine}"
    if asked or place.is_file():
        path = asked or place
        return runtime_of(_bytes(path), machine, str(path)), str(path)
    tool = which("appimagetool")
    if tool and head_of(_bytes(Path(tool)), machine):
        return runtime_of(_bytes(Path(tool)), machine, tool), tool
    locked = (install or from_index)(room) if machine == LOCKED_MACHINE else None
    if locked:
        where = f"{locked.name} of {LOCK.name}, which mounts only where libfuse 2 is installed"
        return runtime_of(_bytes(locked), machine, locked.name), where
    raise NotMadeError(
        f"no runtime; get the file runtime-{machine} of the project AppImage type2-runtime and put "
        f"it at {place}, or name it with --runtime FILE"
    )


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise NotMadeError(f"{path}: cannot be read: {error.strerror}") from error


def from_index(room: Path) -> Path | None:
    """Return the AppImage in the locked package, which pip brings; None where it cannot."""
    target = room / "package"
    words = ["install", "--quiet", "--no-deps", "--require-hashes", "--only-binary=:all:"]
    words += ["--target", str(target), "--requirement", str(LOCK)]
    done = subprocess.run(
        [sys.executable, "-m", "pip", *words], capture_output=True, text=True, check=False
    )
    said = done.stderr.strip().splitlines()
    if done.returncode:
        print(f"pip could not bring what {LOCK.name} names: {said[-1] if said else 'no word why'}")
        return None
    return next(target.rglob(f"*-{LOCKED_MACHINE}.AppImage"), None)


def runtime_of(data: bytes, machine: str, where: str) -> bytes:
    """Return the runtime in a file that is one, or an AppImage.

    Raises
    ------
    NotMadeError
        If it is neither, or one for another processor.
    """
    size = head_of(data, machine)
    if not size:
        raise NotMadeError(f"{where}: is no AppImage runtime of type 2 for {machine}; name another")
    if data[size:] and data[size : size + len(SQUASHFS)] != SQUASHFS:
        raise NotMadeError(
            f"{where}: has more behind its runtime than a packed folder; name another"
        )
    return data[:size]


def head_of(data: bytes, machine: str) -> int:
    """Return how many bytes of a file are its runtime; 0 where it is none for a processor.

    As long as ELF says that the program is: to the end of its table of sections, or of its last
    section. The runtime looks for the packed folder at the same place.
    """
    if data[:7] != b"\x7fELF\x02\x01\x01" or data[8:11] != MAGIC or len(data) < 64:
        return 0
    if struct.unpack_from("<H", data, 18)[0] != MACHINES[machine]:
        return 0
    (table,) = struct.unpack_from("<Q", data, 40)
    each, count = struct.unpack_from("<HH", data, 58)
    size = table + each * count
    if not count or each < 64 or size > len(data):
        return 0
    for at in range(table, size, each):
        kind = struct.unpack_from("<I", data, at + 4)[0]
        offset, length = struct.unpack_from("<QQ", data, at + 24)
        size = max(size, 0 if kind == NOBITS else offset + length)
    return size if size <= len(data) else 0


def taken(runtime: bytes, where: str, room: Path, tool: str) -> str:
    """Return the first compression that a runtime unpacks here: a small folder is tried.

    Raises
    ------
    NotMadeError
        If it unpacks none.
    """
    for compression in COMPRESSIONS:
        trial = room / f"trial-{compression}"
        (trial / "folder").mkdir(parents=True)
        text = f"{compression}\n" * 4096
        (trial / "folder" / "word").write_text(text, encoding="ascii")
        join(runtime, packed(trial / "folder", trial, tool, compression), trial / "run")
        word = trial / "squashfs-root" / "word"
        if _unpacks(trial) and word.is_file() and word.read_text(encoding="ascii") == text:
            return compression
    names = " nor ".join(COMPRESSIONS)
    raise NotMadeError(f"{where}: unpacks neither {names} in {room.parent}; name another --runtime")


def _unpacks(trial: Path) -> bool:
    try:
        done = subprocess.run(
            [str(trial / "run"), "--appimage-extract"], cwd=trial, stdin=subprocess.DEVNULL,
            capture_output=True, check=False, timeout=PATIENCE_S,
        )  # fmt: skip
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0


def complete(folder: Path) -> None:
    """Add what a desktop looks for, and bytecode: nothing is written where an AppImage lies."""
    for name, place in FILES:
        target = folder / "usr" / "share" / place
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(portable.ROOT / "resources" / "desktop" / name, target)
    draw_icon(folder / f"{portable.NAME}.svg", folder / ".DirIcon")
    library = folder / "usr" / "lib"
    words = ["compileall", "-q", "-q", "-s", str(folder), "--invalidation-mode", "unchecked-hash"]
    subprocess.run(
        [sys.executable, "-m", *words, str(library)], check=False, stdout=subprocess.DEVNULL,
        env={**os.environ, "PYTHONHASHSEED": "0"},
    )  # fmt: skip
    for path in (folder, *folder.rglob("*")):
        if not path.is_symlink():
            path.chmod(0o755 if path.is_dir() or os.access(path, os.X_OK) else 0o644)


def draw_icon(drawing: Path, picture: Path) -> None:
    """Write a drawing as PNG, which file managers read from `.DirIcon`."""
    from PySide6.QtCore import Qt
    from PySide6.QtGui import QImage, QPainter
    from PySide6.QtSvg import QSvgRenderer

    image = QImage(ICON_PX, ICON_PX, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    QSvgRenderer(str(drawing)).render(painter)
    painter.end()
    if not image.save(str(picture), "PNG"):
        raise NotMadeError(f"{picture}: the icon cannot be written; see whether the disk is full")


def packed(folder: Path, room: Path, tool: str, compression: str) -> Path:
    """Pack a folder as squashfs; the same folder, the same bytes.

    Raises
    ------
    NotMadeError
        If mksquashfs fails, with its last line.
    """
    image = room / "image.squashfs"
    # The variable and the options that say the same are not taken together.
    environment = {k: v for k, v in os.environ.items() if k != "SOURCE_DATE_EPOCH"}
    epoch = os.environ.get("SOURCE_DATE_EPOCH", "0")
    words = ["-comp", compression, *COMPRESSIONS[compression], "-all-root", "-no-xattrs"]
    words += ["-mkfs-time", epoch, "-all-time", epoch, "-noappend", "-no-progress", "-quiet"]
    done = subprocess.run(
        [tool, str(folder), str(image), *words], env=environment, capture_output=True, text=True,
        check=False,
    )  # fmt: skip
    if done.returncode:
        said = (done.stderr or done.stdout).strip().splitlines()
        raise NotMadeError(f"mksquashfs: {said[-1] if said else f'exit code {done.returncode}'}")
    return image


def join(runtime: bytes, image: Path, file: Path) -> None:
    """Write a runtime with a packed folder behind it, as a program."""
    with file.open("wb") as out, image.open("rb") as behind:
        out.write(runtime)
        shutil.copyfileobj(behind, out)
    file.chmod(0o755)


if __name__ == "__main__":
    sys.exit(main())
