"""What the report says of feeds: in racks, in the room, upstream, and after every single loss.

May import the figures of the model. The whole report stands in `report`.
"""

from collections.abc import Mapping
from math import inf
from typing import Final, Literal

from designer.engine.limit_report import LimitState, graded
from designer.model.feed_words import feed_short, with_letter
from designer.model.figure_words import how_many, percent
from designer.model.measured import Measured
from designer.model.record import Record


class PduReport(Measured):
    """The lines of a three-phase rack PDU, by how its supplies are dealt over the phases.

    Attributes
    ----------
    connection
        How its outlets are wired: `delta` (line to line) or `wye` (line to neutral).
    line_limit_a
        What a line carries continuously.
    line_1_a, line_2_a, line_3_a
        With all feeds up.
    line_1_after_loss_a, line_2_after_loss_a, line_3_after_loss_a
        After the loss that is worst for the fullest of them; nothing where no loss of a feed of the
        rack leaves the PDU.
    neutral_a, neutral_after_loss_a
        Of the neutral of a wye, in the same two states; nothing of a delta, which has none.
    imbalance, imbalance_after_loss
        `max|I − mean| / mean` of these currents, a fraction; None where they are not known.
    """

    part: str
    connection: str = ""
    line_limit_a: float | None = None
    line_1_a: float | None = None
    line_2_a: float | None = None
    line_3_a: float | None = None
    line_1_after_loss_a: float | None = None
    line_2_after_loss_a: float | None = None
    line_3_after_loss_a: float | None = None
    neutral_a: float | None = None
    neutral_after_loss_a: float | None = None
    imbalance: float | None = None
    imbalance_after_loss: float | None = None


class BreakerReport(Measured):
    """A branch breaker of a rack PDU that states its breakers.

    Attributes
    ----------
    pdu
        Which of the rack PDUs on its feed it is in, from 1.
    number
        Of the breaker in its PDU, from 1.
    line
        Its line, or the two that it is between: `L1`, `L1-L2`.
    rating_a, limit_a
        Its rating, and what it carries continuously.
    load_a, load_after_loss_a
        With all feeds up, and after the loss that is worst for it.
    """

    part: str
    pdu: int = 1
    number: int
    line: str = ""
    rating_a: float
    limit_a: float | None = None
    load_a: float | None = None
    load_after_loss_a: float | None = None


class OutletReport(Measured):
    """What each cord of a kind of device carries at its outlet, in the state that is worst for it.

    Attributes
    ----------
    part, pdu
        Ids of the parts of the device and of the rack PDU.
    socket
        The kind of outlet: `C19`.
    load_a, limit_a
        Its current, with all feeds up or after a loss that the device outlives, and what such an
        outlet carries.
    state
        Whether the outlet carries it.
    """

    part: str
    pdu: str
    socket: str
    load_a: float | None = None
    limit_a: float | None = None
    state: LimitState = "unknown"


class FeedReport(Measured):
    """One feed of a rack: `load_after_loss_kw` is the highest load after losing another feed.

    The other may be any of the room: a rack that hangs on this one alone keeps its load. Where no
    other can be lost, there is no such load, and no bounds of it.

    `id` is `?` for rack PDUs that name no feed, together. `name` is what people call the feed,
    empty where it has no name; `called` is never empty. `side` is the letter that it bears on
    drawings, `?` where the room has no such feed. `pdus` are the rack PDUs on it that have three
    phases and a rating, `breakers` those of rack PDUs that state them. `pdu_count` is how many rack
    PDUs are on it, what may be one among them, and `pdus_without_breakers` names the part of each
    that states no breakers: the loss of one of these is not judged.
    """

    id: str
    name: str = ""
    side: str
    capacity_kw: float | None = None
    load_kw: float | None = None
    load_after_loss_kw: float | None = None
    pdus: tuple[PduReport, ...] = ()
    breakers: tuple[BreakerReport, ...] = ()
    pdu_count: int = 0
    pdus_without_breakers: tuple[str, ...] = ()

    @property
    def called(self) -> str:
        """What people call the feed, after the word feed: `A`, `West`."""
        return feed_short(self.name or self.id)

    @property
    def lettered(self) -> str:
        """The same with its letter on drawings, where that is another: `A`, `West (B)`."""
        return with_letter(self.called, self.side)


GRAVITY: Final[tuple[LimitState, ...]] = ("ok", "warning", "unknown", "error")
"""States of losses, the gravest last."""
CARRIED: Final[Mapping[LimitState, str]] = {
    "ok": "carried", "warning": "carried", "unknown": "cannot be said", "error": "not carried",
}  # fmt: skip
"""What a list of losses says by their state."""

InsideKind = Literal["rack PDU", "breaker", "power shelf", "supply"]
"""What may be lost inside a rack."""


