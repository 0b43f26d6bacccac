"""Rules on handlers that catch everything, under whichever name.

A name is looked up in its own file, wherever it is bound there. What is imported as a constant, or
handed over as an argument, cannot be read here, and so counts as everything.
"""

import ast
from collections.abc import Iterator

from tests.helpers.source import Finding, Source

_SUPPRESS = frozenset({"suppress", "contextlib.suppress"})
_EVERYTHING = frozenset({"Exception", "BaseException", "ExceptionGroup", "BaseExceptionGroup"})
_LOWER_CASE_ERRORS = frozenset({"struct.error", "zlib.error", "re.error", "select.error"})


def broad_handlers(source: Source) -> Iterator[Finding]:
    """Yield handlers of everything, unless they only clean up and raise again, and `suppress`."""
    for node in source.nodes:
        if isinstance(node, ast.ExceptHandler) and _is_broad(source, node.type):
            if not _raises_again(node):
                yield node.lineno, "except " + (ast.unparse(node.type) if node.type else "…")
        elif isinstance(node, ast.Call) and source.dotted(node.func) in _SUPPRESS:
            for argument in node.args:
                if _is_broad(source, argument):
                    yield node.lineno, f"suppress({ast.unparse(argument)})"
    for function in source.functions:
        if function.name in ("__exit__", "__aexit__"):
            yield from _swallows(function)


def _swallows(function: "ast.FunctionDef | ast.AsyncFunctionDef") -> Iterator[Finding]:
    """Yield where a context manager may answer that the error is dealt with."""
    for node in ast.walk(function):
        if isinstance(node, ast.Return) and node.value is not None:
            is_no = isinstance(node.value, ast.Constant) and node.value.value in (None, False)
            if not is_no:
                yield node.lineno, f"{function.name} returns {ast.unparse(node.value)}"


def _is_broad(source: Source, caught: ast.expr | None, seen: frozenset[str] = frozenset()) -> bool:
    if caught is None:
        return True
    if isinstance(caught, ast.Tuple):
        return any(_is_broad(source, one, seen) for one in caught.elts)
    if isinstance(caught, ast.Starred):
        return _is_broad(source, caught.value, seen)
    if isinstance(caught, ast.BinOp):
        return _is_broad(source, caught.left, seen) or _is_broad(source, caught.right, seen)
    if not isinstance(caught, ast.Name | ast.Attribute):
        return True  # made on the spot: cannot be read
    name = source.dotted(caught).removeprefix("builtins.")
    if name in _EVERYTHING or name in seen:
        return True
    bound = list(_bound(source, caught.id)) if isinstance(caught, ast.Name) else []
    if bound:
        return any(_is_broad(source, value, seen | {name}) for value in bound)
    last = name.rpartition(".")[2]
    # Classes begin with a capital; a constant of another module is one in capitals only.
    return (last.isupper() or last[:1].islower()) and name not in _LOWER_CASE_ERRORS


def _bound(source: Source, name: str) -> Iterator[ast.expr]:
    """Yield what a file assigns to a name, in any scope."""
    for node in source.nodes:
        if isinstance(node, ast.Assign):
            targets: list[ast.expr] = node.targets
        elif isinstance(node, ast.AnnAssign | ast.NamedExpr):
            targets = [node.target]
        else:
            continue
        if node.value is not None and any(
            isinstance(target, ast.Name) and target.id == name for target in targets
        ):
            yield node.value


def _raises_again(handler: ast.ExceptHandler) -> bool:
    last = handler.body[-1]
    leaves = (ast.Return, ast.Break, ast.Continue)
    return (
        isinstance(last, ast.Raise)
        and last.exc is None
        and not any(isinstance(node, leaves) for one in handler.body for node in ast.walk(one))
    )
