"""Methods that a site chooses: bands of other sources, methods it allows, the way to the next band.

Bands: AI/ML Infrastructure, 2026-06-18 (15, 30 and 50 kW, ended at 20, 45 and 75); crac.services,
8–10 kW of perimeter air and 20–80 kW of rear doors; panic-nb about 8 kW; heathertechnologies 15–20
kW; aidatacenterguide 5.2, air to about 41 kW and rear doors 50–100 kW; Coolnet 20–40 kW of doors.
"""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from designer.catalog.entry import Provenance
from designer.catalog.load import load_shipped
from designer.catalog.part import Part
from designer.engine.evaluate import evaluate
from designer.engine.report import RackReport, Report
from designer.model.design import Assembly, Design, Rack, Room, Site, Slot
from designer.model.figure_cases import room_to_next
from designer.model.figures import Figure, Gap, exact

SEEN = (Provenance(fields=("*",), source="invented", kind="assumed"),)


def load_part(kw: float | None, **more: object) -> Part:
    fields = {"liquid_fraction": 0, **more}
    return Part(
        id="load", kind="node", name="Load", height_half_u=2, provenance=SEEN,
        power_max_w=None if kw is None else kw * 1000, **fields,
    )  # type: ignore[arg-type]  # fmt: skip  # fields by name


def rack_with(
    kw: float | None, containment: str = "none", cooling: str = "auto", **site: object
) -> tuple[Report, RackReport]:
    slots = (Slot(id="n", part="load", half_u=4),)
    design = Design(
        site=Site(**site),  # type: ignore[arg-type]  # fields by name
        room=Room(containment=containment),  # type: ignore[arg-type]  # one of three
        assemblies=(Assembly(id="a", rack_part="rack-48u", slots=slots),),
        racks=(
            Rack(id="r", name="R", part="rack-48u", x_mm=4000, y_mm=4000, assembly="a",
                 cooling=cooling),  # type: ignore[arg-type]  # a method
        ),
    )  # fmt: skip
    report = evaluate(design, load_shipped().overlay([load_part(kw)]))
    return report, report.racks[0]


def keys(report: Report, rule: str) -> set[str]:
    return {check.key for check in report.checks if check.rule == rule}


@pytest.mark.parametrize(
    ("bands", "kw", "method"),
    [
        ("", 9, "room-air"), ("panic-nb", 9, "in-row"), ("crac-services", 9, "room-air"),
        ("crac-services", 12, "in-row"), ("", 17, "in-row"),
        ("heathertechnologies", 17, "room-air"),
        ("", 60, "rear-door"), ("coolnet", 43, "rear-door"), ("aidatacenterguide", 29, "in-row"),
    ],
)  # fmt: skip
def test_bands_of_another_source_choose_the_method(bands: str, kw: float, method: str) -> None:
    _, rack = rack_with(kw, cooling_bands=bands)
    assert rack.cooling_air_method == method


def test_every_set_of_bands_is_a_choice_with_its_source() -> None:
    presets = load_shipped().band_presets
    assert set(presets) == {
        "crac-services", "panic-nb", "heathertechnologies", "aidatacenterguide", "coolnet"
    }  # fmt: skip
    for band in load_shipped().bands:
        if band.preset:
            assert band.seen
            assert band.preset_name
            assert band.warn_kw is not None
            assert band.error_kw is not None
            assert band.warn_kw <= band.error_kw


def test_a_set_that_nobody_knows_is_told_and_changes_nothing() -> None:
    report, rack = rack_with(17, cooling_bands="mine")
    assert keys(report, "D02") == {"D02:bands:mine"}
    assert rack == rack_with(17)[1]
    assert not keys(rack_with(17, cooling_bands="coolnet")[0], "D02")