class RackFate(Measured):
    """What the loss of some feeds of the room does to a rack; one that is harmless has no record.

    Attributes
    ----------
    feeds
        Ids of the feeds that are lost together; none is what holds with nothing lost.
    dark, short
        Whether anything in it has no power then, or supplies that are not enough; None where that
        cannot be said.
    overloaded
        Whether a line or a rack PDU that is left carries more than it can.
    """

    feeds: tuple[str, ...] = ()
    dark: bool | None = False
    short: bool | None = False
    overloaded: bool | None = False


class InsideLossReport(Measured):
    """What the loss of one thing inside a rack does to that rack, whatever the site must survive.

    Attributes
    ----------
    name
        What people call it: `rack PDU on feed A`, `one of 6 supplies of DGX H100`.
    number
        How many of it the rack has.
    feed, part
        Id of the feed that a rack PDU is on, empty where it names none; id of the part that has
        the power shelf or the supply.
    pdu, breaker
        Position, among what the rack holds, of the rack PDU that is lost or whose breaker is, None
        of what else is; and the number of the breaker, 0 where none is lost.
    dark_gpus, short_gpus
        GPUs that have no power then, and those whose supplies left are not enough: these slow down
        or stop.
    dark, short
        Whether that happens to anything, with GPUs or without; None where that cannot be said.
    overloaded
        Whether a line or a rack PDU that is left carries more than it can.
    text
        What is left, in words.
    state
        `error` where something is dark, short or overloaded for certain; `unknown` where that
        cannot be said.
    """

    kind: InsideKind
    name: str
    number: int = 1
    feed: str = ""
    part: str = ""
    pdu: int | None = None
    breaker: int = 0
    dark_gpus: float | None = None
    short_gpus: float | None = None
    dark: bool | None = None
    short: bool | None = None
    overloaded: bool | None = None
    text: str = ""
    state: LimitState = "unknown"

    @property
    def rank(self) -> tuple[float, ...]:
        """By what losses are ordered: by state, then by what is surely lost, the gravest last."""
        figures = [self.figure(name) for name in ("dark_gpus", "short_gpus")]
        sure, perhaps = (one.low for one in figures), (one.high for one in figures)
        return (GRAVITY.index(self.state), *sure, *perhaps)

    @property
    def verdict(self) -> str:
        """What it does, as one sentence: `8 GPUs have no power, nothing is overloaded`."""
        dark, short = (_suffer(self, name) for name in ("dark", "short"))
        said = [words for words in (dark, short) if words] or ["no device suffers"]
        if self.overloaded is not False:
            said.append("a rack PDU is overloaded" if self.overloaded else "overload: unknown")
        return ", ".join(said)


_SUFFER: Final = {"dark": "without power", "short": "short of power"}


def _suffer(loss: InsideLossReport, fate: str) -> str:
    """Return what goes dark, or short, in words; empty where nothing does."""
    answer, gpus = getattr(loss, fate), loss.figure(f"{fate}_gpus")
    if answer is False:
        return ""
    if 0 < gpus.high < inf:
        return f"{how_many(gpus, 'GPU')} {_SUFFER[fate]}"
    return f"{'a' if answer else 'perhaps a'} device {_SUFFER[fate]}"


class RoomFeed(Measured):
    """What stands upstream of the racks: a feed of the room, or what feeds it.

    Attributes
    ----------
    load_kw
        Of a feed what racks, CDUs and air units take of it; of what stands upstream what it gives,
        with what is lost below it, and of a generator with what charges batteries.
    load_after_loss_kw
        Highest load after the loss of one feed (by 2N: when its system alone is left). What
        stands by for others carries them then, too.
    name
        What people call it, with its id where another is called alike; empty without a name.
    load_edp_kw, load_edp_after_loss_kw
        The same at peaks of milliseconds, which racks have together; after the loss that is worst
        for what lasts.
    worst_loss
        What gives that load when it is lost: a feed, or what feeds several; empty where no such
        loss adds anything.
    worst_left
        By 2N the feed whose system alone is left then, in place of what is lost.
    takes_over
        Whether what it stands by for has to be lost as well for that load. Without a worst loss,
        that alone gives it.
    state
        Whether its capacity is enough: `unknown` is that it cannot be said.
    rating
        Of a generating set which rating of its part its capacity is (ISO 8528-1); else empty.
    """

    id: str
    name: str = ""
    kind: str = "feed"
    rating: Literal["", "standby", "prime"] = ""
    capacity_kw: float | None = None
    load_kw: float | None = None
    load_after_loss_kw: float | None = None
    load_edp_kw: float | None = None
    load_edp_after_loss_kw: float | None = None
    worst_loss: str = ""
    worst_left: str = ""
    takes_over: bool = False
    state: LimitState = "unknown"


