"""Small edits of the signed halls: what is kept, what a patch carries, what a preview says.

Whatever way a design came about, its report is that of the design alone.
"""

from functools import cache
from math import inf, isclose
from typing import NamedTuple

import pytest

from designer.engine.evaluate import Evaluator
from designer.engine.patch import apply_patch, report_patch
from designer.engine.preview import Preview
from designer.engine.report import Check, Report
from designer.model.change import diff
from designer.model.design import Design
from designer.model.figures import Figure
from tests.helpers.contents_once import SharedContents
from tests.helpers.edits import neighbours
from tests.helpers.losses_told import with_losses
from tests.helpers.signed_designs import DESIGNS
from tests.helpers.signed_parts import CATALOG


def same(one: Report, other: Report) -> bool:
    return one.model_copy(update={"timings": ()}) == other.model_copy(update={"timings": ()})


def said(checks: tuple[Check, ...]) -> set[str]:
    return {check.key for check in checks if not check.waived}


class Hall(NamedTuple):
    """A hall with its neighbours, and the report of each from scratch."""

    design: Design
    report: Report
    neighbours: tuple[tuple[str, Design, Report], ...]


TRIED_IN_ALL_WAYS = "more PDUs on no feed than can be tried"
OF_RACK_PDUS = frozenset({
    "a record of devices less", "the first of devices less", "a record of power less", "policy",
    "a rack moved", "a device elsewhere",
})  # fmt: skip
"""Edits that may change how rack PDUs hang on the feeds of the room."""


@cache
def fresh() -> SharedContents:
    """Return what evaluates from scratch, but for racks that hold the same as one before."""
    return SharedContents(CATALOG)


# Of the module, so that both tests of a hall follow one another and share its reports.
@pytest.fixture(scope="module", params=DESIGNS)
def hall(request: pytest.FixtureRequest) -> Hall:
    design = DESIGNS[request.param]()
    near = list(neighbours(design))
    if request.param == TRIED_IN_ALL_WAYS:
        # What else is edited is tried in all other halls, in a tenth of the time each.
        near = [(what, one) for what, one in near if what in OF_RACK_PDUS]
        assert len(near) == len(OF_RACK_PDUS)
    return Hall(
        design,
        Evaluator(CATALOG).report(design),
        tuple((what, one, fresh().report(one, CATALOG)) for what, one in near),
    )


def test_a_report_is_that_of_the_design_however_it_came_about(hall: Hall) -> None:
    """From one neighbour to the next: each edit is undone together with the one that follows."""
    design, kept = hall.design, Evaluator(CATALOG)
    base = kept.report(design)
    assert same(base, hall.report)
    for what, after, fresh in hall.neighbours:
        went = with_losses(kept, after)
        assert same(went, fresh), what
        patch = report_patch(base, went)
        assert apply_patch(base, patch.data()) == went, what
        assert apply_patch(went, report_patch(went, base).data()) == base, what
    assert same(with_losses(kept, design), base)


def test_a_preview_says_what_the_reports_before_and_after_say(hall: Hall) -> None:
    design, kept = hall.design, Evaluator(CATALOG)
    before = kept.report(design)
    racks = [rack.id for rack in design.racks]
    for what, after, report in hall.neighbours:
        preview = kept.preview(7, design, diff(design, after), [*racks, *racks, "nobody"])
        was = {rack.id: rack for rack in before.racks}
        now = {rack.id: rack for rack in report.racks}
        assert preview.preview == 7
        assert [(one.id, one.before, one.after) for one in preview.racks] == [
            (key, was[key], now.get(key)) for key in racks
        ], what
        told_of_figures(preview, before, report, what)
        told_of_checks(preview, before, report, what)
        assert same(kept.report(design), before), what


TITLES = {
    "totals": "Totals", "racks": "Racks", "rows": "Rows",
    "power": "Feeds of the room in the report",
    "plant": "Plant upstream of the racks in the report",
    "facility": "Facility", "climate": "Climate", "cooling": "Losses of cooling units",
    "temperatures": "Temperature chain",
    "cables": "Cables", "storage": "Storage", "cost": "Cost",
    "ownership": "Owning and renting", "choice": "Own or rent", "platform": "Platform",
    "workloads": "Training and serving",
}  # fmt: skip
FIGURES = (
    ("totals", "power_max_kw", "IT power"), ("totals", "gpus", "GPUs"),
    ("totals", "racks", "racks"), ("totals", "weight_kg", "mass"), ("cost", "capex", "capital"),
    ("cost", "opex_per_year", "energy cost a year"),
    ("facility", "facility_kw", "facility power"), ("facility", "cdu_units", "CDUs"),
    ("facility", "cdu_units_needed", "CDUs needed"), ("facility", "cooling_units", "air units"),
    ("facility", "cooling_units_needed", "air units needed"),
    ("facility", "coolant_lpm", "coolant flow"), ("cables", "length_m", "length of cables"),
    ("cables", "price", "cost of cables and modules"),
    ("cables", "optics_w", "power of cables and modules"),
)  # fmt: skip


NO_FIGURE = (None, 0.0, inf, False)
"""Of what only one of two reports has, such as a feed that comes or goes."""


