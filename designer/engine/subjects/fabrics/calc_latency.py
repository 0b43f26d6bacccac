"""The latency calculation: adapters, switches on the way, and cables, of a small message."""

from typing import Any, Final

from designer.catalog.catalog import Catalog
from designer.catalog.load import load_shipped, shipped_library
from designer.catalog.records.guidance import Guideline
from designer.engine.calculation import CalcError, Calculation, Parameter, Value
from designer.model.figures import Figure, estimate, exact, missing, total

_NS_PER_M: Final = estimate(
    4.9, 4.3, 5.0, "ns/m", "velocity in the cable", "rule light in silica fibre, group index 1.468"
)
"""In silica fibre, 1.468 by the speed of light; copper lies between 4.3 and 5 (from memory)."""


def _latency(v: dict[str, Any], catalog: Catalog | None) -> dict[str, Value | Figure]:
    hops = v["hops"] if v["hops"] is not None else 2 * v["tiers"] - 1
    each = _of_switch(v, catalog)
    ends = _guideline("endpoint-latency", 1000.0)
    if v["endpoint_ns"] is not None:
        ends = exact(v["endpoint_ns"], "ns")
    cable = _NS_PER_M.times(v["cable_m"], "ns")
    switches = each.times(hops, "ns")
    return {
        "switches_on_way": hops,
        "endpoints_ns": ends,
        "switches_ns": switches,
        "cables_ns": cable,
        "latency_ns": total((ends, switches, cable), "ns"),
        "note": "one way, of a small message, with no other traffic; the two adapters, every "
        "switch on the way, and the light in the cables",
    }


def _of_switch(v: dict[str, Any], catalog: Catalog | None) -> Figure:
    """Return the latency of one switch: as given, of the catalogue, by the rule of thumb."""
    if v["switch_ns"] is not None:
        return exact(v["switch_ns"], "ns")
    if not v["switch"]:
        return _guideline("switch-hop-latency", 1.0)
    part = (catalog or load_shipped()).get(v["switch"])
    if part is None:
        raise CalcError(f"latency: {v['switch']!r} is not in the catalogue")
    known = part.switch.latency_ns if part.switch else None
    if known is not None:
        return exact(known, "ns", f"{part.id}.switch.latency_ns")
    if any(port.kind == "infiniband" for port in part.ports):
        return _guideline("switch-hop-latency", 1.0)
    return missing(f"{part.id}.switch.latency_ns", "ns")


def _guideline(name: str, scale: float) -> Figure:
    """Return a rule of thumb of the library in nanoseconds, within its range."""
    found = shipped_library().get("guideline", name)
    ref = f"guideline {name}"
    if not isinstance(found, Guideline):
        return missing(ref, "ns")
    low, value, high = found.low, found.value, found.high
    if low is None or value is None or high is None:
        return missing(ref, "ns")
    return estimate(value, low, high, "ns", ref, f"rule {name}").times(scale)


LATENCY = Calculation(
    name="latency",
    summary="latency of a way through a fabric: adapters, switches, cables",
    parameters=(
        Parameter("tiers", "count", default=2, help="of the fat-tree: 2·tiers - 1 switches"),
        Parameter(
            "hops", "count", optional=True, help="switches on the way, where it is no fat-tree"
        ),
        Parameter("switch", "text", optional=True, help="catalogue id"),
        Parameter("switch_ns", unit="ns", optional=True, help="of one, port to port"),
        Parameter(
            "endpoint_ns", unit="ns", optional=True, help="of both adapters; else 600 to 1,000"
        ),
        Parameter("cable_m", unit="m", default=0.0, help="all cables of the way together"),
    ),
    results=(
        ("switches_on_way", ""), ("endpoints_ns", "ns"), ("switches_ns", "ns"), ("cables_ns", "ns"),
        ("latency_ns", "ns"),
    ),
    formula="latency = adapters + switches on the way·latency of one + 4.9 ns/m · cables",
    sources=(
        "guideline switch-hop-latency: 130 ns, 100 to 150 (reseller); catalogue where it states it",
        "guideline endpoint-latency: 0.9 µs, 0.6 to 1.0 µs (AI/ML Infrastructure, 2026-06-18)",
        "group index of fibre 1.468: analyzers of Fluke Networks take 1.4719 to 1.4725",
    ),
    run=_latency,
)  # fmt: skip
