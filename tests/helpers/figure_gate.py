"""Where figures are added, scaled or filled up with 0 beside `designer/model/figures.py`.

A sum of plain numbers forgets what is not known; so every package hands figures to `total`,
`repeated`, `product`, `times`, `minus`, `per` and the like. Read by syntax: a name counts as a
figure by the unit in which it ends (`power_max_w`, `load_kw`, `mass_kg`), or as the `value` of a
figure; so does what a function sets to one, alone or as a list, and what goes through such a list.
Rounding, a choice by a condition and a display stand for what is in them. Bounds may be compared,
rounded and put in words, and nothing else, under whatever local name.

Engine and planning are searched for all of it. Elsewhere bounds are, and figures added up: one
that is known may be told there in another unit (`cents / 100`), and catalogue entries are derived
from stated figures in `catalog` by formulas of their own.

Not followed is what leaves a function: arguments, results, attributes of objects, and entries of a
mapping. `HANDED` lists the functions of which it is known that bounds go through them so.
"""

import ast
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final

from tests.helpers.rooms import EXPORTS, rooms_of
from tests.helpers.source import walked

FIGURE: Final = re.compile(
    r"_(w|kw|kva|kg|kpa|m3h|lpm|mwh|tb|gb_s|cents|per_year)$|^(value|pue|capex|amount|used|limit|gpus|length_m)$"
)
"""Names of what may be unknown. Places in a rack and on the floor are always known."""

