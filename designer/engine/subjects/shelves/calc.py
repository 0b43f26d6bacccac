"""Calculations of direct current, of inrush and of the swing of a training job."""

from math import floor
from typing import Any, Final

from designer.catalog.catalog import Catalog
from designer.engine.calculation import CalcError, Calculation, Parameter, Value
from designer.engine.circuits import amps_per_kw
from designer.model.figures import Figure

_TRIPS: Final = ("no", "perhaps", "yes")


def _direct(v: dict[str, Any], _: Catalog | None) -> dict[str, Value]:
    amps = tuple(v["load_kw"] * amps_per_kw(volts, "dc", 1.0) for volts in v["volts"])
    found: dict[str, Value] = {"load_a": amps}
    if v["milliohm"] is not None:
        lost = tuple(one * one * v["milliohm"] / 1e6 for one in amps)
        found |= {
            "loss_kw": lost,
            "loss_pct": tuple(100 * one / v["load_kw"] for one in lost),
        }
    return found


DIRECT: Final = Calculation(
    name="dc",
    summary="currents of a load at some DC voltages, and what a conductor loses",
    parameters=(
        Parameter("load_kw", unit="kW", help="at the end of the conductor"),
        Parameter("volts", "numbers", "V", default=(54.0, 400.0, 800.0)),
        Parameter(
            "milliohm", unit="mΩ", optional=True, help="of the conductor, there and back",
        ),
    ),
    results=(("load_a", "A"), ("loss_kw", "kW"), ("loss_pct", "%")),
    formula="I = 1000·kW / V; loss = I²·R: at half the current a quarter of it",
    sources=(
        "SemiAnalysis newsletter, 2026-05-26, second-hand: 600 kW are 11,111 A at 54 V and 750 A "
        "at 800 V",
        "The Register: 120 kW at 48 V are more than 2.5 kA",
    ),
    run=_direct,
)  # fmt: skip


def _inrush(v: dict[str, Any], _: Catalog | None) -> dict[str, Value]:
    if not v["breaker_a"]:
        raise CalcError("breaker_a=0: a breaker carries something")
    if v["acts_from"] > v["acts_to"]:
        raise CalcError("acts_from is above acts_to: a breaker may act before it must")
    least, most = (v[times] * v["breaker_a"] for times in ("acts_from", "acts_to"))
    together = v["supplies"] * v["inrush_a"]
    return {
        "peak_a": together,
        "acts_from_a": least,
        "acts_to_a": most,
        "trips": _TRIPS[(together >= least) + (together >= most)],
        "most_supplies": floor(least / v["inrush_a"] + 1e-9),
    }


INRUSH: Final = Calculation(
    name="inrush",
    summary="whether supplies that start together trip a magnetic breaker",
    parameters=(
        Parameter("supplies", "count", help="that start at once behind the breaker"),
        Parameter("inrush_a", unit="A", help="peak of one, for milliseconds, as its maker has it"),
        Parameter("breaker_a", unit="A", default=16.0, help="its rating"),
        Parameter("acts_from", help="times its rating from which it may act at once, by its curve"),
        Parameter("acts_to", help="times its rating from which it must"),
    ),
    results=(
        ("peak_a", "A"), ("acts_from_a", "A"), ("acts_to_a", "A"), ("trips", ""),
        ("most_supplies", ""),
    ),
    formula=(
        "peak = supplies·inrush; a breaker may act at once from the lower multiple of its rating "
        "and must from the upper one; peaks are held against these as they are, on the safe side "
        "of their mean square"
    ),
    sources=(
        "Server Technology PRO4X manual p. 127, second-hand: inrush lasts 20 to 40 ms, so that "
        "outlets which switch on one after another do not add up",
    ),
    run=_inrush,
)  # fmt: skip


def _swing(v: dict[str, Any], _: Catalog | None) -> dict[str, Value | Figure]:
    load, idle, floor_share = v["load_kw"], v["idle_kw"], v["floor"]
    peak = load * v["peak_factor"]
    kept = load * floor_share
    if idle is not None and idle > load:
        raise CalcError(f"idle_kw={idle:g} is above load_kw={load:g}")
    if idle is not None:
        kept = max(kept, idle)
    # What idles at a power that nobody states may be at anything from the floor to the load.
    steps = (peak - (kept if idle is not None else load), peak - kept)
    return {"peak_kw": peak, "step_kw": Figure(steps[0], steps[1], steps[1], "kW")}


SWING: Final = Calculation(
    name="swing",
    summary="the peak of a training job and the step down from it, which comes back each iteration",
    parameters=(
        Parameter("load_kw", unit="kW", help="sustained, as the TDP"),
        Parameter("idle_kw", unit="kW", optional=True, help="between iterations"),
        Parameter(
            "peak_factor", default=1.0,
            help="peak over sustained: GB200 1.45, GB300 1.15, DGX B300 1.31; capped 1.1 at least",
        ),
        Parameter(
            "floor", default=0.0,
            help="power floor that smoothing holds, of the load; 0.9 at most on GB200",
        ),
    ),
    results=(("peak_kw", "kW"), ("step_kw", "kW")),
    formula="peak = load·peak factor; step = peak − the higher of idle and floor·load",
    sources=(
        "Choukse et al., arXiv 2508.14318: training swings 0.2 to 3 times a second; the floor can "
        "be set up to 90 % of the TDP and the peak capped to 1.1 of it, so that 20 % stay",
        "peaks: HPE QuickSpecs a50009224enw, Lenovo LP2357, NVIDIA DGX B300 best practices, "
        "second-hand",
    ),
    run=_swing,
)  # fmt: skip
