"""The lists and tables of the window as models: Qt's own checks, and what each role answers."""

from collections.abc import Iterator
from typing import Any

import pytest
from PySide6.QtCore import QAbstractItemModel, QModelIndex, QPointF, QRectF, Qt
from PySide6.QtTest import QAbstractItemModelTester
from pytestqt.qtbot import QtBot

from designer.catalog.catalog import Catalog
from designer.document.edits import place_device, rename
from designer.engine.limit_report import Limit, LimitGroup
from designer.engine.report import Check, RackReport, Report
from designer.render.fonts import load_fonts
from designer.ui.commands.command_box import EntryModel as CommandModel
from designer.ui.commands.command_search import Entry as Command
from designer.ui.state.workspace import Workspace
from designer.ui.views.catalogue.compare_page import CompareModel
from designer.ui.views.catalogue.compare_rows import compare_lines
from designer.ui.views.catalogue.detail_model import RowModel
from designer.ui.views.catalogue.detail_rows import detail_rows
from designer.ui.views.catalogue.entry_model import EntryModel
from designer.ui.views.catalogue.family_list import FamilyModel
from designer.ui.views.catalogue.history_plot import plot_area, point_at, positions, words_of
from designer.ui.views.dashboard.check_model import CheckModel, Fold
from designer.ui.views.dashboard.power_data import BarReader, PowerBars
from designer.ui.views.navigator.history import HistoryModel
from designer.ui.views.navigator.outline import OutlineModel
from designer.ui.views.parts.model import Heading, PartModel
from tests.helpers.canvas_space import NODE as SPACE_NODE
from tests.helpers.canvas_space import PARTS
from tests.helpers.catalog_entries import CHIP, CONFLICT, NODE, OTHER, SHELF

SPOKEN = Qt.ItemDataRole.AccessibleTextRole
TIP = Qt.ItemDataRole.ToolTipRole
USER = Qt.ItemDataRole.UserRole
ODD = Qt.ItemDataRole.StatusTipRole
"""A role that no model of ours answers."""
HEAD = Qt.Orientation.Horizontal
ASCENDING, DESCENDING = Qt.SortOrder.AscendingOrder, Qt.SortOrder.DescendingOrder


@pytest.fixture
def checked(qtbot: QtBot) -> Iterator[Any]:
    """Let Qt check a model now and at every change; what is wrong is a warning and fails."""
    testers = []

    def check(model: QAbstractItemModel) -> None:
        mode = QAbstractItemModelTester.FailureReportingMode.Warning
        testers.append(QAbstractItemModelTester(model, mode))
        assert model.rowCount(model.index(0, 0)) == 0 or isinstance(model, OutlineModel)
        assert model.data(model.index(0, 0), ODD) is None

    yield check
    testers.clear()


def texts(model: QAbstractItemModel, column: int = 0, role: int = Qt.ItemDataRole.DisplayRole):
    return [model.index(row, column).data(role) for row in range(model.rowCount())]


def test_the_outline_is_a_sound_tree_and_follows_the_document(checked: Any, space: Workspace):
    model = OutlineModel(space)
    checked(model)
    assert texts(model) == ["Row A  ·  4", "Row B  ·  4"]
    row = model.index(0, 0)
    rack = model.index(0, 0, row)
    assert (rack.data(), rack.data(SPOKEN), rack.data(USER)) == (
        "A01  ·  3 devices", "A01  ·  3 devices", "A01",
    )  # fmt: skip
    assert [rack.model().index(n, 0, rack).data() for n in range(3)] == [
        "leaf-1  ·  U48", "node-2  ·  U9–U16", "node-1  ·  U1–U8",
    ]  # fmt: skip
    assert model.parent(model.index(2, 0, rack)) == rack
    assert model.parent(rack) == row
    assert not model.parent(row).isValid()
    assert model.keys_of(row) == ("A01", "A02", "A03", "A04")
    assert model.keys_of(rack) == ("A01",)
    assert model.keys_of(QModelIndex()) == ()
    empty, copy = model.index(1, 0, row), model.index(0, 0, model.index(1, 0))
    assert (model.hasChildren(rack), model.hasChildren(empty)) == (True, False)
    assert (copy.data(), model.hasChildren(copy), model.rowCount(copy)) == (
        "B01  ·  2 nodes", True, 2,
    )  # fmt: skip
    for key in ("A03", "node-1", "B02/n2"):
        assert model.index_of(key).data(USER) == key
    assert not model.index_of("nothing").isValid()
    space.document.apply("rename", rename("A02", "A00"))
    model.rebuild()
    assert model.index(0, 0, model.index(0, 0)).data() == "A00"