_TYPED: Final = "a calculation from typed numbers, of which none is unknown"
_PLAIN: Final = "formulas on plain numbers"
_DRAWN: Final = "places of what is drawn, of parts and points that are all known"
_JOB: Final = "a job of which all is stated: what comes out gets its band and bounds at the end"
_CASES: Final = "the same formulas with all figures at their low, their likely, their high end"
FORMULAS: Final = {
    "engine/subjects/cooling/calc.py": _TYPED,
    "engine/subjects/fabrics/calc.py": _TYPED,
    "engine/subjects/facility/availability_calc.py": _TYPED,
    "engine/subjects/facility/calc.py": _TYPED,
    "engine/subjects/cables/calc.py": _TYPED,
    "engine/subjects/carbon/calc.py": _TYPED,
    "engine/subjects/feeds/calc.py": _TYPED,
    "engine/subjects/floor/calc.py": _TYPED,
    "engine/subjects/workloads/shape.py": _PLAIN,
    "engine/subjects/workloads/hardware.py": _TYPED,
    "engine/subjects/workloads/search.py": _PLAIN,
    "ui/views/workloads/scaling_plot.py": _DRAWN,
    "ui/views/workloads/serving_curve.py": _DRAWN,
    "ui/views/workloads/stack.py": _DRAWN,
    "engine/subjects/workloads/job.py": _JOB,
    "engine/subjects/workloads/calc_api.py": _TYPED,
    "engine/subjects/workloads/calc_batching.py": _TYPED,
    "engine/subjects/workloads/calc_fit.py": _TYPED,
    "engine/subjects/workloads/calc_scaling.py": _TYPED,
    "engine/subjects/workloads/calc_slices.py": _TYPED,
    "engine/subjects/workloads/calc_states.py": _TYPED,
    "engine/subjects/workloads/calc_storage.py": _TYPED,
    "engine/subjects/workloads/calc_serving.py": _TYPED,
    "engine/subjects/workloads/planned.py": _JOB,
    "engine/subjects/workloads/serve.py": _JOB,
    "engine/subjects/workloads/served.py": _JOB,
    "engine/subjects/workloads/trained.py": _JOB,
    "engine/subjects/cooling/coolant_curve.py": _PLAIN,
    "engine/subjects/cooling/doors.py": _PLAIN,
    "engine/subjects/cooling/thermal.py": _PLAIN,
    "engine/subjects/carbon/factors.py": _PLAIN,
    "engine/subjects/climate/effectiveness.py": _PLAIN,
    "engine/subjects/facility/reliability.py": _PLAIN,
    "engine/subjects/availability/expected.py": _PLAIN,
    "engine/subjects/availability/hall.py": _CASES,
    "engine/circuits.py": _PLAIN,
    "engine/dealing.py": _PLAIN,
    "engine/electric.py": _PLAIN,
    "engine/psu_curve.py": _PLAIN,
    "engine/subjects/floor/rolling.py": _PLAIN,
    "engine/subjects/floor/structure.py": _PLAIN,
    "engine/subjects/platform/asking.py": "bounds of a field by the factor of a rule, and sets",
}
"""Modules of formulas, with the reason."""
ROOTS: Final = (*rooms_of("figures"), EXPORTS)
"""Below `designer`."""
_STRICT: Final = ("engine/", "planning/")
_LINKS: Final = "whole links of a graph, whose bounds are counted and not summed up from figures"
_ASKED: Final = "stated by a part, asked for None in the same line or the one before"
_TABLE: Final = "ends of one figure, from the stated lines of a part's table and a planning range"
_AXIS: Final = "the end of an axis, whatever the figures on it"
PLACES: Final = {
    "engine/worker.py: number or 0": "the number of a message, which is no figure",
    "engine/subjects/feeds/case.py: pdu.rated_kva * at": "a nameplate, in the formula of it",
    "engine/subjects/cooling/heat.py: number * (1.0 if share is None else share.low)":
        "a share that is exact, asked for in the line before: its bound is its value",
    "engine/subjects/fabrics/fabrics.py: speed / 2": _ASKED,
    "engine/subjects/fabrics/carrying.py: max(found.bounds.low, network.bounds.low)": _LINKS,
    "engine/subjects/fabrics/carrying.py: intact.low - cost": _LINKS,
    "engine/subjects/fabrics/carrying.py: min(proven, high)": _LINKS,
    "engine/subjects/fabrics/bisection.py: min(self.high, floor(most + _HAIR))": _LINKS,
    "engine/subjects/fabrics/bisection.py: max(self.low, ceil(least - _HAIR))": _LINKS,
    "engine/subjects/fabrics/bisection.py: self.low - cost": _LINKS,
    "engine/subjects/fabrics/bisection.py: self.high + come": _LINKS,
    "engine/subjects/climate/drawn_plant.py: max(*told.values(), low, planned.high)": _TABLE,
    (
        "engine/subjects/climate/drawn_plant.py: "
        "max(planned.likely if likely is None else likely, low)"
    ): _TABLE,
    "engine/subjects/climate/drawn_plant.py: point.capacity_kw / point.power_kw": _ASKED,
    "engine/subjects/climate/drawn_plant.py: taken.low / drawn.low":
        "two figures that are exact, asked for in the line before: their bounds are their values",
    "engine/subjects/climate/rejection_units.py: min(taken.low, law.most_k * law.kw_per_k)":
        "the lower end of a figure that nothing bounds above, of a law's stated range",
    "planning/rack_filling.py: kva * power_factor": _ASKED,
    "planning/pods/building.py: cooling.flow_lpm * doors": _ASKED,
    "planning/pods/bill.py: slots * read / UNIT_NODES / figures.read_gb_s": _ASKED,
    "planning/pods/bill.py: slots * write / UNIT_NODES / figures.write_gb_s": _ASKED,
    "ui/views/catalogue/history_plot.py: max((point.high for point in series.points))":
        "the scale of a plot of prices that are known",
    "ui/views/cost/course_card.py: max(ends, default=1.0)": _AXIS,
    "ui/views/cost/course_card.py: max(ways, default=0.0)": _AXIS,
    "ui/views/cost/course_card.py: max(likely, default=1.0)": _AXIS,
    "ui/views/cost/paid_card.py: max(ends, default=0.0)": _AXIS,
}  # fmt: skip
"""Single places that are right, with the reason."""
HANDED: Final = {
    "engine/subjects/facility/units.py": (
        ("_count", "counts units at one bound of a load and of each capacity, worst by worst"),
        ("_spare", "counts how many units may be lost, likewise"),
    ),
    "engine/spare_units.py": (
        ("further", "counts units to be added, at the lower bound of each capacity"),
    ),
    "planning/hall.py": (
        ("max_kw", "sizes a hall by upper bounds alone: what is open is asked for infinity"),
        ("airflow_of", "likewise, by the smallest rise of air"),
        ("liquid_and_air", "likewise, with the most of both shares"),
    ),
}  # fmt: skip
"""Functions that take bounds as plain numbers, or give them back, which reading cannot follow."""

