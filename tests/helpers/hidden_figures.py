"""Hides every figure of a part, one at a time, and compares what the engine then says.

A figure that nobody states may be anything. So what follows without it must hold for its true
value and for others: every result lies within the bounds that are said without it, and whatever a
rule finds of it stands there too, or the rule says that it cannot be said.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from math import inf
from typing import Any, Final, get_args

from designer.catalog.part import Part
from designer.catalog.part_bounds import liquid_figure
from designer.engine.network_report import FabricLoss
from designer.engine.platform_report import PlatformReport, ReadyRow, RuleReport
from designer.engine.power_report import OutletReport
from designer.engine.reasons import is_open
from designer.engine.report import Report
from designer.model.figures import Figure
from designer.model.measured import Measured
from designer.model.record import Record

TEXTS = ("psu.inlet", "psu.redundancy", "compute.gpu", "compute.nvlink_switch")
"""Texts that results follow from, as they do from figures."""
TABLES = ("ports", "prices")
"""Lists of figures; an empty one states nothing."""

SLACK = 1e-7

NOT_FIGURES: Final = frozenset({
    "unknown_figures", "unpriced",  # they count what is not known
    "bisection_lower_gbps", "bisection_upper_gbps",  # they are bounds themselves
    "warm", "perhaps_warm",  # places of racks, which `cooler` compares
    "pdu",  # which of several it is
    "pdu_count",  # of what may be one, too
    "by_medium",  # of the cables that are drawn, which `not drawn` says may not be all
    "swings",  # answers at the ends of inputs, which are wider where less is known
    "runs",  # places of what is left, by its order in the report
})  # fmt: skip

Bounds = tuple[float, float]


@dataclass(frozen=True)
class Case:
    """A part without one of its figures, and what it would be with other values of it."""

    field: str
    hidden: Part
    others: tuple[Part, ...]


def cases_of(part: Part) -> Iterator[Case]:
    """Yield one case for each figure that a part states."""
    for field, value in stated_figures(part):
        if field in BY_MEANING or (field == "width_mm" and part.traits.feeds_devices):
            continue
        default: Any = () if field in TABLES else "" if field in TEXTS else None
        others = tuple(_changed(part, field, v) for v in other_values(part, field, value))
        yield Case(field, _changed(part, field, default), others)


def stated_figures(part: Part) -> Iterator[tuple[str, Any]]:
    """Yield the name and value of every figure that a part states and need not."""
    yield from _stated(part, "")


def _stated(record: Record, prefix: str) -> Iterator[tuple[str, Any]]:
    for name, info in type(record).model_fields.items():
        value, path = getattr(record, name), f"{prefix}{name}"
        if value is None or value in ("", ()):
            continue
        if path in TEXTS or (not prefix and path in TABLES):
            yield path, value
        elif isinstance(value, Record):
            if type(None) in get_args(info.annotation):
                yield path, value
            yield from _stated(value, f"{path}.")
        elif type(None) in get_args(info.annotation) and not isinstance(value, bool | str):
            yield path, value


def other_values(part: Part, field: str, value: Any) -> tuple[Any, ...]:
    """Return other values that a figure might have: a smaller one and a larger one.

    None where what else the part states, or a decision of the program, says what it is.
    """
    if isinstance(value, bool) or not isinstance(value, int | float):
        return ()
    if field == "liquid_fraction":
        said = liquid_figure(part.evolve(liquid_fraction=None)).exact
        return () if said else tuple(share for share in (0.0, 0.5, 1.0) if share != value)
    if field == "height_mm" and part.rack is not None:
        return ()  # as its units say
    if field.startswith("compute.") and field != "compute.power_shelves":
        return ()  # what a node is made of, of which the engine reads NVLink alone
    if field.startswith("power_"):
        return _other_powers(part, field, value)
    if field == "ups.rated_kw" and part.ups is not None and part.ups.rated_kva is not None:
        return (value / 2, part.ups.rated_kva)  # no more kilowatts than kilovolt-amperes
    if field == "shelf.bus_volts_min" and part.shelf is not None and part.shelf.bus_volts_max:
        return (value / 2, part.shelf.bus_volts_max)  # no more than at no load
    if field in NO_OTHERS or (field == "nodes" and part.traits.counts_as_node):
        return ()
    return (value // 2, value * 2) if isinstance(value, int) else (value / 2, value * 2)


NO_OTHERS: Final = frozenset({
    "airflow_m3h",  # by the heat, at the rise of air that planning takes
    "psu.efficiency",  # the planning default with its spread
    "psu.rating_w",  # the redundancy that the maker declares comes before it
    "psu.amps_max",  # supplies give what they are rated for
    "shelf.bus_volts_max",  # not below the lowest
    "cooling.air_in_c",  # the planning default with its spread
    "cooling.approach_k",  # the same
    "shelf.power_factor",  # between that of the site and 1
})  # fmt: skip
"""Figures that the program takes from a named decision or default where nobody states them."""
BY_MEANING: Final = frozenset({
    "pdu.rated_kva", "transient", "shelf.whip_a", "power_passive_w", "psu.throttles_from",
})  # fmt: skip
"""Figures whose absence says something: a rating is then by volts, amps and the derate, and a part
of which nobody says that it has peaks is not asked whether anything takes them, nor whips whose
breaker nobody states whether it carries the shelf. A switch of which nobody states what it draws
with passive cables draws what is stated of it, whatever its cables. Nor is a rack PDU of which
nobody states the width asked whether it fits beside the devices. A device of which nobody states
that it runs on capped is promised not to: its highest load is not carried either way."""


def _other_powers(part: Part, field: str, value: float) -> tuple[float, ...]:
    """Return powers that contradict none of the part's others, nor its supplies."""
    order = ("power_idle_w", "power_typical_w", "power_peak_w", "power_max_w")
    if field not in order or not value:
        return ()
    at = order.index(field)
    least = max((getattr(part, n) or 0.0 for n in order[:at]), default=0.0)
    above = [getattr(part, n) for n in order[at + 1 :] if getattr(part, n) is not None]
    most = min(above) if above else value
    return tuple(v for v in ((least + value) / 2, most) if v != value)


