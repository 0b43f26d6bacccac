"""The cooling method of a rack on which nothing hangs, against the survey's table of methods.

AI/ML Infrastructure, survey, revision 2026-06-18, § Cooling technologies: perimeter air below
15 kW a rack, in-row 15 to 30, rear door 30 to 50; half-open, the simpler method preferred.
"""

import pytest

from designer.catalog.entry import Provenance
from designer.catalog.load import load_shipped
from designer.catalog.part import Part
from designer.engine.evaluate import evaluate
from designer.model.design import Assembly, Design, Rack, Slot


def method(kw: float) -> str:
    load = Part(
        liquid_fraction=0,
        id="load", kind="node", name="Load", height_half_u=2, power_max_w=kw * 1000,
        provenance=(Provenance(fields=("*",), source="invented", kind="assumed"),),
    )  # fmt: skip
    slots = (Slot(id="n", part="load", half_u=4),)
    design = Design(
        assemblies=(Assembly(id="a", rack_part="rack-48u", slots=slots),),
        racks=(Rack(id="r", name="R", part="rack-48u", x_mm=4000, y_mm=4000, assembly="a"),),
    )
    return evaluate(design, load_shipped().overlay([load])).racks[0].cooling_method


@pytest.mark.parametrize(
    ("kw", "expected"),
    [
        (14.9, "room-air"),
        (15, "in-row"),
        (20, "in-row"),
        (29.9, "in-row"),
        (30, "rear-door"),
        (43, "rear-door"),
        (49.9, "rear-door"),
    ],
)
def test_the_method_is_the_surveys(kw: float, expected: str):
    assert method(kw) == expected


def test_a_rack_that_grows_never_goes_back_to_a_weaker_method():
    order = ["room-air", "in-row", "rear-door"]
    found = [order.index(method(kw)) for kw in (5, 14, 16, 31, 49, 51, 74, 90)]
    assert found == sorted(found)
