"""What the card of a drop says is what happens: 1,000 random drops, each beside its report.

The report is asked of an evaluator of its own, which never saw the preview; every so often of one
that knows nothing at all. What the preview has to say is worked out here from the two reports.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from random import Random
from typing import Any, Final

import pytest

from designer.catalog.catalog import Catalog
from designer.catalog.load import load_shipped
from designer.document.as_of import as_of
from designer.document.drop_plans import DropPlan, at_stage
from designer.document.errors import EditError
from designer.document.staged import staged
from designer.engine.evaluate import Evaluator
from designer.engine.limit_report import Limit
from designer.engine.preview import Foreseen, Preview
from designer.engine.reasons import is_open
from designer.engine.report import NOT_COMPUTED, RackReport, Report
from designer.model.change import apply, diff
from designer.model.cooling_words import METHOD_NAMES
from designer.model.design import Design, Stage
from designer.model.feed_words import feed_called
from designer.model.figures import Figure, alike
from designer.model.layout import Layout
from designer.planning.templates import build
from designer.ui.kit.line_card import Line
from designer.ui.state.drop_preview import MOST_PREVIEWED
from designer.ui.state.drop_words import card_lines
from tests.helpers.random_drops import KINDS, Drops
from tests.helpers.signed_designs import DESIGNS
from tests.helpers.signed_parts import CATALOG

HALLS: Final = {
    "lab-workstations": {}, "empty-room": {}, "dgx-superpod-gb200": {"scalable_units": "1"},
    "starter-32": {},
}  # fmt: skip
"""Reference designs with the shipped catalogue, and what they are asked for."""
DRAWN: Final = (
    "more air units than one", "loops", "upstream, 2N", "tanks", "long rows",
    "a year of hours", "two scalable units and a fabric manager", "a fabric that cannot be",
    "switches missing and too many", "PDUs that carry too much", "doors",
)  # fmt: skip
"""Signed halls, with parts that lack, state or contradict what some rule asks for."""
EACH: Final = {**dict.fromkeys(HALLS, 40), "empty-room": 165, **dict.fromkeys(DRAWN, 65)}
EARLY: Final = {"starter-32": 30, "long rows": 30}
"""Of these every other rack comes later, and the design is looked at before it does."""
_ANEW: Final = 24
_KINDS: Final = 3

Spot = tuple[str, str, str, str]


@cache
def shipped() -> tuple[Catalog, tuple[str, ...]]:
    """Return the shipped catalogue, and some parts of every kind that is placed."""
    catalog, rng = load_shipped(), Random("parts")
    kinds: dict[str, list[str]] = {}
    for part in catalog.parts:
        held = part.traits
        if held.placed_by_hand or part.stands_on_floor or held.drawn_on_plan or held.holds_cables:
            kinds.setdefault(part.kind, []).append(part.id)
    some = (rng.sample(parts, min(_KINDS, len(parts))) for parts in kinds.values())
    return catalog, tuple(part for parts in some for part in parts)


def hall(name: str) -> tuple[Design, Catalog, tuple[str, ...]]:
    if name in HALLS:
        catalog, parts = shipped()
        return build(name, HALLS[name], catalog), catalog, parts
    return DESIGNS[name](), CATALOG, tuple(part.id for part in CATALOG.parts)


def spots(report: Report) -> set[Spot]:
    return {
        (check.rule, check.key, check.severity, place)
        for check in report.checks
        if not check.waived and check.rule != NOT_COMPUTED
        for place in check.where or ("",)
    }


def gained(before: Report, after: Report) -> Counter[tuple[str, str]]:
    """Return at how many places a rule says more than before: not where it only says it anew."""
    was, now = spots(before), spots(after)
    new, old = (
        Counter((rule, key.count(":open:"), severity, place) for rule, key, severity, place in some)
        for some in (now - was, was - now)
    )
    found: Counter[tuple[str, str]] = Counter()
    for (rule, _, severity, _), number in (new - old).items():
        found[rule, severity] += number
    return found


def told(checks: Iterable[Foreseen]) -> Counter[tuple[str, str]]:
    found: Counter[tuple[str, str]] = Counter()
    for check in checks:
        found[check.rule, check.severity] += max(check.places, 1)
    return found


def sorts(report: Report) -> Counter[str]:
    found = Counter(
        "open" if is_open(check.key) else check.severity
        for check in report.checks
        if not check.waived
    )
    return found


def see_checks(preview: Preview, before: Report, after: Report) -> None:
    if not preview.not_computed:
        assert told(preview.comes) == gained(before, after)
        assert told(preview.goes) == gained(after, before)
    assert {one.sort: one.before for one in preview.counts if one.before} == sorts(before)
    assert {one.sort: one.after for one in preview.counts if one.after} == sorts(after)
    standing = {(check.key, check.severity) for check in after.checks if not check.waived}
    for check in (*preview.comes, *preview.alters, *preview.stays):
        assert (check.key, check.severity) in standing
    messages = {check.key: check.message for check in after.checks}
    for check in preview.alters:
        assert check.key in messages


def see_racks(preview: Preview, before: Report, after: Report, asked: tuple[str, ...]) -> None:
    """See that limits of the racks asked for, and of all others, are those of the reports."""
    was = {rack.id: rack for rack in before.racks}
    now = {rack.id: rack for rack in after.racks}
    assert {one.id for one in preview.racks} == set(asked) & (was.keys() | now.keys())
    for one in preview.racks:
        assert (one.before, one.after) == (was.get(one.id), now.get(one.id))
    altered: Counter[str] = Counter()
    for key in (was.keys() & now.keys()) - set(asked):
        altered.update(differing(was[key], now[key]))
    assert {one.name: one.racks for one in preview.rack_limits} == altered
    for limit in preview.rack_limits:
        states = [
            mine.state
            for key in (was.keys() & now.keys()) - set(asked)
            if limit.name in differing(was[key], now[key])
            for mine in now[key].limits
            if mine.name == limit.name
        ]
        assert (limit.over, limit.near) == (states.count("error"), states.count("warning"))
        assert limit.after is None or limit.after.state != "ok" or not (limit.over or limit.near)


def differing(was: RackReport, now: RackReport) -> set[str]:
    old, new = ({one.name: one for one in rack.limits} for rack in (was, now))
    return {name for name in old.keys() | new.keys() if not same(old.get(name), new.get(name))}


def same(one: Limit | None, other: Limit | None) -> bool:
    if one is None or other is None:
        return one is other
    sides = ("used", "limit")
    return one.state == other.state and all(
        alike(one.figure(side, one.unit), other.figure(side, other.unit)) for side in sides
    )


def figures(report: Report) -> Iterator[tuple[str, str, Figure, Figure | None]]:
    """Yield section, name, figure and limit of what the panels show of the whole design."""
    totals, cost, facility = report.totals, report.cost, report.facility
    if not report.lost("totals"):
        yield "totals", "IT power", totals.figure("power_max_kw"), None
        yield "totals", "GPUs", totals.figure("gpus"), None
        yield "totals", "racks", totals.figure("racks"), None
        yield "totals", "mass", totals.figure("weight_kg"), None
    if not report.lost("cost"):
        yield "cost", "capital", cost.figure("capex", cost.currency), None
        yield "cost", "energy cost a year", cost.figure("opex_per_year", cost.currency), None
    if not report.lost("facility"):
        yield "facility", "facility power", facility.figure("facility_kw"), None
        yield "facility", "CDUs needed", facility.figure("cdu_units_needed"), None
        yield "facility", "air units needed", facility.figure("cooling_units_needed"), None
    for node in (*report.power.feeds, *report.power.upstream):
        limit = node.figure("capacity_kw", "kW")
        yield "power", node.id, node.figure("load_kw"), limit
        yield "power", f"{node.id} after a loss", node.figure("load_after_loss_kw"), limit


def see_figures(preview: Preview, before: Report, after: Report) -> None:
    """See that each figure of the whole design is told where it changes, and as it will be."""
    was, now = (
        {(section, name): (figure, limit) for section, name, figure, limit in figures(report)}
        for report in (before, after)
    )
    names = names_of(before) | names_of(after)
    changes = {(one.section, names.get(one.what, one.what)): one for one in preview.changes}
    for place in was.keys() & now.keys():
        (old, old_limit), (new, new_limit) = was[place], now[place]
        moved = not alike(old, new) or not (
            old_limit is None or new_limit is None or alike(old_limit, new_limit)
        )
        if place == ("cost", "capital") and place in changes:
            moved = True  # other pieces may have no price
        assert (place in changes) == moved, place
        if moved:
            one = changes[place]
            assert alike(one.figure("before", one.unit), old)
            assert alike(one.figure("after", one.unit), new)
            if new_limit is not None:
                assert alike(one.figure("limit", one.unit), new_limit)


def names_of(report: Report) -> dict[str, str]:
    """Return ids of feeds and of what is upstream by what the card calls them."""
    found = {}
    for node in report.power.feeds:
        called = feed_called(node.name or node.id)
        found |= {called: node.id, f"{called} after a loss": f"{node.id} after a loss"}
    for node in report.power.upstream:
        called = node.name or node.id
        found |= {called: node.id, f"{called} after a loss": f"{node.id} after a loss"}
    return found


def see_card(plan: DropPlan, preview: Preview, before: Report, after: Report) -> None:
    """See that the card's counts are those of the reports, and that it denies no change."""
    lines = card_lines(plan, preview, METHOD_NAMES, {}, power=before.power)
    said = [line.text for line in lines]
    if "changes no figure" in said:
        assert bare(before) == bare(after)
    severity = {"error": "error", "warning": "warning"}
    fresh = Counter(
        severity[check.severity]
        for check in preview.comes
        if not check.elsewhere and check.severity in severity and not is_open(check.key)
    )
    for word, number in fresh.items():
        assert any(text.startswith(f"+ {number} {word}") for text in said), (word, number, said)
    assert findings_first(lines)


