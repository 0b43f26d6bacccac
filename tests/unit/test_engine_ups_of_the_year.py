"""Losses of the power path in the year by the hour: by the curves of what is drawn, at its load."""

import pytest

from designer.catalog.load import load_shipped
from designer.engine.climate_report import ClimateYear
from designer.engine.evaluate import evaluate
from designer.model.design import Design, PowerNode, Rack, Site
from designer.model.figures import Figure
from tests.golden.test_plant_published import feeds
from tests.unit.test_engine_feeds import NVL

EATON = PowerNode(id="u", kind="ups", part="ups-eaton-9395xr-1875")
CURVE = {0.25: 0.970, 0.5: 0.973, 0.75: 0.970, 1.0: 0.964}
"""Eaton 9395XR 1,875 kW, double conversion, as copied from the maker's sheet: by load."""


def year_of(
    power: tuple[PowerNode, ...], kw: float, typical: float | None = 1.0, **site: object
) -> ClimateYear:
    """Racks that draw so much at most, and typically a part of it, on feeds A and B."""
    number = max(1, round(kw / 125.0))
    watts = 1000 * kw / number
    drawn = {"power_typical_w": None if typical is None else watts * typical}
    part = NVL.evolve(power_max_w=watts, power_peak_w=watts, **drawn)
    racks = tuple(
        Rack(id=f"r{n}", name=f"R{n}", part=part.id, x_mm=4000 * n, y_mm=4000, feeds=("A", "B"))
        for n in range(number)
    )
    at = Site(climate="ashburn", heat_rejection="dry-cooler", cooling_water_c=40).evolve(**site)
    return evaluate(
        Design(power=power, racks=racks, site=at), load_shipped().overlay([part])
    ).climate


def efficiency(year: ClimateYear) -> Figure:
    return year.figure("ups_efficiency")


@pytest.mark.parametrize("share", CURVE)
def test_the_curve_of_the_part_is_read_at_the_load_of_the_year(share: float) -> None:
    found = efficiency(year_of((*feeds("u"), EATON), 1875 * share, power_factor=1.0))
    assert found.likely == pytest.approx(CURVE[share])


def test_the_load_is_the_typical_one_and_of_a_pair_the_half() -> None:
    """Half of the highest power, or two units side by side: both read the curve at a quarter."""
    quarter = efficiency(year_of((*feeds("u"), EATON), 468.75)).likely
    typical = efficiency(year_of((*feeds("u"), EATON), 937.5, typical=0.5)).likely
    other = EATON.evolve(id="v")
    pair = (*(one.evolve(parents=(up,)) for one, up in zip(feeds("u"), "uv", strict=True)),)
    halves = efficiency(year_of((*pair, EATON, other), 937.5)).likely
    assert typical == pytest.approx(quarter, abs=1e-9)
    assert halves == pytest.approx(quarter, abs=1e-9)
    assert quarter != pytest.approx(CURVE[0.5], abs=1e-3)


def test_a_worse_ups_makes_the_year_worse_by_what_it_loses() -> None:
    """By hand: IT and hall cost 1/0.98 or 1/0.92 of what feeds carry, and cooling follows."""
    good, bad = (
        year_of((*feeds("u"), EATON.evolve(part="", capacity_kw=1000.0, efficiency=eta)), 1000.0)
        for eta in (0.98, 0.92)
    )
    assert (efficiency(good).likely, efficiency(bad).likely) == pytest.approx((0.98, 0.92))
    more = bad.figure("pue").likely - good.figure("pue").likely
    assert 1 / 0.92 - 1 / 0.98 < more < 1.2 * (1 / 0.92 - 1 / 0.98)
    hottest = max(hour.figure("power_kw").likely for hour in bad.day)
    assert hottest > max(hour.figure("power_kw").likely for hour in good.day)


def test_feeds_without_a_ups_lose_nothing_there() -> None:
    bare = feeds("")[1].evolve(parents=())
    half = efficiency(year_of((feeds("u")[0], bare, EATON.evolve(capacity_kw=1875.0)), 937.5))
    assert half.likely == pytest.approx(1 / (1 + (1 / CURVE[0.25] - 1) / 2))


def test_without_a_ups_the_planning_figure_stands() -> None:
    planned = load_shipped().default_figure("ups-efficiency")
    assert planned is not None
    for power in (feeds(""), ()):
        bare = tuple(one.evolve(parents=()) for one in power)
        found = efficiency(year_of(bare, 500.0))
        assert (found.low, found.likely, found.high) == (planned.low, planned.likely, planned.high)


