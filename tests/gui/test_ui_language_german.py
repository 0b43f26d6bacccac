"""The window in German: every view paints what it lists, and no German word is taken as a key."""

from pathlib import Path
from typing import Final

import pytest
from PySide6.QtWidgets import QTableView, QWidget
from pytestqt.qtbot import QtBot

from designer.catalog.load import load_shipped
from designer.document.edits import move_racks, put, remove, rename
from designer.engine.evaluate import Evaluator
from designer.io import design_file
from designer.io.languages import read_in
from designer.model.design import Design, Rack
from designer.model.phrases import PhraseBook
from designer.model.presented import METRIC, Presented
from designer.planning.templates import build
from designer.render.theme import DARK
from designer.ui.kit.widget_edge import show_as
from designer.ui.views.compare.table import KIND_ROLE, ChangeTable
from designer.ui.views.fabric.columns_list import ColumnsList, Row
from designer.ui.window.main_window import MainWindow
from tests.helpers.crowded_room import settle
from tests.helpers.ui_desk import Desk
from tests.helpers.ui_hall import hall, hall_report
from tests.helpers.variants import FakeAside

VIEWS: Final = ("Floor", "Elevation", "Fabric", "Power", "Workloads", "Cost", "Compare")
SIGN_PX: Final = 32
"""The disc before the word of a change, and the edges of its cell."""


@pytest.fixture
def first_design() -> Design:
    return hall()


def earlier(now: Design) -> Design:
    """Return the design before: a rack more, one gone, one elsewhere, one with another name."""
    first, second, third, *_ = (rack.id for rack in now.racks)
    more = put("racks", Rack(id="Q9", name="Q9", part="rack-48u", x_mm=5400, y_mm=9000))
    moved = move_racks(load_shipped(), (second,), 0, -600)
    return rename(first, "old")(remove((third,))(moved(more(now))))


@pytest.fixture
def german(window: MainWindow, desk: Desk, tmp_path: Path) -> MainWindow:
    """The window in German, with changes of every kind to compare."""
    show_as(read_in(Presented("metric", "de"), "de"))
    parts = window._parts
    engine = FakeAside()
    engine.setParent(parts.comparing)
    parts.comparing._engine = engine
    engine.found.connect(parts.comparing._take)
    path = tmp_path / "earlier.cluster.toml"
    design_file.save(path, earlier(desk.design), load_shipped(), None)
    desk.report(hall_report())
    window.views.show_view("Compare")
    parts.compare.show_file(path, before=True)
    settle()
    return window


def test_every_view_in_german_paints_all_that_it_lists(
    german: MainWindow, desk: Desk, qtbot: QtBot
) -> None:
    for view in VIEWS:
        german.views.show_view(view)
        for keys in ((), ("A01",), ("node-1",)):
            desk.workspace.select(keys)
            settle()
            assert not german.grab().isNull(), view  # an exception in a slot fails the test
    kinds = {row.kind for row in german._parts.comparing.rows}
    assert kinds == {"added", "removed", "moved", "changed"}


def test_the_table_of_changes_has_room_for_german_words(german: MainWindow, qtbot: QtBot) -> None:
    table = german.findChild(ChangeTable)
    assert isinstance(table, QTableView)
    metrics, rows = table.fontMetrics(), table.changes.rows
    for row in range(len(rows)):
        index = table.changes.index(row, 0)
        assert index.data(KIND_ROLE) == rows[row].kind != index.data()
        assert table.columnWidth(0) >= metrics.horizontalAdvance(index.data()) + SIGN_PX
    head = table.horizontalHeader()
    for column in range(table.changes.columnCount() - 1):
        assert head.sectionSize(column) >= head.sectionSizeHint(column), column


MOST_LOOKS: Final = 6_000
"""Messages held against the parts of a list of limits, until all of it is German."""


def test_a_long_description_is_read_in_bounded_work(
    german: MainWindow, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    """A screen reader is given many lines at once, and nobody sees that they take minutes."""
    looks, look = [0], PhraseBook._said_whole

    def counted(book: PhraseBook, text: str) -> str | None:
        looks[0] += 1
        assert looks[0] < MOST_LOOKS, text
        return look(book, text)

    catalog = load_shipped()
    report = Evaluator(catalog).report(build("starter-32", {}, catalog))
    lines = [f"{one.label}: {one.text}" for rack in report.racks for one in rack.limits]
    lines += [check.message for check in report.checks]
    monkeypatch.setattr(PhraseBook, "_said_whole", counted)
    show_as(METRIC)
    show_as(read_in(Presented("metric", "de"), "de"))
    given = "\n".join(lines)
    assert len(given) > 2_000
    widget = QWidget()
    qtbot.addWidget(widget)
    looks[0] = 0
    for take in (widget.setAccessibleDescription, widget.setToolTip, widget.setWhatsThis):
        take(given)
    assert "Höheneinheiten" in widget.accessibleDescription()
    once = looks[0]
    assert once > 0
    widget.setAccessibleDescription(given)
    assert looks[0] == once, "a text that was read is read no more"


def test_the_first_column_of_a_list_of_fabrics_keeps_its_room(qtbot: QtBot) -> None:
    columns = ColumnsList("Tiers", (False, False, True))
    qtbot.addWidget(columns)
    long = "am schlechtesten, 4 gleich · zusammen 2,00"
    columns.show_columns([Row(("Spine-Switches", long, "2,00"))], DARK)
    first, second, third = columns.widths(240.0)
    assert first >= 0.3 * 240
    assert second > third > 0
    assert first + second + third == pytest.approx(240.0)
    assert columns.widths(900.0)[0] > first
