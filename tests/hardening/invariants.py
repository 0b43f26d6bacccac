"""What holds of a design whatever was done to it in the window; each function tells what does not.

The rules are written here anew, from what the drawing means, and not asked of the program.
"""

import itertools
import json
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from designer.catalog.catalog import Catalog
from designer.catalog.part import Part
from designer.document.document import Document
from designer.document.errors import EditError
from designer.engine.report import Report
from designer.io.design_file import dumps, loads
from designer.io.export.report_json import report_json
from designer.model.change import COLLECTIONS
from designer.model.design import Design, Device, Rack, Slot
from tests.helpers.recompute.compare import differences
from tests.helpers.recompute.design import IN_USE, Recomputed

_IN_RAILS: Final = ("front", "rear")
Box = tuple[int, int, int, int]


def broken(design: Design, catalog: Catalog, before: Catalog) -> str:
    """Return the first thing that is wrong with a design; empty if nothing is.

    Parameters
    ----------
    before
        The catalogue before anybody gave a part another size: where that makes parts meet which
        had room before, no placing is at fault, and rule F01 tells it.
    """
    unaltered = Catalog(part for part in catalog.parts if before.get(part.id) in (None, part))
    return next(itertools.chain(_same_ids(design), _overlaps(design, unaltered)), "")


def undo_and_redo_lose_something(document: Document) -> str:
    """Take the last step back and do it again; return what is then another design."""
    if not document.can_undo:
        return ""
    before, step = document.design, document.history.current.label
    try:
        document.undo()
    except EditError as refusal:
        # In a review a step that changes the design is not taken back; the window says why.
        kept = document.reviewing and document.design is before
        return "" if kept else f"undo of {step!r} is refused: {refusal}"
    document.redo()
    return "" if document.design == before else f"another design after undo and redo of {step!r}"


def saving_changes_something(design: Design, catalog: Catalog) -> str:
    """Save, load and save again; return what differs then."""
    text = dumps(design, catalog)
    read = loads(text)
    if read.problems:
        return f"what was saved is read with a problem: {read.problems[0].line()}"
    if read.design != design:
        return "what was saved is read as another design"
    if dumps(read.design, catalog.overlay(read.parts)) != text:
        return "saved again after it was read, the bytes are others"
    return ""


def totals_are_wrong(path: Path, design: Design, catalog: Catalog, report: Report) -> str:
    """Compare the totals on show with those recomputed from the design's file by other code."""
    path.write_text(dumps(design, catalog), encoding="utf-8")
    shown = json.loads(report_json(design, catalog, report))
    if report.not_computed:
        lost = report.not_computed[0]
        return f"{lost.subject} cannot be computed: {lost.because}"
    ours = Recomputed(path).totals
    if design.site.switch_power != "maximum":
        # Of switches the report counts the modules that are cabled, the other code what parts say.
        ours = {name: figure for name, figure in ours.items() if name not in IN_USE}
    return next(differences(shown["totals"], ours, "totals"), "")


def _same_ids(design: Design) -> Iterator[str]:
    for name in COLLECTIONS:
        ids = [record.id for record in getattr(design, name)]
        if ids != sorted(set(ids)):
            yield f"ids of {name} are not unique and sorted: {_twice(ids)}"
    keys = [record.id for record in (*design.racks, *design.devices)]
    if len(set(keys)) < len(keys):
        yield f"a rack and a device have one id: {_twice(keys)}"
    for assembly in design.assemblies:
        slots = [slot.id for slot in assembly.slots]
        if len(set(slots)) < len(slots):
            yield f"slots of {assembly.id} have one id: {_twice(slots)}"


def _twice(ids: Iterable[str]) -> str:
    return ", ".join(key for key, count in Counter(ids).items() if count > 1)


def _overlaps(design: Design, catalog: Catalog) -> Iterator[str]:
    boxes = sorted((_box(rack, catalog), rack.name) for rack in design.racks)
    for ((x0, y0, x1, y1), one), ((a0, b0, a1, b1), other) in itertools.combinations(boxes, 2):
        if x0 < a1 and a0 < x1 and y0 < b1 and b0 < y1:
            yield f"{one} and {other} stand in one place"
    in_racks: dict[str, list[Device | Slot]] = {}
    for device in design.devices:
        in_racks.setdefault(device.rack, []).append(device)
    for rack in design.racks:
        filling = next((one for one in design.assemblies if one.id == rack.assembly), None)
        held = [*in_racks.get(rack.id, ()), *(filling.slots if filling else ())]
        yield from _in_one_place(rack, held, catalog)


def _in_one_place(rack: Rack, held: Iterable[Device | Slot], catalog: Catalog) -> Iterator[str]:
    known = [(one, part) for one in held if (part := catalog.get(one.part)) is not None]
    railed = [(one, part) for one, part in known if one.face in _IN_RAILS]
    for (one, part), (other, another) in itertools.combinations(railed, 2):
        meet = (
            one.half_u < other.half_u + another.height_half_u
            and other.half_u < one.half_u + part.height_half_u
        )
        beside = {_half(one, part), _half(other, another)} == {"left", "right"}
        if (
            meet
            and not beside
            and (one.face == other.face or part.full_depth or another.full_depth)
        ):
            yield f"{one.id} and {other.id} of {rack.name} are in one place"
    holder = catalog.get(rack.part)
    top = 2 + 2 * holder.rack.units if holder is not None and holder.rack is not None else None
    for one, part in railed:
        if top is not None and not 2 <= one.half_u <= top - part.height_half_u:
            yield f"{one.id} of {rack.name} is outside the rack"


def _half(one: Device | Slot, part: Part) -> str:
    """Return the half of the width that something takes; empty where it takes all of it."""
    return one.side if part.half_width else ""


def _box(rack: Rack, catalog: Catalog) -> Box:
    part = catalog.get(rack.part)
    width, depth = _size(part)
    if rack.rotation in (90, 270):
        width, depth = depth, width
    return rack.x_mm, rack.y_mm, rack.x_mm + width, rack.y_mm + depth


def _size(part: Part | None) -> tuple[int, int]:
    """Return a footprint in mm; of a part that states none nothing is held against anybody."""
    return (part.width_mm or 0, part.depth_mm or 0) if part else (0, 0)
