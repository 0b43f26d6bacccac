"""What a busway carries: its amperes, at the volts of what hangs on it.

By hand: 250 A at 415 V on three phases are √3 · 415 · 250 = 179.70 kVA; 80 % of that continuously
(NEC 210.20(A), 215.3) are 143.76 kVA, and at a power factor of 0.95 136.57 kW.
"""

from math import sqrt

import pytest

from designer.catalog.catalog import Catalog
from designer.catalog.figures import BuswayFigures
from designer.catalog.load import load_shipped
from designer.catalog.part import Part
from designer.engine.evaluate import evaluate
from designer.engine.power_report import RoomFeed
from designer.engine.report import Report
from designer.model.design import Assembly, Design, PowerNode, Rack, Site, Slot
from tests.helpers.engine_designs import BANDS, DEFAULTS, PARTS

RUN = Part(id="run", kind="busway", name="Busway 250 A", busway=BuswayFigures(amps=250, volts=600))
CATALOG = Catalog((*PARTS, RUN), BANDS, DEFAULTS)
PF = 0.95


def kw(volts: float) -> float:
    return sqrt(3) * volts * 250 / 1000 * 0.8 * PF


def hall(
    *pdus: str,
    racks: int = 1,
    run: dict[str, object] | None = None,
    feed_volts: float | None = None,
) -> Design:
    """Return racks of two nodes, each on PDUs of feed A, which hangs on a busway."""
    slots = [Slot(id=f"n{n}", part="dgx-h100", half_u=2 + 16 * n) for n in range(2)]
    slots += [Slot(id=f"p{n}", part=p, face="zero-u", feed="A") for n, p in enumerate(pdus)]
    stand = [Rack(id=f"r{n}", name=f"R{n}", part="rack-48u", x_mm=900 * n, y_mm=0, assembly="a")
             for n in range(racks)]  # fmt: skip
    return Design(
        assemblies=(Assembly(id="a", rack_part="rack-48u", slots=tuple(slots)),),
        racks=tuple(stand),
        power=(
            PowerNode.model_validate({"id": "W", "kind": "busway", "part": "run"} | (run or {})),
            PowerNode(id="A", parents=("W",), volts=feed_volts, capacity_kw=150.0),
        ),
        site=Site(power_factor=PF, continuous_derate=0.8, feed_policy="N"),
    )


def run_of(design: Design) -> tuple[Report, RoomFeed]:
    report = evaluate(design, CATALOG)
    assert not report.not_computed
    return report, next(one for one in report.power.upstream if one.id == "W")


def said_of(report: Report) -> dict[str, str]:
    return {one.key: one.message for one in report.checks if one.rule == "P14"}


def test_stated_volts_of_busway_or_feed_rate_it() -> None:
    two = ("pdu-415v-60a-3ph",) * 2
    for design in (hall(*two, feed_volts=415.0), hall(*two, run={"volts": 415.0})):
        _, run = run_of(design)
        assert run.capacity_kw == pytest.approx(136.57, abs=0.01)


def test_where_nobody_states_volts_rack_pdus_that_all_have_the_same_do() -> None:
    _, run = run_of(hall("pdu-415v-60a-3ph", "pdu-415v-60a-3ph"))
    assert run.capacity_kw == pytest.approx(kw(415), abs=1e-6)
    # They are made for that within 10 %, and what comes in is not stated.
    capacity = run.figure("capacity_kw")
    assert (capacity.low, capacity.high) == pytest.approx((0.9 * kw(415), 1.1 * kw(415)))


def test_pdus_of_other_volts_leave_bounds_between_them() -> None:
    _, run = run_of(hall("pdu-415v-60a-3ph", "pdu-400v-32a-3ph"))
    assert run.capacity_kw is None
    capacity = run.figure("capacity_kw")
    assert (capacity.low, capacity.high) == pytest.approx((0.9 * kw(400), 1.1 * kw(415)))


def test_with_nothing_connected_it_ends_at_the_volts_of_its_insulation() -> None:
    report, run = run_of(hall())
    capacity = run.figure("capacity_kw")
    assert (capacity.low, capacity.high) == pytest.approx((0.0, kw(600)))
    # Whether it carries the load is then open where there is one.
    assert not [key for key in said_of(report) if key.startswith("P14:normal")]


