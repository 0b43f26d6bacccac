"""Where the program tells kinds of parts apart by name instead of asking their table.

Cooling methods, panels and groups of figures share some words with kinds: a display that holds a
word of theirs which is no kind, such as `room-air`, is a list of those. A UPS and a generator of
the power supply are records of a design, unless what is compared is called a part.
"""

import ast
import re
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import get_args

from designer.catalog.kinds import KIND_IDS, PanelStyle
from designer.catalog.part import Part
from designer.model.design import CoolingMethod, PowerKind
from tests.helpers.gates import python_files

TABLE = "catalog/kinds.py"
_NAMED_KIND = re.compile(r"(?:^|_)kinds?$", re.IGNORECASE)
_MANY = 3
_SUPPLY = frozenset(get_args(PowerKind))
_NO_KINDS = {*get_args(CoolingMethod), *get_args(PanelStyle), *_SUPPLY, *Part.model_fields} - set(
    KIND_IDS
)
_MEMBERS = {"node", "switch"}
"""What a device is to a fabric: its end or its switch, of whatever kind its part is."""
_PART = re.compile(r"part|look|drawing", re.IGNORECASE)


def kind_rules(folder: Path, ids: Collection[str] = KIND_IDS) -> list[str]:
    """Return `file:line: code` where a part's kind is compared with a name, or kinds are listed.

    Parameters
    ----------
    folder
        The program; its table of kinds is left out.
    ids
        Names of kinds.
    """
    found = []
    for path in python_files(folder):
        place = path.relative_to(folder).as_posix()
        if place != TABLE:
            tree = ast.parse(path.read_text(encoding="utf-8"))
            found += [
                f"{place}:{node.lineno}: {ast.unparse(node).splitlines()[0][:90]}"
                for node in _rules(tree, frozenset(ids))
            ]
    return found


def _rules(tree: ast.AST, ids: frozenset[str]) -> Iterator[ast.expr]:
    told: set[ast.AST] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare) and _compares(node, ids):
            told.update(ast.walk(node))
            yield node
        elif isinstance(node, ast.Match) and _named_kind(node.subject):
            yield from (v for case in node.cases for v in _values(case.pattern) if _is_id(v, ids))
        elif isinstance(node, ast.keyword) and node.arg == "kinds" and _ids_in(node.value, ids):
            told.update(ast.walk(node.value))
            yield node.value
        elif isinstance(node, ast.expr) and node not in told and _lists(node, ids):
            told.update(ast.walk(node))
            yield node


def _compares(node: ast.Compare, ids: frozenset[str]) -> bool:
    sides = [node.left, *node.comparators]
    named = [side for side in sides if _named_kind(side)]
    if not any(_PART.search(ast.unparse(side)) for side in named):
        ids -= _SUPPLY
    return bool(named) and any(_ids_in(side, ids) for side in sides)


def _named_kind(side: ast.expr) -> bool:
    """Return whether an expression is called a kind: `part.kind`, `kind`, `row["kind"]`."""
    if isinstance(side, ast.Attribute):
        return bool(_NAMED_KIND.search(side.attr))
    if isinstance(side, ast.Subscript):
        key = side.slice
        return isinstance(key, ast.Constant) and key.value == "kind"
    return isinstance(side, ast.Name) and bool(_NAMED_KIND.search(side.id))


def _lists(node: ast.expr, ids: frozenset[str]) -> bool:
    """Return whether a display holds kinds: only such, or many of them; one alone is a set."""
    if isinstance(node, ast.Dict):
        items: list[ast.expr | None] = list(node.keys)
    elif isinstance(node, ast.Tuple | ast.List | ast.Set):
        items = list(node.elts)
    else:
        return False
    words = {item.value for item in items if isinstance(item, ast.Constant)}
    if isinstance(node, ast.Tuple) and words == _MEMBERS:
        return False
    named = words & ids
    if not named or words & _NO_KINDS:
        return False
    alone = words == named and all(isinstance(item, ast.Constant) for item in items)
    return (alone and (len(named) > 1 or isinstance(node, ast.Set))) or (
        len(named) >= _MANY and 2 * len(named) >= len(items)
    )


def _ids_in(node: ast.expr, ids: frozenset[str]) -> bool:
    """Return whether an expression is the name of a kind, or a display that holds one."""
    if isinstance(node, ast.Tuple | ast.List | ast.Set):
        return any(_is_id(item, ids) for item in node.elts)
    if isinstance(node, ast.Call):
        return any(_ids_in(argument, ids) for argument in node.args)
    return _is_id(node, ids)


def _is_id(node: ast.AST | None, ids: frozenset[str]) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value in ids


def _values(pattern: ast.pattern) -> Iterator[ast.expr]:
    return (node.value for node in ast.walk(pattern) if isinstance(node, ast.MatchValue))
