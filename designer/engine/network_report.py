"""What the report says of fabrics and cables: records for the window, the sheets and the exports.

May import the figures of the model. The whole report stands in `report`.
"""

from typing import Final, Literal

from designer.engine.limit_report import LimitState
from designer.model.figure_words import quantity
from designer.model.measured import Measured
from designer.model.plural import plural
from designer.model.record import Record


class Failure(Measured):
    """The single loss that hurts a fabric most, and the ratio of a full bisection that is left.

    Endpoints that reached the fabric by the lost switch alone are in no half of what is left.
    """

    what: str = ""
    bisection_ratio: float | None = None


class SwitchGroup(Measured):
    """Alike switches whose loss the same nodes feel.

    Attributes
    ----------
    switches
        Keys of the devices: each of them lost by itself does what the line says.
    rest
        Whether it is every switch of its tier that no other group names: none is named here but
        an `example`.
    racks
        Ids of the racks of which every node of the fabric loses a link.
    partly
        Other racks by their ids, and the keys of the nodes that do in them.
    gpus
        GPUs in the nodes that do.
    """

    switches: tuple[str, ...] = ()
    rest: bool = False
    example: str = ""
    racks: tuple[str, ...] = ()
    partly: tuple[tuple[str, tuple[str, ...]], ...] = ()
    gpus: float | None = None


class SwitchLoss(Measured):
    """What the loss of any one of some alike switches does to its fabric.

    Attributes
    ----------
    tier
        `leaf`, `spine` or `core`.
    number
        How many switches are alike.
    ends, nodes
        Rails of nodes, and nodes, that lose a link.
    cut_ends, cut_nodes
        Those of them that have no other link to the fabric.
    bisection_gbps
        What every halving of the endpoints that are left can exchange; None where the fabric is no
        one network with all its switches.
    islands, all_to_all_ratio
        As of `FabricLoss`: worked out after the report.
    state
        `error` where nodes are cut off, `warning` where nodes lose a link.
    """

    tier: str = ""
    number: int = 1
    ends: int = 0
    nodes: int = 0
    cut_ends: int = 0
    cut_nodes: int = 0
    bisection_gbps: float | None = None
    islands: int | None = None
    all_to_all_ratio: float | None = None
    groups: tuple[SwitchGroup, ...] = ()
    state: LimitState = "unknown"


class FabricLoss(Measured):
    """What any one of some alike single losses does to a fabric.

    Attributes
    ----------
    what
        A cable, a switch, a rack with all that stands in it, or something upstream of the racks
        whose loss leaves devices without power.
    ids
        Racks, power nodes or device keys, each of which does it when it is lost; of cables the
        tiers of both ends, `node` among them. Empty for switches of which the report names none
        but an `example`.
    tier
        Of switches: `leaf`, `spine` or `core`.
    joins
        Of cables the keys of what one of them joins, in the order of `ids`.
    number
        How many are alike.
    switches, nodes
        Switches and nodes of the fabric that are lost.
    hit_nodes, cut_nodes
        Other nodes that lose a link, and those of them that have no other link to the fabric.
    ends, cut_ends
        The same of their rails.
    gpus_lost, gpus_hit, gpus_cut
        GPUs in these nodes.
    islands
        Parts of what is left with endpoints that no link joins.
    bisection_gbps
        What every halving of the endpoints that are left can exchange.
    bisection_ratio
        That over a full bisection of the intact fabric.
    all_to_all_ratio
        What every endpoint that is left can send evenly to all others, over shortest paths, of
        those that have a link.
    single_point
        Whether nodes that run do not reach each other any more.
    state
        `error` for such, and where nothing is left between halves; `warning` where less is left
        than the fabric is to keep, or somebody loses a link; `unknown` where what is left lies
        between what would be either and what would be neither.
    """

    what: Literal["cable", "switch", "rack", "feed"]
    ids: tuple[str, ...] = ()
    tier: str = ""
    example: str = ""
    joins: tuple[str, ...] = ()
    number: int = 1
    switches: int = 0
    nodes: int = 0
    hit_nodes: int = 0
    cut_nodes: int = 0
    ends: int = 0
    cut_ends: int = 0
    gpus_lost: float | None = None
    gpus_hit: float | None = None
    gpus_cut: float | None = None
    islands: int | None = None
    bisection_gbps: float | None = None
    bisection_ratio: float | None = None
    all_to_all_ratio: float | None = None
    single_point: bool | None = None
    state: LimitState = "unknown"


