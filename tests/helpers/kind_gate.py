"""Where the program tells kinds of parts apart by name instead of asking their table.

Cooling methods, panels and groups of figures share some words with kinds: a display that holds a
word of theirs which is no kind, such as `room-air`, is a list of those. A UPS and a generator of
the power supply are records of a design, unless what is compared is called a part.

A name that is bound to a part's kind counts as one, in the whole file. What this cannot see: a
kind told by the id or family of a part, by a function elsewhere, or by a word of its text.
"""

import ast
import re
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Final, get_args

from designer.catalog.kinds import KIND_IDS, PanelStyle
from designer.catalog.part import Part
from designer.model.design import CoolingMethod, PowerKind
from tests.helpers.gates import python_files
from tests.helpers.source import walked

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
                f"{place}:{getattr(node, 'lineno', 0)}: {ast.unparse(node).splitlines()[0][:90]}"
                for node in _rules(tree, frozenset(ids))
            ]
    return found


def _rules(tree: ast.AST, ids: frozenset[str]) -> Iterator[ast.AST]:
    told: set[ast.AST] = set()
    nodes = list(walked(tree))
    renamed = _Renamed(nodes, ids)
    for node in nodes:
        if renamed.tells(node) or (isinstance(node, ast.Compare) and _compares(node, ids)):
            told.update(walked(node))
            yield node
        elif isinstance(node, ast.Match) and _named_kind(node.subject):
            yield from (v for case in node.cases for v in _values(case.pattern) if _is_id(v, ids))
        elif isinstance(node, ast.keyword) and node.arg == "kinds" and _ids_in(node.value, ids):
            told.update(walked(node.value))
            yield node.value
        elif isinstance(node, ast.expr) and node not in told and _lists(node, ids):
            told.update(walked(node))
            yield node


class _Renamed:
    """Comparisons of a part's kind that go by another name, or by another way than `==`."""

    def __init__(self, nodes: list[ast.AST], ids: frozenset[str]) -> None:
        self._ids = ids
        self._kinds: set[str] = set()
        self._words: set[str] = set()
        for node in nodes:
            if isinstance(node, ast.Assign | ast.AnnAssign | ast.NamedExpr) and node.value:
                targets = node.targets if isinstance(node, ast.Assign) else [node.target]
                names = {one.id for one in targets if isinstance(one, ast.Name)}
                if self._is_kind_of_part(node.value):
                    self._kinds |= names
                elif (
                    _ids_in(node.value, ids - _SUPPLY)
                    or _is_text_of(node.value, ids - _SUPPLY)
                    or self._is_table(node.value)
                ):
                    self._words |= names

    def tells(self, node: ast.AST) -> bool:
        if isinstance(node, ast.Compare):
            sides = [node.left, *node.comparators]
            is_told = any(map(self._is_kind, sides)) and any(map(self._is_word, sides))
            return is_told or self._is_part_of_kind(node) or _compares_words(sides)
        if isinstance(node, ast.Subscript):
            return self._is_kind(node.slice) and self._is_table(node.value)
        if isinstance(node, ast.Call):
            return self._tells_by_call(node)
        return any(
            name == "kind" and any(_is_id(value, self._ids) for value in _values(pattern))
            for name, pattern in _named_patterns(node)
        )

    def _tells_by_call(self, call: ast.Call) -> bool:
        called = call.func
        if ast.unparse(called).rpartition(".")[2] in _ASKS_BY_NAME:
            # `getattr(self, f"_draw_{part.kind}")`: a function a kind.
            return any(self._is_in(one) for one in call.args)
        if not isinstance(called, ast.Attribute):
            return False
        if _CATALOG.search(ast.unparse(called.value)) and any(
            isinstance(one, ast.Tuple | ast.List | ast.Set) and _ids_in(one, self._ids)
            for one in call.args
        ):
            return True
        if called.attr in _CUTS:
            return self._is_kind(called.value)
        if called.attr == "get" and call.args and self._is_kind(call.args[0]):
            return self._is_table(called.value)
        is_operator = isinstance(called.value, ast.Name) and called.value.id == "operator"
        compared = is_operator and called.attr in ("eq", "ne", "contains", "is_")
        return (
            compared and any(map(self._is_kind, call.args)) and any(map(self._is_word, call.args))
        )

    def _is_part_of_kind(self, node: ast.Compare) -> bool:
        """Return whether a text is looked for in the name of a kind: `'pdu' in part.kind`."""
        looked_in = [
            side
            for op, side in zip(node.ops, node.comparators, strict=True)
            if isinstance(op, ast.In | ast.NotIn)
        ]
        is_text = isinstance(node.left, ast.Constant) and isinstance(node.left.value, str)
        return is_text and any(map(self._is_kind, looked_in))

    def _is_table(self, node: ast.expr) -> bool:
        """Return whether a mapping, in place or under a name, has the name of a kind as a key."""
        if isinstance(node, ast.Name):
            return node.id in self._words
        if isinstance(node, ast.Call):  # `dict(node=1)`, `dict([("node", 1)])`, a view of one
            named = any(one.arg in self._ids for one in node.keywords)
            pairs = (one for given in node.args for one in walked(given))
            return _MAPPING.search(ast.unparse(node.func)) is not None and (
                named
                or any(self._is_table(given) for given in node.args)
                or any(isinstance(p, ast.Tuple) and _is_id(p.elts[0], self._ids) for p in pairs)
            )
        return isinstance(node, ast.Dict) and any(_is_id(key, self._ids) for key in node.keys)

    def _is_in(self, node: ast.expr) -> bool:
        """Return whether a text is made of the name of a kind."""
        made = isinstance(node, ast.JoinedStr | ast.BinOp) or (
            isinstance(node, ast.Call) and ast.unparse(node.func).endswith((".format", ".replace"))
        )
        return made and any(
            isinstance(one, ast.expr) and self._is_kind(one) for one in walked(node)
        )

    def _is_word(self, side: ast.expr) -> bool:
        is_word = isinstance(side, ast.Name) and side.id in self._words
        return is_word or _ids_in(side, self._ids) or _is_text_of(side, self._ids)

    def _is_kind(self, side: ast.expr) -> bool:
        is_renamed = isinstance(side, ast.Name) and side.id in self._kinds
        return is_renamed or self._is_kind_of_part(side)

    @staticmethod
    def _is_kind_of_part(node: ast.expr) -> bool:
        """Return whether an expression is or holds `part.kind` or `part.traits.id`."""
        inner = node
        while isinstance(inner, ast.Call) and isinstance(inner.func, ast.Attribute):
            inner = inner.func.value  # a method of the text: `part.kind.casefold()`
        for one in walked(inner):
            if isinstance(one, ast.Call) and not _KIND_CALL.search(ast.unparse(one)):
                return False
        return any(
            (isinstance(one, ast.Attribute) and _is_kind_attribute(ast.unparse(one)))
            or (isinstance(one, ast.Call) and _KIND_GETATTR.fullmatch(ast.unparse(one)))
            for one in walked(inner)
        )


