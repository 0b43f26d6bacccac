"""Mutants of a source file: where code can be changed a little, and what is left alone.

Left alone is what no test could or should notice:

- text for people and for tools: docstrings, strings, f-strings, logging, `__repr__`, `__all__`;
- types: annotations, type aliases, `TYPE_CHECKING`, `cast`, `TypeVar`, `assert`, the second
  argument of `isinstance`;
- decorators, base classes, and keyword arguments that tune without deciding (`_TUNING`);
- tolerances: a number between 0 and 0.001, whether a comparison with one takes in its boundary, and
  the places that `round` keeps from the fourth on;
- the `-1` of `reshape`: any negative number means the same to numpy;
- `return False` as `return None`, which is as false;
- `del name`, which only says that a name is no longer, or never, used;
- the delay of `singleShot`, as of other timers: it tunes;
- in `render` and `ui`: numbers that do not decide, that is, outside comparisons, indices
  and returned values; arithmetic in functions that paint or draw; calls that only set looks
  (`_LOOKS`); handing an event on to Qt's own handler. A margin of 9 instead of 8 pixels is a
  matter of taste that no test should pin;
- in these rooms also whether a comparison of lengths on the screen or on paper (`_LENGTHS`) takes
  in its boundary: that is half a pixel.
"""

import ast
import copy
import hashlib
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path

_FLIPPED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn,
    ast.NotIn: ast.In, ast.Lt: ast.GtE, ast.GtE: ast.Lt, ast.Gt: ast.LtE, ast.LtE: ast.Gt,
}  # fmt: skip
_BOUNDARY: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
}  # fmt: skip
_SWAPPED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Div, ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult, ast.Mod: ast.Mult, ast.Pow: ast.Mult,
}  # fmt: skip
_TUNING = frozenset(
    {
        "timeout", "timeout_ms", "timeout_s", "interval", "interval_ms", "maxsize", "indent",
        "stacklevel", "strict", "slots", "frozen", "repr", "flush",
    }
)  # fmt: skip
_LOGGERS = frozenset({"log", "_log", "logger", "_logger", "logging", "LOG", "_LOG", "warnings"})
_LOOKS = frozenset(
    {
        "setContentsMargins", "setSpacing", "setHorizontalSpacing", "setVerticalSpacing",
        "addSpacing", "addStretch", "setStretch", "setStretchFactor", "setColumnStretch",
        "setRowStretch", "setSizePolicy", "setAlignment", "setFont", "setIconSize", "setMargin",
        "setMinimumSize", "setMinimumWidth", "setMinimumHeight", "setMaximumSize",
        "setMaximumWidth", "setMaximumHeight", "setFixedSize", "setFixedWidth", "setFixedHeight",
        "setFrameShape", "setFrameStyle", "setLineWidth", "setElideMode", "setColumnWidth",
        "setObjectName", "setCursor", "setRenderHint", "setPen", "setBrush",
        "setAutoFillBackground", "setStyleSheet", "setHighlightSections", "setCacheMode",
        "setIcon", "setSizes",
        "setDocumentMode", "update", "setAlternatingRowColors", "setUniformRowHeights",
        "setShowGrid", "setOpacity", "setWordWrap", "setSortIndicator", "setFlat",
    }
)  # fmt: skip
_LENGTHS = frozenset({"width", "height", "left", "right", "top", "bottom", "x", "y"})
_DRAWN_ROOMS = frozenset({"render", "ui"})
_TOLERANCE = 1e-3
_MANY = 100
_SHOWN = 70