def test_too_much_on_a_busway_is_found_with_what_it_rests_on() -> None:
    """Seven racks of 20.4 kW are 142.8 kW, beyond 136.57; six of them are 122.4 kW."""
    two = ("pdu-415v-60a-3ph",) * 2
    few, _ = run_of(hall(*two, racks=6, feed_volts=415.0))
    assert not [key for key in said_of(few) if key.endswith(":W")]
    many, _ = run_of(hall(*two, racks=7, feed_volts=415.0))
    said = said_of(many)["P14:normal:W"]
    assert "of its 136.6 kW (250 A at 415 V, 80 % of its amperes" in said
    # At 456 V they would fit: where nobody states the volts it cannot be said.
    unsaid, run = run_of(hall(*two, racks=7))
    assert "P14:normal:W" not in said_of(unsaid)
    assert "P14:open:W" in said_of(unsaid)
    assert run.state == "unknown"


def test_a_capacity_that_is_said_is_held_against_the_amperes() -> None:
    at = {"feed_volts": 415.0}
    report, run = run_of(hall("pdu-415v-60a-3ph", run={"capacity_kw": 200.0}, **at))
    assert run.capacity_kw == 200
    assert "its part is rated for 136.6 kW (250 A at 415 V" in said_of(report)["P14:rating:W"]
    fine, _ = run_of(hall("pdu-415v-60a-3ph", run={"capacity_kw": 130.0}, **at))
    assert "P14:rating:W" not in said_of(fine)


def test_a_transformer_between_lends_its_volts_to_nothing() -> None:
    design = hall("pdu-415v-60a-3ph")
    power = (
        PowerNode(id="W", kind="busway", part="run", parents=("T",)),
        PowerNode(id="T", kind="transformer", parents=("S",)),
        PowerNode(id="S", kind="switchboard", volts=13_800.0),
        design.power[1],
    )
    _, run = run_of(design.evolve(power=power))
    assert run.capacity_kw == pytest.approx(kw(415), abs=1e-6)


def test_direct_current_is_its_volts_times_its_amperes() -> None:
    _, run = run_of(hall(run={"dc": True, "volts": 400.0}))
    assert run.capacity_kw == pytest.approx(400 * 250 / 1000 * 0.8)


def test_every_busway_of_the_catalogue_states_its_amperes() -> None:
    runs = [part for part in load_shipped().parts if part.kind == "busway"]
    assert runs
    assert all(part.busway is not None and part.busway.amps > 0 for part in runs)


def test_a_feed_that_is_a_busway_is_rated_likewise() -> None:
    design = hall("pdu-415v-60a-3ph", "pdu-415v-60a-3ph")
    report, _ = run_of(design.evolve(power=(*design.power[:1], PowerNode(id="A", part="run"))))
    (feed,) = report.power.feeds
    assert feed.capacity_kw == pytest.approx(kw(415), abs=1e-6)
    assert feed.state == "ok"


TAPPED = RUN.evolve(id="tapped", busway=BuswayFigures(amps=400, volts=600, tap_amps_max=100))


def tapped(racks: int, part: str = "tapped", **tap: object) -> Report:
    """Racks of 20.4 kW on a feed that a tap-off of a busway gives."""
    design = hall("pdu-415v-60a-3ph", "pdu-415v-60a-3ph", racks=racks)
    power = (
        PowerNode(id="W", kind="busway", part=part),
        PowerNode.model_validate({"id": "T", "kind": "tap-off", "parents": ("W",)} | tap),
        PowerNode(id="A", parents=("T",), volts=415.0, capacity_kw=150.0),
    )
    catalog = Catalog((*PARTS, RUN, TAPPED), BANDS, DEFAULTS)
    return evaluate(design.evolve(power=power), catalog)


def test_a_tap_off_carries_the_amperes_that_its_busway_states() -> None:
    """100 A at 415 V: √3 · 415 · 100 · 0.8 · 0.95 = 54.63 kW; two racks are 40.8, three 61.2."""
    assert not [key for key in said_of(tapped(2)) if key.endswith(":T")]
    said = said_of(tapped(3))["P14:normal:T"]
    assert "of its 54.6 kW (100 A at 415 V, 80 % of its amperes" in said


def test_what_is_said_of_a_tap_off_is_held_against_its_amperes() -> None:
    assert "rated for 54.6 kW (100 A" in said_of(tapped(2, capacity_kw=60.0))["P14:rating:T"]
    assert "P14:rating:T" not in said_of(tapped(2, capacity_kw=50.0))


def test_of_a_tap_off_whose_amperes_nobody_states_it_cannot_be_said() -> None:
    assert "P14:open:T" in said_of(tapped(3, part="run"))
