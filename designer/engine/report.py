"""The report: everything the window, the sheets and the command line show.

The names are a promise: fields may be added, never renamed without a migration. SI or the unit in
the name; unknown is `None`, never 0, and what an unknown figure touches has `complete = False`.
"""

from collections.abc import Callable, Iterable
from typing import Final, Literal

from pydantic import SerializeAsAny

from designer.catalog.kinds import STAND_IN_RACK
from designer.engine.carbon_report import Carbon
from designer.engine.choice_report import Choice
from designer.engine.climate_report import ClimateYear
from designer.engine.cooling_report import CoolingLossReport, CoolingReport
from designer.engine.cost_report import Cost
from designer.engine.follows import FOLLOWS
from designer.engine.limit_report import Limit, LimitGroup, LimitState
from designer.engine.network_report import Cables, FabricReport
from designer.engine.ownership_report import Ownership
from designer.engine.plant_report import PlantBalance
from designer.engine.platform_report import PlatformReport
from designer.engine.power_report import (
    GRAVITY,
    FeedReport,
    InsideLossReport,
    LossReport,
    OutletReport,
    PowerReport,
    RackFate,
)
from designer.engine.remedy import Remedy
from designer.engine.row_report import RowReport, StrandedOf
from designer.engine.shelf_report import ShelvesReport
from designer.engine.temperature_report import TemperatureChain
from designer.engine.workload_report import WorkloadReport
from designer.model.cooling_words import (
    MAY_NEED_CONTAINMENT,
    MAY_NEED_REAR_DOOR,
    NEEDS_CONTAINMENT,
    NEEDS_REAR_DOOR,
    SHOWN_SHORT_NAMES,
)
from designer.model.figure_words import words
from designer.model.measured import Measured
from designer.model.plural import plural
from designer.model.record import Record
from designer.model.some_names import some

NOT_COMPUTED: Final = "E01"
"""The rule that every subject can be computed. Nobody can waive it: its key names the subject and
not the cause, so that a waiver would hide the next failure as well."""

SWINGS: Final = ("power_edp_kw", "power_step_kw")
"""Figures without which a rack, or the totals, count as complete: few makers state a peak."""

FIGURE_WORDS = {
    "power_max_w": "highest power",
    "power_peak_w": "highest observed power",
    "power_typical_w": "typical power",
    "power_idle_w": "idle power",
    "mass_kg": "mass",
    "gpus": "number of GPUs",
    "nodes": "number of nodes",
    "liquid_fraction": "share of heat into liquid",
    "height_half_u": "height",
}
"""What people call a part's figures, as `unknown` names them."""


def unknown_in_words(unknown: str, name_of: Callable[[str], str]) -> str:
    """Return `idle power of DGX H100` for `power_idle_w of dgx-h100`."""
    figure, of, part = unknown.partition(" of ")
    return f"{FIGURE_WORDS.get(figure, figure.replace('_', ' '))}{of}{name_of(part)}"


class Totals(Measured):
    """Sums over the whole design. `unknown_figures` counts figures of parts that nobody states.

    `power_cabled_kw` is the highest power, but of switches that state it what they draw in use with
    the modules of their cables; left out where it is the same. `power_edp_kw` is what all draw at
    once at a peak of milliseconds, `power_step_kw` the step from idle to the maximum that training
    takes several times a second.
    """

    racks: int | None = 0
    devices: int = 0
    nodes: int | None = 0
    gpus: int | None = 0
    power_max_kw: float | None = None
    power_cabled_kw: float | None = None
    power_peak_kw: float | None = None
    power_typical_kw: float | None = None
    power_idle_kw: float | None = None
    power_edp_kw: float | None = None
    power_step_kw: float | None = None
    weight_kg: float | None = None
    heat_kw: float | None = None
    floor_area_m2: float | None = None
    unknown_figures: int = 0
    complete: bool = True


