"""The words and figures of a rack sheet, taken from the report; nothing is sized here. No Qt."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import inf
from typing import Final

from designer.catalog.inside import span_words
from designer.catalog.kinds import kind_named
from designer.engine.cabled_power import cabled_kw, tells_cabled
from designer.engine.limit_report import Limit
from designer.engine.power_report import FeedReport
from designer.engine.reasons import NameOf, input_in_words
from designer.engine.report import NotComputed, RackReport
from designer.engine.row_report import strands_in_words
from designer.model.cooling_words import SHOWN_NAMES
from designer.model.figure_words import UNKNOWN, amount, quantity, side_of_limit, words
from designer.model.figures import Figure, exact, filled, total, within
from designer.model.layout import Layout
from designer.model.plural import plural
from designer.render.drawing import DeviceDrawing, PartLook, RackDrawing
from designer.render.sheets.sheet_list import RackGroup
from designer.render.sheets.written_notes import rack_notes

_NUMBERED: Final = re.compile(r"(\d+|(?<=-)[A-Za-z])$")
"""The end of a name that counts: a number, or a feed's letter."""
_LOST: Final = "cannot be computed"
_TANK: Final = (
    "Units of a tank are counted along it: the views show which device takes which, not how it "
    "hangs in the bath."
)
_NAMED_INPUTS: Final = 6
"""Inputs that a note names as leaving figures open; the report names all."""
_STATES: Final = {"ok": "ok", "warning": "near", "error": "fault", "unknown": "cannot be said"}
_SIGNS: Final = {
    "≥": "at least", "≤": "at most", "–": "between", "~": "estimated", UNKNOWN: "nothing known",
}  # fmt: skip
_ADDED: Final = (("Cables in it", "cables_kg"), ("Coolant in it", "coolant_kg"))
_SHOWN_FIGURES: Final = (
    "power_max_kw", "power_typical_kw", "airflow_m3h", "coolant_lpm",
    "weight_kg", "floor_load_kpa", "cooling_capacity_kw",
)  # fmt: skip
"""Figures of a rack's report that its sheet shows."""


@dataclass(frozen=True, slots=True)
class LimitRow:
    """One limit in words.

    Attributes
    ----------
    shares
        The part that is used, at least and at most; None without a limit to compare with.
    state
        As the report says; `unknown` is what cannot be said.
    """

    label: str
    text: str
    shares: tuple[float, float] | None
    state: str = "ok"


def summary_rows(
    report: RackReport | None, lost: Sequence[NotComputed] = ()
) -> list[tuple[str, str, str]]:
    """Return label, figure and remark of the summary; a row for each thing that is lost."""
    absent = [(entry.name, UNKNOWN, _LOST) for entry in lost]
    if report is None:
        return absent or [("Power, maximum", UNKNOWN, "the design was not sized")]
    # A method without a fixed end has no capacity; that one is not known is said by its limit.
    ends = report.figure("cooling_capacity_kw")
    # Of several, it is that of the air alone, and would read as the end of the cold plates.
    several = len(report.limits_of("cooling", "liquid")) > 1
    capacity = "" if ends.unknown or several else f"of {words(ends, 0)}"
    told = tells_cabled(report)
    rows = [
        *([("Power, as cabled", words(cabled_kw(report)), "")] if told else ()),
        ("Power, maximum", words(report.figure("power_max_kw")), ""),
        ("Power, typical", words(report.figure("power_typical_kw")), ""),
        *_peak_rows(report),
        *_feed_rows(report),
        ("Cooling", _method(report), capacity),
        ("Airflow", words(report.figure("airflow_m3h"), 0), ""),
    ]
    water = report.figure("coolant_lpm")
    if water.high > 0:
        rows.append(("Water", words(water, 0), ""))
    rows += [
        (
            "Mass, rack filled",
            words(report.figure("weight_kg"), 0),
            _of(report.limits_of("mass"), 0),
        ),
        *_mass_rows(report),
        ("Floor load", words(report.figure("floor_load_kpa")), _of(report.limits_of("floor"), 1)),
    ]
    if report.u_total != 0:
        used, whole = (side_of_limit(report.figure(name, "U")) for name in ("u_used", "u_total"))
        rows.append(("Rack units used", f"{used} of {whole} U", ""))
    return rows + absent


