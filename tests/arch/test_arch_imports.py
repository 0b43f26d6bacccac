"""Rooms import only rooms below them, and Qt begins at `render`. Every gate is seen to fail."""

import sys
import tomllib
from pathlib import Path

import pytest

from tests.helpers.gates import REPOSITORY
from tests.helpers.sandbox import copy_package, planted, run, run_python

CONTRACTS = tomllib.loads((REPOSITORY / "pyproject.toml").read_text(encoding="utf-8"))["tool"][
    "importlinter"
]["contracts"]


def rooms_below_render() -> tuple[str, ...]:
    """Return the rooms below `render`, from the contract: a new room is not forgotten here."""
    layers = next(c["layers"] for c in CONTRACTS if c.get("exhaustive"))
    below = layers[layers.index("render") + 1 :]
    return tuple(room.strip() for layer in below for room in layer.split("|"))


QT_FREE = rooms_below_render()

IMPORT_WITHOUT_QT = """
import importlib, pkgutil, sys

class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("PySide6", "shiboken6", "pyqtgraph"):
            raise ImportError(f"{name} is blocked")

sys.meta_path.insert(0, Blocked())
count = 0
for room in sys.argv[1:]:
    package = importlib.import_module(f"designer.{room}")
    for module in pkgutil.walk_packages(package.__path__, f"designer.{room}."):
        importlib.import_module(module.name)
        count += 1
print(count)
"""


def lint_imports(folder: Path) -> "tuple[int, str]":
    tool = Path(sys.executable).with_name("lint-imports")
    done = run(str(tool), "--no-cache", cwd=folder, PYTHONPATH=str(folder))
    return done.returncode, done.stdout + done.stderr


def test_the_contract_on_qt_names_every_room_below_render() -> None:
    assert {"model", "catalog", "engine", "document", "planning", "io"} <= set(QT_FREE)
    named = next(c["source_modules"] for c in CONTRACTS if c["name"] == "no Qt below render")
    assert sorted(named) == sorted(f"designer.{room}" for room in QT_FREE)


def test_every_room_imports_only_rooms_below_it() -> None:
    code, output = lint_imports(REPOSITORY)
    assert code == 0, output


@pytest.fixture(scope="module")
def copied(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the program, for one planted line after the other."""
    return copy_package(tmp_path_factory.mktemp("copied"))


@pytest.mark.parametrize(
    ("place", "line", "broken"),
    [
        ("model/planted.py", "import designer.document\n", "rooms import only rooms below"),
        ("engine/planted.py", "import designer.document\n", "rooms import only rooms below"),
        ("wiring/planted.py", "import designer.engine\n", "rooms import only rooms below"),
        ("catalog/planted.py", "import designer.wiring\n", "rooms import only rooms below"),
        ("wiring/planted.py", "import PySide6.QtCore\n", "no Qt below render"),
        ("extra/__init__.py", '"""A room nobody declared."""\n', ""),
        ("io/planted.py", "def f():\n    import PySide6.QtCore\n", "no Qt below render"),
        ("planning/planted.py", "import pyqtgraph\n", "no Qt below render"),
    ],
)
def test_a_planted_import_breaks_the_contract(
    copied: Path, place: str, line: str, broken: str
) -> None:
    with planted(copied, f"designer/{place}", line):
        code, output = lint_imports(copied)
    assert code != 0
    planted_module = ".".join(["designer", *Path(place).with_suffix("").parts])
    findings = output.partition("Broken contracts")[2] or output
    assert broken in findings, output
    assert planted_module.removesuffix(".__init__") in findings, output


def test_the_lower_rooms_import_without_qt() -> None:
    done = run_python(IMPORT_WITHOUT_QT, *QT_FREE)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) >= 6


def test_a_planted_qt_import_below_render_fails(copied: Path) -> None:
    with planted(copied, "designer/catalog/planted.py", "import PySide6.QtCore\n"):
        done = run_python(IMPORT_WITHOUT_QT, *QT_FREE, cwd=copied)
    assert done.returncode != 0
    assert "PySide6 is blocked" in done.stderr
