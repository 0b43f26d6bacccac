"""The words and figures of a rack sheet, taken from the report; nothing is sized here. No Qt."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from designer.catalog.kinds import kind_named
from designer.engine.report import FeedReport, Limit, RackReport, unknown_in_words
from designer.model import figure_words
from designer.model.cooling_words import METHOD_NAMES
from designer.model.figure_words import UNKNOWN, number, words
from designer.model.layout import Layout
from designer.model.plural import plural
from designer.render.drawing import DeviceDrawing, PartLook, RackDrawing
from designer.render.sheets.sheet_list import RackGroup

_NUMBERED: Final = re.compile(r"(\d+|(?<=-)[A-Za-z])$")
"""The end of a name that counts: a number, or a feed's letter."""
_NAMED_UNKNOWNS: Final = 2
_STATES: Final = {"ok": "ok", "warning": "near", "error": "OVER", "unknown": "not known"}


@dataclass(frozen=True, slots=True)
class LimitRow:
    """One limit in words; `share` is the used part, None where nobody knows."""

    label: str
    text: str
    share: float | None


def amount(value: float | None, unit: str, digits: int = 1) -> str:
    """Return a figure with its unit, grouped by thousands; a dash where nobody knows it."""
    return UNKNOWN if value is None else f"{number(value, digits)} {unit}"


def cell(value: float | None, digits: int) -> str:
    """Return a figure for a column that names the unit."""
    return UNKNOWN if value is None else number(value, digits)


def summary_rows(report: RackReport | None) -> list[tuple[str, str, str]]:
    """Return label, figure and remark of the summary."""
    if report is None:
        return [("Power, maximum", UNKNOWN, "the design was not sized")]
    limits = {limit.name: limit for limit in report.limits}
    rows = [
        ("Power, maximum", words(report.figure("power_max_kw")), ""),
        ("Power, typical", words(report.figure("power_typical_kw")), ""),
        *_feed_rows(report),
        ("Cooling", _method(report), f"of {words(report.figure('cooling_capacity_kw'), 0)}"),
        ("Airflow", words(report.figure("airflow_m3h"), 0), ""),
    ]
    if report.coolant_lpm:
        rows.append(("Water", words(report.figure("coolant_lpm"), 0), ""))
    rows += [
        ("Mass, rack filled", words(report.figure("weight_kg"), 0), _of(limits.get("mass"), 0)),
        ("Floor load", words(report.figure("floor_load_kpa")), _of(limits.get("floor"), 1)),
    ]
    if report.u_total:
        rows.append(("Rack units used", f"{report.u_used:g} of {report.u_total:g} U", ""))
    return [(label, value, "" if UNKNOWN in note else note) for label, value, note in rows]


def _method(report: RackReport) -> str:
    return METHOD_NAMES.get(report.cooling_method, report.cooling_method) or UNKNOWN


def _feed_rows(report: RackReport) -> list[tuple[str, str, str]]:
    """Return a row for all feeds if they carry the same, one for each otherwise."""
    feeds = report.feeds
    if not feeds:
        return []
    alike = len({(f.load_kw, f.load_after_loss_kw, f.capacity_kw) for f in feeds}) == 1
    shown = feeds[:1] if alike else feeds
    each = " each" if alike and len(feeds) > 1 else ""
    rows = []
    for feed in shown:
        names = " / ".join(_side(f) for f in (feeds if alike else (feed,)))
        of = f"of {amount(feed.capacity_kw, 'kW')}"
        rows.append((f"Feed {names}", amount(feed.load_kw, "kW") + each, of))
        if feed.load_after_loss_kw is not None:
            label = "After losing one" if alike else f"{names}, another lost"
            rows.append((label, amount(feed.load_after_loss_kw, "kW") + each, of))
    return rows


def _side(feed: FeedReport) -> str:
    name = feed.side or feed.id
    return name.upper() if len(name) == 1 else name


def _of(limit: Limit | None, digits: int) -> str:
    return f"of {amount(limit.limit, limit.unit, digits)}" if limit else ""


def limit_rows(report: RackReport | None) -> list[LimitRow]:
    """Return every limit with what is used of it, the binding one named."""
    rows = []
    for limit in report.limits if report else ():
        words = _STATES[limit.state]
        if report and limit.name == report.binding_constraint and limit.state == "ok":
            words = "binding"
        if limit.used is None or limit.limit is None:
            rows.append(LimitRow(limit.label, words, None))
            continue
        digits = 0 if limit.unit in ("kg", "U") or float(limit.limit).is_integer() else 1
        shown = max(digits, 1) if limit.unit in ("kW", "kPa") else digits
        text = f"{limit.used:,.{shown}f} of "
        text += f"{limit.limit:,.{digits}f} {limit.unit}"
        text += f" · {words}" if words != "ok" else ""
        share = limit.used / limit.limit if limit.limit else None
        rows.append(LimitRow(limit.label, text, share))
    return rows


def contents_rows(drawing: RackDrawing, report: RackReport | None) -> list[tuple[str, ...]]:
    """Return U, name, part, kW and kg of every device from top to bottom, and a total."""
    mounted = sorted(drawing.mounted, key=lambda d: (-d.half_u, d.key))
    rows = [_row(device) for device in (*mounted, *drawing.zero_u, *drawing.doors)]
    return [*rows, _total(drawing, report)]


