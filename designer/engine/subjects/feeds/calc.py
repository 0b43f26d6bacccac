"""Calculations of the power chain: circuits, supplies, phases, UPS, generator, battery, losses."""

from typing import Any

from designer.catalog.catalog import Catalog
from designer.engine.calculation import CalcError, Calculation, Parameter, Value
from designer.engine.circuits import (
    CODES,
    amps_per_kw,
    chain,
    next_size,
    protection_a,
)
from designer.engine.electric import (
    LITRES_PER_KWH,
    battery_kwh,
    circuit_kva,
    delta,
    delta_from_lines,
    generator_kw,
    supplies_left,
    units_needed,
    wye,
)
from designer.engine.psu_curve import CURVES, SOURCE, output_kw
from designer.model.figure_range import whole_number
from designer.model.figures import Figure

NEC = "NEC 210.20(A), 215.3: loads of three hours or more at most 80 % of the breaker"
PHASE_GUIDE = "Server Technology and Raritan guides on three-phase rack PDUs"


def _feed(v: dict[str, Any], _: Catalog | None) -> dict[str, Value]:
    if v["phases"] not in (1, 3):
        raise CalcError(f"phases={v['phases']}: choose 1 or 3")
    kva = circuit_kva(v["volts"], v["amps"], v["phases"], v["derate"])
    return {"kva": kva, "kw": kva * v["power_factor"]}


FEED = Calculation(
    name="feed",
    summary="what a circuit or rack PDU carries",
    parameters=(
        Parameter("volts", unit="V", default=415.0, help="line to line on 3 phases"),
        Parameter("amps", unit="A", default=60.0, help="of breaker or plug"),
        Parameter("phases", "count", default=3, help="1 or 3"),
        Parameter("derate", default=0.8, help="0.8 under NEC, 1 under IEC"),
        Parameter("power_factor", default=0.95, help="kW for each kVA"),
    ),
    results=(("kva", "kVA"), ("kw", "kW")),
    formula="kVA = V·I·derate/1000 (three phases: √3·V·I·derate/1000); kW = kVA·PF",
    sources=(NEC, "415 V 60 A rack PDU, 34.5 kVA (Raritan PX3-5878I2R data sheet)"),
    run=_feed,
)


def _psu(v: dict[str, Any], _: Catalog | None) -> dict[str, Value]:
    feeds = [int(number) for number in v["feeds"]]
    if sum(feeds) != v["count"]:
        raise CalcError(f"feeds hold {sum(feeds)} power supplies, count says {v['count']}")
    if v["lost_feeds"] > len(feeds):
        raise CalcError(f"lost_feeds={v['lost_feeds']}, but there are {len(feeds)} feeds")
    left = supplies_left(feeds, v["lost_feeds"])
    needed = _declared(v["redundancy"], v["count"]) if v["redundancy"] else 0
    remaining, output = left * v["rating_kw"], v["load_kw"] * v["efficiency"]
    found: dict[str, Value] = {}
    if v["grade"] and left:
        each_kw = v["load_kw"] / left
        given = output_kw(v["grade"], each_kw, v["rating_kw"])
        if given is None:
            # Beyond the last point of the curve no supply is tested: it is taken as at its rating.
            most = each_kw > v["rating_kw"] / CURVES[v["grade"]][-1][1]
            given = each_kw * CURVES[v["grade"]][-1 if most else 0][1]
        found = {
            "load_pct": 100 * given / v["rating_kw"],
            "efficiency_at_load": given / each_kw if each_kw else 0.0,
            "loss_kw": v["load_kw"] - given * left,
        }
    return {
        "remaining_kw": remaining,
        "output_kw": output,
        "survives": left >= needed and remaining >= output - 1e-9,
        **found,
    }


