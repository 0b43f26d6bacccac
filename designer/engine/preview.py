"""The answer to a drag: what a change not made yet would do to racks, figures and checks."""

from typing import Final, Literal

from pydantic import SerializeAsAny

from designer.engine.limit_report import Limit, LimitState
from designer.engine.network_report import FabricReport
from designer.engine.power_report import LossReport, RoomFeed
from designer.engine.remedy import RemedyAction
from designer.engine.report import Check, RackReport
from designer.model.measured import Measured
from designer.model.record import Record


class RackPreview(Record):
    """What a drop would do to one rack, before and after; `before` is None for a new rack."""

    id: str
    before: RackReport | None = None
    after: RackReport | None = None


class Foreseen(Record):
    """A check that a change would bring, end or alter; waived ones are none.

    Attributes
    ----------
    places
        How many racks, devices or fabrics it would be new in (or gone from, or altered in).
    elsewhere
        Whether one that comes is there before at other places, or one that goes is there after: it
        is no check more, or less.
    remedy
        What would meet the rule, where that is something that can be placed; else empty.
    """

    rule: str
    severity: Literal["info", "warning", "error"]
    message: str
    key: str
    places: int = 0
    elsewhere: bool = False
    remedy: RemedyAction | Literal[""] = ""


CheckSort = Literal["error", "warning", "open", "info"]


class CheckCount(Record):
    """How many checks of a sort stand before and after a change, waived ones left out.

    `open` are warnings that something cannot be said.
    """

    sort: CheckSort
    before: int = 0
    after: int = 0


AFTER_A_LOSS: Final = " after a loss"
"""The end of the name of a figure that a loss leaves; before it stands that of the figure."""


IT_POWER: Final = "IT power"
AS_CABLED: Final = "IT power as cabled"
"""What the highest power of all is called among the changes, and that with switches as cabled."""

COST_OF_CABLES: Final = "cost of cables and modules"
"""What the sum of the prices of all cables is called among the changes."""


class FigureChange(Measured):
    """A figure of the whole design, before and after a change that alters it.

    Attributes
    ----------
    section
        The section of the report that it is from: `totals`.
    what
        What it is in words: `IT power`, `feed A`, `capital`; ends in `AFTER_A_LOSS` for what a
        loss leaves.
    before, after
        None without bounds where it cannot be computed on that side.
    unpriced_before, unpriced
        Of a sum of prices, the pieces in it that have none.
    limit_before, limit
        What the figure has to stay within, before and after.
    state_before, state
        Whether it does; empty of a figure without a limit, or that is not there on that side.
    """

    section: str
    what: str
    before: float | None = None
    after: float | None = None
    unit: str = ""
    unpriced_before: int = 0
    unpriced: int = 0
    limit_before: float | None = None
    limit: float | None = None
    state_before: LimitState | Literal[""] = ""
    state: LimitState | Literal[""] = ""


class CapitalChange(Measured):
    """By how much a change raises the capital; less where `by` is negative.

    What both sides buy costs the same on both: the bounds are those of what comes and goes alone.
    Without bounds where what goes may have cost any sum.
    """

    currency: str = "USD"
    by: float | None = None


class LimitChange(Record):
    """A limit of racks that are not asked for, of which a change alters some.

    Attributes
    ----------
    name, label
        Those of the limit.
    racks, over, near
        In how many racks it is not the same, and in how many of these it is broken after the
        change, or nearly reached.
    rack
        What people call the one of them that is the worst after the change: that with the gravest
        state, and of these the fullest.
    before, after
        The limit of that one, None where it has none.
    """

    name: str
    label: str
    racks: int = 0
    over: int = 0
    near: int = 0
    rack: str = ""
    before: Limit | None = None
    after: Limit | None = None


class WorstLoss(Record):
    """The single loss upstream of the racks that does most, before and after a change.

    None where no loss can be told; what each does to every node is left out.
    """

    before: LossReport | None = None
    after: LossReport | None = None


class MovedWay(Record):
    """The way of cables between two racks, of which one is asked for."""

    corners: tuple[tuple[int, int], ...] = ()
    cables: int = 0
    on_tray: bool = True


class TrayGain(Record):
    """How many more cables run along a tray; fewer where negative."""

    tray: str
    name: str = ""
    cables: int = 0
    x_mm: int = 0
    y_mm: int = 0


class ChangedCables(Record):
    """Lines of the schedule that would not be the same, in columns: after the change.

    Attributes
    ----------
    numbers
        Those of `CableRow`.
    low_m, metres, high_m
        Of the length; no upper end where the way follows no tray.
    stock_m, price, price_low, price_high
        None where none is known, or nothing chosen; a price may have no upper end.
    ways, trays
        For each the number of its trays among `trays`; there None within a rack, empty where none
        leads.
    untold
        Cables of the racks that are not looked at, as there are too many.
    """

    numbers: tuple[int, ...] = ()
    low_m: tuple[float, ...] = ()
    metres: tuple[float, ...] = ()
    high_m: tuple[float | None, ...] = ()
    stock_m: tuple[float | None, ...] = ()
    price: tuple[float | None, ...] = ()
    price_low: tuple[float | None, ...] = ()
    price_high: tuple[float | None, ...] = ()
    media: tuple[str, ...] = ()
    states: tuple[str, ...] = ()
    ways: tuple[int, ...] = ()
    trays: tuple[tuple[str, ...] | None, ...] = ()
    untold: int = 0


