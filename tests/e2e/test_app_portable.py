"""The program as one file: made, run without anything of the checkout, with its window and engine.

Making it packs half a gigabyte, so it runs where it is asked for.
"""

import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from tests.helpers.gates import REPOSITORY

ASKED = os.environ.get("TEST_PORTABLE") == "1"
RUNTIME = os.environ.get("TEST_APPIMAGE_RUNTIME", "")
WORDS = "takes minutes: TEST_PORTABLE=1 packaging/test.sh tests/e2e/test_app_portable.py"
OF_A_RUNTIME = (
    "takes minutes and a runtime: TEST_APPIMAGE_RUNTIME=FILE packaging/test.sh "
    "tests/e2e/test_app_portable.py"
)
SCRIPT = REPOSITORY / "packaging" / "portable.py"
WINDOW = """
import json, os, sys
from pathlib import Path
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
import designer
from designer.app.composition import Studio
app = QApplication(["start"])
studio = Studio(app)
studio.show(Path(sys.argv[1]))

def look():
    if studio.window.is_populated and studio.window.dashboard.totals.gpus.value.text() != "—":
        print(json.dumps({
            "gpus": studio.window.dashboard.totals.gpus.value.text(), "program": sys.executable,
            "package": designer.__file__, "libraries": os.environ.get("LD_LIBRARY_PATH", ""),
        }), flush=True)
        app.exit(0)
    else:
        QTimer.singleShot(20, look)

QTimer.singleShot(20, look)
app.exec()
studio.close()
"""


@pytest.fixture(scope="module")
def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("portable", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


def test_all_that_the_program_asks_for_is_taken(script: ModuleType) -> None:
    text = (REPOSITORY / "pyproject.toml").read_text(encoding="utf-8")
    asked = re.search(r"^dependencies = \[(.*?)^\]", text, re.MULTILINE | re.DOTALL)
    assert asked is not None
    names = re.findall(r'^ +"([A-Za-z0-9_-]+)', asked[1], re.MULTILINE)
    taken = script.locked()
    assert len(names) > 10
    assert [n for n in names if n.lower().replace("_", "-") not in taken] == []
    assert not script.BUILD_ONLY & set(taken)


def test_qt_goes_without_its_tools_but_with_its_plugins(script: ModuleType) -> None:
    left = ("PySide6/assistant", "PySide6/Qt/qml/a.so", "PySide6/QtGui.pyi", "PySide6/qmlls")
    taken = (
        "PySide6/QtGui.abi3.so", "PySide6/Qt/plugins/platforms/libqxcb.so", "PySide6/QtDesigner.py",
    )  # fmt: skip
    assert all(script.NOT_OF_QT.search(name) for name in left)
    assert not any(script.NOT_OF_QT.search(name) for name in taken)
    assert script.OF_THE_SYSTEM.match("libc.so.6")
    assert not script.OF_THE_SYSTEM.match("libcrypt.so.1")
    assert not script.OF_THE_SYSTEM.match("libxcb-cursor.so.0")


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.skipif(not ASKED, reason=WORDS)
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="made on Linux, for Linux")
def test_one_file_starts_with_nothing_but_a_home(tmp_path: Path) -> None:
    made = subprocess.run(
        [sys.executable, str(SCRIPT), "--out", str(tmp_path / "made")],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert made.returncode == 0, made.stderr
    (file,) = (tmp_path / "made").glob("*.run")
    home = tmp_path / "a home"
    home.mkdir()
    bare = {"HOME": str(home), "PATH": "/usr/bin:/bin", "QT_QPA_PLATFORM": "offscreen"}

    def run(*command: str) -> str:
        done = subprocess.run(
            command, env=bare, cwd=home, capture_output=True, text=True, check=False, timeout=300
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    design, book = home / "pod.cluster.toml", home / "pod.xlsx"
    run(str(file), "new", "dgx-superpod-h100", "scalable_units=1", "-o", str(design))
    run(str(file), "export", str(design), "--to", "xlsx", "-o", str(book))
    assert book.read_bytes()[:2] == b"PK"
    (folder,) = (home / ".local/share/cluster-designer-portable").glob("*")
    python = folder / "usr" / "bin" / "python"
    seen = json.loads(run(str(python), "-P", "-c", WINDOW, str(design)).splitlines()[-1])
    # DGX SuperPOD H100 reference architecture: one scalable unit is 31 nodes of 8 GPUs.
    assert seen["gpus"] == "248", "sized by the engine, which is a process of its own"
    assert seen["program"] == str(python), "what is started again finds its libraries"
    assert Path(seen["package"]).is_relative_to(folder)
    assert seen["libraries"] == "", "programs of the system get those of the system"
    assert (folder / "AppRun").is_file()
    assert list(folder.glob("*.desktop"))
    assert list(folder.glob("*.svg"))


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.skipif(not RUNTIME, reason=OF_A_RUNTIME)
@pytest.mark.skipif(shutil.which("mksquashfs") is None, reason="needs squashfs-tools")
def test_an_app_image_runs_where_it_lies(tmp_path: Path) -> None:
    """From a folder that cannot be written, with nothing but a home; unpacked, as without FUSE."""
    folder, home = tmp_path / "a share", tmp_path / "a home"
    home.mkdir()
    made = subprocess.run(
        [sys.executable, str(SCRIPT.with_name("appimage.py")), "--runtime", RUNTIME,
         "--out", str(folder)],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert made.returncode == 0, made.stderr
    (file,) = folder.iterdir()
    assert re.fullmatch(r"Cluster_Designer-\S+-\w+\.AppImage", file.name)
    folder.chmod(0o555)
    bare = {"HOME": str(home), "PATH": "/usr/bin:/bin", "QT_QPA_PLATFORM": "offscreen",
            "TMPDIR": str(tmp_path)}  # fmt: skip

    def run(*words: str) -> str:
        done = subprocess.run(
            [str(file), "--appimage-extract-and-run", *words], env=bare, cwd=home,
            capture_output=True, text=True, check=False, timeout=600,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        return done.stdout

    assert run("--version").split()[0] == "cluster-designer"
    design = home / "pod.cluster.toml"
    run("new", "dgx-superpod-h100", "scalable_units=1", "-o", str(design))
    assert "DGX SuperPOD H100" in run("report", str(design))
    assert "pictures and sheets: ready" in run("doctor")
    run("desktop-install", "--prefix", str(home))
    entry = (home / "share/applications/cluster-designer.desktop").read_text(encoding="utf-8")
    assert f'Exec="{file}" --appimage-extract-and-run %f' in entry
    assert len(list((home / ".cache/cluster-designer").glob("catalog-*"))) == 1
    folder.chmod(0o755)
    subprocess.run([str(file), "--appimage-extract"], cwd=home, check=True, capture_output=True)
    python = str(home / "squashfs-root/usr/bin/python")
    shown = subprocess.run(
        [python, "-P", "-c", WINDOW, str(design)], env=bare, cwd=home, capture_output=True,
        text=True, check=False, timeout=300,
    )  # fmt: skip
    assert shown.returncode == 0, shown.stderr
    assert json.loads(shown.stdout.splitlines()[-1])["gpus"] == "248"
