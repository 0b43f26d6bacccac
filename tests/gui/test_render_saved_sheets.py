"""No sheet for the last lines of a list: the views of a rack get a scale smaller instead."""

import pytest

from designer.catalog.catalog import Catalog
from designer.engine.evaluate import evaluate
from designer.planning.templates import build
from tests.helpers.marks import Mark
from tests.helpers.printed import set_marks

pytestmark = pytest.mark.usefixtures("qapp")


def scale_of(marks: list[Mark]) -> float:
    """Return the denominator that the title block states."""
    return float(next(m.words for m in marks if m.words.startswith("1 : ")).removeprefix("1 : "))


def test_lists_of_racks_of_4_units_go_on_on_no_further_sheet(catalog: Catalog) -> None:
    """Two of thirteen sheets held three lines and one."""
    design = build("dgx-superpod-h100", {"scalable_units": "4"}, catalog)
    made = set_marks(design, catalog, evaluate(design, catalog), "A3", ("racks",))
    assert made
    further = [title for title in made if "continued" in title]
    assert not [title for title in further if title.startswith("Rack D01")]
    assert len(further) <= 2, "the rack of many kinds of devices, and that of most with bounds"
    scales = {title.partition(":")[0]: scale_of(marks) for title, marks in made.items()
              if "continued" not in title}  # fmt: skip
    assert scales["Rack D01"] == 15
    assert scales["Rack A09"] in (12.5, 15), "its lists fit"
    for title in further:
        assert scales[title.partition(":")[0]] == 12.5, "smaller views would save no sheet"