class NodeAfterLoss(Measured):
    """What a feed, or something upstream, carries when something is lost, kW.

    The load is what it gives: upstream of the feeds also what is lost on the way to the racks, and
    of a generator what charges batteries. `state` says whether its capacity is enough then.
    """

    id: str
    load_kw: float | None = None
    state: LimitState = "unknown"


class LossReport(Measured):
    """What the loss of one thing upstream of the racks does, whatever the site must survive.

    Attributes
    ----------
    id, kind
        What is lost: a feed, or what stands upstream of feeds.
    name
        What people call it: `feed West`, `UPS 1`.
    alike
        Ids of the others whose loss does just the same to racks, feeds and the fullest; in lists
        they stand with this one.
    like
        The one with which it stands in lists; empty where it is that itself.
    together
        Ids of what is lost at once, where several are; none in the report, which has single losses.
    feeds
        Ids of the feeds that go down with it; none where others carry all that hangs on it.
    dark_gpus, short_gpus
        GPUs that have no power then, and those whose supplies left are not enough: these slow down
        or stop.
    dark_racks, short_racks
        Racks in which that happens to anything, counted as in the totals.
    overloaded_racks
        Racks in which a line or a rack PDU that is left carries more than it can.
    dark_units, short_units, overloaded_units
        The same of CDUs and air units. What may be either, because the catalogue lacks its part,
        is open in both.
    fullest
        Of what is left, what is fullest then, by its id; empty where that may be one or another, as
        where what carries something states no capacity, or none carries anything.
    fullest_share
        The load of the fullest by its capacity.
    overloaded, unsure
        Ids of what is left that carries more than it can for certain, and of what nobody can say
        it of.
    loads
        What everything that is left carries, where that differs from what it carries normally.
    state
        `error` where GPUs or racks suffer or something is overloaded for certain; `unknown` where
        that cannot be said.
    """

    id: str
    kind: str
    name: str
    alike: tuple[str, ...] = ()
    like: str = ""
    together: tuple[str, ...] = ()
    feeds: tuple[str, ...] = ()
    dark_gpus: float | None = None
    short_gpus: float | None = None
    dark_racks: float | None = None
    short_racks: float | None = None
    overloaded_racks: float | None = None
    dark_units: float | None = None
    short_units: float | None = None
    overloaded_units: float | None = None
    fullest: str = ""
    fullest_share: float | None = None
    overloaded: tuple[str, ...] = ()
    unsure: tuple[str, ...] = ()
    loads: tuple[NodeAfterLoss, ...] = ()
    state: LimitState = "unknown"

    @property
    def graded(self) -> LimitState:
        """Its state, as a warning where the fullest of what is left is nearly full."""
        return graded(self.state, self.figure("fullest_share"))

    @property
    def fullest_in_words(self) -> str:
        """How full the fullest is, `≥ 85 %` where something is not rated; empty of nothing."""
        if not (self.fullest or self.fullest_share is not None or self.bound("fullest_share")):
            return ""
        return percent(self.figure("fullest_share"))


class PowerReport(Record):
    """Feeds of the room, and what stands upstream of them, in the design's order.

    Attributes
    ----------
    losses
        Every single loss of these, the gravest first, those that are alike together.
    """

    feeds: tuple[RoomFeed, ...] = ()
    upstream: tuple[RoomFeed, ...] = ()
    losses: tuple[LossReport, ...] = ()

    def worst_loss_in_words(self, node: RoomFeed) -> str:
        """Return what is lost in the worst case of a node; empty where nothing adds to its load.

        `Feed A`, `all but Feed A's system`, `what it stands by for, and Feed A`.
        """
        lost = self.name_of(node.worst_loss)
        if node.worst_left:
            lost = f"all but {self.name_of(node.worst_left)}'s system"
        stood_by = "what it stands by for" if node.takes_over else ""
        return ", and ".join(filter(None, (stood_by, lost)))

    def name_of(self, node: str) -> str:
        """Return what people call a feed, or what is upstream, by id."""
        found = next((one for one in (*self.feeds, *self.upstream) if one.id == node), None)
        return found.name or node if found else node

    @property
    def listed_losses(self) -> tuple[LossReport, ...]:
        """Every single loss, each that is like another left out: one row of a list for each."""
        return tuple(loss for loss in self.losses if not loss.like)

    def too_full_in_words(self, loss: LossReport) -> str:
        """Return what is left and overloaded, or not sure to carry its load; empty of nothing."""
        return ", ".join(map(self.name_of, (*loss.overloaded, *loss.unsure)))

    def lost_in_words(self, loss: LossReport) -> str:
        """Return what a loss is of, and what does just the same: `feed A; likewise UPS 1`."""
        alike = ", ".join(map(self.name_of, loss.alike))
        return f"{loss.name}; likewise {alike}" if alike else loss.name
