"""Parts dropped on the one-line feed what they are dropped on, in one step, or say why not."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from designer.catalog.plant_places import plant_key
from designer.document.upstream_plans import _with_source
from designer.engine.evaluate import evaluate
from designer.model.design import Design, PowerNode
from designer.render.chain_pieces import PieceKey
from designer.render.one_line import GroupKey
from designer.ui.state.drag_payload import encode_part
from designer.ui.views.power.view import AnyKey
from tests.gui.test_ui_power_view import CATALOG, Shown, hall
from tests.helpers.canvas_drags import SentDrag
from tests.helpers.crowded_room import settle

UPS, GENERATOR, BUSWAY = "ups-galaxy-vxl", "generator-cat-3516c", "busway-800a"


@pytest.fixture
def shown(qtbot: QtBot, tmp_path: Path) -> Iterator[Shown]:
    made = Shown(qtbot, tmp_path, hall())
    yield made
    made.desk.close()


def over(shown: Shown, key: AnyKey) -> QPoint:
    """Return the middle of a box in the coordinates of the panel, scrolled to."""
    shown.panel.show_box(key)
    settle()
    return shown.panel.view.mapTo(shown.panel, shown.panel.view.place_of(key).center())


def drop(shown: Shown, part: str, at: QPoint) -> str:
    """Drag a part there and let go; return what was said while it hung there."""
    drag = SentDrag(shown.panel, encode_part(part))
    assert drag.enter(at)
    assert drag.move(at)
    said = shown.panel.verdict.text()
    assert drag.drop(at)
    settle()
    return said


def nodes(shown: Shown) -> dict[str, PowerNode]:
    return {node.id: node for node in shown.space.document.design.power}


def test_a_ups_comes_between_a_feed_and_what_fed_it_in_one_step(shown: Shown) -> None:
    before = shown.space.document.design
    said = drop(shown, UPS, over(shown, "A"))
    assert said == "Galaxy VXL UPS 1,250 kW between UPS U1 and feed A."
    (made,) = nodes(shown).keys() - {node.id for node in before.power}
    new = nodes(shown)[made]
    assert (new.kind, new.part, new.parents) == ("ups", UPS, ("U1",))
    assert nodes(shown)["A"].parents == (made,)
    assert shown.space.selection == (plant_key(made),)
    assert "feeds feed A" in shown.desk.messages[-1][0]
    shown.report = evaluate(shown.space.document.design, CATALOG)
    shown.publish()
    assert shown.panel.view.place_of(made).isValid()
    shown.space.document.undo()
    assert shown.space.document.design == before
    assert not shown.space.document.can_undo


def test_a_generator_stands_by_for_the_source_that_is_there(shown: Shown) -> None:
    known = set(nodes(shown))
    said = drop(shown, GENERATOR, over(shown, "U2"))
    assert "standing by for UPS U2, beside utility Grid" in said
    (made,) = nodes(shown).keys() - known
    assert nodes(shown)["U2"].parents == ("grid", made)
    assert nodes(shown)[made].parents == ()


def test_a_generator_is_never_the_only_source_of_what_it_is_dropped_on(
    qtbot: QtBot, tmp_path: Path
) -> None:
    """A UPS that named nothing upstream ran on the generator all day."""
    power = (PowerNode(id="U", kind="ups", name="UPS U"), PowerNode(id="A", parents=("U",)))
    shown = Shown(qtbot, tmp_path, hall(power=power))
    before = shown.space.document.design
    said = drop(shown, GENERATOR, over(shown, "U"))
    assert "UPS U names no source yet that it could stand by for: name its utility first" in said
    assert shown.space.document.design is before


def test_the_mains_come_before_a_generator_that_is_there() -> None:
    gen, node = PowerNode(id="g", kind="generator"), PowerNode(id="U", kind="ups", parents=("g",))
    design = Design(name="d", power=(gen, node))
    assert _with_source(design, node, PowerNode(id="m", kind="utility")) == ("m", "g")
    assert _with_source(design, node, PowerNode(id="h", kind="generator")) == ("g", "h")


def test_a_drop_on_what_brings_a_feed_to_a_rack_goes_upstream_of_the_feed(shown: Shown) -> None:
    shown.press(GroupKey(("A", "B", "C")))
    shown.panel.unfold("r")
    settle()
    known = set(nodes(shown))
    drop(shown, "transformer-generic", over(shown, PieceKey("r", "lead", "C")))
    (made,) = nodes(shown).keys() - known
    assert nodes(shown)["C"].parents == (made,)
    # What lies in the panel lets a drag through to it.
    inner: QWidget | None = shown.panel.view
    while inner is not None and inner is not shown.panel:
        assert not inner.acceptDrops()
        inner = inner.parentWidget()


def test_what_feeds_no_racks_or_is_dropped_elsewhere_says_why(shown: Shown) -> None:
    before = shown.space.document.design
    cases: tuple[tuple[str, AnyKey, str], ...] = (
        (UPS, GroupKey(("A", "B", "C")), "racks hang on feeds"),
        (UPS, "grid", "Grid is a source: nothing feeds it"),
        (BUSWAY, "U1", "no busway stands upstream of a UPS"),
        ("dgx-h100", "A", "nothing that stands upstream of racks"),
        ("pipe-generic", "A", "it carries coolant"),
        (UPS, "", "drop it on a feed, or on what stands upstream of one"),
    )
    for part, key, reason in cases:
        ground = QPoint(4, shown.panel.height() // 2)
        said = drop(shown, part, over(shown, key) if key else ground)
        assert reason in said
        text, kind = shown.desk.messages[-1]
        assert reason in text
        assert "\n" not in text
        assert kind == "warning"
    assert shown.space.document.design is before


def test_a_drag_that_leaves_changes_nothing_and_says_nothing_more(shown: Shown) -> None:
    before = shown.panel.verdict.text()
    drag = SentDrag(shown.panel, encode_part(UPS))
    drag.enter(over(shown, "B"))
    assert shown.panel.verdict.text() != before
    drag.leave()
    settle()
    assert shown.panel.verdict.text() == before
    assert not shown.space.document.can_undo


def test_a_room_without_feeds_says_so(qtbot: QtBot, tmp_path: Path) -> None:
    shown = Shown(qtbot, tmp_path, hall(power=()))
    drop(shown, UPS, QPoint(200, 200))
    assert "the room has no feed yet" in shown.desk.messages[-1][0]


def test_a_part_of_the_same_kind_takes_the_place_of_what_stands_there(shown: Shown) -> None:
    """A UPS dropped on a UPS made two in a row, which nobody builds."""
    before = shown.space.document.design
    said = drop(shown, UPS, over(shown, "U1"))
    assert said == "Galaxy VXL UPS 1,250 kW in place of UPS U1."
    assert nodes(shown).keys() == {node.id for node in before.power}
    now = nodes(shown)["U1"]
    assert (now.part, now.capacity_kw, now.parents) == (UPS, None, ("grid",))
    assert nodes(shown)["A"].parents == ("U1",)
    assert "capacity stated of it before no longer hold" in shown.desk.messages[-1][0]
    said = drop(shown, UPS, over(shown, "U1"))
    assert "it is that part already" in said
    shown.space.document.undo()
    assert shown.space.document.design == before


def test_a_part_without_room_takes_no_place(qtbot: QtBot, tmp_path: Path) -> None:
    power = tuple(
        node.evolve(x_mm=0, y_mm=0, width_mm=100, depth_mm=100) if node.id == "U1" else node
        for node in hall().power
    )
    rack = hall().racks[0].evolve(x_mm=200, y_mm=0)
    shown = Shown(qtbot, tmp_path, hall(power=power, racks=(rack,)))
    before = shown.space.document.design
    said = drop(shown, UPS, over(shown, "U1"))
    assert said == "Galaxy VXL UPS 1,250 kW: R is in the way."
    assert shown.space.document.design is before
    shown.desk.close()
