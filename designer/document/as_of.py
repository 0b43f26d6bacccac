"""A design as of one of its stages: what comes later is not there yet, nor what needs it.

Nothing is copied or kept: the design says of each thing in which stage it comes, and what stands at
a stage follows from it. So the same rules, figures and sheets are those of the stage.

What holds another thing decides whether it can be there: a device comes no earlier than its rack, a
cable or a cord no earlier than both its ends, a thing upstream no earlier than the first of what
feeds it. Any other name of what comes later is left out: a rack PDU whose feed comes later is fed
by nothing until then, which the rules tell. Places in a fabric stay free for what comes later, so
that no cable is plugged anew when it comes.
"""

from collections.abc import Iterator
from typing import Any

from designer.document.kept_places import keeping_places
from designer.document.later import NOTHING, Later, Narrowing, ends_of
from designer.document.members import Members
from designer.model.design import Design
from designer.model.kept import held
from designer.model.layout import Layout
from designer.model.stages import Stage, in_order


def as_of(design: Design, stage: str) -> Design:
    """Return a design as it stands when a stage is done.

    The stages that come later are left out as well, so that the last stage of what is returned is
    the one that was asked for. As of the last stage it is the same design.

    Raises
    ------
    KeyError
        If it has no such stage.
    """
    order = in_order(design.stages)
    at = [one.id for one in order].index(stage) if stage in {one.id for one in order} else None
    if at is None:
        raise KeyError(stage)
    if at == len(order) - 1:
        return design
    return _narrowed(design, order, at)


def each_stage(design: Design) -> Iterator[tuple[Stage, Design]]:
    """Yield every stage in order with the design as of it; nothing where there are none."""
    for stage in in_order(design.stages):
        yield stage, as_of(design, stage.id)


def come_later(design: Design, stage: str) -> Later:
    """Return what is not there yet as of a stage, each kind for itself.

    Nothing of the last stage, and of one that is not there.
    """
    order = in_order(design.stages)
    at = next((at for at, one in enumerate(order) if one.id == stage), len(order) - 1)
    return Narrowing(design, at).later if order and at < len(order) - 1 else NOTHING


def _narrowed(design: Design, order: tuple[Stage, ...], at: int) -> Design:
    left = Narrowing(design, at)
    later = left.later
    changes: dict[str, Any] = {
        "stages": tuple(sorted(order[: at + 1], key=lambda one: one.id)),
        "power": left.power(),
        "assemblies": tuple(map(left.assembly, design.assemblies)),
        "racks": tuple(left.racks()),
        "devices": tuple(map(left.without_links, left.devices())),
        "fabrics": tuple(one for one in design.fabrics if one.id not in later.fabrics),
        "cables": tuple(
            cable
            for cable in design.cables
            if cable.fabric not in later.fabrics and not left.is_gone(cable.a, cable.b)
        ),
        "trays": tuple(tray for tray in design.trays if tray.id not in later.trays),
        "cords": tuple(cord for cord in design.cords if not left.is_gone(*ends_of(cord))),
        "loops": tuple(left.loops()),
        "notes": tuple(note for note in design.notes if not left.is_remark_gone(note)),
        "waivers": tuple(one for one in design.waivers if not left.is_waiver_gone(one)),
    }
    after = design.evolve(**{name: held(one) for name, one in changes.items()})
    if not after.fabrics:
        return after.evolve(places=()) if after.places else after
    return keeping_places(Members(Layout(design)), after)
