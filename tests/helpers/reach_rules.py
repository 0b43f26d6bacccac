"""Rules on what reaches a forbidden module without an import that the contracts can read.

Two ways are read here. A name of the engine that a module between hands on, in any number of
steps, counts as an import of the engine itself. A package that the importing module lies in is no
import at all to the contracts, yet everything hangs on it as an attribute.

What reading cannot show: an object that a function of the engine's returns, and its methods.
"""

import ast
from collections.abc import Iterator

from tests.helpers.source import Finding, Source, is_or_below

_REPORT = frozenset({
    "designer.engine.report", "designer.engine.cost_report", "designer.engine.network_report",
    "designer.engine.reasons", "designer.engine.preview",
})  # fmt: skip
_WINDOW = "designer/ui/"


def passed_on(sources: "list[Source]") -> list[str]:
    """Return imports of the window that end in the engine, elsewhere than in its report."""
    index = {source.module: source for source in sources if source.place.startswith("designer/")}
    found = []
    for source in index.values():
        if not source.place.startswith(_WINDOW):
            continue
        for line, name in source.imports:
            first = origin(name, index)
            if is_or_below(first, frozenset({"designer.engine"})) and not is_or_below(
                first, _REPORT
            ):
                found.append(f"{source.place}:{line}: {name} is {first}")
    return found


def origin(name: str, index: "dict[str, Source]") -> str:
    """Return where an imported name was made: imports of imports are followed."""
    seen: set[str] = set()
    while name not in index and name not in seen:
        seen.add(name)
        module, _, attribute = name.rpartition(".")
        if module not in index:
            break
        name = index[module].meanings.get(attribute, name)
    return name


def whole_packages(source: Source) -> Iterator[Finding]:
    """Yield imports of everything at once: `*`, a package one lies in, `designer` as an object."""
    for line, name in source.imports:
        if name.startswith("designer") and name.endswith(".*"):
            yield line, f"import of {name}"
        elif source.module.startswith(f"{name}.") and name != "designer":
            yield line, f"import of {name}, in which this lies"
    plain = {
        alias.name
        for node in source.nodes
        if isinstance(node, ast.Import)
        for alias in node.names
        if not alias.asname and alias.name.partition(".")[0] == "designer"
    }
    for node, name in source.references:
        parts = name.split(".")
        if plain and parts[0] == "designer" and len(parts) == 2 and not parts[1].startswith("__"):
            yield node.lineno, f"{name} as an attribute"
