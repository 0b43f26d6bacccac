"""Qt is imported without its look into the source of every module that comes after it."""

import os
import subprocess
import sys
from pathlib import Path

_LOOKS = """
import builtins, sys
from designer.app.qt_import import import_qt

before = builtins.__import__
if sys.argv[1] == "ours":
    import_qt()
import PySide6.QtCore, PySide6.QtGui
assert (builtins.__import__ is before) is (sys.argv[1] == "ours")
read = []
sys.addaudithook(lambda what, told: read.append(str(told[0])) if what == "open" else None)
import designer.render.one_line
print(sum(name.endswith(".py") for name in read))
"""


def _sources_read(who: str, bytecode: Path) -> int:
    set_ = os.environ | {"PYTHONPYCACHEPREFIX": str(bytecode), "PYTHONDONTWRITEBYTECODE": ""}
    said = subprocess.run(
        [sys.executable, "-c", _LOOKS, who],
        check=True, capture_output=True, text=True, timeout=60, env=set_,
    )  # fmt: skip
    return int(said.stdout)


def test_sources_of_modules_are_not_read_after_qt_is_imported(tmp_path: Path) -> None:
    """A module with bytecode costs no look at its source."""
    _sources_read("ours", tmp_path)  # leaves the bytecode behind
    assert _sources_read("ours", tmp_path) < 5 < _sources_read("theirs", tmp_path)
