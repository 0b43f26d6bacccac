"""Makes the program as one file for machines on which nothing can be installed.

    .venv/bin/python packaging/portable.py            out/portable/…/, and the one file of it
    .venv/bin/python packaging/portable.py --folder   the folder alone
    .venv/bin/python packaging/portable.py --out DIR  elsewhere

The folder holds the Python that runs this script, the packages of lock-run.txt as they are
installed for it, the program, and the libraries of the system that a bare machine lacks. It is laid
out as an AppDir, of which appimage.py makes an AppImage. The one file is a shell script with the
folder packed behind it: it unpacks itself once below ~/.local/share, needs no rights and no FUSE,
and starts. Both run on Linux of the processor and of the C library (or a newer one) of the machine
that made them. Needs no network.
"""

import argparse
import gzip
import hashlib
import importlib.metadata
import io
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import tempfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from designer import __version__  # noqa: E402 - found beside this script, installed or not

NAME = "cluster-designer"
BUILD_ONLY = frozenset({"hatchling", "editables"})
NOT_OF_PYTHON = frozenset(
    {
        "site-packages", "test", "tests", "idlelib", "tkinter", "turtledemo", "lib2to3",
        "ensurepip", "__pycache__",
    }
)  # fmt: skip
NOT_OF_QT = re.compile(
    r"PySide6/(Qt/qml/|Qt/translations/|Qt/libexec/|include/|typesystems/|glue/|scripts/|"
    r"(assistant|designer|linguist|lrelease|lupdate|balsam|balsamui|qml\w*|svgtoqml)$)|\.pyi$"
)
"""Tools for developers, and what the program never opens."""
TESTS = re.compile(r"(numpy|scipy)/(.+/)?tests/")
"""Tests of packages, which nothing of them imports."""
OF_THE_SYSTEM = re.compile(
    r"(ld-linux|lib(c|m|dl|rt|pthread|util|resolv|nsl|anl)\.so|"
    r"lib(GL|EGL|GLX|GLdispatch|OpenGL|drm|gbm|X11|X11-xcb|xcb|wayland-\w+|fontconfig|freetype)\.so|"
    r"libstdc\+\+\.so|libgcc_s\.so)"
)
"""What has to be that of the machine: C library, drivers of its display, its fonts."""
PYTHON = """#!/bin/sh
# The Python beside it, with the libraries of this folder; programs it starts get the system's.
here=$(CDPATH= cd -- "$(dirname -- "$(readlink -f -- "$0")")" && pwd)
PORTABLE_LIBRARIES=${LD_LIBRARY_PATH-}
LD_LIBRARY_PATH="$here/../lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
export LD_LIBRARY_PATH PORTABLE_LIBRARIES
unset PYTHONHOME PYTHONPATH
exec "$here/VERSION" "$@"
"""
CUSTOM = '''"""Starts Python again by the script beside it, and other programs as always."""

import os
import sys

if "PORTABLE_LIBRARIES" in os.environ:
    before = os.environ.pop("PORTABLE_LIBRARIES")
    os.environ.pop("LD_LIBRARY_PATH", None)
    if before:
        os.environ["LD_LIBRARY_PATH"] = before
    sys.executable = os.path.join(os.path.dirname(sys.executable), "python")
'''
LAUNCHER = """#!/bin/sh
# Starts Cluster Designer with the Python beside it.
exec "$(dirname -- "$(readlink -f -- "$0")")/python" -P -m designer "$@"
"""
APP_RUN = """#!/bin/sh
exec "$(dirname -- "$(readlink -f -- "$0")")/usr/bin/cluster-designer" "$@"
"""
HEAD = """#!/bin/sh
# Cluster Designer VERSION as one file: unpacks itself once, then starts.
set -eu
folder="${XDG_DATA_HOME:-$HOME/.local/share}/cluster-designer-portable/DIGEST"
if [ ! -x "$folder/AppRun" ]; then
    mkdir -p "$(dirname "$folder")"
    new=$(mktemp -d "$folder.XXXXXX")
    trap 'rm -rf "$new"' EXIT
    echo "cluster-designer: unpacking into $folder, once" >&2
    tail -n +LINES "$0" | tar xzf - -C "$new"
    mv "$new" "$folder" 2>/dev/null || [ -x "$folder/AppRun" ]
    trap - EXIT
    rm -rf "$new"
fi
exec "$folder/AppRun" "$@"
"""


def main() -> int:
    """Make the folder and, unless it alone is asked for, the file."""
    words = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    words.add_argument("--out", type=Path, default=ROOT / "out" / "portable")
    words.add_argument("--folder", action="store_true", help="make no file of the folder")
    asked = words.parse_args()
    if not sys.platform.startswith("linux"):
        print("portable.py: makes what runs on Linux, on Linux", file=sys.stderr)
        return 1
    machine = os.uname().machine
    folder = asked.out / f"{NAME}-{__version__}-{machine}"
    shutil.rmtree(folder, ignore_errors=True)
    fill(folder)
    print(f"made {folder}: {megabytes(folder)} MB")
    if not asked.folder:
        file = packed(folder)
        print(f"made {file}: {file.stat().st_size // 1_000_000} MB")
    return 0


