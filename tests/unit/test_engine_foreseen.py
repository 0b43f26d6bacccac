"""What a preview says of the checks: which a change brings, ends or rewords, and what fails."""

from dataclasses import replace
from typing import Any

import pytest

from designer.document.drop_plans import DropPlan, part_into_rack, part_onto_floor, racks_by
from designer.document.placement import footprint
from designer.engine.evaluate import Evaluator, evaluate
from designer.engine.preview import Foreseen, Preview
from designer.engine.report import Report
from designer.engine.subject import Subject
from designer.engine.subjects import SUBJECTS
from designer.model.change import Change, apply, diff
from designer.model.cooling_words import METHOD_NAMES
from designer.model.design import Design, Device, Rack, Waiver
from designer.model.layout import Layout
from designer.planning.templates import build
from designer.ui.kit.line_card import Line
from designer.ui.state.drop_words import card_lines
from tests.helpers import engine_designs as parts
from tests.helpers.signed_designs import DESIGNS
from tests.helpers.signed_parts import CATALOG
from tests.helpers.unthrottled import unthrottled

SHIPPED = unthrottled("dgx-h100", "dgx-h200")
SMALL = parts.small_catalog()


def pod(system: str = "h200") -> Design:
    return build("dgx-superpod-h100", {"scalable_units": "1", "system": system}, SHIPPED)


def drop(design: Design, part: str, name: str, half_u: int | None = None) -> DropPlan:
    rack = next(rack for rack in design.racks if rack.name == name)
    return part_into_rack(Layout(design), SHIPPED, part, rack.id, half_u)


def asked(evaluator: Evaluator, design: Design, plan: DropPlan) -> tuple[Preview, Design]:
    assert plan.edit is not None
    change = diff(design, plan.edit(design))
    racks = plan.rack_ids or tuple(rack.id for rack in change.put_in("racks"))
    return evaluator.preview(1, design, change, racks), apply(design, change)


def card(plan: DropPlan, preview: Preview) -> tuple[Line, ...]:
    return card_lines(plan, preview, METHOD_NAMES, {})


def keys(checks: tuple[Foreseen, ...], severity: str = "error") -> list[str]:
    return [check.key for check in checks if check.severity == severity]


def errors(report: Report) -> set[str]:
    return {c.key for c in report.checks if c.severity == "error" and not c.waived}


NEW = [
    "P03:dgx-h200:3+3",
    "R07:compute:leaf:missing",
    "R07:compute:spine:missing",
    "R07:storage:leaf:missing",
]


def test_a_drop_that_brings_errors_names_them_first_and_is_no_plain_yes() -> None:
    design = pod()
    evaluator = Evaluator(SHIPPED)
    evaluator.report(design)
    plan = drop(design, "dgx-h200", "B06", 14)
    preview, after = asked(evaluator, design, plan)
    assert keys(preview.comes) == NEW
    assert errors(evaluate(after, SHIPPED)) - errors(evaluate(design, SHIPPED)) == set(NEW)
    assert "8 of 16 leaf switches stand" in preview.comes[1].message
    lines = card(plan, preview)
    assert lines[0] == Line("! DGX H200 into B06 · U7–U14", "error")
    assert lines[1] == Line("+ 4 errors", "error", shape="error")
    named = [line.text for line in lines if line.beneath]
    assert sorted(named) == sorted(check.message for check in preview.comes[:4])
    assert named[0].startswith("DGX H200 does not carry its highest load")
    assert "3 of 6 left after losing feed" in named[0]
    (psu,) = [line for line in lines if "Power supplies, one feed lost" in line.text]
    assert psu.tone == "error"


def test_a_preview_of_checks_leaves_the_last_report_as_it_is() -> None:
    design = pod()
    evaluator = Evaluator(SHIPPED)
    before = evaluator.report(design)
    plan = drop(design, "dgx-h200", "B06", 14)
    first, after = asked(evaluator, design, plan)
    second, _ = asked(evaluator, design, plan)
    assert first == second
    assert evaluator.report(design) is before
    assert evaluator.report(after).checks == evaluate(after, SHIPPED).checks
    assert evaluator.report(design).checks == before.checks


