"""Rules against state that belongs to the process instead of an object: what `code_rules` lists.

What reading the source can show, and so what is checked: `global`; accessors named like a
singleton's; attributes of classes, functions and modules that a function sets; containers of a
module that a function changes, here or after an import; containers that begin empty; zero-argument
functions whose cached result could be changed. The state of a closure, and what a Qt property or a
file keeps, cannot be told from innocent use by reading. An object at module level that changes
itself is looked for in the imported modules: `changeable_globals`.
"""

import ast
import dataclasses
import datetime
import enum
import functools
import importlib
import operator
import pkgutil
import re
import reprlib
import struct
import types
import typing
from collections.abc import Iterator, Set
from decimal import Decimal
from fractions import Fraction
from logging import Logger
from pathlib import PurePath
from types import ModuleType
from typing import Final

import numpy as np
from pydantic import TypeAdapter

from tests.helpers.source import Finding, Function, Source, walked

_ACCESSORS = frozenset(
    {"instance", "get_instance", "getInstance", "singleton", "get_singleton", "the_instance"}
)
_CONTAINERS = frozenset(
    {
        "dict", "list", "set", "bytearray", "collections.defaultdict", "collections.OrderedDict",
        "collections.Counter", "collections.deque", "weakref.WeakKeyDictionary",
        "weakref.WeakValueDictionary", "weakref.WeakSet", "array.array", "numpy.empty",
        "numpy.zeros", "numpy.ones", "numpy.full", "numpy.array",
    }
)  # fmt: skip
_CHANGING_OBJECTS = frozenset(
    {
        "types.SimpleNamespace", "contextvars.ContextVar", "itertools.count", "itertools.cycle",
        "collections.ChainMap", "threading.local", "argparse.Namespace", "io.StringIO",
        "io.BytesIO", "iter",
    }
)  # fmt: skip
"""What is of no use at module level unless it changes."""
_CHANGES = frozenset(
    {
        "append", "appendleft", "extend", "insert", "add", "update", "setdefault", "pop", "popitem",
        "clear", "remove", "discard", "sort", "reverse", "__setitem__", "__delitem__",
    }
)  # fmt: skip
_CACHES = frozenset({"functools.cache", "functools.lru_cache"})
_IMMUTABLE = frozenset(
    {"None", "bool", "int", "float", "str", "bytes", "frozenset", "tuple", "Decimal", "Fraction"}
)


def singletons(source: Source) -> Iterator[Finding]:
    """Yield state that belongs to the process."""
    own = {node.name for node in source.tree.body if isinstance(node, ast.ClassDef | Function)}
    for name, (line, is_empty) in _module_containers(source):
        if is_empty:
            yield line, f"{name} begins empty"
    at_module = {name for node in source.tree.body for name in _bound_names(node)}
    yield from _changing_objects(source)
    for node in source.nodes:
        if isinstance(node, ast.Global):
            yield node.lineno, f"global {', '.join(node.names)}"
        elif isinstance(node, ast.Call) and source.dotted(node.func) == "globals":
            yield node.lineno, "globals()"
    for node in source.tree.body:
        targets = node.targets if isinstance(node, ast.Assign) else []
        for target in targets:
            owned = target.value if isinstance(target, ast.Subscript) else target
            if _is_of_module(source, owned):
                yield node.lineno, f"{ast.unparse(target)} is set"
    for function in source.functions:
        if function.name in _ACCESSORS:
            yield function.lineno, f"def {function.name}"
        local = _locals(function)
        shared = _Shared(source, function, at_module - local)
        for target, line in _changed(function):
            what = _owner(source, target, own - local)
            if not what and _is_of_module(source, target, local):
                what = ast.unparse(target)
            if what:
                yield line, f"{what} is changed in {function.name}"
            elif shared.holds(target):
                yield line, f"{ast.unparse(target)} is changed in {function.name}"


def _modules(source: Source) -> frozenset[str]:
    """Return the modules that are imported as objects; `builtins` and `sys` among them."""
    plain = (node for node in source.nodes if isinstance(node, ast.Import))
    return frozenset(name.name for node in plain for name in node.names)


def _is_of_module(source: Source, target: ast.expr, local: Set[str] = frozenset()) -> bool:
    """Return whether something belongs to an imported module, or is the environment."""
    first = target
    while isinstance(first, ast.Attribute):
        first = first.value
    if not isinstance(first, ast.Name) or first.id in local or first.id not in source.meanings:
        return False
    name = source.dotted(target)
    return name == "os.environ" or (
        isinstance(target, ast.Attribute) and source.dotted(target.value) in _modules(source)
    )


