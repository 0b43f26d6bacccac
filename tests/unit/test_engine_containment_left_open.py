"""What C14 and the cooling limit say where heat, or a rack's size, is not known."""

import pytest

from designer.catalog.aisles import uncontained
from designer.catalog.catalog import Catalog
from designer.catalog.figures import RackFigures
from designer.catalog.load import load_shipped
from designer.catalog.part import Part
from designer.engine.evaluate import evaluate
from designer.engine.limit_report import Limit
from designer.engine.report import Check, Report
from designer.engine.subjects.floor.perhaps_contained import perhaps_contained
from designer.model.design import Design, Device, Rack, Room, Waiver

SHIPPED = load_shipped()
LOAD = Part(id="load", kind="server", name="Load", height_half_u=20, mass_kg=100, airflow_m3h=3000)
MY_RACK = Part(id="my-rack", kind="rack", name="My rack", mass_kg=130, rack=RackFigures(units=48))
SIZES = ((500, 1200), (600, 1000), (600, 1200), (800, 1200), (600, 1800), (1200, 2400))


def pair(x_mm: int = 4000, *, containment: str = "none", part: str = "rack-48u") -> Design:
    """Return two racks with a load each, whose fronts face across an aisle of 1.2 m."""
    racks = (
        Rack(id="r1", name="R1", part="rack-48u", row="a", x_mm=4000, y_mm=4000, rotation=180),
        Rack(id="r2", name="R2", part=part, row="b", x_mm=x_mm, y_mm=6400),
    )
    devices = tuple(
        Device(id=f"d{n}", name="d", part="load", rack=f"r{n}", half_u=6) for n in (1, 2)
    )
    outline = ((0, 0), (20000, 0), (20000, 20000), (0, 20000))
    room = Room(outline=outline, containment=containment)
    return Design(racks=racks, devices=devices, room=room)


def report(design: Design, *more: Part, **figures: object) -> Report:
    return evaluate(design, SHIPPED.overlay((LOAD.evolve(**figures), *more)))


def by_hand(design: Design, cooling: str) -> Design:
    return design.evolve(racks=tuple(rack.evolve(cooling=cooling) for rack in design.racks))


def c14(found: Report) -> dict[str, Check]:
    return {check.key: check for check in found.checks if check.rule == "C14"}


def cooling(found: Report, rack: str = "r2") -> Limit:
    (one,) = (r for r in found.racks if r.id == rack)
    return next(limit for limit in one.limits if limit.name == "cooling")


def test_a_power_that_may_go_past_the_rooms_air_is_warned_of_and_left_open() -> None:
    """17 kW typical: whatever the highest is, containment is needed; 20 kW may be passed."""
    found = c14(report(pair(), power_typical_w=17_000, liquid_fraction=0.0))
    assert set(found) == {"C14:containment", "C14:open:containment:beyond"}
    assert "ends at 20 kW" in found["C14:open:containment:beyond"].message
    assert found["C14:open:containment:beyond"].where == ("r1", "r2")
    for stated, key in ((17_500, "C14:containment"), (26_000, "C14:containment:beyond")):
        assert set(c14(report(pair(), power_max_w=stated, liquid_fraction=0.0))) == {key}


def test_who_waives_the_warning_has_not_waived_what_is_open() -> None:
    waived = pair().evolve(waivers=(Waiver(id="C14:containment", reason="17 kW is fine"),))
    found = c14(report(waived, power_typical_w=17_000, liquid_fraction=0.0))
    assert {key: check.waived for key, check in found.items()} == {
        "C14:containment": True, "C14:open:containment:beyond": False,
    }  # fmt: skip


def test_a_method_by_hand_asks_for_nothing_where_no_heat_may_be_in_air() -> None:
    design = by_hand(pair(), "in-row")
    found = report(design, power_max_w=9_000)
    assert set(c14(found)) == {"C14:open:containment"}
    assert cooling(found).state == "unknown"
    assert "because the share of heat into liquid of Load is not known" in cooling(found).text
    assert c14(report(design, power_max_w=9_000, liquid_fraction=1.0)) == {}
    some = report(design, power_max_w=9_000, liquid_fraction=0.5)
    assert set(c14(some)) == {"C14:containment"}
    assert cooling(some).state == "warning"


