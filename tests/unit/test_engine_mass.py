"""Mass of racks with cables and coolant, their centre of gravity, and what only ever adds."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from designer.catalog.bands import PlanningDefault
from designer.catalog.catalog import Catalog
from designer.catalog.part import Part
from designer.engine.evaluate import evaluate
from designer.engine.report import RackReport, Report
from designer.model.design import Design, Device, Rack, Room
from tests.helpers import engine_designs as parts

RACK = parts.RACK.evolve(height_mm=2258)
HEAVY = Part(
    id="heavy", kind="server", name="Heavy", height_half_u=16, mass_kg=130.0, power_max_w=10_000,
    liquid_fraction=0,
)  # fmt: skip
WET = HEAVY.evolve(id="wet", name="Wet", liquid_fraction=0.8)
NVL72 = parts.NVL72.evolve(height_mm=2236)
CABLES = PlanningDefault(
    id="cables-per-device", name="Cables", value=5, low=2, high=10, unit="kg", source="test",
    kind="assumed",
)  # fmt: skip
COOLANT = CABLES.evolve(id="coolant-per-kw", name="Coolant", value=0.3, low=0.1, high=0.6, unit="L")
SETTINGS = settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))


def catalog(*own: Part) -> Catalog:
    mine = (RACK, HEAVY, WET, NVL72, *own)
    ids = {part.id for part in mine}
    kept = (part for part in parts.PARTS if part.id not in {*ids} - {part.id for part in own})
    by_id = {part.id: part for part in (*kept, *mine, *own)}
    return Catalog(by_id.values(), parts.BANDS, (*parts.DEFAULTS, CABLES, COOLANT))


def filled(*devices: tuple[str, int], room: Room | None = None, rack: str = RACK.id) -> Design:
    """Return a rack with parts at rack units."""
    return Design(
        room=room or Room(floor_limit_kpa=12, tile_load_kg=500),
        racks=(Rack(id="a", name="A", part=rack, x_mm=3000, y_mm=4200),),
        devices=tuple(
            Device(id=f"d{n:02}", name=f"D{n}", part=part, rack="a", half_u=2 * unit)
            for n, (part, unit) in enumerate(devices)
        ),
    )


def report(design: Design, *own: Part) -> Report:
    return evaluate(design, catalog(*own))


def rack_of(design: Design, *own: Part) -> RackReport:
    return report(design, *own).racks[0]


def keys(found: Report, rule: str) -> list[str]:
    return [check.key for check in found.checks if check.rule == rule]


def test_cables_count_for_each_device_and_none_for_an_empty_rack() -> None:
    empty, two = rack_of(filled()), rack_of(filled(("heavy", 3), ("heavy", 20)))
    assert (empty.weight_kg, empty.cables_kg) == (150, 0)
    assert (two.cables_kg, two.weight_kg) == (10, 150 + 260 + 10)
    bounds = two.figure("weight_kg")
    assert (bounds.low, bounds.high, bounds.estimated) == (414, 430, True)


def test_the_room_states_the_mass_of_cables() -> None:
    stated = rack_of(filled(("heavy", 3), room=Room(cable_kg=12.5)))
    assert stated.cables_kg == 12.5
    assert stated.figure("weight_kg").exact


def test_coolant_is_that_of_the_heat_that_a_liquid_takes() -> None:
    """0.3 L/kW (0.1 to 0.6) of 8 kW, times 1.02 kg/L (0.99 to 1.031)."""
    coolant = rack_of(filled(("wet", 3))).figure("coolant_kg")
    assert coolant.value == pytest.approx(8 * 0.3 * 1.02)
    assert (coolant.low, coolant.high) == pytest.approx((8 * 0.1 * 0.99, 8 * 0.6 * 1.031))
    assert rack_of(filled(("heavy", 3))).coolant_kg == 0


def test_a_part_states_its_coolant() -> None:
    wet = WET.evolve(coolant_l=4.0)
    coolant = rack_of(filled(("wet", 3)), wet).figure("coolant_kg")
    assert coolant.value == pytest.approx(4 * 1.02)


def test_the_mass_of_a_filled_rack_may_hold_its_coolant_already() -> None:
    """1,360 kg, of which no maker says whether it is wet; 0.87 of 132 kW into the liquid."""
    found = rack_of(filled(rack="gb200-nvl72"))
    whole, litres = found.figure("weight_kg"), 0.87 * 132
    assert whole.low == pytest.approx(1360 + 2)
    assert whole.high == pytest.approx(1360 + 10 + litres * 0.6 * 1.031)
    assert found.cog_mm is None


def test_v61_the_load_on_the_footprint_stands_beside_that_of_the_share() -> None:
    """1,360 kg on 0.600 × 1.068 m: 20.8 kPa."""
    design = filled(rack="gb200-nvl72", room=Room(cable_kg=0, floor_limit_kpa=12))
    found = rack_of(design, NVL72.evolve(coolant_l=0))
    assert found.footprint_kpa == pytest.approx(20.8, rel=5e-3)
    assert found.floor_load_kpa is not None
    assert found.floor_load_kpa < found.footprint_kpa


def test_totals_hold_cables_and_coolant() -> None:
    found = report(filled(("wet", 3), ("heavy", 20)))
    assert found.totals.weight_kg == pytest.approx(found.racks[0].weight_kg)


# Centre of gravity.


def test_the_centre_of_gravity_follows_from_where_devices_stand() -> None:
    """Rails of 48U in the middle of 2,258 mm begin 62.2 mm above the floor.

    8U from U3 have their middle 62.2 + 6 · 44.45 = 328.9 mm above it; the frame of 150 kg at 1,129.
    """
    found = rack_of(filled(("heavy", 3), room=Room(cable_kg=0)))
    assert found.cog_mm == pytest.approx((150 * 1129 + 130 * 328.9) / 280, abs=0.05)


def test_a_rack_that_is_heavy_at_the_top_is_told() -> None:
    high = report(filled(("heavy", 41)))
    assert keys(high, "F16") == ["F16:heavyx1"]
    message = next(c.message for c in high.checks if c.rule == "F16")
    assert "Heavy at U41 is the heaviest above it" in message
    assert not keys(report(filled(("heavy", 3))), "F16")
    assert not keys(report(filled(("heavy", 1), ("heavy", 41))), "F16")


def test_hidden_masses_leave_the_centre_open_only_where_they_decide() -> None:
    hidden = HEAVY.evolve(mass_kg=None)
    assert keys(report(filled(("heavy", 3)), hidden), "F16") == []
    # A device of no mass would leave the centre where the frame has it.
    assert keys(report(filled(("heavy", 41)), hidden), "F16") == ["F16:open:heavyx1"]
    mixed = filled(("heavy", 41), ("wet", 3))
    assert keys(report(mixed, hidden), "F16") == ["F16:open:heavyx1"]


# What holds for every filling.

DEVICES = st.lists(
    st.tuples(st.sampled_from(["heavy", "wet"]), st.sampled_from([1, 9, 17, 25, 33, 41])),
    min_size=1, max_size=6, unique_by=lambda one: one[1],
)  # fmt: skip
LOADS = ("weight_kg", "floor_load_kpa", "footprint_kpa", "cables_kg", "coolant_kg")


@SETTINGS
@given(DEVICES, st.data())
def test_a_device_less_never_raises_a_load(
    devices: list[tuple[str, int]], data: st.DataObject
) -> None:
    gone = data.draw(st.integers(0, len(devices) - 1))
    fewer = [one for at, one in enumerate(devices) if at != gone]
    before, after = rack_of(filled(*devices)), rack_of(filled(*fewer))
    for name in LOADS:
        for end in ("low", "high", "value"):
            assert getattr(after.figure(name), end) <= getattr(before.figure(name), end) + 1e-9


@SETTINGS
@given(DEVICES, st.sampled_from(["heavy", "wet"]))
def test_a_hidden_mass_never_lowers_a_pressure_nor_clears_a_finding(
    devices: list[tuple[str, int]], which: str
) -> None:
    hidden = (HEAVY if which == "heavy" else WET).evolve(mass_kg=None)
    design = filled(*devices)
    known, open_ = report(design), report(design, hidden)
    for name in LOADS:
        before, after = known.racks[0].figure(name), open_.racks[0].figure(name)
        assert after.high >= before.high - 1e-9
        assert after.low <= before.low + 1e-9
    for rule in ("F02", "F04", "F05"):
        if keys(known, rule):
            assert keys(open_, rule)
