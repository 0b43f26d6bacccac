"""Every text that the program gives to Qt goes through the edge, or nobody reads it."""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import PySide6
import pytest

from designer.ui.kit.widget_edge import HELD
from tests.helpers.code_rules import repository_sources

ROOMS: Final = ("ui", "render", "app")
NOT_READ: Final = frozenset({
    # Files, pictures, fonts, colours, keys, kinds of data.
    "addApplicationFont", "addFileAttachment", "addPixmap", "create", "fill",
    "fillRect", "font", "fromFont", "load", "loadFromData", "map", "matches", "prepare", "remove",
    "resolve", "save", "setBrush", "setColor", "setColorAt", "setDefaultFont", "setDefaultSuffix",
    "setDesktopFileName", "setFamilies", "setFeature", "setFont", "setFontFamilies", "setFormat",
    "setMask",
    "setPen", "setPixmap", "setShortcut", "setStyle", "setStyleSheet", "substitute",
    "supportsCharacter", "swap", "weight",
    "QApplication", "QBrush", "QColor", "QFont", "QFontMetrics", "QFontMetricsF",
    "QGuiApplication", "QIcon", "QImage", "QImageReader", "QKeyEvent", "QKeySequence", "QPageSize",
    "QPalette", "QPdfWriter", "QPen", "QPixmap", "QRawFont", "QRegion", "QShortcut",
    # Of the program's or Python's own under the same name, or asked of Qt and not given to it.
    "about", "append", "field", "find", "findText", "index", "insert", "mkdir", "size", "text",
    "mightBeRichText", "validate", "valueFromText",
    # The name of the program, and what a file says of itself.
    "setApplicationDisplayName", "setAuthor", "setCreator", "setDescription",
    # Groups of buttons take buttons.
    "addButton",
    # What people type, and files as they are: the guide, parts, scripts, a kernel's line.
    "insertText", "setMarkdown", "setPlainText", "QCompleter", "QLineEdit", "QPlainTextEdit",
    "loadResource",
    # HTML: names of limits are read before they become HTML; the clipboard is for other programs.
    "setHtml",
    # Drawn by `lettering.py`, which reads first.
    "QStaticText",
    # Made without a text.
    "QComboBox", "QProgressBar", "QSpinBox", "QWidget",
})  # fmt: skip
"""Calls that Qt has a text for, none that people read, or one that has been read before."""


def takes_text(function: ast.FunctionDef) -> bool:
    arguments = (*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs)
    return any(
        isinstance(name, ast.Name) and name.id == "str"
        for one in arguments
        if one.annotation is not None
        for name in ast.walk(one.annotation)
    )


@pytest.fixture(scope="module")
def of_qt() -> frozenset[str]:
    """Methods and classes of Qt's windows and drawings that are given texts."""
    found = set()
    for module in ("QtGui", "QtWidgets"):
        stubs = Path(PySide6.__file__).parent / f"{module}.pyi"
        for kind in ast.parse(stubs.read_text(encoding="utf-8")).body:
            if isinstance(kind, ast.ClassDef):
                methods = (one for one in kind.body if isinstance(one, ast.FunctionDef))
                named = {one.name for one in methods if takes_text(one)}
                found |= {kind.name if name == "__init__" else name for name in named}
    return frozenset(found)


def calls() -> Iterator[tuple[str, str]]:
    """Yield what is called in the rooms that draw windows and sheets, and where."""
    for room in ROOMS:
        for source in repository_sources(f"designer/{room}"):
            for node in source.nodes:
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute | ast.Name):
                    called = node.func
                    name = called.attr if isinstance(called, ast.Attribute) else called.id
                    yield name, f"{room}/{source.place}:{node.lineno}"


HELD_NAMES: Final = frozenset(kind if name == "__init__" else name for kind, name in HELD)


def test_a_text_for_qt_is_held_by_the_edge_or_nobody_reads_it(of_qt: frozenset[str]) -> None:
    open_ones = {
        name: where
        for name, where in calls()
        if name in of_qt and name not in HELD_NAMES and name not in NOT_READ
    }
    told = "; ".join(f"{name} ({where})" for name, where in sorted(open_ones.items()))
    assert not open_ones, (
        f"Qt shows texts of {told}: put them in front in designer/ui/kit/widget_edge.py, or, where "
        "nobody reads them, into NOT_READ here"
    )


def test_what_nobody_reads_is_called_and_not_held(of_qt: frozenset[str]) -> None:
    called = {name for name, _ in calls()}
    assert sorted(NOT_READ - called) == []
    assert sorted(NOT_READ - of_qt) == []
    assert not NOT_READ & HELD_NAMES


def test_qt_has_what_the_edge_stands_in_front_of(of_qt: frozenset[str]) -> None:
    assert sorted(HELD_NAMES - of_qt) == []