def _mass_rows(report: RackReport) -> list[tuple[str, str, str]]:
    """Return what of the mass is no part, how high its centre is, and the load on the footprint."""
    added = [(label, report.figure(name)) for label, name in _ADDED]
    rows = [(label, words(mass, 0), "") for label, mass in added if 0 < mass.high < inf]
    centre = report.figure("cog_mm")
    if centre.low > 0:
        rows.append(("Centre of gravity above floor", words(centre, 0), ""))
    footprint = report.figure("footprint_kpa")
    if not footprint.unknown:
        rows.append(("Load on its footprint", words(footprint), ""))
    return rows


def _method(report: RackReport) -> str:
    return SHOWN_NAMES.get(report.cooling_shown, report.cooling_shown) or UNKNOWN


def _peak_rows(report: RackReport) -> list[tuple[str, str, str]]:
    """Return the peak of milliseconds, where makers state one above the maximum."""
    peak = report.figure("power_edp_kw")
    if not report.figure("power_max_kw").high < peak.high < inf:
        return []
    return [("Power, peak of ms", words(peak), "")]


def _feed_rows(report: RackReport) -> list[tuple[str, str, str]]:
    """Return a row for all feeds if they carry the same, one for each otherwise."""
    feeds = report.feeds
    if not feeds:
        return []
    alike = len({_loads(feed) for feed in feeds}) == 1
    shown = feeds[:1] if alike else feeds
    each = " each" if alike and len(feeds) > 1 else ""
    # With a loss that is tried there is nothing after another.
    tried = not any(f.bound("load_after_loss_kw") or f.load_after_loss_kw for f in feeds)
    rows = []
    for feed in shown:
        names = " / ".join(f.lettered for f in (feeds if alike else (feed,)))
        load, after = feed.figure("load_kw"), feed.figure("load_after_loss_kw")
        of = f"of {words(feed.figure('capacity_kw'))}"
        rows.append((f"Feed {names}", words(load) + each, of))
        if len(feeds) > 1 and not tried:
            label = "After losing one" if alike else f"{names}, another lost"
            rows.append((label, words(after) + each, of))
    rows += [row for feed in feeds for row in _breaker_rows(feed)]
    return rows + _unstated_breakers(feeds)


def _unstated_breakers(feeds: Sequence[FeedReport]) -> list[tuple[str, str, str]]:
    """Return how many rack PDUs state no breakers: no loss of one is among those judged."""
    without = sum(len(feed.pdus_without_breakers) for feed in feeds)
    if not without:
        return []
    number = sum(feed.pdu_count for feed in feeds)
    return [("PDUs that state no breakers", f"{without} of {number}", "losses not judged")]


def _breaker_rows(feed: FeedReport) -> list[tuple[str, str, str]]:
    """Return the fullest breaker of a feed's rack PDUs, in the worst state that it has."""
    loads = [
        (one.figure(name), one)
        for one in feed.breakers
        for name in ("load_a", "load_after_loss_a")
        if not one.figure(name).unknown
    ]
    if not loads:
        return []
    load, one = max(loads, key=lambda pair: pair[0].per(pair[1].figure("limit_a")).high)
    called = f"Fullest breaker, {feed.lettered}"
    return [
        (called, f"{one.number} on {one.line}: {words(load)}", f"of {words(one.figure('limit_a'))}")
    ]


def _loads(feed: FeedReport) -> tuple[str, ...]:
    """Return what a sheet prints of a feed, without its name."""
    names = ("load_kw", "load_after_loss_kw", "capacity_kw")
    return tuple(words(feed.figure(name)) for name in names)


def _of(limits: Sequence[Limit], digits: int) -> str:
    return "".join(f"of {words(x.figure('limit', x.unit), digits)}" for x in limits[:1])


def limit_rows(
    report: RackReport | None,
    lost: Sequence[NotComputed] = (),
    *,
    parts: Iterable[str] = (),
    name_of: NameOf = str,
) -> list[LimitRow]:
    """Return every limit with what is used of it, those that bind or may named; first what is lost.

    Parameters
    ----------
    parts
        Names of the parts in the rack: a limit that is that of one device says whose.
    name_of
        What people call a part, by id: for what leaves a limit open.
    """
    rows = [LimitRow(entry.name, f"{UNKNOWN} · {_LOST}", None, "unknown") for entry in lost]
    for limit in report.limits if report else ():
        used, most = limit.figure("used", limit.unit), limit.figure("limit", limit.unit)
        word = _STATES[limit.state]
        if limit.state == "error" and within(used, most).answer == "no":
            word = "OVER"
        binds = report.binding_words(limit) if report else ""
        if binds and limit.state == "ok":
            word = binds
        elif binds:
            word = f"{word}, {binds}"
        if most.unknown:
            # Without the other side, the load of one device among many would mislead.
            hidden = used.unknown or limit.group == "device"
            said = "" if hidden else f"{side_of_limit(used)} {limit.unit}"
            if limit.state == "ok":
                word = _no_limit(limit, most, name_of)
            text = " · ".join(filter(None, (said, word)))
            rows.append(LimitRow(limit.label, text, None, limit.state))
            continue
        text = f"{_whose(limit, parts)}{side_of_limit(used)} of {side_of_limit(most)} {limit.unit}"
        text += f" · {word}" if word != "ok" else ""
        rows.append(LimitRow(limit.label, text, filled(used, most), limit.state))
    return rows