@dataclass(frozen=True)
class Mutant:
    """One change of one file.

    `lines` are those of the statement that it changes; `at_import` says that this runs when the
    module is imported, not when a test calls it.
    """

    place: str
    line: int
    kind: str
    before: str
    after: str
    start: int
    end: int
    lines: tuple[int, int]
    in_function: str
    at_import: bool
    text: str = field(repr=False)

    @property
    def room(self) -> str:
        return self.place.split("/")[1].removesuffix(".py")

    @property
    def words(self) -> str:
        """Where and what, for people."""
        return (
            f"{self.place}:{self.line}: {self.kind}: {_short(self.before)} -> {_short(self.after)}"
        )

    @property
    def key(self) -> str:
        """What names the mutant as long as its statement stays, wherever its line moves."""
        return "|".join((self.place, self.in_function, self.kind, self.before, self.after))

    def mutated(self) -> str:
        """Return the file with the change."""
        data = self.text.encode()
        return (data[: self.start] + self.after.encode() + data[self.end :]).decode()


def mutants_of(place: str, text: str) -> list[Mutant]:
    """Return all mutants of a file, in order."""
    return sorted(_Maker(place, text).module(), key=lambda one: (one.start, one.end, one.kind))


def mutants_of_room(designer: Path, room: str) -> list[Mutant]:
    """Return all mutants of the files of a room."""
    return [
        mutant
        for path in sorted((designer / room).rglob("*.py"))
        if "__pycache__" not in path.parts
        for mutant in mutants_of(
            path.relative_to(designer.parent).as_posix(), path.read_text(encoding="utf-8")
        )
    ]


def sample(mutants: list[Mutant], number: int, seed: int) -> list[Mutant]:
    """Return a random choice that stays the same for what an edit elsewhere leaves alone.

    What does not compile is passed over.
    """

    def drawn(mutant: Mutant) -> str:
        return hashlib.sha256(f"{seed}|{mutant.key}".encode()).hexdigest()

    ordered = sorted(mutants, key=lambda one: (drawn(one), one.start))
    chosen = list(islice(filter(_compiles, ordered), number))
    random.Random(seed).shuffle(chosen)
    return chosen


def _compiles(mutant: Mutant) -> bool:
    try:
        compile(mutant.mutated(), mutant.place, "exec", dont_inherit=True)
    except SyntaxError:
        return False
    return True


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _SHOWN else f"{line[: _SHOWN - 1]}…"


@dataclass(frozen=True)
class _Place:
    """Where the walk is: the function, the statement's lines, whether a number decides here."""

    function: str = ""
    lines: tuple[int, int] = (0, 0)
    decides: bool = False
    is_called: bool = False