def test_heat_of_no_known_amount_is_heat_all_the_same() -> None:
    found = report(by_hand(pair(), "in-row"), liquid_fraction=0.0)
    assert set(c14(found)) == {"C14:containment", "C14:open:containment:beyond"}


def test_a_part_of_no_catalogue_may_give_no_heat() -> None:
    found = evaluate(by_hand(pair(), "in-row"), SHIPPED)
    assert set(c14(found)) == {"C14:open:containment"}
    assert cooling(found).state == "unknown"


def test_heat_that_may_stay_with_the_bare_rooms_air_is_not_said_to_need_more() -> None:
    """Room air takes 13 kW or less; contained air 18 kW, but room air if less is in air."""
    for watts, state in ((13_000, "ok"), (18_000, "unknown")):
        found = report(pair(), power_max_w=watts)
        assert set(c14(found)) == {"C14:open:containment"}
        assert cooling(found).state == state
        # The capacity of what the place leaves is exact: nothing is kept of the band's own end.
        for rack in found.racks if state == "unknown" else ():
            assert rack.cooling_capacity_kw == 20.0
            assert "cooling_capacity_kw" not in {one.name for one in rack.bounds}


@pytest.mark.parametrize("x_mm", [3300, 3450, 4000])
@pytest.mark.parametrize("known", ["nothing", "width", "no part"])
def test_racks_at_an_aisle_with_one_of_no_known_size_are_left_open(x_mm: int, known: str) -> None:
    design = pair(x_mm, containment="cold", part="my-rack")
    mine = {"nothing": (MY_RACK,), "width": (MY_RACK.evolve(width_mm=800),), "no part": ()}[known]
    found = report(design, *mine, power_max_w=21_000, liquid_fraction=0.0)
    (only,) = c14(found).values()
    assert (only.key, only.where) == ("C14:open:aisle", ("r1", "r2"))
    ref = {"nothing": "my-rack.width_mm", "width": "my-rack.depth_mm", "no part": "my-rack.part"}
    for rack in found.racks:
        assert cooling(found, rack.id).state == "unknown"
        (bounds,) = (one for one in rack.bounds if one.name == "cooling_capacity_kw")
        assert bounds.low is not None
        assert bounds.low <= 20
        assert bounds.high is None or bounds.high >= 45
        assert not rack.containment_missing
    assert ref[known] in {one.ref for one in found.settle}


@pytest.mark.parametrize("x_mm", [3300, 3450, 3900, 4000])
@pytest.mark.parametrize("kw", [9, 14, 18, 21, 40, 50])
@pytest.mark.parametrize("method", ["auto", "in-row", "room-air"])
def test_what_is_said_of_a_size_that_nobody_states_holds_for_every_size(
    x_mm: int, kw: int, method: str
) -> None:
    design = by_hand(pair(x_mm, containment="cold", part="my-rack"), method)
    heat = {"power_max_w": 1000 * kw, "liquid_fraction": 0.0}
    said = report(design, MY_RACK, **heat)
    sure = {key for key in c14(said) if ":open:" not in key}
    for width, depth in SIZES:
        known = report(design, MY_RACK.evolve(width_mm=width, depth_mm=depth), **heat)
        assert sure <= set(c14(known))
        assert c14(said) or not c14(known)
        for rack in ("r1", "r2"):
            assert cooling(said, rack).state in ("unknown", cooling(known, rack).state)


