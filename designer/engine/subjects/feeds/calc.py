"""Calculations of the power chain: feed, power supplies, phases, UPS, generator, battery."""

from typing import Any

from designer.catalog.catalog import Catalog
from designer.engine.calculation import CalcError, Calculation, Parameter, Value
from designer.engine.subjects.feeds.electric import (
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
    return {
        "remaining_kw": remaining,
        "output_kw": output,
        "survives": left >= needed and remaining >= output - 1e-9,
    }


def _declared(redundancy: str, count: int) -> int:
    """Return how many of so many supplies carry the load: the first number of `4+2`."""
    needed, plus, spare = redundancy.partition("+")
    if not (plus and needed.isdigit() and spare.isdigit()):
        raise CalcError(f"redundancy={redundancy}: write needed and spare supplies, such as 4+2")
    if int(needed) + int(spare) != count:
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
    ),
    results=(("remaining_kw", "kW"), ("output_kw", "kW"), ("survives", "")),
    formula=(
        "remaining = (count − supplies on the lost feeds)·rating; output = load·efficiency; "
        "survives if remaining ≥ output and as many are left as the maker declares needed"
    ),
    sources=(
        "DGX H100 user guide: 10.2 kW, six 3.3 kW supplies, 4+2",
        "80 PLUS Platinum at half load, 230 V redundant: 94 %",
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
        Parameter("redundancy", "text", default="N+1", help="N, N+1, N+2, 2N"),
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
    summary="rating and fuel of a generating set",
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
    summary="nameplate energy of a battery",
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