def _declared(redundancy: str, count: int) -> int:
    """Return how many of so many supplies carry the load: the first number of `4+2`."""
    needed, plus, spare = redundancy.partition("+")
    if not (plus and needed.isdecimal() and spare.isdecimal()):
        raise CalcError(f"redundancy={redundancy}: write needed and spare supplies, such as 4+2")
    if whole_number(needed) + whole_number(spare) != count:
        raise CalcError(f"redundancy={redundancy} does not add up to count={count}")
    return int(needed)


PSU = Calculation(
    name="psu",
    summary="whether a node's power supplies carry it after losing feeds",
    parameters=(
        Parameter("count", "count", default=6, help="power supplies of the node"),
        Parameter("rating_kw", unit="kW", default=3.3, help="of one, at its output"),
        Parameter("feeds", "numbers", default=(3.0, 3.0), help="3+3 or 2+2+2"),
        Parameter("load_kw", unit="kW", default=10.2, help="highest of the node, at its inlets"),
        Parameter("lost_feeds", "count", default=1, help="feeds lost at once"),
        Parameter("efficiency", default=0.94, help="of the supplies, output over input"),
        Parameter(
            "redundancy", "text", optional=True,
            help="declared by the maker, needed + spare, such as 4+2",
        ),
        Parameter(
            "grade", "text", optional=True, choices=tuple(CURVES),
            help="of 80 PLUS, which asks for a least efficiency at each load: what is lost at most",
        ),
    ),
    results=(
        ("remaining_kw", "kW"), ("output_kw", "kW"), ("survives", ""), ("load_pct", "%"),
        ("efficiency_at_load", ""), ("loss_kw", "kW"),
    ),
    formula=(
        "remaining = (count − supplies on the lost feeds)·rating; output = load·efficiency; "
        "survives if remaining ≥ output and as many are left as the maker declares needed; with a "
        "grade, of each supply left: x / least efficiency(x / rating) = load / supplies left, "
        "between the points of 80 PLUS along straight lines, outside of them as at the nearest"
    ),
    sources=(
        "DGX H100 user guide: 10.2 kW, six 3.3 kW supplies, 4+2",
        "80 PLUS Platinum at half load, 230 V redundant: 94 %",
        SOURCE,
    ),
    run=_psu,
)  # fmt: skip


_SAME_A = 1e-5
"""Currents that no answer shows to differ."""


def _triple(v: dict[str, Any], name: str) -> tuple[float, float, float] | None:
    amps = v[name]
    if amps is None:
        return None
    if len(amps) != 3:
        raise CalcError(f"{name} needs three currents, for instance {name}=20,16,10")
    return amps[0], amps[1], amps[2]


def _phases(v: dict[str, Any], _: Catalog | None) -> dict[str, Value]:
    branch, line = _triple(v, "branch_a"), _triple(v, "line_a")
    amps = branch or line
    if amps is None or (branch and line):
        raise CalcError("give either branch_a or line_a, three currents in A")
    circuit, note = (v["volts"], v["power_factor"]), ""
    if v["connection"] == "wye":
        found = wye(amps, *circuit)
    elif branch:
        found = delta(amps, *circuit)
    else:
        half = v["line_a"].half_digit
        found = delta_from_lines(amps, *circuit, half)
        away = max(abs(a - b) for a, b in zip(amps, found.lines, strict=True))
        if away > _SAME_A:
            note = (
                f"no delta load has just the currents given; these, which read so within {half:g} "
                "A, are the nearest"
            )
    return {
        "note": note,
        "line_1_a": found.lines[0],
        "line_2_a": found.lines[1],
        "line_3_a": found.lines[2],
        "branch_a": found.branches,
        "neutral_a": found.neutral_a,
        "imbalance_pct": found.imbalance * 100,
        "kw": found.kw,
    }


