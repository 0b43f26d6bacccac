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
    """Return the groups of modules that reach one another, each in order of names.

    These are the strongly connected components (R. Tarjan, "Depth-first search and linear graph
    algorithms", SIAM J. Comput. 1, 1972), found in one walk over all imports.
    """
    met: dict[str, int] = {}
    lowest: dict[str, int] = {}
    pending: dict[str, None] = {}
    found: list[list[str]] = []
    for module in sorted(graph):
        if module not in met:
            found += _circles_from(module, graph, met, lowest, pending)
    return sorted(found)


def _circles_from(
    module: str,
    graph: Graph,
    met: dict[str, int],
    lowest: dict[str, int],
    pending: dict[str, None],
) -> Iterator[list[str]]:
    """Yield the circles among all that a module needs and that nobody has met yet.

    Parameters
    ----------
    met
        How many modules were met before each.
    lowest
        The earliest of those pending that each leads back to.
    pending
        Modules whose circle is not closed yet, in the order in which they were met.
    """
    met[module] = lowest[module] = len(met)
    pending[module] = None
    path = [(module, iter(sorted(graph[module] & graph.keys())))]
    while path:
        one, needed = path[-1]
        other = next(needed, None)
        if other is None:
            path.pop()
            if path:
                before = path[-1][0]
                lowest[before] = min(lowest[before], lowest[one])
            if lowest[one] == met[one]:
                group = _taken(pending, one)
                if len(group) > 1:
                    yield sorted(group)
        elif other not in met:
            met[other] = lowest[other] = len(met)
            pending[other] = None
            path.append((other, iter(sorted(graph[other] & graph.keys()))))
        elif other in pending:
            lowest[one] = min(lowest[one], met[other])


def _taken(pending: dict[str, None], first: str) -> list[str]:
    """Take what is pending since a module was met, with it, and return it."""
    group: list[str] = []
    while first not in group:
        group.append(pending.popitem()[0])
    return group
