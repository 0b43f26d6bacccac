"""Bounds and estimates of a part's figures: what is stated is exact, the rest is bounded by it."""

from math import inf, nan
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from designer.catalog.bands import PlanningDefault
from designer.catalog.catalog import Catalog
from designer.catalog.entry import Price
from designer.catalog.figures import Psu
from designer.catalog.load import load_shipped
from designer.catalog.part import Part
from designer.catalog.part_bounds import (
    EFFICIENCY,
    POWER_FIGURES,
    PartFigures,
    contradictions,
    gpu_figure,
    liquid_figure,
    mass_figure,
    measured_ratio,
    node_figure,
    power_figures,
    supply_limit,
    typical_ratios,
)
from designer.catalog.part_prices import newest_price, price_figure
from designer.catalog.unpublished import Unpublished
from designer.model.figures import estimate, total

MAX, PEAK, TYPICAL, IDLE = POWER_FIGURES
WATTS = st.integers(1, 20_000).map(float)


def part(kind: str = "node", part_id: str = "x", **fields: Any) -> Part:
    return Part.model_validate({"id": part_id, "kind": kind, "name": part_id, **fields})


def price(**fields: Any) -> Price:
    return Price.model_validate({"as_of": "2026-06", "source": "t", "kind": "guide", **fields})


def ends(figure: Any) -> tuple[float, float]:
    return figure.low, figure.high


def test_what_a_part_states_is_exact_and_names_its_field() -> None:
    figures = power_figures(part(power_max_w=10_200, power_typical_w=7_300))
    assert figures[MAX].exact
    assert figures[MAX].value == 10_200
    assert figures[MAX].basis == ("x.power_max_w",)
    assert figures[TYPICAL].value == 7_300


def test_what_a_part_does_not_state_is_bounded_by_what_it_states() -> None:
    figures = power_figures(part(power_max_w=10_200, power_typical_w=7_300))
    assert ends(figures[PEAK]) == (7_300, 10_200)
    assert ends(figures[IDLE]) == (0, 7_300)
    assert figures[PEAK].value is None
    assert figures[PEAK].basis == ("x.power_peak_w", "x.power_typical_w", "x.power_max_w")
    assert [gap.ref for gap in figures[PEAK].gaps] == ["x.power_peak_w"]
    least = power_figures(part(power_idle_w=2_000))
    assert ends(least[MAX]) == ends(least[TYPICAL]) == (2_000, inf)


def test_nothing_known_is_no_bound_and_never_zero() -> None:
    for figure in power_figures(part()).values():
        assert figure.unknown
    assert mass_figure(part()).unknown
    assert gpu_figure(part()).unknown


def test_kinds_that_draw_nothing_and_hold_no_gpus_are_known_to() -> None:
    assert power_figures(part("rack"))[MAX].value == 0
    assert gpu_figure(part("switch")).value == 0
    assert power_figures(part("switch"))[MAX].unknown


def test_a_switch_with_optics_draws_no_less_than_with_passive_cables() -> None:
    # SN5610: 900 W with passive cables, 2,080 W with 64 optics (NVIDIA data sheet).
    assert ends(power_figures(part("switch", power_passive_w=900))[MAX]) == (900, inf)


@pytest.mark.parametrize(
    ("redundancy", "needed"), [("4+2", 4), ("", 6), ("N+N", 6), ("9+1", 6), ("0+2", 6)]
)
def test_redundancy_says_how_many_supplies_carry_the_load(redundancy: str, needed: int) -> None:
    assert Psu(count=6, redundancy=redundancy).carrying == needed


def test_a_system_draws_at_most_what_its_needed_supplies_deliver_over_their_efficiency() -> None:
    # DGX H100: 6 supplies of 3.3 kW, 4+2 (NVIDIA DGX H100 user guide).
    psu = {"count": 6, "rating_w": 3_300, "redundancy": "4+2"}
    unknown = power_figures(part(psu=psu))[MAX]
    assert ends(unknown) == (0, pytest.approx(4 * 3_300 / 0.88))
    assert "default psu-efficiency" in unknown.basis
    stated = power_figures(part(psu={**psu, "efficiency": 0.96}))[MAX]
    assert stated.high == pytest.approx(13_750)
    assert "x.psu.efficiency" in stated.basis


