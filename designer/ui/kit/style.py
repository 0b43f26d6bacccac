"""One look for every widget: a palette and one style sheet, both made from the theme's tokens.

Fusion underneath, so that the same Qt gives the same pixels everywhere. Widgets choose a look by
the property `role` (see the sheet); nothing else in `ui` may set a style sheet.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from string import Template
from typing import Final

from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QApplication, QStyleFactory, QWidget

from designer.catalog.data_files import data_folder
from designer.render.fonts import font
from designer.render.theme import Theme
from designer.ui.kit.style_sheet import HIGH_CONTRAST, SHEET, TILE_PX
from designer.ui.kit.tip_width import fold_tips

BODY_PX: Final = 12


def token(theme: Theme, name: str) -> QColor:
    """Return a token of the theme as a colour."""
    return QColor(getattr(theme, name))


def mixed(first: QColor, second: QColor, part: float) -> QColor:
    """Return a colour between two; `part` 0 is the first, 1 the second."""
    return QColor(
        round(first.red() + (second.red() - first.red()) * part),
        round(first.green() + (second.green() - first.green()) * part),
        round(first.blue() + (second.blue() - first.blue()) * part),
    )


def palette(theme: Theme) -> QPalette:
    """Return the palette that Fusion paints with wherever the sheet is silent."""
    role, made = QPalette.ColorRole, QPalette()
    colours = {
        role.Window: theme.panel,
        role.WindowText: theme.text,
        role.Base: theme.background,
        role.AlternateBase: theme.raised,
        role.ToolTipBase: theme.raised,
        role.ToolTipText: theme.text,
        role.PlaceholderText: theme.dim,
        role.Text: theme.text,
        role.Button: theme.raised,
        role.ButtonText: theme.text,
        role.BrightText: theme.error,
        role.Light: theme.raised,
        role.Midlight: theme.raised,
        role.Mid: theme.line,
        role.Dark: theme.line,
        role.Shadow: theme.line,
        role.Highlight: theme.accent,
        role.HighlightedText: theme.background,
        role.Link: theme.accent,
        role.LinkVisited: theme.accent,
        role.Accent: theme.accent,
    }
    for which, value in colours.items():
        made.setColor(which, QColor(value))
    for which in (role.WindowText, role.Text, role.ButtonText):
        made.setColor(QPalette.ColorGroup.Disabled, which, QColor(theme.faint))
    return made


def style_sheet(theme: Theme) -> str:
    """Return the one style sheet of the application in this theme."""
    names = (
        "background", "panel", "raised", "line", "text", "dim", "faint", "accent", "ok",
        "warning", "error", "canvas",
    )  # fmt: skip
    values = {name: token(theme, name).name() for name in names}
    panel, accent = token(theme, "panel"), token(theme, "accent")
    values["chosen"] = mixed(panel, accent, 0.14).name()
    values["hover"] = mixed(panel, token(theme, "text"), 0.06).name()
    values["handle"] = mixed(panel, token(theme, "text"), 0.22).name()
    for name in ("ok", "warning", "error", "accent"):
        values[f"{name}_soft"] = mixed(panel, token(theme, name), 0.16).name()
    # White on the light theme's accent; on the dark one it needs a darker ground to be read.
    values["tick"] = mixed(accent, QColor("#10151c"), 0.35 if theme.is_dark else 0.0).name()
    values["widgets"] = (data_folder("resources") / "widgets").as_posix()
    values["tile"] = str(TILE_PX - 2)
    sheet = SHEET + HIGH_CONTRAST if theme.is_high_contrast else SHEET
    return Template(sheet).substitute(values)


def apply_theme(app: QApplication, theme: Theme) -> None:
    """Give the running application a theme; every widget follows at once.

    Nothing is done where it has this one: to dress all widgets of a window takes half a second.
    """
    fold_tips()
    sheet = style_sheet(theme)
    if app.styleSheet() == sheet:
        return
    # Under a sheet, which is set here alone, a style has no name: Fusion is there already. To set
    # it again would dress every widget twice.
    if app.style().objectName().lower() not in ("fusion", ""):
        app.setStyle(QStyleFactory.create("Fusion"))
    # From one sheet to another Qt dresses each widget several times: over three times as long.
    if app.styleSheet():
        app.setStyleSheet("")
    app.setFont(font(BODY_PX))
    app.setPalette(palette(theme))
    app.setStyleSheet(sheet)


@contextmanager
def undressed() -> Iterator[None]:
    """Hold the style sheet back while a window is built, and dress all of it at the end.

    In a sheet Qt dresses a part, with all that it holds, each time it is put into another: that
    took two thirds of the time until the window stood.
    """
    app = QApplication.instance()
    if not isinstance(app, QApplication) or not (sheet := app.styleSheet()):
        yield
        return
    app.setStyleSheet("")
    try:
        yield
    finally:
        app.setStyleSheet(sheet)


def set_role(widget: QWidget, role: str) -> None:
    """Give a widget one of the sheet's looks, also after it is shown."""
    if widget.property("role") == role:
        return
    widget.setProperty("role", role)
    widget.style().unpolish(widget)
    widget.style().polish(widget)