def _changed(part: Part, field: str, value: Any) -> Part:
    part = _without_bounds(part, field)
    return _with(part, field, value)


def _with(record: Any, path: str, value: Any) -> Any:
    """Return a record with another value of a field, however deep it stands."""
    owner, _, name = path.partition(".")
    changed = _with(getattr(record, owner), name, value) if name else value
    return record.evolve(**{owner: changed})


def results(report: Report) -> dict[str, Bounds]:
    """Return the bounds of every number of a report, by where it stands."""
    found: dict[str, Bounds] = {}
    for name in Report.model_fields:
        if name not in ("design", "checks", "settle", "timings", "not_computed"):
            _collect(getattr(report, name), name, found)
    return found


def _collect(value: Any, where: str, found: dict[str, Bounds]) -> None:
    if isinstance(value, PlatformReport):
        # How many rules hold is no figure: what each of them says is looked at.
        for one in (*value.rules, *value.readiness):
            found[f"{where}[{_said_by(one)}]"] = ANSWERS[one.answer]
        _collect(value.mig, f"{where}.mig", found)
    elif isinstance(value, Record):
        is_measured, of_supplies = isinstance(value, Measured), where.endswith("[psu-feed-lost]")
        bounded = {one.name for one in value.bounds} if is_measured else ()
        for name in _fields_of(type(value)):
            one = getattr(value, name)
            if isinstance(one, str) or (of_supplies and name != "state"):
                continue
            at = f"{where}.{name}"
            if name in bounded:
                figure: Figure = value.figure(name)
                found[at] = (figure.low, figure.high)
            elif one is None:
                found[at] = (-inf, inf)
            elif isinstance(one, int | float):
                if not isinstance(one, bool):
                    found[at] = (float(one), float(one))
            else:
                _collect(one, at, found)
    elif isinstance(value, tuple):
        alike = Counter[str]()
        value = tuple(_one_by_one(value))
        for number, one in enumerate(value):
            part = getattr(one, "part", "")
            alike[part] += 1
            # Rack PDUs have no ids: a part in the rails that may be one must not move the others.
            name = f"{part} {alike[part]}" if where.endswith(".pdus") else _name_of(one, number)
            _collect(one, f"{where}[{name}]", found)
    elif isinstance(value, int | float) and not isinstance(value, bool):
        found[where] = (float(value), float(value))
    elif value is None:
        found[where] = (-inf, inf)