class _Maker:
    """Walks one file."""

    def __init__(self, place: str, text: str) -> None:
        self.place = place
        self.text = text
        self.starts = [0]
        for line in text.encode().splitlines(keepends=True):
            self.starts.append(self.starts[-1] + len(line))
        self.is_drawn = place.split("/")[1] in _DRAWN_ROOMS

    def module(self) -> Iterator[Mutant]:
        yield from self.body(ast.parse(self.text).body, _Place())

    def body(self, statements: list[ast.stmt], at: _Place) -> Iterator[Mutant]:
        for statement in statements:
            last = statement.end_lineno or statement.lineno
            inner = getattr(statement, "body", None)
            if inner and not isinstance(statement, ast.FunctionDef | ast.ClassDef):
                last = max(statement.lineno, inner[0].lineno - 1)
            yield from self.statement(statement, replace(at, lines=(statement.lineno, last)))

    def statement(self, node: ast.stmt, at: _Place) -> Iterator[Mutant]:
        if _is_left_alone(node) or (self.is_drawn and _sets_looks(node)):
            return
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield from self.function(node, at)
        elif isinstance(node, ast.ClassDef):
            yield from self.body(node.body, replace(at, function=f"{at.function}{node.name}."))
        elif isinstance(node, ast.Match):
            yield from self.expression(node.subject, at)
            for case in node.cases:
                if case.guard:
                    yield from self.condition(case.guard, at)
                yield from self.body(case.body, at)
        else:
            yield from self.whole(node, at)
            yield from self.parts(node, at)

    def function(
        self, node: ast.FunctionDef | ast.AsyncFunctionDef, at: _Place
    ) -> Iterator[Mutant]:
        inside = replace(at, function=f"{at.function}{node.name}", is_called=True)
        for default in (*node.args.defaults, *node.args.kw_defaults):
            if default is not None:
                yield from self.expression(default, inside)
        yield from self.body(node.body, replace(inside, function=f"{inside.function}."))

    def whole(self, node: ast.stmt, at: _Place) -> Iterator[Mutant]:
        """Yield mutants that replace or drop a statement."""
        if isinstance(node, ast.Return) and node.value:
            if ast.unparse(node.value) in ("None", "False"):
                return
            yield self.mutant("returns nothing", node, ast.unparse(node), "return None", at)
        elif _can_be_dropped(node):
            yield self.mutant("dropped", node, ast.unparse(node), "pass", at)

    def parts(self, node: ast.stmt, at: _Place) -> Iterator[Mutant]:
        if isinstance(node, ast.If | ast.While):
            yield from self.condition(node.test, at)
            yield from self.expression(node.test, at)
        elif isinstance(node, ast.For | ast.AsyncFor):
            yield from self.expression(node.iter, at)
        elif isinstance(node, ast.With | ast.AsyncWith):
            for item in node.items:
                yield from self.expression(item.context_expr, at)
        elif isinstance(node, ast.Return) and node.value:
            yield from self.expression(node.value, replace(at, decides=_is_number(node.value)))
        elif isinstance(node, ast.Assign | ast.AugAssign | ast.AnnAssign) and node.value:
            if isinstance(node, ast.AugAssign) and self.may_swap(node, at):
                yield self.swapped(node, at)
            yield from self.expression(node.value, at)
        elif isinstance(node, ast.Expr):
            yield from self.expression(node.value, at)
        elif isinstance(node, ast.Raise) and node.exc:
            yield from self.expression(node.exc, at)
        for name in ("body", "orelse", "finalbody"):
            yield from self.body(getattr(node, name, None) or [], at)
        for handler in getattr(node, "handlers", None) or []:
            yield from self.body(handler.body, at)

    def condition(self, node: ast.expr, at: _Place) -> Iterator[Mutant]:
        """Yield the negation; a comparison has its own, and so has `not`."""
        is_single = isinstance(node, ast.Compare) and len(node.ops) == 1
        if not is_single and not _is_not(node):
            yield self.mutant(
                "negated", node, ast.unparse(node), f"(not ({ast.unparse(node)}))", at
            )

    def expression(self, node: ast.expr, at: _Place) -> Iterator[Mutant]:
        if isinstance(node, ast.JoinedStr):
            return
        if isinstance(node, ast.Compare):
            yield from self.comparison(node, at)
            at = replace(at, decides=True)
        elif isinstance(node, ast.BoolOp):
            yield self.changed("and or", node, at, _swap_bool)
        elif _is_not(node):
            assert isinstance(node, ast.UnaryOp)
            yield self.mutant(
                "negated", node, ast.unparse(node), f"({ast.unparse(node.operand)})", at
            )
        elif isinstance(node, ast.BinOp) and self.may_swap(node, at):
            yield self.changed("arithmetic", node, at, _swap_operator)
        elif isinstance(node, ast.Constant):
            yield from self.constant(node, at)
        elif isinstance(node, ast.IfExp):
            yield from self.condition(node.test, at)
        elif isinstance(node, ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp):
            for generator in node.generators:
                for test in generator.ifs:
                    yield from self.condition(test, at)
        for child in _children(node):
            inner = isinstance(node, ast.Subscript) and child is node.slice
            yield from self.expression(child, replace(at, decides=at.decides or inner))

    def may_swap(self, node: ast.BinOp | ast.AugAssign, at: _Place) -> bool:
        joins = isinstance(node, ast.BinOp) and _joins_text(node)
        return (
            type(node.op) in _SWAPPED and not joins and not (self.is_drawn and _paints(at.function))
        )

    def comparison(self, node: ast.Compare, at: _Place) -> Iterator[Mutant]:
        tables = {"comparison": _FLIPPED, "boundary": _BOUNDARY}
        sides = (node.left, *node.comparators)
        if any(map(_has_tolerance, sides)) or (self.is_drawn and any(map(_is_length, sides))):
            del tables["boundary"]
        for number, operator in enumerate(node.ops):
            for kind, table in tables.items():
                if type(operator) in table:
                    new = table[type(operator)]()
                    yield self.changed(kind, node, at, _set_operator(number, new))

    def constant(self, node: ast.Constant, at: _Place) -> Iterator[Mutant]:
        value = node.value
        if isinstance(value, bool):
            yield self.mutant("constant", node, str(value), str(not value), at)
            return
        decides = at.decides or not self.is_drawn
        if decides and isinstance(value, int | float) and not _is_tolerance(value):
            # One more of many would drown in the tolerance of any test.
            new = value + 1 if abs(value) < _MANY else value * 2
            yield self.mutant("constant", node, repr(value), repr(new), at)

    def swapped(self, node: ast.AugAssign, at: _Place) -> Mutant:
        new = copy.deepcopy(node)
        new.op = _SWAPPED[type(node.op)]()
        return self.mutant("arithmetic", node, ast.unparse(node), ast.unparse(new), at)

    def changed(
        self, kind: str, node: ast.expr, at: _Place, change: "Callable[[ast.expr], None]"
    ) -> Mutant:
        new = copy.deepcopy(node)
        change(new)
        return self.mutant(kind, node, ast.unparse(node), f"({ast.unparse(new)})", at)

    def mutant(self, kind: str, node: ast.AST, before: str, after: str, at: _Place) -> Mutant:
        assert isinstance(node, ast.expr | ast.stmt)
        return Mutant(
            place=self.place,
            line=node.lineno,
            kind=kind,
            before=before,
            after=after,
            start=self.starts[node.lineno - 1] + node.col_offset,
            end=self.starts[(node.end_lineno or 1) - 1] + (node.end_col_offset or 0),
            lines=at.lines,
            in_function=at.function.rstrip("."),
            at_import=not at.is_called,
            text=self.text,
        )