def findings_first(lines: tuple[Line, ...]) -> bool:
    """Return whether no line with a figure before and after it stands above one of a finding."""
    is_finding = [line.text[:2] in ("+ ", "− ") for line in lines]
    has_figures = [" → " in line.text and not line.beneath for line in lines]
    last = max((at for at, found in enumerate(is_finding) if found), default=-1)
    return not any(has_figures[1 : last + 1]) or all(
        is_finding[at] for at in range(1, last + 1) if has_figures[at]
    )


def bare(report: Report) -> Any:
    return report.evolve(timings=(), design="")


def anew(design: Design, catalog: Catalog) -> Report:
    """Return the report of an evaluator that knows nothing; what it finds later is no finding."""
    evaluator = Evaluator(catalog)
    report = evaluator.report(design)
    assert spots(evaluator.whole(design)) == spots(report)
    return report


@pytest.mark.parametrize("name", EACH)
def test_what_the_card_of_a_random_drop_says_is_what_the_report_says_after_it(name: str) -> None:
    design, catalog, parts = hall(name)
    asked_of, told_by = Evaluator(catalog), Evaluator(catalog)
    before = asked_of.report(design)
    kinds: Counter[str] = Counter()
    drops = Drops(design, catalog, parts, Random(name))
    for number, (kind, plan) in enumerate(drops.drawn(EACH[name])):
        assert plan.edit is not None
        change = diff(design, plan.edit(design))
        racks = plan.rack_ids or tuple(rack.id for rack in change.put_in("racks"))
        asked = racks[:MOST_PREVIEWED]
        preview = asked_of.preview(number, design, change, asked)
        told_by.report(design)
        whole = apply(design, change)
        after = anew(whole, catalog) if number % _ANEW == 0 else told_by.report(whole)
        for see in (see_checks, see_figures):
            see(preview, before, after)
        see_racks(preview, before, after, asked)
        see_card(plan, preview, before, after)
        kinds[kind] += 1
    assert kinds.total() == EACH[name]
    assert len(kinds) > (2 if name == "empty-room" else 4), kinds