class RackReport(Measured):
    """What follows for one rack (or one floor unit: `kind` is the part's).

    `power_cabled_kw` is the highest power, but of switches that state their power with passive
    cables that and the modules of their cables; left out where it is the same. Limits are held to
    `power_max_kw` all the same.
    `air_kw` is the heat that reaches the room, `liquid_kw` what cold plates and a rear door take.
    `weight_kg` is the mass in its place, with `cables_kg` of cables and `coolant_kg` of coolant;
    `cog_mm` is the height of its centre of gravity above the floor, where the rack is no maker's.
    `footprint_kpa` is that mass on the rack's own base, `floor_load_kpa` with its share of aisles.
    `cooling_air_method` takes the heat that the devices leave in air, and `cooling_capacity_kw` is
    where it (or an immersion tank) ends; with `door_missing` it is a rear door that does not hang,
    and the capacity is that of the room's air. With `containment_missing` the heat asks for a
    contained aisle and the rack stands in none: the capacity is that of the bare room's air. Either
    is None where it cannot be said, which rules C22 and C14 give the reason of.

    `inlet_margin_k` is how far the supply air is below the warmest that its parts take.
    `outlets` are what cords carry at outlets whose kind is known, of each kind of device; none
    where anything leaves open which outlets cords have.
    `losses` are those inside it; `fates` say what losses of feeds of the room do to it, those that
    do anything.

    `cooling_headroom_kw` is the heat in air that may be added before the bands ask for
    `cooling_next_method`, or, where that is empty, before what takes it ends.

    `binding_constraint` is the limit that is fullest whatever is not known. Where that depends on
    it, it is empty: `binding_open` names the limits of which any may bind, the first at least so
    full as it is known to be, `binding_because` says what leaves it open, and `binding_on` names
    these inputs. `strands` says what is left of each capacity once that limit is full; of a rack
    that its maker fills, nothing.
    """

    id: str
    name: str = ""
    row: str = ""
    kind: str = STAND_IN_RACK
    summary: str = ""
    power_max_kw: float | None = None
    power_cabled_kw: float | None = None
    power_peak_kw: float | None = None
    power_typical_kw: float | None = None
    power_idle_kw: float | None = None
    power_edp_kw: float | None = None
    power_step_kw: float | None = None
    cooling_method: str = ""
    cooling_air_method: str = ""
    cooling_capacity_kw: float | None = None
    cooling_reason: str = ""
    cooling_headroom_kw: float | None = None
    cooling_next_method: str = ""
    door_missing: bool | None = False
    containment_missing: bool | None = False
    air_kw: float | None = None
    liquid_kw: float | None = None
    airflow_m3h: float | None = None
    coolant_lpm: float | None = None
    inlet_margin_k: float | None = None
    weight_kg: float | None = None
    cables_kg: float | None = None
    coolant_kg: float | None = None
    cog_mm: float | None = None
    floor_load_kpa: float | None = None
    footprint_kpa: float | None = None
    u_used: float | None = None
    u_total: float | None = None
    feeds: tuple[FeedReport, ...] = ()
    outlets: tuple[OutletReport, ...] = ()
    losses: tuple[InsideLossReport, ...] = ()
    fates: tuple[RackFate, ...] = ()
    shelves: tuple[ShelvesReport, ...] = ()
    limits: tuple[Limit, ...] = ()
    binding_constraint: str = ""
    binding_open: tuple[str, ...] = ()
    binding_because: str = ""
    binding_on: tuple[str, ...] = ()
    stranded_kw: float | None = None
    strands: tuple[StrandedOf, ...] = ()
    complete: bool = True
    unknown: tuple[str, ...] = ()

    @property
    def cooling_shown(self) -> str:
        """The cooling method as it is shown: a door or an aisle that is not there is needed.

        Or may be, where that cannot be said; never where a liquid gives the rack's method its name.
        """
        if self.door_missing and self.cooling_method == "rear-door":
            return NEEDS_REAR_DOOR
        if self.containment_missing and self.cooling_method == "in-row":
            return NEEDS_CONTAINMENT
        if self.cooling_method and self.cooling_method == self.cooling_air_method:
            if self.door_missing is None:
                return MAY_NEED_REAR_DOOR
            if self.containment_missing is None:
                return MAY_NEED_CONTAINMENT
        return self.cooling_method

    @property
    def headroom_words(self) -> str:
        """How much heat in air may be added, after a semicolon; empty where nobody knows."""
        left = self.figure("cooling_headroom_kw")
        if left.unknown:
            return ""
        following = SHOWN_SHORT_NAMES.get(self.cooling_next_method)
        then = f"{following} is planned with" if following else "it ends"
        return f"; {words(left)} more until {then}"

    def binding_words(self, limit: Limit) -> str:
        """Return whether one of the limits binds, in words; empty where it does not."""
        if limit.name == self.binding_constraint:
            return "binding"
        return "may bind" if limit.name in self.binding_open else ""

    @property
    def stranded_by(self) -> str:
        """The limit that strands what is left of the others, or those that may, by their labels."""
        names = self.binding_open or (self.binding_constraint,)
        labels = {limit.name: limit.label for limit in self.limits}
        return " or ".join(dict.fromkeys(labels[name] for name in names if name in labels))

    def fate(self, feeds: Iterable[str]) -> RackFate:
        """Return what the loss of some feeds together does to it."""
        found = {frozenset(fate.feeds): fate for fate in self.fates}
        return found.get(frozenset(feeds)) or found.get(frozenset()) or RackFate()

    def limits_of(self, *groups: LimitGroup) -> tuple[Limit, ...]:
        """Return the limits of some groups, in their order."""
        return tuple(limit for limit in self.limits if limit.group in groups)


