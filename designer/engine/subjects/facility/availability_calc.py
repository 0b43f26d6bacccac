"""The calculation of the GPUs that a hall has over a year, with the spread of published rates."""

from collections.abc import Callable
from typing import Any

from designer.catalog.catalog import Catalog
from designer.engine.calculation import CalcError, Calculation, Parameter, Value
from designer.engine.subjects.facility.hall_losses import Hall, enough, losses
from designer.engine.subjects.facility.reliability import Sets, Unit, available
from designer.model.figures import Figure
from designer.model.units import HOURS_PER_DAY, HOURS_PER_YEAR

LAYERS = {
    "nodes": "nodes", "switches": "leaf switches", "site": "events of the site",
    "utility": "utility and generating sets", "ups": "UPS", "cdu": "CDUs",
    "cooling": "cooling units",
}  # fmt: skip
UNPUBLISHED = {
    "cdu": ("cdu_failures", "CDUs beside their pumps"),
    "cooling": ("cooler_failures", "chillers, towers, dry coolers and CRAHs"),
}
"""Layers for which no field rate was found, the parameter that gives one, and what they are of."""

MOST_NODES = 100_000
_THOUSAND_NODE_DAYS_H = 1000.0 * HOURS_PER_DAY
_MILLION_H = 1e6

At = Callable[[str], float]


def _at(v: dict[str, Any], place: int) -> At:
    """Return how a parameter is read at its low, likely or high figure; one figure is all three."""

    def read(name: str) -> float:
        figures = v[name]
        if not isinstance(figures, tuple):
            return float(figures)
        return float(figures[0] if len(figures) == 1 else figures[place])

    return read


def _hall(v: dict[str, Any], at: At) -> Hall:
    def unit(name: str, hours: float, common: float = 0.0) -> Unit:
        return Unit(at(f"{name}_failures") / hours, at(f"{name}_repair_h"), common)

    return Hall(
        nodes=v["nodes"], group=v["group_nodes"], node=unit("node", _THOUSAND_NODE_DAYS_H),
        switch=unit("switch", _MILLION_H), switches=v["group_switches"],
        site=unit("site", HOURS_PER_YEAR), grid=unit("utility", HOURS_PER_YEAR),
        sets=Sets(
            v["sets"], v["sets_needed"], at("set_out"), at("set_start"), at("start_common"),
            at("set_run") / 1000, at("run_common"),
        ),
        ups=unit("ups", _MILLION_H, at("ups_common")), ups_sides=v["ups_sides"],
        pump=unit("pump", _MILLION_H, at("pump_common")), pumps=v["cdu_pumps"],
        cdu=None if v["cdu_failures"] is None else unit("cdu", _MILLION_H),
        cooler=None if v["cooler_failures"] is None else unit("cooler", _MILLION_H),
        coolers=v["coolers"], coolers_needed=v["coolers_needed"],
    )  # fmt: skip


def _checked(v: dict[str, Any]) -> None:
    for name, value in v.items():
        if isinstance(value, tuple) and (len(value) not in (1, 3) or list(value) != sorted(value)):
            raise CalcError(f"{name}: give one figure, or low,likely,high in this order")
    if v["nodes"] > MOST_NODES:
        raise CalcError(f"nodes={v['nodes']}: at most {MOST_NODES:,} of one hall")
    for fewer, more in (("sets_needed", "sets"), ("coolers_needed", "coolers")):
        if v[fewer] > v[more]:
            raise CalcError(f"{fewer}={v[fewer]}, but {more}={v[more]}")
    if v["sets"] and not v["sets_needed"]:
        raise CalcError("sets_needed=0: at least one of the sets carries the hall")
    if v["nodes_needed"] is not None and v["nodes_needed"] > v["nodes"]:
        raise CalcError(f"nodes_needed={v['nodes_needed']}, but nodes={v['nodes']}")


