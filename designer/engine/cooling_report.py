"""What the report says of cooling units: every single loss of one, and losses upstream of them.

May import the figures of the model. The whole report stands in `report`.
"""

from collections.abc import Sequence
from typing import Literal

from designer.engine.limit_report import LimitState, graded
from designer.model.figure_words import how_many, words
from designer.model.measured import Measured
from designer.model.plural import plural
from designer.model.record import Record
from designer.model.some_names import some

CoolingLossKind = Literal["CDU", "air unit", "CDU pump", "rear door", "feeds"]


class UnitsLeft(Measured):
    """Units that share what they carry, of which a loss leaves some, or that get more to carry.

    Attributes
    ----------
    runs
        The things on the floor that are or hold them, what is lost among them: runs of the report's
        racks, as `CoolingLossReport.warm` has them.
    share_before, share
        Part that they carry of what they can, of heat, coolant or air whatever is fullest: with all
        of them, and with the loss.
    text
        What those that are left take of what there is, in words.
    state
        Whether that is enough.
    """

    runs: tuple[tuple[int, int], ...] = ()
    share_before: float | None = None
    share: float | None = None
    text: str = ""
    state: LimitState = "unknown"

    @property
    def graded(self) -> LimitState:
        """Its state, as a warning where they are nearly full then."""
        return graded(self.state, self.figure("share"))


class CoolingLossReport(Measured):
    """What a loss leaves uncooled, whatever the site must survive.

    Attributes
    ----------
    id
        Names the loss from one report to the next: `cdu:LOOP:PART`, `cdu:LOOP:PART:pump`,
        `air:PART`, `door:RACK:PART`, `feeds:A,B`.
    kind
        What is lost: one unit, one pump inside one, the rear door of a rack, or feeds of the room
        with the units that they leave without power.
    name
        What people call it: `one of 2 XDU1350`; empty where feeds are lost, as these are named by
        what takes them.
    feeds
        Ids of the feeds that are lost together; none where a unit is.
    where
        Ids of the things on the floor that are or hold such units; none where feeds are lost.
    number
        Of how many units one is lost.
    each
        Whether each of these serves the rack alone that holds it, and several racks are alike: what
        is too much, and `gpus`, are of the one rack, and of `warm` that of the lost unit is short.
    over_kw
        Heat that the units left cannot take.
    over_lpm, over_m3h
        Coolant, and air, that is drawn and that they cannot move.
    gpus
        GPUs in racks that give heat to the units that are short: these slow down or stop.
    warm, perhaps_warm
        Racks of these for certain, and further ones of which that cannot be said: runs of the
        report's racks, as the place of the first and how many follow one another.
    doors, perhaps_doors
        Racks that run on and whose rear door has no power then, for certain and perhaps: runs
        likewise. Where a door itself is lost its rack is one of `where`.
    own
        What a rack without its door gives to the room's air, in words; of several the worst. Empty
        where all doors run.
    left
        What the units left carry, those of each loop and those of the room apart.
    text
        What the units left take of what there is, in words.
    state
        `error` where units are short for certain, or the room's air for a rack without its door;
        `unknown` where that cannot be said.
    asked
        Whether a check asks that the hall survives it. Of a rear door it does only where the site
        states a rating (R01): what its loss does is told all the same, as a warning.
    """

    id: str
    kind: CoolingLossKind
    name: str = ""
    feeds: tuple[str, ...] = ()
    where: tuple[str, ...] = ()
    number: int = 1
    each: bool = False
    over_kw: float | None = None
    over_lpm: float | None = None
    over_m3h: float | None = None
    gpus: float | None = None
    warm: tuple[tuple[int, int], ...] = ()
    perhaps_warm: tuple[tuple[int, int], ...] = ()
    doors: tuple[tuple[int, int], ...] = ()
    perhaps_doors: tuple[tuple[int, int], ...] = ()
    own: str = ""
    left: tuple[UnitsLeft, ...] = ()
    text: str = ""
    state: LimitState = "unknown"
    asked: bool = True

    @property
    def judged(self) -> LimitState:
        """Its state, as a warning where it is an error that no check asks the hall to survive."""
        return "warning" if self.state == "error" and not self.asked else self.state

    @property
    def graded(self) -> LimitState:
        """Its gravity: as it is judged, and a warning where units that are left are nearly full."""
        if self.state != "ok":
            return self.judged
        return "warning" if any(one.graded == "warning" for one in self.left) else "ok"

    @property
    def verdict(self) -> str:
        """What it does, as one sentence: `8 GPUs short of cooling: 12.0 kW of heat not taken`."""
        return self.verdict_naming(())

    def verdict_naming(self, racks: Sequence[str]) -> str:
        """Return the same with the names of racks without their rear door.

        Parameters
        ----------
        racks
            Names of the report's racks; without them it says how many there are.
        """
        if self.kind == "rear door":
            return self._of_its_rack
        doors = "; ".join(
            f"rear doors {how} in {_called(runs, racks)}"
            for runs, how in (
                (self.doors, "not running"), (self.perhaps_doors, "perhaps not running")
            )
            if runs
        )  # fmt: skip
        if not doors:
            return self._of_units
        if self.state == "ok":
            return f"{doors}: the room's air takes their heat"
        if self.state == "unknown":
            return f"{doors}: whether the room's air takes their heat cannot be said ({self.own})"
        return f"{self._of_units}; {doors} ({self.own})"

    @property
    def _of_its_rack(self) -> str:
        """What becomes of the rack that loses its rear door."""
        if self.state == "ok":
            return f"the room's air takes its heat: {self.own}"
        if self.state == "unknown":
            return f"whether the room's air is enough cannot be said: {self.own}"
        return f"{self._of_units}; {self.own}"

    @property
    def _of_units(self) -> str:
        """What becomes of units, and of the GPUs that they cool."""
        if self.state == "ok":
            return "the units left are enough"
        over = [
            f"{words(figure, 1 if name == 'over_kw' else 0)} {noun}"
            for name, noun in _OVER
            if (figure := self.figure(name)).low > 0
        ]
        gpus = self.figure("gpus")
        who = f"{how_many(gpus, 'GPU')} short of cooling" if gpus.high > 0 else "cooling is short"
        if self.state == "unknown":
            return "whether the units left are enough cannot be said"
        return f"{who}: {', '.join(over)}" if over else who