def figures(report: Report) -> dict[str, tuple[float | None, float, float, bool]]:
    """Return the figures of the whole design: value and bounds of each, and if it is estimated."""
    found = {what: getattr(report, where).figure(name) for where, name, what in FIGURES}
    if report.climate.is_computed:
        found["water a year"] = report.climate.figure("water_m3_per_year")
    if report.ownership.is_computed:
        found["GPU-hour, owned"] = report.ownership.figure("gpu_hour")
    for feed in report.power.feeds:
        found[f"feed {feed.id}"] = feed.figure("load_kw")
        found[f"feed {feed.id} after a loss"] = feed.figure("load_after_loss_kw")
    return {what: _told(figure) for what, figure in found.items()}


def _told(figure: Figure) -> tuple[float | None, float, float, bool]:
    return figure.value, figure.low, figure.high, figure.estimated


def near(one: tuple[float | None, ...], other: tuple[float | None, ...]) -> bool:
    return all(
        a == b or (a is not None and b is not None and isclose(a, b))
        for a, b in zip(one, other, strict=True)
    )


def told_of_figures(preview: Preview, before: Report, after: Report, what: str) -> None:
    """Every figure of both reports that differs is told, and so is every subject that does."""
    was, now = figures(before), figures(after)
    told = {
        one.what: tuple(
            _told(side) for side in (one.figure("before", one.unit), one.figure("after", one.unit))
        )
        for one in preview.changes
    }
    lacking, lack = unpriced(before), unpriced(after)
    noted = {key for key in was if key in now and lacking.get(key) != lack.get(key)}
    sides = {
        key: (was.get(key, NO_FIGURE), now.get(key, NO_FIGURE))
        for key in was | now
        if key.startswith("feed ") or (key in was and key in now)
    }
    noted |= sides.keys() - (was.keys() & now.keys())  # a feed that comes or goes is always told
    differ = {key: pair for key, pair in sides.items() if key in noted or not near(*pair)}
    assert {key: pair for key, pair in told.items() if key in sides} == differ, what
    # The others are limits of the hall and of what is upstream: `test_engine_drops_as_foreseen`.
    altered = {TITLES[name] for name in TITLES if getattr(before, name) != getattr(after, name)}
    assert set(preview.altered) <= altered, what
    # What differs by the rounding of a sum in another order is not altered.
    of_sums = ("totals", "facility", "cost", "ownership", "choice", "power", "plant", "cooling")
    sums = {TITLES[name] for name in of_sums}
    assert altered - set(preview.altered) <= sums, what
    assert bool(preview.altered) >= bool(differ), what
    assert before.fabrics == after.fabrics or "Fabrics" in preview.unmeasured, what


def unpriced(report: Report) -> dict[str, int]:
    """Return of sums how many pieces in them have no price: that is told where a sum is open."""
    capital = sum(line.unpriced for line in report.cost.by_category)
    return {"capital": capital, "cost of cables and modules": report.cables.unpriced}


def told_of_checks(preview: Preview, before: Report, after: Report, what: str) -> None:
    """Every check that only one of the reports has is told of, and nothing else comes or goes."""
    comes, goes = ({one.key for one in side} for side in (preview.comes, preview.goes))
    alters = {one.key for one in preview.alters}
    assert said(after.checks) - said(before.checks) <= comes | alters, what
    assert said(before.checks) - said(after.checks) <= goes | {
        one.key for one in before.checks if _is_altered(one, preview)
    }, what
    assert comes | alters <= said(after.checks), what
    assert goes <= said(before.checks), what
    for one in (*preview.comes, *preview.alters):
        check = next(check for check in after.checks if check.key == one.key)
        assert (one.rule, one.severity) == (check.rule, check.severity)


def _is_altered(check: Check, preview: Preview) -> bool:
    """Return whether a check of the same rule stands in its place."""
    return any(one.rule == check.rule for one in preview.alters)


SECTIONS = (
    "totals", "facility", "cooling", "cost", "storage", "power", "fabrics", "cables", "rows",
    "racks",
)  # fmt: skip


@pytest.mark.parametrize("name", ["dollars", "a fabric of four nodes", "cold plates with units"])
def test_what_says_the_same_after_an_edit_is_the_same_object(name: str) -> None:
    """Whoever shows a section need not look at it again; a patch of nothing is empty."""
    design, kept = DESIGNS[name](), Evaluator(CATALOG)
    before = kept.report(design)
    first, *others = design.devices
    after = kept.report(design.evolve(devices=(first.evolve(name="renamed"), *others)))
    changed = [
        section for section in SECTIONS if getattr(after, section) is not getattr(before, section)
    ]
    assert changed == []
    assert report_patch(before, after).parts.keys() <= {"timings"}


def test_a_rack_moved_makes_one_report_anew() -> None:
    design, kept = DESIGNS["long rows"](), Evaluator(CATALOG)
    before = kept.report(design)
    assert kept.evaluated_racks == len(design.racks) == 42
    first, *others = design.racks
    after = kept.report(design.evolve(racks=(first.evolve(note="seen"), *others)))
    assert (kept.evaluated_racks, kept.evaluated_contents) == (1, 0)
    assert all(one is other for one, other in zip(before.racks[1:], after.racks[1:], strict=True))