PHASES = Calculation(
    name="phases",
    summary="line currents, neutral and imbalance of a three-phase circuit",
    parameters=(
        Parameter("connection", "text", default="delta", choices=("delta", "wye")),
        Parameter(
            "branch_a", "numbers", "A", optional=True,
            help="XY,YZ,ZX for delta, A,B,C to neutral for wye",
        ),
        Parameter(
            "line_a", "numbers", "A", optional=True, help="X,Y,Z as a PDU shows them"
        ),
        Parameter("volts", unit="V", default=208.0, help="line to line"),
        Parameter("power_factor", default=1.0, help="kW for each kVA"),
    ),
    results=(
        ("line_1_a", "A"), ("line_2_a", "A"), ("line_3_a", "A"), ("branch_a", "A"),
        ("neutral_a", "A"), ("imbalance_pct", "%"), ("kw", "kW"),
    ),
    formula=(
        "delta: I_X = √(XY² + ZX² + XY·ZX) …, P = V·Σ branch; wye: I_N = √(A²+B²+C²−AB−BC−CA), "
        "P = V/√3·Σ; imbalance = max|I − mean|/mean"
    ),
    sources=(PHASE_GUIDE,),
    run=_phases,
)  # fmt: skip


def _ups(v: dict[str, Any], _: Catalog | None) -> dict[str, Value]:
    usable = v["module_kw"] * v["load_factor"]
    modules = units_needed(v["load_kw"], usable, v["redundancy"])
    return {"modules": modules, "utilisation_pct": 100 * v["load_kw"] / modules / v["module_kw"]}


UPS = Calculation(
    name="ups",
    summary="UPS modules for a load",
    parameters=(
        Parameter("load_kw", unit="kW", help="load, kW or kVA as the module"),
        Parameter("module_kw", unit="kW", help="of one module"),
        Parameter("redundancy", "text", default="N+1", help="N, N+1, N+2, 2N, 3N/2, 4N/3"),
        Parameter("load_factor", default=1.0, help="highest use of a module"),
    ),
    results=(("modules", ""), ("utilisation_pct", "%")),
    formula="modules = ceil(load / (module·load factor)) + spares",
    sources=("80 kVA on 20 kVA modules, N+1: five modules (Electrical Trader UPS guide)",),
    run=_ups,
)


def _generator(v: dict[str, Any], _: Catalog | None) -> dict[str, Value]:
    litres = v["load_kw"] * v["hours"] * v["litres_per_kwh"]
    return {"kw": generator_kw(v["load_kw"], v["load_factor"]), "litres": litres}


GENERATOR = Calculation(
    name="generator",
    summary="how large a generator has to be for a load, and its fuel",
    parameters=(
        Parameter("load_kw", unit="kW", help="UPS input, recharge, cooling, rest"),
        Parameter("load_factor", default=0.7, help="0.6 to 0.8"),
        Parameter("hours", unit="h", default=48.0, help="fuel on site"),
        Parameter("litres_per_kwh", unit="L/kWh", default=LITRES_PER_KWH),
    ),
    results=(("kw", "kW"), ("litres", "L")),
    formula="kW = load / load factor; litres = load·hours·litres per kWh",
    sources=("2.5 MW set, 173.1 US gal/h (Cummins DQKAN data sheet)",),
    run=_generator,
)


def _battery(v: dict[str, Any], _: Catalog | None) -> dict[str, Value]:
    return {"kwh": battery_kwh(v["load_kw"], v["minutes"], v["efficiency"], v["depth"])}


BATTERY = Calculation(
    name="battery",
    summary="nameplate energy of a battery for a runtime",
    parameters=(
        Parameter("load_kw", unit="kW", help="load on the inverter's output"),
        Parameter("minutes", unit="min", default=5.0, help="time to bridge"),
        Parameter("efficiency", default=0.96, help="of the inverter"),
        Parameter("depth", default=0.8, help="usable part of the nameplate"),
    ),
    results=(("kwh", "kWh"),),
    formula="kWh = load·minutes/60 / (efficiency·depth)",
    sources=("planning formula; efficiency and depth are assumptions to be replaced",),
    run=_battery,
)