class TierRatio(Measured):
    """How much capacity faces endpoints over how much faces up, of the switches of a tier as drawn.

    Links to switches of the same tier count as up. Switches with no link up are in no ratio.

    Attributes
    ----------
    worst_ratio, worst
        The highest of a single switch, and one that has it.
    alike
        How many have it.
    """

    tier: str
    ratio: float | None = None
    worst_ratio: float | None = None
    worst: str = ""
    alike: int = 0


class PortsTaken(Measured):
    """Drawn switches of a fabric of whose ports as many are taken.

    Attributes
    ----------
    racks
        Ids of the racks that hold such a switch.
    taken
        Ports of one that carry a link, each of a split port by itself, and links that its fabric
        asks of it and that find no port there: more than `ports` where there are such.
    ports
        How many it has for the fabric; 0 where none of its ports fits.
    """

    racks: tuple[str, ...] = ()
    taken: int | None = None
    ports: int | None = None


class RoutingAsked(Record):
    """Of which fabric it is asked what routes make of it."""

    fabric: str


class Routing(Measured):
    """What routes make of a fabric as drawn, all endpoints alike, one direction.

    Attributes
    ----------
    even_share
        The share of its injection that each endpoint can send evenly to all others where traffic
        is divided over all shortest paths, as adaptive routing comes near to.
    static_share
        The same where a static engine gives each destination the least used port of fewest hops,
        as OpenSM does by default.
    static_load_ratio
        The fullest cable with these routes over the fullest with even division.
    effective_bisection_ratio
        The mean share of its rate that a flow gets between two random halves where each flow has
        one path of its own, drawn among the shortest.
    why
        Why there is none of these.
    working
        Whether they are not there yet: it is asked again.
    """

    fabric: str
    working: bool = False
    even_share: float | None = None
    static_share: float | None = None
    static_load_ratio: float | None = None
    effective_bisection_ratio: float | None = None
    why: str = ""


