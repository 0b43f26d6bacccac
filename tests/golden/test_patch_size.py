"""What one drop sends, of every part that goes into a rack: at most 22.8 kB, come what may."""

from designer.catalog.load import load_shipped
from designer.engine.evaluate import Evaluator
from designer.engine.patch import report_patch
from designer.engine.protocol import report_answer
from designer.model.design import Design, Device
from designer.planning.templates import build

MOST_BYTES = 22_800
"""2.4 kB of it are owning and renting, of which each line follows from capital and power: with the
thresholds of budget and months that the capital is held against. 0.4 kB are what the platform says
of racks, cost and GPUs."""
HALF_U = 80
"""Free in the first rack of the reference."""
MOST_BYTES_A_SWITCH_RACK = 700
"""More for a node: its cables change what the switches of these racks draw."""
MOST_BYTES_A_DOOR = 300
"""More for a distribution unit: the water that it delivers changes the limit of every rear door."""


def sent(evaluator: Evaluator, before: Design, after: Design) -> int:
    patch = report_patch(evaluator.report(before), evaluator.report(after))
    return len(report_answer(2, 1, patch))


def dropped(design: Design, part: str) -> Design:
    new = Device(id="new", name="new", part=part, rack=design.racks[0].id, half_u=HALF_U)
    return design.evolve(devices=(*design.devices, new))


def test_a_drop_of_any_part_sends_little() -> None:
    """Parts of which little is known came to 31 kB: each result names what it waits for."""
    catalog = load_shipped()
    reference = build("dgx-superpod-h100", {"scalable_units": "4"}, catalog)
    evaluator = Evaluator(catalog)
    parts = [part.id for part in catalog.parts if part.height_half_u]
    assert len(parts) > 50
    sizes = {part: sent(evaluator, reference, dropped(reference, part)) for part in parts}
    report = evaluator.report(reference)
    doors = sum(rack.cooling_method == "rear-door" for rack in report.racks)
    cabled = {node for fabric in reference.fabrics for node in fabric.nodes}
    most = {
        part.id: MOST_BYTES
        + (MOST_BYTES_A_DOOR * doors if part.traits.cools_loop else 0)
        + (MOST_BYTES_A_SWITCH_RACK * len(report.cables.switches) if part.id in cabled else 0)
        for part in catalog.parts
    }
    assert {part: size for part, size in sizes.items() if size > most[part]} == {}
    assert min(sizes.values()) > 1000, "each changes something"