def _is_left_alone(node: ast.stmt) -> bool:
    if isinstance(node, ast.FunctionDef):
        return node.name == "__repr__"
    if isinstance(node, ast.If):
        return "TYPE_CHECKING" in ast.unparse(node.test) or "__name__" in ast.unparse(node.test)
    if isinstance(node, ast.Expr):
        is_log = isinstance(node.value, ast.Call) and _begin(node.value.func) in _LOGGERS
        return isinstance(node.value, ast.Constant) or is_log
    if isinstance(node, ast.Assign):
        return any(_is_all(target) for target in node.targets) or _is_type_alias(node)
    return isinstance(node, ast.Assert | ast.Import | ast.ImportFrom)


def _is_all(target: ast.expr) -> bool:
    return isinstance(target, ast.Name) and target.id == "__all__"


def _is_type_alias(node: ast.Assign) -> bool:
    target = node.targets[0]
    camel = isinstance(target, ast.Name) and target.id[:1].isupper() and not target.id.isupper()
    return camel and isinstance(node.value, ast.Subscript | ast.BinOp | ast.Name)


def _sets_looks(node: ast.stmt) -> bool:
    """Return whether a statement only sets looks, or hands an event on to Qt."""
    if not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)):
        return False
    called = node.value.func
    name = called.attr if isinstance(called, ast.Attribute) else ""
    hands_on = ast.unparse(called).startswith("super().") and name.endswith("Event")
    return name in _LOOKS or hands_on


def _paints(function: str) -> bool:
    name = function.rstrip(".").rpartition(".")[2].lstrip("_")
    return name.startswith(("paint", "draw"))