def test_supplies_that_give_less_than_what_is_drawn_for_certain_do_not_bound_it() -> None:
    psu = {"count": 6, "rating_w": 1_000, "redundancy": "2+4", "efficiency": 1.0}
    # More than two supplies deliver: all six are at work.
    assert ends(power_figures(part(psu=psu, power_typical_w=4_000))[MAX]) == (4_000, 6_000)
    assert ends(power_figures(part(psu=psu, power_typical_w=7_000))[MAX]) == (7_000, inf)


@pytest.mark.parametrize(
    ("psu", "limit"),
    [
        ({"count": 0, "rating_w": 1_000}, inf),
        ({"count": 1, "rating_w": 1_000}, 1_000 / 0.88),
        ({"count": 1, "rating_w": 0}, inf),
        ({"count": 1}, inf),
        ({"count": 1, "rating_w": 1_000, "efficiency": 1.0}, 1_000),
        ({"count": 3, "rating_w": 1_000, "efficiency": 0.5, "redundancy": "1+2"}, 2_000),
    ],
)
def test_what_supplies_can_draw(psu: dict[str, Any], limit: float) -> None:
    assert supply_limit(part(psu=psu), EFFICIENCY, 0.0)[0] == pytest.approx(limit)


@pytest.mark.parametrize("efficiency", [0.0, -1.0, 1.001, 94.0])
def test_an_impossible_efficiency_bounds_nothing(efficiency: float) -> None:
    psu = {"count": 2, "rating_w": 1_000, "efficiency": efficiency}
    assert supply_limit(part(psu=psu), EFFICIENCY, 0.0) == (inf, [])


def test_figures_that_contradict_each_other_leave_both_possible() -> None:
    figures = power_figures(part(power_max_w=5_000, power_typical_w=9_000))
    assert ends(figures[PEAK]) == (5_000, 9_000)
    assert ends(figures[IDLE]) == (0, 5_000)
    assert figures[MAX].value == 5_000
    assert figures[TYPICAL].value == 9_000


def four(*ratios: float) -> list[Part]:
    return [
        part(part_id=f"n{at}", power_max_w=1_000, power_typical_w=1_000 * ratio)
        for at, ratio in enumerate(ratios)
    ]


def test_the_ratio_is_the_median_of_the_kind_and_names_spread_and_count() -> None:
    ratio = typical_ratios([*four(0.66, 0.72, 0.73), part("switch", power_max_w=1)])["node"]
    assert (ratio.low, ratio.median, ratio.high) == (0.66, 0.72, 0.73)
    assert ratio.rule == (
        "rule typical = 0.72 x highest (0.66–0.73, 3 compute nodes that state both)"
    )


def test_two_parts_or_contradicting_ones_give_no_ratio() -> None:
    assert typical_ratios(four(0.66, 0.72)) == {}
    assert typical_ratios(four(0.66, 0.72, 1.2)) == {}
    assert typical_ratios(four(0.66, 0.72, 0)) == {}


def test_what_an_entry_assumes_counts_for_no_ratio() -> None:
    guessed = part(
        part_id="n9", power_max_w=1_000, power_typical_w=990,
        provenance=[
            {"fields": ["power_max_w"], "source": "t", "kind": "assumed",
             "low": 990, "high": 1_200},
        ],
    )  # fmt: skip
    assert typical_ratios([*four(0.66, 0.72), guessed]) == {}
    assert typical_ratios([*four(0.66, 0.72, 0.73), guessed])["node"].high == 0.73


