"""What is drawn of racks, power, floor and cooling, as rules of the library ask it."""

from collections.abc import Iterator
from typing import Final

from designer.engine.reasons import OPEN
from designer.engine.report import RackReport
from designer.engine.subject import Facts
from designer.engine.subjects.feeds.peak_rules import ups_take_the_peak
from designer.engine.subjects.feeds.peaks import PEAKS
from designer.engine.subjects.platform.known import Known, measured, number, texts, unknown
from designer.engine.subjects.racks.alike import ALIKE
from designer.model.figure_cases import highest
from designer.model.figures import at_most, exact
from designer.model.power_node import PowerNode

KG_M2_OF_KPA: Final = 1000 / 9.80665
HVDC_VOLTS: Final = 400.0
_AIR: Final = ("room-air", "in-row")
_LIQUID: Final = ("direct-to-chip", "immersion")


def hall_facts(facts: Facts) -> dict[str, Known]:
    """Return what is known of racks, power, floor and cooling."""
    return {
        **dict(_of_racks(facts)),
        **dict(_of_power(facts)),
        **dict(_of_floor(facts)),
    }


def _of_racks(facts: Facts) -> Iterator[tuple[str, Known]]:
    alike = facts.read(ALIKE)
    if alike is None:
        return
    groups = [one for groups in alike.by_core.values() for one, _ in groups if one.core.is_rack]
    if not groups:
        return
    reports = [one.report for one in groups]
    yield "rack.kw", measured(highest([one.power for one in groups]))
    yield "rack.gpus", measured(highest([one.core.filled.gpus for one in groups]))
    bases = [one.footprint for one in groups]
    yield "rack.footprint_kg_m2", measured(highest(bases).times(KG_M2_OF_KPA, "kg/m²"))
    heights = [one.u_total for one in reports if one.u_total is not None]
    if heights:
        yield "rack.units_least", number(min(heights))
        yield "rack.units_most", number(max(heights))
    methods = {_method(one.report) for one in groups if one.power.high > 0}
    yield "cooling.methods", texts(methods - {""}, whole="" not in methods)
    liquid = bool(methods & {*_LIQUID, "rear-door"})
    yield "cooling.liquid", Known(value=True) if liquid else Known(None if "" in methods else False)
    # Of a rack whose method cannot be said its watts may be taken by air, or not.
    air = [
        one.power if method else at_most(one.power.high)
        for one in groups if (method := _method(one.report)) in _AIR or not method
    ]  # fmt: skip
    yield "cooling.air_kw", measured(highest(air)) if air else number(0)


def _method(report: RackReport) -> str:
    """Return how a rack is cooled as it stands: a door that is not there cools nothing.

    Where it cannot be said whether one is needed, none hangs either.
    """
    if report.cooling_method == "rear-door" and report.door_missing is not False:
        return "in-row"
    return report.cooling_method


def _of_power(facts: Facts) -> Iterator[tuple[str, Known]]:
    nodes = facts.design.power
    yield "power.ups", Known(any(one.kind == "ups" for one in nodes))
    yield "power.hvdc", _hvdc([one for one in nodes if one.kind == "feed"])
    peaks = facts.read(PEAKS)
    judged = [
        one for one in peaks.nodes.values()
        if one.load.node.kind == "ups" and one.has_peaks
    ] if peaks is not None else []  # fmt: skip
    if not judged:
        yield "power.spikes", unknown("no peak of what hangs on a UPS is stated")
        return
    found = list(ups_take_the_peak(facts))
    if any(not one.cause.startswith(OPEN) for one in found):
        yield "power.spikes", Known(value=False)
    elif found:
        refs = tuple(dict.fromkeys(ref for one in found for ref in one.open_on))
        yield "power.spikes", Known(refs=refs, because="the overload of a UPS is not known")
    else:
        yield "power.spikes", Known(value=True)


def _hvdc(feeds: list[PowerNode]) -> Known:
    """Return whether a feed brings direct current of 400 V or more."""
    if any(one.dc and one.volts is not None and one.volts >= HVDC_VOLTS for one in feeds):
        return Known(value=True)
    if any(one.dc and one.volts is None for one in feeds):
        return Known(because="the voltage of a feed of direct current is not stated")
    return Known(value=False)


def _of_floor(facts: Facts) -> Iterator[tuple[str, Known]]:
    limit = facts.design.room.floor_limit_kpa
    if limit is None:
        yield "floor.kg_m2", Known(refs=("room.floor_limit_kpa",))
    else:
        yield "floor.kg_m2", measured(exact(limit, "kPa").times(KG_M2_OF_KPA, "kg/m²"))
