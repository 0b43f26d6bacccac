"""The calculations' manners: defaults, refusals in one line, inverses that undo."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from designer.catalog.catalog import Catalog
from designer.catalog.part import Part, PortGroup
from designer.engine.calc import CALCULATIONS, CalcError, calculate
from designer.engine.electric import delta, delta_from_lines, outlet_volts, spares
from designer.engine.subjects.cooling.thermal import water_class
from designer.model.ranges import problem

SWITCH = Part(
    id="qm9700", kind="switch", name="QM9700",
    ports=(PortGroup(name="ndr", purpose="fabric", kind="infiniband", rate_gbps=400, count=64),),
)  # fmt: skip


@pytest.mark.parametrize("name", CALCULATIONS)
def test_every_subject_explains_itself(name: str) -> None:
    subject = CALCULATIONS[name]
    assert subject.formula
    assert subject.sources
    assert subject.summary
    assert len({parameter.name for parameter in subject.parameters}) == len(subject.parameters)


@pytest.mark.parametrize("name", CALCULATIONS)
def test_no_subject_rests_on_what_nobody_read(name: str) -> None:
    assert not [source for source in CALCULATIONS[name].sources if "memory" in source]


@pytest.mark.parametrize(
    ("subject", "arguments", "words"),
    [
        ("fed", {}, "no subject 'fed'"),
        ("feed", {"volt": "1"}, "did you mean volts"),
        ("feed", {"volts": "many"}, "volts=many: it must be a number in V"),
        ("feed", {"volts": "nan"}, "finite"),
        ("feed", {"phases": "2"}, "choose 1 or 3"),
        ("airflow", {}, "airflow needs kw (kW): heat"),
        ("fabric", {}, "fabric needs nodes: nodes that are connected"),
        ("airflow", {"kw": "1", "delta_t_k": "0"}, "delta_t_k cannot be 0: give 0.1 to 200 K"),
        ("coolant", {"kw": "1", "fluid": "beer"}, "choose water, pg25"),
        ("psu", {"feeds": "3+4"}, "feeds hold 7"),
        ("psu", {"count": "5", "feeds": "2.9+2.9"}, "feeds cannot be 2.9: give a whole number"),
        ("psu", {"redundancy": "5+2"}, "does not add up to count=6"),
        ("psu", {"redundancy": "N+1"}, "write needed and spare supplies, such as 4+2"),
        ("psu", {"count": "2.9"}, "it must be a whole number"),
        ("facility", {"it_kw": "1", "utilisation": "2"}, "utilisation cannot be 2: give 0 to 1"),
        ("facility", {"it_kw": "1", "utilisation": "1e308"}, "utilisation cannot be 1e+308"),
        ("facility", {"it_kw": "1", "pue": "0.6"}, "pue cannot be 0.6: give 1 to 10"),
        ("facility", {"it_kw": "-1"}, "it_kw cannot be -1"),
        ("feed", {"power_factor": "1.3"}, "power_factor cannot be 1.3: give above 0, to 1"),
        ("feed", {"derate": "1.25"}, "derate cannot be 1.25"),
        ("airflow", {"kw": "1", "altitude_m": "12000"}, "altitude_m cannot be 12,000"),
        ("floor", {"mass_kg": "-5"}, "mass_kg cannot be -5: give 0 to 1,000,000 kg"),
        ("floor", {"mass_kg": "5", "width_mm": "1e30"}, "width_mm cannot be 1e+30"),
        ("fabric", {"nodes": "4", "oversubscription": "0.005"}, "oversubscription cannot be 0.005"),
        ("phases", {"line_a": "-1,2,3"}, "line_a cannot be -1"),
        ("cdu", {"liquid_kw": "1", "unit_kw": "1", "redundancy": "many"}, "is not N, N+1"),
        ("ocpd", {"continuous_a": "5000"}, "6250 A is above the largest standard rating of nec"),
        ("branch", {}, "give load_kw, or amps of the breaker, or both"),
        ("branch", {"load_kw": "1", "amps": "0"}, "amps=0: a breaker carries something"),
        ("branch", {"load_kw": "1", "phases": "2"}, "phases=2: choose 3, 1, dc"),
        ("branch", {"load_kw": "1", "peak_factor": "0.9"}, "peak_factor cannot be 0.9"),
        ("chain", {"efficiencies": "0.9,0"}, "efficiencies cannot be 0"),
        ("chain", {"efficiencies": "0.9", "best": "0.8"}, "best needs one efficiency for each"),
        ("chain", {"efficiencies": "0.9,0.9", "best": "0.95"}, "best needs one efficiency"),
        ("dew-point", {}, "give either dew_point_c, or dry_bulb_c and rh_pct"),
        ("dew-point", {"dry_bulb_c": "20"}, "give either dew_point_c, or dry_bulb_c and rh_pct"),
        ("dew-point", {"dry_bulb_c": "20", "rh_pct": "0"}, "rh_pct cannot be 0"),
        ("dew-point", {"dry_bulb_c": "20", "rh_pct": "50", "dew_point_c": "9"}, "give either"),
        ("derate", {"air_class": "A5"}, "choose A1, A2, A3, A4, H1"),
        ("door", {"load_kw": "40", "rated_kw": "55", "rated_water_c": "40"}, "no warmer than its"),
        ("pue", {"it_kw": "0"}, "it_kw=0: PUE is the building's power over that of the IT"),
        ("pue", {"it_kw": "1", "fixed": "1.1"}, "fixed cannot be 1.1"),
        ("wue", {"cycles": "1"}, "cycles cannot be 1: give 1.01 to 100"),
        ("rolling", {"devices_kg": "1", "dynamic_kg": "0"}, "dynamic_kg cannot be 0"),
        ("availability", {"nodes": "100001"}, "nodes=100001: at most 100,000 of one hall"),
        ("availability", {"node_failures": "5,4,3"}, "node_failures: give one figure, or low,"),
        ("availability", {"node_failures": "3,4"}, "node_failures: give one figure, or low,"),
        ("availability", {"sets": "1"}, "sets_needed=2, but sets=1"),
        ("availability", {"sets_needed": "0"}, "at least one of the sets carries the hall"),
        ("availability", {"coolers": "3"}, "coolers_needed=4, but coolers=3"),
        ("availability", {"nodes_needed": "129"}, "nodes_needed=129, but nodes=128"),
        ("carbon", {}, "give kwh and a grid, or embodied_kg or gpus, or all of them"),
        ("carbon", {"kwh": "1", "gpus": "1"}, "give grid_g_per_kwh, grid_lb_per_mwh or zone"),
        ("carbon", {"zone": "us", "grid_g_per_kwh": "1"}, "give one of grid_g_per_kwh, zone"),
        ("carbon", {"zone": "us", "idle_w": "50"}, "give kwh, or idle_w and a full_w"),
        ("carbon", {"zone": "us", "idle_w": "50", "full_w": "60"}, "give gpus: how many"),
        ("carbon", {"gpus": "1", "die_mm2": "10001"}, "die_mm2 cannot be 10,001"),
        ("phases", {}, "give either branch_a or line_a"),
        ("phases", {"branch_a": "1,2,3", "line_a": "1,2,3"}, "give either branch_a or line_a"),
        ("phases", {"line_a": "1,2"}, "needs three currents"),
        ("phases", {"line_a": "100,1,1"}, "no delta load has line currents"),
        ("fabric", {"nodes": "4"}, "needs a switch, or radix and rate_gbps"),
        ("fabric", {"nodes": "4", "switch": "qm"}, "switches are qm9700"),
        ("fabric", {"nodes": "4", "radix": "64", "rate_gbps": "400",
                    "leaf_policy": "rail-per-rack"},
         "how many racks"),
    ],
)  # fmt: skip
def test_bad_input_is_refused_in_one_line(
    subject: str, arguments: dict[str, str], words: str
) -> None:
    with pytest.raises(CalcError) as caught:
        calculate(subject, arguments, Catalog((SWITCH,)))
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_switch_gives_its_ports_and_rate() -> None:
    words = {"nodes": "128", "rails": "8", "switch": "qm9700", "su_nodes": "32"}
    found = calculate("fabric", words, Catalog((SWITCH,)))
    assert (found.results["leaf"], found.results["spine"]) == (32, 16)
    assert found.results["injection_gbps"] == 1024 * 400
    assert found.inputs["switch"] == "qm9700"
    assert (found.inputs["radix"], found.inputs["rate_gbps"]) == (64, 400)
    assert "racks" not in found.inputs


@pytest.mark.parametrize("name", CALCULATIONS)
def test_every_number_has_a_range_that_holds_its_default(name: str) -> None:
    for parameter in CALCULATIONS[name].parameters:
        assert (parameter.bounds is None) == (parameter.kind == "text"), parameter.name
        assert problem("calc", parameter.name, parameter.default) == "", parameter.name


@given(st.tuples(*[st.floats(0.5, 60)] * 3))
def test_line_currents_give_the_branches_back(branches: tuple[float, float, float]) -> None:
    forth = delta(branches, 208)
    back = delta_from_lines(forth.lines, 208)
    assert back.kw == pytest.approx(forth.kw, rel=1e-6)
    assert back.branches == pytest.approx(branches, rel=1e-5)


@pytest.mark.parametrize("branches", [(10, 0, 0), (0, 20, 0), (0, 0, 0.5), (10, 10, 0), (30, 0, 5)])
def test_a_delta_whose_branches_are_not_all_loaded_is_found(
    branches: tuple[float, float, float],
) -> None:
    """One load between two phases draws its current on both, and none on the third."""
    back = delta_from_lines(delta(branches, 208).lines, 208)
    assert back.branches == pytest.approx(branches, abs=1e-3)


def test_outlets_of_415_volts_are_line_to_neutral_and_of_208_line_to_line() -> None:
    assert outlet_volts(415, 3) == pytest.approx(239.6, abs=0.1)
    assert outlet_volts(208, 3) == 208
    assert outlet_volts(230, 1) == 230


def test_redundancy_is_read_as_people_write_it() -> None:
    assert [spares(text, 4) for text in ("N", "n+1", "N+2", "2N")] == [0, 1, 2, 4]
    # Three systems of which two carry all, and four of which three do.
    assert [spares(text, 6) for text in ("3N/2", "4N/3")] == [3, 2]
    # Systems are alike: three of three modules each, four of two.
    assert [spares(text, 5) for text in ("3N/2", "4N/3")] == [4, 3]
    assert [spares(text, 1) for text in ("2N", "3N/2", "4N/3")] == [1, 2, 3]


def test_water_classes_begin_where_the_last_ends() -> None:
    assert [water_class(c) for c in (17, 17.1, 32, 45, 46)] == ["W17", "W27", "W32", "W45", "W+"]


def shown(branches: tuple[float, float, float], decimals: int) -> str:
    """Return the line currents of a delta load as a display of so many decimals has them."""
    return ",".join(f"{line:.{decimals}f}" for line in delta(branches, 208).lines)


def test_currents_that_a_display_rounds_are_accepted_and_the_answer_says_so() -> None:
    """11.6889, 5.3 and 8.1 A read 11.7, 5.3 and 8.1, which no load has to the last digit."""
    assert shown((5.3, 0.0, 8.1), 1) == "11.7,5.3,8.1"
    found = calculate("phases", {"line_a": "11.7,5.3,8.1"}, None)
    lines = [found.results[f"line_{n}_a"] for n in (1, 2, 3)]
    assert lines == pytest.approx([11.7, 5.3, 8.1], abs=0.05)
    assert lines != pytest.approx([11.7, 5.3, 8.1], abs=1e-4)
    assert found.results["branch_a"] == pytest.approx((5.3, 0.0, 8.1), abs=0.05)
    assert found.note == (
        "no delta load has just the currents given; these, which read so within 0.05 A, are the "
        "nearest"
    )
    assert calculate("phases", {"line_a": "11.6,5.3,8.1"}, None).note == ""


@pytest.mark.parametrize(
    ("typed", "refused"),
    [("11.7,5.3,8.1", False), ("11.700,5.300,8.100", True), ("11.7,5.300,8.1", True),
     ("12,5,8", False), ("12.0,5.0,8.0", True), ("11.9,5.3,8.1", True), ("13,5,7", True)],
)  # fmt: skip
def test_what_no_rounding_makes_possible_is_refused(typed: str, refused: bool) -> None:
    """As many decimals as were typed count: 11.700 A is at least 11.6995 A."""
    if not refused:
        calculate("phases", {"line_a": typed}, None)
        return
    with pytest.raises(CalcError, match=r"no delta load has line currents .* nor any within"):
        calculate("phases", {"line_a": typed}, None)


def test_every_load_can_be_read_from_a_display_and_nothing_else() -> None:
    """Of loads by chance, with branches that are 0; and of currents by chance, against a grid."""
    dice = Random(5)
    for _ in range(600):
        a, b, c = (dice.choice((0.0, dice.uniform(0, 30))) for _ in range(3))
        decimals = dice.choice((0, 1, 2))
        typed = shown((a, b, c), decimals)
        found = calculate("phases", {"line_a": typed}, None).results
        lines = [found[f"line_{n}_a"] for n in (1, 2, 3)]
        half = 0.5 * 10**-decimals
        assert lines == pytest.approx([float(x) for x in typed.split(",")], abs=half + 1e-6), typed
    refused = 0
    for _ in range(150):
        typed = [dice.randint(0, 12) for _ in range(3)]
        # The largest line, with the others as high as they may be, is what decides.
        most, one, other = sorted(typed, reverse=True)
        best = (one + 0.5) ** 2 + (other + 0.5) ** 2 + (one + 0.5) * (other + 0.5)
        text = ",".join(map(str, typed))
        if max(0.0, most - 0.5) ** 2 <= best:
            calculate("phases", {"line_a": text}, None)
        else:
            refused += 1
            with pytest.raises(CalcError, match="no delta load"):
                calculate("phases", {"line_a": text}, None)
    assert refused > 20