class FabricReport(Measured):
    """One fabric: what the rule needs, what is drawn, and what it carries (one direction).

    Counts are None where nobody counted the nodes of a filled rack, or states the ports of a
    switch; `bounds` says what they are at least.

    Attributes
    ----------
    bisection_gbps
        What every halving of all endpoints, linked or not, can exchange over the network alone,
        where that is `exact`: a lower bound and a cut that meet. `bisection_lower_gbps` and
        `bisection_upper_gbps` are the two. 0 for a fabric in several `islands`.
    bisection_ratio
        Bisection over that of half the endpoints; 1 is full.
    bisection_with_nvlink_gbps, bisection_with_nvlink_ratio
        The same where traffic may change rails over NVLink inside a node; None without NVLink.
    unconnected
        Links of the rule that are not there: a switch is missing, ports do not fit, or cables by
        hand took their place and do not do their work.
    connected_cables, unconnected_cables
        The rule's cables that have both ends, and those that have not.
    hand_cables
        Cables laid by hand that have both ends; none of the counts of the rule holds them.
    gpus
        GPUs in its nodes.
    built_nodes
        Nodes that the rule's switches hold, of which `nodes` stand.
    free_spine_ports, free_core_ports
        Ports of the rule's switches of both tiers that carry no link.
    most_switches, switches_ns
        On the longest of the shortest ways between two endpoints, and what they delay a message; of
        one rail where rails are islands. Adapters and cables come on top.
    hall
        The hall whose nodes it joins; empty for those of the whole site.
    node_parts
        Ids of the parts that its nodes are.
    switch_losses
        Every single loss of a switch, alike ones as one: leaves first. Empty where nobody counted
        the nodes, or states the ports of a switch.
    drawn_tiers
        Oversubscription as drawn, tier by tier.
    ports_taken
        Ports of drawn switches that are taken, alike switches as one.
    unlinked_endpoints, unlinked_nodes
        Rails without a link to the fabric, and nodes without any.
    all_to_all_ratio
        The share of its injection over all its planned links that each endpoint with a link can
        send evenly to all others that have one, over shortest paths, evenly divided (ECMP); with
        NVLink where only that joins the rails. `unlinked_endpoints` send nothing.
    all_to_all_ceiling_ratio
        What no routing of these exceeds, by cuts.
    all_to_all_limit
        Keys of the ends of a bundle that limits it, or `node` and a key; empty where none does.
    permutation_ratio
        The share that is left in the worst pairing of endpoints with a link: within bounds. At
        least half of all-to-all, by way of a random third (Valiant); at most what cuts leave the
        smaller side.
    losses
        Every single loss of a cable, a switch, a rack or a feed, alike ones as one, the gravest
        first.
    worked_out
        Whether the figures from `all_to_all_ratio` on are there: they follow a report, which does
        not wait for them.
    """

    id: str
    name: str = ""
    kind: str = ""
    purpose: str = ""
    nodes: int | None = 0
    tiers: int | None = 0
    planes: int = 1
    leaf: int | None = 0
    spine: int | None = 0
    core: int | None = 0
    placed_leaf: int = 0
    placed_spine: int = 0
    placed_core: int = 0
    endpoints: int | None = 0
    node_leaf_cables: int | None = 0
    leaf_spine_cables: int | None = 0
    spine_core_cables: int | None = 0
    injection_gbps: float | None = None
    bisection_gbps: float | None = None
    bisection_lower_gbps: float | None = None
    bisection_upper_gbps: float | None = None
    bisection_ratio: float | None = None
    bisection_with_nvlink_gbps: float | None = None
    bisection_with_nvlink_ratio: float | None = None
    exact: bool | None = None
    islands: int | None = 0
    unconnected: int | None = 0
    connected_cables: int | None = 0
    unconnected_cables: int | None = 0
    hand_cables: int = 0
    oversubscription: tuple[float, ...] = ()
    rail_aligned: bool | None = None
    free_leaf_ports: int | None = None
    free_spine_ports: int | None = None
    free_core_ports: int | None = None
    built_nodes: int | None = None
    max_nodes: int | None = None
    most_switches: int | None = None
    switches_ns: float | None = None
    worst_failure: Failure | None = None
    gpus: float | None = None
    node_parts: tuple[str, ...] = ()
    hall: str = ""
    switch_losses: tuple[SwitchLoss, ...] = ()
    drawn_tiers: tuple[TierRatio, ...] = ()
    ports_taken: tuple[PortsTaken, ...] = ()
    unlinked_endpoints: int | None = 0
    unlinked_nodes: int | None = 0
    all_to_all_ratio: float | None = None
    all_to_all_ceiling_ratio: float | None = None
    all_to_all_limit: tuple[str, ...] = ()
    permutation_ratio: float | None = None
    losses: tuple[FabricLoss, ...] = ()
    worked_out: bool = False
    complete: bool = True
    explanation: str = ""

    @property
    def lacking(self) -> int:
        """How many switches of its rule are not placed."""
        tiers = (
            (self.leaf, self.placed_leaf), (self.spine, self.placed_spine),
            (self.core, self.placed_core),
        )  # fmt: skip
        return sum(max(0, planned - placed) for planned, placed in tiers if planned is not None)

    @property
    def stands(self) -> bool:
        """Whether anything of it stands that nodes could be linked to: a switch, a cable."""
        return any((self.placed_leaf, self.placed_spine, self.placed_core, self.hand_cables))

    @property
    def meets_over_nvlink(self) -> bool:
        """Whether its islands meet inside nodes alone.

        Its losses and what all endpoints send each other count NVLink then; `bisection_gbps` is of
        the network alone.
        """
        joined = self.figure("bisection_with_nvlink_gbps")
        return (self.islands or 1) > 1 and not joined.unknown and joined.high > 0


class UnconnectedCables(Record):
    """Links that one reason leaves unconnected; `fabric` and its name are empty without one."""

    fabric: str = ""
    name: str = ""
    reason: str
    links: int = 0

    @property
    def words(self) -> str:
        """In words: `Compute: 64 links not connected: 1 of 4 spine switches are not drawn`."""
        links = f"{plural(self.links, 'link')} not connected: {self.reason}"
        return f"{self.name}: {links}" if self.name else links


class TrayPiece(Measured):
    """A straight piece of a tray between places where trays meet or bend, and its fullest place.

    Attributes
    ----------
    fill_pct
        Of its usable section; None where sizes of the tray or of a cable are not known.
    """

    x_mm: int
    y_mm: int
    end_x_mm: int
    end_y_mm: int
    cables: int = 0
    fill_pct: float | None = None


PER_BUNDLE: Final = 48
"""Cables of one bundle at most: a rule of practice that public summaries of ANSI/BICSI 002 give."""


