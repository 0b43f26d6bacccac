"""What each design rule can say, read from the engine's source.

A rule says `Finding("P01", "error", …)`, or `cannot_be_said("P01", …)`; where code or severity is
no constant, `BY_HAND` says what they can be, and `unknown` names whatever is missing there.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

LEVELS = ("error", "warning", "info")
OPEN = "cannot be said"

BY_HAND: dict[str, frozenset[str]] = {
    "D01": frozenset(("warning", "info")),  # by which figure is missing: totals.rules
    "F11": frozenset(("error", OPEN)),  # of fibres: cables.reach_rules
    "E01": frozenset(("error",)),  # by the name NOT_COMPUTED: engine.checks
    **dict.fromkeys(("S01", "S02", "S03", "S04", "S05"), frozenset((*LEVELS, OPEN))),
    "S06": frozenset(("warning", "info", OPEN)),  # by the library: test_catalog_predicates
    "P13": frozenset(("error", "warning")),  # SupplyVerdict.gravity
}
_SAYS = ("Finding", "Check", "cannot_be_said", "_unmeasured", "Asked")


def rule_levels(folder: Path) -> dict[str, frozenset[str]]:
    """Return by rule what it can say."""
    found: dict[str, set[str]] = {}
    for call in _calls(folder):
        code = _code(call)
        if code:
            found.setdefault(code, set()).update(_levels(call))
    return {code: BY_HAND.get(code) or frozenset(levels) for code, levels in found.items()} | {
        code: levels for code, levels in BY_HAND.items() if code not in found
    }


def unknown(folder: Path) -> list[str]:
    """Return rules whose severity cannot be read and is not written by hand."""
    read = rule_levels(folder)
    return sorted(code for code, levels in read.items() if not levels)


def _calls(folder: Path) -> Iterator[ast.Call]:
    for path in sorted(folder.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in _SAYS:
                yield node


def _code(call: ast.Call) -> str:
    named = [k.value for k in call.keywords if k.arg == "rule"]
    for value in [*call.args, *named]:
        if isinstance(value, ast.Constant) and _is_code(value.value):
            return str(value.value)
    return ""


def _is_code(value: object) -> bool:
    return (
        isinstance(value, str)
        and len(value) == 3
        and value[0].isalpha()
        and value[0].isupper()
        and value[1:].isdigit()
    )


def _levels(call: ast.Call) -> set[str]:
    if getattr(call.func, "id", "") in ("cannot_be_said", "_unmeasured"):
        return {OPEN}
    if len(call.args) > 2 and "OPEN" in ast.unparse(call.args[2]):
        return {OPEN}
    named = [k.value for k in call.keywords if k.arg == "severity"]
    severity = named or call.args[1:2]
    # What is asked of a limit is a finding, or open.
    return ({OPEN} if getattr(call.func, "id", "") == "Asked" else set()) | {
        node.value
        for value in severity
        for node in ast.walk(value)
        if isinstance(node, ast.Constant) and node.value in LEVELS
    }
