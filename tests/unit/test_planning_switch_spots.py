"""How many switches a rack takes: no more than the air of its own aisle is planned with."""

from designer.catalog.aisles import uncontained
from designer.catalog.load import load_shipped
from designer.document.edits import remove
from designer.model.design import Fabric
from designer.model.layout import Layout
from designer.planning.remedies.switch_spots import Hung, carries
from designer.planning.templates import build

SWITCH = "qm9700"


def test_a_rack_whose_aisle_nothing_closes_takes_what_the_air_of_the_room_is_planned_with() -> None:
    """It was filled as if contained in a room with containment, and C14 was found then."""
    catalog = load_shipped()
    design = build("dgx-superpod-h100", {}, catalog)
    part = catalog.require(SWITCH)
    fabric = Fabric(id="compute")
    rack = next(
        rack for rack in design.racks
        if [one.part for one in Layout(design).in_rack(rack.id)].count(SWITCH)
    )  # fmt: skip

    def most(of: Layout) -> int:
        hung = Hung(part, "rear", fabric, "leaf")
        return max((n for n in range(1, 40) if carries(of, catalog, rack.id, hung, n)), default=0)

    assert rack.id not in uncontained(design, catalog)
    closed = most(Layout(design))
    across = tuple(one.id for one in design.racks if one.row != rack.row)
    alone = remove(across)(design)
    assert alone.room.containment != "none"
    assert rack.id in uncontained(alone, catalog)
    open_ = most(Layout(alone))
    assert open_ < closed
    bare = alone.evolve(room=alone.room.evolve(containment="none"))
    assert open_ == most(Layout(bare))
