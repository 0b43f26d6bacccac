"""What makes code depend on more than its arguments: clock, chance, files, output.

What a rule cannot see by reading is said in its docstring; `code_rules.py` says where each holds.
"""

import ast
import importlib
import re
from collections.abc import Iterator
from functools import cache
from types import ModuleType

from tests.helpers.gates import REPOSITORY
from tests.helpers.source import Finding, Source, is_or_below, walked

PURE_MODULES = frozenset({
    "__future__", "abc", "array", "bisect", "collections", "contextlib", "copy", "dataclasses",
    "datetime", "decimal", "difflib", "enum", "fractions", "functools", "graphlib", "hashlib",
    "heapq", "itertools", "json", "math", "numbers", "numpy", "operator", "pydantic", "re",
    "scipy", "statistics", "string", "struct", "textwrap", "types", "typing",
    "typing_extensions", "unicodedata", "weakref", "zlib", "designer",
})  # fmt: skip
"""What code may import that depends on its arguments only. A list of what is allowed: a list of
what is forbidden would miss the next way to a file or a clock."""

_EFFECTS = frozenset({"open", "input", "print", "breakpoint"})
_NUMPY_EFFECTS = frozenset(
    f"numpy.{name}"
    for name in (
        "random", "load", "save", "savez", "savez_compressed", "savetxt", "loadtxt", "genfromtxt",
        "fromfile", "memmap", "lib", "fromregex", "ctypeslib", "DataSource", "datetime64", "f2py",
        "testing", "is_busday", "busday_count", "busday_offset",
    )
)  # fmt: skip
_EFFECT_METHODS = frozenset({
    "read_text", "read_bytes", "write_text", "write_bytes", "tofile", "default_rng", "samples",
    "today", "utcnow", "fromtimestamp", "utcfromtimestamp", "getrandbits", "urandom",
    "fromfile", "memmap", "dump", "parse_file", "astimezone", "timestamp", "loadtxt",
    "genfromtxt",
})  # fmt: skip
_DATE_TYPE = re.compile(r"(?:datetime64|[<>=|]?M8)(?:\[|$)")
"""Names by which numpy makes dates of texts; `M` alone is one where numpy is asked."""
_READING_TYPES = frozenset(
    f"pydantic.{name}"
    for name in ("FilePath", "DirectoryPath", "NewPath", "SocketPath", "ImportString")
)
"""Fields that look at the disk, or import, to be validated."""


def texts_of(call: ast.Call) -> list[str]:
    """Return the constant texts that a call is given, by name or by place."""
    given = [*call.args, *(one.value for one in call.keywords)]
    values = [one.value for one in given if isinstance(one, ast.Constant)]
    return [value for value in values if isinstance(value, str)]


def effects(source: Source) -> Iterator[Finding]:
    """Yield what makes code depend on more than its arguments: clock, chance, files, output."""
    for line, name in source.imports:
        if not is_or_below(name, PURE_MODULES) or _other_module(name):
            yield line, f"import of {name}"
    for node, name in source.references:
        last = name.rpartition(".")[2]
        if (
            (name in _EFFECTS or name.removeprefix("builtins.") in _EFFECTS)
            or is_or_below(name, _NUMPY_EFFECTS | _READING_TYPES)
            or (isinstance(node, ast.Attribute | ast.Call) and last in (*_EFFECT_METHODS, "now"))
            or _other_module(name)
        ):
            yield node.lineno, name
    for call, name in source.calls:
        by_name = name in ("operator.methodcaller", "operator.attrgetter")
        if by_name and {*_EFFECT_METHODS, "now"}.intersection(texts_of(call)):
            yield call.lineno, ast.unparse(call)
        elif any(map(_DATE_TYPE.match, texts_of(call))) or _is_date_of_numpy(call, name):
            yield call.lineno, f"{ast.unparse(call)}, which reads `now` and `today` as the clock"
        elif name in ("hash", "builtins.hash"):
            yield call.lineno, "hash, which each process has its own of"


def _is_date_of_numpy(call: ast.Call, name: str) -> bool:
    """Return whether numpy is asked for the type of dates by its letter, or handed `now`."""
    if not name.startswith("numpy.") and not name.endswith(".astype"):
        return False
    texts = {one.value for one in walked(call) if isinstance(one, ast.Constant)}
    letter = {"M", "<M", ">M", "=M"}.intersection(texts_of(call))
    return bool(letter) or any(str(text).lower() in ("now", "today") for text in texts)


def _other_module(name: str) -> str:
    """Return the module that a name reaches through one it may import: `dataclasses.sys`."""
    top, _, rest = name.partition(".")
    if not rest or top not in PURE_MODULES or top in ("designer", "numpy", "pydantic"):
        return ""
    reached = getattr(importlib.import_module(top), rest.partition(".")[0], None)
    if not isinstance(reached, ModuleType) or is_or_below(reached.__name__, PURE_MODULES):
        return ""
    return reached.__name__


def reads_shipped_files(source: Source) -> Iterator[Finding]:
    """Yield where a room that takes its catalogue as an argument reads one, or a file, itself.

    Which modules of the catalogue read files is read in these.
    """
    for line, name in source.imports:
        module = ".".join(name.split(".")[:3])
        if is_or_below(name, {"designer.catalog"}) and _reads_files(module):
            yield line, f"import of {name}"


@cache
def _reads_files(module: str) -> bool:
    path = REPOSITORY / f"{module.replace('.', '/')}.py"
    if not path.is_file():
        return False  # a package: what it gathers is imported by its own name
    source = Source(path.relative_to(REPOSITORY).as_posix(), path.read_text(encoding="utf-8"))
    return any("pydantic_core" not in what for _, what in effects(source))
