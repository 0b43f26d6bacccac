"""References of figures: what each is of."""

from typing import get_args

import pytest

from designer.model.design import PowerKind, PowerNode
from designer.model.figure_ref import FigureRef, can_be_entered, figure_ref, power_ref


@pytest.mark.parametrize(
    ("ref", "read"),
    [
        ("site.pue", FigureRef("site", field="pue")),
        ("room.floor_limit_kpa", FigureRef("room", field="floor_limit_kpa")),
        ("feed A.capacity_kw", FigureRef("power", "A", "capacity_kw")),
        ("ups north 1.capacity_kw", FigureRef("power", "north 1", "capacity_kw")),
        ("dgx-h200.power_max_w", FigureRef("part", "dgx-h200", "power_max_w")),
        ("dgx-h200.psu.rating_w", FigureRef("part", "dgx-h200", "psu.rating_w")),
        ("rule sum of highest powers", FigureRef("rule")),
        ("default psu-efficiency", FigureRef("rule")),
        ("feed of a rack PDU that names none", FigureRef("rule")),
        ("feed of 1.5 m.", FigureRef("rule")),
        ("nothing", FigureRef("rule")),
    ],
)
def test_a_reference_says_what_it_is_of(ref: str, read: FigureRef) -> None:
    assert figure_ref(ref) == read


@pytest.mark.parametrize("kind", get_args(PowerKind))
@pytest.mark.parametrize("key", ["A", "A.1", "north hall"])
def test_a_written_reference_of_power_is_read_back(kind: PowerKind, key: str) -> None:
    node = PowerNode(id=key, kind=kind)
    assert figure_ref(power_ref(node, "capacity_kw")) == FigureRef("power", key, "capacity_kw")


def test_what_follows_from_others_cannot_be_entered() -> None:
    assert can_be_entered("feed A.capacity_kw")
    assert can_be_entered("mgmt.part")
    assert not can_be_entered("feed A.whips")
    assert not can_be_entered("rule rating of rack PDUs")
