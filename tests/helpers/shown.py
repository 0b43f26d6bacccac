"""What a window shows, as lines of text: widgets with their words and states, actions, models.

`widget_lines` walks a widget and its children as they stand, hidden ones by a line of their own, so
that a text, a tip, a state or a row that goes missing changes a line. Geometry is left out; what a
painter draws is in `painted`.
"""

from collections.abc import Iterator

from PySide6.QtCore import (
    QAbstractItemModel,
    QAbstractListModel,
    QModelIndex,
    QPersistentModelIndex,
    Qt,
)
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QAbstractSpinBox,
    QCheckBox,
    QComboBox,
    QDateEdit,
    QHeaderView,
    QLabel,
    QLayout,
    QLineEdit,
    QMenu,
    QPlainTextEdit,
    QProgressBar,
    QRadioButton,
    QScrollBar,
    QSizeGrip,
    QSpinBox,
    QSplitter,
    QSplitterHandle,
    QStackedWidget,
    QTabBar,
    QTabWidget,
    QTextEdit,
    QTreeView,
    QWidget,
)

from designer.ui.kit.elided_choice import ElidedChoice
from designer.ui.kit.value_line import ValueLine

ROWS = 40
"""So many rows of a model are written out, if nothing else is said."""
_TIP = 140
"""So many characters of a tip."""

_LEAVES = (
    QAbstractButton, QAbstractSpinBox, QComboBox, QLabel, QLineEdit, QPlainTextEdit, QProgressBar,
    QTextEdit, QHeaderView,
)  # fmt: skip
"""What is inside these belongs to Qt."""

_FURNITURE = (QScrollBar, QSizeGrip, QSplitterHandle, QHeaderView)


def widget_lines(widget: QWidget, indent: int = 0, *, rows: int = ROWS) -> list[str]:
    """Return a line for the widget and for each one inside it that is its own or carries words."""
    if indent and not widget.isVisibleTo(widget.parentWidget()):
        said = _described(widget)
        return [f"{'  ' * indent}hidden: {said}"] if said else []
    said = _described(widget)
    lines = [f"{'  ' * indent}{said}"] if said else []
    inner = indent + bool(said)
    if isinstance(widget, QAbstractItemView):
        lines += [f"{'  ' * inner}{line}" for line in model_lines(widget, rows)]
    if not isinstance(widget, _LEAVES):
        for child in _children(widget):
            lines += widget_lines(child, inner, rows=rows)
    return lines


def action_lines(actions: "list[QAction] | tuple[QAction, ...]") -> list[str]:
    """Return a line for each action of a menu, with those of the menus inside it."""
    lines = []
    for action in actions:
        if action.isSeparator():
            lines.append("----")
            continue
        keys = action.shortcut().toString(QKeySequence.SequenceFormat.PortableText)
        words = [action.text(), f"<{keys}>" if keys else "", _states(action)]
        words += [f"({action.toolTip().partition(': ')[2]})" if not action.isEnabled() else ""]
        words += ["(not visible)" if not action.isVisible() else ""]
        lines.append(" ".join(word for word in words if word))
        menu = action.menu()
        if isinstance(menu, QMenu):
            lines += [f"  {line}" for line in action_lines(menu.actions())]
    return lines


def model_lines(view: QAbstractItemView, most: int = ROWS) -> list[str]:
    """Return the rows of a view: words by column, tips, ticks, what is chosen and current."""
    model = view.model()
    if model is None:
        return []
    is_list = isinstance(model, QAbstractListModel)  # of which Qt keeps the one column to itself
    columns = 1 if is_list else model.columnCount(view.rootIndex())
    shown = [n for n in range(columns) if not _hidden_column(view, n)]
    heads = [str(model.headerData(n, Qt.Orientation.Horizontal) or "") for n in shown]
    lines = [" | ".join(heads)] if any(heads) and len(heads) > 1 else []
    rows = list(_rows(view, model, view.rootIndex(), shown, 0))
    left_out = ["… and more rows"] if len(rows) > most else []
    return [*lines, *rows[:most], *left_out]


def _rows(
    view: QAbstractItemView,
    model: QAbstractItemModel,
    parent: QModelIndex | QPersistentModelIndex,
    shown: list[int],
    depth: int,
) -> Iterator[str]:
    is_tree = isinstance(view, QTreeView)
    for row in range(model.rowCount(parent)):
        first = model.index(row, 0, parent)
        cells = [_cell(model, model.index(row, n, parent)) for n in shown]
        marks = ""
        selection = view.selectionModel()
        if selection is not None and first.isValid():
            marks += (
                "*" if any(selection.isSelected(model.index(row, n, parent)) for n in shown) else ""
            )
            marks += ">" if selection.currentIndex().siblingAtColumn(0) == first else ""
        if is_tree and not view.isExpanded(first) and bool(model.rowCount(first)):
            marks += "+"
        if not model.flags(first) & Qt.ItemFlag.ItemIsSelectable:
            marks += "!"
        yield f"{'  ' * depth}{marks}{' ' if marks else ''}{' | '.join(cells)}"
        if is_tree and view.isExpanded(first):
            yield from _rows(view, model, first, shown, depth + 1)


def _cell(model: QAbstractItemModel, index: QModelIndex) -> str:
    text = index.data(Qt.ItemDataRole.DisplayRole)
    words = ["" if text is None else str(text)]
    tick = index.data(Qt.ItemDataRole.CheckStateRole)
    if tick is not None:
        words.insert(0, "[x]" if Qt.CheckState(tick) == Qt.CheckState.Checked else "[ ]")
    tip = index.data(Qt.ItemDataRole.ToolTipRole)
    spoken = index.data(Qt.ItemDataRole.AccessibleTextRole)
    words += [f"(tip: {str(tip)[:_TIP]})"] if tip and tip != text else []
    words += [f"(spoken: {str(spoken)[:_TIP]})"] if spoken and spoken != text else []
    return _one_line(" ".join(words))