def test_what_was_measured_of_a_kind_goes_before_what_its_parts_state() -> None:
    share = estimate(0.72, 0.33, 0.82, "", "t", "default t")
    figures = PartFigures(four(0.9, 0.9, 0.9), measured=[measured_ratio("node", share)])
    assert figures.ratios["node"].median == 0.72
    assert figures.ratios["node"].rule == (
        "rule typical = 0.72 x highest (0.33–0.82, compute nodes as measured)"
    )
    assert PartFigures(four(0.9, 0.9, 0.9), estimates=False,
                       measured=[measured_ratio("node", share)]).ratios == {}  # fmt: skip


def test_an_estimate_fills_in_the_value_and_leaves_the_bounds() -> None:
    ratio = typical_ratios(four(0.6, 0.7, 0.8))["node"]
    bare = power_figures(part(power_max_w=14_300))[TYPICAL]
    guess = power_figures(part(power_max_w=14_300), ratio)[TYPICAL]
    assert ends(guess) == ends(bare) == (0, 14_300)
    assert bare.value is None
    assert guess.value == pytest.approx(10_010)
    assert guess.estimated
    assert guess.known == 0
    assert guess.basis[1] == ratio.rule
    assert power_figures(part(), ratio)[TYPICAL].value is None
    assert power_figures(part(power_max_w=9, power_typical_w=5), ratio)[TYPICAL].exact


def test_an_estimate_stays_inside_the_bounds() -> None:
    ratio = typical_ratios(four(0.6, 0.7, 0.8))["node"]
    held = power_figures(part(power_max_w=1_000, power_idle_w=900), ratio)[TYPICAL]
    assert (held.low, held.value, held.high) == (900, 900, 1_000)


@st.composite
def honest(draw: st.DrawFn) -> dict[str, Any]:
    """Return the figures of a part as they are, whoever states them."""
    idle, typical, peak, most = sorted(draw(st.tuples(WATTS, WATTS, WATTS, WATTS)))
    fields: dict[str, Any] = {MAX: most, PEAK: peak, TYPICAL: typical, IDLE: idle}
    if draw(st.booleans()):
        needed, spare = draw(st.integers(1, 6)), draw(st.integers(0, 6))
        efficiency = draw(st.floats(EFFICIENCY.low, 1.0))
        more = draw(st.floats(1.0, 2.0))
        fields["psu"] = {
            "count": needed + spare,
            "rating_w": more * most * efficiency / needed,
            "redundancy": f"{needed}+{spare}",
            **({"efficiency": efficiency} if draw(st.booleans()) else {}),
        }
    return fields


@given(honest(), st.sets(st.sampled_from(POWER_FIGURES)), st.sampled_from(POWER_FIGURES))
def test_hiding_a_figure_widens_and_revealing_it_lands_inside(
    fields: dict[str, Any], hidden: set[str], also: str
) -> None:
    def figures(without: set[str]) -> dict[str, Any]:
        return power_figures(part(**{k: v for k, v in fields.items() if k not in without}))

    some, more = figures(hidden), figures(hidden | {also})
    for name in POWER_FIGURES:
        slack = 1e-9 * fields[MAX]
        assert more[name].low <= some[name].low + slack
        assert more[name].high >= some[name].high - slack
        assert some[name].low - slack <= fields[name] <= some[name].high + slack


@given(st.dictionaries(st.sampled_from((*POWER_FIGURES, "power_passive_w")), WATTS), WATTS)
def test_no_contradiction_crashes(fields: dict[str, float], rating: float) -> None:
    ratio = typical_ratios(four(0.6, 0.7, 0.8))["node"]
    for redundancy in ("", "1+1"):
        psu = {"count": 2, "rating_w": rating, "redundancy": redundancy}
        for name, figure in power_figures(part(**fields, psu=psu), ratio).items():
            assert figure.low <= figure.high
            if name in fields:
                assert figure.value == fields[name]


@pytest.mark.parametrize("name", POWER_FIGURES)
def test_every_shipped_figure_lies_inside_the_bounds_it_would_have_if_it_were_hidden(
    name: str,
) -> None:
    looked_at = 0
    for shipped in load_shipped().parts:
        value = getattr(shipped, name)
        if value is None or not shipped.traits.draws_it_power:
            continue
        if shipped.psu is not None and shipped.psu.is_capped:
            continue  # above what its needed supplies give it runs on, capped
        bounds = power_figures(shipped.evolve(**{name: None}))[name]
        assert bounds.low <= value <= bounds.high, shipped.id
        looked_at += 1
    assert looked_at >= (1 if name == IDLE else 2)


