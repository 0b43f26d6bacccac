"""What the engine answers of one fabric as drawn: its switches, nodes and links as a map.

Switches of a tier, nodes and bundles are columns: a map of thousands of switches is sent while the
fabric is looked at. May import the figures of the model.
"""

from typing import Final, Literal

from designer.model.measured import Measured
from designer.model.record import Record

INSIDE: Final = "its switches stand inside the nodes"
"""Why a fabric of kind NVLink has nothing to draw."""
NOWHERE: Final = -1
"""In a column of numbers: none."""
UnitForm = Literal["unit", "rack", "leaf", "storage", "group", "beyond"]
"""What leaves that stand together are: those of a scalable unit, of a rack, one by itself, those of
storage systems, those of a group of a topology without spines, those drawn beyond the rule."""


class MapUnit(Record):
    """Leaves that stand together, with the nodes that hang on them.

    Attributes
    ----------
    number
        Counted from 1 among those of its form.
    rack
        Index of the rack that it is named by, into the racks of the map.
    pod
        Index of the spines above it; `NOWHERE` where there are none or several.
    """

    form: UnitForm
    number: int = 1
    rack: int = NOWHERE
    pod: int = NOWHERE


class MapSwitches(Record):
    """The switches of one tier as columns of equal length.

    Attributes
    ----------
    keys
        Device keys; empty for a place of the rule where none is drawn.
    unit
        Of a leaf its unit; of a spine its pod; of a core switch its group.
    above
        Of leaves the pod that a leaf's links lead to, `NOWHERE` for none or several; else empty.
    plane, rail
        Plane; the rail that it serves, `NOWHERE` where nodes hang on it with several.
    rack
        Index of the rack it stands in.
    part
        Index of its part; `NOWHERE` where none is drawn.
    down, up
        Connected links to what is below (nodes, or the lower tier) and above; links to switches of
        the same tier count as up.
    missing
        Links of the rule that are not connected.
    """

    keys: tuple[str, ...] = ()
    unit: tuple[int, ...] = ()
    above: tuple[int, ...] = ()
    plane: tuple[int, ...] = ()
    rail: tuple[int, ...] = ()
    rack: tuple[int, ...] = ()
    part: tuple[int, ...] = ()
    down: tuple[int, ...] = ()
    up: tuple[int, ...] = ()
    missing: tuple[int, ...] = ()

    def __len__(self) -> int:
        return len(self.keys)


class MapPart(Measured):
    """A part that switches of the fabric are: its id, and its links; None where nobody says."""

    id: str
    links: int | None = None


class MapNodes(Record):
    """The nodes as columns, unit by unit; a filled rack is several, all with the rack's key.

    Attributes
    ----------
    unit
        The unit on whose leaves most of its links are; `NOWHERE` where it has none.
    """

    keys: tuple[str, ...] = ()
    unit: tuple[int, ...] = ()
    rack: tuple[int, ...] = ()

    def __len__(self) -> int:
        return len(self.keys)


class OddEnds(Record):
    """Rails of nodes that do not hang on the leaf of their unit and rail, as columns.

    Attributes
    ----------
    node, rail, plane
        Which end; the node is an index into the map's nodes.
    leaf
        Where it hangs instead; `NOWHERE` where it is not connected.
    """

    node: tuple[int, ...] = ()
    rail: tuple[int, ...] = ()
    plane: tuple[int, ...] = ()
    leaf: tuple[int, ...] = ()


class Bundles(Record):
    """Bundles of links between two tiers as columns; only pairs that the rule or hands join.

    Attributes
    ----------
    lower, upper
        What they join: indexes, of what the bundles' name says.
    links, missing
        Connected links, and those of the rule that are not.
    """

    lower: tuple[int, ...] = ()
    upper: tuple[int, ...] = ()
    links: tuple[int, ...] = ()
    missing: tuple[int, ...] = ()

    def __len__(self) -> int:
        return len(self.lower)


class FabricMap(Measured):
    """One fabric as drawn.

    Attributes
    ----------
    problem
        Why the rule has no answer: nothing is linked then.
    gpus
        In all its nodes; None without bounds where nobody can say.
    ends_are_gpus
        Whether a node has as many ends here as it has GPUs: of four rails of a node with eight
        GPUs, two GPUs share one.
    racks, parts
        What indexes point into: ids of racks, parts of switches.
    pods, core_groups
        How many groups of spines and of core switches there are.
    unit_spine
        Bundles between units (lower) and spines (upper).
    pod_core
        Between pods of spines (lower) and groups of core switches (upper).
    beside
        Between switches of the leaf tier, where these are joined to each other: by switch, or by
        unit where there are many (`beside_units`).
    pods_beside
        Between pods of spines that are joined to each other, as groups of a dragonfly+ are.
    """

    fabric: str
    name: str = ""
    purpose: str = ""
    problem: str = ""
    rate_gbps: float = 0.0
    rails: int = 1
    planes: int = 1
    gpus: float | None = None
    ends_are_gpus: bool = False
    racks: tuple[str, ...] = ()
    parts: tuple[MapPart, ...] = ()
    units: tuple[MapUnit, ...] = ()
    pods: int = 0
    core_groups: int = 0
    leaves: MapSwitches = MapSwitches()
    spines: MapSwitches = MapSwitches()
    cores: MapSwitches = MapSwitches()
    nodes: MapNodes = MapNodes()
    odd: OddEnds = OddEnds()
    unit_spine: Bundles = Bundles()
    pod_core: Bundles = Bundles()
    beside: Bundles = Bundles()
    beside_units: bool = False
    pods_beside: Bundles = Bundles()


