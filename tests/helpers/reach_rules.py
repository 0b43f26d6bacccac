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
    "designer.engine.ownership_report", "designer.engine.cabled_power",
    "designer.engine.fabric_map", "designer.engine.cable_report", "designer.engine.cable_ways",
    "designer.engine.workload_report", "designer.engine.choice_report",
    "designer.engine.why_report",
    "designer.engine.platform_report", "designer.engine.power_report",
    "designer.engine.limit_report", "designer.engine.row_report",
    "designer.engine.cooling_report", "designer.engine.climate_report",
    "designer.engine.together_report",
    "designer.engine.reasons", "designer.engine.preview", "designer.engine.new_findings",
    "designer.engine.beside", "designer.engine.beside_words",
    # Reports of stages beside each other.
    "designer.engine.stage_lines",
})  # fmt: skip
_WINDOW = "designer/ui/"
_KIT = "designer/ui/kit/"
KIT_MAY = frozenset({
    # Numbers as people write and read them, and what is wrong with one.
    "designer.model.figures", "designer.model.figure_words", "designer.model.number_text",
    "designer.model.plural", "designer.model.presented", "designer.model.problem",
    # Colours, type and hatching.
    "designer.render.edge", "designer.render.fonts", "designer.render.hatch",
    "designer.render.theme",
    "designer.ui.kit",
})  # fmt: skip
"""What the kit may import of the program: no part, no design, no result."""
KIT_MAY_IN = {"designer/ui/kit/style.py": frozenset({"designer.catalog.data_files"})}
"""Where the icons of the style are."""


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


def beyond_the_kit(sources: "list[Source]") -> list[str]:
    """Return imports of the kit that are not among those it may have, wherever they were made."""
    index = {source.module: source for source in sources if source.place.startswith("designer/")}
    found = []
    for source, line, name in _of_the_kit(sources):
        first = origin(name, index)
        if not is_or_below(first, KIT_MAY | KIT_MAY_IN.get(source.place, frozenset())):
            found.append(f"{source.place}:{line}: {name} is {first}")
    return found


def unused_by_the_kit(sources: "list[Source]") -> list[str]:
    """Return what the kit may import and does not."""
    used = [(source.place, name) for source, _, name in _of_the_kit(sources)]
    unused = [one for one in KIT_MAY if not any(is_or_below(n, {one}) for _, n in used)]
    for place, names in KIT_MAY_IN.items():
        asked = [name for where, name in used if where == place]
        unused += [one for one in names if not any(is_or_below(n, {one}) for n in asked)]
    return sorted(unused)


def _of_the_kit(sources: "list[Source]") -> Iterator[tuple[Source, int, str]]:
    for source in sources:
        if source.place.startswith(_KIT):
            for line, name in source.imports:
                if is_or_below(name, frozenset({"designer"})):
                    yield source, line, name


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
