"""The status bar: nothing in it is cut off, and a message comes before what never changes."""

import pytest
from pytestqt.qtbot import QtBot

from designer.ui.state.selection_filter import SelectionFilter
from designer.ui.window.counts import Counts
from designer.ui.window.status_bar import StatusBar
from tests.helpers.sessions import settle

SMALL = Counts(38, 361, 3_141)
LARGE = Counts(2_313, 13_456, 128_141, missing=2_112)
REFUSAL = "DGX H100 needs 8U and A05 has no such run free; the largest free run is 4U"


@pytest.fixture
def bar(qtbot: QtBot, dark_look: None) -> StatusBar:
    made = StatusBar(SelectionFilter())
    qtbot.addWidget(made)
    made.show()
    qtbot.waitExposed(made)
    made.show_position(112_345, 104_321)
    made.show_snap(600)
    made.show_zoom(100)
    return made


def cut_off(bar: StatusBar) -> list[str]:
    """Return the texts of plain labels that are narrower than their words, or out of the bar."""
    labels = [bar.position, bar.snap, bar.counts]
    return [
        label.text()
        for label in labels
        if label.isVisible()
        and (label.width() < label.sizeHint().width() or label.geometry().right() > bar.width())
    ]


@pytest.mark.parametrize("counts", [SMALL, LARGE], ids=["4 SU", "128 SU"])
@pytest.mark.parametrize("words", ["", REFUSAL, 4 * REFUSAL], ids=["none", "usual", "long"])
@pytest.mark.parametrize("width", [1280, 1600])
def test_nothing_is_cut_off(bar: StatusBar, width: int, words: str, counts: Counts) -> None:
    bar.resize(width, bar.height())
    bar.show_counts(counts)
    bar.show_message(words, "warning")
    settle()
    assert cut_off(bar) == []
    assert bar.message.toolTip() == words, "what is shortened stands whole in the tip"


def test_a_message_takes_the_room_of_snap_and_counts_and_gives_it_back(bar: StatusBar) -> None:
    bar.resize(1360, bar.height())
    bar.show_counts(SMALL)
    settle()
    assert bar.snap.isVisible()
    assert bar.counts.text().startswith("38 racks · 361 devices · 3,141 cables")
    assert "Alt" in bar.snap.toolTip()
    bar.show_message(REFUSAL, "warning")
    settle()
    assert not bar.snap.isVisible()
    assert bar.counts.text().startswith("38 racks · 361 devices · 3,141 cables")
    assert bar.message.width() >= bar.message.sizeHint().width(), "a usual refusal is read whole"
    bar.show_message(f"{REFUSAL} beside what hangs there", "warning")
    settle()
    assert not bar.snap.isVisible()
    assert bar.counts.text() == "zoom 100 %"
    assert bar.message.width() >= bar.message.sizeHint().width(), "a long one is, too"
    bar.show_message("")
    settle()
    assert bar.snap.isVisible()
    assert bar.counts.text().startswith("38 racks · 361 devices · 3,141 cables")