def test_racks_of_no_row_stand_last_under_a_name_of_their_own(checked: Any, space: Workspace):
    racks = tuple(r.evolve(row="" if r.row == "A" else r.row) for r in space.document.design.racks)
    space.document.apply("loosen", lambda design: design.evolve(racks=racks))
    model = OutlineModel(space)
    checked(model)
    assert texts(model) == ["Row A  ·  0", "Row B  ·  4", "Not in a row  ·  4"]


def test_the_history_has_the_newest_step_on_top(checked: Any, space: Workspace):
    model = HistoryModel(space)
    checked(model)
    space.document.apply("first", rename("A02", "X1"))
    space.document.apply("second", rename("A02", "X2"))
    model.refresh()
    assert texts(model) == ["second", "first", "New design"]
    assert texts(model, role=SPOKEN) == ["second, current", "first, done", "New design, done"]
    space.document.undo()
    model.refresh()
    assert texts(model, role=SPOKEN) == ["second, undone", "first, current", "New design, done"]
    assert [model.step_of(row) for row in range(3)] == [2, 1, 0]
    assert [bool(font) for font in texts(model, role=Qt.ItemDataRole.FontRole)] == [
        False, True, False,
    ]  # fmt: skip
    faint = texts(model, role=Qt.ItemDataRole.ForegroundRole)
    assert [bool(brush) for brush in faint] == [True, False, False]


def finding(rule: str, severity: str = "info", **fields: object) -> Check:
    return Check.model_validate(
        {"rule": rule, "severity": severity, "message": f"{rule}!", "advice": "Do.", "key": rule,
         **fields}
    )  # fmt: skip


def test_findings_stand_errors_first_and_remarks_are_folded(checked: Any, qtbot: QtBot):
    model = CheckModel(str)
    model.show([finding("start")])
    checked(model)
    remarks = [finding(f"i{n}") for n in range(3)]
    waived = finding("old", "error", waived=True)
    model.show([*remarks, finding("w", "warning"), waived, finding("e", "error", where=("A01",))])
    assert texts(model)[:2] == ["e", "w"]
    assert [isinstance(row, Fold) for row in model.rows] == [False, False, True, False]
    assert model.rows[3].rule == "old"
    assert texts(model, role=SPOKEN)[0] == "error: e: e! Do."
    assert texts(model, role=SPOKEN)[3] == "waived error: old: old! Do."
    assert texts(model, role=TIP)[0].startswith("e!\n")
    assert texts(model, role=TIP)[1] == "w!"
    fold = model.index(2)
    assert (model.check_at(fold), fold.data(TIP)) == (None, None)
    assert fold.data() == fold.data(SPOKEN) != ""
    assert model.check_at(model.index(0)).rule == "e"
    model.toggle(fold)
    assert texts(model)[3:6] == ["i0", "i1", "i2"]
    model.toggle(fold)
    assert model.rowCount() == 4
    model.toggle(model.index(0))
    assert model.opened == {"e"}
    model.toggle(model.index(0))
    assert model.opened == set()
    model.show(remarks[:2])
    assert texts(model) == ["i0", "i1"], "two remarks need no fold"
    with qtbot.assertNotEmitted(model.modelReset):
        model.show(remarks[:2])


