"""Where figures are added, scaled or filled up with 0 beside `designer/model/figures.py`.

A sum of plain numbers forgets what is not known; so the engine's subjects hand figures to `total`,
`repeated`, `product` and `times`. Read by syntax: a name counts as a figure by the unit in which it
ends (`power_max_w`, `load_kw`, `mass_kg`), or as the `value` of a figure.
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

FORMULAS: Final = {
    "calc.py": "calculations from typed numbers, of which none is unknown",
    "electric.py": "formulas on plain numbers",
    "thermal.py": "formulas on plain numbers",
    "structure.py": "formulas on plain numbers",
}
"""Modules of formulas in any subject, with the reason."""
PLACES: Final = {
    "feeds/feeds.py: pdu.rated_kva * site.power_factor": "a nameplate, in the formula of it",
}
"""Single places that are right, with the reason."""

_ADDING = ast.Add | ast.Sub | ast.Mult | ast.Div | ast.FloorDiv
_SUMS: Final = {"sum", "fsum", "prod"}


def figure_arithmetic(root: Path) -> list[str]:
    """Return each place below a folder that computes with a figure, or takes unknown for 0."""
    found = []
    for path in sorted(root.rglob("*.py")):
        if path.name in FORMULAS:
            continue
        place = path.relative_to(root).as_posix()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            for said in _wrong(node):
                if f"{place}: {said}" not in PLACES:
                    found.append(f"{place}:{getattr(node, 'lineno', 0)}: {said}")
    return found


def _wrong(node: ast.AST) -> Iterator[str]:
    if any(_is_figure(part) for part in _operands(node)) or any(_fills_up(node)):
        yield ast.unparse(node)


def _operands(node: ast.AST) -> Iterator[ast.AST]:
    """Yield what a node adds, scales or sums up."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, _ADDING):
        yield from (node.left, node.right)
    elif isinstance(node, ast.AugAssign) and isinstance(node.op, _ADDING):
        yield from (node.target, node.value)
    elif isinstance(node, ast.Call) and _called(node) in _SUMS:
        yield from (part for argument in node.args for part in _added(argument))


def _fills_up(node: ast.AST) -> Iterator[bool]:
    """Yield whether a node puts 0 in place of what is not there."""
    if isinstance(node, ast.BoolOp) and isinstance(node.op, ast.Or):
        yield from (_is_nothing(value) for value in node.values[1:])
    elif isinstance(node, ast.IfExp) and _asks_for_none(node.test):
        yield from (_is_nothing(node.body), _is_nothing(node.orelse))


def _is_figure(node: ast.AST) -> bool:
    """Return whether a node reads something that may be unknown, under a name that says so."""
    if isinstance(node, ast.BoolOp):
        return any(_is_figure(value) for value in node.values)
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