_BOUNDS: Final = ("low", "high", "likely")
_ADDING = ast.Add | ast.Sub | ast.Mult | ast.Div | ast.FloorDiv | ast.Mod | ast.Pow
_SUMS: Final = {
    "sum", "fsum", "prod", "nansum", "cumsum", "sumprod", "dot", "reduce", "accumulate", "mean",
    "fmean", "average", "median", "nanmean", "nanmedian", "percentile", "quantile", "quantiles",
}  # fmt: skip
_OPERATORS: Final = {
    "add", "sub", "mul", "truediv", "floordiv", "subtract", "multiply", "divide", "iadd",
}  # fmt: skip
"""Signs in words, where they are functions and no methods such as that of a set."""
_OF_OPERATORS: Final = {"operator", "np", "numpy"}
_COMPUTING: Final = {
    "min", "max", "abs", "fabs", "pow", "sqrt", "divmod", "fmod", "maximum", "minimum", "fmax",
    "fmin", "clip",
}  # fmt: skip
"""Calls that make another number of what they are asked for."""
_SAME: Final = {"float", "int", "round", "ceil", "floor", "trunc"}
"""Calls whose result stands for the number that they are asked for."""
_LISTED: Final = {"sorted", "reversed", "list", "tuple", "array", "asarray", "fromiter"}
"""Calls whose result holds the numbers that they are asked for."""


Place = tuple[str, int, str]
"""A module, a line of it, and what stands there."""


def figure_arithmetic(found: Iterable[Place]) -> list[str]:
    """Return each place of a folder that computes with a figure, or takes unknown for 0."""
    return [
        f"{place}:{line}: {said}" for place, line, said in found if f"{place}: {said}" not in PLACES
    ]


def unused_places(found: Iterable[Place]) -> list[str]:
    """Return the exceptions that are none of the places below a folder."""
    return sorted(PLACES.keys() - {f"{place}: {said}" for place, _, said in found})


def computing(root: Path) -> Iterator[Place]:
    """Yield each place below a folder that computes with a figure, exceptions included."""
    for path in sorted(path for folder in ROOTS for path in (root / folder).rglob("*.py")):
        place = path.relative_to(root).as_posix()
        if place in FORMULAS:
            continue
        nodes = walked(ast.parse(path.read_text(encoding="utf-8")))
        _put_first_names(nodes)
        strict = place.startswith(_STRICT)
        scopes = [list(_own(node)) for node in nodes if isinstance(node, _SCOPES)]
        renamed = _renamed(scopes, _holds_figures)
        renamed_bounds = _renamed(scopes, _holds_bounds)
        for node in nodes:
            bounds = _computes_with_bounds(node) or node in renamed_bounds
            figures = _is_wrong(node) if strict else _adds_figures(node)
            figures = figures or (node in renamed and (strict or _is_sum(node)))
            if bounds or figures:
                yield place, getattr(node, "lineno", 0), ast.unparse(node).splitlines()[0]


_SCOPES: Final = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Module)


def _put_first_names(nodes: Iterable[ast.AST]) -> None:
    """Give a sum that a module imports or sets under another name its own again."""
    meant: dict[str, str] = {}
    for node in nodes:
        if isinstance(node, ast.ImportFrom):
            meant |= {name.asname: name.name for name in node.names if name.asname}
        elif isinstance(node, ast.Assign) and isinstance(node.value, ast.Name | ast.Attribute):
            first = getattr(node.value, "attr", getattr(node.value, "id", ""))
            meant |= {target.id: first for target in node.targets if isinstance(target, ast.Name)}
    for node in nodes:
        if isinstance(node, ast.Name) and meant.get(node.id) in _SUMS | _OPERATORS | _COMPUTING:
            node.id = meant[node.id]


