"""The style sheet's text. `$name` is a token of the theme; sizes keep to the 4 px grid."""

from typing import Final

TILE_PX: Final = 178
"""Height of a tile, its border included: a sheet's least height wins over a widget's own."""

SHEET: Final = """
* { outline: none; }
QWidget { color: $text; font-size: 12px; }
QMainWindow, QDialog, QWidget[role="page"] { background: $background; }
QWidget[role="panel"], QFrame[role="panel"] { background: $panel; }
QWidget[role="canvas"] { background: $canvas; }
QFrame[role="top"] { background: $panel; border: none; border-bottom: 1px solid $line; }
QFrame[role="status"] { background: $panel; border: none; border-top: 1px solid $line; }
QFrame[role="card"] { background: $raised; border: 1px solid $line; border-radius: 6px; }
QFrame[role="line"] { background: $line; border: none; }
QFrame[role="popup"] { background: $raised; border: 1px solid $line; border-radius: 6px; }

QLabel { background: transparent; }
QLabel[role="dim"], QLabel[role="caption"] { color: $dim; }
QLabel[role="caption"], QLabel[role="figure"] { font-size: 11px; }
QLabel[role="figure"] { qproperty-alignment: 'AlignRight | AlignVCenter'; }
QLabel[role="section"] { color: $dim; font-size: 11px; font-weight: 600; }
QLabel[role="heading"] { font-size: 13px; font-weight: 600; }
QLabel[role="title"] { font-size: 14px; font-weight: 600; }
QLabel[role="hero"] { font-size: 22px; font-weight: 600; }
QLabel[role="total"], QLabel[role="stale"] { font-size: 22px; font-weight: 600; }
QLabel[role="stale"] { color: $faint; }
QLabel[role="warning"] { color: $warning; }
QLabel[role="error"] { color: $error; }
QLabel[role="ok"] { color: $ok; }
QLabel[role="link"] { color: $accent; }

QFrame[role="banner-info"] { background: $accent_soft; border: none;
  border-bottom: 1px solid $line; }
QFrame[role="banner-warning"] { background: $warning_soft; border: none;
  border-bottom: 1px solid $line; }
QFrame[role="banner-error"] { background: $error_soft; border: none;
  border-bottom: 1px solid $line; }

QPushButton { background: $raised; border: 1px solid $line; border-radius: 6px;
  padding: 0 12px; min-height: 26px; }
QPushButton:hover { border-color: $dim; }
QPushButton:pressed { background: $line; }
QPushButton:focus { border-color: $accent; }
QPushButton:disabled { color: $faint; }
QPushButton[role="primary"] { background: $accent; border-color: $accent; color: $background;
  font-weight: 600; }
QPushButton[role="caution"] { background: $warning_soft; border-color: $warning; color: $warning;
  font-weight: 600; }
QPushButton[role="caution"]:hover { border-color: $text; }
QPushButton[role="caution"]:focus { border-color: $text; }
QPushButton[role="caution"]:disabled { background: $raised; border-color: $line; color: $faint; }
QPushButton[role="primary"]:hover { border-color: $text; }
QPushButton[role="primary"]:focus { border-color: $text; }
QPushButton[role="primary"]:disabled { background: $raised; border-color: $line; color: $faint; }
QPushButton[role="tile"] { text-align: left; padding: 0; min-height: ${tile}px; }
QPushButton[role="tile"]:hover { background: $hover; }
QLabel[role="strong"] { font-weight: 600; }
QLabel[role="badge"] { background: $accent_soft; color: $accent; border-radius: 10px;
  font-weight: 600; font-size: 11px; qproperty-alignment: AlignCenter; }
QPushButton[role="quiet"] { background: transparent; border-color: transparent; padding: 0 8px; }
QPushButton[role="fold"] { background: transparent; border: none; padding: 0; font-weight: 600;
  text-align: left; }
QPushButton[role="fold"]:hover, QPushButton[role="fold"]:focus { color: $accent; }
QPushButton[role="quiet"]:hover { background: $hover; }
QPushButton[role="quiet"]:focus { border-color: $accent; }
QPushButton[role="cross"] { background: transparent; border-color: transparent; padding: 0;
  min-height: 20px; }
QPushButton[role="cross"]:hover { background: $hover; }
QPushButton[role="cross"]:focus { border-color: $accent; }
QPushButton[role="strong"] { background: transparent; border-color: transparent; padding: 0 8px;
  font-weight: 600; }
QPushButton[role="strong"]:hover { background: $hover; }
QPushButton[role="strong"]:focus { border-color: $accent; }
QPushButton[role="link"] { background: transparent; border: none; color: $accent; padding: 0 2px;
  min-height: 18px; }
QPushButton[role="link"]:disabled { color: $faint; }
QPushButton[role="link"]:hover, QPushButton[role="link"]:focus { text-decoration: underline; }
QLabel[role="live"] { border: 1px solid $accent; border-radius: 6px; background: $accent_soft;
  padding: 2px 8px; font-size: 11px; }
QPushButton[role="segment"] { background: transparent; border: 1px solid $line; border-radius: 4px;
    padding: 1px 6px; min-height: 18px; color: $dim; }
QPushButton[role="segment"]:hover { background: $hover; color: $text; }
QPushButton[role="segment"]:focus { border-color: $accent; }
QPushButton[role="segment"]:checked { color: $text; font-weight: 600; border-color: $accent;
    background: $accent_soft; }
QPushButton[role="tab"] { background: transparent; border: none; border-radius: 0;
  border-bottom: 2px solid transparent; color: $dim; padding: 0; min-height: 26px; }
QPushButton[role="tab"]:hover { color: $text; }
QPushButton[role="tab"]:checked { color: $text; font-weight: 600; border-bottom-color: $accent; }
QPushButton[role="tab"]:focus { color: $accent; }
QPushButton[role="view"] { background: transparent; border-color: transparent; color: $dim;
  padding: 0 9px; }
QPushButton[role="view"]:hover { color: $text; background: $hover; }
QPushButton[role="view"]:checked { background: $raised; border-color: $line; color: $text;
  font-weight: 600; }
QPushButton[role="view"]:focus { border-color: $accent; }
QPushButton[role="toggle"] { background: transparent; padding: 0 14px; }
QPushButton[role="toggle"]:checked { border-color: $accent; background: $accent_soft; }
QPushButton[role="chip"] { background: transparent; border: 1px solid $line; border-radius: 9px;
  color: $faint; padding: 0 10px; min-height: 16px; max-height: 16px; font-size: 11px; }
QPushButton[role="chip"]:hover { border-color: $dim; }
QPushButton[role="chip"]:checked { border-color: $accent; background: $accent_soft; color: $text; }
QPushButton[role="chip"]:focus { border-color: $text; }
QPushButton[role="removable"] { background: $accent_soft; border: 1px solid $accent;
  border-radius: 10px; padding: 0 8px; min-height: 20px; max-height: 20px; font-size: 11px; }
QPushButton[role="removable"]:hover, QPushButton[role="removable"]:focus { border-color: $text; }
QPushButton::menu-indicator { image: none; width: 0; }
QPushButton[role="menu"] { background: transparent; border-color: transparent; padding: 0; }
QPushButton[role="menu"]:hover { background: $hover; }
QPushButton[role="menu"]:focus { border-color: $accent; }

QLineEdit, QPlainTextEdit, QTextEdit, QSpinBox, QDoubleSpinBox, QComboBox {
  background: $background; border: 1px solid $line; border-radius: 5px; padding: 0 8px;
  min-height: 24px; selection-background-color: $accent; selection-color: $background; }
QPlainTextEdit, QTextEdit { padding: 4px 8px; }
QLineEdit:hover, QSpinBox:hover, QDoubleSpinBox:hover, QComboBox:hover { border-color: $faint; }
QLineEdit:focus, QPlainTextEdit:focus, QTextEdit:focus, QSpinBox:focus, QDoubleSpinBox:focus,
QComboBox:focus { border-color: $accent; }
QTextBrowser { background: $background; border: 1px solid $background; border-radius: 0;
  padding: 0; }
QTextBrowser:focus { border-color: $line; }
QLineEdit:disabled, QSpinBox:disabled, QComboBox:disabled { color: $faint; }
QLineEdit[readOnly="true"] { background: $panel; color: $dim; }
QComboBox QAbstractItemView { background: $raised; border: 1px solid $line; padding: 4px;
  selection-background-color: $chosen; selection-color: $text; outline: none; }
QSpinBox, QDoubleSpinBox { padding: 0 20px 0 0; min-height: 24px; max-height: 24px; }
QAbstractSpinBox > QLineEdit { background: transparent; border: none; padding: 0 0 0 6px;
  min-height: 20px; }
QComboBox::drop-down { border: none; background: transparent; width: 20px; }
QSpinBox::up-button, QDoubleSpinBox::up-button { subcontrol-origin: border;
  subcontrol-position: top right; border: none; background: transparent; width: 18px; }
QSpinBox::down-button, QDoubleSpinBox::down-button { subcontrol-origin: border;
  subcontrol-position: bottom right; border: none; background: transparent; width: 18px; }
QComboBox::down-arrow, QSpinBox::down-arrow, QDoubleSpinBox::down-arrow {
  image: url("$widgets/arrow-down.svg"); width: 10px; height: 10px; }
QSpinBox::up-arrow, QDoubleSpinBox::up-arrow {
  image: url("$widgets/arrow-up.svg"); width: 10px; height: 10px; }
QCheckBox::indicator, QListView::indicator { width: 14px; height: 14px; border: 1px solid $faint;
  border-radius: 3px; background: $background; }
QCheckBox::indicator:hover, QCheckBox::indicator:focus { border-color: $accent; }
QCheckBox::indicator:checked, QListView::indicator:checked { background: $tick; border-color: $tick;
  image: url("$widgets/check.svg"); }
QCheckBox::indicator:disabled { border-color: $line; }
QCheckBox:disabled { color: $faint; }

QCheckBox, QRadioButton { spacing: 8px; min-height: 22px; background: transparent; }
QCheckBox:focus, QRadioButton:focus { color: $accent; }

QAbstractItemView { background: $panel; border: none; alternate-background-color: $raised;
  selection-background-color: $chosen; selection-color: $text; }
QTreeView::item, QListView::item { min-height: 24px; border-radius: 5px; padding: 0 4px; }
QTreeView::item:hover, QListView::item:hover { background: $hover; }
QTreeView::item:selected, QListView::item:selected { background: $chosen; color: $text; }
QTreeView { show-decoration-selected: 0; selection-background-color: transparent; }
QTreeView::branch, QTreeView::branch:selected, QTreeView::branch:hover { background: transparent;
  border-image: none; image: none; }
QTreeView::branch:has-children:closed { image: url("$widgets/branch-closed.svg"); }
QTreeView::branch:has-children:open { image: url("$widgets/branch-open.svg"); }
QTableView { gridline-color: transparent; }
QTableView::item { padding: 0; border: none; }
QTableView[role="lines"]::item { padding: 0 5px; }
QHeaderView { background: $panel; }
QHeaderView::section:hover { color: $text; }
QHeaderView::up-arrow, QHeaderView::down-arrow { subcontrol-origin: border;
  subcontrol-position: bottom center; width: 9px; height: 9px; }
QHeaderView::up-arrow { image: url("$widgets/arrow-up.svg"); }
QHeaderView::down-arrow { image: url("$widgets/arrow-down.svg"); }
QHeaderView::section { background: $panel; color: $dim; border: none;
  border-bottom: 1px solid $line; padding: 4px 8px; font-size: 11px; }

QScrollBar:vertical { background: transparent; width: 10px; margin: 0; border: none; }
QScrollBar:horizontal { background: transparent; height: 10px; margin: 0; border: none; }
QScrollBar::handle { background: $handle; border-radius: 3px; margin: 2px; }
QScrollBar::handle:vertical { min-height: 28px; }
QScrollBar::handle:horizontal { min-width: 28px; }
QScrollBar::handle:hover { background: $faint; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; border: none; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
QAbstractScrollArea::corner { background: transparent; border: none; }
QScrollArea { background: transparent; border: none; }
QScrollArea > QWidget > QWidget[role="clear"] { background: transparent; }

QSplitter::handle { background: $line; }
QSplitter::handle:hover { background: $accent; }
QSplitter::handle:horizontal { width: 1px; }
QSplitter::handle:vertical { height: 1px; }

QMenu { background: $raised; border: 1px solid $line; border-radius: 6px; padding: 4px; }
QMenu::item { padding: 5px 28px 5px 12px; border-radius: 4px; background: transparent; }
QMenu::item:selected { background: $chosen; }
QMenu::item:disabled { color: $faint; }
QMenu::separator { height: 1px; background: $line; margin: 4px 8px; }
QMenu::icon { padding-left: 8px; }
QMenu::indicator { left: 8px; width: 12px; height: 12px; }

QToolTip { background: $raised; color: $text; border: 1px solid $line; padding: 4px 6px; }
QProgressBar { background: $raised; border: none; border-radius: 2px; max-height: 4px; }
QProgressBar::chunk { background: $accent; border-radius: 2px; }
"""