class TrayReport(Measured):
    """A cable tray: what runs along it.

    Attributes
    ----------
    cables
        At its fullest place.
    length_m
        Of the tray itself.
    usable_mm2
        Section that cables may take; None where its sizes are not stated.
    fill_pct, kg_per_m
        At its fullest place: part of the usable section that cables take, and their mass.
    """

    id: str
    name: str = ""
    kind: str = ""
    cables: int = 0
    length_m: float | None = None
    usable_mm2: float | None = None
    fill_pct: float | None = None
    kg_per_m: float | None = None
    carries_kg_per_m: float | None = None
    pieces: tuple[TrayPiece, ...] = ()

    @property
    def bundles(self) -> int:
        """Bundles of so many cables at its fullest place."""
        return -(-self.cables // PER_BUNDLE)


class MediumReport(Measured):
    """The cables of one medium.

    Attributes
    ----------
    count
        Links; a port that is split has one cable.
    length_m, shortest_m, longest_m
        All of them together; the likely length of the shortest and of the longest.
    reach_m
        How far the one goes that goes furthest; None where nobody says.
    price
        With their modules, in the currency of the site; `unpriced` counts what has no price.
    optics_w
        What cables and modules draw at both ends, at most.
    lead_weeks
        From order to delivery of what takes longest, by the quotations of the design, else by the
        parts; at least that of those that state one. `lead_unstated` counts parts that do not.
    """

    medium: str
    count: int = 0
    length_m: float | None = None
    shortest_m: float | None = None
    longest_m: float | None = None
    reach_m: float | None = None
    price: float | None = None
    unpriced: int = 0
    optics_w: float | None = None
    lead_weeks: float | None = None
    lead_unstated: int = 0


class CableLine(Measured):
    """What is bought for cables: a part, of one length.

    Attributes
    ----------
    stock_m
        The length it is bought in; None for a module.
    lead_weeks
        From order to delivery; None where nobody states it.
    """

    part: str
    name: str = ""
    medium: str = ""
    stock_m: float | None = None
    count: int = 0
    price: float | None = None
    lead_weeks: float | None = None


class SwitchesDrawn(Measured):
    """What the switches of a rack draw with the modules of their cables.

    Those that state what they draw with passive cables, and have cables.

    Attributes
    ----------
    cabled_kw, most_kw
        With the modules that their cables have, and what they draw at most with any.
    """

    rack: str
    name: str = ""
    number: int = 0
    cabled_kw: float | None = None
    most_kw: float | None = None

    @property
    def words(self) -> str:
        """In words: `11.2 kW of 20.6 kW at most`."""
        cabled, most = self.figure("cabled_kw", "kW"), self.figure("most_kw", "kW")
        return f"{quantity(cabled, most)} of {quantity(most)} at most"


class Cables(Measured):
    """Cables that have both ends, and how long they are.

    Attributes
    ----------
    count
        All that have both ends: `by_rule` of the fabrics' rules, `by_hand` laid by hand.
    length_m, longest_m
        All of them together, with slack and loops, and the longest; open upwards where no tray
        leads from one rack to another: the way is then straight along the axes of the plan.
    between_racks, off_trays
        Those that leave their rack, and those of them that follow no tray; None where nobody
        knows which cables the rule has.
    not_connected
        Those of the rules, and those laid by hand, that lack an end; `unconnected` says why.
    by_medium, media
        Those with both ends, by medium; `media` says more of those for which one is chosen.
    bill
        What is bought, by part and length; what a part costs stands in `media`.
    misfits
        Cables whose pinned part does not fit their ports.
    too_far, without_medium
        Cables that no medium reaches or whose pinned one does not, and those that no cable of
        the catalogue is known to join.
    price, optics_w
        Of all cables with their modules: in the currency of the site; at both ends, at most. Open
        upwards where some have no medium.
    unpriced
        Pieces without a price, and cables without a medium.
    patch_ports
        Ports of patch panels that fibres between racks take.
    lead_weeks, lead_unstated
        From order to delivery of what takes longest of all, and the parts that state none.
    switches
        What the switches of each rack draw with the modules of their cables.
    """

    count: int | None = 0
    by_rule: int | None = 0
    by_hand: int = 0
    not_connected: int | None = 0
    unconnected: tuple[UnconnectedCables, ...] = ()
    length_m: float | None = None
    longest_m: float | None = None
    between_racks: int | None = 0
    off_trays: int | None = 0
    too_far: int | None = 0
    misfits: int | None = 0
    without_medium: int | None = 0
    price: float | None = None
    unpriced: int = 0
    currency: str = ""
    optics_w: float | None = None
    lead_weeks: float | None = None
    lead_unstated: int = 0
    patch_ports: int = 0
    switches: tuple[SwitchesDrawn, ...] = ()
    trays: tuple[TrayReport, ...] = ()
    media: tuple[MediumReport, ...] = ()
    bill: tuple[CableLine, ...] = ()
    by_medium: tuple[tuple[str, int | None], ...] = ()