class PortRow(Record):
    """One port of a switch or of a node.

    Attributes
    ----------
    port
        As people write it: `17.2`.
    cage, lane
        Number of its cage, and which of the cage's links it is, from 1.
    side
        Whether its link leads down, up, or to a switch of the same tier; empty where it has none.
    to, to_port
        Key of what it is joined to, and the port there.
    fault
        Why the rule's link there is not connected; records are marked by their ids.
    """

    port: str
    cage: int = 1
    lane: int = 1
    side: Literal["down", "up", "beside", ""] = ""
    to: str = ""
    to_port: str = ""
    fault: str = ""


class PortRows(Measured):
    """The ports of one device in one fabric.

    Attributes
    ----------
    links_each
        Links that one cage holds.
    ports
        How many ports it has for the fabric; None where nobody says.
    """

    fabric: str
    key: str
    ports: int | None = None
    links_each: int = 1
    rows: tuple[PortRow, ...] = ()


class FabricCut(Record):
    """A cut that halves the endpoints of a fabric: no more than its links goes between the halves.

    Attributes
    ----------
    by
        What it follows: `unit`, `rail`, `pod`; `free` is any other halving.
    leaves, spines, cores
        Indexes of the switches on the side that is tinted, in the map of the fabric.
    nodes
        Endpoints on that side that hang on a leaf of the other, and the reverse, by leaf: index of
        the leaf and links of nodes that are cut there.
    leaf_links, spine_links
        Cut links of each leaf and of each spine with what is above it: index and links.
    links
        All links that are cut.
    ends
        Endpoints on the tinted side, and on the other.
    """

    by: Literal["unit", "rail", "pod", "free"] = "unit"
    leaves: tuple[int, ...] = ()
    spines: tuple[int, ...] = ()
    cores: tuple[int, ...] = ()
    nodes: tuple[tuple[int, int], ...] = ()
    leaf_links: tuple[tuple[int, int], ...] = ()
    spine_links: tuple[tuple[int, int], ...] = ()
    links: int = 0
    ends: tuple[int, int] = (0, 0)


class FabricCuts(Measured):
    """The worst cuts that were found of a fabric, all of as many links.

    Attributes
    ----------
    rate_gbps
        Rate of a link.
    bisection_gbps
        What the report of the fabric says that every halving exchanges: its lower bound is what is
        proven, its upper bound what the worst halving known cuts.
    islands
        Parts with endpoints that no link joins: between them no link has to be cut.
    """

    fabric: str
    cuts: tuple[FabricCut, ...] = ()
    rate_gbps: float = 0.0
    bisection_gbps: float | None = None
    islands: int | None = None


class FabricAsked(Record):
    """Which fabric is asked for, by its id."""

    fabric: str


class DeviceAsked(Record):
    """Which device of which fabric is asked for."""

    fabric: str
    key: str


class PairAsked(Record):
    """Which two devices of a fabric are asked for together."""

    fabric: str
    keys: tuple[str, str]


class PairRows(Record):
    """The ports of two devices of a fabric, in the order they were asked for."""

    fabric: str
    each: tuple[PortRows, ...] = ()


class MapsAsked(Record):
    """That the maps of all fabrics are asked for."""


class FabricMaps(Record):
    """The maps of all fabrics, in the order of the design, and the worst cuts of each."""

    maps: tuple[FabricMap, ...] = ()
    cuts: tuple[FabricCuts, ...] = ()

    def worst_cut(self, fabric: str) -> tuple[FabricCuts, FabricCut] | None:
        """Return the first of the worst cuts of a fabric; None where none known is as low."""
        for told in self.cuts:
            if told.fabric == fabric and told.cuts:
                cut = told.cuts[0]
                is_worst = cut.links * told.rate_gbps <= told.figure("bisection_gbps").high
                return (told, cut) if is_worst else None
        return None


class ProofAsked(Record):
    """Of which fabric the exact bisection is asked for: of all of it, or after a loss.

    Attributes
    ----------
    what, ids
        What is lost, as the report names it: a device, a rack or something upstream; of a cable
        both of its ends. Nothing for the fabric as it is.
    """

    fabric: str
    what: Literal["", "cable", "switch", "rack", "feed"] = ""
    ids: tuple[str, ...] = ()


class FabricProof(Measured):
    """What the exact program proves of a fabric, or of what a loss leaves of it.

    Attributes
    ----------
    working
        Whether it is not done yet: it is asked again.
    bisection_gbps
        What every halving exchanges each way: exact, or within bounds where time ran out.
    why
        Why there is nothing to prove.
    """

    fabric: str
    what: Literal["", "cable", "switch", "rack", "feed"] = ""
    ids: tuple[str, ...] = ()
    working: bool = False
    bisection_gbps: float | None = None
    why: str = ""