def fill(folder: Path) -> None:
    """Lay Python, packages, program, libraries and starters into a folder."""
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    usr = folder / "usr"
    site = usr / "lib" / version / "site-packages"
    (usr / "bin").mkdir(parents=True)
    interpreter = Path(sys.base_prefix) / "bin" / version
    shutil.copy2(interpreter, usr / "bin" / version)
    stdlib = sysconfig.get_path("stdlib", vars={"installed_base": sys.base_prefix})
    shutil.copytree(stdlib, usr / "lib" / version, ignore=not_of_python)
    site.mkdir(parents=True)
    for name in locked():
        copy_package(name, site)
    install_program(site)
    copy_libraries(usr)
    write(usr / "bin" / "python", PYTHON.replace("VERSION", version), executable=True)
    write(usr / "bin" / NAME, LAUNCHER, executable=True)
    write(site / "sitecustomize.py", CUSTOM)
    write(folder / "AppRun", APP_RUN, executable=True)
    for name in (f"{NAME}.desktop", f"{NAME}.svg"):
        shutil.copy2(ROOT / "resources" / "desktop" / name, folder / name)


def not_of_python(_folder: str, names: list[str]) -> list[str]:
    """Return what of the standard library stays behind."""
    return [
        name
        for name in names
        if name in NOT_OF_PYTHON or name.startswith(("config-", "_tkinter.", "_test", "_xxtest"))
    ]


def locked() -> list[str]:
    """Return the packages that the program runs with, by lock-run.txt."""
    text = (ROOT / "packaging" / "lock-run.txt").read_text(encoding="utf-8")
    names = re.findall(r"^([A-Za-z0-9._-]+)==", text, re.MULTILINE)
    return [name for name in names if name not in BUILD_ONLY]


def copy_package(name: str, site: Path) -> None:
    """Copy an installed package; one that this system does not need is not there."""
    try:
        package = importlib.metadata.distribution(name)
    except importlib.metadata.PackageNotFoundError:
        return
    for file in package.files or ():
        place = file.as_posix()
        if place.startswith("..") or "__pycache__" in place:
            continue
        if NOT_OF_QT.search(place) or TESTS.match(place):
            continue
        source = Path(str(package.locate_file(file)))
        if source.is_file():
            (site / place).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source, site / place)


def install_program(site: Path) -> None:
    """Build the wheel of the program, which holds catalogue and guide, and unpack it."""
    with tempfile.TemporaryDirectory() as folder:
        words = ["wheel", "--no-deps", "--no-build-isolation", "--quiet", "-w", folder, str(ROOT)]
        subprocess.run([sys.executable, "-m", "pip", *words], check=True)
        (wheel,) = Path(folder).glob("*.whl")
        zipfile.ZipFile(wheel).extractall(site)


def copy_libraries(usr: Path) -> None:
    """Copy the libraries of the system that Python, the packages and Qt's window ask for."""
    inside = {path.name for path in usr.rglob("*.so*")}
    asking = [usr / "bin" / f"python{sys.version_info.major}.{sys.version_info.minor}"]
    asking += usr.rglob("lib-dynload/*.so")
    asking += usr.rglob("PySide6/Qt/plugins/platforms/*.so")
    for path in asking:
        done = subprocess.run(["ldd", str(path)], capture_output=True, text=True, check=False)
        for soname, found in re.findall(r"^\s*(\S+) => (/\S+)", done.stdout, re.MULTILINE):
            if not OF_THE_SYSTEM.match(soname) and soname not in inside:
                shutil.copy2(found, usr / "lib" / soname)


def write(path: Path, text: str, *, executable: bool = False) -> None:
    """Write a text file."""
    path.write_text(text, encoding="utf-8")
    path.chmod(0o755 if executable else 0o644)


def packed(folder: Path) -> Path:
    """Return one file that unpacks the folder and starts it; the same folder, the same file."""
    data = io.BytesIO()
    with (
        gzip.GzipFile(fileobj=data, mode="wb", compresslevel=6, mtime=0) as thin,
        tarfile.open(fileobj=thin, mode="w") as tar,
    ):
        for path in sorted(folder.rglob("*")):
            tar.add(path, str(path.relative_to(folder)), recursive=False, filter=_plain)
    digest = hashlib.sha256(data.getvalue()).hexdigest()[:12]
    head = HEAD.replace("VERSION", __version__).replace("DIGEST", digest)
    head = head.replace("LINES", str(head.count("\n") + 1))
    file = folder.parent / f"{folder.name}.run"
    file.write_bytes(head.encode() + data.getvalue())
    file.chmod(0o755)
    return file


def _plain(entry: tarfile.TarInfo) -> tarfile.TarInfo:
    entry.mtime, entry.uid, entry.gid, entry.uname, entry.gname = 0, 0, 0, "", ""
    return entry


def megabytes(folder: Path) -> int:
    """Return how large a folder is."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file()) // 1_000_000


if __name__ == "__main__":
    sys.exit(main())