def test_what_a_change_ends_goes_and_nothing_comes() -> None:
    design = pod()
    plan = drop(design, "dgx-h200", "B06", 14)
    assert plan.edit is not None
    full = plan.edit(design)
    evaluator = Evaluator(SHIPPED)
    evaluator.report(full)
    preview = evaluator.preview(1, full, diff(full, design), plan.rack_ids)
    assert keys(preview.goes) == NEW
    assert keys(preview.comes) == []
    lines = card(plan, preview)
    assert lines[0].text.startswith("✓")
    assert "− 4 gone" in [line.text for line in lines]


def test_waived_errors_neither_come_nor_make_the_title_doubtful() -> None:
    design = pod()
    design = design.evolve(waivers=tuple(Waiver(id=key, reason="agreed") for key in sorted(NEW)))
    evaluator = Evaluator(SHIPPED)
    plan = drop(design, "dgx-h200", "B06", 14)
    preview, _ = asked(evaluator, design, plan)
    assert keys(preview.comes) == []
    # The waivers fit nothing before the drop, which was a warning of its own.
    assert keys(preview.goes, "warning") == [f"W01:{key}" for key in NEW]
    assert card(plan, preview)[0].text.startswith("✓")


def without_pdus(*nodes: str) -> Design:
    """Return two racks without PDUs and a node for each rack that is named."""
    racks = tuple(
        Rack(id=key, name=key, part=parts.RACK.id, x_mm=4000 + 1200 * n, y_mm=4000)
        for n, key in enumerate("rs")
    )
    devices = tuple(node(f"d{n}", rack, 2 + 16 * n) for n, rack in enumerate(nodes))
    return Design(power=parts.FEEDS, racks=racks, devices=devices)


def node(key: str, rack: str, half_u: int) -> Device:
    return Device(id=key, name=key, part="dgx-h100", rack=rack, half_u=half_u)


def placed(design: Design, device: Device) -> tuple[Preview, set[str]]:
    """Return the preview of one device more, and the errors that only the design after has."""
    evaluator, change = Evaluator(SMALL), Change(put=(("devices", (device,)),))
    preview = evaluator.preview(1, design, change, [device.rack])
    after = evaluate(apply(design, change), SMALL)
    return preview, errors(after) - errors(evaluate(design, SMALL))


def test_an_error_that_reaches_one_more_rack_comes_there() -> None:
    """The key is that of the first rack's filling: the check itself is known."""
    preview, new = placed(without_pdus("r"), node("e", "s", 2))
    assert "P26:no-pdu:dgx-h100x1" not in new
    (check,) = [check for check in preview.comes if check.rule == "P26"]
    assert (check.key, check.places) == ("P26:no-pdu:dgx-h100x1", 1)
    assert check.elsewhere
    others = {one.key: one.elsewhere for one in preview.comes if one.rule != "P26"}
    stood = {check.key for check in evaluate(without_pdus("r"), SMALL).checks}
    assert others == {key: key in stood for key in others}


def test_what_gets_one_more_place_is_no_finding_more_and_what_loses_one_none_less() -> None:
    """A card said "+ 4 warnings" where the panel's count stayed at 7."""
    bare, more = without_pdus("r"), Change(put=(("devices", (node("e", "s", 2),)),))
    after = apply(bare, more)
    (met,) = Evaluator(SMALL).preview(1, after, diff(after, bare), ["s"]).goes[:1]
    assert (met.key, met.places, met.elsewhere) == ("P26:no-pdu:dgx-h100x1", 1, True)
    none_left = after.evolve(devices=())
    gone = Evaluator(SMALL).preview(1, after, diff(after, none_left), ["r", "s"]).goes
    (all_gone,) = [check for check in gone if check.rule == "P26"]
    assert (all_gone.places, all_gone.elsewhere) == (2, False)


