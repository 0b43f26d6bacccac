"""House rules that need to read code, not only text: a table of rules and how each is checked.

Each rule says where it holds, and which files are excepted, with the reason. What a rule cannot
see by reading is said in its docstring. `tests/arch/test_arch_code_rules.py` shows each one
planted violations.
"""

import ast
import io
import re
import tokenize
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from tests.helpers import (
    effect_rules,
    handler_rules,
    library_rules,
    network_rules,
    reach_rules,
    state_rules,
    waiting_rules,
)
from tests.helpers.effect_rules import texts_of
from tests.helpers.gates import REPOSITORY, python_files
from tests.helpers.rooms import folders_of
from tests.helpers.source import Finding, Source, is_or_below, walked

Check = Callable[[Source], Iterator[Finding]]

_DYNAMIC = frozenset(
    {"importlib", "imp", "runpy", "pkgutil", "zipimport", "pydoc", "pickle", "marshal", "shelve"}
)
_DYNAMIC_INNOCENT = frozenset({"importlib.metadata", "importlib.resources"})
_DYNAMIC_NAMES = frozenset({"__import__", "exec", "eval", "compile"})
_IMPORTED_BY_NAME = frozenset({"ImportString", "PyObject"})
"""Fields of pydantic that import what their text names."""
_THREADS = frozenset({
    "threading", "_thread", "concurrent", "asyncio", "multiprocessing", "sched", "trio",
    "anyio", "gevent", "PySide6.QtConcurrent",
})  # fmt: skip
_QT_THREADS = frozenset({"QThread", "QThreadPool", "QRunnable", "QtConcurrent", "QMetaObject"})
_FORKS = frozenset(
    f"{module}.{name}"
    for module in ("os", "posix", "signal")
    for name in ("fork", "forkpty", "posix_spawn", "posix_spawnp", "vfork", "setitimer", "alarm")
)
_UNVALIDATED = frozenset({
    "model_copy", "model_construct", "__setstate__", "__dict__", "construct",
    "__pydantic_validator__", "__pydantic_fields_set__", "__pydantic_extra__",
})  # fmt: skip


def dynamic_imports(source: Source) -> Iterator[Finding]:
    """Yield ways to import or run what the import contracts cannot see."""
    for line, name in source.imports:
        if is_or_below(name, _DYNAMIC) and not is_or_below(name, _DYNAMIC_INNOCENT):
            yield line, f"import of {name}"
    for node, name in source.references:
        innocent = isinstance(node, ast.Attribute) and not name.startswith(("builtins.", "?"))
        if name.rpartition(".")[2] in _DYNAMIC_NAMES and not innocent:
            yield node.lineno, name
        parts = name.split(".")
        if parts[-1] in _IMPORTED_BY_NAME or name in ("gc.get_objects", "gc.get_referrers"):
            yield node.lineno, name
        if parts[-1] == "import_module" and len(parts) > 2:
            yield node.lineno, name  # as `importlib.metadata.import_module`
        # Also as `collections._sys`: a module of the library that others leave within reach.
        if parts[-1] == "modules" and [one.strip("_") for one in parts[-2:-1]] == ["sys"]:
            yield node.lineno, "sys.modules"
    for node in source.nodes:
        if isinstance(node, ast.Constant) and node.value == "__import__":
            yield node.lineno, "'__import__'"
    for call, name in source.calls:
        if name == "operator.attrgetter" and any("." in text for text in texts_of(call)):
            yield call.lineno, ast.unparse(call)


def threads(source: Source) -> Iterator[Finding]:
    """Yield what starts or names a thread, an event loop of Python's or a pool."""
    for line, name in source.imports:
        if is_or_below(name, _THREADS):
            yield line, f"import of {name}"
    for node, name in source.references:
        if name.rpartition(".")[2] in _QT_THREADS or name in _FORKS:
            yield node.lineno, name


_ASKED_FOR_ITEMS = frozenset({"itemAt", "itemAtPosition", "takeAt"})


def items_of_python(source: Source) -> Iterator[Finding]:
    """Yield items of lists, trees and tables that Python makes, as `ui/kit/rows.py` explains.

    Items of layouts that Python has asked for are as bad: they go without being forgotten.
    """
    for node, name in source.references:
        if name.rpartition(".")[2] in _ITEMS:
            yield node.lineno, name
    for node in source.nodes:
        if isinstance(node, ast.Attribute) and node.attr in _ASKED_FOR_ITEMS:
            yield node.lineno, node.attr


