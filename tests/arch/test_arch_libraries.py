"""What measures fabrics stands on numpy and scipy: no partitioner, solver or graph library beside.

The exact program is HiGHS, as scipy brings it. A library in C that partitions graphs may end the
process with all that is open in it, and answers otherwise from run to run.
"""

import ast
import sys
import tomllib
from pathlib import Path

import pytest

from tests.helpers.gates import REPOSITORY

MEASURING = (
    "designer/engine/fabric_graph", "designer/engine/subjects/fabrics", "designer/wiring",
)  # fmt: skip
ALLOWED = {"designer", "numpy", "scipy"}


def brought_in(text: str) -> set[str]:
    """Return the packages that a module imports, but those of Python itself."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add(node.module or "designer")
    return {name.partition(".")[0] for name in found} - set(sys.stdlib_module_names)


def modules(folder: str) -> list[Path]:
    return sorted((REPOSITORY / folder).rglob("*.py"))


@pytest.mark.parametrize("folder", MEASURING)
def test_fabrics_are_measured_with_numpy_and_scipy_alone(folder: str) -> None:
    assert len(modules(folder)) > 10
    strange = {
        path.name: brought_in(path.read_text(encoding="utf-8")) - ALLOWED
        for path in modules(folder)
    }
    assert {name: more for name, more in strange.items() if more} == {}


def test_a_planted_partitioner_is_seen() -> None:
    planted = "import math\nfrom scipy.optimize import milp\n\ndef f():\n    import pymetis.core\n"
    assert brought_in(planted) - ALLOWED == {"pymetis"}


def test_the_exact_program_is_that_of_scipy() -> None:
    text = (REPOSITORY / "designer/engine/fabric_graph/exact.py").read_text(encoding="utf-8")
    taken = {
        (node.module, alias.name)
        for node in ast.walk(ast.parse(text)) if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }  # fmt: skip
    assert ("scipy.optimize", "milp") in taken


def test_no_graph_library_is_asked_for() -> None:
    """Nor does it come into the process by another room of the program."""
    project = tomllib.loads((REPOSITORY / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    words = " ".join(project["dependencies"]).casefold()
    for name in ("metis", "kahip", "scotch", "igraph", "networkx", "ortools", "pulp", "gurobi"):
        assert name not in words, name
