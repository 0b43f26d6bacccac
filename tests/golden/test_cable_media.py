"""Media by reach: what makers print of their reach, and of what modules draw."""

import pytest

from designer.catalog.catalog import Catalog
from designer.catalog.load import load_shipped
from designer.engine.calc import calculate
from designer.wiring.cable_media import Offer, Socket, offer

SWITCH = Socket(frozenset({"OSFP"}), 2, True, 400.0)
"""A cage of QM9700: two ports of 400 Gb/s."""
DGX = SWITCH._replace(on_switch=False)
ADAPTER = Socket(frozenset({"OSFP"}), 1, False, 400.0)
STORAGE = Socket(frozenset({"QSFP112", "QSFP56", "QSFP28"}), 1, False, 400.0)


@pytest.fixture(scope="module")
def catalog() -> Catalog:
    return load_shipped()


def between(catalog: Catalog, one: Socket, two: Socket, pairing: str, rate: float = 400) -> Offer:
    figures = catalog.figures(estimates=True)
    price = lambda part: figures.newest_price(part, "USD")[0]  # noqa: E731 - one expression
    return offer((one, two), rate, catalog.parts, price, pairing)


def reaches(found: Offer, long: float) -> list[tuple[str, str]]:
    """Return medium and cable of what reaches, in order."""
    return [
        (option.medium, option.cable.id)
        for option in found.options
        if option.reach_m is not None and option.reach_m >= long
    ]


def test_om3_ends_at_30_m_and_om4_reaches_45_m_at_400g(catalog: Catalog) -> None:
    """NVIDIA, structured cabling: at 400 Gb/s OM3 to 30 m, OM4 from there to 50 m."""
    found = between(catalog, SWITCH, DGX, "crossed")
    glass = [cable for medium, cable in reaches(found, 45) if medium == "MMF"]
    assert glass == ["fiber-mpo12-mmf"]
    assert ("MMF", "fiber-mpo12-om3") in reaches(found, 30)
    told = calculate("media", {"rate_gbps": "400", "length_m": "45"}, catalog).results
    assert told["medium"] == "MMF"
    assert "OM4" in str(told["parts"])
    assert "multimode OM3 and 400G OSFP SR4, flat: reaches 30 m" in str(told["refused"])


@pytest.mark.parametrize(
    ("part", "light", "reaches"),
    [
        # NVIDIA structured cabling requirements 2025-09-10: multimode OM3 to 30 m, OM4 to 50 m.
        ("xcvr-osfp-2x400g-mmf", (850,), {"OM3": 30, "OM4": 50}),
        # The same: single-mode MPO straight to 500 m, LC to 2,000 m. IEEE 802.3df: DR8 at 1310 nm.
        ("xcvr-osfp-2x400g-smf", (1310,), {"OS2": 500}),
        ("xcvr-osfp-2x400g-fr4", (1271, 1291, 1311, 1331), {"OS2": 2000}),
        # FiberWDM 400G LR4: channels of CWDM, 10 km.
        ("xcvr-osfp-2x400g-lr4", (1271, 1291, 1311, 1331), {"OS2": 10_000}),
        # IEEE 802.3 clause 138 (200GBASE-SR4): OM3 70 m, OM4 and OM5 100 m.
        ("xcvr-qsfp56-200g-sr4", (850,), {"OM3": 70, "OM4": 100, "OM5": 100}),
        # NVIDIA MMA1B00-C100D: OM3 70 m, OM4 100 m. NVIDIA MMS1V70-CM: 1304.5 to 1317.5 nm, 500 m.
        ("xcvr-qsfp28-100g-sr4", (850,), {"OM3": 70, "OM4": 100}),
        ("xcvr-qsfp28-100g-dr1", (1311,), {"OS2": 500}),
    ],
)
def test_modules_state_their_light_and_reach_by_grade(
    catalog: Catalog, part: str, light: tuple[float, ...], reaches: dict[str, float]
) -> None:
    figures = catalog.require(part).cable
    assert figures is not None
    assert (figures.wavelengths_nm, figures.reaches) == (light, reaches)