def test_commands_say_what_they_are_and_why_they_cannot_be_done(checked: Any):
    model = CommandModel()
    can = Command("command", "Undo", lambda: None, detail="last step")
    cannot = Command("rack", "A01", lambda: None, reason="nothing to do")
    model.show([can])
    checked(model)
    model.show([can, cannot])
    assert texts(model) == ["Undo", "A01"]
    assert texts(model, role=TIP) == [None, "nothing to do"]
    assert texts(model, role=USER) == [can, cannot]
    assert texts(model, role=SPOKEN) == ["command Undo last step ", "rack A01  nothing to do"]


def test_parts_stand_under_their_groups(checked: Any):
    model = PartModel()
    model.show(PARTS, searching=False)
    checked(model)
    model.show(PARTS, searching=False, favourites=(SPACE_NODE,), recent=(SPACE_NODE,))
    headings = [row.text for row in model.rows if isinstance(row, Heading)]
    assert headings[:2] == ["Favourites", "Last placed"]
    assert not any(row.kind == "cable" for row in model.rows if not isinstance(row, Heading))
    assert texts(model)[:2] == [None, "Node 8U"]
    assert texts(model, role=SPOKEN)[0] == "Favourites, 1"
    assert texts(model, role=SPOKEN)[1].startswith("Node 8U, ")
    heading, part = model.index(0), model.index(1)
    assert model.flags(heading) == Qt.ItemFlag.ItemIsEnabled
    assert model.flags(part) & Qt.ItemFlag.ItemIsDragEnabled
    assert model.flags(QModelIndex()) == Qt.ItemFlag.NoItemFlags
    assert (model.part_at(heading), model.part_at(part)) == (None, SPACE_NODE)
    assert model.part_at(QModelIndex()) is None
    assert (model.row_of("node"), model.row_of("nothing")) == (1, -1)
    assert model.mimeData([part]).formats() != []
    assert model.mimeData([heading]).formats() == model.mimeData([]).formats() == []
    assert heading.data(TIP) is None
    assert "Node 8U" in part.data(TIP)
    model.show(PARTS, searching=True)
    cable = model.index(model.row_of("cable"))
    assert not model.flags(cable) & Qt.ItemFlag.ItemIsDragEnabled
    assert "power not known" in cable.data(SPOKEN)


def test_entries_are_sorted_with_the_unknown_last_either_way(checked: Any):
    model = EntryModel()
    model.show([NODE, OTHER], "nodes", SHELF)
    checked(model)
    model.show([OTHER, NODE], "nodes", SHELF)
    keys = [column.key for column in model.columns]
    mass, power = keys.index("mass_kg"), keys.index("@kw")
    for order in (ASCENDING, DESCENDING):
        model.sort(mass, order)
        assert texts(model) == ["Node A", "Node B"]
    model.sort(power, DESCENDING)
    kept = [model.index(0, 0), model.index(1, power)]
    assert texts(model) == ["Node B", "Node A"]
    model.sort(power, ASCENDING)
    assert texts(model) == ["Node A", "Node B"]
    model.sort(-1)
    assert texts(model) == ["Node B", "Node A"]
    assert len(kept) == 2
    assert (model.row_of(NODE), model.row_of(CHIP)) == (1, -1)
    assert model.entry_at(model.index(0, 0)) is OTHER
    assert model.entry_at(QModelIndex()) is None
    assert model.headerData(0, HEAD) == "Name"
    assert model.headerData(mass, HEAD) == "Mass\nkg"
    assert model.headerData(mass, HEAD, TIP) == "Mass, kg"
    assert model.headerData(99, HEAD) is None
    assert model.headerData(0, Qt.Orientation.Vertical) is None
    right = model.headerData(mass, HEAD, Qt.ItemDataRole.TextAlignmentRole)
    assert right & Qt.AlignmentFlag.AlignRight
    left = model.headerData(0, HEAD, Qt.ItemDataRole.TextAlignmentRole)
    assert left & Qt.AlignmentFlag.AlignLeft
    assert model.headerData(0, HEAD, ODD) is None
    assert model.flags(model.index(0, 0)) & Qt.ItemFlag.ItemIsDragEnabled
    assert model.flags(QModelIndex()) == Qt.ItemFlag.NoItemFlags
    assert model.mimeData([]).formats() == []
    assert texts(model, mass) == ["", "130"]