def test_the_shipped_nodes_and_switches_have_their_ratio() -> None:
    ratios = load_shipped().figures().ratios
    # Newkirk et al. 7.3 of 10.2 kW in training; MLPerf 10.4 kW of the 14.3 of DGX B200.
    assert ratios["node"].parts == ()
    assert ratios["node"].median == pytest.approx(7.3 / 10.2, abs=0.01)
    assert ratios["node"].median == pytest.approx(10.4 / 14.3, abs=0.01)
    # Latif et al.: 8.4 of 10.2 kW at most.
    assert ratios["node"].high == pytest.approx(8.4 / 10.2, abs=0.005)
    assert len(ratios["switch"].parts) >= 5
    assert set(ratios) == {"node", "switch", "storage", "appliance"}
    guess = load_shipped().figures().of("dgx-h200", TYPICAL)
    assert (guess.low, guess.high) == (0, 10_200)
    assert guess.value == pytest.approx(0.72 * 10_200)
    assert load_shipped().figures(estimates=False).of("dgx-h200", TYPICAL).value is None


PARTS = (
    part(part_id="a", power_max_w=1_000, power_typical_w=700, mass_kg=10, gpus=8),
    part(part_id="b", power_max_w=2_000, mass_kg=20),
    part("switch", part_id="c", mass_kg=5),
    *four(0.6, 0.7, 0.8),
)


@given(st.dictionaries(st.sampled_from([p.id for p in PARTS] + ["gone"]), st.integers(0, 50)))
def test_a_sum_of_columns_is_the_sum_of_the_figures(numbers: dict[str, int]) -> None:
    figures = PartFigures(PARTS)
    for name in (*POWER_FIGURES, "mass_kg", "gpus"):
        summed = figures.sum(name, numbers)
        one_by_one = total(
            [figures.of(part_id, name).times(n) for part_id, n in numbers.items() if n]
        )
        assert summed.low == pytest.approx(one_by_one.low)
        assert summed.high == pytest.approx(one_by_one.high)
        assert summed.estimated == one_by_one.estimated
        assert (summed.value is None) == (one_by_one.value is None)
        if summed.value is not None:
            assert summed.value == pytest.approx(one_by_one.value)


OVERLAID = {
    "another figure": (
        part(part_id="b", power_max_w=3_000, mass_kg=21, prices=(price(amount_cents=500),)),
    ),
    "a part more": (part(part_id="z", power_max_w=500), part(part_id="zz", mass_kg=1)),
    "another ratio, by which the others are estimated": (
        part(part_id="a", power_max_w=1_000, power_typical_w=900),
    ),
    "nothing": (),
}


@pytest.mark.parametrize("own", OVERLAID.values(), ids=OVERLAID)
@pytest.mark.parametrize("estimates", [True, False])
def test_figures_over_a_catalogue_are_those_of_the_same_parts_alone(
    own: tuple[Part, ...], estimates: bool
) -> None:
    """What parts say that are as they were is kept from the catalogue below."""
    below = Catalog(PARTS)
    # Over a catalogue that lies over another, too.
    for over in (below.overlay(own), below.overlay([part(part_id="b", gpus=4)]).overlay(own)):
        kept, alone = (
            over.figures(estimates=estimates),
            Catalog(over.parts).figures(estimates=estimates),
        )
        assert kept.columns.keys() == alone.columns.keys()
        for one in over.parts:
            for name in alone.columns:
                assert kept.of(one.id, name) == alone.of(one.id, name)
        at = range(len(over.parts))
        dollars, same = (figures.prices("USD") for figures in (kept, alone))
        assert [dollars.figure(n) for n in at] == [same.figure(n) for n in at]


