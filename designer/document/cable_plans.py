"""What a cable drawn from one port to another would be, and the edit that lays it."""

from designer.catalog.catalog import Catalog
from designer.document.drop_plans import DropPlan
from designer.document.edits import put
from designer.document.placement import Verdict
from designer.model.layout import Layout
from designer.wiring.hand_cables import Socket, join, new_cable


def cable_between(layout: Layout, catalog: Catalog, one: Socket, other: Socket) -> DropPlan:
    """Plan a cable by hand between two sockets, as one step."""
    joined = join(layout, catalog, one, other)
    ends = [_end_words(layout, *it) for it in zip((one, other), joined.ports, strict=True)]
    key = ("cable", one, other)
    if joined.refusal:
        title = f"Cable {ends[0]} to {ends[1]}"
        return DropPlan(key, Verdict(ok=False, reason=joined.refusal, title=title), "")
    title = f"{ends[0]} to {ends[1]}"
    racks = tuple(dict.fromkeys(layout.rack_of(socket.device) for socket in (one, other)))
    return DropPlan(
        key,
        Verdict(ok=True, reason="", title=title),
        f"Lay a cable from {title}",
        put("cables", new_cable(layout.design, one, other, joined)),
        rack_ids=racks,
        about=joined.words,
    )


def _end_words(layout: Layout, socket: Socket, port: str) -> str:
    name = layout.name_of(socket.device)
    return f"{name}:{port}" if port else f"{name} {socket.group} {socket.number + 1}"