def test_every_module_of_the_catalogue_says_how_far_over_which_fibre(catalog: Catalog) -> None:
    modules = [part for part in catalog.parts if part.cable and part.cable.is_module]
    assert [part.id for part in modules if part.cable and not part.cable.reaches] == []


def test_om3_carries_100g_to_70_m_and_400g_to_30_m(catalog: Catalog) -> None:
    """IEEE 802.3 clause 95 and NVIDIA LinkX: the same fibre, by the modules at its ends."""
    cage = Socket(frozenset({"QSFP28"}), 1, None, 100.0)
    slow = between(catalog, cage, cage, "straight", 100)
    assert {o.reach_m for o in slow.options if o.cable.id == "fiber-mpo12-om3"} == {70}
    fast = between(catalog, SWITCH, DGX, "crossed")
    assert {o.reach_m for o in fast.options if o.cable.id == "fiber-mpo12-om3"} == {30}


def test_copper_ends_at_2_m_and_active_copper_at_5_m(catalog: Catalog) -> None:
    """NVIDIA MCP4Y10: DAC between twin cages to 2 m; LinkX guide: LACC 3 to 5 m, MMF to 50 m.

    The guide's 3 m of passive copper are those of splitters (MCP7Y00: 1 to 3 m).
    """
    found = between(catalog, SWITCH, SWITCH, "straight")
    assert reaches(found, 2.0)[0] == ("DAC", "dac-osfp-2x400g")
    assert "DAC" not in {medium for medium, _ in reaches(found, 2.1)}
    assert ("ACC", "acc-osfp-2x400g") in reaches(found, 5.0)
    assert "ACC" not in {medium for medium, _ in reaches(found, 5.1)}
    assert {medium for medium, _ in reaches(found, 50.1)} == {"SMF"}


def test_single_mode_reaches_500_m_straight_and_50_m_over_a_splitter(catalog: Catalog) -> None:
    """NVIDIA MMS4X00-NM: 500 m from switch to switch; 50 m over a splitter."""
    straight = between(catalog, SWITCH, SWITCH, "crossed")
    assert ("SMF", "fiber-mpo12-smf") in reaches(straight, 500)
    halved = between(catalog, SWITCH._replace(links=4), ADAPTER, "crossed", 200)
    longest = {o.cable.id: o.reach_m for o in halved.options if o.medium == "SMF"}
    assert longest == {"fiber-mpo12-smf-split": 50}


def test_no_passive_copper_joins_lanes_of_200_gbps(catalog: Catalog) -> None:
    """NVIDIA's list of 800 Gb/s XDR parts: active copper and single-mode modules only."""
    xdr = SWITCH._replace(port_gbps=800.0)
    found = between(catalog, xdr, xdr, "straight", 800)
    assert {option.medium for option in found.options} == {"ACC", "SMF"}


def test_modules_of_faster_lanes_do_not_step_down(catalog: Catalog) -> None:
    """The same list: no link from an XDR switch to ConnectX-7."""
    found = between(catalog, SWITCH._replace(port_gbps=800.0), ADAPTER, "crossed")
    rates = {m.cable.rate_gbps for o in found.options for m in o.modules if m and m.cable}
    assert rates <= {400.0}


def test_linear_modules_are_for_who_asks_for_them_by_hand(catalog: Catalog) -> None:
    """FS, LPO without a DSP: only for hosts that are qualified for linear optics."""
    ends = (SWITCH._replace(links=1, port_gbps=800.0),) * 2
    plain = between(catalog, *ends, "crossed", 800)
    assert [option.medium for option in plain.options] == ["AEC", "AOC", "MMF", "SMF"]
    reasons = {one.part.id: one.reason for one in plain.refusals}
    assert "pin it by hand" in reasons["lpo-osfp-800g-dr8"]
    pinned = frozenset({"lpo-osfp-800g-dr8"})
    price = lambda part: catalog.figures(estimates=True).newest_price(part, "USD")[0]  # noqa: E731 - one expression
    asked = offer(ends, 800, catalog.parts, price, "crossed", pinned=pinned)
    linear = [option for option in asked.options if option.medium == "LPO"]
    assert {(option.cable.id, option.reach_m) for option in linear} == {("fiber-mpo16-smf", 500)}
    assert any({part and part.id for part in option.modules} == pinned for option in linear)


