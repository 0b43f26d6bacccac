"""Which sheets a design gives: racks that are alike share one."""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from designer.catalog.catalog import Catalog
from designer.engine.report import NotComputed, RackReport, Report
from designer.model.design import Rack
from designer.model.feed_words import feed_short, with_letter
from designer.model.layout import Layout
from designer.model.number_text import counted
from designer.render.drawing import RackDrawing
from designer.render.lost_in_rack import lost_alike
from designer.render.supplies import feeds_of_supplies
from designer.render.what_if import WhatIf

_TAIL = re.compile(r"(.*?)(\d{1,18})$")


@dataclass(frozen=True, slots=True)
class RackGroup:
    """Racks that one sheet shows: the first is drawn, all are listed.

    `lost` is what could not be computed of them: then `report` lacks it, or is None.
    """

    racks: tuple[Rack, ...]
    report: RackReport | None
    lost: tuple[NotComputed, ...] = ()

    @property
    def first(self) -> Rack:
        """The rack that is drawn."""
        return self.racks[0]


def rack_groups(
    layout: Layout,
    catalog: Catalog,
    report: Report | None,
    racks: Collection[str] | None = None,
    shown: WhatIf | None = None,
) -> tuple[RackGroup, ...]:
    """Return the racks to print, alike ones together, in order of name.

    Alike are racks of one type with one assembly or none, without devices of their own, for which
    the same follows, whose supplies hang on the same feeds, and of which a loss that is tried takes
    the same. What stands on the floor and holds nothing has no sheet: a CDU, an air handler.

    Parameters
    ----------
    racks
        Ids to print; None for all.
    shown
        A loss that is tried; None of none.
    """
    reports = {found.id: found for found in report.racks} if report else {}
    whole = report.lost("racks") if report else None
    lost = report.lost_by_rack() if report else {}
    groups: dict[tuple[object, ...], list[Rack]] = {}
    for rack in sorted(layout.design.racks, key=lambda r: natural(r.name or r.id)):
        part = catalog.get(rack.part)
        if (racks is not None and rack.id not in racks) or (
            part is not None and not part.traits.contains
        ):
            continue
        own = rack.id if layout.own_devices.get(rack.id) else ""
        hanging = tuple(feeds_of_supplies(layout, catalog, rack).values())
        found = _outcome(reports.get(rack.id))
        taken = lost_alike(shown, rack.id) if shown is not None else None
        key = (rack.part, rack.assembly, own, hanging, found, lost.get(rack.id), taken)
        groups.setdefault(key, []).append(rack)
    return tuple(
        RackGroup(
            tuple(alike), reports.get(alike[0].id),
            (*((whole,) if whole else ()), *lost.get(alike[0].id, ())),
        )
        for alike in groups.values()
    )  # fmt: skip


def holds_of(drawing: RackDrawing, fabrics: Mapping[str, str]) -> str:
    """Return what a rack holds, switches with fabric and tier: `16 × QM9700, Compute leaf`.

    Parameters
    ----------
    fabrics
        What people call the fabrics, by id.
    """
    holds = drawing.summary if drawing.units else drawing.part_name
    roles = Counter(
        f"{fabrics.get(d.fabric, d.fabric)} {d.tier}".strip() for d in drawing.mounted if d.tier
    )
    if len(roles) == 1:
        return f"{holds}, {next(iter(roles))}"
    said = ", ".join(f"{count} {role}" for role, count in roles.most_common())
    return f"{holds}: {said}" if said else holds


def sides_of(drawing: RackDrawing, report: RackReport | None) -> str:
    """Return the feeds of a rack in few words: `A West (B)`; empty where it has none."""
    if report is not None and report.feeds:
        return " ".join(dict.fromkeys(feed.lettered for feed in report.feeds))
    pdus = (d for d in drawing.zero_u_by_feed if d.feeds)
    return " ".join(
        dict.fromkeys(with_letter(feed_short(d.feed_name) or d.feeds[0], d.feeds[0]) for d in pdus)
    )


def natural(name: str) -> tuple[tuple[int, int, str], ...]:
    """Return a sort key by which A2 comes before A10."""
    parts = re.findall(r"\d+|\D+", name)
    return tuple((0, counted(p), "") if p.isdecimal() else (1, 0, p) for p in parts)


def name_ranges(names: Iterable[str]) -> str:
    """Return names with runs shortened: `A01–A10, B01–B04, B07`."""
    return ", ".join(words for words, _ in name_runs(names))


def name_runs(names: Iterable[str]) -> list[tuple[str, int]]:
    """Return each run of names in words with the number of names in it: `A01–A10`, 10."""
    runs: list[list[str]] = []
    for name in sorted(names, key=natural):
        found = _TAIL.fullmatch(name)
        if found and runs and (previous := _TAIL.fullmatch(runs[-1][-1])):
            same = previous[1] == found[1] and len(previous[2]) == len(found[2])
            if same and int(found[2]) == int(previous[2]) + 1:
                runs[-1].append(name)
                continue
        runs.append([name])
    return [(run[0] if len(run) == 1 else f"{run[0]}–{run[-1]}", len(run)) for run in runs]


def _outcome(report: RackReport | None) -> object:
    """Return what a sheet prints of a report, without the rack's own name."""
    if report is None:
        return None
    return (
        report.power_max_kw,
        report.power_typical_kw,
        report.power_edp_kw,
        report.airflow_m3h,
        report.coolant_lpm,
        report.bounds,
        tuple(
            (f.lettered, f.load_kw, f.load_after_loss_kw, f.capacity_kw, f.bounds)
            for f in report.feeds
        ),
        report.cooling_shown,
        report.cooling_capacity_kw,
        report.weight_kg,
        report.floor_load_kpa,
        report.binding_constraint,
        report.binding_open,
        tuple((limit.name, limit.state, limit.text) for limit in report.limits),
    )