def test_the_card_counts_as_many_findings_more_as_the_panel() -> None:
    design = build("dgx-superpod-h100", {"scalable_units": "2", "system": "h200"}, SHIPPED)
    evaluator = Evaluator(SHIPPED)
    first = min(design.racks, key=lambda rack: rack.name)
    was = evaluator.report(design)
    plan = drop(design, "dgx-h200", first.name)
    preview, after = asked(evaluator, design, plan)
    now = evaluate(after, SHIPPED)

    def found(report: Report) -> set[tuple[str, str]]:
        return {(c.key, c.severity) for c in report.checks if not c.waived}

    new = {(one.key, one.severity) for one in preview.comes if not one.elsewhere}
    assert new <= found(now) - found(was)
    assert {(one.key, one.severity) for one in preview.comes if one.elsewhere} <= found(was)


def test_an_error_that_another_filling_files_under_another_key_is_altered_not_new() -> None:
    preview, new = placed(without_pdus("r"), node("e", "r", 40))
    # Nothing is contained in this room: the second node is beyond the end of its air.
    assert new == {"P26:no-pdu:dgx-h100x2", "C14:containment:beyond"}
    assert "P26:no-pdu:dgx-h100x2" in keys(preview.alters)
    assert "P26" not in {check.rule for check in (*preview.comes, *preview.goes)}


def test_an_error_that_gets_worse_under_its_key_is_altered() -> None:
    """It says how many devices it concerns: the place and the key stay."""
    design = parts.superpod(1).evolve(power=())
    preview, _ = placed(design, node("new", design.racks[0].id, 80))
    (check,) = [check for check in preview.alters if check.rule == "P27"]
    assert check.message.startswith("5 × DGX H100")


def test_an_error_that_a_drop_meets_in_its_rack_stays_and_is_told() -> None:
    """It counts no devices, so that one more of them changes no word of it."""
    design = DESIGNS["four nodes on two feeds"]()
    evaluator = Evaluator(CATALOG)
    rack = design.racks[0].id
    one_more = Change(put=(("devices", (node("new", rack, 80),)),))
    preview = evaluator.preview(1, design, one_more, [rack])
    (met,) = preview.stays
    assert (met.key, met.severity, met.places) == ("P03:dgx-h100:3+3", "error", 1)
    assert evaluator.preview(1, design, one_more, ["elsewhere"]).stays == ()
    accepted = design.evolve(waivers=(Waiver(id=met.key, reason="accepted"),))
    assert evaluator.preview(1, accepted, one_more, [rack]).stays == ()


DROPPED = ("dgx-h200", "dgx-h100", "dgx-b200", "qm9700", "pdu-415v-60a-3ph")


def test_no_drop_brings_an_error_that_its_card_does_not_name() -> None:
    design = pod()
    evaluator = Evaluator(SHIPPED)
    old = errors(evaluator.report(design))
    told = 0
    for name in (rack.name for rack in design.racks):
        for part in DROPPED:
            plan = drop(design, part, name)
            if plan.edit is None:
                continue
            preview, after = asked(evaluator, design, plan)
            new = errors(evaluate(after, SHIPPED)) - old
            if not new:
                continue
            told += 1
            assert new <= set(keys(preview.comes)) | set(keys(preview.alters)), (name, part)
            lines = card(plan, preview)
            assert lines[0].text.startswith("!"), (name, part)
            assert lines[1].tone == "error"
            words = "\n".join(line.text for line in lines[1:])
            messages = [c.message for c in preview.comes if c.key in new]
            named = sum(message in words for message in messages)
            assert named == len(messages) or (named >= 1 and "more" in words), (name, part, words)
    assert told >= 20


def _fails(_: object) -> Any:
    raise RuntimeError("no such luck")


def failing(name: str) -> tuple[Subject, ...]:
    return tuple(replace(s, compute=_fails) if s.name == name else s for s in SUBJECTS)