def unvalidated_changes(source: Source) -> Iterator[Finding]:
    """Yield records that are changed or made without a check; `Record.evolve` is one.

    A frozen dataclass may complete itself in `__post_init__`: nobody has seen it yet.
    """
    making = [f for f in source.functions if f.name == "__post_init__"]
    unseen = {
        id(call.func)
        for function in making
        for call in walked(function)
        if isinstance(call, ast.Call) and call.args and ast.unparse(call.args[0]) == "self"
    }
    for node, name in source.references:
        if id(node) in unseen and name == "object.__setattr__":
            continue
        if name.rpartition(".")[2] in _UNVALIDATED:
            yield node.lineno, name.rpartition(".")[2]
        elif name in ("object.__setattr__", "builtins.object.__setattr__"):
            yield node.lineno, name
    for call, name in source.calls:
        if name in ("vars", "builtins.vars"):
            yield call.lineno, "vars"
        elif name.endswith(".copy") and any(one.arg == "update" for one in call.keywords):
            yield call.lineno, "copy(update=…)"
        elif name == "copy.replace" or name.endswith(".__replace__"):
            yield call.lineno, name  # of a record it is `model_copy(update=…)`
        elif name in ("operator.methodcaller", "operator.attrgetter") and any(
            _UNVALIDATED.intersection(text.split(".")) for text in texts_of(call)
        ):
            yield call.lineno, ast.unparse(call)


_DIRECTIVE = re.compile(
    r"#\s*(?:(?P<noqa>(?:ruff\s*:\s*|flake8\s*[:=]\s*)?noqa)(?P<codes>\s*:\s*[A-Z]+\d+(?:\s*,\s*[A-Z]+\d+)*)?"
    r"|type:\s*(?P<ignore>ignore)(?P<errors>\[[\w-]+(?:\s*,\s*[\w-]+)*\])?"
    r"|(?P<mypy>(?:mypy|pyright|isort|ruff)\s*:[^#]*)"
    r"|(?P<format>fmt:\s*(?:skip|on|off)))",
    re.IGNORECASE,
)
_REASON = re.compile(r"[^\W\d_]{3,}")


def _silences(found: re.Match[str]) -> bool:
    return bool(found["noqa"] or found["ignore"] or found["mypy"])


def bare_directives(source: Source) -> Iterator[Finding]:
    """Yield comments that silence a tool without saying which finding and why."""
    for node, name in source.references:
        if name.rpartition(".")[2] == "no_type_check":
            yield node.lineno, "no_type_check"
    if not any(map(_silences, _DIRECTIVE.finditer(source.text))):
        return  # reading comments apart from texts takes long, and is needed in few files
    for token in tokenize.generate_tokens(io.StringIO(source.text).readline):
        if token.type != tokenize.COMMENT:
            continue
        for one in filter(_silences, _DIRECTIVE.finditer(token.string)):
            whole_file = one["mypy"] or ":" in (one["noqa"] or "") or "=" in (one["noqa"] or "")
            if whole_file or not (one["codes"] or one["errors"]):
                yield token.start[0], f"{one.group().strip()}: names no finding of one line"
            elif not _REASON.search(_DIRECTIVE.sub("", token.string)):
                yield token.start[0], f"{one.group().strip()}: gives no reason"


@dataclass(frozen=True)
class Rule:
    """A rule: what finds its violations, where it holds, and what is excepted why.

    `rooms` are places below the repository; `excepted` maps a place, or a place and a finding
    after a colon, to the reason.
    """

    check: Check
    rooms: tuple[str, ...]
    excepted: Mapping[str, str] = field(default_factory=dict)

    def broken(self, sources: "list[Source]") -> list[str]:
        """Return what breaks the rule, exceptions left out."""
        return self.not_excepted(self.found(sources))

    def found(self, sources: "list[Source]") -> "list[tuple[str, int, str]]":
        """Return place, line and finding of all violations, excepted or not."""
        return [
            (source.place, line, what)
            for source in sources
            if any(source.place.startswith(f"{room}/") for room in self.rooms)
            for line, what in sorted(set(self.check(source)))
        ]

    def not_excepted(self, found: "list[tuple[str, int, str]]") -> list[str]:
        """Return the violations that nothing excepts, in words."""
        return [
            f"{place}:{line}: {what}"
            for place, line, what in found
            if place not in self.excepted and f"{place}: {what}" not in self.excepted
        ]

    def unneeded(self, found: "list[tuple[str, int, str]]") -> list[str]:
        """Return exceptions that except nothing any more."""
        used = {name for place, _, what in found for name in (place, f"{place}: {what}")}
        return sorted(set(self.excepted) - used)