def _no_limit(limit: Limit, most: Figure, name_of: NameOf) -> str:
    """Return why nothing stands at the other side: there is none, or nobody states it."""
    if limit.bound("limit") is None:
        return "no fixed limit"
    inputs = dict.fromkeys(input_in_words(gap.ref, name_of) for gap in most.gaps)
    return f"not known ({', '.join(inputs)})" if inputs else "not known"


def _whose(limit: Limit, parts: Iterable[str]) -> str:
    """Return the part whose limit it is before a colon, if it is that of one device."""
    if limit.group != "device":
        return ""
    named = [part for part in parts if limit.text.startswith((f"{part} ", f"{part}:"))]
    return f"{max(named, key=len)}: " if named else ""


def told_apart(
    said: Sequence[str], summaries: Sequence[Sequence[tuple[str, str, str]]]
) -> list[str]:
    """Return for each heading what none of the same words has: the first such row of its summary.

    Racks may hold the same and hang on the same feeds, and still load them otherwise.
    """
    # Counted, not compared with each other: a hall may have a thousand of the same words.
    alike = Counter(said)
    bearing = Counter(
        (words_, row)
        for words_, rows in zip(said, summaries, strict=True)
        for row in dict.fromkeys(rows)
    )
    found = []
    for words_, rows in zip(said, summaries, strict=True):
        own = (row for row in rows if bearing[words_, row] == 1 < alike[words_])
        some = (row for row in rows if bearing[words_, row] < alike[words_])
        row = next(own, None) or next(some, None)
        found.append(f"{row[0]} {row[1]}" if row else "")
    return found


def contents_rows(drawing: RackDrawing, report: RackReport | None) -> list[tuple[str, ...]]:
    """Return U, name, part, kW and kg of every device from top to bottom, the rack, and a total.

    The rows add up to the total, bounds included.
    """
    digits = mass_digits(drawing)
    return [*(_run([device], digits) for device in _listed(drawing)), *_sums(drawing, report)]


def grouped_rows(drawing: RackDrawing, report: RackReport | None) -> list[tuple[str, ...]]:
    """Return the same with neighbours of one part on one line, for racks of many small devices."""
    runs: list[list[DeviceDrawing]] = []
    for device in _listed(drawing):
        if runs and _of_a_kind(runs[-1][-1], device):
            runs[-1].append(device)
        else:
            runs.append([device])
    digits = mass_digits(drawing)
    return [*(_run(run, digits) for run in runs), *_sums(drawing, report)]


def inside_rows(drawing: RackDrawing) -> list[tuple[str, ...]]:
    """Return units, how many and what each holds and joins, of the inside of a filled rack.

    From top to bottom, then what no source places, then what stands behind. Power and mass of each
    are within those of the rack, so that a row has none.
    """
    inside = drawing.inside
    if inside is None:
        return []
    placed = dict.fromkeys(box.unit for box in reversed(inside.boxes))
    return [
        *((span_words(unit.spans, ""), unit.words, unit.connections) for unit in placed),
        *((UNKNOWN, unit.words, unit.connections) for unit in inside.unplaced),
        *(("rear", unit.words, unit.connections) for unit in inside.behind),
    ]


def mass_digits(drawing: RackDrawing) -> int:
    """Return the decimals with which the masses of the contents add up to the total as printed."""
    masses = [look.mass.value for look in (drawing.look, *(d.look for d in drawing.devices))]
    return 2 if any(kg is not None and abs(kg * 10 - round(kg * 10)) > 1e-6 for kg in masses) else 1


