"""Taking stages out of a design: what came in them comes in the one before."""

from collections.abc import Collection
from typing import Any

from designer.model.change import Change, apply
from designer.model.design import Design
from designer.model.stages import STAGED, in_order


def without_stages(design: Design, gone: Collection[str]) -> Design:
    """Return a design without some stages.

    What came in one of them comes in the last stage before it that stays, else in the first.
    """
    becomes: dict[str, str] = {}
    last = ""
    for stage in in_order(design.stages):
        if stage.id in gone:
            becomes[stage.id] = last
        else:
            last = stage.id
    put: list[tuple[str, tuple[Any, ...]]] = []
    for collection in STAGED:
        moved = tuple(
            one.evolve(stage=becomes[one.stage])
            for one in getattr(design, collection)
            if one.stage in becomes
        )
        put += [(collection, moved)] if moved else []
    fillings = tuple(
        one.evolve(slots=tuple(
            slot.evolve(stage=becomes[slot.stage]) if slot.stage in becomes else slot
            for slot in one.slots
        ))
        for one in design.assemblies
        if any(slot.stage in becomes for slot in one.slots)
    )  # fmt: skip
    put += [("assemblies", fillings)] if fillings else []
    drop = (("stages", tuple(sorted(becomes))),)
    return apply(design, Change(put=tuple(put), drop=drop))