_PIPES = "the worker process: serves pipes, nothing else of the engine does"
_BACKGROUND = {
    f"designer/engine/fabric_graph/background.py: import of {name}": (
        "HiGHS cannot be divided into slices: an edit does not wait for it"
    )
    for name in ("concurrent.futures.ThreadPoolExecutor", "concurrent.futures.wait")
}
_ENGINE_EXCEPTIONS = {
    **_BACKGROUND,
    **{f"designer/engine/worker.py: import of {name}": _PIPES for name in ("os", "select", "sys")},
    "designer/engine/follows.py: import of sys": "on Windows nobody sees whether a report waits",
    "designer/engine/worker.py: import of gc": "the worker process: tunes the collector",
    "designer/engine/start.py: import of gc": "the worker process: tunes the collector",
    "designer/engine/set_aside.py: import of gc": "the worker process: tunes the collector",
    "designer/engine/worker.py: import of time": "the worker process: slow on a test's request",
    "designer/engine/worker.py: print": "the worker process: one line to its log",
    "designer/engine/watch.py: import of time.perf_counter": "how long each stage took",
    **{
        f"designer/engine/given_back.py: {what}": "the worker process: the allocator's own call"
        for what in ("import of ctypes", "import of sys")
    },
}
_COMPUTED = "made of results of the program's own rules, which run at every edit"
_MADE_UNVALIDATED = {
    "designer/app/qt_import.py: vars": "Python's own import is put back, in the names of Python",
    "designer/engine/patch.py: model_construct": "its fields are validated one by one before",
    **{
        f"designer/model/record.py: {name}": "copies of what was validated, and a comparison"
        for name in ("__dict__", "object.__setattr__")
    },
    "designer/model/given_names.py: __dict__": "read only: what people wrote into a record",
    "designer/engine/evaluate.py: model_construct": "made of results; the reader validates them",
    "designer/engine/subjects/facility/facility.py: model_construct": _COMPUTED,
    "designer/engine/subjects/totals/totals.py: model_construct": _COMPUTED,
    "designer/engine/subjects/storage/storage.py: model_construct": _COMPUTED,
    "designer/engine/subjects/racks/rack.py: model_construct": _COMPUTED,
    "designer/io/design_file.py: model_construct": (
        "the design in it was validated when it was read, a second time doubles an opening"
    ),
}
"""Where a record is made without validation, with the reason."""
_PURE_ROOMS = folders_of("pure")
_BELOW_RENDER = folders_of("below render")

_PYTHONS_IMPORT = "Python's own import is put back after PySide has put one in its place"
_INTERPRETER, _PAGES = "the console is Python's own", "pictures of pages go as text"
_POINTS = "the points of a drawing, in a frame of text"
_WATCHED = "a line of the console that does not end holds the thread that could end it"
_OF_LIBRARIES = (
    ("app/console", "code", _INTERPRETER), ("app/console_errors", "code", _INTERPRETER),
    ("app/print_worker", "base64", _PAGES), ("runtime/preview_run", "base64", _PAGES),
    ("app/dxf_worker", "base64", _POINTS), ("runtime/dxf_reading", "base64", _POINTS),
    ("app/time_limit", "threading", _WATCHED),
    ("ui/state/underlays", "os.path", "a plan is named from the folder of its design"),
    ("app/export_look", "base64", _PAGES), ("runtime/export_look", "base64", _PAGES),
)  # fmt: skip
_ITEMS = frozenset({"QListWidgetItem", "QTreeWidgetItem", "QTableWidgetItem", "QStandardItem"})
_KEEPING = ("io", "pickle", "sys", "tempfile")
_UPDATES = "designer/ui/views/own_parts/updates_dialog.py"

_CALCULATIONS = (
    "fabrics/calc", "cables/calc", "fabrics/calc_all_reduce", "fabrics/calc_latency",
    "fabrics/calc_search", "choice/calc", "ownership/calc", "workloads/given", "workloads/hardware",
)  # fmt: skip

