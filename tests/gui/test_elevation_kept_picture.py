"""While a part is dragged over the elevation its rack is painted once, and is never out of date."""

from collections.abc import Iterator

import pytest
from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot

from designer.render.theme import LIGHT
from designer.ui.state.drag_payload import encode_part
from designer.ui.state.workspace import Workspace
from designer.ui.views.elevation import view as view_module
from designer.ui.views.elevation.panel import ElevationPanel
from tests.helpers.canvas_drags import SentDrag
from tests.helpers.sent_mouse import move
from tests.helpers.shown_views import at_u, shown_elevation


@pytest.fixture
def panel(qtbot: QtBot, space: Workspace) -> ElevationPanel:
    return shown_elevation(qtbot, space)


@pytest.fixture
def dragged(panel: ElevationPanel) -> Iterator[SentDrag]:
    drag = SentDrag(panel.view, encode_part("node"))
    assert drag.enter(at_u(panel, 60))
    yield drag
    drag.leave()


def seen(panel: ElevationPanel) -> QImage:
    return panel.view.grab().toImage()


def painted_anew(panel: ElevationPanel) -> QImage:
    panel.view.kept.forget()
    return seen(panel)


def test_a_step_of_a_drag_paints_no_rack(
    panel: ElevationPanel, dragged: SentDrag, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = seen(panel)
    painted: list[str] = []
    monkeypatch.setattr(view_module, "paint_elevation", lambda *_, **__: painted.append("a face"))
    dragged.move(at_u(panel, 48))
    after = seen(panel)
    assert after != before
    assert not painted
    painted_anew(panel)
    assert painted == ["a face", "a face"]


def test_what_changes_during_a_drag_is_painted(
    panel: ElevationPanel, dragged: SentDrag, space: Workspace
) -> None:
    first = seen(panel)
    move(panel.view, at_u(panel, 8))
    lit = seen(panel)
    assert lit != first
    assert lit == painted_anew(panel)
    space.select(("node-1",))
    chosen = seen(panel)
    assert chosen != lit
    assert chosen == painted_anew(panel)
    space.set_theme(LIGHT)
    light = seen(panel)
    assert light != chosen
    assert light == painted_anew(panel)
    panel.view.resize(panel.view.width(), panel.view.height() - 40)
    smaller = seen(panel)
    assert smaller.size() != light.size()
    assert smaller == painted_anew(panel)


def test_after_a_drag_nothing_is_kept(panel: ElevationPanel, space: Workspace) -> None:
    plain = seen(panel)
    drag = SentDrag(panel.view, encode_part("node"))
    drag.enter(at_u(panel, 60))
    assert seen(panel) != plain
    drag.leave()
    assert seen(panel) == plain
