"""Every single loss of a cooling unit, and of feeds that leave one without power.

A unit that is lost leaves the others of its loop, or of the room, what all of them carried. Feeds
that are lost take units, and with racks that go dark their heat: what of a rack may run on counts
between nothing and all of it.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from designer.catalog.lost_parts import lost_ref
from designer.catalog.part_bounds import gpu_figure
from designer.engine.cooling_report import CoolingLossKind, CoolingLossReport, CoolingReport
from designer.engine.limit import STATES
from designer.engine.power_report import GRAVITY
from designer.engine.results import Key
from designer.engine.subject import Facts
from designer.engine.subjects.contents.fillings import CONTENTS, RackCore
from designer.engine.subjects.cooling.cooling import COOLING, Cooling
from designer.engine.subjects.cooling.heat import NOTHING
from designer.engine.subjects.facility.loops import LoopLoad
from designer.engine.subjects.facility.plant import PLANT, drawn
from designer.engine.subjects.facility.units import Shared
from designer.engine.subjects.feeds.feeds import FEEDS
from designer.model.feed_words import loop_short
from designer.model.figure_words import told
from designer.model.figures import Answer, Figure, exact, missing, repeated, total, within
from designer.model.measured import fields_of

COOLING_LOSSES: Key[CoolingReport] = Key("cooling-losses")

_WHAT_RUNS: Final = "rule what runs after the loss"
_GRAVEST: Final[tuple[Answer, ...]] = ("no", "open", "yes")

Given = Callable[[Cooling, RackCore], Figure]
"""What a rack gives units to carry."""


@dataclass(frozen=True)
class _Carried:
    """One thing that a group of units carries.

    Attributes
    ----------
    field
        The field of the report that says how much of it is too much.
    given
        What a rack gives of it.
    passed_on
        What units of another group give of it.
    """

    field: str
    shared: Shared
    given: Given
    passed_on: Figure = NOTHING


@dataclass(frozen=True)
class _Group:
    """Units that share what they carry: those of a loop, or those of the room.

    Attributes
    ----------
    numbers
        How many racks give them something, by contents.
    places
        Ids of what on the floor is or holds any of the units.
    """

    kind: CoolingLossKind
    called: str
    carried: tuple[_Carried, ...]
    numbers: Mapping[RackCore, int]
    places: tuple[str, ...] = ()


@dataclass(frozen=True)
class _Short:
    """What a loss leaves of one thing: what there is of it, and what the units left carry."""

    field: str
    load: Figure
    left: Figure

    @property
    def answer(self) -> Answer:
        """Whether that is enough."""
        return within(self.load, self.left).answer

    @property
    def over(self) -> Figure:
        """What they cannot carry; nothing where there is enough."""
        nothing = exact(0.0, self.load.unit)
        return nothing if self.answer == "yes" else self.load.minus(self.left).clipped(0.0)

    @property
    def words(self) -> str:
        """Both in words, as far as either is known: `2,600.0 kW for 1,295.4 kW of heat`."""
        places, what = _SAID[self.field]
        return f"{told(self.left, 'amount', places)} for {told(self.load, 'amount', places)} {what}"


_SAID: Final = {
    "over_kw": (1, "of heat"),
    "over_lpm": (0, "of coolant"),
    "over_m3h": (0, "of air"),
}
"""Decimals, and what it is, by the field that says how much of it is too much."""


def cooling_losses_of(facts: Facts) -> CoolingReport:
    """Return every single loss of a cooling unit, and of feeds that take some."""
    groups = tuple(_groups(facts))
    units = [loss for group in groups for loss in _of_units(group, facts)]
    feeds = [
        found
        for at, lost in enumerate(facts.site.taken_together)
        if (found := _of_feeds(groups, at, lost)) is not None
    ]
    return CoolingReport(losses=(*_ranked(units), *_ranked(feeds)))


def _groups(facts: Facts) -> Iterator[_Group]:
    """Yield the groups of units for which a unit stands for certain."""
    plant, contents = facts[PLANT], facts[CONTENTS]
    for one in plant.loops:
        if not one.heat.may_have_none:
            yield _Group("CDU", _loop(one), (
                _Carried("over_kw", one.heat, lambda cooling, _: cooling.looped + cooling.door),
                _Carried("over_lpm", one.flow,
                         lambda cooling, _: cooling.looped_flow + cooling.door_flow),
            ), one.numbers, one.units)  # fmt: skip
    if not plant.air.may_have_none:
        yield _Group("air unit", "", (
            _Carried("over_kw", plant.air, lambda cooling, _: cooling.room,
                     total((one.to_room for one in plant.loops), "kW")),
            _Carried("over_m3h", plant.airflow, lambda _, core: drawn(core)),
        ), contents.numbers, plant.air_units)  # fmt: skip


def _loop(one: LoopLoad) -> str:
    if one.loop is None:
        return ""
    return f" of loop {loop_short(one.loop.name or one.loop.id)}"


def _of_units(group: _Group, facts: Facts) -> Iterator[CoolingLossReport]:
    """Yield what the loss of one unit does, by its part."""
    first = group.carried[0].shared
    for part in dict.fromkeys(first.parts):
        short = [
            _Short(one.field, one.shared.load, one.shared.without_one(part))
            for one in group.carried
        ]
        number = first.parts.count(part)
        name = facts.name_of(part) or part
        holding = frozenset(facts[CONTENTS].cooling_with((part,)))
        left = len(first.capacities) - 1
        yield _report(
            short,
            _gpus([(group, short)], None),
            kind=group.kind,
            name=f"{f'one of {number} {name}' if number > 1 else name}{group.called}",
            where=tuple(key for key in group.places if key in holding),
            number=number,
            said=f"{left} of {left + 1} units left: " if left else "no unit left: ",
        )


def _of_feeds(groups: Sequence[_Group], at: int, lost: frozenset[str]) -> CoolingLossReport | None:
    """Return what the loss of feeds does; None where it takes no unit for certain."""
    touched = []
    for group in groups:
        if all(one.shared.without[at] is None for one in group.carried):
            continue
        touched.append((group, [_after(group, one, at, lost) for one in group.carried]))
    if not touched:
        return None
    short = [one for _, each in touched for one in each]
    return _report(short, _gpus(touched, lost), kind="feeds", feeds=tuple(sorted(lost)))


def _after(group: _Group, one: _Carried, at: int, lost: frozenset[str]) -> _Short:
    """Return what feeds that are lost leave of one thing."""
    left = one.shared.without[at]
    if left is None:
        left = total(one.shared.capacities, one.shared.load.unit)
    cores = {core: (number, _runs_on(core, lost)) for core, number in group.numbers.items()}
    if all(runs == "yes" for _, runs in cores.values()):
        return _Short(one.field, one.shared.load, left)
    load = repeated(
        (
            (_still(one.given(core[COOLING], core), runs), number)
            for core, (number, runs) in cores.items()
            if runs != "no"
        ),
        one.shared.load.unit,
    )
    if one.passed_on.high > 0:
        load += one.passed_on.perhaps_none((_WHAT_RUNS,))
    return _Short(one.field, load, left)


def _still(given: Figure, runs: Answer) -> Figure:
    """Return what a rack gives of which all runs on, or perhaps not all."""
    return given if runs == "yes" else given.perhaps_none((_WHAT_RUNS,))


def _runs_on(core: RackCore, lost: frozenset[str]) -> Answer:
    """Return whether all of a rack runs on without some feeds; `no` where nothing does."""
    feeds = core.read(FEEDS)
    if feeds is None:
        return "open"
    outcome = feeds.outcomes.get(lost)
    if outcome is None or outcome.dark == outcome.short == "no":
        return "yes"
    return "no" if outcome.all_dark else "open"


def _gpus(
    touched: Sequence[tuple[_Group, Sequence[_Short]]], lost: frozenset[str] | None
) -> Figure:
    """Return the GPUs in racks that give something to units that are short, each once.

    Parameters
    ----------
    lost
        The feeds that are lost: racks that go dark with them are none of these.
    """
    found: dict[RackCore, dict[Answer, int]] = {}
    for group, short in touched:
        answer = _gravest(short)
        if answer == "yes":
            continue
        for core, number in group.numbers.items():
            gives = _gives(group, core)
            if gives == "no" or _is_dark(core, lost):
                continue
            of_core = found.setdefault(core, {"no": 0, "open": 0})
            hit: Answer = "no" if answer == "no" and gives == "yes" else "open"
            of_core[hit] = max(of_core[hit], number)
    pairs = []
    for core, numbers in found.items():
        gpus = _gpus_of(core)
        if gpus.high > 0:
            perhaps = max(0, numbers["open"] - numbers["no"])
            pairs += [(gpus, numbers["no"]), (gpus.perhaps_none((_WHAT_RUNS,)), perhaps)]
    return repeated(pairs)


def _gives(group: _Group, core: RackCore) -> Answer:
    """Return whether a rack gives units anything to carry."""
    given = [one.given(core[COOLING], core) for one in group.carried]
    if any(figure.low > 0 for figure in given):
        return "yes"
    return "open" if any(figure.high > 0 for figure in given) else "no"


def _is_dark(core: RackCore, lost: frozenset[str] | None) -> bool:
    return lost is not None and _runs_on(core, lost) == "no"


def _gpus_of(core: RackCore) -> Figure:
    return total(
        (
            *(gpu_figure(part) for part in core.filled.all_parts),
            *(missing(lost_ref(part)).times(number) for part, number in core.filled.lost.items()),
        )
    )


def _gravest(short: Iterable[_Short]) -> Answer:
    answers = {one.answer for one in short}
    return next((one for one in _GRAVEST if one in answers), "yes")


def _report(
    short: Sequence[_Short], gpus: Figure, *, kind: CoolingLossKind, name: str = "",
    feeds: tuple[str, ...] = (), where: tuple[str, ...] = (), number: int = 1, said: str = "",
) -> CoolingLossReport:  # fmt: skip
    """Return a loss as the report holds it."""
    over = {
        field: total([one.over for one in short if one.field == field], unit)
        for field, unit in (("over_kw", "kW"), ("over_lpm", "L/min"), ("over_m3h", "m³/h"))
    }
    words = ", ".join(one.words for one in short if one.load.high > 0)
    return CoolingLossReport(
        kind=kind, name=name, feeds=feeds, where=where, number=number,
        text=f"{said}{words or 'nothing to carry'}", state=STATES[_gravest(short)],
        **fields_of({**over, "gpus": gpus}),
    )  # fmt: skip


def _ranked(losses: Iterable[CoolingLossReport]) -> list[CoolingLossReport]:
    """Return losses by state, then by what is surely short, the gravest first."""

    def rank(loss: CoolingLossReport) -> tuple[float, ...]:
        figures = [loss.figure(name) for name in ("gpus", "over_kw")]
        return (GRAVITY.index(loss.state), *(f.low for f in figures), *(f.high for f in figures))

    return sorted(losses, key=rank, reverse=True)
