"""What a rack looks like, worked out once: the painters read this and nothing else.

A drawing holds figures with their bounds and words; it computes no sizing, it only repeats what
the report, the power wiring and the catalogue say. No Qt here.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from math import inf
from typing import Final

from designer.catalog.aisles import DEFAULT_DEPTH_MM, DEFAULT_WIDTH_MM
from designer.catalog.catalog import Catalog
from designer.catalog.depth import are_beside, half_of
from designer.catalog.inside_layout import InsideLayout
from designer.catalog.kinds import KINDS, STAND_IN_DEVICE, STAND_IN_RACK, Kind, kind_named
from designer.catalog.part import Part
from designer.catalog.patch_figures import PLUGS
from designer.engine.cabled_power import cabled_kw, tells_cabled
from designer.engine.report import RackReport, Report
from designer.model import figure_words
from designer.model.design import Face, Rack, Side
from designer.model.figures import Figure, exact
from designer.model.layout import Layout, Placed
from designer.model.plural import plural

AND_MOST: Final = " / "
"""What stands in a rack's label between what it draws as cabled and what it draws at most."""
_STATES: Final = ("error", "warning", "unknown", "ok")
_WHOLE_FROM_KW: Final = 10.0
"""Bounds from this size on may lose their tenths where there is little room."""
_SUMMED_UP_BY: Final = sorted(
    (kind for kind in KINDS if kind.summary_rank), key=lambda kind: kind.summary_rank
)


@dataclass(frozen=True, slots=True)
class Cages:
    """A group of ports: `count` sockets of one connector, as one sees them on the panel."""

    name: str
    count: int
    connector: str


@dataclass(frozen=True, slots=True)
class PartLook:
    """What of a part shows in a drawing. `known` is False for a part the catalogue lacks.

    `power` is the highest one, in kW, `mass` in kg; both with their bounds.
    """

    id: str
    name: str
    kind: str
    height_half_u: int
    height_mm: int | None
    width_mm: int | None
    depth_mm: int | None
    full_depth: bool
    power: Figure
    mass: Figure
    gpus: int
    psu_count: int
    cages: tuple[Cages, ...]
    known: bool = True

    @property
    def traits(self) -> Kind:
        """What holds for every part of its kind."""
        return kind_named(self.kind)


@dataclass(frozen=True, slots=True)
class DeviceDrawing:
    """A device in its rack. `feeds` holds one letter per power supply, in panel order.

    `–` is a supply in no outlet, `?` one on a feed that the room does not have or that nobody
    names. A rack PDU has one letter, that of its own feed: `feed` is the id of it, `feed_name`
    what people call it. `side` is the half of the width that it takes, if it takes half of it.
    """

    key: str
    name: str
    half_u: int
    face: Face
    tier: str
    fabric: str
    feed: str
    look: PartLook
    feeds: tuple[str, ...] = ()
    feed_name: str = ""
    side: Side = ""

    @property
    def top_half_u(self) -> int:
        """First half unit above the device."""
        return self.half_u + self.look.height_half_u


@dataclass(frozen=True, slots=True)
class Seen:
    """A device as one sees it from a face of its rack.

    Attributes
    ----------
    free
        The tallest span in which nothing nearer covers it, as first half unit and first one
        above; None where all of it is covered.
    """

    device: DeviceDrawing
    free: tuple[int, int] | None

    @property
    def is_whole(self) -> bool:
        """Whether nothing nearer covers any of it."""
        return self.free == (self.device.half_u, self.device.top_half_u)