@pytest.mark.parametrize("name", ["contents", "racks"])
def test_what_cannot_be_computed_is_said_on_the_card(name: str) -> None:
    design = pod()
    evaluator = Evaluator(SHIPPED, failing(name))
    evaluator.report(design)
    plan = drop(design, "dgx-h200", "B06", 14)
    preview, _ = asked(evaluator, design, plan)
    title = next(s.words for s in SUBJECTS if s.name == name)
    lines = card(plan, preview)
    assert lines[0].text.startswith("!")
    assert lines[1].tone == "error"
    assert lines[1].text.startswith(f"{title} cannot be computed, because RuntimeError: no such")
    assert "changes no figure" not in [line.text for line in lines]


def test_a_change_that_makes_a_subject_fail_ends_no_check() -> None:
    """What nobody could look at is not gone."""
    design = pod()
    racks = next(s for s in SUBJECTS if s.name == "contents")
    compute = racks.compute
    assert compute is not None

    def picky(facts: Any) -> Any:
        if any(device.part == "dgx-h200" for device in facts.design.devices):
            raise RuntimeError("no such luck")
        return compute(facts)

    subjects = tuple(replace(s, compute=picky) if s is racks else s for s in SUBJECTS)
    evaluator = Evaluator(SHIPPED, subjects)
    assert evaluator.report(design).checks
    preview, _ = asked(evaluator, design, drop(design, "dgx-h200", "B06", 14))
    assert preview.not_computed
    assert preview.goes == ()


def onto_floor(design: Design, part_id: str, x_mm: int, y_mm: int) -> DropPlan:
    part = SHIPPED.get(part_id)
    assert part is not None
    across, along = footprint(part, 0)
    middle = x_mm + across / 2, y_mm + along / 2
    return part_onto_floor(Layout(design), SHIPPED, part_id, *middle, free=True)


def test_a_cooling_unit_alters_figures_of_the_whole_design_and_the_card_says_which() -> None:
    """No rack draws more, and still a feed, the mass and the units are not the same."""
    design = pod("h100")
    plan = onto_floor(design, "crah", 6000, 6300)
    evaluator = Evaluator(SHIPPED)
    before = evaluator.report(design)
    preview, whole = asked(evaluator, design, plan)
    after = evaluate(whole, SHIPPED)
    told = {change.what: change for change in preview.changes}
    was, now = before.power.feeds[2], after.power.feeds[2]
    assert round(was.load_kw or 0, 1) == 115.1
    assert round(now.load_kw or 0, 1) == 120.6
    feed = told["feed C"]
    assert (feed.before, feed.after, feed.unit) == (was.load_kw, now.load_kw, "kW")
    lost = told["feed C after a loss"]
    assert (lost.before, lost.after) == (was.load_after_loss_kw, now.load_after_loss_kw)
    mass = told["mass"]
    assert (mass.before, mass.after) == (before.totals.weight_kg, after.totals.weight_kg)
    assert (told["air units"].before, told["air units"].after) == (2, 3)
    capital = told["capital"]
    assert capital.figure("before", "USD") == before.cost.figure("capex", "USD")
    assert capital.figure("after", "USD") == after.cost.figure("capex", "USD")
    assert set(told) == {
        "feed C", "feed C after a loss", "mass", "air units", "capital", "GPU-hour, owned",
        "heat in the room's air, one unit lost", "air moved, one unit lost",
    }  # fmt: skip
    # 30,000 of at least 10.5 million dollars is less than the digits that are shown.
    assert [line.text for line in card(plan, preview) if " → " in line.text] == [
        "feed C: 115.1 → 120.6, after a loss 206.4 → 211.9 of 250.0 kW",
        "B04, Floor, tributary area: ~4.8 (4.0–5.4) → ~5.1 (4.3–5.8) of 12.0 kPa "
        "(and 2 more racks)",
        "heat in the room's air, one unit lost: 44.4 of 100.0 → 200.0 kW",
        "air moved, one unit lost: ~11,000 (5,000–13,000) of 25,000 → 50,000 m³/h",
        # Of 11,246 to 14,320 kg, as racks, doors and units weigh what is assumed of them, and of
        # 690 to 1,030 kg more.
        "mass: ~13,000 kg (11,000–15,000) → ~14,000 kg (11,000–16,000)",
        "air units: 2 → 3",
    ]