def test_a_part_that_is_not_in_the_catalogue_leaves_a_sum_open() -> None:
    lost = PartFigures(PARTS).sum(MAX, {"a": 2, "gone": 1})
    assert (lost.low, lost.high, lost.value) == (2_000, inf, None)
    assert [gap.ref for gap in lost.gaps] == ["gone.power_max_w"]
    assert PartFigures(PARTS).sum(MAX, {"gone": 0}).value == 0


def test_a_catalogue_makes_its_figures_once_and_its_own_default_bounds_supplies() -> None:
    psu = {"count": 2, "rating_w": 1_000}
    default = PlanningDefault(
        id="psu-efficiency", name="t", value=0.9, low=0.5, source="t", kind="guide"
    )
    catalog = Catalog([part(psu=psu)], defaults=[default])
    assert catalog.figures() is catalog.figures()
    assert catalog.figures().of("x", MAX).high == pytest.approx(4_000)
    assert Catalog([part(psu=psu)]).figures().of("x", MAX).high == pytest.approx(2_000 / 0.88)
    other = catalog.overlay([part(power_max_w=700)])
    assert other.figures().of("x", MAX).value == 700


def test_the_shipped_default_of_efficiency_is_the_one_used_without_a_catalogue() -> None:
    default = load_shipped().default_figure("psu-efficiency")
    assert default is not None
    assert (default.low, default.value, default.high) == (
        EFFICIENCY.low, EFFICIENCY.value, EFFICIENCY.high,
    )  # fmt: skip
    assert (default.known, default.estimated) == (EFFICIENCY.known, EFFICIENCY.estimated)
    assert (default.known, default.estimated) == (0, True)
    assert load_shipped().default_figure("no-such-default") is None


def test_a_planning_default_is_an_estimate_between_its_ends() -> None:
    pue = PlanningDefault(
        id="pue", name="t", value=1.58, low=1.1, high=1.8, source="t", kind="guide"
    )
    assert (pue.figure.low, pue.figure.value, pue.figure.high) == (1.1, 1.58, 1.8)
    assert pue.figure.estimated
    assert pue.figure.basis == ("default pue",)
    assert pue.evolve(high=None).figure.high == inf
    # A range that leaves its own value out is widened, not refused.
    assert pue.evolve(low=1.7).figure.low == 1.58
    # Between two equal ends nothing is open that a better source could settle.
    assert [gap.ref for gap in pue.figure.gaps] == ["default pue"]
    assert pue.evolve(low=1.58, high=1.58).figure.gaps == ()


def test_a_price_is_exact_unless_a_band_stands_around_it() -> None:
    assert price_figure(part(prices=(price(amount_cents=5_000),))).value == 50
    band = part(prices=(price(amount_cents=5_000, low_cents=4_000, high_cents=9_000),))
    figure = price_figure(band)
    assert (figure.low, figure.value, figure.high) == (40, 50, 90)
    assert figure.estimated
    assert figure.unit == "USD"
    assert [(gap.ref, gap.width) for gap in figure.gaps] == [("x.price", 50)]
    middle = price_figure(part(prices=(price(low_cents=4_000, high_cents=9_000),)))
    assert (middle.low, middle.value, middle.high) == (40, 65, 90)
    outside = price_figure(part(prices=(price(amount_cents=1_000, low_cents=4_000),)))
    assert (outside.low, outside.value, outside.high) == (10, 10, 40)


def test_a_price_that_is_not_known_or_has_one_end_only_has_no_value() -> None:
    assert price_figure(part()).unknown
    assert price_figure(part(prices=(price(amount_cents=1, currency="EUR"),))).unknown
    above = price_figure(part(prices=(price(low_cents=4_000),)))
    assert (above.low, above.value, above.high) == (40, None, inf)
    below = price_figure(part(prices=(price(high_cents=4_000),)))
    assert (below.low, below.value, below.high) == (0, None, 40)


