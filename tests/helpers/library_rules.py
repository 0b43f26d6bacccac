"""What each room may import from outside the program, and how: a list of what is allowed.

A list of what is forbidden misses the next way to a thread, a network or an import by its name.
A module that another leaves within reach counts as imported: `logging.config`, `json.codecs`.
"""

import ast
import importlib
import re
import sys
from collections.abc import Iterator, Set
from functools import cache
from importlib.util import find_spec
from types import ModuleType
from typing import Final

from tests.helpers.source import Finding, Source, is_or_below

EVERYWHERE: Final = frozenset(
    {
        "__future__", "abc", "bisect", "collections", "collections.abc", "copy", "contextlib",
        "dataclasses", "datetime", "decimal", "difflib", "enum", "fractions", "functools",
        "hashlib", "heapq", "html", "itertools", "json", "math", "numbers", "numpy",
        "numpy.fft", "numpy.linalg", "numpy.typing", "operator", "pydantic", "re", "statistics",
        "string", "struct", "textwrap", "types", "typing", "unicodedata", "zlib",
    }
)  # fmt: skip
_FILES = frozenset({"errno", "io", "os", "os.path", "pathlib", "stat", "tempfile", "shutil"})
_QT = frozenset({"PySide6.QtCore", "PySide6.QtGui"})
BY_ROOM: Final[dict[str, frozenset[str]]] = {
    # What the engine's process needs of these, `code_rules` names file by file.
    "engine": frozenset(
        {
            "concurrent.futures", "gc", "os", "select", "sys", "time", "scipy.optimize",
            "scipy.sparse", "scipy.sparse.csgraph", "scipy.sparse.linalg",
        }
    ),
    "catalog": frozenset({"os", "pathlib", "pydantic_core", "stat", "tomli"}),
    "io": _FILES
    | {
        "csv", "ezdxf", "ezdxf.disassemble", "ezdxf.enums", "ezdxf.path", "ezdxf.recover",
        "ezdxf.units", "fcntl", "gettext", "glob", "msvcrt", "platformdirs",
        "reprlib", "secrets", "socket", "tomlkit", "tomlkit.exceptions", "tomlkit.items",
        "urllib.parse",
        "xlsxwriter", "yaml", "yaml.reader",
    },
    "script": frozenset({"os", "pathlib"}),
    "plugins": frozenset({"importlib.metadata", "os", "os.path", "sys"}),
    "render": _QT | {"segno"}
    | {"PySide6.QtSvg", "io", "os", "pathlib", "pypdf", "pypdf.generic", "xml.sax.saxutils"},
    "runtime": _FILES | {"PySide6.QtCore", "logging", "secrets", "sys", "time"},
    "ui": _QT
    | {
        "PySide6.QtPrintSupport", "PySide6.QtWidgets", "os", "pathlib", "pyqtgraph", "shiboken6",
        "time",
    },
    "app": _FILES
    | _QT
    | {
        "PySide6.QtWidgets", "argparse", "ctypes", "gc", "importlib", "importlib.metadata",
        "platform", "signal", "subprocess", "sys", "traceback", "urllib.parse",
    },
    "__main__.py": frozenset({"_signal", "gc"}),
}  # fmt: skip
"""By room what it may import beside `EVERYWHERE`."""
NAMES: Final = {
    # Not the fields that look at the disk or the clock when they are validated.
    "pydantic": frozenset(
        {
            "AfterValidator", "BaseModel", "ConfigDict", "Field", "SerializeAsAny", "TypeAdapter",
            "ValidationError", "ValidatorFunctionWrapHandler", "WrapValidator", "field_validator",
            "model_validator",
        }
    ),
    "pydantic_core": frozenset({"PydanticKnownError"}),
    # Not `ExitStack`, whose callbacks may swallow every error.
    "contextlib": frozenset({"contextmanager", "redirect_stderr", "redirect_stdout", "suppress"}),
    # A thread for what cannot be divided into slices.
    "concurrent.futures": frozenset({"ThreadPoolExecutor", "wait"}),
    "importlib": frozenset({"import_module", "metadata"}),
    "importlib.metadata": frozenset({"version"}),
}  # fmt: skip
"""Modules of which only some names may be used."""