def test_favourites_are_marked(checked: Any, qtbot: QtBot):
    model = EntryModel()
    model.show([NODE, OTHER], "nodes", SHELF)
    with qtbot.waitSignal(model.dataChanged):
        model.show_favourites(["part/node-b"])
    role = USER + 2
    assert texts(model, role=role) == [False, True]
    assert texts(model, role=USER) == [NODE, OTHER]


def test_the_comparison_has_a_column_for_labels_and_one_for_each_entry(checked: Any):
    model = CompareModel()
    lines = compare_lines([NODE, OTHER], SHELF)
    model.show([NODE, OTHER], lines)
    checked(model)
    assert (model.rowCount(), model.columnCount()) == (len(lines), 3)
    assert [model.headerData(n, HEAD) for n in range(4)] == ["", "Node A", "Node B", None]
    assert model.headerData(0, Qt.Orientation.Vertical) is None
    assert model.headerData(1, HEAD, TIP) == "Acme Node A"
    assert (
        model.headerData(2, HEAD, TIP) == "Acme Node B\nClick, or 2: compare the others with this"
    )
    assert model.headerData(0, HEAD, TIP) is None
    row = next(n for n, line in enumerate(lines) if line.label == "Power, maximum")
    assert [model.index(row, column).data() for column in range(3)] == [
        "Power, maximum", "10,200 W", "14,300 W",
    ]  # fmt: skip
    assert "Power, maximum: 10,200 W" in model.index(row, 1).data(TIP)
    assert model.index(row, 0).data(TIP) is None
    assert model.index(row, 0).data(SPOKEN) == "Power, maximum"
    assert "14,300" in model.index(row, 2).data(SPOKEN)
    heading = next(n for n, line in enumerate(lines) if not line.sides)
    assert model.flags(model.index(heading, 0)) == Qt.ItemFlag.ItemIsEnabled
    assert model.flags(model.index(row, 1)) & Qt.ItemFlag.ItemIsSelectable
    model.show([], [])
    assert (model.rowCount(), model.columnCount()) == (0, 0)


def test_lines_of_a_page_are_spoken_with_what_can_be_done(checked: Any):
    model = RowModel()
    model.show(detail_rows(CONFLICT, SHELF))
    checked(model)
    rows = detail_rows(NODE, SHELF)
    model.show(rows)
    power = next(n for n, row in enumerate(rows) if row.label == "Power, maximum")
    assert model.index(power).data() == "Power, maximum: 10,200 W"
    assert (
        model.index(power)
        .data(SPOKEN)
        .startswith("Power, maximum, 10,200 W, sources disagree, Vendor: Guide 1")
    )
    assert "Guide 1" in model.index(power).data(TIP)
    assert model.index(power).data(USER) is rows[power]
    link = next(n for n, row in enumerate(rows) if row.label == "GPU")
    assert ", link" in model.index(link).data(SPOKEN)
    plot = next(n for n, row in enumerate(rows) if row.kind == "plot")
    assert model.index(plot).data(SPOKEN).startswith("Price history, ")
    section = next(n for n, row in enumerate(rows) if row.kind == "section")
    assert model.flags(model.index(section)) == Qt.ItemFlag.ItemIsEnabled
    assert model.flags(model.index(power)) & Qt.ItemFlag.ItemIsSelectable


