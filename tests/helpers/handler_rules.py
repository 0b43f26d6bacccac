"""Rules on handlers that catch everything, under whichever name.

A name is looked up in its own file, wherever it is bound there. What is imported as a constant, or
handed over as an argument, cannot be read here, and so counts as everything.
"""

import ast
from collections.abc import Iterator

from tests.helpers.source import Finding, Source, walked

_SUPPRESS = frozenset({"suppress", "contextlib.suppress"})
_EVERYTHING = frozenset({"Exception", "BaseException", "ExceptionGroup", "BaseExceptionGroup"})
_EXITS = frozenset({"__exit__", "__aexit__"})
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
    yield from _suppress_elsewhere(source)
    for node in source.nodes:
        # `__exit__ = …`: what it answers cannot be read.
        if isinstance(node, ast.Name | ast.Attribute) and isinstance(node.ctx, ast.Store):
            name = node.id if isinstance(node, ast.Name) else node.attr
            if name in _EXITS:
                yield node.lineno, f"{name} is set"
        elif isinstance(node, ast.Try | ast.TryStar):
            for one in (one for last in node.finalbody for one in walked(last)):
                if isinstance(one, ast.Return):
                    yield one.lineno, "a return in `finally`, which drops every error"
    for function in source.functions:
        if function.name in _EXITS:
            yield from _swallows(function)


def _suppress_elsewhere(source: Source) -> Iterator[Finding]:
    """Yield `suppress` where it does not stand in a `with`: as a base, in a `partial`, renamed."""
    called = {
        id(item.context_expr.func)
        for node in source.nodes
        if isinstance(node, ast.With)
        for item in node.items
        if isinstance(item.context_expr, ast.Call)
    }
    for node, name in source.references:
        if name == "contextlib.suppress" and id(node) not in called:
            yield node.lineno, f"{ast.unparse(node)} outside a `with`"
        elif name.rpartition(".")[2] in ("ExitStack", "AsyncExitStack", "enter_context"):
            yield node.lineno, ast.unparse(node)


def _swallows(function: "ast.FunctionDef | ast.AsyncFunctionDef") -> Iterator[Finding]:
    """Yield where a context manager may answer that the error is dealt with."""
    for node in walked(function):
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
        and not any(isinstance(node, leaves) for one in handler.body for node in walked(one))
    )
