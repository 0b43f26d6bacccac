"""Python source as the rules of `code_rules` read it: a tree, and what its names stand for."""

import ast
import builtins
from collections.abc import Iterator, Set
from dataclasses import dataclass
from functools import cached_property

Finding = tuple[int, str]
"""The line and what is wrong there."""

Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class Source:
    """One file. `place` is its path below the folder that is searched, with slashes."""

    place: str
    text: str

    @cached_property
    def tree(self) -> ast.Module:
        return ast.parse(self.text)

    @cached_property
    def nodes(self) -> tuple[ast.AST, ...]:
        """The whole tree; every rule goes through it, so it is walked once."""
        return tuple(walked(self.tree))

    @cached_property
    def module(self) -> str:
        """The dotted name, given that the folder searched is the one that holds the package."""
        return self.place.removesuffix(".py").removesuffix("/__init__").replace("/", ".")

    @cached_property
    def meanings(self) -> dict[str, str]:
        """What imported and renamed names stand for, as dotted names.

        Scopes are not told apart: a name counts as what it stands for anywhere in the file.
        """
        found: dict[str, str] = {}
        for node in self.nodes:
            if isinstance(node, ast.Import):
                for name in node.names:
                    top = name.name.partition(".")[0]
                    found[name.asname or top] = name.name if name.asname else top
            elif isinstance(node, ast.ImportFrom):
                for name in node.names:
                    found[name.asname or name.name] = f"{self._base(node)}.{name.name}"
        tops = {meaning.partition(".")[0] for meaning in found.values()}
        for node in self.nodes:
            if isinstance(node, ast.Assign) and isinstance(node.value, ast.Name | ast.Attribute):
                dotted = _dotted(node.value, found)
                if dotted.partition(".")[0] in tops or (
                    isinstance(node.value, ast.Name) and hasattr(builtins, dotted)
                ):
                    for target in node.targets:
                        if isinstance(target, ast.Name) and target.id != dotted:
                            found.setdefault(target.id, dotted)
        return found

    def _base(self, node: ast.ImportFrom) -> str:
        if not node.level:
            return node.module or ""
        is_package = self.place.endswith("/__init__.py")
        parts = self.module.split(".")
        up = node.level - (1 if is_package else 0)
        base = parts[: len(parts) - up] if up else parts
        return ".".join([*base, *([node.module] if node.module else [])])

    def dotted(self, node: ast.AST) -> str:
        """Return what an expression names, as `time.sleep`; what is no name gives `?`."""
        return _dotted(node, self.meanings)

    @cached_property
    def imports(self) -> tuple[tuple[int, str], ...]:
        """Every imported module or name, dotted, with its line."""
        return tuple(self._imports())

    @cached_property
    def references(self) -> tuple[tuple[ast.expr, str], ...]:
        """Every name, attribute and `getattr` with a constant, and what it stands for."""
        return tuple(self._references())

    @cached_property
    def calls(self) -> tuple[tuple[ast.Call, str], ...]:
        """Every call with what is called."""
        return tuple((n, self.dotted(n.func)) for n in self.nodes if isinstance(n, ast.Call))

    @cached_property
    def functions(self) -> tuple[Function, ...]:
        return tuple(node for node in self.nodes if isinstance(node, Function))

    def _imports(self) -> Iterator[tuple[int, str]]:
        for node in self.nodes:
            if isinstance(node, ast.Import):
                for name in node.names:
                    yield node.lineno, name.name
            elif isinstance(node, ast.ImportFrom):
                for name in node.names:
                    yield node.lineno, f"{self._base(node)}.{name.name}"

    def _references(self) -> Iterator[tuple[ast.expr, str]]:
        for node in self.nodes:
            if isinstance(node, ast.Name | ast.Attribute) or _constant_getattr(node):
                assert isinstance(node, ast.expr)
                yield node, self.dotted(node)


def walked(tree: ast.AST) -> list[ast.AST]:
    """Return what `ast.walk` yields, in its order, in half the time."""
    found = [tree]
    for node in found:  # it grows meanwhile
        for name in node._fields:
            value = getattr(node, name, None)
            if isinstance(value, ast.AST):
                found.append(value)
            elif isinstance(value, list):
                found += [one for one in value if isinstance(one, ast.AST)]
    return found


def is_or_below(name: str, tops: "Set[str]") -> bool:
    """Return whether a dotted name is one of some modules or lies in one."""
    parts = name.split(".")
    return any(".".join(parts[:n]) in tops for n in range(1, len(parts) + 1))


def _dotted(node: ast.AST, meanings: dict[str, str]) -> str:
    if isinstance(node, ast.Name):
        return meanings.get(node.id, node.id)
    if isinstance(node, ast.Attribute):
        return f"{_dotted(node.value, meanings)}.{node.attr}"
    if _constant_getattr(node):
        assert isinstance(node, ast.Call)
        constant = node.args[1]
        assert isinstance(constant, ast.Constant)
        return f"{_dotted(node.args[0], meanings)}.{constant.value}"
    return "?"


def _constant_getattr(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == "getattr"
        and len(node.args) >= 2
        and isinstance(node.args[1], ast.Constant)
        and isinstance(node.args[1].value, str)
    )
