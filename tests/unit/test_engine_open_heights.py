"""A device of no known height: what is dropped above it may not fit, as card and finding say."""

import pytest

from designer.catalog.catalog import Catalog
from designer.catalog.load import load_shipped
from designer.document.drop_plans import part_into_rack
from designer.engine.evaluate import Evaluator, evaluate
from designer.model.change import diff
from designer.model.design import Design, Device, Rack, Room
from designer.model.layout import Layout
from designer.ui.state.drop_words import card_lines

ROOM = Room(outline=((0, 0), (9000, 0), (9000, 9000), (0, 9000)))


def shy() -> Catalog:
    """Return a catalogue in which nobody states the height of a DGX H100."""
    part = load_shipped().require("dgx-h100")
    return load_shipped().overlay([part.evolve(height_half_u=0)])


def rack_of(*held: tuple[str, str, int]) -> Design:
    """Return a rack with devices: id, part, half unit."""
    devices = (
        Device(id=key, name=key, part=part, rack="R1", half_u=half_u) for key, part, half_u in held
    )
    return Design(
        room=ROOM, racks=(Rack(id="R1", name="R1", part="rack-48u", x_mm=3000, y_mm=3000),),
        devices=tuple(sorted(devices, key=lambda one: one.id)),
    )  # fmt: skip


def rails(design: Design, catalog: Catalog) -> dict[str, str]:
    """Return what F01 says, by cause."""
    checks = evaluate(design, catalog).checks
    return {
        check.key.removeprefix("F01:"): check.message for check in checks if check.rule == "F01"
    }


def test_what_stands_next_above_may_be_in_its_place() -> None:
    found = rails(rack_of(("n", "dgx-h100", 4), ("s", "qm9700", 30), ("t", "qm9700", 40)), shy())
    assert found == {
        "open:height:dgx-h100": "whether DGX H100 fits the rails cannot be said, because the "
        "height of DGX H100 is not known",
        "open:above:qm9700:dgx-h100": "whether QM9700 has room above DGX H100 cannot be said, "
        "because the height of DGX H100 is not known",
    }


def test_what_stands_below_it_is_not_in_its_place() -> None:
    found = rails(rack_of(("n", "dgx-h100", 20), ("s", "qm9700", 2)), shy())
    assert list(found) == ["open:height:dgx-h100"]


def test_its_lowest_half_unit_is_certain() -> None:
    found = rails(rack_of(("n", "dgx-h100", 4), ("s", "qm9700", 4)), shy())
    assert [cause for cause in found if not cause.startswith("open")] == ["dgx-h100x1"]


def test_a_known_height_leaves_nothing_open() -> None:
    assert rails(rack_of(("n", "dgx-h100", 4), ("s", "qm9700", 30)), load_shipped()) == {}


def test_its_height_is_among_the_figures_not_known() -> None:
    checks = evaluate(rack_of(("n", "dgx-h100", 4)), shy()).checks
    (told,) = [check for check in checks if check.key == "D01:dgx-h100"]
    assert told.message.startswith("DGX H100: height, idle power not known")
    checks = evaluate(rack_of(("n", "dgx-h100", 4)), load_shipped()).checks
    (told,) = [check for check in checks if check.key == "D01:dgx-h100"]
    assert told.message.startswith("DGX H100: idle power not known")


@pytest.mark.parametrize(("catalog", "said"), [(shy(), True), (load_shipped(), False)])
def test_the_card_of_a_drop_above_it_says_what_the_finding_says(
    catalog: Catalog, said: bool
) -> None:
    design = rack_of(("n", "dgx-h100", 4))
    plan = part_into_rack(Layout(design), catalog, "qm9700", "R1", 30)
    assert plan.verdict.ok
    assert plan.edit is not None
    dropped = plan.edit(design)
    evaluator = Evaluator(catalog)
    evaluator.report(design)
    preview = evaluator.preview(1, design, diff(design, dropped), ("R1",))
    lines = [line.text for line in card_lines(plan, preview, {}, {})]
    open_ = [check.message for check in preview.comes if check.key.startswith("F01:open:above")]
    assert bool(open_) is said
    if said:
        assert open_ == [
            "whether QM9700 has room above DGX H100 cannot be said, because the height of DGX "
            "H100 is not known"
        ]
        assert lines[0].startswith("! ")
        assert [line for line in lines if "cannot be said" in line]
    assert open_ == [
        message for cause, message in rails(dropped, catalog).items() if "above" in cause
    ]