_CUTS = frozenset(
    {"startswith", "endswith", "removeprefix", "removesuffix", "find", "rfind", "index", "count",
     "split", "rsplit", "partition", "rpartition"}
)  # fmt: skip
"""What tells a text by a piece of it."""
_WORDS: Final = ("traits.singular", "traits.plural", "traits.symbol", "traits.family")
_KIND_GETATTR = re.compile(
    r"getattr\(\w*part, 'kind'(?:, .*)?\)|(?:operator\.)?attrgetter\('kind'\)\(.*\)"
)
_KIND_CALL = re.compile(r"^(?:str|getattr|(?:operator\.)?attrgetter)\(")
_ASKS_BY_NAME = frozenset({"getattr", "hasattr", "methodcaller", "attrgetter"})
_CATALOG = re.compile(r"(?:^|[._])(?:catalog|library)$")
_MAPPING = re.compile(r"(?:^|\.)(?:dict|MappingProxyType|OrderedDict|defaultdict|ChainMap)$")


def _is_text_of(side: ast.expr, ids: frozenset[str]) -> bool:
    """Return whether an expression splits a text that lists names: `'node switch'.split()`."""
    return (
        isinstance(side, ast.Call)
        and isinstance(side.func, ast.Attribute)
        and side.func.attr in _CUTS
        and isinstance(side.func.value, ast.Constant)
        and not ids.isdisjoint(re.findall(r"[\w-]+", str(side.func.value.value)))
    )


def _named_patterns(node: ast.AST) -> Iterator[tuple[object, ast.pattern]]:
    """Yield what a pattern of a class or a mapping asks for by name."""
    if isinstance(node, ast.MatchClass):
        yield from zip(node.kwd_attrs, node.kwd_patterns, strict=True)
    elif isinstance(node, ast.MatchMapping):
        keys = (one.value if isinstance(one, ast.Constant) else None for one in node.keys)
        yield from zip(keys, node.patterns, strict=True)


def _compares_words(sides: list[ast.expr]) -> bool:
    """Return whether a word that the table keeps for a kind is compared with a text."""
    asked = any(isinstance(one, ast.Attribute) and ast.unparse(one).endswith(_WORDS)
                for one in sides)  # fmt: skip
    texts = (one for side in sides for one in walked(side) if isinstance(one, ast.Constant))
    return asked and any(isinstance(one.value, str) and one.value for one in texts)


def _is_kind_attribute(text: str) -> bool:
    return text.endswith("traits.id") or bool(re.search(r"part\.kind$", text))


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
    return (node.value for node in walked(pattern) if isinstance(node, ast.MatchValue))
