"""Formats of plug-ins in the export dialog: written as ours are, and named where they fail."""

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from designer.app.exports import ExportError
from designer.ui.views.dialogs.export_dialog import FORMATS, ExportDialog
from tests.helpers.plugin_dists import install, install_good
from tests.helpers.prints import PrintedAtOnce
from tests.helpers.ui_desk import Desk, small_report


def _chosen(dialog: ExportDialog, key: str) -> ExportDialog:
    dialog.format.setCurrentIndex([each.key for each in dialog.formats].index(key))
    return dialog


def test_a_format_of_a_plug_in_stands_below_ours_and_writes(
    qtbot: QtBot, desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.report(small_report())
    install_good(tmp_path, monkeypatch)
    dialog = ExportDialog(desk.workspace, str(tmp_path), PrintedAtOnce())
    qtbot.addWidget(dialog)
    assert [each.key for each in dialog.formats[len(FORMATS) :]] == ["packed", "racks.csv"]
    _chosen(dialog, "racks.csv")
    assert dialog.format.currentText() == "racks.csv, acme-good"
    assert dialog.words.text() == "by the plug-in racks.csv of acme-good 1.2"
    path = tmp_path / "racks.csv"
    assert dialog.write(path)
    racks = desk.design.racks
    assert path.read_text().splitlines() == [f"{rack.name},{rack.part}" for rack in racks]


def test_one_that_fails_is_named_and_writes_nothing(
    qtbot: QtBot, desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.report(small_report())
    install(tmp_path, monkeypatch, "acme-bad", "def bad(*_):\n    raise ValueError('no')\n",
            {"exporters": {"bad.txt": "bad"}})  # fmt: skip
    dialog = ExportDialog(desk.workspace, str(tmp_path), PrintedAtOnce())
    qtbot.addWidget(dialog)
    for _ in range(2):
        off = r"plug-in bad\.txt of acme-bad 1\.2 is off"
        with pytest.raises(ExportError, match=off) as failed:
            _chosen(dialog, "bad.txt").write(tmp_path / "bad.txt")
        assert "ValueError: no" in str(failed.value)
    assert not (tmp_path / "bad.txt").exists()
    assert _chosen(dialog, "md").write(tmp_path / "report.md")