def test_the_newest_price_of_one_part_counts_and_never_a_suspect_one() -> None:
    many = part(
        prices=(
            price(amount_cents=100, as_of="2024"),
            price(amount_cents=200, as_of="2025-06"),
            price(amount_cents=300, as_of="2026", suspect=True),
            price(amount_cents=400, as_of="2026", per="gpu-hour", scope="on-demand"),
        )
    )
    assert price_figure(many).value == 2
    prices = PartFigures([many]).prices("USD")
    assert prices.value[0] == 2
    assert PartFigures([many]).prices("EUR").value[0] == pytest.approx(nan, nan_ok=True)


def test_the_number_of_nodes_is_open_only_for_a_filled_rack_that_nobody_counted() -> None:
    assert (node_figure(part()).value, node_figure(part()).gaps) == (1, ())
    assert node_figure(part(nodes=4)).value == 4
    assert node_figure(part("switch")).value == 0
    rack = node_figure(part("rack-system"))
    assert (rack.low, rack.value, rack.high) == (1, None, inf)
    assert node_figure(part("rack-system", nodes=18)).value == 18
    assert rack.basis == ("x.nodes",)


def test_heat_goes_into_a_liquid_only_where_that_is_possible() -> None:
    stated = liquid_figure(part(liquid_fraction=0.9))
    assert (stated.value, stated.basis) == (0.9, ("x.liquid_fraction",))
    # Nothing is dissipated in what draws no power of the halls.
    assert liquid_figure(part("rack")).value == 0
    assert liquid_figure(part("rack")).basis == ("x.liquid_fraction",)
    blown = liquid_figure(part(airflow="front-to-rear"))
    assert (blown.value, blown.basis) == (0, ("x.airflow",))
    for fields in ({}, {"airflow": "none"}, {"airflow": "front-to-rear", "coolant_max_c": 45}):
        assert ends(liquid_figure(part(**fields))) == (0, 1), fields
        assert liquid_figure(part(**fields)).value is None


def test_a_share_that_nobody_publishes_has_the_bounds_of_its_entry_before_the_way_of_the_air() -> (
    None
):
    looked = Unpublished(
        fields=("liquid_fraction",), looked_in="its sheet", bound="a rule", low=0.66, high=0.98
    )
    share = liquid_figure(part(airflow="front-to-rear", unpublished=(looked,)))
    assert (ends(share), share.value) == ((0.66, 0.98), None)
    words_only = looked.evolve(low=None, high=None)
    assert ends(liquid_figure(part(unpublished=(words_only,)))) == (0, 1)


def test_contradictions_name_every_pair_and_never_equal_figures() -> None:
    assert contradictions(part(power_max_w=5, power_typical_w=5, power_idle_w=5)) == ()
    assert contradictions(part(power_max_w=5, power_idle_w=6)) == ((MAX, 5, IDLE, 6),)
    assert contradictions(part(power_max_w=4, power_typical_w=5, power_idle_w=6)) == (
        (MAX, 4, TYPICAL, 5), (MAX, 4, IDLE, 6), (TYPICAL, 5, IDLE, 6),
    )  # fmt: skip


def test_a_ratio_of_exactly_one_counts_and_one_above_does_not() -> None:
    three = [part(part_id=f"p{n}", power_max_w=100, power_typical_w=100) for n in range(3)]
    assert typical_ratios(three)["node"].median == 1
    above = [*three[:2], part(part_id="q", power_max_w=100, power_typical_w=101)]
    assert typical_ratios(above) == {}
    # A rack draws nothing: what it states is no sample.
    racks = [part("rack", f"r{n}", power_max_w=10, power_typical_w=5) for n in range(3)]
    assert typical_ratios(racks) == {}


