"""Expanding the power of a hall of 100,000 GPUs, against numpy creating arrays of that size.

The hall is made of copies of one assembly, as a real one. Each run expands from nothing, down to
the integer columns; the yardstick creates each of these columns (`arrays.created`).
"""

from designer.catalog.catalog import Catalog
from designer.model.design import Assembly, Design, PowerNode, Rack, Slot
from designer.wiring.power import expand_power
from tests.bench.arrays import CREATED, created
from tests.bench.designs import catalog
from tests.bench.measure import in_turn, seconds
from tests.bench.row import Row

RACKS = 3_125
"""Racks of four DGX H100 with eight GPUs each: 100,000 GPUs in 12,500 nodes."""
FEEDS = "ABC"
TIMES = 15


def hall(racks: int = RACKS) -> tuple[Design, Catalog]:
    """Return a hall of copies of one rack: four nodes on three rack PDUs."""
    slots = [
        Slot(id=f"n{at}", part="dgx-h100", half_u=2 * u) for at, u in enumerate((3, 11, 22, 30))
    ]
    slots += [
        Slot(id=f"pdu-{feed.lower()}", part="pdu-415v-60a-3ph", face="zero-u", feed=feed)
        for feed in FEEDS
    ]
    things = tuple(
        Rack(
            id=f"R{at:05d}", name=f"R{at:05d}", part="rack-48u", assembly="dgx-x4",
            x_mm=at % 100 * 800, y_mm=at // 100 * 2_400,
        )
        for at in range(racks)
    )  # fmt: skip
    design = Design(
        power=tuple(PowerNode(id=feed) for feed in FEEDS),
        assemblies=(Assembly(id="dgx-x4", rack_part="rack-48u", slots=tuple(slots)),),
        racks=things,
    )
    return design, catalog()


def rows(tiny: bool = False) -> list[Row]:
    """Return the row on the power graph."""
    design, parts = hall(25 if tiny else RACKS)
    graph = expand_power(design, parts).graph
    columns = (
        graph.node_type, graph.node_place, graph.node_item, graph.first_end,
        graph.end_node, graph.end_slot, graph.link_from, graph.link_to,
    )  # fmt: skip
    ours, theirs = in_turn(
        lambda: seconds(lambda: expand_power(design, parts).graph),
        lambda: seconds(lambda: created(columns)),
        3 if tiny else TIMES,
    )
    return [
        Row(
            "power graph of 100,000 GPUs, from nothing",
            ours / theirs,
            10,
            against=CREATED,
            detail=f"{ours * 1e3:.1f} ms against {theirs * 1e3:.2f} ms, "
            f"{sum(map(len, columns)):,} integers",
        )
    ]
