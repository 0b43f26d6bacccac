"""No module needs itself, not even through a package's `__init__`; the kit needs what is named."""

import pytest

from tests.helpers import code_rules, reach_rules
from tests.helpers.module_graph import circles, module_graph
from tests.helpers.source import Source


@pytest.fixture(scope="module")
def program() -> dict[str, Source]:
    return {one.place: one for one in code_rules.repository_sources("designer")}


def test_no_module_needs_itself(program: dict[str, Source]) -> None:
    graph = module_graph(list(program.values()))
    assert len(graph) > 500
    assert "designer.ui.kit.style" in graph["designer.ui.kit.form_dialog"]
    assert circles(graph) == []


FOR_TYPES = "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    "


@pytest.mark.parametrize(
    "planted",
    [
        {
            "ui/views/__init__.py": "from designer.ui.views.floor.view import FloorView\n",
            "ui/views/floor/view.py": "from designer.ui.views import FloorView\n",
        },
        {
            "ui/state/__init__.py": "from designer.ui.state import tips\nX = 1\n",
            "ui/state/tips.py": f"{FOR_TYPES}from designer.ui.state import X\n",
        },
        {
            "ui/state/__init__.py": "from . import tips\nX = 1\n",
            "ui/state/tips.py": "def f():\n    from . import X\n",
        },
        # Nobody names the package, but whoever imports the floor's module runs it.
        {
            "ui/views/floor/__init__.py": "import designer.ui.fields.form\n",
            "ui/fields/form.py": "def f():\n    import designer.ui.views.floor.view\n",
        },
        {
            "ui/kit/style.py": f"{FOR_TYPES}from designer.ui.kit import form_dialog\n",
        },
        {
            "engine/evaluate.py": "def f():\n    import designer.engine.worker\n",
        },
    ],
)
def test_a_planted_circle_is_found(program: dict[str, Source], planted: dict[str, str]) -> None:
    sources = dict(program)
    for place, lines in planted.items():
        place = f"designer/{place}"
        before = sources[place].text
        sources[place] = Source(place, f"{before}\n{lines}")
    (found,) = circles(module_graph(list(sources.values())))
    assert {sources[f"designer/{place}"].module for place in planted} <= set(found)


def test_packages_that_gather_their_own_modules_are_no_circle() -> None:
    sources = [
        Source("designer/__init__.py", ""),
        Source(
            "designer/io/__init__.py", "from designer.io.a import A\nfrom designer.io.b import B"
        ),
        Source("designer/io/a.py", "from designer.io.b import B\nimport designer.model.c\n"),
        Source("designer/io/b.py", "from designer import __version__\n"),
        Source("designer/model/c.py", ""),
    ]
    graph = module_graph(sources)
    assert graph["designer.io.a"] == {"designer.io.b", "designer.model.c"}
    assert circles(graph) == []


def test_the_kit_needs_only_what_is_named(program: dict[str, Source]) -> None:
    sources = list(program.values())
    assert reach_rules.beyond_the_kit(sources) == []
    assert reach_rules.unused_by_the_kit(sources) == []


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("from designer.model.design import Design", "designer.model.design.Design"),
        ("import designer.model.rack", "designer.model.rack"),
        (f"{FOR_TYPES}from designer.model import design", "designer.model.design"),
        (
            "def f():\n    from designer.render.rack_painter import x",
            "designer.render.rack_painter",
        ),
        ("from designer.catalog.data_files import data_folder", "designer.catalog.data_files"),
        ("import designer", "designer"),
        # What a module that the kit may import has itself imported.
        ("from designer.render.theme import Kind", "designer.catalog.kinds.Kind"),
    ],
)
def test_a_planted_import_of_the_kit_is_found(
    program: dict[str, Source], line: str, said: str
) -> None:
    place = "designer/ui/kit/wheel.py"
    sources = program | {place: Source(place, f"{line}\n{program[place].text}")}
    (found,) = reach_rules.beyond_the_kit(list(sources.values()))
    assert found.startswith(f"{place}:")
    assert said in found