class Facility(Measured):
    """The building's side.

    Attributes
    ----------
    cdu_units_needed, cooling_units_needed
        Units needed so that one may be lost, judged by those that stand; those of coolant cannot
        be said where the building's water is left to take rear doors.
    coolant_lpm
        Liquid that cold plates and rear doors need, whoever moves it; a tank moves its own.
    water_c, water_class
        Facility water on the design day, and the ASHRAE class it falls in: as the site plans it,
        or without chillers as coolers or towers make it, where that is warmer.
    rejection_units
        Coolers, towers and chillers that are drawn; 0 for none, as in the next three.
    rejection_kw, rejection_left_kw, rejection_heat_kw
        What those outdoors take together on the design day, what the others take with the largest
        lost, and the heat that reaches them; None where none is drawn.
    """

    it_kw: float | None = None
    facility_kw: float | None = None
    pue: float | None = None
    pue_source: str = ""
    wue: float | None = None
    cdu_units: int | None = 0
    cdu_units_needed: int | None = None
    cdu_redundancy: str = ""
    cooling_units: int | None = 0
    cooling_units_needed: int | None = None
    air_kw: float | None = None
    liquid_kw: float | None = None
    coolant_lpm: float | None = None
    water_c: float | None = None
    water_class: str = ""
    rejection_units: int | None = 0
    rejection_kw: float | None = None
    rejection_left_kw: float | None = None
    rejection_heat_kw: float | None = None


class StorageReport(Measured):
    """What the placed storage delivers together, and what of it reaches nodes.

    Attributes
    ----------
    network_gb_s
        What fabrics of storage carry from systems to nodes, whatever systems read; None where no
        fabric of storage joins them. So are the next four.
    sent_gb_s, taken_gb_s
        What nodes read of systems over these at once, and write.
    sent_after_loss_gb_s, taken_after_loss_gb_s, worst_loss
        The same without the switch whose loss takes most, and its key.
    limit
        What holds reading down: `systems` (their own rate), `links` of theirs, `nodes` (links of
        theirs) or the `fabric` between; empty where that is open.
    ports_left
        Ports of systems that find no port on a leaf.
    """

    systems: int | None = 0
    read_gb_s: float | None = None
    write_gb_s: float | None = None
    raw_tb: float | None = None
    network_gb_s: float | None = None
    sent_gb_s: float | None = None
    taken_gb_s: float | None = None
    sent_after_loss_gb_s: float | None = None
    taken_after_loss_gb_s: float | None = None
    worst_loss: str = ""
    limit: str = ""
    ports_left: int = 0


class Check(Record):
    """A finding of a design rule. `key` is stable over runs and is what a waiver names.

    `remedy` is what would meet the rule, where that is something that can be placed.
    """

    rule: str
    severity: Literal["info", "warning", "error"]
    where: tuple[str, ...] = ()
    message: str
    advice: str = ""
    key: str
    waived: bool = False
    remedy: Remedy | None = None

    @property
    def can_be_waived(self) -> bool:
        """Whether a person may accept it: not that something could not be computed."""
        return self.rule != NOT_COMPUTED