def _listed(drawing: RackDrawing) -> Sequence[DeviceDrawing]:
    mounted = sorted(drawing.mounted, key=lambda d: (-d.half_u, d.side, d.key))
    return (*mounted, *drawing.zero_u, *drawing.doors)


def _of_a_kind(one: DeviceDrawing, other: DeviceDrawing) -> bool:
    """Return whether two devices may share a line: one part, one face, names in a series."""
    alike = (one.look.id, one.face, one.side) == (other.look.id, other.face, other.side)
    alike = alike and _on_feed(one) == _on_feed(other)
    return alike and _NUMBERED.sub("", one.name) == _NUMBERED.sub("", other.name)


def _run(run: Sequence[DeviceDrawing], digits: int) -> tuple[str, ...]:
    look, count = run[0].look, len(run)
    top, low = run[0], run[-1]
    place, power, mass = _place(top), _power(look, count), amount(look.mass.times(count), digits)
    part = f"{look.name}{_on_feed(top)}"
    if count == 1:
        return place, top.name, part, power, mass
    if top.face in ("front", "rear"):
        place = f"{low.half_u / 2:g}–{int((top.top_half_u - 1) / 2)} {top.side}".rstrip()
    return (
        place,
        f"{top.name}…{_tail(low.name)}",
        f"{count} × {part}",
        power,
        mass,
    )


def _on_feed(device: DeviceDrawing) -> str:
    """Return `, feed A` of what brings a feed in at a height: a power shelf, a rack UPS."""
    letters = " ".join(dict.fromkeys(device.feeds))
    by_height = device.look.traits.names_feed and device.face in ("front", "rear")
    return f", feed {letters}" if by_height and letters else ""


def _tail(name: str) -> str:
    found = _NUMBERED.search(name)
    return found[0] if found else name


def _sums(drawing: RackDrawing, report: RackReport | None) -> list[tuple[str, ...]]:
    """Return the line of the rack itself, which weighs as well, and the total."""
    power = amount(report.figure("power_max_kw"), 2) if report else UNKNOWN
    digits = mass_digits(drawing)
    mass = amount(report.figure("weight_kg"), digits) if report else UNKNOWN
    if not drawing.units and not drawing.devices:
        holds = plural(drawing.gpus, "GPU") if drawing.gpus else drawing.part_name
        return [("", "sold filled", holds, power, mass)]
    look = drawing.look
    own = ("", "the rack itself", look.name, _power(look, 1), amount(look.mass, digits))
    added = [] if report is None else _added_lines(report, digits)
    return [own, *added, ("", "with the rack", plural(len(drawing.devices), "device"), power, mass)]


def _added_lines(report: RackReport, digits: int) -> list[tuple[str, ...]]:
    """Return a line for what of the mass is no part, where there is any."""
    masses = ((label, report.figure(name)) for label, name in _ADDED)
    return [
        ("", label, "", "", amount(mass, digits)) for label, mass in masses if 0 < mass.high < inf
    ]


def _place(device: DeviceDrawing) -> str:
    if device.face == "zero-u":
        return "0U"
    if device.face == "door":
        return "door"
    low, high = device.half_u / 2, (device.top_half_u - 1) / 2
    units = f"{low:g}" if int(high) == low else f"{low:g}–{int(high)}"
    return f"{units} {device.side}".rstrip()


def _power(look: PartLook, count: int) -> str:
    """Return the IT power of some devices, which alone the total counts."""
    draws = not look.known or look.traits.draws_it_power
    return amount(_it_power(look).times(count), 2) if draws else ""


def _it_power(look: PartLook) -> Figure:
    """Return what a device adds to the rack's power.

    PDUs draw none; what doors and CDUs draw is the building's.
    """
    draws = not look.known or look.traits.draws_it_power
    return look.power if draws else exact(0.0, "kW")