def _availability(v: dict[str, Any], _: Catalog | None) -> dict[str, Value | Figure]:
    if v["availability_pct"] is not None:
        lost = 1 - v["availability_pct"] / 100
        return {"availability_pct": v["availability_pct"], "hours_lost": lost * HOURS_PER_YEAR}
    _checked(v)
    halls = [_hall(v, _at(v, place)) for place in range(3)]
    low, likely, high = (losses(hall) for hall in halls)
    unknown = [layer for layer, share in likely.items() if share is None]
    up = [available(s for s in lost.values() if s is not None) for lost in (high, likely, low)]
    whole = Figure(0.0 if unknown else up[0], up[2], None if unknown else up[1])
    gpus = v["nodes"] * v["gpus_per_node"]
    found: dict[str, Value | Figure] = {
        "gpus": whole.times(gpus),
        "gpus_of_known_layers": Figure(gpus * up[0], gpus * up[2], gpus * up[1]),
        "availability_pct": whole.times(100),
        "hours_lost": _hours(whole),
        "worst": ", ".join(_ranked(likely)),
    }
    for layer in LAYERS:
        found[f"{layer}_lost_pct"] = _lost(low[layer], likely[layer], high[layer])
    found |= _enough(v, halls[1], likely)
    return found | {"note": "; ".join(_notes(unknown, "enough_pct" in found))}


def _lost(low: float | None, likely: float | None, high: float | None) -> Figure:
    if low is None or likely is None or high is None:
        return Figure(0.0, 100.0)
    return Figure(100 * low, 100 * high, 100 * likely)


def _hours(up: Figure) -> Figure:
    year = HOURS_PER_YEAR
    value = None if up.value is None else year * (1 - up.value)
    return Figure(year * (1 - up.high), year * (1 - up.low), value, "h")


def _ranked(lost: dict[str, float | None]) -> list[str]:
    """Return the layers that take something, worst first; what is not known comes last."""
    known = sorted(((share, layer) for layer, share in lost.items() if share), reverse=True)
    return [
        *(f"{LAYERS[layer]} {100 * share:.2g} %" for share, layer in known),
        *(f"{LAYERS[layer]} not known" for layer, share in lost.items() if share is None),
    ]


def _enough(v: dict[str, Any], hall: Hall, lost: dict[str, float | None]) -> dict[str, Value]:
    needed = v["nodes_needed"]
    if needed is None:
        return {}
    return {
        "enough_pct": 100 * enough(hall, needed, lost, v["correlation"]),
        "enough_independent_pct": 100 * enough(hall, needed, lost, 0.0),
    }


def _notes(unknown: list[str], asked_for_enough: bool) -> list[str]:
    notes = [
        f"no failure rate of {UNPUBLISHED[layer][1]} is published: give {UNPUBLISHED[layer][0]}"
        for layer in unknown
    ]
    if asked_for_enough:
        notes.append(
            "enough nodes: of layers whose rate is known, without cooling units; in the trace of "
            "400 nodes 120 of 128 were up 94.1 % of the time, where the formula has 95.7 with "
            "correlation and 99.7 without"
        )
    return notes


def _spread(name: str, help: str, unit: str, *figures: float) -> Parameter:
    return Parameter(name, "numbers", unit, default=figures, help=help)