@dataclass(frozen=True)
class RackDrawing:
    """A rack, or another thing on the floor, ready to be painted from every side.

    Attributes
    ----------
    devices
        Everything in it, lowest first.
    look
        The rack itself without what it holds.
    power, capacity, heat, method, state
        As the report says; `None` or empty without one. `capacity` is what takes `heat`, which
        is that in air where cold plates take the rest; `state` is the worst of its limits,
        `unknown` where one cannot be said and none is worse.
    copies
        Number of racks that share its assembly (1 for a rack of its own).
    inside
        What stands in a rack that is sold filled, as far as its part tells.
    balance
        Height of the centre of gravity as a part of the rack's; None where it is not known.
    short
        Its name without that of the hall, which stands on the hall's wall; empty if it has none.
    usable_mm
        The depth that devices may take, mm; None where nobody states it.
    """

    id: str
    name: str
    row: str
    kind: str
    part: str
    part_name: str
    units: int
    width_mm: int
    depth_mm: int
    height_mm: int | None
    rotation: int
    devices: tuple[DeviceDrawing, ...]
    look: PartLook
    known: bool
    power: Figure | None = None
    cabled: Figure | None = None
    capacity: Figure | None = None
    heat: Figure | None = None
    method: str = ""
    state: str = ""
    summary: str = ""
    copies: int = 1
    gpus: int = 0
    inside: InsideLayout | None = None
    balance: float | None = None
    short: str = ""
    usable_mm: int | None = None

    @property
    def traits(self) -> Kind:
        """What holds for every part of its kind."""
        return kind_named(self.kind)

    @property
    def rail_units(self) -> int:
        """Rack units that are drawn: those for devices, or those of what it is sold with."""
        return self.units or (self.inside.units if self.inside else 0)

    @cached_property
    def mounted(self) -> tuple[DeviceDrawing, ...]:
        """Devices that take rack units."""
        return tuple(d for d in self.devices if d.face in ("front", "rear"))

    @cached_property
    def power_labels(self) -> tuple[str, ...]:
        """Its power as a label, the longest wording first; worked out once for all frames."""
        return _labels_of(self.power, self.cabled)

    def seen_from(self, face: Face) -> tuple[Seen, ...]:
        """Return what takes rack units as one sees it from `front` or `rear`, the nearest last."""
        return self._seen_from_rear if face == "rear" else self._seen_from_front

    @cached_property
    def _seen_from_front(self) -> tuple[Seen, ...]:
        return _seen(self.mounted, "front")

    @cached_property
    def _seen_from_rear(self) -> tuple[Seen, ...]:
        return _seen(self.mounted, "rear")

    @cached_property
    def zero_u(self) -> tuple[DeviceDrawing, ...]:
        """Devices beside the rails, by id: rack PDUs, which hang where they hang on any feed."""
        beside = (d for d in self.devices if d.face == "zero-u")
        return tuple(sorted(beside, key=lambda d: d.key))

    @cached_property
    def zero_u_by_feed(self) -> tuple[DeviceDrawing, ...]:
        """The same in the order in which words name their feeds."""
        return tuple(sorted(self.zero_u, key=lambda d: d.feed))

    @cached_property
    def doors(self) -> tuple[DeviceDrawing, ...]:
        """Devices on the rear door."""
        return tuple(d for d in self.devices if d.face == "door")

    @cached_property
    def spans_by_kind(self) -> dict[str, tuple[tuple[int, int], ...]]:
        """First half unit and first one above, of every mounted device, by kind of part."""
        spans: dict[str, list[tuple[int, int]]] = {}
        for device in self.mounted:
            spans.setdefault(device.look.kind, []).append((device.half_u, device.top_half_u))
        return {kind: tuple(found) for kind, found in spans.items()}

    @cached_property
    def runs_by_kind(self) -> dict[str, tuple[tuple[int, int], ...]]:
        """The same with touching devices of a kind joined: few boxes, for small pictures."""
        joined: dict[str, tuple[tuple[int, int], ...]] = {}
        for kind, spans in self.spans_by_kind.items():
            runs: list[tuple[int, int]] = []
            for low, high in sorted(spans):
                if runs and low <= runs[-1][1]:
                    runs[-1] = (runs[-1][0], max(high, runs[-1][1]))
                else:
                    runs.append((low, high))
            joined[kind] = tuple(runs)
        return joined

    @cached_property
    def gaps(self) -> tuple[tuple[int, int, bool], ...]:
        """Free spans as first half unit, first half unit above, and whether nodes lie around."""
        found = []
        top, below = 2, None
        for device in sorted(self.mounted, key=lambda d: d.half_u):
            if device.half_u > top:
                between = below is not None and _both_compute(below.look, device.look)
                found.append((top, device.half_u, between))
            if device.top_half_u > top:
                top, below = device.top_half_u, device
        end = 2 * self.units + 2
        if top < end:
            found.append((top, end, False))
        return tuple(found)

    @cached_property
    def free_halves(self) -> tuple[tuple[int, int, Side], ...]:
        """Spans of which one half of the width is taken and the other is free, with the free one.

        A device of the whole width at the front or at the rear leaves none.
        """
        halves: dict[Side, set[int]] = {"left": set(), "right": set(), "": set()}
        for device in self.mounted:
            halves[device.side].update(range(device.half_u, device.top_half_u))
        found: list[tuple[int, int, Side]] = []
        pairs: tuple[tuple[Side, Side], ...] = (("left", "right"), ("right", "left"))
        for free, other in pairs:
            for at in sorted(halves[other] - halves[free] - halves[""]):
                if found and found[-1][1:] == (at, free):
                    found[-1] = (found[-1][0], at + 1, free)
                else:
                    found.append((at, at + 1, free))
        return tuple(found)


