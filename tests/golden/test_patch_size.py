"""What one drop sends, of every part that goes into a rack: at most 21.6 kB, come what may."""

from designer.catalog.load import load_shipped
from designer.engine.evaluate import Evaluator
from designer.engine.patch import report_patch
from designer.engine.protocol import report_answer
from designer.model.design import Design, Device
from designer.planning.templates import build

MOST_BYTES = 21_600
HALF_U = 80
"""Free in the first rack of the reference."""


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
    assert {part: size for part, size in sizes.items() if size > MOST_BYTES} == {}
    assert min(sizes.values()) > 1000, "each changes something"