class NotComputed(Record):
    """A subject that could not be computed: for some racks, or at all where `where` is empty.

    `title` is what people call the subject. `part` is what of it is lost, where the rest of its
    results stands: its limits, say; empty is all.
    """

    subject: str
    because: str
    where: tuple[str, ...] = ()
    title: str = ""
    part: str = ""

    @property
    def whole(self) -> bool:
        """Whether nothing of the subject is there."""
        return not (self.where or self.part)

    @property
    def cause(self) -> str:
        """What a finding on it is filed under."""
        return f"{self.subject} {self.part}".rstrip()

    @property
    def name(self) -> str:
        """What people call the subject, and what of it is lost."""
        title = self.title or self.subject
        return f"{title} ({self.part})" if self.part else title

    @property
    def words(self) -> str:
        """The sentence that stands in place of the subject's figures."""
        return f"{self.name} cannot be computed, because {self.because}"


class Settle(Record):
    """An input that nobody states, and what waits for it.

    Attributes
    ----------
    ref
        The input as figures name it: `q3200-ra.power_max_w`, `site.pue`.
    what
        The same in words.
    part, field
        The part it belongs to, empty for a decision of the site; the figure of that part.
    verdicts
        How many verdicts wait for it: one for each place of a finding that cannot be said.
    binding
        Racks of which it leaves open which limit binds.
    rules, affects
        Rules that wait for it, and figures of the report that it leaves open.
    low, high, unit
        Its bounds, of one part; None where nothing bounds it.
    """

    ref: str
    what: str
    part: str = ""
    field: str = ""
    verdicts: int = 0
    binding: int = 0
    rules: tuple[str, ...] = ()
    affects: tuple[str, ...] = ()
    low: float | None = None
    high: float | None = None
    unit: str = ""


class Timing(Record):
    """How long a stage took, in milliseconds."""

    stage: str
    ms: float