RULES: dict[str, Rule] = {
    "dynamic import": Rule(
        dynamic_imports,
        ("designer",),
        {
            "designer/app/main.py: import of importlib": "a command is imported when it is called",
            "designer/app/composition.py: import of importlib.import_module": (
                "what the window does not need at once is imported after its first paint"
            ),
            **{
                f"designer/app/script_run.py: {name}": "a script of the user is run"
                for name in ("compile", "exec")
            },
            "designer/catalog/compiled.py: import of pickle": (
                "the catalogue as it was read; its reader makes records and nothing else"
            ),
            "designer/app/qt_import.py: '__import__'": _PYTHONS_IMPORT,
            "designer/app/qt_import.py: builtins.__import__": _PYTHONS_IMPORT,
        },
    ),
    "whole package": Rule(reach_rules.whole_packages, ("designer",)),
    "library": Rule(
        library_rules.beyond_the_list,
        ("designer",),
        {
            "designer/app/qt_import.py: import of builtins": _PYTHONS_IMPORT,
            **{f"designer/{file}.py: {name}": why for file, name, why in _OF_LIBRARIES},
            **{f"designer/{file}.py: import of {name}": why for file, name, why in _OF_LIBRARIES},
            **{
                f"designer/catalog/compiled.py: {what}": (
                    "the catalogue as it was read is kept on the disk, by versions"
                )
                for what in (
                    *(f"import of {name}" for name in _KEEPING),
                    *_KEEPING,
                    "pydantic.VERSION",
                )
            },
            "designer/engine/given_back.py: import of ctypes": "the allocator's own call",
            "designer/engine/given_back.py: ctypes": "the allocator's own call",
            **{
                f"designer/plugins/registry.py: {what}": (
                    "plug-ins are found by entry points, and each is loaded in isolation"
                )
                for what in (
                    "import of importlib.metadata.EntryPoint",
                    "import of importlib.metadata.entry_points",
                    "importlib.metadata.entry_points",
                )
            },
            "designer/catalog/user_home.py: import of platformdirs": "where a cache belongs",
            "designer/catalog/user_home.py: platformdirs": "where a cache belongs",
        },
    ),
    "name of a room above": Rule(library_rules.named_above, _BELOW_RENDER),
    "hidden from types": Rule(library_rules.hidden_from_types, ("designer",)),
    "clock, chance, files": Rule(effect_rules.effects, _PURE_ROOMS, _ENGINE_EXCEPTIONS),
    "catalogue as an argument": Rule(
        effect_rules.reads_shipped_files,
        _PURE_ROOMS,
        {
            "designer/engine/worker.py": "a process of its own cannot be handed a catalogue",
            **{
                f"designer/engine/subjects/{place}.py": (
                    "a calculation without a design has no catalogue"
                )
                for place in _CALCULATIONS
            },
        },
    ),
    "broad handler": Rule(
        handler_rules.broad_handlers,
        ("designer",),
        {
            "designer/app/process.py: except BaseException": "Ctrl+C that an import made into more",
            "designer/app/main.py: except Exception": "one line and exit code 70, no traceback",
            "designer/app/script_run.py: except Exception": "a script fails by its own lines",
            **{
                f"designer/plugins/registry.py: except {what}": (
                    "a plug-in that fails is named and off, and leaves all else alone"
                )
                for what in ("(Exception, SystemExit)", "Exception")
            },
            "designer/engine/results.py: except Exception": (
                "one subject that fails must leave the others alone; the report says so"
            ),
            "designer/engine/worker.py: except Exception": (
                "a design that cannot be computed is answered, the process lives on"
            ),
        },
    ),
    "threads": Rule(
        threads,
        ("designer",),
        {
            "designer/app/process.py: signal.setitimer": (
                "Ctrl+C comes again once an import, or what kept it to itself, is through"
            ),
            "designer/app/time_limit.py: import of threading": _WATCHED,
            **_BACKGROUND,
        },
    ),
    "items of Python": Rule(
        items_of_python,
        ("designer",),
        {
            f"{_UPDATES}: PySide6.QtWidgets.QTreeWidgetItem": (
                "made once for a dialog, and never taken out of it"
            ),
            "designer/ui/kit/widget_edge.py: PySide6.QtWidgets.QTreeWidgetItem": (
                "named for its texts, never made"
            ),
        },
    ),
    "network": Rule(
        network_rules.network,
        ("designer", "tests", "packaging"),
        {
            **{
                f"tests/arch/test_arch_{name}.py: a text with code for the network": (
                    "what rules and guards are shown"
                )
                for name in (
                    "allowed_names",
                    "code_evasions",
                    "code_rules",
                    "guards",
                    "house_rules",
                    "more_evasions",
                )
            },
            "designer/io/lockfile.py: import of socket": "the machine's name, in the lock file",
            "tests/helpers/guards.py: import of socket": "what refuses the network to the tests",
            "tests/helpers/ready_client.py: import of socket": "hands open files over, locally",
            "tests/helpers/ready_program.py: import of socket": "takes open files, locally",
            "tests/arch/test_arch_house_rules.py: the command curl": "a line that a rule is shown",
            "tests/arch/test_arch_guards.py: the command git": "must be refused by git itself",
            "tests/arch/test_arch_house_rules.py: the command pip": "lines that a rule is shown",
        },
    ),
    "process-wide state": Rule(
        state_rules.singletons,
        ("designer",),
        {
            "designer/app/console.py: sys.stdin is changed in _no_input": "put back after the line",
            "designer/app/composition.py: os.environ is changed in enlarged": (
                "Qt reads how large letters are as the application begins; put back after it"
            ),
            "designer/app/composition.py: sys.excepthook is changed in open_window": (
                "the window tells of an error that nothing handled, and hands the hook back"
            ),
            "designer/app/main.py: os.environ is changed in _without_switch": (
                "a switch for all that the program starts, as its engine's process"
            ),
            **{
                f"designer/app/script_run.py: sys.{name} is changed in run_script": (
                    "a script finds its arguments and modules as under Python itself"
                )
                for name in ("argv", "path")
            },
            "designer/app/painting.py: os.environ is changed in _application": (
                "a command paints alike with a display and without one"
            ),
            "designer/app/process.py: sys.unraisablehook is changed in run": (
                "notes a Ctrl+C that comes where Python cannot raise it"
            ),
            "designer/render/printed_plans.py: _NOW is changed in plans_from": (
                "put back after the drawing: one design at a time, its files in one folder"
            ),
            **{
                f"designer/render/edge.py: _NOW is changed in {name}": (
                    "a process shows texts to one reader, in the units that he chose"
                )
                for name in ("present", "presenting", "spare")
            },
        },
    ),
    "cached factories": Rule(
        state_rules.cached_factories,
        ("designer",),
        {
            "designer/catalog/load.py: load_shipped() -> Catalog": "nothing changes a catalogue",
            "designer/catalog/load.py: shipped_library() -> Library": "nothing changes a library",
            "designer/app/painting.py: _application() -> QGuiApplication": (
                "Qt has one application a process, and it must outlive all that is painted"
            ),
        },
    ),
    "unvalidated change": Rule(unvalidated_changes, ("designer",), _MADE_UNVALIDATED),
    "bare directive": Rule(bare_directives, ("designer", "tests", "packaging")),
    "waiting by time": Rule(
        waiting_rules.sleeps,
        ("tests",),
        {
            "tests/helpers/fake_engine.py: busy loop": "stands for a calculation that takes long",
            "tests/gui/test_runtime_file_watch.py: waits for a timer, or for nothing": (
                "the timer is the watch's own, and its end is what is awaited"
            ),
            "tests/bench/bench_shown.py: waits for a clock": "a pause between two measurements",
            **{
                f"tests/arch/test_arch_{name}.py: code that sleeps": "what the rule is shown"
                for name in ("code_evasions", "code_rules", "waiting")
            },
        },
    ),
}


def repository_sources(*folders: str) -> Iterator[Source]:
    """Yield the program, its tests and what packs it, or some of these folders only."""
    for folder in folders or ("designer", "tests", "packaging"):
        for path in python_files(REPOSITORY / folder):
            place = path.relative_to(REPOSITORY).as_posix()
            yield Source(place, path.read_text(encoding="utf-8"))


def planted(place: str, text: str) -> list[Source]:
    """Return a source as it would be read at a place of the repository."""
    assert Path(place).suffix == ".py"
    return [Source(place, text)]