def _seen(mounted: Sequence[DeviceDrawing], face: Face) -> tuple[Seen, ...]:
    near = [device for device in mounted if device.face == face]
    taken = {
        side: sorted((it.half_u, it.top_half_u) for it in near if not are_beside(side, it.side))
        for side in {device.side for device in mounted}
    }
    far = [
        Seen(device, _tallest_free(device.half_u, device.top_half_u, taken[device.side]))
        for device in mounted
        if device.face != face
    ]
    return (*far, *(Seen(device, (device.half_u, device.top_half_u)) for device in near))


def _tallest_free(low: int, high: int, taken: Iterable[tuple[int, int]]) -> tuple[int, int] | None:
    """Return the tallest part of a span outside of others, which come in order; the lowest one."""
    free: list[tuple[int, int]] = []
    for start, end in taken:
        free.append((low, min(start, high)))
        low = max(low, end)
    free.append((low, high))
    best = max(free, key=lambda span: span[1] - span[0])
    return best if best[1] > best[0] else None


def _both_compute(one: PartLook, other: PartLook) -> bool:
    return one.traits.computes and other.traits.computes


def look_of(catalog: Catalog, part_id: str) -> PartLook:
    """Return what shows of a part; a placeholder of 1U if the catalogue does not have it."""
    part, figures = catalog.get(part_id), catalog.figures()
    power = figures.of(part_id, "power_max_w").times(0.001, "kW")
    mass = figures.of(part_id, "mass_kg")
    if part is None:
        return PartLook(
            part_id, part_id, STAND_IN_DEVICE, 2, None, None, None, True, power, mass, 0, 0, (),
            known=False,
        )  # fmt: skip
    cages = _adapters(part) or tuple(
        Cages(group.name, group.cages or group.count, group.connector.partition(" ")[0])
        for group in part.ports
        if group.purpose not in ("nvlink", "other")
    )
    return PartLook(
        id=part.id,
        name=part.name,
        kind=part.kind,
        height_half_u=part.height_half_u,
        height_mm=part.height_mm,
        width_mm=part.width_mm,
        depth_mm=part.depth_mm,
        full_depth=part.full_depth,
        power=power,
        mass=mass,
        gpus=part.gpu_count or 0,
        psu_count=part.psu.count if part.psu else 0,
        cages=cages,
    )


def _adapters(part: Part) -> tuple[Cages, ...]:
    """Return the adapters of a patch panel that is fitted for one sort of plug."""
    if part.patch is None:
        return ()
    found = ((plug, part.patch.ports(plug)) for plug in PLUGS)
    return tuple(Cages(plug, number, plug) for plug, number in found if number)[:1]