_ABOVE_BY_NAME = re.compile(
    r"pyside|shiboken|pyqt|\bqtpy\b|\bQt(?:Core|Gui|Widgets)\b"
    r"|\bdesigner\.(?:app|render|runtime|ui)\b",
    re.IGNORECASE,
)


def beyond_the_list(source: Source) -> Iterator[Finding]:
    """Yield modules of the library and of other packages that a room may not import."""
    allowed = EVERYWHERE | BY_ROOM.get(source.place.split("/")[1], frozenset())
    for line, name in source.imports:
        if not is_or_below(name, {"designer"}):
            wrong = _beyond(name, allowed)
            if wrong:
                yield line, f"import of {wrong}"
    for node, name in source.references:
        if "?" in name or is_or_below(name, {"designer", "builtins"}):
            continue
        first = _first(node)
        if "." in name and isinstance(first, ast.Name) and first.id in source.meanings:
            wrong = _beyond(name, allowed)
            if wrong:
                yield node.lineno, wrong


def _first(node: ast.expr) -> ast.expr:
    """Return what a dotted name begins with; each step is an attribute or a `getattr`."""
    while isinstance(node, ast.Attribute | ast.Call):
        node = node.value if isinstance(node, ast.Attribute) else node.args[0]
    return node


@cache
def _beyond(name: str, allowed: Set[str]) -> str:
    """Return the module or the restricted name that a dotted name asks for; "" if it may."""
    parts = name.split(".")
    for count in range(1, len(parts) + 1):
        asked = ".".join(parts[:count])
        holds_allowed = any(one.startswith(f"{asked}.") for one in allowed)
        if asked in allowed or (holds_allowed and count < len(parts)):
            continue
        holder = ".".join(parts[: count - 1])
        if (
            holder not in allowed
            or _is_module(asked)
            or _left_within_reach(holder, parts[count - 1])
        ):
            return asked
        return asked if holder in NAMES and parts[count - 1] not in NAMES[holder] else ""
    return ""


@cache
def _is_module(name: str) -> bool:
    try:
        return find_spec(name) is not None
    except (ImportError, ValueError):
        return False


def _left_within_reach(holder: str, attribute: str) -> bool:
    """Return whether a module holds another as its attribute: `json.codecs`."""
    top = holder.partition(".")[0]
    if top not in sys.stdlib_module_names and top != "numpy":
        return False
    try:
        module = importlib.import_module(holder)
    except ImportError:  # of another system
        return False
    return isinstance(getattr(module, attribute, None), ModuleType)


def named_above(source: Source) -> Iterator[Finding]:
    """Yield texts that name Qt, or a room that has it, where neither may be imported."""
    for node in source.nodes:
        text = _joined(node)
        if text and _ABOVE_BY_NAME.search(text):
            assert isinstance(node, ast.expr)
            yield node.lineno, f"the text {text[:60]!r}"


def _joined(node: ast.AST) -> str:
    """Return a text as it is written out, also where it is put together of several."""
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else str(node.value or "")
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        return _joined(node.left) + _joined(node.right)
    if isinstance(node, ast.JoinedStr):
        return "".join(_joined(one) for one in node.values)
    if isinstance(node, ast.FormattedValue):
        return _joined(node.value)
    is_join = (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr == "join"
        and len(node.args) == 1
        and isinstance(node.args[0], ast.List | ast.Tuple)
    )
    if is_join:
        return _joined(node.func.value).join(_joined(one) for one in node.args[0].elts)
    return ""


def hidden_from_types(source: Source) -> Iterator[Finding]:
    """Yield code that the type checker is told not to read, or to read another of.

    `TYPE_CHECKING` may be the whole condition of an `if` that has no `else`, nothing beside.
    """
    fine = set()
    for node in source.nodes:
        if isinstance(node, ast.If) and not node.orelse:
            fine.add(id(node.test))
        if isinstance(node, ast.If | ast.While) and isinstance(node.test, ast.Constant):
            # What never runs is not checked either; `while True` runs.
            if not (isinstance(node, ast.While) and node.test.value is True):
                yield node.lineno, f"under the constant {ast.unparse(node.test)}"
        elif isinstance(node, ast.keyword) and node.arg == "TYPE_CHECKING":
            yield node.value.lineno, "TYPE_CHECKING"
    for node, name in source.references:
        if name.rpartition(".")[2] in ("TYPE_CHECKING", "MYPY") and id(node) not in fine:
            yield node.lineno, ast.unparse(node)
