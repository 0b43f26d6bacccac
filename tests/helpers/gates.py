"""The house rules that no ready-made tool checks, as functions that return what breaks them.

Each takes a folder or files, so that its test can show it a planted violation.
"""

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]

FILE_LINES = 600
FUNCTION_LINES = 60

FORBIDDEN_NAMES = frozenset(
    {"util", "utils", "common", "misc", "helper", "helpers", "stuff", "shared", "lib", "tools"}
)

# In pieces, so that this file is no finding of its own rule.
_REGISTRY = re.compile(
    "|".join(
        (
            r"(?:https?|file|ftp)://[^\s\"'<>]*(?:"
            + "|".join(
                (
                    "py" + r"pi\b",
                    "python" + "hosted",
                    "ana" + "conda",
                    "art" + "ifactory",
                    "art" + "ifact-registry",
                    r"pkg\." + "dev",
                    "npm" + "js",
                    r"crates\." + "io",
                    r"deb\." + "debian",
                    r"archive\." + "ubuntu",
                    r"/sim" + r"ple\b",
                )
            )
            + ")",
            "--(?:extra-)?" + r"index-url\b",
            "--find-" + r"links\b",
        )
    ),
    re.IGNORECASE,
)
_ONE_MACHINE = re.compile(r"(?<![\w.$}/-])/(?:work|root|home|Users)/[\w.-]+")
_SLEEPERS = frozenset({"time.sleep", "QTest.qSleep", "QTest.qWait", "qtbot.wait"})


def python_files(folder: Path) -> Iterator[Path]:
    """Yield the Python files below a folder, in order."""
    yield from sorted(p for p in folder.rglob("*.py") if "__pycache__" not in p.parts)


def long_files(folder: Path) -> list[str]:
    """Return the Python files of more than `FILE_LINES` lines."""
    found = []
    for path in python_files(folder):
        lines = len(path.read_text(encoding="utf-8").splitlines())
        if lines > FILE_LINES:
            found.append(f"{path.relative_to(folder)}: {lines} lines, at most {FILE_LINES}")
    return found


def long_functions(folder: Path) -> list[str]:
    """Return the functions of more than `FUNCTION_LINES` lines, counted from `def` to the end."""
    found = []
    for path in python_files(folder):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                continue
            lines = (node.end_lineno or node.lineno) - node.lineno + 1
            if lines > FUNCTION_LINES:
                place = f"{path.relative_to(folder)}:{node.lineno}"
                found.append(f"{place}: {node.name}: {lines} lines, at most {FUNCTION_LINES}")
    return found


def forbidden_names(folder: Path) -> list[str]:
    """Return modules and packages whose name says nothing about what is inside."""
    return [
        str(path.relative_to(folder))
        for path in sorted(folder.rglob("*"))
        if path.stem.strip("_").lower() in FORBIDDEN_NAMES
        and (path.is_dir() or path.suffix == ".py")
        and "__pycache__" not in path.parts
    ]


def addresses(paths: Iterable[Path]) -> list[str]:
    """Return lines that name a package registry or a folder of one machine."""
    found = []
    for path in paths:
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue  # a picture or a font: no text, no address
        for number, line in enumerate(text.splitlines(), 1):
            for rule in (_REGISTRY, _ONE_MACHINE):
                match = rule.search(line)
                if match:
                    found.append(f"{path}:{number}: {match.group()}")
    return found


def sleeps(folder: Path) -> list[str]:
    """Return calls in tests that wait by time instead of for an event."""
    found = []
    for path in python_files(folder):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) in _SLEEPERS:
                found.append(f"{path.relative_to(folder)}:{node.lineno}: {ast.unparse(node.func)}")
    return found