def rack_drawing(
    layout: Layout,
    catalog: Catalog,
    rack: Rack,
    rack_report: RackReport | None = None,
    *,
    filled: bool = True,
) -> RackDrawing:
    """Return the drawing of a rack; a part that is missing from the catalogue is shown as such.

    Parameters
    ----------
    filled
        Whether with what it holds; without, for where none of it is seen.
    """
    part = catalog.get(rack.part)
    looks: dict[str, PartLook] = {}
    held = layout.in_rack(rack.id) if filled else ()
    devices = [_device(placed, catalog, looks, layout) for placed in held]
    fed = tuple(_with_feeds(devices, layout, catalog, rack))
    units = part.rack.units if part and part.rack else 0
    drawing = RackDrawing(
        id=rack.id,
        name=rack.name,
        row=rack.row,
        kind=part.kind if part else STAND_IN_RACK,
        part=rack.part,
        part_name=part.name if part else rack.part,
        units=units,
        width_mm=(part.width_mm if part else None) or DEFAULT_WIDTH_MM,
        depth_mm=(part.depth_mm if part else None) or DEFAULT_DEPTH_MM,
        height_mm=part.height_mm if part else None,
        rotation=rack.rotation,
        devices=fed,
        look=look_of(catalog, rack.part),
        summary=summary_of(fed),
        copies=layout.copies.get(rack.assembly, 1) if rack.assembly else 1,
        gpus=(part.gpu_count or 0) if part else 0,
        known=part is not None,
        inside=part.inside_layout if part and not units else None,
        short=layout.name_in_hall(rack.name),
        usable_mm=part.rack.usable_depth_mm if part and part.rack else None,
    )
    return with_report(drawing, rack_report)


def _balance(drawing: RackDrawing, report: RackReport) -> float | None:
    height = report.figure("cog_mm")
    if not drawing.height_mm or not height.low:
        return None
    return height.per(exact(float(drawing.height_mm), "mm")).likely


def with_report(drawing: RackDrawing, report: RackReport | None) -> RackDrawing:
    """Return a drawing with the figures of a newer report; the devices are shared."""
    if report is None:
        return drawing
    return replace(
        drawing,
        power=report.figure("power_max_kw"),
        cabled=cabled_kw(report) if tells_cabled(report) else None,
        heat=next((x.figure("used", "kW") for x in report.limits_of("cooling")), None),
        capacity=report.figure("cooling_capacity_kw"),
        method=report.cooling_shown,
        balance=_balance(drawing, report),
        state=worst_state(limit.state for limit in report.limits),
        summary=report.summary or summary_of(drawing.devices),
    )


def faulty_racks(report: Report | None, layout: Layout) -> frozenset[str]:
    """Return the racks at which an error stands that nobody accepted."""
    errors = (
        check
        for check in (report.checks if report else ())
        if check.severity == "error" and not check.waived
    )
    racks = (layout.rack_of(ref) for check in errors for ref in check.where)
    return frozenset(rack for rack in racks if rack)


def floor_state(worst: str, *, faulty: bool) -> str:
    """Return what the sign on a footprint tells: the worst of its limits, or a fault."""
    return "error" if faulty else worst


def signed(drawing: RackDrawing, *, faulty: bool) -> RackDrawing:
    """Return a drawing with the sign that it bears on a floor."""
    state = floor_state(drawing.state, faulty=faulty)
    return drawing if state == drawing.state else replace(drawing, state=state)


def floor_drawings(
    layout: Layout,
    catalog: Catalog,
    racks: Iterable[Rack],
    report: Report | None,
    drawing_of: Callable[[Rack, RackReport | None], RackDrawing] | None = None,
) -> dict[str, RackDrawing]:
    """Return the drawing of everything that stands on a floor, by id, with its sign.

    Parameters
    ----------
    drawing_of
        Where a rack's drawing is kept; None makes each anew.
    """
    drawn = drawing_of or partial(rack_drawing, layout, catalog)
    reports = {rack.id: rack for rack in report.racks} if report else {}
    faulty = faulty_racks(report, layout)
    return {
        rack.id: signed(drawn(rack, reports.get(rack.id)), faulty=rack.id in faulty)
        for rack in racks
    }


