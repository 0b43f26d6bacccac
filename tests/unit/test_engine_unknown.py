"""What is not known: hiding a figure narrows no result, and removes no finding in silence.

Small designs of parts with random figures are evaluated twice, once as they are, once with some
figures hidden. Revealing what was hidden must land inside what was said without it.
"""

from collections.abc import Iterator
from math import inf, isclose
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from designer.catalog.bands import PlanningDefault
from designer.catalog.catalog import Catalog
from designer.catalog.part import Part
from designer.engine.evaluate import Evaluator, evaluate
from designer.engine.limit_report import Limit
from designer.engine.reasons import OPEN
from designer.engine.report import RackReport, Report
from designer.engine.subjects.cooling.thermal import airflow_m3h
from designer.model.design import Design, Device, PowerNode, Rack, Room, Site
from designer.model.figures import Figure
from designer.model.measured import Measured
from tests.helpers import engine_designs as parts

HIDEABLE = (
    "power_max_w", "power_peak_w", "power_typical_w", "power_idle_w", "mass_kg", "inlet_max_c",
    "airflow_m3h",
)  # fmt: skip
NESTED = (
    ("psu", "rating_w"), ("rack", "static_kg"), ("rack", "dynamic_kg"), ("cooling", "capacity_kw"),
    ("cooling", "airflow_m3h"),
)  # fmt: skip


@st.composite
def nodes(draw: st.DrawFn, name: str) -> Part:
    """Return a node whose four powers are in order and within what its supplies give."""
    most = draw(st.integers(1, 120)) * 100.0
    shares = sorted((draw(st.integers(10, 100)) / 100 for _ in range(3)), reverse=True)
    count, liquid = draw(st.integers(2, 6)), draw(st.sampled_from([0.0, 0.5, 0.9]))
    moved = airflow_m3h(most / 1000 * (1 - liquid), draw(st.integers(10, 17)))
    return Part(
        id=name, kind=draw(st.sampled_from(["node", "server", "switch", "storage"])), name=name,
        height_half_u=draw(st.integers(2, 8)), mass_kg=draw(st.integers(1, 300)), gpus=8,
        power_max_w=most, power_peak_w=most * shares[0], power_typical_w=most * shares[1],
        power_idle_w=most * shares[2], airflow_m3h=moved,
        liquid_fraction=liquid, inlet_max_c=30.0,
        psu={"count": count, "rating_w": most / count * draw(st.integers(2, 4)), "inlet": "C20"},
    )  # type: ignore[arg-type] # pydantic takes a table for a record  # fmt: skip


@st.composite
def halls(draw: st.DrawFn) -> tuple[Design, tuple[Part, ...]]:
    """Return a design in which everything is stated, and its parts."""
    own = tuple(draw(nodes(f"n{at}")) for at in range(draw(st.integers(1, 3))))
    static, dynamic = draw(st.integers(200, 2000)), draw(st.integers(200, 2000))
    rack = parts.RACK.evolve(rack={"units": 48, "static_kg": static, "dynamic_kg": dynamic})
    racks = [
        Rack(id=f"r{at}", name=f"R{at}", part=rack.id, x_mm=2000 + 800 * at, y_mm=4000, row="a")
        for at in range(draw(st.integers(1, 3)))
    ]
    devices = [
        Device(
            id=f"{place.id}-d{at}", name=f"d{at}", part=draw(st.sampled_from(own)).id,
            rack=place.id, half_u=2 + 10 * at,
        )
        for place in racks
        for at in range(draw(st.integers(0, 5)))
    ]  # fmt: skip
    devices += [
        Device(id=f"{place.id}-p{at}", name="p", part=parts.PDU.id, rack=place.id, face="zero-u",
               feed="AB"[at])
        for place in racks
        for at in range(2)
    ]  # fmt: skip
    units = [
        Rack(id="z1", name="Z1", part=parts.CRAH.id, x_mm=0, y_mm=0),
        Rack(id="z2", name="Z2", part=parts.CDU.id, x_mm=6000, y_mm=0),
    ]
    feeds = tuple(
        PowerNode(id=name, capacity_kw=float(draw(st.integers(1, 60))), volts=415.0)
        for name in "AB"
    )
    design = Design(
        site=Site(supply_air_c=draw(st.sampled_from([20.0, 35.0])), pue=1.3),
        room=Room(
            floor_limit_kpa=float(draw(st.integers(1, 15))),
            outline=((0, 0), (15_000, 0), (15_000, 9_000), (0, 9_000)),
        ),
        power=feeds, racks=tuple(sorted((*racks, *units), key=lambda r: r.id)),
        devices=tuple(sorted(devices, key=lambda d: d.id)),
    )  # fmt: skip
    return design, (*own, rack, parts.CRAH, parts.CDU)


