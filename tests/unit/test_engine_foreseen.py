"""What a preview says of the checks: which a change brings, ends or rewords, and what fails."""

from dataclasses import replace
from typing import Any

import pytest

from designer.catalog.load import load_shipped
from designer.document.drop_plans import DropPlan, part_into_rack
from designer.engine.evaluate import Evaluator, evaluate
from designer.engine.report import Foreseen, Preview, Report
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

SHIPPED = load_shipped()
SMALL = parts.small_catalog()


def pod(system: str = "h200") -> Design:
    return build("dgx-superpod-h100", {"scalable_units": "1", "system": system}, SHIPPED)


def drop(design: Design, part: str, name: str, half_u: int | None = None) -> DropPlan:
    rack = next(rack for rack in design.racks if rack.name == name)
    return part_into_rack(Layout(design), SHIPPED, part, rack.id, half_u)


def asked(evaluator: Evaluator, design: Design, plan: DropPlan) -> tuple[Preview, Design]:
    assert plan.edit is not None
    change = diff(design, plan.edit(design))
    return evaluator.preview(1, design, change, plan.rack_ids), apply(design, change)


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
    assert lines[0] == Line("! DGX H200 into B06 · U7–U14", "warning")
    assert lines[1].tone == "error"
    assert lines[1].text.startswith("+ 4 errors: DGX H200 does not carry its highest load")
    assert "3 of 6 left after losing feed" in lines[1].text
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


def test_an_error_that_another_filling_files_under_another_key_is_altered_not_new() -> None:
    preview, new = placed(without_pdus("r"), node("e", "r", 40))
    assert new == {"P26:no-pdu:dgx-h100x2"}
    assert "P26:no-pdu:dgx-h100x2" in keys(preview.alters)
    assert "P26" not in {check.rule for check in (*preview.comes, *preview.goes)}


def test_an_error_that_gets_worse_under_its_key_is_altered() -> None:
    """It says how many devices it concerns: the place and the key stay."""
    design = parts.superpod(1).evolve(power=())
    preview, _ = placed(design, node("new", design.racks[0].id, 80))
    (check,) = [check for check in preview.alters if check.rule == "P27"]
    assert check.message.startswith("5 × DGX H100")


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
            worst = {c.message for c in evaluate(after, SHIPPED).checks if c.severity == "error"}
            assert lines[1].tone == "error"
            assert lines[1].text.partition(": ")[2] in worst, (name, part, lines[1])
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
