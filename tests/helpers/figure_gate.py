"""Where figures are added, scaled or filled up with 0 beside `designer/model/figures.py`.

A sum of plain numbers forgets what is not known; so the engine's subjects hand figures to `total`,
`repeated`, `product` and `times`. Read by syntax: a name counts as a figure by the unit in which it
ends (`power_max_w`, `load_kw`, `mass_kg`), or as the `value` of a figure; so does what a function
sets to one. Bounds may be compared and subtracted, but sums of them are for `total`.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

FIGURE: Final = re.compile(
    r"_(w|kw|kva|kg|kpa|m3h|lpm|mwh|tb|gb_s|cents|per_year)$|^(value|pue|capex|amount)$"
)
"""Names of what may be unknown; lengths and counts of units are always known."""

_TYPED: Final = "a calculation from typed numbers, of which none is unknown"
_PLAIN: Final = "formulas on plain numbers"
FORMULAS: Final = {
    "cooling/calc.py": _TYPED,
    "fabrics/calc.py": _TYPED,
    "facility/calc.py": _TYPED,
    "feeds/calc.py": _TYPED,
    "floor/calc.py": _TYPED,
    "cooling/thermal.py": _PLAIN,
    "feeds/electric.py": _PLAIN,
    "floor/structure.py": _PLAIN,
}
"""Modules of formulas, with the reason."""
PLACES: Final = {
    "feeds/case.py: pdu.rated_kva * at": "a nameplate, in the formula of it",
}
"""Single places that are right, with the reason."""

_ADDING = ast.Add | ast.Sub | ast.Mult | ast.Div | ast.FloorDiv
_SUMS: Final = {"sum", "fsum", "prod"}


def figure_arithmetic(root: Path) -> list[str]:
    """Return each place below a folder that computes with a figure, or takes unknown for 0."""
    found = []
    for path in sorted(root.rglob("*.py")):
        place = path.relative_to(root).as_posix()
        if place in FORMULAS:
            continue
        tree = ast.parse(path.read_text(encoding="utf-8"))
        renamed = _renamed(tree)
        for node in ast.walk(tree):
            if _is_wrong(node) or node in renamed:
                said = ast.unparse(node).splitlines()[0]
                if f"{place}: {said}" not in PLACES:
                    found.append(f"{place}:{getattr(node, 'lineno', 0)}: {said}")
    return found


def _is_wrong(node: ast.AST) -> bool:
    operands = list(_operands(node))
    return any(map(is_figure, operands)) or _adds_bounds(operands, node) or fills_up(node)


def _renamed(tree: ast.AST) -> set[ast.AST]:
    """Return what computes with a local name that its function sets to a figure."""
    found: set[ast.AST] = set()
    for scope in ast.walk(tree):
        if not isinstance(scope, ast.FunctionDef | ast.AsyncFunctionDef | ast.Module):
            continue
        names = {
            target.id
            for node in _own(scope)
            if isinstance(node, ast.Assign | ast.NamedExpr) and is_figure(node.value)
            for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
            if isinstance(target, ast.Name)
        }
        found |= {
            node
            for node in _own(scope)
            if any(isinstance(one, ast.Name) and one.id in names for one in _operands(node))
        }
    return found


def _own(scope: ast.AST) -> Iterator[ast.AST]:
    """Yield what stands in a function itself, not in one inside it."""
    for node in ast.iter_child_nodes(scope):
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node
            yield from _own(node)


def _adds_bounds(operands: list[ast.AST], node: ast.AST) -> bool:
    bounds = {one.attr for one in operands if isinstance(one, ast.Attribute)}
    both = len(operands) > 1 and all(isinstance(one, ast.Attribute) for one in operands)
    adds = isinstance(getattr(node, "op", None), ast.Add)
    return adds and both and len(bounds) == 1 and bounds <= {"low", "high"}


def _operands(node: ast.AST) -> Iterator[ast.AST]:
    """Yield what a node adds, scales or sums up."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, _ADDING):
        yield from (node.left, node.right)
    elif isinstance(node, ast.AugAssign) and isinstance(node.op, _ADDING):
        yield from (node.target, node.value)
    elif isinstance(node, ast.Call) and _called(node) in _SUMS:
        yield from (part for argument in node.args for part in _added(argument))


def fills_up(node: ast.AST) -> bool:
    """Return whether a node puts 0 in place of what is not there."""
    if isinstance(node, ast.BoolOp) and isinstance(node.op, ast.Or):
        return any(_is_nothing(value) for value in node.values[1:])
    return fills_up_in_other_words(node)


def fills_up_in_other_words(node: ast.AST) -> bool:
    """Return whether a node means `x or 0` and says it in another way.

    What is asked of a mapping with 0 for the rest is a count, unless its key is a figure's name.
    """
    if isinstance(node, ast.IfExp):
        test = node.test
        if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
            test = test.operand
        asked = _asks_for_none(test) or ast.dump(test) in map(ast.dump, (node.body, node.orelse))
        return asked and (_is_nothing(node.body) or _is_nothing(node.orelse))
    if isinstance(node, ast.If):
        return _asks_for_none(node.test) and any(
            isinstance(one, ast.Assign)
            and _is_nothing(one.value)
            and ast.unparse(one.targets[0]) in map(ast.unparse, ast.walk(node.test))
            for one in (*node.body, *node.orelse)
        )
    if isinstance(node, ast.Call):
        called, last = _called(node), node.args[-1:]
        key = node.args[-2:-1]
        by_name = bool(key) and isinstance(key[0], ast.Constant)
        return called == "nan_to_num" or (
            called in ("get", "getattr", "pop")
            and by_name
            and bool(FIGURE.search(str(key[0].value)))
            and _is_nothing(last[0])
        )
    return False


def is_figure(node: ast.AST) -> bool:
    """Return whether a node reads something that may be unknown, under a name that says so."""
    if isinstance(node, ast.BoolOp):
        return any(is_figure(value) for value in node.values)
    if isinstance(node, ast.Call) and _called(node) == "getattr":
        return len(node.args) > 1 and isinstance(node.args[1], ast.Constant) and bool(
            FIGURE.search(str(node.args[1].value))
        )  # fmt: skip
    return isinstance(node, ast.Attribute) and bool(FIGURE.search(node.attr))


def _added(node: ast.AST) -> Iterator[ast.AST]:
    """Yield what a sum adds up: the element of a comprehension, or the entries of a display."""
    if isinstance(node, ast.GeneratorExp | ast.ListComp | ast.SetComp):
        yield node.elt
    elif isinstance(node, ast.List | ast.Tuple):
        yield from node.elts


def _called(node: ast.Call) -> str:
    function = node.func
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


def _is_nothing(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.Constant)
        and not isinstance(node.value, bool)
        and isinstance(node.value, int | float)
        and node.value == 0
    )


def _asks_for_none(test: ast.AST) -> bool:
    return isinstance(test, ast.Compare) and any(
        isinstance(side, ast.Constant) and side.value is None for side in test.comparators
    )