def test_racks_that_no_size_can_reach_are_certain() -> None:
    """The rows c and d face each other before the corner from which the unknown rack grows."""
    design = pair(containment="cold")
    racks = tuple(
        rack.evolve(id=f"{rack.id}u", part=part, row=row, x_mm=16_000, y_mm=rack.y_mm + 8000)
        for rack, row, part in zip(design.racks, "cd", ("rack-48u", "my-rack"), strict=True)
    )
    loads = tuple(one.evolve(id=f"{one.id}u", rack=f"{one.rack}u") for one in design.devices)
    both = design.evolve(racks=(*design.racks, *racks), devices=(*design.devices, *loads))
    found = report(both, MY_RACK, power_max_w=21_000, liquid_fraction=0.0)
    assert c14(found)["C14:open:aisle"].where == ("r1u", "r2u")
    assert {cooling(found, rack).state for rack in ("r1", "r2")} == {"ok"}


def test_a_rack_alone_in_its_room_is_in_no_aisle_whatever_its_size() -> None:
    design = pair(containment="cold", part="my-rack")
    alone = design.evolve(racks=design.racks[1:], devices=design.devices[1:])
    found = report(alone, MY_RACK, power_max_w=21_000, liquid_fraction=0.0)
    assert set(c14(found)) == {"C14:open-aisle:beyond"}


def test_in_a_room_without_containment_sizes_leave_nothing_open() -> None:
    found = report(pair(part="my-rack"), MY_RACK, power_max_w=21_000, liquid_fraction=0.0)
    assert set(c14(found)) == {"C14:containment:beyond"}
    assert cooling(found).limit == 20.0


def test_a_band_says_in_a_bare_room_that_it_ends_there_in_contained_aisles() -> None:
    design = by_hand(pair(), "in-row")
    contained = design.evolve(room=design.room.evolve(containment="cold"))
    for hall, ending in ((design, "45 kW, in contained aisles"), (contained, "none beyond 45 kW")):
        found = report(hall, power_max_w=31_000, liquid_fraction=0.0)
        (said,) = (check for check in found.checks if check.rule == "C01")
        assert said.message.endswith(ending)


def facing_rows(*more: Rack, containment: str = "cold") -> Design:
    """Return two rows of six racks whose sides face across 1.2 m, and what else stands there."""
    turn = 180 if containment == "cold" else 0
    rows = (("a", 6000, turn), ("b", 8400, 180 - turn))
    racks = tuple(
        Rack(id=f"{row}{at}", name="", part="rack-48u-600", row=row, x_mm=6000 + 600 * at, y_mm=y,
             rotation=rotation)
        for row, y, rotation in rows for at in range(6)
    )  # fmt: skip
    outline = ((0, 0), (20000, 0), (20000, 20000), (0, 20000))
    room = Room(outline=outline, containment=containment)
    return Design(racks=(*racks, *more), room=room)


def rack_at(key: str, part: str, x_mm: int, y_mm: int, rotation: int = 0, row: str = "") -> Rack:
    return Rack(id=key, name="", part=part, row=row, x_mm=x_mm, y_mm=y_mm, rotation=rotation)


def uncertain(design: Design, *parts: Part) -> set[str]:
    """Return the racks that may be contained or not."""
    return set(perhaps_contained(design, SHIPPED.overlay(parts)))


FOOTPRINTS = sorted(
    {
        (part.width_mm, part.depth_mm)
        for part in SHIPPED.parts
        if part.traits.mount == "floor" and part.width_mm and part.depth_mm
    }
)


@pytest.mark.parametrize("x_mm", [3000, 3500, 4000, 4700])
@pytest.mark.parametrize("known", [{}, {"depth_mm": 890}, {"width_mm": 2550}])
@pytest.mark.parametrize("kind", ["crah", "cdu", "in-row"])
def test_a_unit_beside_an_aisle_leaves_open_what_any_footprint_that_is_sold_would_change(
    x_mm: int, known: dict[str, int], kind: str
) -> None:
    """Units of the catalogue are up to 3.96 m wide: they reach into the aisle from its end."""
    mine = Part(id="mine", kind=kind, name="Mine", **known)
    for rotation in (0, 90):
        design = facing_rows(rack_at("u", "mine", x_mm, 7300, rotation))
        first = uncontained(design, SHIPPED.overlay((mine,)))
        left = uncertain(design, mine)
        for width, depth in FOOTPRINTS:
            sized = mine.evolve(**({"width_mm": width, "depth_mm": depth} | known))
            assert uncontained(design, SHIPPED.overlay((sized,))) ^ first <= left | {"u"}