def test_hidden_figures_stay_within_what_the_curve_may_be() -> None:
    """Typical power or rating that nobody states: bounds hold the answer of each that may be."""
    open_ = efficiency(year_of((*feeds("u"), EATON), 1400.0, typical=None))
    for typical in (0.5, 0.7, 0.9, 1.0):
        one = efficiency(year_of((*feeds("u"), EATON), 1400.0, typical=typical))
        assert open_.low - 1e-9 <= one.likely <= open_.high + 1e-9


def test_a_ups_of_no_stated_rating_may_carry_a_tenth_of_it_to_all() -> None:
    """At a tenth it loses most: 0.0262 and a tenth of 0.065 − 0.0262, of a load of a tenth.

    Idle 0.16–2.62 % and full load 2.56–6.5 % are the planning range; the best is its 99.2 %.
    """
    unrated = efficiency(year_of((*feeds("u"), PowerNode(id="u", kind="ups")), 500.0))
    planned = load_shipped().default_figure("ups-efficiency")
    assert planned is not None
    assert unrated.low == pytest.approx(1 / (1 + (0.0262 + 0.0388 * 0.1) / 0.1))
    assert unrated.high == pytest.approx(planned.high)
    assert unrated.likely == pytest.approx(planned.likely)


@pytest.mark.parametrize("hidden", ["capacity_kw", "efficiency", "both"])
@pytest.mark.parametrize("kw", [150.0, 400.0, 900.0])
@pytest.mark.parametrize("kind", ["ups", "transformer"])
def test_what_nobody_states_of_a_node_narrows_no_year(kind: str, hidden: str, kw: float) -> None:
    ups = PowerNode(id="u", kind="ups", capacity_kw=1000.0, efficiency=0.96, parents=("t",))
    transformer = PowerNode(id="t", kind="transformer", capacity_kw=1200.0, efficiency=0.99)
    fields = ("capacity_kw", "efficiency") if hidden == "both" else (hidden,)
    nothing = dict.fromkeys(fields)
    unstated = tuple(
        one.evolve(**nothing) if one.kind == kind else one for one in (ups, transformer)
    )
    stated, open_ = (year_of((*feeds("u"), *nodes), kw) for nodes in ((ups, transformer), unstated))
    for name in ("pue", "ups_efficiency", "transformer_efficiency"):
        known, found = stated.figure(name), open_.figure(name)
        assert found.low <= known.low + 1e-9, name
        assert found.high >= known.high - 1e-9, name


def test_overload_counts_as_full_load_and_idle_years_as_less() -> None:
    full = efficiency(year_of((*feeds("u"), EATON), 1875.0)).likely
    assert efficiency(year_of((*feeds("u"), EATON), 3000.0)).likely == pytest.approx(full)
    busy = year_of((*feeds("u"), EATON), 1800.0, power_factor=1.0)
    assert busy.figure("ups_efficiency").likely > full - 1e-9


def test_transformers_lose_by_their_load_as_well_and_in_series_add_up() -> None:
    """By hand: 1,000 kVA of 99 % at full load; two in series lose twice, half a load half of it."""
    one = PowerNode(id="t", kind="transformer", capacity_kw=1000.0, efficiency=0.99)
    ups = PowerNode(id="u", kind="ups", capacity_kw=1e6, efficiency=1.0, parents=("t",))
    two = (one.evolve(parents=("s",)), one.evolve(id="s", capacity_kw=1010.0))
    year = year_of((*feeds("u"), ups, one), 1000.0)
    single = year.figure("transformer_efficiency")
    assert single.likely == pytest.approx(0.99)
    assert efficiency(year).likely == pytest.approx(1.0)
    double = year_of((*feeds("u"), ups, *two), 1000.0).figure("transformer_efficiency")
    assert double.likely == pytest.approx(1 / (1 + 2 * (1 / 0.99 - 1)), abs=1e-4)
    half = year_of((*feeds("u"), ups, one), 500.0).figure("transformer_efficiency")
    assert half.low < half.likely < half.high
    loss = 1 / 0.99 - 1
    # Idle it loses 0.06 to 0.35 % of its rating, as is published: at half load twice that of it.
    least, most = 2 * (0.0006 + (loss - 0.0006) / 4), 2 * (0.0035 + (loss - 0.0035) / 2)
    assert (1 / half.high - 1, 1 / half.low - 1) == pytest.approx((least, most), rel=1e-6)
    planned = load_shipped().default_figure("transformer-efficiency")
    assert planned is not None
    bare = year_of((*feeds("u"), ups.evolve(parents=())), 500.0)
    assert bare.figure("transformer_efficiency").likely == planned.likely
