"""From rack to rack as one reads the floor: along a row, then the next row."""

from designer.ui.state.workspace import Workspace


def rack_after(workspace: Workspace, rack_id: str, step: int) -> str:
    """Return the rack before (−1) or after (1) another, of those that hold devices.

    The first one for a rack that is none of them; the same one at either end; empty where there is
    none.
    """
    order = racks_in_order(workspace)
    if rack_id not in order:
        return order[0] if order else ""
    return order[min(max(order.index(rack_id) + step, 0), len(order) - 1)]


def racks_in_order(workspace: Workspace) -> list[str]:
    """Return the racks and tanks that hold devices, by row, then along it."""
    catalog, found = workspace.catalog, []
    for rack in workspace.layout().racks.values():
        part = catalog.get(rack.part)
        if part is not None and part.traits.contains:
            found.append(rack)
    return [rack.id for rack in sorted(found, key=lambda rack: (rack.y_mm, rack.x_mm, rack.id))]
