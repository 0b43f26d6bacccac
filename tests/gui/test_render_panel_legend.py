"""Every mark on the panels of devices is explained in the legend of its sheet, and no other."""

from typing import get_args

import pytest

from designer.catalog.load import load_shipped
from designer.model.design import Design, Device, Rack
from designer.render.faces.panel import PanelMark
from designer.render.sheets import legend
from tests.helpers.marks import texts
from tests.helpers.printed import set_marks

pytestmark = pytest.mark.usefixtures("qapp")

WORDS = ("outlets", "ports (cages)", "module or drive bays", "fan", "air intake")


def legend_of(paper: str, *devices: Device) -> set[str]:
    """Return which of the words stand on the sheets of a rack with some devices."""
    rack = Rack(id="r1", name="R1", part="rack-48u", x_mm=1_000, y_mm=1_000)
    design = Design(racks=(rack,), devices=devices)
    sheets = set_marks(design, load_shipped(), None, paper, ("racks",))
    said = {words for marks in sheets.values() for words in texts(marks)}
    return said & set(WORDS)


def placed(key: str, part: str, unit: int, **more: str) -> Device:
    return Device(id=key, name=key, part=part, rack="r1", half_u=2 * unit, **more)


@pytest.mark.parametrize("paper", ["A4", "A3", "A1"])
def test_marks_on_panels_are_explained(paper: str) -> None:
    node = placed("n1", "dgx-h100", 3)
    assert legend_of(paper, node) == {"ports (cages)", "module or drive bays", "air intake"}
    switch = placed("s1", "qm9700", 30, face="rear")
    assert legend_of(paper, switch) == {"ports (cages)", "fan"}
    strip = placed("p1", "pdu-415v-60a-3ph", 1, face="zero-u", feed="A")
    assert legend_of(paper, strip) == {"outlets"}
    assert legend_of(paper) == set()


def test_a_mark_that_is_too_small_to_draw_is_not_explained() -> None:
    """On paper a long name takes the whole panel."""
    switch = placed("compute-leaf-of-the-first-scalable-unit-01", "qm9700", 30, face="rear")
    assert legend_of("A4", switch) == set()


def test_every_mark_has_its_words() -> None:
    explained = {mark for mark, *_ in legend.PANEL_MARKS}
    assert explained | {"supply", "level vents", "upright vents"} == set(get_args(PanelMark))