def test_the_choice_keeps_to_what_the_site_allows_and_says_so() -> None:
    report, rack = rack_with(34, cooling_methods=("room-air", "in-row"))
    assert rack.cooling_air_method == "in-row"
    assert rack.cooling_reason.endswith("the site allows no rear door")
    assert not keys(report, "C25")
    assert not keys(report, "C22")
    assert rack_with(34)[1].cooling_air_method == "rear-door"
    free = rack_with(10, cooling_methods=("room-air",))[1]
    assert "allows no" not in free.cooling_reason


def test_a_method_that_is_not_allowed_is_told() -> None:
    report, _ = rack_with(12, cooling="in-row", cooling_methods=("room-air",))
    assert "C25:in-row" in keys(report, "C25")
    liquid_only, rack = rack_with(12, cooling_methods=("direct-to-chip",))
    assert rack.cooling_air_method == "room-air"
    assert keys(liquid_only, "C25") == {"C25:room-air"}
    for fine in ((), ("room-air",), ("room-air", "immersion")):
        assert not keys(rack_with(12, cooling_methods=fine)[0], "C25")


def test_a_heat_that_is_not_known_leaves_it_open() -> None:
    report, _ = rack_with(None, cooling_methods=("rear-door",))
    said = keys(report, "C25")
    assert said
    assert all(key.startswith("C25:open:") for key in said)


@pytest.mark.parametrize(
    ("kw", "left", "following"),
    [(10, 5, "in-row"), (22, 8, "rear-door"), (14.9, 0.1, "in-row")],
)
def test_the_way_to_the_next_band_is_told(kw: float, left: float, following: str) -> None:
    _, rack = rack_with(kw, containment="none" if kw < 15 else "cold")
    # A rack alone stands in no contained aisle: its air ends at 20 kW.
    if kw < 15:
        assert rack.cooling_headroom_kw == pytest.approx(left)
        assert rack.cooling_next_method == following
        assert rack.headroom_words.startswith(f"; {left:.1f} kW more until in-row")
    else:
        assert rack.cooling_headroom_kw == 0
        assert rack.containment_missing


def test_a_method_by_hand_has_the_way_to_its_end() -> None:
    _, rack = rack_with(12, cooling="room-air")
    assert rack.cooling_headroom_kw == pytest.approx(8)
    assert rack.cooling_next_method == ""
    assert rack.headroom_words == "; 8.0 kW more until it ends"


def test_what_needs_a_door_has_the_way_to_the_end_of_the_rooms_air() -> None:
    _, rack = rack_with(34, cooling_bands="")
    assert rack.door_missing
    assert rack.cooling_headroom_kw == 0
    assert rack_with(18)[1].cooling_headroom_kw == pytest.approx(2)


def test_way_by_hand_between_steps_and_at_them() -> None:
    steps = (15.0, 30.0, 75.0)
    for load, left in ((0, 15), (14, 1), (15, 15), (29, 1), (30, 45), (75, 0), (90, 0)):
        assert room_to_next(exact(load, "kW"), steps) == exact(left, "kW")


@settings(max_examples=200, deadline=None)
@given(
    st.lists(st.floats(1, 100), min_size=1, max_size=4, unique=True),
    st.floats(0, 120), st.floats(0, 120), st.floats(0, 1),
)  # fmt: skip
def test_bounds_of_the_way_hold_whatever_the_load_is(
    steps: list[float], one: float, other: float, at: float
) -> None:
    low, high = sorted((one, other))
    open_load = Figure(low, high, None, "kW", 0.0, ("x",), (Gap("x", high - low),))
    bounds = room_to_next(open_load, sorted(steps))
    truth = min(high, low + at * (high - low))
    assert bounds.low <= room_to_next(exact(truth), sorted(steps)).low + 1e-9
    assert room_to_next(exact(truth), sorted(steps)).low <= bounds.high + 1e-9


def test_a_heat_that_is_hidden_leaves_the_way_open_around_the_truth() -> None:
    hidden = rack_with(None)[1].figure("cooling_headroom_kw")
    for kw in (1, 14, 16, 29, 31, 60):
        left = rack_with(kw)[1].figure("cooling_headroom_kw")
        assert hidden.low <= left.low
        assert left.high <= hidden.high
