"""Edits of fabrics as a whole."""

from designer.document.calls import named
from designer.document.document import Edit
from designer.document.edits.naming import slug
from designer.document.errors import EditError
from designer.model.change import Change, apply
from designer.model.design import Design, Fabric


@named
def add_fabric(name: str) -> Edit:
    """Add a fabric without nodes and switches.

    Raises
    ------
    EditError
        From the edit, if the name is empty or taken.
    """

    def edit(design: Design) -> Design:
        wanted = name.strip()
        if not wanted:
            raise EditError("a name cannot be empty")
        key = slug(wanted)
        if any(key == f.id or wanted == f.name for f in design.fabrics):
            raise EditError(f"a fabric is called {wanted} already")
        return apply(design, Change(put=(("fabrics", (Fabric(id=key, name=wanted),)),)))

    return edit


@named
def unpin(cables: tuple[str, ...]) -> Edit:
    """Leave the medium of cables by hand to their way again.

    Raises
    ------
    EditError
        From the edit, if there is no such cable.
    """

    def edit(design: Design) -> Design:
        known = {cable.id: cable for cable in design.cables}
        if gone := [key for key in cables if key not in known]:
            raise EditError(f"nothing in cables is called {gone[0]!r}")
        free = tuple(known[key].evolve(part="") for key in cables)
        return apply(design, Change(put=(("cables", free),)))

    return edit


@named
def remove_fabric(fabric_id: str) -> Edit:
    """Remove a fabric; its switches stay where they are and belong to none.

    Raises
    ------
    EditError
        From the edit, if there is no such fabric.
    """

    def edit(design: Design) -> Design:
        if all(fabric.id != fabric_id for fabric in design.fabrics):
            raise EditError(f"no fabric {fabric_id!r}")
        devices = tuple(
            d.evolve(fabric="", tier="") for d in design.devices if d.fabric == fabric_id
        )
        assemblies = tuple(
            assembly.evolve(
                slots=tuple(
                    slot.evolve(fabric="", tier="") if slot.fabric == fabric_id else slot
                    for slot in assembly.slots
                )
            )
            for assembly in design.assemblies
            if any(slot.fabric == fabric_id for slot in assembly.slots)
        )
        cables = tuple(c.evolve(fabric="") for c in design.cables if c.fabric == fabric_id)
        put = tuple(
            pair
            for pair in (("devices", devices), ("assemblies", assemblies), ("cables", cables))
            if pair[1]
        )
        return apply(design, Change(put=put, drop=(("fabrics", (fabric_id,)),)))

    return edit


@named
def close_places(fabric_id: str) -> Edit:
    """Let nodes and switches of a fabric take its places in order of rack and id again.

    What was kept free is given up: the fabric is sized for the nodes that stand, and cables end
    elsewhere.

    Raises
    ------
    EditError
        From the edit, if the fabric keeps no place.
    """

    def edit(design: Design) -> Design:
        mine = [it for it in design.places if it.fabric == fabric_id or fabric_id in it.nodes_of]
        if not mine:
            raise EditError("the fabric keeps no place free or out of order")
        left = [
            it.evolve(
                nodes_of=tuple(one for one in it.nodes_of if one != fabric_id),
                **({"fabric": "", "tier": ""} if it.fabric == fabric_id else {}),
            )
            for it in mine
        ]
        put = tuple(it for it in left if it.fabric or it.nodes_of)
        drop = tuple(it.id for it in left if not (it.fabric or it.nodes_of))
        change = Change(
            put=(("places", put),) if put else (), drop=(("places", drop),) if drop else ()
        )
        return apply(design, change)

    return edit