def _described(widget: QWidget) -> str:
    """Return kind, name, words and states; empty for what only holds others."""
    if isinstance(widget, _FURNITURE) or widget.objectName().startswith("qt_scrollarea"):
        return ""
    if widget.metaObject().className().startswith("QComboBoxPrivate"):
        return ""
    words = [_text(widget), _states(widget), _limits(widget)]
    tip, name = widget.toolTip(), widget.accessibleName()
    words += [f"(tip: {str(tip)[:_TIP]})"] if tip else []
    words += [f"(spoken: {name})"] if name else []
    spoken = widget.accessibleDescription()
    words += [f"(described: {spoken[:_TIP]})"] if spoken and spoken != tip else []
    role = widget.property("role")
    words += [f"role={role}"] if role else []
    is_plain = isinstance(widget, QLabel) or type(widget).__module__.startswith("PySide6")
    said = " ".join(word for word in words if word)
    if is_plain and not said and not isinstance(widget, (QLineEdit, QAbstractItemView)):
        return ""
    title = widget.windowTitle()
    # Which of our labels it is, is a matter of how it wraps; of our lines, of how it undoes;
    # of our boxes, of how it cuts.
    kind = "Label" if isinstance(widget, QLabel) else type(widget).__name__
    kind = "QLineEdit" if isinstance(widget, ValueLine) else kind
    kind = "QComboBox" if isinstance(widget, ElidedChoice) else kind
    return _one_line(f"{kind} {f'[{title}] ' if title else ''}{said}".rstrip())


def _text(widget: QWidget) -> str:
    if isinstance(widget, QComboBox):
        offered = [widget.itemText(n) for n in range(widget.count())]
        return f"{widget.currentText()!r} of {offered}"
    if isinstance(widget, QSpinBox | QAbstractSpinBox):
        return f"{widget.text()!r}"
    if isinstance(widget, QLineEdit):
        empty = f" ({widget.placeholderText()})" if widget.placeholderText() else ""
        return f"{widget.text()!r}{empty}"
    if isinstance(widget, QPlainTextEdit):
        empty = f" ({widget.placeholderText()})" if widget.placeholderText() else ""
        return f"{widget.toPlainText()!r}{empty}"
    if isinstance(widget, QTextEdit):
        return f"{widget.toPlainText()!r}"
    if isinstance(widget, QLabel | QAbstractButton):
        return f"{widget.text()!r}" if widget.text() else ""
    if isinstance(widget, QProgressBar):
        return f"{widget.value()} of {widget.maximum()}"
    if isinstance(widget, QTabBar):
        return f"{[widget.tabText(n) for n in range(widget.count())]} at {widget.currentIndex()}"
    if isinstance(widget, QStackedWidget | QTabWidget):
        return f"page {widget.currentIndex()} of {widget.count()}"
    if isinstance(widget, QAbstractSlider) and not isinstance(widget, QScrollBar):
        return f"{widget.value()}"
    return ""


def _limits(widget: QWidget) -> str:
    if isinstance(widget, QDateEdit):
        return f"from {widget.minimumDate().toString('yyyy-MM-dd')}"
    if isinstance(widget, QSpinBox):
        return f"{widget.minimum()}..{widget.maximum()}"
    if isinstance(widget, QLineEdit) and widget.isReadOnly():
        return "read only"
    if isinstance(widget, QPlainTextEdit | QTextEdit) and widget.isReadOnly():
        return "read only"
    return ""


def _states(of: QWidget | QAction) -> str:
    words = [] if of.isEnabled() else ["disabled"]
    if isinstance(of, QAction):
        words += ["checked" if of.isChecked() else "unchecked"] if of.isCheckable() else []
        return " ".join(words)
    if isinstance(of, QAbstractButton) and of.isCheckable():
        words += ["checked" if of.isChecked() else "unchecked"]
    if isinstance(of, QAbstractButton) and not isinstance(of, QCheckBox | QRadioButton):
        keys = of.shortcut().toString(QKeySequence.SequenceFormat.PortableText)
        words += [f"<{keys}>"] if keys else []
    if of.hasFocus() and of.isVisible():
        words += ["focus"]
    return " ".join(words)


def _children(widget: QWidget) -> list[QWidget]:
    """Return the widgets inside one in the order in which they are laid out."""
    inside = [
        child
        for child in widget.children()
        if isinstance(child, QWidget) and not child.isWindow() and not isinstance(child, QMenu)
    ]
    if isinstance(widget, QSplitter):
        return [widget.widget(n) for n in range(widget.count())]
    layout = widget.layout()
    if layout is None:
        return inside
    order: dict[QWidget, int] = {}
    _note_order(layout, inside, order)
    return sorted(inside, key=lambda child: order.get(child, len(order)))


def _note_order(layout: QLayout, inside: list[QWidget], order: dict[QWidget, int]) -> None:
    """Note in which order widgets are laid out.

    Items are not asked for: one that Python has seen can crash PySide when its layout goes.
    """
    entries = [*inside, *(one for one in layout.children() if isinstance(one, QLayout))]
    placed = [(layout.indexOf(one), one) for one in entries]
    for _, one in sorted((pair for pair in placed if pair[0] >= 0), key=lambda pair: pair[0]):
        if isinstance(one, QLayout):
            _note_order(one, inside, order)
        else:
            order[one] = len(order)


def _hidden_column(view: QAbstractItemView, column: int) -> bool:
    hidden = getattr(view, "isColumnHidden", None)
    return bool(hidden and hidden(column))


def _one_line(text: str) -> str:
    return text.replace("\n", " / ")