def test_a_node_tells_its_rack_and_then_the_whole_design_with_bounds_and_estimates() -> None:
    design = pod("h100")
    plan = drop(design, "dgx-h100", "A01", 76)
    preview, _ = asked(Evaluator(SHIPPED), design, plan)
    lines = [line.text for line in card(plan, preview)]
    at = lines.index("whole design")
    assert any("one feed lost" in line for line in lines[:at])
    # A node is less than the digits that 11,246 to 14,320 kg are shown with, and known by itself.
    (mass,) = (one for one in preview.changes if one.what == "mass")
    was, now = mass.figure("before", "kg"), mass.figure("after", "kg")
    node = SHIPPED.require("dgx-h100").mass_kg
    assert node is not None
    assert design.room.cable_kg is not None
    more = node + design.room.cable_kg
    assert now.low - was.low == pytest.approx(more)
    assert now.high - was.high == pytest.approx(more)
    assert lines[at + 1 :] == [
        "after loss of feed B: A 93 → 95% full",
        "feed A: 162.4 → 165.8, after a loss 232.4 → 237.5 of 250.0 kW",
        "feed B: 161.3 → 164.7, after a loss 265.6 → 270.7 of 300.0 kW",
        "feed C: 115.1 → 118.5, after a loss 206.4 → 211.5 of 250.0 kW",
        "heat on CDUs, one lost: 316.2 → 326.4 of 1,300.0 kW",
        "IT power: 360.6 → 370.8 kW",
        "GPUs: 248 → 256",
        "mass: ~13,000 kg (11,000–15,000), 135 kg more",
        "capital: ≥ $10.9 → ≥ $11.1 M",
        "energy cost a year: ~$250 k (190–360) → ~$260 k (200–360)",
        "facility power: ~470 kW (370–670) → ~490 kW (380–690)",
        "length of cables: ~5,900 m (4,400–8,100) → ~6,000 m (4,500–8,100)",
        "cost of cables and modules: ~$480 k (350–690) → ~$470 k (350–660)",
        "power of cables and modules: 5.9 → 6.0 kW",
        "GPU-hour, owned: ~$2.6 (1.9–4.2) → ~$2.5 (1.9–4.2)",
    ]


def test_a_cooling_unit_moved_by_a_hand_tells_that_only_racks_read_differently() -> None:
    """Its share of the floor is not the same: the card has no line for it, and does not deny it."""
    design = pod("h100")
    evaluator = Evaluator(SHIPPED)
    before = evaluator.report(design)
    crah = next(rack for rack in design.racks if rack.part == "crah")
    plan = racks_by(Layout(design), SHIPPED, (crah.id,), 10, 0)
    preview, whole = asked(evaluator, design, plan)
    assert evaluate(whole, SHIPPED).racks != before.racks
    assert (preview.changes, preview.altered) == ((), ("Racks",))
    assert [line.text for line in card(plan, preview)][1:] == [
        "changes figures not shown here: Racks"
    ]


def test_only_a_change_that_alters_no_subject_changes_no_figure() -> None:
    design = pod("h100")
    evaluator = Evaluator(SHIPPED)
    before = evaluator.report(design)
    # Of those in row A a card tells that their mass is near what may be rolled.
    rack = next(one for one in design.racks if one.name == "B01")
    noted = rack.evolve(note="seen")
    named = design.evolve(racks=tuple(noted if one is rack else one for one in design.racks))
    preview = evaluator.preview(1, design, diff(design, named), [rack.id])
    assert Evaluator(SHIPPED).report(named).evolve(timings=()) == before.evolve(timings=())
    assert (preview.changes, preview.altered, preview.unmeasured) == ((), (), ())
    plan = racks_by(Layout(design), SHIPPED, (rack.id,), -10, 0)
    assert [line.text for line in card(plan, preview)][1:] == ["changes no figure"]
