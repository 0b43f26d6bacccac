"""What a cable drawn from one port to another would be, and the edit that lays it."""

from collections.abc import Hashable

from designer.catalog.catalog import Catalog
from designer.document.drop_plans import DropPlan
from designer.document.edits import put
from designer.document.placement import Verdict
from designer.model.layout import Layout
from designer.wiring.hand_cables import FreePorts, Joined, Socket, join, join_free, new_cable


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