def _is_wrong(node: ast.AST) -> bool:
    replaced = isinstance(node, ast.Call) and _called(node) == "replace"
    if replaced and any(word.arg == "value" for word in node.keywords):
        return True
    return any(map(is_figure, _asked_of(_operands(node)))) or fills_up(node)


def _adds_figures(node: ast.AST) -> bool:
    """Return whether a node adds up what may be unknown; lengths and shares of it are for words."""
    asked = list(_asked_of(_operands(node)))
    if isinstance(node, ast.Call):
        return any(map(is_figure, asked))
    return _is_sum(node) and any(is_figure(one) and _unit_ends(one) for one in asked)


def _is_sum(node: ast.AST) -> bool:
    """Return whether a node adds up, by a sign or by a call, and does not tell in another unit."""
    adds = isinstance(getattr(node, "op", None), ast.Add | ast.Sub)
    return adds or (isinstance(node, ast.Call) and _called(node) in _SUMS | _OPERATORS)


def _unit_ends(node: ast.AST) -> bool:
    """Return whether a name says its unit: what is called `value` may be anything in a widget."""
    return isinstance(node, ast.Attribute) and node.attr != "value"


def _computes_with_bounds(node: ast.AST) -> bool:
    """Return whether a node does more with bounds than compare them."""
    if isinstance(node, ast.IfExp):
        # `f.low if f.value is None else f.value` has a name: `likely`.
        ends = {one.attr for one in (node.body, node.orelse) if isinstance(one, ast.Attribute)}
        return _asks_for_none(node.test) and ends in ({"low", "value"}, {"high", "value"})
    if isinstance(node, ast.Call) and _called(node) == "replace":
        # A figure with another bound is another figure, and not of the same inputs.
        return any(word.arg in ("low", "high") for word in node.keywords)
    return any(map(_is_bound, _computed(node)))


def _is_bound(node: ast.AST) -> bool:
    return _read_attribute(node) in _BOUNDS


def _read_attribute(node: ast.AST) -> str:
    """Return the name of what is read of something, be it by `getattr`; else nothing."""
    if isinstance(node, ast.Call) and _called(node) == "getattr" and len(node.args) > 1:
        return str(getattr(node.args[1], "value", ""))
    return node.attr if isinstance(node, ast.Attribute) else ""


def _computed(node: ast.AST) -> Iterator[ast.AST]:
    """Yield what a node makes another number of, be it rounded before."""
    found = list(_operands(node))
    turned = isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub)
    if turned and getattr(node.operand, "attr", "") != "likely":
        found.append(node.operand)
    if isinstance(node, ast.Call) and _called(node) in _COMPUTING:
        found += [*node.args, *(part for argument in node.args for part in _added(argument))]
    yield from _asked_of(found)


def _asked_of(nodes: Iterable[ast.AST]) -> Iterator[ast.AST]:
    """Yield what nodes stand for: rounded, one of two by a condition, or one of a display."""
    for node in nodes:
        one = _as_asked(node)
        if isinstance(one, ast.IfExp):
            yield from _asked_of((one.body, one.orelse))
        elif isinstance(one, ast.Subscript) and isinstance(one.value, ast.List | ast.Tuple):
            yield from _asked_of(one.value.elts)
        else:
            yield one


def _as_asked(node: ast.AST) -> ast.AST:
    """Return what is rounded, or made a number."""
    while isinstance(node, ast.Call) and _called(node) in _SAME and node.args:
        node = node.args[0]
    return node


def _renamed(scopes: Iterable[Sequence[ast.AST]], holds: Callable[[ast.AST], bool]) -> set[ast.AST]:
    """Return what computes with a local name that its function sets to what is asked for."""
    found: set[ast.AST] = set()
    for inside in scopes:
        pairs = [pair for node in inside for pair in _set(node)]
        names: set[str] = set()
        while more := {
            name
            for name, value in pairs
            if name not in names and (holds(value) or getattr(value, "id", "") in names)
        }:
            names |= more
        if not names:
            continue
        found |= {
            node
            for node in inside
            if any(
                isinstance(one, ast.Name) and one.id in names
                for one in (*_computed(node), *_summed(node))
            )
        }
    return found