def _can_be_dropped(node: ast.stmt) -> bool:
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        return _begin(node.value.func) != "gc"
    if isinstance(node, ast.Assign):
        # Without its assignment a name would not exist: that is no small fault.
        return all(isinstance(target, ast.Attribute | ast.Subscript) for target in node.targets)
    if isinstance(node, ast.Delete):
        return not all(isinstance(target, ast.Name) for target in node.targets)
    return isinstance(node, ast.AugAssign | ast.Raise | ast.Continue | ast.Break)


def _begin(node: ast.expr) -> str:
    """Return the first name of `a.b.c`; of `self.b.c` the second."""
    names = ast.unparse(node).split(".")
    return names[1] if names[0] in ("self", "cls") and len(names) > 2 else names[0]


def _is_not(node: ast.expr) -> bool:
    return isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not)


def _is_number(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant | ast.UnaryOp)


def _is_tolerance(value: object) -> bool:
    return isinstance(value, float) and 0 < value < _TOLERANCE


def _has_tolerance(side: ast.expr) -> bool:
    """Return whether a side of a comparison is a tolerance, or has one added or multiplied."""
    if isinstance(side, ast.BinOp):
        return _has_tolerance(side.left) or _has_tolerance(side.right)
    if isinstance(side, ast.UnaryOp):
        return _has_tolerance(side.operand)
    return isinstance(side, ast.Constant) and _is_tolerance(side.value)


def _is_length(side: ast.expr) -> bool:
    """Return whether a side of a comparison asks a rectangle, point or widget for a length."""
    if isinstance(side, ast.BinOp):
        return _is_length(side.left) or _is_length(side.right)
    called = side.func if isinstance(side, ast.Call) else None
    return isinstance(called, ast.Attribute) and called.attr in _LENGTHS


def _is_fine(places: ast.expr) -> bool:
    """Return whether rounding to so many places only takes away what floats add."""
    value = places.value if isinstance(places, ast.Constant) else None
    return isinstance(value, int) and 10.0**-value < _TOLERANCE


def _joins_text(node: ast.BinOp) -> bool:
    """Return whether `+` or `%` joins or fills text, where a swap could only fail."""
    sides = (node.left, node.right)
    return any(
        isinstance(side, ast.JoinedStr | ast.List | ast.Tuple)
        or (isinstance(side, ast.Constant) and isinstance(side.value, str | bytes))
        for side in sides
    )


def _swap_bool(node: ast.expr) -> None:
    assert isinstance(node, ast.BoolOp)
    node.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()


def _swap_operator(node: ast.expr) -> None:
    assert isinstance(node, ast.BinOp)
    node.op = _SWAPPED[type(node.op)]()


def _set_operator(number: int, new: ast.cmpop) -> "Callable[[ast.expr], None]":
    def change(node: ast.expr) -> None:
        assert isinstance(node, ast.Compare)
        node.ops[number] = new

    return change


def _children(node: ast.expr) -> Iterator[ast.expr]:
    """Yield the expressions inside one that may be mutated."""
    if isinstance(node, ast.Call):
        name = node.func.attr if isinstance(node.func, ast.Attribute) else ast.unparse(node.func)
        yield node.func
        if name in ("TypeVar", "NewType"):
            return
        arguments = node.args[1:] if name in ("cast", "singleShot") else node.args
        if name == "round":
            arguments = [one for at, one in enumerate(arguments) if not (at and _is_fine(one))]
        if name == "reshape":
            arguments = [one for one in arguments if ast.unparse(one) != "-1"]
        yield from arguments[:1] if name in ("isinstance", "issubclass") else arguments
        for keyword in node.keywords:
            if keyword.arg not in _TUNING:
                yield keyword.value
        return
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.expr):
            yield child
        elif isinstance(child, ast.comprehension):
            yield child.iter
            yield from child.ifs
