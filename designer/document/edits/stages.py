"""Edits of the stages of a design, and of what comes in which."""

from collections.abc import Iterator
from typing import Any, Final

from designer.catalog.plant_places import loop_of, node_of
from designer.document.calls import named
from designer.document.document import Edit
from designer.document.edits.merged_stages import without_stages
from designer.document.edits.naming import fresh_id, slug
from designer.document.edits.records import changed_record
from designer.document.edits.unfold import with_own_devices
from designer.document.errors import EditError
from designer.model.change import Change, apply, record_with
from designer.model.design import Design
from designer.model.layout import Layout
from designer.model.network_keys import tray_of
from designer.model.stages import STAGED, Stage, in_order, ranks

_SOUGHT: Final = ("devices", "racks", *STAGED[2:])
"""Collections in the order in which a key is looked for."""


@named
def add_stage(name: str, date: str = "", note: str = "") -> Edit:
    """Add a stage after all others.

    Raises
    ------
    EditError
        From the edit, if the name is empty or taken, or the date cannot be read.
    """

    def edit(design: Design) -> Design:
        called = name.strip()
        if not called:
            raise EditError("a stage needs a name, as Day 2")
        if any(called in (stage.name, stage.id) for stage in design.stages):
            raise EditError(f"there is a stage {called} already")
        taken = {stage.id for stage in design.stages}
        key = slug(called) if slug(called) not in taken else fresh_id(taken, slug(called))
        order = max((stage.order for stage in design.stages), default=0) + 1
        made = changed_record(
            "stages", key, Stage(id=key), {"name": called, "order": order, "date": date,
                                           "note": note},
        )  # fmt: skip
        return apply(design, Change(put=(("stages", (made,)),)))

    return edit


@named
def set_stage(keys: tuple[str, ...], stage: str) -> Edit:
    """Let things come in a stage: racks, devices, and records of power, fabrics, trays and loops.

    Parameters
    ----------
    keys
        Their ids, or what they are selected by; `rack/slot` first detaches the rack.
    stage
        Id of the stage; empty for what is there from the first.

    Raises
    ------
    EditError
        From the edit, if there is no such stage, a key names nothing that comes in one, or a
        device would come before its rack.
    """

    def edit(design: Design) -> Design:
        if stage and record_with(design.stages, stage) is None:
            there = ", ".join(one.id for one in in_order(design.stages)) or "none yet"
            raise EditError(f"there is no stage {stage!r}; the design has {there}")
        loose = tuple(key for key in keys if "/" in key)
        design, owned = with_own_devices(design, loose)
        wanted = dict.fromkeys((*(key for key in keys if "/" not in key), *owned))
        put: dict[str, list[Any]] = {}
        for key in wanted:
            collection, record = _found(design, key)
            put.setdefault(collection, []).append(record.evolve(stage=stage))
        after = apply(design, Change(put=tuple((name, tuple(them)) for name, them in put.items())))
        _refuse_before_rack(after, {device.id for device in put.get("devices", ())})
        return after

    return edit


@named
def drop_stage(key: str) -> Edit:
    """Take a stage out; what came in it comes in the one before, else in the first.

    Raises
    ------
    EditError
        From the edit, if there is no such stage.
    """

    def edit(design: Design) -> Design:
        if record_with(design.stages, key) is None:
            raise EditError(f"there is no stage {key!r}")
        return without_stages(design, (key,))

    return edit


def _found(design: Design, key: str) -> tuple[str, Any]:
    for collection, own in (
        ("power", node_of(key)), ("loops", loop_of(key)), ("trays", tray_of(key))
    ):  # fmt: skip
        record = record_with(getattr(design, collection), own) if own else None
        if record is not None:
            return collection, record
    for collection in _SOUGHT:
        record = record_with(getattr(design, collection), key)
        if record is not None:
            return collection, record
    raise EditError(f"nothing that comes in a stage is called {key!r}")


def _refuse_before_rack(design: Design, devices: set[str]) -> None:
    """Raise EditError where one of some devices says an earlier stage than its rack."""
    at = ranks(design.stages)
    layout = Layout(design)
    for key in sorted(devices):
        device = layout.devices[key]
        rack = layout.racks.get(device.rack)
        if rack is not None and at.get(device.stage, 0) < at.get(rack.stage, 0):
            there = stage_name(design, rack.stage)
            raise EditError(
                f"{device.name or key} cannot come in {stage_name(design, device.stage)}: its rack "
                f"{rack.name or rack.id} comes in {there}; let the rack come earlier, or choose "
                f"{there} or later"
            )


def stage_name(design: Design, stage: str) -> str:
    """Return what people call a stage; of none, the first."""
    order = in_order(design.stages)
    first: Iterator[Stage] = (one for one in order if one.id == stage)
    found = next(first, order[0] if order else None)
    return found.called if found else "the first stage"