def _set(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    """Yield the local names that a node sets, each with its value; of tuples one by one."""
    if isinstance(node, ast.For | ast.comprehension):
        # What goes through a list is named as the list is: each of it is asked for in turn.
        if isinstance(node.target, ast.Name):
            yield node.target.id, node.iter
        return
    if isinstance(node, ast.NamedExpr | ast.AnnAssign) and node.value is not None:
        targets: list[ast.expr] = [node.target]
    elif isinstance(node, ast.Assign):
        targets = node.targets
    else:
        return
    for target in targets:
        if isinstance(target, ast.Name):
            yield target.id, _as_asked(node.value)
        elif isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
            for one, value in zip(target.elts, node.value.elts, strict=False):
                if isinstance(one, ast.Name):
                    yield one.id, _as_asked(value)
        elif isinstance(target, ast.Tuple):
            # `low, high = sorted(…)`: each name has one of the list.
            yield from ((one.id, node.value) for one in target.elts if isinstance(one, ast.Name))


def _holds_figures(node: ast.AST) -> bool:
    """Return whether a node is a figure's number, one of two of them, or a list of such."""
    numbers = any(map(is_figure, _asked_of((node,))))
    return numbers or any(map(_is_number_of, _added(node)))


def _holds_bounds(node: ast.AST) -> bool:
    """Return whether a node is a figure's bound, one of two of them, or a list of such."""
    return any(map(_is_bound, _asked_of((node, *_added(node)))))


def _is_number_of(node: ast.AST) -> bool:
    return any(is_figure(one) or _is_bound(one) for one in _asked_of((node,)))


def _summed(node: ast.AST) -> Sequence[ast.AST]:
    """Return what a sum is asked for as a whole."""
    return node.args if isinstance(node, ast.Call) and _called(node) in _SUMS else ()


def _own(scope: ast.AST) -> Iterator[ast.AST]:
    """Yield what stands in a function itself, not in one inside it."""
    found = list(ast.iter_child_nodes(scope))
    for node in found:  # it grows meanwhile
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node
            found += ast.iter_child_nodes(node)


def _operands(node: ast.AST) -> Iterator[ast.AST]:
    """Yield what a node adds, scales or sums up."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, _ADDING):
        yield from (node.left, node.right)
    elif isinstance(node, ast.AugAssign) and isinstance(node.op, _ADDING):
        yield from (node.target, node.value)
    elif isinstance(node, ast.Call) and _called(node) in _SUMS:
        made = getattr(node.func, "value", None)
        of_made = made.args if isinstance(made, ast.Call) else ()  # `np.array([…]).sum()`
        yield from (part for argument in (*node.args, *of_made) for part in _added(argument))
    elif isinstance(node, ast.Call) and _called(node) in _OPERATORS:
        owner = getattr(node.func, "value", None)
        if owner is None or getattr(owner, "id", "") in _OF_OPERATORS:
            yield from node.args


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
            and ast.unparse(one.targets[0]) in map(ast.unparse, walked(node.test))
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
    return bool(FIGURE.search(_read_attribute(node)))


def _added(node: ast.AST) -> Iterator[ast.AST]:
    """Yield what a sum adds up: the element of a comprehension, or the entries of a display."""
    if isinstance(node, ast.GeneratorExp | ast.ListComp | ast.SetComp):
        yield node.elt
    elif isinstance(node, ast.Call) and _called(node) == "map" and node.args:
        how = node.args[0]
        if isinstance(how, ast.Lambda):
            yield how.body
        elif isinstance(how, ast.Call) and _called(how) == "attrgetter":
            yield from (ast.Attribute(how, str(getattr(name, "value", ""))) for name in how.args)
    elif isinstance(node, ast.Call) and _called(node) in _LISTED and node.args:
        yield from _added(node.args[0])
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