def worst_state(states: Iterable[str]) -> str:
    """Return the worst of `error`, `warning`, `unknown`, `ok`; empty if none of them occurs."""
    seen = set(states)
    return next((state for state in _STATES if state in seen), "")


def power_labels(drawing: RackDrawing) -> tuple[str, ...]:
    """Return a rack's power as a label without its unit, the longest wording first.

    `40.8`, `≥ 20.4` or `≥ 20`, `20.4–26.0` or `20–26`; empty without a report. Only bounds are
    rounded to whole kW, downwards and upwards, so that the shorter wording is as true; at last
    `~142` of an estimate, `≤ 750` of bounds, for racks too narrow for a span. Where the
    cables of switches decide it, `20.7 / 27.5` first: what it draws as cabled, and at most.
    """
    return drawing.power_labels


def _labels_of(power: Figure | None, cabled: Figure | None) -> tuple[str, ...]:
    if power is None:
        return ()
    full = figure_words.amount(power)
    both = () if cabled is None else (f"{figure_words.amount(cabled)}{AND_MOST}{full}",)
    if power.exact or power.high < _WHOLE_FROM_KW or power.low < 1:
        return (*both, full)
    said = (*both, full, figure_words.amount(power, 0), *_shortest(power))
    return tuple(dict.fromkeys(said))


def _shortest(power: Figure) -> Iterator[str]:
    """Yield what a narrow rack says, rather than nothing: the estimate alone, or its upper bound.

    Both are as true as the span of the longer wording, of which they are a part.
    """
    if power.estimated and power.value is not None:
        yield f"~{figure_words.amount(exact(round(power.value)), 0)}"
    elif power.high < inf:
        yield f"≤ {figure_words.whole_ends(power)[1]}"


def summary_of(devices: Sequence[DeviceDrawing]) -> str:
    """Return what a rack mainly holds, in few words: `4 × DGX H100`; `empty` for nothing."""
    mounted = [d for d in devices if d.face in ("front", "rear")]
    if not mounted:
        return "empty"
    for kind in _SUMMED_UP_BY:
        names = Counter(d.look.name for d in mounted if d.look.kind == kind.id)
        if names:
            name, count = names.most_common(1)[0]
            return f"{count} × {name}"
    return plural(len(mounted), "device")


def _device(
    placed: Placed, catalog: Catalog, looks: dict[str, PartLook], layout: Layout
) -> DeviceDrawing:
    look = looks.get(placed.part)
    if look is None:
        look = looks[placed.part] = look_of(catalog, placed.part)
    return DeviceDrawing(
        placed.key, placed.name, placed.half_u, placed.face, placed.tier, placed.fabric,
        placed.feed, look, feed_name=layout.feed_name(placed.feed),
        side=half_of(catalog.get(placed.part), placed.side) if placed.side else "",
    )  # fmt: skip


def _with_feeds(
    devices: Sequence[DeviceDrawing], layout: Layout, catalog: Catalog, rack: Rack
) -> Iterator[DeviceDrawing]:
    """Yield devices with the letters of their feeds, as the wiring of the rack has them."""
    hanging: dict[str, tuple[str, ...]] = {}
    if any(d.look.psu_count for d in devices):
        # Not before something hangs on feeds: the wiring brings numpy.
        from designer.render.supplies import feeds_of_supplies

        hanging = feeds_of_supplies(layout, catalog, rack)
    for device in devices:
        if device.look.traits.feeds_devices:
            yield replace(device, feeds=(layout.feed_letter(device.feed),))
        else:
            of_slot = device.key.startswith(f"{rack.id}/")
            key = device.key.removeprefix(rack.id) if of_slot else device.key
            letters = hanging.get(key)
            yield replace(device, feeds=letters) if letters else device