def test_families_say_how_many_they_hold(checked: Any, qtbot: QtBot):
    model = FamilyModel()
    checked(model)
    row = model.row_of("nodes")
    index = model.index(row)
    assert (model.count("nodes"), index.data(SPOKEN)) == (None, "Compute nodes")
    with qtbot.waitSignal(model.dataChanged):
        model.show_counts({"nodes": 7})
    assert (model.count("nodes"), index.data(SPOKEN), index.data()) == (
        7,
        "Compute nodes, 7",
        "Compute nodes",
    )
    assert index.data(TIP) == "Compute nodes"
    assert model.flags(index) & Qt.ItemFlag.ItemIsSelectable
    heading = model.index(next(n for n, r in enumerate(model.rows) if not r.id))
    assert model.flags(heading) == Qt.ItemFlag.ItemIsEnabled
    assert heading.data(TIP) is None
    assert model.row_of("nothing") == -1


def rack(rack_id: str, kw: float | None, *limits: Limit, **fields: object) -> RackReport:
    return RackReport.model_validate(
        {"id": rack_id, "name": rack_id, "power_max_kw": kw, "limits": limits, **fields}
    )


def limit(name: str, most: float | None) -> Limit:
    group: LimitGroup = "cooling" if name == "cooling" else "power"
    return Limit(name=name, group=group, label=name, used=9.0, limit=most, unit="kW")


def test_bars_stand_by_power_then_by_name():
    report = Report(
        racks=(
            rack("B", 5.0, limit("cooling", 30.0)),
            rack("C", 9.0, limit("power", 40.0), limit("power-feed-lost", 20.0)),
            rack("A", 5.0, limit("cooling", None), cooling_capacity_kw=12.0),
        )
    )
    bars = BarReader().read(report)
    assert (bars.ids, bars.kw) == (("C", "A", "B"), (9.0, 5.0, 5.0))
    assert bars.feed_kw == (20.0, None, None)
    assert bars.cooling_kw == (None, 12.0, 30.0)


@pytest.mark.parametrize(
    ("kw", "limits", "top"),
    [
        ((10.0,), (), 10),
        ((10.0,), (22.0,), 22),
        ((10.0,), (22.1,), 10),
        ((), (), 1),
        ((0.2,), (0.9,), 1),
        ((0.2,), (1.1,), 1),
    ],
)
def test_the_scale_holds_all_bars_and_limits_that_are_not_far_away(
    kw: tuple[float, ...], limits: tuple[float, ...], top: float
):
    """Limits up to 2.2 times the highest bar; a margin of 18 % above, and at least 1 kW."""
    bars = PowerBars(
        ids=tuple("ab"[: len(kw)]), names=(), kw=kw, most_kw=(), words=(), methods=(),
        cooling_kw=(*limits, None), feed_kw=(None,), fed_kw=(), fed_words=(), limit_words=(),
    )  # fmt: skip
    assert bars.top == pytest.approx(top * 1.18)


def test_a_placed_device_is_counted_in_the_outline(checked: Any, space: Workspace):
    space.document.apply("place", place_device(Catalog(PARTS), "leaf", "A02"))
    model = OutlineModel(space)
    checked(model)
    rack_index = model.index(1, 0, model.index(0, 0))
    assert (rack_index.data(), model.rowCount(rack_index)) == ("A02  ·  1 device", 1)


def test_points_of_a_price_history_are_found_by_the_pointer(qapp: object):
    load_fonts()
    (series,) = [row.series for row in detail_rows(NODE, SHELF) if row.series]
    box = QRectF(0, 0, 400, 160)
    area = plot_area(box, series)
    (old, first), (new, last) = positions(area, series)
    assert (first.price.as_of, last.price.as_of) == ("2024", "2026-06")
    assert (old.x(), new.x()) == (area.left(), area.right())
    assert area.top() < new.y() < old.y() < area.bottom(), "the newer price is the higher"
    # 300,000 and 320,000 on a scale to 400,000, from zero.
    assert area.bottom() - old.y() == pytest.approx(area.height() * 3 / 4)
    assert area.bottom() - new.y() == pytest.approx(area.height() * 4 / 5)
    assert point_at(box, series, new) is last
    assert point_at(box, series, old + QPointF(3, 3)) is first
    assert point_at(box, series, area.center() + QPointF(0, 30)) is None
    assert words_of(series) == "2024 $300,000, 2026-06 $320,000"