def _changing_objects(source: Source) -> Iterator[Finding]:
    """Yield what a module or a class makes only in order to change it."""
    classes = [node for node in source.nodes if isinstance(node, ast.ClassDef)]
    for body in (source.tree.body, *(one.body for one in classes)):
        for node in body:
            value = node.value if isinstance(node, ast.Assign | ast.AnnAssign) else None
            if isinstance(value, ast.Call) and source.dotted(value.func) in _CHANGING_OBJECTS:
                yield node.lineno, f"{ast.unparse(value)} at the level of a module or class"
    for one in classes:
        of_class = set(_containers_of_class(source, one))
        for function in (node for node in one.body if isinstance(node, Function)):
            for target, line in _changed(function):
                if ast.unparse(_without_items(target)) in of_class:
                    yield line, f"{ast.unparse(target)} is changed in {function.name}"


def _containers_of_class(source: Source, one: ast.ClassDef) -> Iterator[str]:
    """Yield the containers that all objects of a class share, as its methods name them."""
    own = {ast.unparse(target) for node in walked(one) for target in _set_by(node)}
    for node in one.body:
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            if "ClassVar" in ast.unparse(node.annotation):
                yield f"self.{node.target.id}"
        elif isinstance(node, ast.Assign) and _holds_container(source, node.value):
            for target in node.targets:
                name = f"self.{ast.unparse(target)}"
                if isinstance(target, ast.Name) and name not in own:
                    yield name


def _set_by(node: ast.AST) -> list[ast.expr]:
    if isinstance(node, ast.AnnAssign):
        return [node.target]
    return node.targets if isinstance(node, ast.Assign) else []


def _holds_container(source: Source, value: ast.expr) -> bool:
    """Return whether a value is a container that changes, or shows one inside."""
    shown = (ast.Dict, ast.List, ast.Set, ast.DictComp, ast.ListComp, ast.SetComp)
    return any(
        isinstance(one, shown)
        or (isinstance(one, ast.Call) and source.dotted(one.func) in _CONTAINERS)
        for one in (value, *(value.elts if isinstance(value, ast.Tuple) else ()))
    )


def _without_items(node: ast.expr) -> ast.expr:
    while isinstance(node, ast.Subscript):
        node = node.value
    return node


def cached_factories(source: Source) -> Iterator[Finding]:
    """Yield functions without arguments whose cached result may be changed by a caller."""
    for function in source.functions:
        arguments = function.args
        asked = len(arguments.posonlyargs) + len(arguments.args) - len(arguments.defaults)
        if any(source.dotted(one) == "classmethod" for one in function.decorator_list):
            asked -= 1  # the class, which is always the same
        if asked > 0 or any(default is None for default in arguments.kw_defaults):
            continue
        for decorator in function.decorator_list:
            called = decorator.func if isinstance(decorator, ast.Call) else decorator
            if source.dotted(called) in _CACHES and not _is_immutable(function.returns):
                returned = ast.unparse(function.returns).strip("\"'") if function.returns else "?"
                yield function.lineno, f"{function.name}() -> {returned}"

    for call, name in source.calls:
        # `kept = cache(make)`: what it returns cannot be read here.
        if name in _CACHES and any(isinstance(one, ast.Name | ast.Attribute) for one in call.args):
            yield call.lineno, ast.unparse(call)


def _is_immutable(annotation: ast.expr | None) -> bool:
    if isinstance(annotation, ast.Constant) and isinstance(annotation.value, str):
        annotation = ast.parse(annotation.value, mode="eval").body
    if isinstance(annotation, ast.Constant):
        return annotation.value in (None, ...)
    if isinstance(annotation, ast.Name):
        return annotation.id in _IMMUTABLE
    if isinstance(annotation, ast.BinOp):
        return _is_immutable(annotation.left) and _is_immutable(annotation.right)
    if isinstance(annotation, ast.Subscript):
        inner = annotation.slice
        items = inner.elts if isinstance(inner, ast.Tuple) else [inner]
        return _is_immutable(annotation.value) and all(map(_is_immutable, items))
    return False