def notes_of(group: RackGroup, drawing: RackDrawing, layout: Layout, name_of: NameOf) -> list[str]:
    """Return the notes of a sheet: what a person must do or know, most important first.

    Parameters
    ----------
    name_of
        What people call a part, by id: for what leaves figures open.
    """
    report = group.report
    # Before all: what stands on a sheet without a limit looks as if it had none.
    notes = [f"{entry.words}." for entry in group.lost]
    notes += rack_notes(group.racks, layout)
    limits = report.limits if report else ()
    if report:
        notes += [limit.text for limit in report.limits_of("device")]
        notes += open_notes(_shown_figures(report), name_of)
    notes += _unsaid(limits)
    if report and report.cooling_reason:
        notes.append(f"Cooling: {report.cooling_reason}{report.headroom_words}.")
    # What feeds and cooling have left, which come first: with all others it filled further sheets.
    if report and (stranded := strands_in_words(report.strands[:2])):
        notes.append(f"Stranded by {report.stranded_by}: {stranded}.")
    notes += _building_power(drawing)
    notes += _sources(limits)
    notes += _inside_notes(drawing)
    free = sorted((*((low, high, "") for low, high, _ in drawing.gaps), *drawing.free_halves))
    if drawing.look.traits.is_tank:
        notes.append(_TANK)
    elif free:
        spans = ", ".join(f"{_units(low, high)} {half}".rstrip() for low, high, half in free)
        notes.append(f"Fit blanking panels in free units: {spans}.")
    notes.append("Maximum power for circuits and cooling; typical for energy. Rear from behind.")
    return list(dict.fromkeys(note for note in notes if note))


def _inside_notes(drawing: RackDrawing) -> list[str]:
    """Return how the units inside a filled rack are to be read, and what is open of them."""
    inside = drawing.inside
    if inside is None:
        return []
    notes = [
        "Units inside are counted from the bottom; their power and mass are within the rack's."
    ]
    if inside.free:
        notes.append(f"No source says what stands in {span_words(inside.free)}.")
    return notes


def _shown_figures(report: RackReport) -> list[Figure]:
    found = [report.figure(name) for name in _SHOWN_FIGURES]
    return [cabled_kw(report), *found] if tells_cabled(report) else found


def open_notes(figures: Iterable[Figure], name_of: NameOf) -> list[str]:
    """Return what leaves figures open, the rules that estimate them, and what the marks mean."""
    inexact = [figure for figure in figures if not figure.exact]
    if not inexact:
        return []
    refs = (gap.ref for figure in inexact for gap in figure.gaps)
    inputs = tuple(dict.fromkeys(input_in_words(ref, name_of) for ref in refs))
    rules = dict.fromkeys(
        ref for f in inexact if f.estimated for ref in f.basis if ref.startswith("rule ")
    )
    more = len(inputs) - _NAMED_INPUTS
    ending = f" and {more} more, which the report names" if more > 0 else ""
    said = f"No source states: {', '.join(inputs[:_NAMED_INPUTS])}{ending}." if inputs else ""
    estimates = [f"Estimated by the {rule}." for rule in rules]
    return [" ".join(filter(None, (said, *estimates, f"Signs: {_signs(inexact)}.")))]


def _signs(figures: Iterable[Figure]) -> str:
    """Return what the signs of these figures mean, those that occur."""
    text = " ".join(amount(figure) for figure in figures)
    return ", ".join(f"{sign} {meaning}" for sign, meaning in _SIGNS.items() if sign in text)


def _unsaid(limits: Iterable[Limit]) -> list[str]:
    """Return why limits cannot be said, a sentence for each reason."""
    reasons: dict[str, list[str]] = {}
    for limit in limits:
        if limit.state == "unknown" and limit.group != "device":
            reasons.setdefault(limit.text.partition("because ")[2], []).append(limit.label)
    return [
        f"Cannot be said: {'; '.join(map(_lowered, labels))}{f' ({reason})' if reason else ''}."
        for reason, labels in reasons.items()
    ]


def _lowered(label: str) -> str:
    return f"{label[:1].lower()}{label[1:]}"


def _sources(limits: Iterable[Limit]) -> list[str]:
    """Return where the limits come from; the documents of parts have a list of their own."""
    said = dict.fromkeys(limit.source for limit in limits if limit.source)
    return [f"Limits: {'; '.join(said)}."] if said else []


def _building_power(drawing: RackDrawing) -> list[str]:
    """Return a sentence for each kind of device here whose power the total does not count."""
    kinds: dict[str, list[Figure]] = {}
    for device in drawing.devices:
        if device.look.traits.draws == "building" and device.look.power.high > 0:
            kinds.setdefault(device.look.kind, []).append(device.look.power)
    notes = []
    for name, powers in kinds.items():
        kind = kind_named(name)
        who = kind.singular if len(powers) == 1 else kind.plural
        drawn = quantity(total(powers))
        notes.append(f"Power of the {who}, {drawn}, belongs to the building (PUE).")
    return notes


def _units(low: int, high: int) -> str:
    first, last = low / 2, (high - 1) // 2
    return f"U{first:g}" if last <= first else f"U{first:g}–U{last}"