@cache
def _fields_of(kind: type[Record]) -> tuple[str, ...]:
    """Return the fields of a kind of record that may be figures or hold such."""
    return tuple(name for name in kind.model_fields if name != "bounds" and name not in NOT_FIGURES)


ANSWERS: Final[dict[str, Bounds]] = {
    "fails": (0, 0), "missed": (0, 0), "holds": (1, 1), "met": (1, 1), "not asked": (1, 1),
    "open": (0, 1),
}  # fmt: skip
"""Answers as numbers: what is open may hold or fail; what is not asked does not fail."""


def _said_by(one: RuleReport | ReadyRow) -> str:
    return one.key if isinstance(one, RuleReport) else one.item


def _one_by_one(value: tuple[Any, ...]) -> Iterator[Any]:
    """Yield losses of fabrics one by one: those that are alike may not be, without a figure."""
    for one in value:
        if isinstance(one, FabricLoss) and one.what != "cable":
            yield from (one.evolve(ids=(key,), number=1) for key in one.ids)
        else:
            yield one


def _name_of(one: Any, number: int) -> str:
    if isinstance(one, FabricLoss) and one.what != "cable":
        return f"{one.what} {one.ids[0]}"
    if isinstance(one, FabricLoss):
        return " ".join((one.what, *one.ids, f"leaving {one.bisection_gbps}"))
    if isinstance(one, OutletReport):
        return f"{one.part} on {one.pdu}, {one.socket}"
    for name in ("id", "name", "category", "limit"):
        if isinstance(one, Record) and getattr(one, name, ""):
            return str(getattr(one, name))
    return str(number)


def outside(known: dict[str, Bounds], said: dict[str, Bounds]) -> Iterator[str]:
    """Yield the results that do not lie within the bounds that are said."""
    for where, (low, high) in known.items():
        if where not in said or low == -inf or _over_racks_with_the_limit(where):
            continue  # another method of cooling has other limits, or none
        least, most = said[where]
        slack = SLACK * max(1.0, abs(low) if abs(low) < inf else 1.0)
        if least > low + slack or most < high - slack:
            yield f"{where}: {low:g}–{high:g} is not within {least:g}–{most:g}"


def _over_racks_with_the_limit(where: str) -> bool:
    """Return whether a figure of a row or the hall is summed over racks whose air has an end."""
    return where.startswith(("rows[", "hall.")) and ".strands[cooling]." in where


def softened(known: Report, said: Report) -> Iterator[str]:
    """Yield the limits that are better, or worse for certain, without a figure than with it.

    One that holds may come near for all that is known: then it warns.
    """
    true, now = _states(known), _states(said)
    for where, state in true.items():
        kept = (state, UNSAID, "warning") if state == "ok" else (state, UNSAID)
        if now.get(where, UNSAID) not in kept:
            yield f"{where}: {state} became {now[where]}"


def bound_otherwise(known: Report, said: Report) -> Iterator[str]:
    """Yield the racks of which another limit binds than is said, or than may bind as is said."""
    true = {rack.id: rack for rack in known.racks}
    for rack in said.racks:
        may_bind = {rack.binding_constraint, *rack.binding_open} - {""}
        now = true[rack.id]
        binds = {now.binding_constraint, *now.binding_open} - {""}
        if may_bind and not binds <= may_bind:
            yield f"{rack.id}: {', '.join(sorted(binds))} binds, not {', '.join(sorted(may_bind))}"