def _module_containers(source: Source) -> Iterator[tuple[str, tuple[int, bool]]]:
    """Yield the containers of a module: name, line, and whether they begin empty."""
    for node in source.tree.body:
        if isinstance(node, ast.Assign):
            targets, value = node.targets, node.value
        elif isinstance(node, ast.AnnAssign) and node.value:
            targets, value = [node.target], node.value
        else:
            continue
        made = isinstance(value, ast.Call) and source.dotted(value.func) in _CONTAINERS
        shown = (ast.Dict, ast.List, ast.Set, ast.DictComp, ast.ListComp, ast.SetComp)
        if made or isinstance(value, shown):
            for target in targets:
                if isinstance(target, ast.Name):
                    yield target.id, (node.lineno, _begins_empty(value))


def _begins_empty(value: ast.expr) -> bool:
    if isinstance(value, ast.Dict):
        return not value.keys
    if isinstance(value, ast.List | ast.Set):
        return not value.elts
    return isinstance(value, ast.Call) and all(isinstance(a, ast.Name) for a in value.args)


def _locals(function: Function) -> set[str]:
    """Return the names a function binds itself: these hide the module's."""
    arguments = function.args
    every = [*arguments.args, *arguments.posonlyargs, *arguments.kwonlyargs]
    every += [one for one in (arguments.vararg, arguments.kwarg) if one]
    bound = {one.arg for one in every}
    declared = {n for node in walked(function) if isinstance(node, ast.Global) for n in node.names}
    stored = {
        node.id
        for node in walked(function)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    }
    return bound | (stored - declared)


def _changed(function: Function) -> Iterator[tuple[ast.expr, int]]:
    """Yield what a function sets an attribute or an item of, or calls a changing method of."""
    for node in walked(function):
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store | ast.Del):
            yield node, node.lineno
        elif isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store | ast.Del):
            yield node.value, node.lineno
        elif isinstance(node, ast.Call):
            target = _changed_by_call(node)
            if target is not None:
                yield target, node.lineno


def _changed_by_call(call: ast.Call) -> ast.expr | None:
    if isinstance(call.func, ast.Attribute) and call.func.attr in _CHANGES:
        return call.func.value
    if ast.unparse(call.func) in ("setattr", "delattr") and call.args:
        return ast.Attribute(call.args[0], "…", ast.Store())
    return None


def _owner(source: Source, target: ast.expr, own: set[str]) -> str:
    """Return the attribute, if a class, a function or a module of the program owns it."""
    if not isinstance(target, ast.Attribute):
        return ""
    owner = target.value
    shown = f"{ast.unparse(owner)}.{target.attr}"
    if isinstance(owner, ast.Name) and (owner.id in ("cls", "__class__") or owner.id in own):
        return shown
    if ast.unparse(owner) in ("type(self)", "self.__class__", "type(cls)"):
        return shown
    if ast.unparse(owner).endswith((".instance()", "qApp")):
        return shown  # the one application of the process
    name = source.dotted(owner)
    is_ours = name.startswith("designer.") and isinstance(owner, ast.Name)
    # A capital is a class, an imported module has no capital: both are shared by all.
    return shown if is_ours and owner.id in source.meanings and not _is_constant(name) else ""


def _is_constant(dotted: str) -> bool:
    return dotted.rpartition(".")[2].isupper()


def _bound_names(node: ast.stmt) -> Iterator[str]:
    """Yield the names that an assignment of a module binds."""
    targets = node.targets if isinstance(node, ast.Assign) else []
    for target in (*targets, *([node.target] if isinstance(node, ast.AnnAssign) else [])):
        yield from (one.id for one in walked(target) if isinstance(one, ast.Name))


class _Shared:
    """What a function reaches of its module's objects, or of another's constants.

    Also as an item, `HELD[0]`, and under a name of its own, unless that name is bound to
    something else in the function as well.
    """

    def __init__(self, source: Source, function: Function, at_module: Set[str]) -> None:
        self._source = source
        self._at_module = at_module
        self._renamed: set[str] = set()
        bound: dict[str, list[ast.expr | None]] = {}
        for node in walked(function):
            for name, value in _bindings(node):
                bound.setdefault(name, []).append(value)
        arguments = {one.arg for one in walked(function) if isinstance(one, ast.arg)}
        before = None
        while before != self._renamed:  # a name of a name
            before = set(self._renamed)
            self._renamed |= {
                name
                for name, values in bound.items()
                if name not in arguments and all(one and self.holds(one) for one in values)
            }

    def holds(self, node: ast.expr) -> bool:
        first = node
        while isinstance(first, ast.Attribute | ast.Subscript | ast.Call):
            if isinstance(first, ast.Call):
                asked = first.func
                if isinstance(asked, ast.Name) and asked.id in ("next", "iter") and first.args:
                    first = first.args[0]
                    continue
                if not isinstance(asked, ast.Attribute) or asked.attr not in _HANDS_OUT:
                    return False
                first = asked
            elif isinstance(first, ast.Attribute) and self._is_constant_elsewhere(first):
                return True
            first = first.value
        if not isinstance(first, ast.Name):
            return False
        is_shared = first.id in self._at_module or first.id in self._renamed
        return is_shared or self._is_constant_elsewhere(first)

    def _is_constant_elsewhere(self, node: ast.expr) -> bool:
        name = self._source.dotted(node)
        return name.startswith("designer.") and _is_constant(name)


