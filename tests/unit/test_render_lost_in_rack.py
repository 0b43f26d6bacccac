"""What a loss takes of one rack: supplies, rack PDUs, breakers, shelves, and who loses a rail."""

import pytest

from designer.engine.evaluate import evaluate
from designer.engine.together_report import DeviceAfterLoss, PduAfterLoss, RackAfterLoss
from designer.model.design import Design
from designer.model.layout import Layout
from designer.planning.templates import build
from designer.render.drawing import rack_drawing
from designer.render.failing import Failing, targets_at
from designer.render.lost_in_rack import LostInRack, lost_in_rack
from designer.render.supplies import cords_in
from designer.render.what_if import answered
from tests.unit.test_engine_fabrics import SHIPPED, pod

LEAF = Failing("network", "compute|leaf|B05/cleaf01", "B05", "B05/cleaf01")


def lost(design: Design, failing: Failing, rack_id: str) -> LostInRack:
    layout = Layout(design)
    rack = layout.racks[rack_id]
    shown = answered(evaluate(design, SHIPPED), failing)
    assert shown is not None
    drawing = rack_drawing(layout, SHIPPED, rack)
    return lost_in_rack(shown, drawing, lambda: cords_in(layout, SHIPPED, rack))


def named(design: Design, rack_id: str, words: str) -> Failing:
    found = evaluate(design, SHIPPED)
    rack = next(one for one in found.racks if one.id == rack_id)
    return next(one.failing for one in targets_at(found, rack) if one.words == words)


def letters(design: Design, rack_id: str, key: str, numbers: frozenset[int]) -> set[str]:
    layout = Layout(design)
    drawing = rack_drawing(layout, SHIPPED, layout.racks[rack_id])
    device = next(one for one in drawing.devices if one.key == key)
    return {device.feeds[at] for at in numbers}


def test_a_lost_feed_takes_its_supplies_and_its_rack_pdus() -> None:
    design = pod(1)
    found = lost(design, Failing("power", "B"), "A02")
    assert set(found.struck.values()) == {"no voltage"}
    assert len(found.struck) == 1, "one rack PDU on feed B"
    assert len(found.supplies) >= 4, "every node"
    for key, numbers in found.supplies.items():
        assert letters(design, "A02", key, numbers) == {"B"}


def test_a_lost_rack_pdu_takes_what_is_plugged_in_there() -> None:
    design = pod(1)
    found = lost(design, named(design, "A02", "rack PDU on feed C"), "A02")
    assert list(found.struck.values()) == ["lost"]
    assert found.supplies
    for key, numbers in found.supplies.items():
        assert letters(design, "A02", key, numbers) == {"C"}


def test_one_lost_supply_strikes_no_device() -> None:
    design = pod(1)
    failing = named(design, "A02", "one of 6 supplies of DGX H100")
    found = lost(design, failing, "A02")
    assert found.struck == {}
    assert list(found.supplies.values()) == [frozenset({0})]
    meant = failing._replace(device="A02/n3")
    assert list(lost(design, meant, "A02").supplies) == ["A02/n3"]


def test_another_rack_is_not_marked_by_a_loss_inside_one() -> None:
    design = pod(1)
    found = lost(design, named(design, "A02", "rack PDU on feed C"), "A03")
    assert found == LostInRack()


def test_a_lost_leaf_marks_the_nodes_that_lose_a_rail() -> None:
    design = pod(1)
    found = lost(design, LEAF, "A02")
    assert set(found.felt) == {f"A02/n{at}" for at in range(1, 5)}
    assert {fate.state for fate in found.felt.values()} == {"rail"}
    own = lost(design, LEAF, "B05")
    assert own.struck == {"B05/cleaf01": "lost"}


@pytest.fixture(scope="module")
def filled() -> Design:
    return build("dgx-superpod-gb200", {}, SHIPPED)


def test_a_lost_feed_takes_the_shelves_of_a_filled_rack(filled: Design) -> None:
    rack = next(one for one in filled.racks if "nvl72" in one.part)
    feed = rack.feeds[0]
    found = lost(filled, Failing("power", feed), rack.id)
    assert len(found.struck) == 3, "eight shelves on three feeds"
    assert set(found.struck.values()) == {"no voltage"}
    assert all("power shelf" in name for name in found.struck)


def test_a_lost_shelf_is_marked_whichever_was_meant(filled: Design) -> None:
    rack = next(one for one in filled.racks if "nvl72" in one.part)
    report = evaluate(filled, SHIPPED)
    of_rack = next(one for one in report.racks if one.id == rack.id)
    shelf = next(one for one in targets_at(report, of_rack) if "power shelves" in one.words)
    found = lost(filled, shelf.failing, rack.id)
    assert list(found.struck.values()) == ["lost"]
    (name,) = found.struck
    assert name.startswith("power shelf")


def test_devices_rack_pdus_and_breakers_are_marked_by_what_the_engine_says_of_them() -> None:
    design = pod(1)
    layout = Layout(design)
    rack = layout.racks["A02"]
    cords = cords_in(layout, SHIPPED, rack)
    strips = [at for at, key in enumerate(cords.items) if key not in cords.hangs]
    first, second, third = [at for at, key in enumerate(cords.items) if key in cords.hangs][:3]
    after = RackAfterLoss(
        id="A02",
        devices=(
            DeviceAfterLoss(item=first, part="x", state="dark"),
            DeviceAfterLoss(item=second, part="x", state="short", left=2, count=6),
            DeviceAfterLoss(item=third, part="x", state="open"),
        ),
        pdus=(
            PduAfterLoss(item=strips[0], state="error", breakers=(2, 3)),
            PduAfterLoss(item=strips[1], state="error"),
            PduAfterLoss(item=strips[2], state="ok"),
        ),
    )
    shown = answered(evaluate(design, SHIPPED), LEAF)
    assert shown is not None
    drawing = rack_drawing(layout, SHIPPED, rack)
    found = lost_in_rack(shown, drawing, lambda: cords, after)
    assert found.struck[cords.items[first]] == "no power"
    assert found.felt[cords.items[second]].state == "short"
    assert found.felt[cords.items[third]].state == "open"
    assert found.told[cords.items[strips[0]]] == "breakers 2, 3 overloaded"
    assert found.told[cords.items[strips[1]]] == "overload"
    assert cords.items[strips[2]] not in found.felt