def test_switches_take_finned_modules_and_systems_flat_ones(catalog: Catalog) -> None:
    """NVIDIA LinkX: finned plugs in air-cooled switches, flat ones in DGX and adapters."""
    for option in between(catalog, SWITCH, DGX, "crossed").options:
        at_switch, at_system = option.modules
        assert at_switch is not None
        assert at_system is not None
        assert (at_switch.cable.shell, at_system.cable.shell) == ("finned", "flat")


def test_a_splitter_fits_a_cage_whose_links_go_to_two_cages(catalog: Catalog) -> None:
    """NVIDIA MCP7Y00: a twin port of a switch to two ConnectX-7 adapters, 1 to 3 m."""
    split = reaches(between(catalog, SWITCH, ADAPTER, "split-a"), 3)
    assert ("DAC", "dac-osfp-2x400g-split") in split
    crossed = between(catalog, SWITCH, ADAPTER, "crossed")
    assert "DAC" not in {option.medium for option in crossed.options}
    why = {one.part.id: one.reason for one in crossed.refusals}
    assert why["dac-osfp-2x400g-split"] == (
        "the links of a cage do not go each to a cage of its own"
    )


@pytest.mark.parametrize(
    ("rate", "links", "parts"),
    [
        (400, 2, {"dac-osfp-2x400g-qsfp112-split": 3, "acc-osfp-2x400g-qsfp112-split": 5}),
        (200, 4, {"dac-osfp-4x200g-qsfp112-split": 3}),
    ],
)
def test_cages_of_qsfp112_have_splitters_of_their_own(
    catalog: Catalog, rate: float, links: int, parts: dict[str, float]
) -> None:
    """NVIDIA MCP7Y10 and MCP7Y40 to 3 m, MCA7J65 to 5 m; those with OSFP ends do not fit."""
    ends = SWITCH._replace(links=links), STORAGE._replace(port_gbps=float(rate))
    found = {
        option.cable.id: option.reach_m
        for option in between(catalog, *ends, "split-a", rate).options
        if option.is_splitter and option.medium in ("DAC", "ACC")
    }
    assert found.items() >= parts.items()
    assert not {"dac-osfp-2x400g-split", "dac-osfp-4x200g-split"} & found.keys()


def test_four_links_of_200g_between_two_osfp_cages_share_one_straight_cable(
    catalog: Catalog,
) -> None:
    """NVIDIA MCP4Y10: eight channels of 100 Gb/s from cage to cage, 0.5 to 2 m; MCP7Y50: two
    channels are a port of 200 Gb/s. Intel: 4 × 200 Gb/s of a Gaudi 3 node are one OSFP link."""
    cage = SWITCH._replace(links=4, port_gbps=800.0)
    gaudi = Socket(frozenset({"OSFP"}), 4, False, 200.0)
    for other in (cage, gaudi):
        found = between(catalog, other, cage, "straight", 200)
        assert ("DAC", "dac-osfp-2x400g") in reaches(found, 2)
        assert {"AEC"} <= {medium for medium, _ in reaches(found, 7)}
        assert {"MMF", "SMF"} <= {medium for medium, _ in reaches(found, 50)}
        shares = {o.cable.id: round(1 / o.share) for o in found.options}
        assert shares["dac-osfp-2x400g"] == shares["aec-osfp-800g"] == 4
        assert shares["fiber-mpo12-mmf"] == 2, "a twin-port module has two fibres"
        assert shares["fiber-mpo16-smf"] == 4, "DR8 has one of sixteen"
        assert {o.cable.cable.far_ends for o in found.options if o.cable.cable} == {1}
        optics = {m.cable.optics for o in found.options for m in o.modules if m and m.cable}
        assert optics == {"SR4", "DR4", "SR8", "DR8"}, (
            "colours on one fibre are no ports of their own"
        )