RISE = PlanningDefault(
    id="air-delta-t", name="Rise of air", value=12, low=10, high=17, unit="K", source="t",
    kind="assumed",
)  # fmt: skip


def catalog_of(own: tuple[Part, ...]) -> Catalog:
    return Catalog(parts.PARTS, parts.BANDS, (*parts.DEFAULTS, RISE)).overlay(list(own))


@st.composite
def hidden(draw: st.DrawFn, own: tuple[Part, ...]) -> tuple[Part, ...]:
    """Return parts of which some figures are not stated."""
    return tuple(_without(draw, part) for part in own)


@st.composite
def undecided(draw: st.DrawFn, design: Design) -> Design:
    """Return a design of whose room and feeds some figures are not known."""
    room = design.room.evolve(floor_limit_kpa=None) if draw(st.booleans()) else design.room
    power = tuple(
        node.evolve(capacity_kw=None) if draw(st.booleans()) else node for node in design.power
    )
    return design.evolve(room=room, power=power)


def _without(draw: st.DrawFn, part: Part) -> Part:
    gone: dict[str, Any] = {
        name: None for name in HIDEABLE if getattr(part, name) is not None and draw(st.booleans())
    }
    for owner, name in NESTED:
        held = gone.get(owner, getattr(part, owner))
        if held is not None and getattr(held, name) is not None and draw(st.booleans()):
            gone[owner] = held.evolve(**{name: None})
    return part.evolve(**gone)


FIGURES = {
    "totals": (
        "power_max_kw", "power_peak_kw", "power_typical_kw", "power_idle_kw", "weight_kg",
        "heat_kw", "gpus",
    ),
    "facility": ("it_kw", "facility_kw", "air_kw", "liquid_kw", "coolant_lpm"),
    "cost": ("capex", "opex_per_year", "energy_mwh_per_year"),
}  # fmt: skip
OF_RACKS = (
    "power_max_kw", "power_peak_kw", "power_typical_kw", "power_idle_kw", "weight_kg",
    "floor_load_kpa", "air_kw", "liquid_kw", "airflow_m3h", "stranded_kw",
)  # fmt: skip


def figures(report: Report) -> Iterator[tuple[str, Figure]]:
    for section, names in FIGURES.items():
        record = getattr(report, section)
        assert isinstance(record, Measured)
        yield from ((f"{section}.{name}", record.figure(name)) for name in names)
    for rack in report.racks:
        yield from ((f"{rack.id}.{name}", rack.figure(name)) for name in OF_RACKS)
        for limit in rack.limits:
            # The supplies of the device that is worst off: another one where others are not known.
            if limit.name != "psu-feed-lost":
                yield f"{rack.id}.{limit.name}.used", limit.figure("used")
    for row in report.rows:
        yield f"row {row.id}", row.figure("power_max_kw")


def _at_most(a: float, b: float) -> bool:
    return a <= b or isclose(a, b, rel_tol=1e-6, abs_tol=1e-6)


@settings(max_examples=40, deadline=None)
@given(st.data())
def test_revealing_lands_inside_what_was_said_without_it(data: st.DataObject) -> None:
    design, own = data.draw(halls())
    without = data.draw(hidden(own))
    known = dict(figures(evaluate(design, catalog_of(own))))
    said = dict(figures(evaluate(data.draw(undecided(design)), catalog_of(without))))
    for name, figure in known.items():
        if name not in said:
            continue  # a limit that another method of cooling does not have
        wide = said[name]
        assert _at_most(wide.low, figure.low), name
        assert _at_most(figure.high, wide.high), name
        assert wide.high < inf or wide.value is None or wide.estimated, name


@settings(max_examples=40, deadline=None)
@given(st.data())
def test_hiding_removes_no_finding_without_saying_that_it_cannot_be_said(
    data: st.DataObject,
) -> None:
    design, own = data.draw(halls())
    without = data.draw(hidden(own))
    known = evaluate(design, catalog_of(own))
    said = evaluate(data.draw(undecided(design)), catalog_of(without))
    assert gone_in_silence(known, said) == []