def cooler(known: Report, said: Report) -> Iterator[str]:
    """Yield losses of cooling that without a figure leave more racks warm, or fewer perhaps."""
    true = {loss.id: loss for loss in known.cooling.losses}
    for loss in said.cooling.losses:
        if (now := true.get(loss.id)) is None:
            continue
        sure, perhaps = _places(loss.warm), _places(loss.perhaps_warm)
        if not sure <= _places(now.warm):
            yield f"{loss.id}: racks {sorted(sure)} are warm for certain, {now.warm} are"
        if not _places(now.warm) | _places(now.perhaps_warm) <= sure | perhaps:
            yield f"{loss.id}: only racks {sorted(sure | perhaps)} may be warm, {now.warm} are"


def _places(runs: tuple[tuple[int, int], ...]) -> set[int]:
    return {first + at for first, number in runs for at in range(number)}


UNSAID: Final = "unknown"


def _states(report: Report) -> dict[str, str]:
    """Return the state of every limit of a rack and every feed, by where it stands."""
    found = {f"feeds[{feed.id}]": feed.state for feed in report.power.feeds}
    for rack in report.racks:
        found |= {f"{rack.id}.limits[{one.name}]": one.state for one in rack.limits}
    return found


SPEAKS_FOR: Final = {
    "P03": {"P02"}, "P21": {"P02", "P03"}, "P20": {"P02", "P03", "P21"},
    "P13": {"P03"}, "P04": {"P02"},
    "C07": {"C06"}, "C12": {"C24", "C01"}, "C11": {"C23"},
    "P07": {"P01", "P02", "P08"}, "P08": {"P01", "P02"}, "P09": {"P01", "P02", "P10"},
}  # fmt: skip
"""How supplies spread is not asked where nobody counted them, lines and outlets are not where
nobody can say what a rack PDU carries as a whole, and outlets are not where nobody knows which
plugs they take; C06 asks of the same flow as C07, what a door takes that nobody rates, or that is
no door, C24 and C01 say, and what racks give to air that no unit takes, C23: the rule says it."""


ASKED_WHERE_STATED: Final = "P05:open:whip:"
"""Whips of shelves are asked where their breaker, the shelves and the supplies are stated."""


def silenced(known: Report, said: Report) -> Iterator[str]:
    """Yield findings that neither stand any more nor are said to be open by their rule."""
    kept: dict[str, set[str]] = {}
    for check in said.checks:
        kept.setdefault(check.rule, {check.key}).update((*check.where, check.key))
    open_rules = {check.rule for check in said.checks if _cannot_say(check.key)}
    for check in known.checks:
        asked = {check.rule, *SPEAKS_FOR.get(check.rule, ())}
        stands = _without_case(check.key) in map(_without_case, kept.get(check.rule, ())) or (
            # Filed under another part of the same racks: the rule says it all the same.
            bool(check.where) and set(check.where) <= kept.get(check.rule, set())
        )
        if check.key.startswith(ASKED_WHERE_STATED):
            continue
        if check.severity != "info" and not stands and not asked & open_rules:
            yield f"{check.severity} {check.key}: {check.message}"


def _without_case(key: str) -> str:
    """Return a key without whether a feed is too small with all up, or after a loss."""
    return key.replace("P14:normal:", "P14:")


def _cannot_say(key: str) -> bool:
    return is_open(key) or key.startswith("P10:unrated-pdu:")


def _without_bounds(part: Part, field: str) -> Part:
    """Return a part that bounds no assumption of a figure: bounds are of the value that it has."""
    kept = tuple(
        one.evolve(low=None, high=None) if field in one.fields else one for one in part.provenance
    )
    return part if kept == part.provenance else part.evolve(provenance=kept)