def _ocpd(v: dict[str, Any], _: Catalog | None) -> dict[str, Value]:
    code, own = v["code"], v["sizes_a"]
    least = protection_a(v["continuous_a"], v["noncontinuous_a"], code)
    size = next_size(least, CODES[code][1] if own is None else own)
    if size is not None:
        return {"required_a": least, "breaker_a": size}
    if own is not None:
        raise CalcError(f"{least:g} A is above the largest of sizes_a")
    if code != "iec":
        raise CalcError(f"{least:g} A is above the largest standard rating of {code}")
    # The standard ends there, breakers do not.
    note = "IEC 60898-1 lists no rating above 125 A: give those of a maker's range as sizes_a"
    return {"required_a": least, "breaker_a": None, "note": note}


OCPD = Calculation(
    name="ocpd",
    summary="least overcurrent protection of a circuit, and the next standard size",
    parameters=(
        Parameter("continuous_a", unit="A", help="current that lasts three hours or more"),
        Parameter("noncontinuous_a", unit="A", default=0.0, help="the rest"),
        Parameter(
            "code", "text", default="nec", choices=tuple(CODES),
            help="nec-100: an assembly listed for all of its rating",
        ),
        Parameter(
            "sizes_a", "numbers", "A", optional=True,
            help="ratings of a maker's range, instead of the code's",
        ),
    ),
    results=(("required_a", "A"), ("breaker_a", "A")),
    formula="required = factor·continuous + noncontinuous; factor 1.25 under NEC, 1 where the "
    "assembly is listed for 100 % and under IEC; breaker = the next standard size",
    sources=(
        NEC,
        "NEC 240.6, sizes of 15 to 6,000 A: Callout, Section 240.6 Standard Ampere Ratings, NEC "
        "2023 (callout.app/codes/nec-2023-240-6), and SparkShift (sparkshift.app/code/nec-240-6), "
        "alike; read 2026-11-23",
        "IEC 60898-1, sizes of 6 to 125 A: Circuit Breaker, Standard Current Ratings (liquisearch."
        "com/circuit_breaker/standard_current_ratings), read 2026-11-23",
        "IEC, I_b ≤ I_n ≤ I_z: Asignación de protección para cables y conductores (sites.google."
        "com/site/399montajeelectromecanico), read 2026-11-23: no factor on what lasts",
    ),
    run=_ocpd,
)  # fmt: skip


def _branch(v: dict[str, Any], _: Catalog | None) -> dict[str, Value]:
    each = amps_per_kw(v["volts"], v["phases"], v["power_factor"])
    load, rating = v["load_kw"], v["amps"]
    if load is None and rating is None:
        raise CalcError("give load_kw, or amps of the breaker, or both")
    if rating == 0:
        raise CalcError("amps=0: a breaker carries something")
    found: dict[str, Value] = {}
    if load is not None:
        drawn = load / v["efficiency"] * each
        peak = v["peak_factor"]
        found |= {"load_a": drawn, "peak_kw": load * peak, "peak_a": drawn * peak}
    if rating is not None:
        usable = rating * v["derate"] * v["ambient_factor"]
        found |= {"usable_a": usable, "usable_kw": usable / each}
        if load is not None:
            found |= {"use_pct": 100 * drawn / usable, "fits": drawn <= usable * (1 + 1e-9)}
    return found