class CablesMoved(Measured):
    """The cables of the racks that are asked for, before and after a change.

    Attributes
    ----------
    count_before, count
        How many there are.
    length_before_m, length_m, longest_before_m, longest_m
        Of all of them, and of the longest.
    media
        How many have each medium, before and after; an empty medium is none.
    misfits
        Those whose part does not fit.
    other_media
        Cables that have another medium after it; None where other cables are laid.
    too_far
        Those that nothing reaches, or whose pinned part is shorter than they can be, after it.
    may_not
        Those of which that cannot be said: by their likely lengths nothing, or not the pinned part,
        reaches; by the least they can have it does.
    pins
        Cables by hand whose pinned part reached before and does not after it.
    was, now
        Their ways on the plan that differ, those with the most cables.
    gains
        What trays gain of them, and lose.
    """

    count_before: int = 0
    count: int = 0
    length_before_m: float | None = None
    length_m: float | None = None
    longest_before_m: float | None = None
    longest_m: float | None = None
    media: tuple[tuple[str, int, int], ...] = ()
    other_media: int | None = None
    too_far: int = 0
    may_not: int = 0
    misfits: int = 0
    pins: tuple[str, ...] = ()
    was: tuple[MovedWay, ...] = ()
    now: tuple[MovedWay, ...] = ()
    gains: tuple[TrayGain, ...] = ()


class CableChanges(Measured):
    """How many cables of the whole design a change alters.

    Attributes
    ----------
    ends
        Cables of which one end is at another port.
    route
        Cables between the same ports with another length, medium or way along trays.
    new, gone
        Cables that were not there, or are not any more.
    longer, longer_by_m
        Those of `route` that are longer, and by how much the one that grows most.
    too_far
        Cables of `route` that are beyond reach and were not.
    """

    ends: int = 0
    route: int = 0
    new: int = 0
    gone: int = 0
    longer: int = 0
    longer_by_m: float | None = None
    too_far: int = 0


class BisectionTried(Measured):
    """What the halves of a fabric can exchange each way, before and after a change that alters it.

    Attributes
    ----------
    name
        What people call it.
    measured
        Whether the figures after the change are known: a large fabric is measured only once the
        change is made.
    relinked
        Whether its links would not be the same; else only what is told of it differs.
    losses_stay
        Whether what single losses leave is known to be as before.
    gone
        Whether it has no node after the change, or is there no more, and had one before.
    at
        Where it stands among all fabrics after the change.
    after
        Its report after the change, of which only what it carries is filled in; None where gone.
    islands_before, islands
        Parts that no link joins.
    bisection_ratio_before, bisection_ratio
        Part of a full bisection.
    """

    fabric: str
    name: str = ""
    purpose: str = ""
    measured: bool = True
    relinked: bool = True
    losses_stay: bool = False
    gone: bool = False
    at: int = 0
    after: FabricReport | None = None
    islands_before: int | None = None
    islands: int | None = None
    bisection_before_gbps: float | None = None
    bisection_gbps: float | None = None
    bisection_with_nvlink_before_gbps: float | None = None
    bisection_with_nvlink_gbps: float | None = None
    bisection_ratio_before: float | None = None
    bisection_ratio: float | None = None


class Preview(Record):
    """The engine's answer to a drag: racks, free leaf ports, figures of the whole design, checks.

    Attributes
    ----------
    rest_follows
        Whether this is only what is told at once, of subjects that say so (`PreviewWork.at_once`),
        or of the first of them: of all else nothing is known yet.
    rack_limits
        Limits of other racks that would not be the same, the gravest first.
    bisections
        Fabrics whose links would not be the same, or of which something else that is told would
        differ; those that come and those that go among them.
    cables
        The cables of the racks asked for; None where they have none before and after.
    cable_rows
        Lines of the schedule of the same cables that differ; None where they have none, or where
        the cables themselves would be others.
    cable_changes
        What becomes of all cables; None where nothing does.
    changes
        Figures of the whole design that would not be the same.
    capital
        By how much the capital changes; None where it cannot be computed on one side.
    altered
        Titles of the report's subjects that would not say the same, in these figures or others.
    worst_loss
        What the worst single loss does, where that differs.
    unmeasured
        Titles of those that may or may not: a preview does not compute them whole, but where the
        evaluator has done so before.
    comes, goes
        Checks that would be new, and those that would be gone, the gravest first; a check that
        reaches more places is new there.
    alters
        Checks that would stand where one of the same rule and severity stands, with other words.
    stays
        Errors at the racks asked for that neither come nor are altered: what is put there meets
        them, too.
    counts
        How many checks of each sort stand before and after it.
    not_computed
        What could not be computed of the design after the change, in sentences.
    asks
        The checks after the change that ask for something that can be placed, and the feeds of the
        room after it: only of a preview that is asked what could be built.
    feeds
        See `asks`.
    """

    preview: int
    rest_follows: bool = False
    racks: tuple[RackPreview, ...] = ()
    rack_limits: tuple[LimitChange, ...] = ()
    free_leaf_ports: tuple[tuple[str, int | None, int | None], ...] = ()
    bisections: tuple[BisectionTried, ...] = ()
    cables: CablesMoved | None = None
    cable_rows: ChangedCables | None = None
    cable_changes: CableChanges | None = None
    changes: tuple[FigureChange, ...] = ()
    capital: CapitalChange | None = None
    altered: tuple[str, ...] = ()
    worst_loss: WorstLoss | None = None
    unmeasured: tuple[str, ...] = ()
    comes: tuple[Foreseen, ...] = ()
    goes: tuple[Foreseen, ...] = ()
    alters: tuple[Foreseen, ...] = ()
    stays: tuple[Foreseen, ...] = ()
    counts: tuple[CheckCount, ...] = ()
    not_computed: tuple[str, ...] = ()
    asks: tuple[Check, ...] = ()
    feeds: tuple[RoomFeed, ...] = ()
    sections: tuple[tuple[str, SerializeAsAny[Measured]], ...] = ()
