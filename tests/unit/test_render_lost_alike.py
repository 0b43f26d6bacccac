"""A rack of which a loss takes something has a sheet of its own, not that of racks like it."""

from dataclasses import replace

import pytest

from designer.engine.evaluate import Evaluator
from designer.engine.report import Report
from designer.model.design import Design
from designer.model.layout import Layout
from designer.planning.templates import build
from designer.render.failing import DOOR, Failing, asked_of, targets_at
from designer.render.rack_after import report_after
from designer.render.sheets.sheet_list import rack_groups
from designer.render.what_if import WhatIf, answered
from tests.unit.test_engine_fabrics import SHIPPED, pod


class Hall:
    """A design with its report, in which something is lost."""

    def __init__(self, design: Design) -> None:
        self.design, self.evaluator = design, Evaluator(SHIPPED)
        self.report: Report = self.evaluator.report(design)

    def named(self, rack_id: str, words: str) -> Failing:
        rack = next(one for one in self.report.racks if one.id == rack_id)
        every = targets_at(self.report, rack)
        found = [one.failing for one in every if one.words.startswith(words)]
        return found[0]

    def groups(self, shown: WhatIf | None = None) -> list[tuple[str, ...]]:
        then = report_after(self.report, shown, str) if shown else self.report
        layout = Layout(self.design)
        groups = rack_groups(layout, SHIPPED, then, None, shown)
        return [tuple(rack.id for rack in group.racks) for group in groups]

    def after(self, failing: Failing) -> WhatIf:
        """Return a loss as the window has it once every rack was asked of."""
        shown = answered(self.report, failing)
        asked = asked_of(self.report, (failing,), [one.id for one in self.report.racks])
        assert shown is not None
        assert asked is not None
        said = self.evaluator.together(1, self.design, asked)
        return replace(
            shown, racks={one.id: one for one in said.racks},
            doors={one.id: one for one in said.doors},
        )  # fmt: skip


def apart(groups: list[tuple[str, ...]], rack: str) -> list[tuple[str, ...]]:
    """Return groups of racks with one that stands alone besides."""
    left = [tuple(one for one in group if one != rack) for group in groups]
    return sorted([(rack,), *(group for group in left if group)])


@pytest.fixture(scope="module")
def hall() -> Hall:
    """Return racks of nodes on rack PDUs with breakers."""
    design = pod(1)
    assemblies = tuple(
        one.evolve(
            slots=tuple(
                slot.evolve(part="pdu-apc-ap8888") if slot.face == "zero-u" else slot
                for slot in one.slots
            )
        )
        for one in design.assemblies
    )
    return Hall(design.evolve(assemblies=assemblies))


@pytest.mark.parametrize(
    "words",
    [
        "rear door of A02",
        "rack PDU on feed B",
        "breaker 1 ",
        "one of 6 supplies of DGX H100",
    ],
)
def test_what_is_lost_in_one_of_several_alike_racks_has_its_own_sheet(
    hall: Hall, words: str
) -> None:
    before = hall.groups()
    assert any("A02" in group and len(group) > 2 for group in before)
    lost = hall.after(hall.named("A02", words))
    assert sorted(hall.groups(lost)) == apart(before, "A02")
    # So it is as long as the engine has not said what becomes of racks, or cannot.
    unknown = replace(lost, racks={}, doors={})
    assert sorted(hall.groups(unknown)) == apart(before, "A02")


def test_a_loss_upstream_leaves_racks_alike_that_it_treats_alike(hall: Hall) -> None:
    assert hall.groups(hall.after(Failing("power", "A"))) == hall.groups()


def test_a_power_shelf_lost_in_one_of_several_filled_racks_has_its_own_sheet() -> None:
    hall = Hall(build("dgx-superpod-gb200", {"scalable_units": "1"}, SHIPPED))
    before = hall.groups()
    (alike,) = [group for group in before if "A01" in group]
    assert len(alike) > 1
    rack = next(one for one in hall.report.racks if one.id == "A01")
    shelf = next(one for one in targets_at(hall.report, rack) if "power shelves" in one.words)
    assert sorted(hall.groups(hall.after(shelf.failing))) == apart(before, "A01")


def test_a_leaf_lost_in_one_of_two_alike_racks_has_its_own_sheet() -> None:
    design = pod(1)
    first = next(one for one in design.racks if one.id == "B05")
    beside = first.evolve(id="B09", name="B09", x_mm=first.x_mm + 9000, row="")
    layout = Layout(design.evolve(racks=(*design.racks, beside)))
    leaf = Failing("network", "compute|leaf|B05/cleaf01", "B05", "B05/cleaf01", "leaf")
    lost = answered(Hall(design).report, leaf)
    assert lost is not None

    def groups(shown: WhatIf | None) -> list[tuple[str, ...]]:
        # By what they hold alone: they stand in other aisles.
        found = rack_groups(layout, SHIPPED, None, ("B05", "B09"), shown)
        return [tuple(rack.id for rack in group.racks) for group in found]

    assert groups(None) == [("B05", "B09")]
    assert groups(lost) == [("B05",), ("B09",)]


def test_a_door_that_is_lost_is_called_by_its_rack(hall: Hall) -> None:
    rack = next(one for one in hall.report.racks if one.id == "A02")
    doors = [one for one in targets_at(hall.report, rack) if one.failing.id.startswith(DOOR)]
    assert [one.words for one in doors] == ["rear door of A02"]


def test_a_rack_has_the_limit_of_the_rooms_air_in_place_of_that_of_its_lost_door(
    hall: Hall,
) -> None:
    lost = hall.after(hall.named("A02", "rear door of A02"))
    before = {one.id: one for one in hall.report.racks}
    for rack in report_after(hall.report, lost, str).racks:
        if rack.id != "A02":
            assert rack == before[rack.id]
            continue
        assert [one.name for one in rack.limits] == [one.name for one in before["A02"].limits]
        (cooling,) = rack.limits_of("cooling")
        assert cooling.label == "Cooling, in the room's air"
        assert "of 45.0 kW" in cooling.text
        assert rack.cooling_capacity_kw == 45
        assert (rack.cooling_method, rack.cooling_reason) == ("in-row", "its rear door is lost")
        assert rack.figure("cooling_headroom_kw").unknown
        assert (rack.coolant_lpm, rack.liquid_kw) == (0, 0), "nothing flows through the door"
        assert rack.feeds == before["A02"].feeds, "its power is as before"


def test_what_the_engine_did_not_say_of_a_lost_door_cannot_be_said(hall: Hall) -> None:
    lost = replace(hall.after(hall.named("A02", "rear door of A02")), doors={})
    rack = next(one for one in report_after(hall.report, lost, str).racks if one.id == "A02")
    (cooling,) = rack.limits_of("cooling")
    assert cooling.state == "unknown"
    assert "not computed" in cooling.text
    assert rack.figure("cooling_capacity_kw").unknown
