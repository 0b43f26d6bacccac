"""The catalogue's window on a small catalogue and library."""

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from designer.catalog.catalog import Catalog
from designer.catalog.library import Library
from designer.catalog.load import load_shipped
from designer.render.fonts import load_fonts
from designer.ui.state.actions import ActionSet
from designer.ui.views.catalogue import window as window_module
from designer.ui.views.catalogue.window import CatalogWindow
from designer.ui.views.parts.panel import PartsPanel
from tests.helpers.catalog_entries import CHIP, CONFLICT, NODE, OTHER, RULE, TOPIC
from tests.helpers.ui_desk import Desk, small_design

LIBRARY = Library({"conflict": [CONFLICT], "guideline": [RULE], "topic": [TOPIC]})


def catalogue_desk(folder: Path) -> Desk:
    """Return a desk with the small catalogue, and the shipped parts of its design."""
    made = Desk(folder, small_design())
    racks = [part for part in load_shipped().parts if part.id in {"rack-48u", "dgx-h100"}]
    made.workspace.catalog = Catalog([NODE, OTHER, CHIP, *racks])
    return made


def catalogue_window(
    qtbot: QtBot, desk: Desk, palette: PartsPanel, monkeypatch: pytest.MonkeyPatch
) -> CatalogWindow:
    """Return the catalogue's window over a list of parts, shown, with its library read."""
    load_fonts()
    monkeypatch.setattr(window_module, "shipped_library", lambda: LIBRARY)
    made = CatalogWindow(desk.workspace, desk.settings, ActionSet(palette))
    qtbot.addWidget(made)
    made.resize(1240, 760)
    made.show()
    qtbot.waitExposed(made)
    qtbot.waitUntil(lambda: made.page.families.families.count("conflicts") == 1)
    return made