def test_a_unit_along_whose_wall_no_row_stands_leaves_nothing_open() -> None:
    """Its depth ends before the aisle, and its width runs along the rows' ends past panels."""
    mine = Part(id="mine", kind="crah", name="Mine", depth_mm=890)
    assert uncertain(facing_rows(rack_at("u", "mine", 17_600, 500, 90)), mine) == set()


LOST_OR_ODD = {
    # What an examiner found: a line ends elsewhere, or goes another way, with each of these sizes.
    "turned rack and lost unit": (
        "cold", (850, 1900), ("cdu", 1, 1700),
        (("r10", "k6", 6300, 10200, 180, "w1"), ("r11", "k6", 7500, 10000, 180, "w1"),
         ("r20", "k7", 6000, 12300, 0, "w2"), ("r30", "k8", 7200, 14400, 180, "w3"),
         ("s0", "lost", 5300, 11000, 90, ""), ("s1", "odd", 6400, 13500, 90, "")),
    ),
    "deep rack in its row": (
        "cold", (800, 1800), None,
        (("r20", "k6", 6300, 10800, 180, "w2"), ("r21", "odd", 6900, 10500, 180, "w2"),
         ("r22", "k6", 8100, 10500, 180, "w2"), ("r23", "k6", 8700, 10500, 180, "w2"),
         ("r30", "k8", 5400, 12300, 0, "w3"), ("r33", "k8", 8300, 12300, 0, "w3")),
    ),
    "lost deep rack": (
        "hot", (1, 1), ("rack", 1000, 2100),
        (("r00", "k6", 6000, 6000, 0, ""), ("r01", "lost", 6600, 6000, 0, "w0"),
         ("r10", "k6", 6000, 8100, 180, "w1"), ("r15", "k6", 9000, 8100, 180, "w1")),
    ),
    "shallow rack in its row": (
        "hot", (500, 600), None,
        (("r00", "odd", 6000, 6300, 0, "w0"), ("r01", "k7", 7200, 6000, 0, "w0"),
         ("r11", "k6", 6000, 9000, 180, "w1")),
    ),
    "two lost racks": (
        "hot", (1, 1), ("rack", 900, 750),
        (("r00", "k7", 7200, 6000, 0, ""), ("r10", "lost", 6000, 7800, 180, "w1"),
         ("r11", "lost", 8400, 8400, 180, "w1"), ("r13", "ir", 11400, 7800, 180, "w1"),
         ("r15", "k6", 15900, 7800, 180, "w1")),
    ),
}  # fmt: skip
KNOWN = tuple(
    Part(id=key, kind=kind, name=key, width_mm=width, depth_mm=depth)
    for key, kind, width, depth in (
        ("k6", "rack", 600, 1200), ("k7", "rack", 700, 1000), ("k8", "rack", 800, 1200),
        ("ir", "in-row", 300, 1200),
    )
)  # fmt: skip


@pytest.mark.parametrize("case", LOST_OR_ODD)
def test_a_lost_rack_or_an_odd_size_leaves_open_what_it_changes(case: str) -> None:
    containment, (width, depth), found, placed = LOST_OR_ODD[case]
    design = facing_rows().evolve(
        racks=tuple(rack_at(*place) for place in placed), room=Room(containment=containment)
    )
    odd = Part(id="odd", kind="rack", name="odd", rack=RackFigures(units=48))
    truth = [*KNOWN, odd.evolve(width_mm=width, depth_mm=depth)]
    if found is not None:
        kind, wide, deep = found
        truth.append(Part(id="lost", kind=kind, name="lost", width_mm=wide, depth_mm=deep))
    changed = uncontained(design, Catalog([*KNOWN, odd])) ^ uncontained(design, Catalog(truth))
    assert changed
    assert changed <= set(perhaps_contained(design, Catalog([*KNOWN, odd])))