def grouped_rows(drawing: RackDrawing, report: RackReport | None) -> list[tuple[str, ...]]:
    """Return the same with neighbours of one part on one line, for racks of many small devices."""
    mounted = sorted(drawing.mounted, key=lambda d: (-d.half_u, d.key))
    runs: list[list[DeviceDrawing]] = []
    for device in (*mounted, *drawing.zero_u, *drawing.doors):
        if runs and _of_a_kind(runs[-1][-1], device):
            runs[-1].append(device)
        else:
            runs.append([device])
    return [*(_run(run) for run in runs), _total(drawing, report)]


def _of_a_kind(one: DeviceDrawing, other: DeviceDrawing) -> bool:
    """Return whether two devices may share a line: one part, one face, names in a series."""
    alike = one.look.id == other.look.id and one.face == other.face
    return alike and _NUMBERED.sub("", one.name) == _NUMBERED.sub("", other.name)


def _row(device: DeviceDrawing) -> tuple[str, ...]:
    look = device.look
    return (_place(device), device.name, look.name, _power(look, 1), cell(look.mass_kg, 1))


def _run(run: Sequence[DeviceDrawing]) -> tuple[str, ...]:
    if len(run) == 1:
        return _row(run[0])
    look, count = run[0].look, len(run)
    top, low = run[0], run[-1]
    place = _place(top)
    if top.face in ("front", "rear"):
        place = f"{low.half_u / 2:g}–{int((top.top_half_u - 1) / 2)}"
    return (
        place,
        f"{top.name}…{_tail(low.name)}",
        f"{count} × {look.name}",
        _power(look, count),
        cell(None if look.mass_kg is None else look.mass_kg * count, 1),
    )


def _tail(name: str) -> str:
    found = _NUMBERED.search(name)
    return found[0] if found else name


def _total(drawing: RackDrawing, report: RackReport | None) -> tuple[str, ...]:
    power = figure_words.amount(report.figure("power_max_kw"), 2) if report else UNKNOWN
    mass = figure_words.amount(report.figure("weight_kg"), 1) if report else UNKNOWN
    if drawing.units:
        names = ("with the rack", plural(len(drawing.devices), "device"))
    else:
        names = ("sold filled", plural(drawing.gpus, "GPU") if drawing.gpus else drawing.part_name)
    return ("", *names, power, mass)


def _place(device: DeviceDrawing) -> str:
    if device.face == "zero-u":
        return "0U"
    if device.face == "door":
        return "door"
    low, high = device.half_u / 2, (device.top_half_u - 1) / 2
    return f"{low:g}" if int(high) == low else f"{low:g}–{int(high)}"


def _power(look: PartLook, count: int) -> str:
    """Return the IT power of some devices, which alone the total counts.

    PDUs draw none; what doors and CDUs draw is the building's.
    """
    if look.known and not look.traits.draws_it_power:
        return ""
    return cell(None if look.power_kw is None else look.power_kw * count, 2)


def notes_of(group: RackGroup, drawing: RackDrawing, layout: Layout) -> list[str]:
    """Return the notes of a sheet: what a person must do or know, most important first."""
    report = group.report
    notes = [group.first.note]
    assembly = layout.assemblies.get(group.first.assembly)
    notes.append(assembly.note if assembly else "")
    limits = {limit.name: limit for limit in report.limits} if report else {}
    notes += [limits[name].text for name in ("psu-feed-lost",) if name in limits]
    if report and report.cooling_reason:
        notes.append(f"Cooling: {report.cooling_reason}.")
    notes += _building_power(drawing)
    free = [(low, high) for low, high, _ in drawing.gaps]
    if free:
        spans = ", ".join(_units(low, high) for low, high in free)
        notes.append(f"Fit blanking panels in free units: {spans}.")
    if report and report.unknown:
        named = ", ".join(map(unknown_in_words, report.unknown))
        if len(report.unknown) > _NAMED_UNKNOWNS:
            named = f"{plural(len(report.unknown), 'figure')}; the report names them"
        notes.append(f"Nobody published: {named}.")
    notes.append("Maximum power for circuits and cooling; typical for energy. Rear from behind.")
    return [note for note in notes if note]


def _building_power(drawing: RackDrawing) -> list[str]:
    """Return a sentence for each kind of device here whose power the total does not count."""
    kinds: dict[str, list[float]] = {}
    for device in drawing.devices:
        if device.look.traits.draws == "building" and device.look.power_kw:
            kinds.setdefault(device.look.kind, []).append(device.look.power_kw)
    return [
        f"Power of the {kind.singular if len(kw) == 1 else kind.plural}, {sum(kw):.1f} kW, belongs"
        " to the building (PUE)."
        for kind, kw in ((kind_named(name), kw) for name, kw in kinds.items())
    ]


def _units(low: int, high: int) -> str:
    first, last = low / 2, (high - 1) // 2
    return f"U{first:g}" if last <= first else f"U{first:g}–U{last}"