def test_supplies_bound_only_what_they_can_give() -> None:
    """Four of 1,000 W at 96 %, of which three are needed: 3,125 W, or 4,167 W with all of them."""
    psu = {"count": 4, "rating_w": 1000, "redundancy": "3+1", "efficiency": 0.96}
    one = part(psu=psu)
    assert supply_limit(one, EFFICIENCY, 0)[0] == pytest.approx(3125)
    assert supply_limit(one, EFFICIENCY, 3125)[0] == pytest.approx(3125)
    assert supply_limit(one, EFFICIENCY, 3126)[0] == pytest.approx(4000 / 0.96)
    assert supply_limit(one, EFFICIENCY, 4200) == (inf, [])
    assert supply_limit(one, EFFICIENCY, 0)[1] == ["x.psu.rating_w", "x.psu.efficiency"]
    unstated = part(psu={"count": 1, "rating_w": 1000})
    assert supply_limit(unstated, EFFICIENCY, 0)[1] == ["x.psu.rating_w", *EFFICIENCY.basis]
    assert (
        supply_limit(part(psu={"count": 1, "rating_w": 9, "efficiency": 1}), EFFICIENCY, 0)[0] == 9
    )
    assert power_figures(unstated)[MAX].high == pytest.approx(1000 / EFFICIENCY.low)


def test_an_estimate_needs_the_highest_power_and_no_stated_typical_one() -> None:
    parts = [part(part_id=f"p{n}", power_max_w=100, power_typical_w=50) for n in range(3)]
    ratio = typical_ratios(parts)["node"]
    assert power_figures(part(power_max_w=80), ratio)[TYPICAL].value == 40
    assert power_figures(part(power_max_w=80))[TYPICAL].value is None
    assert power_figures(part(), ratio)[TYPICAL].value is None
    stated = power_figures(part(power_max_w=80, power_typical_w=70), ratio)[TYPICAL]
    assert (stated.value, stated.estimated) == (70, False)
    assert (
        PartFigures([*parts, part(power_max_w=80)], estimates=False).of("x", TYPICAL).value is None
    )
    assert PartFigures([*parts, part(power_max_w=80)]).of("x", TYPICAL).value == 40


def test_counts_leave_out_what_the_catalogue_lacks_and_a_sum_does_not() -> None:
    figures = PartFigures([part(mass_kg=10), part(part_id="y", mass_kg=3)])
    assert list(figures.counts({"y": 2, "none": 5, "x": 1})) == [1, 2]
    assert figures.sum("mass_kg", {"y": 2, "x": 1}).value == 16
    assert figures.sum("mass_kg", {"y": 2, "none": 0}).value == 6
    lost = figures.sum("mass_kg", {"y": 2, "none": 1})
    assert (lost.low, lost.value, lost.high) == (6, None, inf)
    assert figures.of("none", "mass_kg").unit == "kg"
    assert figures.of("none", "mass_kg").high == inf


def test_the_newest_price_is_told_with_its_date_and_looked_for_once() -> None:
    one = part(
        prices=(
            price(amount_cents=100, as_of="2024"),
            price(amount_cents=200, as_of="2025-06"),
            price(amount_cents=250, as_of="2026-01", currency="EUR"),
            price(amount_cents=300, as_of="2026-02", per="gpu"),
            price(amount_cents=400, as_of="2026-03", scope="spot"),
        )
    )
    assert newest_price(one) == one.prices[1]
    assert newest_price(one, "EUR") == one.prices[2]
    assert newest_price(one, "CHF") is None
    figures = PartFigures([one])
    figure, as_of = figures.newest_price(one, "USD")
    assert (figure.value, as_of) == (2, "2025-06")
    assert figures.newest_price(one, "USD") == (figure, as_of)
    assert figures.newest_price(one, "USD")[0] is figure
    assert figures.newest_price(one, "CHF")[1] == ""
    assert figures.newest_price(one, "EUR")[0].value == 2.5
    assert figures.prices("USD") is figures.prices("USD")
    assert figures.prices("EUR").value[0] == 2.5


def test_a_price_within_a_band_is_known_and_one_without_a_band_is_exact() -> None:
    band = price_figure(part(prices=(price(amount_cents=5_000, low_cents=4_000),)))
    assert (band.known, band.estimated, band.basis) == (1, True, ("x.price",))
    same = price_figure(part(prices=(price(low_cents=4_000, high_cents=4_000),)))
    assert (same.low, same.value, same.high, same.gaps) == (40, 40, 40, ())
    assert not same.estimated