BRANCH = Calculation(
    name="branch",
    summary="what a load draws on a branch circuit or whip, and whether its breaker carries it",
    parameters=(
        Parameter("load_kw", unit="kW", optional=True, help="sustained, not the peak of ms"),
        Parameter("volts", unit="V", default=415.0, help="line to line on 3 phases"),
        Parameter("phases", "text", default="3", choices=("3", "1", "dc")),
        Parameter("amps", unit="A", optional=True, help="of the breaker"),
        Parameter("power_factor", default=0.95, help="kW for each kVA; none of direct current"),
        Parameter("derate", default=0.8, help="0.8 under NEC, 1 under IEC"),
        Parameter("ambient_factor", default=1.0, help="of the breaker, such as 0.87 at 40 °C"),
        Parameter("efficiency", default=1.0, help="of a shelf or supply before the load"),
        Parameter(
            "peak_factor", default=1.0,
            help="peak over sustained: GB200 1.45, GB300 1.15, DGX B300 1.31",
        ),
    ),
    results=(
        ("load_a", "A"), ("peak_kw", "kW"), ("peak_a", "A"),
        ("usable_a", "A"), ("usable_kw", "kW"), ("use_pct", "%"), ("fits", ""),
    ),
    formula=(
        "load = 1000·kW / (efficiency·√3·V·PF) on three phases, /(V·PF) on one, /V of direct "
        "current; usable = amps·derate·ambient factor; fits if load ≤ usable: a peak of "
        "milliseconds moves no thermal breaker, and sizes shelves, UPS and generators"
    ),
    sources=(
        NEC,
        "AS/NZS factor 0.87 at 40 °C (AusNOG list 2025-04-08)",
        "peaks: HPE QuickSpecs a50009224enw (192 of 132 kW), Lenovo LP2357 (155 of 135 kW), NVIDIA "
        "DGX B300 best practices (19 of 14.5 kW), second-hand; about 50 ms by arXiv 2508.14318",
    ),
    run=_branch,
)  # fmt: skip

_STAGES = (0.98, 0.99, 0.94, 0.99, 0.99, 0.94)
_STAGES_AT_BEST = (0.9955, 0.99, 0.975, 0.99, 0.99, 0.96)


def _chain(v: dict[str, Any], _: Catalog | None) -> dict[str, Value | Figure]:
    worst, best = v["efficiencies"], v["best"]
    if best is None and tuple(worst) == _STAGES:
        best = _STAGES_AT_BEST
    at = chain(v["load_kw"], worst)
    least = chain(v["load_kw"], worst if best is None else best)
    if best is not None and (
        len(best) != len(worst) or any(b < w for b, w in zip(best, worst, strict=True))
    ):
        raise CalcError("best needs one efficiency for each of efficiencies, none below it")
    loss, least_loss = at.input_kw - v["load_kw"], least.input_kw - v["load_kw"]
    return {
        "efficiency": Figure(at.efficiency, least.efficiency, at.efficiency),
        "input_kw": Figure(least.input_kw, at.input_kw, at.input_kw, "kW"),
        "loss_kw": Figure(least_loss, loss, loss, "kW"),
        "stage_loss_kw": at.losses_kw,
    }


CHAIN = Calculation(
    name="chain",
    summary="what the stages between the grid and a load lose",
    parameters=(
        Parameter("load_kw", unit="kW", default=1000.0, help="behind the last stage"),
        Parameter(
            "efficiencies", "numbers", default=_STAGES,
            help="of each stage from the grid on: transformer, switchgear, UPS, PDU, cable, supply",
        ),
        Parameter(
            "best", "numbers", optional=True,
            help="the same stages at best; without efficiencies of your own, those published",
        ),
    ),
    results=(
        ("efficiency", ""), ("input_kw", "kW"), ("loss_kw", "kW"), ("stage_loss_kw", "kW"),
    ),
    formula="input = load / Π η; each stage loses what passes it · (1/η − 1)",
    sources=(
        "low: EfficiencyConfig of github.com/acnewkirk/AI-Datacenter-Microgrid-Analysis: "
        "transformer .98, switchgear .99, UPS .94, PDU .99, cable .99, supply .94",
        "high: transformer .9955 and UPS .975 (makers, double conversion), supply .96 (80 PLUS "
        "Titanium at half load)",
    ),
    run=_chain,
)  # fmt: skip
