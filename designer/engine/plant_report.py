"""What the report says of the plant upstream of the racks: what it takes, loses and how it lasts.

May import the figures of the model. The whole report stands in `report`.
"""

from designer.model.figure_words import words
from designer.model.measured import Measured


class NodeBalance(Measured):
    """One feed, or what stands upstream: what goes in is what comes out and what is lost.

    Attributes
    ----------
    id, name, kind
        Its id, what people call it, and what it is.
    output_kw, loss_kw, input_kw
        With everything up, at the highest power of racks, CDUs and air units.
    input_kva
        The same by the power factor of the site.
    running_kw
        Of a generator: what it gives when it takes over, with the losses upstream of the racks and
        what charges batteries.
    battery_min
        How long the battery of a UPS carries what the UPS carries now.
    fuel_h
        How long the fuel of a generator lasts at what it gives when it takes over.
    ceiling_pct
        Part of its capacity that a UPS may carry with everything up: what its spare modules, or
        the policy of the site, leave.
    """

    id: str
    name: str = ""
    kind: str = "feed"
    output_kw: float | None = None
    loss_kw: float | None = None
    input_kw: float | None = None
    input_kva: float | None = None
    running_kw: float | None = None
    battery_min: float | None = None
    fuel_h: float | None = None
    ceiling_pct: float | None = None


class PlantBalance(Measured):
    """The plant upstream of the racks; without anything upstream of the feeds it is empty.

    Attributes
    ----------
    load_kw
        What racks, CDUs and air units take of feeds at their highest power.
    loss_kw, source_kw
        What all stages lose; what the sources give: load and losses.
    source_kva
        The same by the power factor of the site.
    nodes
        Each feed, and everything upstream, in the design's order.
    """

    load_kw: float | None = None
    loss_kw: float | None = None
    source_kw: float | None = None
    source_kva: float | None = None
    nodes: tuple[NodeBalance, ...] = ()

    @property
    def is_computed(self) -> bool:
        """Whether something stands upstream of the feeds."""
        return bool(self.nodes)


def lasts_in_words(node: NodeBalance) -> str:
    """Return how long a battery or fuel lasts, in words; empty where nobody states one."""
    said = []
    if node.battery_min is not None or node.bound("battery_min"):
        said.append(f"battery {words(node.figure('battery_min', 'min'))}")
    if node.fuel_h is not None or node.bound("fuel_h"):
        said.append(f"fuel {words(node.figure('fuel_h', 'h'), 0)}")
    return ", ".join(said)
