"""What a cable drawn from one port to another would be, and the edit that lays it."""

from collections.abc import Hashable

from designer.catalog.catalog import Catalog
from designer.document.drop_plans import DropPlan
from designer.document.edits import put
from designer.document.placement import Verdict
from designer.model.design import Cable
from designer.model.layout import Layout
from designer.wiring.hand_cables import (
    FreePorts,
    Joined,
    Socket,
    join,
    join_free,
    link_of,
    new_cable,
)


def cable_between(layout: Layout, catalog: Catalog, one: Socket, other: Socket) -> DropPlan:
    """Plan a cable by hand between two sockets, as one step."""
    joined = join(layout, catalog, one, other)
    ends = [
        _end_words(layout, it.device, port, f"{it.group} {it.number + 1}")
        for it, port in zip((one, other), joined.ports, strict=True)
    ]
    return _plan(layout, joined, (one.device, other.device), ends, ("cable", one, other))


def cable_to_free(
    layout: Layout, catalog: Catalog, fabric_id: str, one: FreePorts, other: FreePorts
) -> DropPlan:
    """Plan a cable by hand between the first free ports of two devices, as one step."""
    joined = join_free(layout, catalog, fabric_id, one, other)
    ends = [
        _end_words(layout, it.device, port)
        for it, port in zip((one, other), joined.ports, strict=True)
    ]
    return _plan(layout, joined, (one.device, other.device), ends, ("cable", one, other))


def cable_at(
    layout: Layout, catalog: Catalog, one: tuple[str, str], other: tuple[str, str],
    fabric_id: str = "",
) -> DropPlan:  # fmt: skip
    """Plan a cable by hand between two ports that are named, as one step.

    Parameters
    ----------
    one, other
        Device key and port as people write it.
    fabric_id
        The fabric that it belongs to; empty for the first in which both ends may be.
    """
    fabrics = [it.id for it in layout.design.fabrics if fabric_id in ("", it.id)]
    ends = tuple(FreePorts(device, (port,)) for device, port in (one, other))
    refusal = "there is no fabric that it could belong to"
    for at, fabric in enumerate(fabrics):
        joined = join_free(layout, catalog, fabric, *ends)
        why = joined.refusal or _port_refusal(layout, catalog, joined.fabric, one, other)
        if not why:
            said = [_end_words(layout, device, port) for device, port in (one, other)]
            return _plan(layout, joined, (one[0], other[0]), said, ("cable", one, other))
        refusal = why if not at or not joined.refusal else refusal
    said = [_end_words(layout, device, port) for device, port in (one, other)]
    return _plan(layout, Joined(refusal), (one[0], other[0]), said, ("cable", one, other))


def _port_refusal(
    layout: Layout, catalog: Catalog, fabric: str, one: tuple[str, str], other: tuple[str, str]
) -> str:
    """Return why two ports cannot have a cable of a fabric; empty where they can."""
    made = Cable(
        id="new", a=one[0], b=other[0], a_port=one[1], b_port=other[1], fabric=fabric
    )  # fmt: skip
    for device, port in (one, other):
        mine = link_of(layout, catalog, made, device)
        if mine is None:
            named = f"{layout.name_of(device)} has no port {port}"
            return f"{named} for {layout.fabric_name(fabric)}"
        for cable in layout.design.cables:
            if device in (cable.a, cable.b) and link_of(layout, catalog, cable, device) == mine:
                return f"cable {cable.id} has port {port} of {layout.name_of(device)} already"
    return ""


def _plan(
    layout: Layout, joined: Joined, devices: tuple[str, str], ends: list[str], key: Hashable
) -> DropPlan:
    title = f"{ends[0]} to {ends[1]}"
    if joined.refusal:
        verdict = Verdict(ok=False, reason=joined.refusal, title=f"Cable {title}")
        return DropPlan(key, verdict, "")
    return DropPlan(
        key,
        Verdict(ok=True, reason="", title=title),
        f"Lay a cable from {title}",
        put("cables", new_cable(layout.design, *devices, joined)),
        rack_ids=tuple(dict.fromkeys(map(layout.rack_of, devices))),
        about=joined.words,
    )


def _end_words(layout: Layout, device: str, port: str, socket: str = "") -> str:
    name = layout.name_of(device)
    return f"{name}:{port}" if port else f"{name} {socket}".rstrip()