HIGH_CONTRAST: Final = """
QPushButton:focus { border: 2px solid $text; }
QPushButton[role="primary"]:focus, QPushButton[role="caution"]:focus,
QPushButton[role="quiet"]:focus,
QPushButton[role="strong"]:focus, QPushButton[role="cross"]:focus,
QPushButton[role="segment"]:focus, QPushButton[role="view"]:focus,
QPushButton[role="toggle"]:focus, QPushButton[role="chip"]:focus,
QPushButton[role="removable"]:focus, QPushButton[role="menu"]:focus,
QPushButton[role="tab"]:focus, QPushButton[role="fold"]:focus,
QPushButton[role="link"]:focus { border: 2px solid $text; }
QLineEdit:focus, QPlainTextEdit:focus, QTextEdit:focus, QSpinBox:focus, QDoubleSpinBox:focus,
QComboBox:focus { border: 2px solid $text; }
QCheckBox:focus, QRadioButton:focus { color: $text; border: 2px solid $text; border-radius: 3px; }
QAbstractItemView:focus { border: 2px solid $text; }
QTreeView::item:selected, QListView::item:selected { border: 1px solid $accent; }
QPushButton[role="view"]:checked, QPushButton[role="chip"]:checked,
QPushButton[role="segment"]:checked { border: 1px solid $accent; }
"""
"""What high contrast adds: a ring around what has the keyboard, a frame around what is chosen."""