def test_halves_of_cages_that_go_to_two_cages_have_a_fibre_each(catalog: Catalog) -> None:
    """NVIDIA MMA4Z00-NS-T: a twin-port module has two engines, each with a fibre of its own."""
    cage = SWITCH._replace(links=4, port_gbps=800.0)
    found = between(catalog, cage, cage, "halves", 200)
    assert {("MMF", "fiber-mpo12-mmf"), ("SMF", "fiber-mpo12-smf")} <= set(reaches(found, 50))
    modules = {m.cable.links for o in found.options for m in o.modules if m and m.cable}
    assert modules == {2}, "one of a single fibre goes to one cage"
    assert {o.medium for o in found.options} == {"MMF", "SMF"}, "no cable has two plugs at an end"


def test_a_400g_module_serves_a_qsfp112_port_of_200g_with_half_its_channels(
    catalog: Catalog,
) -> None:
    """NVIDIA MMA1Z00-NS400-T: 200 Gb/s over two channels and a 1:2 splitter to 50 m, for 200G
    BlueField-3 and ConnectX-7 with QSFP112; one of QSFP56 has no lanes of 100 Gb/s."""
    cage = SWITCH._replace(links=4, port_gbps=800.0)
    port = STORAGE._replace(port_gbps=200.0)
    found = between(catalog, port, cage, "split-b", 200)
    assert ("MMF", "fiber-mpo12-mmf-split") in reaches(found, 50)
    assert ("DAC", "dac-osfp-4x200g-qsfp112-split") in reaches(found, 3)
    older = port._replace(plugs=frozenset({"QSFP56", "QSFP28"}))
    assert between(catalog, older, cage, "split-b", 200).options == ()


def test_links_that_go_elsewhere_or_leave_lanes_free_share_no_cable(catalog: Catalog) -> None:
    cage = SWITCH._replace(links=4, port_gbps=800.0)
    assert between(catalog, cage, cage, "crossed", 200).options == ()
    half = cage._replace(links=2)
    assert between(catalog, half, half, "straight", 200).options == ()


def test_what_has_no_price_stands_behind_what_has_one(catalog: Catalog) -> None:
    options = between(catalog, SWITCH, STORAGE, "crossed").options
    priced = [option.price.value is not None for option in options]
    assert priced == sorted(priced, reverse=True)
    values = [option.price.value for option in options if option.price.value is not None]
    assert values == sorted(values)


def test_a_switch_draws_so_much_more_with_a_module_in_each_cage(catalog: Catalog) -> None:
    """SN5610: 2.08 kW with 64 modules, 0.9 kW with passive cables: 18.4 W a cage."""
    switch, module = catalog.require("sn5610"), catalog.require("xcvr-osfp-800g-dr8")
    assert switch.power_max_w is not None
    assert switch.power_passive_w is not None
    each = (switch.power_max_w - switch.power_passive_w) / 64
    assert each == pytest.approx(18.4, rel=0.01)
    assert module.power_max_w == pytest.approx(each, rel=0.1)


def test_saddle_goes_up_to_trays_half_a_metre_above_the_racks() -> None:
    """SADDLE 0.8.5: racks apart by their width, rows by depth and aisle, up to the top of the
    racks at both ends, and half a metre to the trays twice; no slack."""
    given = {
        "from_u": "42", "to_u": "42", "racks_apart": "5", "across_mm": "2200",
        "rack_height_u": "42", "side_m": "0", "loop_m": "0", "slack_pct": "0",
    }  # fmt: skip
    found = calculate("cable", given, load_shipped()).results
    assert found["raw_m"] == pytest.approx(5 * 0.6 + 2.2 + 2 * 0.5)
    assert found["stock_m"] == 7
