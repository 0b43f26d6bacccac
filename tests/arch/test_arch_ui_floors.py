"""The six floors of the window: each imports only floors below, no view another; no circle.

Circles are looked for in the whole program.

Every contract is seen to fail, also for an import that only the type checker follows.
"""

from pathlib import Path

import pytest

from tests.arch.test_arch_imports import lint_imports
from tests.helpers.sandbox import copy_package, planted

FLOORS = "floors of the window import only floors below them"
VIEWS = "no view imports another"
CIRCLE = "no circle anywhere"
ENGINE = "the window knows of the engine only its report"
PAINTERS = "painters know of the engine only its report"
SERVICES = "services know of the engine only how to speak with its process"
EVALUATES = "only the engine's process and the command line evaluate"
KIT = "the kit knows nothing of clusters"


@pytest.fixture(scope="module")
def copied(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the program, for one planted line after the other."""
    return copy_package(tmp_path_factory.mktemp("copied"))


FOR_TYPES = "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    "


@pytest.mark.parametrize(
    ("place", "lines", "broken"),
    [
        ("kit/planted.py", "import designer.ui.state.workspace\n", FLOORS),
        ("state/planted.py", FOR_TYPES + "import designer.ui.fields.field\n", FLOORS),
        ("fields/planted.py", "def f():\n    import designer.ui.views.start.page\n", FLOORS),
        ("views/start/planted.py", FOR_TYPES + "import designer.ui.commands.edit\n", FLOORS),
        ("commands/planted.py", FOR_TYPES + "import designer.ui.window.main_window\n", FLOORS),
        ("attic/__init__.py", '"""A floor nobody declared."""\n', ""),
        ("planted.py", '"""A module on no floor."""\n', ""),
        ("views/elevation/planted.py", "import designer.ui.views.floor.view\n", VIEWS),
        (
            "views/catalogue/planted.py",
            FOR_TYPES + "import designer.ui.views.parts.panel\n",
            VIEWS,
        ),
        ("views/fresh/__init__.py", "import designer.ui.views.floor.view\n", VIEWS),
        (
            "views/floor/surface.py",
            FOR_TYPES + "from designer.ui.views.floor.view import FloorView\n",
            CIRCLE,
        ),
        ("window/parts.py", "import designer.ui.window.main_window\n", CIRCLE),
        ("../engine/findings.py", FOR_TYPES + "from designer.engine import checks\n", CIRCLE),
        ("../model/units.py", "def f():\n    import designer.model.measured\n", CIRCLE),
        ("../io/toml_text.py", FOR_TYPES + "import designer.io.design_file\n", CIRCLE),
        (
            "../engine/subjects/cooling/planted.py",
            "def f():\n    import designer.engine.subjects.facility.subject\n",
            CIRCLE,
        ),
        ("views/dashboard/planted.py", "import designer.engine.evaluate\n", ENGINE),
        ("state/planted.py", FOR_TYPES + "from designer.engine import evaluate\n", ENGINE),
        ("fields/planted.py", "from designer.engine.worker import main\n", ENGINE),
        ("../render/planted.py", "from designer.engine.evaluate import evaluate\n", PAINTERS),
        ("../render/sheets/planted.py", "def f():\n    import designer.engine.calc\n", PAINTERS),
        ("../runtime/planted.py", FOR_TYPES + "import designer.engine.evaluate\n", SERVICES),
        (
            "../planning/planted.py",
            "def told(design, catalog):\n    from designer.engine.evaluate import evaluate\n"
            "    return evaluate(design, catalog)\n",
            EVALUATES,
        ),
        ("../io/export/planted.py", "from designer.engine import evaluate\n", EVALUATES),
        ("../engine/report.py", "import designer.engine.worker\n", EVALUATES),
        ("kit/planted.py", "from designer.catalog.part import Part\n", KIT),
        ("kit/planted.py", "def f():\n    import designer.document.document\n", KIT),
        ("kit/wheel.py", "from designer.model.design import Design\n", KIT),
        ("kit/wheel.py", FOR_TYPES + "from designer.render.rack_painter import paint_rack\n", KIT),
    ],
)
def test_a_planted_import_breaks_the_contract(
    copied: Path, place: str, lines: str, broken: str
) -> None:
    with planted(copied, f"designer/ui/{place}", f"\n{lines}") as file:
        code, output = lint_imports(copied)
    assert code != 0
    findings = output.partition("Broken contracts")[2] or output
    assert broken in findings, output
    names = (file.stem, file.parent.name)
    assert any(name in findings for name in names if name != "__init__"), output


def test_the_copy_breaks_no_contract_when_nothing_is_planted(copied: Path) -> None:
    """Last: what stayed of a planted line would be found here."""
    code, output = lint_imports(copied)
    assert code == 0, output