class Report(Record):
    """All that follows from one design.

    Attributes
    ----------
    sections
        Name and result of each subject that has no field of its own here.
    not_computed
        Subjects that could not be computed: their fields stand at their defaults.
    settle
        Figures that nobody states, first those that most verdicts wait for, then those of no
        verdict that leave open which limit of most racks binds.
    """

    design: str = ""
    totals: Totals = Totals()
    racks: tuple[RackReport, ...] = ()
    rows: tuple[RowReport, ...] = ()
    hall: RowReport = RowReport(id="")
    power: PowerReport = PowerReport()
    facility: Facility = Facility()
    cooling: CoolingReport = CoolingReport()
    temperatures: TemperatureChain = TemperatureChain()
    climate: ClimateYear = ClimateYear()
    plant: PlantBalance = PlantBalance()
    fabrics: tuple[FabricReport, ...] = ()
    cables: Cables = Cables()
    storage: StorageReport = StorageReport()
    cost: Cost = Cost()
    ownership: Ownership = Ownership()
    carbon: Carbon = Carbon()
    workloads: tuple[WorkloadReport, ...] = ()
    choice: Choice = Choice()
    platform: PlatformReport = PlatformReport()
    checks: tuple[Check, ...] = ()
    settle: tuple[Settle, ...] = ()
    timings: tuple[Timing, ...] = ()
    sections: tuple[tuple[str, SerializeAsAny[Measured]], ...] = ()
    not_computed: tuple[NotComputed, ...] = ()

    def section(self, name: str) -> Measured | None:
        """Return the result of a subject that has no field of its own; None if there is none."""
        return dict(self.sections).get(name)

    def inside_losses(self) -> tuple[tuple[InsideLossReport, tuple[str, ...]], ...]:
        """Return each loss inside racks with the ids of the racks in which it does so.

        The gravest first; of alike ones, those that more racks have.
        """
        found: dict[InsideLossReport, list[str]] = {}
        for rack in self.racks:
            for loss in rack.losses:
                found.setdefault(loss, []).append(rack.id)
        told = sorted(found.items(), key=lambda one: (one[0].rank, len(one[1])), reverse=True)
        return tuple((loss, tuple(racks)) for loss, racks in told)

    def breakers_not_judged(self, *racks: RackReport) -> str:
        """Return which rack PDUs state no breakers, so that no loss of one is judged; or nothing.

        Parameters
        ----------
        racks
            Those of which it is asked; all where none is given.
        """
        feeds = [feed for rack in racks or self.racks for feed in rack.feeds]
        found = [part for feed in feeds for part in feed.pdus_without_breakers]
        if not found:
            return ""
        number = sum(feed.pdu_count for feed in feeds)
        of, parts = plural(number, "rack PDU"), some(sorted(set(found)))
        rest = "what the loss of one of these does is not judged"
        if len(found) == 1:
            return f"1 of {of} states no breakers ({parts}): {rest}"
        return f"{len(found):,} of {of} state no breakers ({parts}): {rest}"

    def cooling_after(self, loss: LossReport) -> CoolingLossReport | None:
        """Return what a loss upstream of the racks does to cooling; None where it takes no unit."""
        return self.cooling.without(loss.feeds) if loss.feeds else None

    def state_after(self, loss: LossReport) -> LimitState:
        """Return the state of a loss upstream of the racks, with what it does to cooling."""
        cooling = self.cooling_after(loss)
        return max(loss.graded, cooling.graded, key=GRAVITY.index) if cooling else loss.graded

    def listed_losses(self) -> tuple[LossReport, ...]:
        """Return the losses upstream for a list, one of those alike, the gravest first."""

        def rank(loss: LossReport) -> tuple[float, ...]:
            cooling = self.cooling_after(loss)
            warm = cooling.figure("gpus").low if cooling else 0.0
            dark, short = (loss.figure(name).low for name in ("dark_gpus", "short_gpus"))
            return GRAVITY.index(self.state_after(loss)), dark, *sorted((short, warm), reverse=True)

        return tuple(sorted(self.power.listed_losses, key=rank, reverse=True))

    def cooling_lost_in_words(self, loss: CoolingLossReport) -> str:
        """Return what a loss of cooling is of: a unit, or what takes the feeds of some."""
        if not loss.feeds:
            return loss.name
        feeds = frozenset(loss.feeds)
        taking = (one for one in self.power.listed_losses if frozenset(one.feeds) == feeds)
        found = next(taking, None)
        if found is None:
            return ", ".join(map(self.power.name_of, loss.feeds))
        return self.power.lost_in_words(found)

    def cooling_verdict(self, loss: CoolingLossReport) -> str:
        """Return what a loss of cooling does, with the racks that are without their rear door."""
        named = loss.doors or loss.perhaps_doors
        return loss.verdict_naming([one.name or one.id for one in self.racks] if named else ())

    def lost(self, subject: str) -> NotComputed | None:
        """Return why a subject could not be computed at all; None where it could."""
        return next(
            (lost for lost in self.not_computed if lost.subject == subject and lost.whole), None
        )

    @property
    def losses_follow(self) -> bool:
        """Whether losses in some fabric are yet to be worked out: the worst may be worse."""
        if not FOLLOWS or any(lost.subject == "fabrics" for lost in self.not_computed):
            return False
        return any(one.switch_losses and not one.worked_out for one in self.fabrics)

    def nodes_in_no_fabric(self) -> int | None:
        """Return how many nodes no compute fabric joins.

        None where one of the counts is not known, or no fabric is for computing; and where there
        are several that each hold some, which may be the same or not.
        """
        # What stands inside nodes joins none to another.
        members = [
            fabric.nodes for fabric in self.fabrics
            if fabric.purpose == "compute" and fabric.kind != "nvlink"
        ]  # fmt: skip
        counted = [number for number in members if number is not None]
        if self.totals.nodes is None or not members or len(counted) < len(members):
            return None
        outside = max(0, self.totals.nodes - max(counted))
        return outside if len(counted) == 1 or not outside else None

    def why_lost(self, *subjects: str) -> str:
        """Return the sentence on the first of some subjects that could not be computed at all.

        Empty where all could. Whoever shows a figure asks this first: the field of a lost subject
        stands at its default, which is not its result.
        """
        found = (lost.words for name in subjects if (lost := self.lost(name)))
        return next(found, "")

    def lost_by_rack(self) -> dict[str, tuple[NotComputed, ...]]:
        """Return what could not be computed of single racks, by rack."""
        found: dict[str, tuple[NotComputed, ...]] = {}
        for lost in self.not_computed:
            for rack in lost.where:
                found[rack] = (*found.get(rack, ()), lost.evolve(where=()))
        return found

    def lost_of(self, rack: str) -> tuple[NotComputed, ...]:
        """Return what of one rack could not be computed, or of all where racks cannot be."""
        whole = self.lost("racks")
        own = tuple(lost.evolve(where=()) for lost in self.not_computed if rack in lost.where)
        return (whole, *own) if whole else own
