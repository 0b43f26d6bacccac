"""A test that warns must fail: the suite's own settings, shown one planted warning of each sort."""

import shutil
import sys
from pathlib import Path

import pytest

from tests.helpers.gates import REPOSITORY
from tests.helpers.sandbox import run

QUIET = """
def test_quiet(qapp):
    assert qapp is not None
"""
EXPECTED = """
import logging, pytest

@pytest.mark.expect_log("cable too long")
def test_expected():
    logging.getLogger("designer").warning("cable too long: 3 m")
"""
NOISY = {
    "python": "import warnings\n\ndef test_noisy():\n    warnings.warn('planted', UserWarning)\n",
    "logging": (
        "import logging\n\ndef test_noisy():\n    logging.getLogger('x').warning('planted')\n"
    ),
    "qt": (
        "from PySide6.QtCore import qWarning\n\ndef test_noisy(qapp):\n    qWarning('planted')\n"
    ),
    "qt slot": (
        "from PySide6.QtCore import QTimer\n\n"
        "def test_noisy(qtbot):\n"
        "    done = []\n"
        "    def slot():\n"
        "        done.append(1)\n"
        "        raise ValueError('planted')\n"
        "    QTimer.singleShot(0, slot)\n"
        "    qtbot.waitUntil(lambda: bool(done))\n"
    ),
}


def run_planted(folder: Path, text: str) -> "tuple[int, str]":
    shutil.copy(REPOSITORY / "tests/conftest.py", folder)
    (folder / "test_planted.py").write_text(text)
    done = run(
        *(sys.executable, "-m", "pytest", "-c", str(REPOSITORY / "pyproject.toml")),
        *(f"--rootdir={folder}", "-p", "no:cacheprovider", "-p", "no:xdist", str(folder)),
    )
    return done.returncode, done.stdout + done.stderr


@pytest.mark.parametrize("text", [QUIET, EXPECTED])
def test_a_quiet_test_passes(tmp_path: Path, text: str) -> None:
    code, output = run_planted(tmp_path, text)
    assert code == 0, output


@pytest.mark.parametrize("kind", NOISY)
def test_a_planted_warning_fails(tmp_path: Path, kind: str) -> None:
    code, output = run_planted(tmp_path, NOISY[kind])
    assert code == 1, output
    assert "planted" in output


def test_no_test_sees_the_real_home() -> None:
    code = (
        "import os, pathlib, tests.conftest\n"
        "real = pathlib.Path(os.environ['REAL'])\n"
        "assert not pathlib.Path.home().is_relative_to(real)\n"
        "for name in os.environ:\n"
        "    if name.startswith('XDG_') and name.endswith('_HOME'):\n"
        "        assert not pathlib.Path(os.environ[name]).is_relative_to(real), name\n"
    )
    done = run(sys.executable, "-c", code, HOME="/nonexistent", REAL="/nonexistent")
    assert done.returncode == 0, done.stderr