def gone_in_silence(known: Report, said: Report) -> list[str]:
    """Return findings of a known design whose rule says nothing of their places any more.

    The rule may file what it says under another filling or method, or say that it cannot be said.
    Where nobody can say whether a PDU carries its load as a whole, nothing is said of its lines and
    outlets.
    """
    places: dict[str, set[str]] = {}
    for check in said.checks:
        places.setdefault(check.rule, set()).update(check.where)
        if check.rule in ("P01", "P02") and f":{OPEN}:" in check.key:
            for rule in ("P07", "P08", "P09"):
                places.setdefault(rule, set()).update(check.where)
    return [
        f"{check.key}: {check.message}"
        for check in known.checks
        if check.severity != "info"
        and f":{OPEN}:" not in check.key
        and not (check.rule in places and set(check.where) <= places[check.rule])
    ]


@settings(max_examples=20, deadline=None)
@given(st.data())
def test_a_limit_is_never_kept_for_certain_when_revealing_breaks_it(data: st.DataObject) -> None:
    design, own = data.draw(halls())
    without = data.draw(hidden(own))
    known = {r.id: {x.name: x for x in r.limits} for r in evaluate(design, catalog_of(own)).racks}
    for rack in evaluate(design, catalog_of(without)).racks:
        for limit in rack.limits:
            true = known[rack.id].get(limit.name)
            if true is None or "unknown" in (limit.state, true.state):
                continue
            assert (limit.state == "error") == (true.state == "error"), (rack.id, limit, true)


@settings(max_examples=40, deadline=None)
@given(st.data())
def test_the_limit_that_binds_when_all_is_revealed_was_named_before(data: st.DataObject) -> None:
    """Named alone, or among those that may bind."""
    design, own = data.draw(halls())
    without = data.draw(hidden(own))
    known = {rack.id: rack for rack in evaluate(design, catalog_of(own)).racks}
    for rack in evaluate(data.draw(undecided(design)), catalog_of(without)).racks:
        true = known[rack.id]
        named = rack.binding_open or (rack.binding_constraint,)
        fullest = {limit.name for limit in true.limits if _as_full(true, limit)}
        assert fullest & set(named) or not fullest, (rack.id, named, fullest)
        assert bool(rack.binding_because) == bool(rack.binding_open)


def _as_full(rack: RackReport, limit: Limit) -> bool:
    """Return whether a limit of a known rack is as full as the one that binds: there may be two."""
    (binding,) = (one for one in rack.limits if one.name == rack.binding_constraint)
    if (
        limit.limit is None
        or limit.used is None
        or limit.name.endswith(("rolled", "psu-feed-lost"))
    ):
        return False
    assert binding.used is not None
    assert binding.limit is not None
    return isclose(limit.used * binding.limit, binding.used * limit.limit, rel_tol=1e-6)


@settings(max_examples=20, deadline=None)
@given(st.data())
def test_the_order_of_devices_does_not_matter(data: st.DataObject) -> None:
    """Ids decide the order in a design: renaming them turns it round."""
    design, own = data.draw(halls())
    catalog = catalog_of(data.draw(hidden(own)))
    turned = design.evolve(
        devices=tuple(
            sorted(
                (d.evolve(id=f"{99 - at:02d}-{d.id}") for at, d in enumerate(design.devices)),
                key=lambda d: d.id,
            )
        )
    )
    straight, round_ = (dict(figures(evaluate(d, catalog))) for d in (design, turned))
    for name, figure in straight.items():
        other = round_[name]
        assert _at_most(figure.low, other.low)
        assert _at_most(other.low, figure.low)
        assert figure.high == other.high or isclose(figure.high, other.high, rel_tol=1e-6)


@settings(max_examples=20, deadline=None)
@given(st.data())
def test_what_is_kept_from_edit_to_edit_is_what_it_would_be_from_nothing(
    data: st.DataObject,
) -> None:
    """The bounds of an edited design are those of the design, however it came about."""
    design, own = data.draw(halls())
    catalog = catalog_of(data.draw(hidden(own)))
    evaluator = Evaluator(catalog)
    evaluator.report(design)
    for at in range(min(3, len(design.devices))):
        design = design.evolve(devices=(*design.devices[:at], *design.devices[at + 1 :]))
        fresh = evaluate(design, catalog)
        kept = evaluator.report(design)
        fields = [name for name in Report.model_fields if name != "timings"]
        assert [getattr(kept, n) for n in fields] == [getattr(fresh, n) for n in fields]