def _called(runs: Sequence[tuple[int, int]], names: Sequence[str]) -> str:
    """Return the racks of some runs: by names, or how many there are."""
    places = [at for first, number in runs for at in range(first, first + number)]
    if not names or places[-1] >= len(names):
        return plural(len(places), "rack")
    return some([names[at] for at in places])


_OVER = (
    ("over_kw", "of heat not taken"),
    ("over_lpm", "of coolant not moved"),
    ("over_m3h", "of air not moved"),
)


class CoolingReport(Record):
    """Every single loss of a cooling unit, and of feeds that leave one without power.

    Attributes
    ----------
    losses
        Units before feeds, the gravest first.
    """

    losses: tuple[CoolingLossReport, ...] = ()

    @property
    def of_units(self) -> tuple[CoolingLossReport, ...]:
        """The losses of one unit, and of one pump inside one."""
        return tuple(loss for loss in self.losses if loss.kind != "feeds")

    @property
    def of_feeds(self) -> tuple[CoolingLossReport, ...]:
        """The losses of feeds that take units."""
        return tuple(loss for loss in self.losses if loss.kind == "feeds")

    def without(self, feeds: tuple[str, ...]) -> CoolingLossReport | None:
        """Return what the loss of some feeds does to cooling; None where it takes no unit."""
        lost = frozenset(feeds)
        return next(
            (loss for loss in self.losses if loss.feeds and frozenset(loss.feeds) == lost), None
        )
