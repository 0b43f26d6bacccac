"""What the bars of bisection say while a part is held is what they say after the release."""

from random import Random
from typing import Final

import pytest

from designer.catalog.load import load_shipped
from designer.engine.evaluate import Evaluator
from designer.engine.report import Report
from designer.model.change import diff
from designer.model.design import Design
from designer.planning.templates import build
from tests.helpers.random_drops import Drops
from tests.helpers.signed_designs import DESIGNS
from tests.helpers.signed_parts import CATALOG
from tests.helpers.ui_bars import is_loss, see_bars

SHIPPED: Final = {
    "dgx-superpod-gb200": {"scalable_units": "1"}, "dgx-superpod-h100": {"scalable_units": "1"},
    "starter-32": {},
}  # fmt: skip
SIGNED: Final = ("two scalable units and a fabric manager", "switches missing and too many")
PARTS: Final = ("dgx-h100", "dgx-a100", "qm9700", "sn2201", "sn4600c")
_DROPS: Final = 40


def worked_out(evaluator: Evaluator, design: Design) -> Report:
    evaluator.report(design)
    while evaluator.work_later():
        pass
    return evaluator.report_later() or evaluator.report(design)


@pytest.mark.parametrize("name", [*SHIPPED, *SIGNED])
def test_what_stands_undimmed_while_a_part_is_held_stands_after_the_release(name: str) -> None:
    catalog = load_shipped() if name in SHIPPED else CATALOG
    design = build(name, SHIPPED[name], catalog) if name in SHIPPED else DESIGNS[name]()
    parts = tuple(one.id for one in catalog.parts if name in SIGNED or one.id in PARTS)
    asked_of, told_by = Evaluator(catalog), Evaluator(catalog)
    drops = Drops(design, catalog, parts, Random(f"bars {name}"))
    before, altered, stay = worked_out(asked_of, design), 0, 0
    for number, (_, plan) in enumerate(drops.drawn(_DROPS)):
        assert plan.edit is not None
        after = plan.edit(design)
        preview = asked_of.preview(number, design, diff(design, after), ())
        held = see_bars(before, preview, worked_out(told_by, after))
        altered += sum(row.changes for row in held)
        stay += sum(is_loss(row) and not row.later for row in held)
    assert altered
    assert stay, "losses of fabrics of which a drop alters nothing are not said to follow"