@pytest.mark.parametrize("name", EARLY)
def test_what_the_card_says_at_an_early_stage_is_what_its_release_does(name: str) -> None:
    """The card said that a drop may be which was refused, or foresaw it of another stage."""
    design, catalog, parts = hall(name)
    racks = tuple(
        rack.evolve(stage="later" if number % 2 else "") for number, rack in enumerate(design.racks)
    )
    days = (Stage(id="now", order=1), Stage(id="later", order=2))
    whole = design.evolve(stages=days, racks=racks)
    seen, layout = as_of(whole, "now"), Layout(whole)
    asked_of, told_by = Evaluator(catalog), Evaluator(catalog)
    before, refused = asked_of.report(seen), 0
    drops = Drops(whole, catalog, parts, Random(f"early {name}"))
    for number, (_, drawn) in enumerate(drops.drawn(EARLY[name])):
        assert drawn.edit is not None
        plan, edit = at_stage(drawn, layout, "now"), staged(drawn.edit, "now")
        if plan.edit is None:
            refused += 1
            with pytest.raises(EditError, match=re.escape(plan.verdict.reason)):
                edit(whole)
            continue
        after = as_of(edit(whole), "now")
        asked = tuple(key for key in plan.rack_ids if key in seen_ids(seen, after))
        preview = asked_of.preview(number, seen, diff(seen, after), asked[:MOST_PREVIEWED])
        report = told_by.report(after)
        for see in (see_checks, see_figures):
            see(preview, before, report)
        see_card(plan, preview, before, report)
    assert refused


def seen_ids(*designs: Design) -> set[str]:
    return {rack.id for design in designs for rack in design.racks}


def test_a_thousand_drops_of_every_kind_are_compared() -> None:
    assert sum(EACH.values()) >= 1_000
    assert len(KINDS) == 12