_HANDS_OUT = frozenset({"get", "setdefault", "values", "items"})
"""What hands out an item of a container, and no copy of it."""


def _bindings(node: ast.AST) -> Iterator[tuple[str, ast.expr | None]]:
    """Yield the names that a piece of a function binds, each with what it is bound to."""
    if isinstance(node, ast.Assign):
        targets, value = node.targets, node.value
    elif isinstance(node, ast.AnnAssign | ast.NamedExpr | ast.For | ast.comprehension):
        given = node.iter if isinstance(node, ast.For | ast.comprehension) else node.value
        targets, value = [node.target], given
    elif isinstance(node, ast.withitem) and node.optional_vars:
        targets, value = [node.optional_vars], None
    else:
        return
    for target in targets:
        for one in walked(target):
            if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store):
                yield one.id, value


def changeable_globals(modules: "list[ModuleType]") -> list[str]:
    """Return objects at module level that can change: all whose type is not known not to.

    A dict, a list or a set may stand there, as long as nothing in it can change; that nobody
    changes it is looked for in the source.
    """
    return [
        f"{module.__name__}.{name}: {type(value).__name__}"
        for module in modules
        for name, value in vars(module).items()
        if not name.startswith("__") and not is_kept(value, at_module=True)
    ]


_FIXED_TYPES: Final = (
    *(type, str, int, float, complex, bytes, range, type(None), enum.Enum, PurePath, re.Pattern),
    *(Decimal, Fraction, datetime.date, datetime.time, datetime.timedelta, datetime.timezone),
    *(types.ModuleType, types.FunctionType, types.BuiltinFunctionType, types.MethodWrapperType),
    *(types.GenericAlias, types.UnionType, typing.TypeVar, TypeAdapter, struct.Struct, Logger),
    *(operator.attrgetter, operator.itemgetter, reprlib.Repr, type(functools.cache(print))),
)
_OF_TYPING = frozenset({"typing", "collections.abc", "__future__", "typing_extensions"})
_VALUES_OF_QT = frozenset({"MetaSignal", "QColor", "QPoint", "QPointF", "QSize", "QSizeF", "QUuid"})


def is_kept(value: object, at_module: bool = False) -> bool:
    """Return whether a value stays as it is; a plain container only at the level of a module."""
    kind = type(value)
    if isinstance(value, tuple | frozenset):
        return all(map(is_kept, value))
    if isinstance(value, dict | types.MappingProxyType):
        is_fixed = at_module or not isinstance(value, dict)
        return is_fixed and all(map(is_kept, value.keys())) and all(map(is_kept, value.values()))
    if isinstance(value, list | set):
        return at_module and all(map(is_kept, value))
    if isinstance(value, np.ndarray):
        return not value.size or not value.flags.writeable
    if kind.__module__.startswith("PySide6.") and kind.__name__ in _VALUES_OF_QT:
        return True
    return isinstance(value, _FIXED_TYPES) or kind.__module__ in _OF_TYPING or _cannot_change(value)


def _cannot_change(value: object) -> bool:
    kind = type(value)
    config = getattr(kind, "model_config", {})
    parameters = getattr(kind, "__dataclass_params__", None)
    return bool(config.get("frozen")) or (
        dataclasses.is_dataclass(value) and parameters is not None and parameters.frozen
    )


def program_modules(*rooms: str) -> list[ModuleType]:
    """Import and return all modules of some rooms of the program."""
    found = []
    for room in rooms:
        package = importlib.import_module(f"designer.{room}")
        found.append(package)
        found += [
            importlib.import_module(module.name)
            for module in pkgutil.walk_packages(package.__path__, f"designer.{room}.")
        ]
    return found
