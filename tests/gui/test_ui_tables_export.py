"""A table on its way into a file: one at a time, and an error in between is told."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from designer.ui.fields.tables import table_text
from designer.ui.fields.tables.listing import Counted
from designer.ui.views.tables import slices, table_file
from designer.ui.views.tables.window import TablesWindow
from designer.ui.window.main_window import MainWindow
from tests.helpers.crowded_room import settle
from tests.helpers.ui_desk import Desk, small_report


@pytest.fixture
def tables(
    window: MainWindow, desk: Desk, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> Iterator[TablesWindow]:
    """The window of tables, which writes line by line and gives way after each."""
    desk.report(small_report())
    window.actions_by_id["view.tables"].trigger()
    made = window.tables.tables
    assert made is not None
    qtbot.waitExposed(made)
    qtbot.waitUntil(lambda: len(made.lines.model_of_lines.lines) == 2)
    monkeypatch.setattr(slices, "SLICE_S", 0.0)
    monkeypatch.setattr(table_text, "_SLICE", 1)
    yield made
    window.tables.close()


def said(tables: TablesWindow) -> str:
    return tables.offers.said.text()


def test_a_second_export_is_refused_and_the_first_is_written(
    tables: TablesWindow, tmp_path: Path, qtbot: QtBot
) -> None:
    """It took the place of the first, of which nobody heard any more."""
    first, second = tmp_path / "racks.csv", tmp_path / "again.csv"
    refusal = "again.csv is not written: one export at a time"
    tables.writing.write(first)
    assert tables.writing.is_working
    tables.writing.write(second)
    assert said(tables) == refusal
    qtbot.waitUntil(lambda: said(tables).startswith(f"{refusal} · 2 of 2 lines"))
    qtbot.waitUntil(lambda: not tables.writing.is_working)
    assert said(tables) == f"Wrote {first}; {refusal}"
    assert first.read_text(encoding="utf-8-sig").count("\n") == 3
    assert not second.exists()
    tables.writing.write(second)
    qtbot.waitUntil(lambda: not tables.writing.is_working)
    assert (said(tables), second.exists()) == (f"Wrote {second}", True)


def breaks(*_given: object) -> Counted[str]:
    """Return a work whose second slice fails."""
    yield 1
    message = "no such column"
    raise LookupError(message)


def test_an_error_between_two_slices_stops_the_export_and_is_told(
    tables: TablesWindow, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The turn went on with what was spent, and wrote a file of nothing."""
    monkeypatch.setattr(table_file, "csv_in_slices", breaks)
    put: list[Path] = []
    monkeypatch.setattr(table_file, "write_output", lambda path, _made: put.append(path))
    path = tmp_path / "racks.csv"
    with qtbot.captureExceptions() as raised:
        tables.writing.write(path)
        assert said(tables) == "1 of 2 lines written: Esc stops"
        qtbot.waitUntil(lambda: not tables.writing.is_working)
        settle()
        settle()
    assert [kind for kind, *_ in raised] == [LookupError], "it is logged, once"
    assert said(tables) == "Not written: LookupError: no such column"
    assert (put, list(tmp_path.glob("racks*"))) == ([], [])
    monkeypatch.undo()
    tables.writing.write(path)
    qtbot.waitUntil(lambda: not tables.writing.is_working)
    assert path.exists(), "the next one is written"


def test_an_export_that_is_stopped_has_refused_nothing_afterwards(
    tables: TablesWindow, tmp_path: Path, qtbot: QtBot
) -> None:
    tables.writing.write(tmp_path / "racks.csv")
    tables.writing.write(tmp_path / "again.csv")
    QTest.keyClick(tables, Qt.Key.Key_Escape)
    assert said(tables) == "Nothing is written: the export was stopped"
    tables.writing.write(tmp_path / "again.csv")
    qtbot.waitUntil(lambda: not tables.writing.is_working)
    assert said(tables) == f"Wrote {tmp_path / 'again.csv'}"