AVAILABILITY = Calculation(
    name="availability",
    summary="GPUs that a hall has over a year, what takes the rest, and hours of a percentage",
    parameters=(
        Parameter("availability_pct", unit="%", optional=True, help="a stated one, on its own"),
        Parameter("nodes", "count", default=128),
        Parameter("gpus_per_node", "count", default=8),
        Parameter("nodes_needed", "count", optional=True, help="by a job; the rest are spare"),
        Parameter("correlation", default=0.0124, help="of nodes that are down (StepFun trace)"),
        _spread("node_failures", "out of service; one figure, or low,likely,high as for every "
                "rate and repair", "/1000 node-days", 1.7, 4.184, 6.8),
        _spread("node_repair_h", "mean; the median is 20 h", "h", 132.8),
        Parameter("group_nodes", "count", default=32, help="behind the same leaf switches"),
        Parameter("group_switches", "count", default=8, help="of which each one takes the group"),
        _spread("switch_failures", "crash; any outage", "/1e6 h", 0.698, 0.698, 9.2),
        _spread("switch_repair_h", "assumed", "h", 4.0),
        _spread("site_failures", "serious; any; per operator", "/year", 0.0, 0.02265, 0.252),
        _spread("site_repair_h", "assumed", "h", 8.0),
        _spread("utility_failures", "interruptions", "/year", 1.22, 1.333, 1.44),
        _spread("utility_repair_h", "mean", "h", 2.735, 4.277, 5.695),
        Parameter("sets", "count", default=3, help="standby; 0: none"),
        Parameter("sets_needed", "count", default=2),
        _spread("set_out", "share of time out of service", "", 0.0002, 0.005, 0.005),
        _spread("set_start", "does not start", "", 0.00222, 0.0094, 0.03),
        _spread("start_common", "part of it that takes all", "", 0.0009, 0.00828, 0.022),
        _spread("set_run", "failures while it runs", "/1000 h", 0.664, 0.909, 14.5),
        _spread("run_common", "part of it that takes all", "", 0.0022, 0.0138, 0.033),
        Parameter("ups_sides", "count", default=2, help="of which one carries all; 0: none"),
        _spread("ups_failures", "of one system", "/1e6 h", 0.55, 5.0, 63.0),
        _spread("ups_repair_h", "assumed", "h", 8.0),
        _spread("ups_common", "part that takes all, assumed", "", 0.01, 0.05, 0.1),
        Parameter("cdu_pumps", "count", default=0, help="of a CDU, one is enough; 0: no CDU"),
        _spread("pump_failures", "while it runs", "/1e6 h", 0.036, 8.12, 31.0),
        _spread("pump_repair_h", "assumed", "h", 24.0),
        _spread("pump_common", "part that takes all", "", 0.0043, 0.0365, 0.094),
        Parameter("cdu_failures", "numbers", "/1e6 h", optional=True,
                  help="of what a CDU has once; none is published"),
        _spread("cdu_repair_h", "assumed", "h", 8.0),
        Parameter("coolers", "count", default=5, help="cooling units of the hall"),
        Parameter("coolers_needed", "count", default=4, help="0: none"),
        Parameter("cooler_failures", "numbers", "/1e6 h", optional=True,
                  help="of a cooling unit; none is published"),
        _spread("cooler_repair_h", "assumed", "h", 24.0),
    ),
    results=(
        ("gpus", ""), ("gpus_of_known_layers", ""), ("availability_pct", "%"),
        ("hours_lost", "h a year"), ("worst", ""),
        *((f"{layer}_lost_pct", "%") for layer in LAYERS),
        ("enough_pct", "%"), ("enough_independent_pct", "%"),
    ),
    formula=(
        "U = λr/(1 + λr) of each unit; twins: all down by themselves or by the common part β·λ; "
        "cooling by the capacity that is left; utility: outages that the standby sets do not "
        "carry; GPUs = nodes·GPUs·Π(1 − U) of nodes, switches, site, utility, UPS, CDU, cooling"
    ),
    sources=(
        "nodes: StepFun InfiniteHBD-Trace, 584 outages of 400 nodes in 349 days; range: its own "
        "windows of 58 days",
        "switches: low, ToR crash 0.051 % a month (Alibaba HPN, SIGCOMM 2024 §2.3); high, any "
        "outage 2 % in 3 months (Microsoft, CCR 51(2) 2021)",
        "site: Uptime Institute 2025, 53 % of operators in three years, 9 % of them serious, so "
        "an upper figure of one site; high, all",
        "utility: US EIA Electric Power Annual, table 11.1, 2023; range 2014–2023",
        "sets: NREL REopt.jl 0.995/0.0094/1,100 h; range REopt API, INL/EXT-21-65055, FESHM 4240, "
        "Marqusee and Jenket 2020 (50 % within 48 h; 20 % in two weeks); common causes: "
        "INL/EXT-21-62940",
        "UPS: UFGS 16265A, 200,000 h with bypass; published from 15,900 h to 1.8 million h",
        "pumps: INL/EXT-21-65055 table 1 and CCF; nuclear plants, tested monthly",
        "percentages: TIA-942 levels I–IV 99.671, 99.741 (printed as 22 h), 99.982, "
        "99.995 %",
    ),
    run=_availability,
)  # fmt: skip
