"""Which module of the program needs which, and where that goes in a circle.

The contracts of `pyproject.toml` compare packages with packages beside them; a package's own
`__init__` is beside none, and so a circle through it passes them. Here every module is one, a
package's `__init__` as well, and every import counts: of a function, and of the type checker.
"""

from collections.abc import Iterator, Mapping

from tests.helpers.source import Source

Graph = Mapping[str, frozenset[str]]


def module_graph(sources: "list[Source]") -> Graph:
    """Return by module what it imports of the others.

    Whoever imports a module runs the packages that hold it, so these count too; except those
    that hold the importing module: these have begun already, and are imported only if named.
    """
    modules = {source.module for source in sources}
    return {source.module: frozenset(_imported(source, modules)) for source in sources}


def _imported(source: Source, modules: set[str]) -> Iterator[str]:
    for _, name in source.imports:
        named = _module_of(name, modules)
        if named and named != source.module:
            yield named
        holding = named
        while holding := holding.rpartition(".")[0]:
            if holding in modules and not f"{source.module}.".startswith(f"{holding}."):
                yield holding


def _module_of(name: str, modules: set[str]) -> str:
    """Return the module that an imported name is, or is a part of."""
    while name and name not in modules:
        name = name.rpartition(".")[0]
    return name


def circles(graph: Graph) -> list[list[str]]:
    """Return the groups of modules that reach one another, each in order of names."""
    found = []
    left = set(graph)
    for module in sorted(graph):
        if module in left:
            reached = _reached(graph, module)
            group = {other for other in reached & left if module in _reached(graph, other)}
            left -= group | {module}
            if group:
                found.append(sorted(group | {module}))
    return found


def _reached(graph: Graph, module: str) -> set[str]:
    """Return what a module needs in any number of steps; itself only if it goes in a circle."""
    seen: set[str] = set()
    waiting = list(graph.get(module, ()))
    while waiting:
        one = waiting.pop()
        if one not in seen:
            seen.add(one)
            waiting += graph.get(one, ())
    return seen
