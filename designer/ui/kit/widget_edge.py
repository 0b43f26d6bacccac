"""The edge between the program and Qt: texts given to widgets and painters, as they are read.

Some 1,500 places give texts to widgets. Each would have to remember the reader's units, and the
next one would forget: so the setters of Qt's classes take them through `render/edge.py`, all of
them or none. While metric units and English numbers are shown, Qt is left as it is.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator
from functools import lru_cache, partial, wraps
from typing import Any, Final, cast

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import (
    QAccessibleAnnouncementEvent,
    QAction,
    QFontMetrics,
    QFontMetricsF,
    QPainter,
    QTextLayout,
)
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSpinBox,
    QApplication,
    QCheckBox,
    QComboBox,
    QFileDialog,
    QFormLayout,
    QGroupBox,
    QLabel,
    QLineEdit,
    QListWidget,
    QMenu,
    QPlainTextEdit,
    QPushButton,
    QRadioButton,
    QSpinBox,
    QTabBar,
    QTabWidget,
    QTextEdit,
    QToolTip,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from designer.model.presented import Presented
from designer.render.edge import Read, present, presented, shown
from designer.ui.kit.rows import row_texts, rows_anew
from designer.ui.kit.tip_width import fold_tips

_Method = Callable[..., Any]
_KEPT: Final[tuple[tuple[type[QObject], str, str], ...]] = (
    (QLabel, "setText", "text"),
    (QAbstractButton, "setText", "text"),
    (QAction, "setText", "text"),
    (QAction, "setToolTip", "toolTip"),
    (QAction, "setStatusTip", "statusTip"),
    (QAction, "setWhatsThis", "whatsThis"),
    (QWidget, "setToolTip", "toolTip"),
    (QWidget, "setStatusTip", "statusTip"),
    (QWidget, "setWhatsThis", "whatsThis"),
    (QWidget, "setAccessibleName", "accessibleName"),
    (QWidget, "setAccessibleDescription", "accessibleDescription"),
    (QWidget, "setWindowTitle", "windowTitle"),
    (QMenu, "setTitle", "title"),
    (QGroupBox, "setTitle", "title"),
    (QLineEdit, "setPlaceholderText", "placeholderText"),
    (QPlainTextEdit, "setPlaceholderText", "placeholderText"),
    (QTextEdit, "setPlaceholderText", "placeholderText"),
    (QComboBox, "setPlaceholderText", "placeholderText"),
    (QAbstractSpinBox, "setSpecialValueText", "specialValueText"),
    (QSpinBox, "setSuffix", "suffix"),
)
"""Setters whose text stands until another comes: what was given is kept, to be shown anew."""
_MADE: Final[tuple[tuple[type[QObject], str], ...]] = (
    (QLabel, "setText"), (QPushButton, "setText"), (QCheckBox, "setText"),
    (QRadioButton, "setText"), (QAction, "setText"), (QMenu, "setTitle"), (QGroupBox, "setTitle"),
)  # fmt: skip
"""What is made with a text, and the setter that it has for it later."""
_MAKING: Final = (
    (QMenu, "addMenu", "setTitle"),
    (QMenu, "addAction", "setText"),
    (QMenu, "addSection", "setText"),
)
"""Methods that make something with a text and return it."""
_PASSING: Final[tuple[tuple[type, str], ...]] = (
    (QPainter, "drawText"),
    (QFontMetrics, "horizontalAdvance"),
    (QFontMetrics, "boundingRect"), (QFontMetricsF, "horizontalAdvance"),
    (QFontMetricsF, "boundingRect"),
    (QTextLayout, "__init__"), (QAccessibleAnnouncementEvent, "__init__"),
    (QTreeWidget, "setHeaderLabels"), (QTreeWidgetItem, "__init__"),
    (QTreeWidgetItem, "setText"), (QTreeWidgetItem, "setToolTip"),
    (QTabBar, "addTab"), (QTabBar, "insertTab"), (QTabBar, "setTabText"),
    (QTabBar, "setTabToolTip"), (QTabWidget, "addTab"), (QTabWidget, "insertTab"),
    (QTabWidget, "setTabText"), (QTabWidget, "setTabToolTip"),
)  # fmt: skip
"""Calls whose texts are shown at once, or measured, or stand where no choice is changed."""
_KEPT_ITEM: Final = Qt.ItemDataRole.UserRole + 0x1ED6E
"""Where a box of choices keeps the text that an item was given."""
_MARK: Final = "edge_"
_BEHIND: Final = "__wrapped__"
"""Where `wraps` keeps the method behind another."""
_NAMED: Final = frozenset({
    "text", "title", "label", "labels", "labelText", "toolTip", "statusTip", "whatsThis", "caption",
    "s", "string", "strings", "message", "placeholderText", "accessibleName",
    "accessibleDescription", "windowTitle", "specialValueText",
})  # fmt: skip
"""What Qt calls arguments that people read."""


def show_as(chosen: Presented) -> bool:
    """Show all texts as a reader has chosen; return whether that is other than before.

    Widgets that stand get their texts anew; what is painted is painted anew by its view.
    """
    if chosen == presented():
        return False
    present(chosen)
    if not chosen.is_plain:
        _stand()
    _show_anew()
    if chosen.is_plain:
        _give_way()
    return True


def draw_anew() -> None:
    """Paint every widget again, and let lists measure their lines again; no widget is dressed."""
    for widget in QApplication.allWidgets():
        widget.update()
        if isinstance(widget, QAbstractItemView):
            widget.scheduleDelayedItemsLayout()


def given_choice(box: QComboBox) -> str:
    """Return what the chosen item of a box was called by the program: `Letter`, in any language."""
    kept = box.currentData(_KEPT_ITEM)
    return kept if isinstance(kept, str) else box.currentText()


def given_text(thing: QAction | QAbstractButton | QLabel) -> str:
    """Return what a text was before it was read: what is put together of it is read as a whole."""
    kept = thing.property(_MARK + "setText")
    return kept if isinstance(kept, str) else thing.text()


def _stand() -> None:
    """Put the edge in front of Qt's methods; each keeps the one that it stands in front of."""
    if hasattr(QLabel.setText, _BEHIND):
        return
    fold_tips()  # behind the edge: a tip is read, then folded
    for kind, name, front in _fronts():
        _put(kind, name, front(getattr(kind, name)))
    _put(QToolTip, "showText", staticmethod(_passing(QToolTip.showText)))


def _give_way() -> None:
    """Give Qt its own methods back."""
    for kind, name, _ in _fronts():
        _put(kind, name, getattr(getattr(kind, name), _BEHIND))
    _put(QToolTip, "showText", staticmethod(getattr(QToolTip.showText, _BEHIND)))


def _put(kind: type, name: str, method: object) -> None:
    setattr(kind, name, method)


def _keeping(own: _Method, name: str) -> _Method:
    """Return a setter that shows a text as it is read, and keeps what was given if it differs."""
    mark = _MARK + name

    @wraps(own)
    def taking(self: QObject, text: str) -> None:
        words = shown(text)
        if words != text or self.property(mark) is not None:
            self.setProperty(mark, text if words != text else None)
        own(self, words)

    return taking


def _read(given: Any) -> Any:  # noqa: ANN401 - any argument of any method of Qt
    """Return an argument as it is read: texts, and lists of them."""
    if isinstance(given, str):
        return shown(given)
    if isinstance(given, list | tuple):
        return [_read(one) for one in given]
    return given


def _passing(own: _Method) -> _Method:
    """Return a method of which every text is taken as it is read."""

    @wraps(own)
    def taking(*given: Any, **named: Any) -> Any:  # noqa: ANN401 - as Qt's own methods take them
        return own(*map(_read, given), **_named(named))

    return taking


def _cutting(own: _Method) -> _Method:
    """Return a method that cuts a text as it is read: what is left of it is not read again."""

    @wraps(own)
    def taking(self: object, text: str, *given: Any) -> str:  # noqa: ANN401 - as Qt's own
        return Read(own(self, shown(text), *given))

    return taking


def _named(named: dict[str, Any]) -> dict[str, Any]:
    return {key: _read(one) if key in _NAMED else one for key, one in named.items()}


def _given_text(given: tuple[Any, ...], named: dict[str, Any]) -> str:
    """Return the text that something is made with; empty where it is made with none."""
    texts = (one for one in (*given, named.get("text"), named.get("title")) if isinstance(one, str))
    return next(texts, "")


def _keep(thing: QObject, setter: str, text: str) -> None:
    """Keep what a text was before it was read, for another choice."""
    if shown(text) != text:
        thing.setProperty(_MARK + setter, text)


def _made(own: _Method, setter: str) -> _Method:
    """Return a way to make something with a text as it is read, which is kept."""

    @wraps(own)
    def taking(self: QObject, *given: Any, **named: Any) -> None:  # noqa: ANN401 - as Qt's own
        own(self, *map(_read, given), **_named(named))
        _keep(self, setter, _given_text(given, named))

    return taking


def _making(own: _Method, setter: str) -> _Method:
    """Return a method that makes something with a text as it is read, which is kept."""

    @wraps(own)
    def taking(self: QObject, *given: Any, **named: Any) -> Any:  # noqa: ANN401 - as Qt's own
        made = own(self, *map(_read, given), **_named(named))
        if isinstance(made, QObject):
            _keep(made, setter, _given_text(given, named))
        return made

    return taking


def _labelling(own: _Method) -> _Method:
    """Return a method that puts a field behind a label as it is read, which is kept."""

    @wraps(own)
    def taking(self: QFormLayout, *given: Any, **named: Any) -> None:  # noqa: ANN401 - as Qt's own
        own(self, *map(_read, given), **_named(named))
        label = self.labelForField(given[-1]) if len(given) > 1 else None
        if isinstance(label, QLabel):
            _keep(label, "setText", _given_text(given, named))

    return taking


def _asking(own: _Method) -> _Method:
    """Return a way to make a dialog of files: title and names of kinds are read, no folder is."""

    @wraps(own)
    def taking(self: QFileDialog, *given: Any, **named: Any) -> None:  # noqa: ANN401 - as Qt's own
        said = [_ASKED[at](one) if at in _ASKED and one else one for at, one in enumerate(given)]
        if "filter" in named:
            named["filter"] = _kinds(named["filter"])
        own(self, *said, **_named(named))

    return taking


def _kinds(kinds: str) -> str:
    """Return kinds of files, `Designs (*.toml);;All files (*)`, with their names as read."""
    pairs = (kind.rpartition(" (") for kind in kinds.split(";;"))
    return ";;".join(f"{shown(name)}{mark}{marks}" for name, mark, marks in pairs)


_ASKED: Final[dict[int, Callable[[str], str]]] = {1: shown, 3: _kinds}
"""Behind its parent a dialog of files is given its title, a folder and kinds."""


def _adding(own: _Method) -> _Method:
    """Return a method that adds an item as it is read, and keeps what was given."""

    @wraps(own)
    def taking(self: QComboBox, *given: Any) -> None:  # noqa: ANN401 - as Qt's own method takes them
        at, text = _text_among(given)
        own(self, *given[:at], shown(text), *given[at + 1 :])
        self.setItemData(self.count() - 1, text, _KEPT_ITEM)

    return taking


def _inserting(own: _Method) -> _Method:
    """Return a method that puts an item between others as it is read, and keeps what was given."""

    @wraps(own)
    def taking(self: QComboBox, row: int, *given: Any) -> None:  # noqa: ANN401 - as Qt's own
        at, text = _text_among(given)
        own(self, row, *given[:at], shown(text), *given[at + 1 :])
        self.setItemData(row, text, _KEPT_ITEM)

    return taking


def _text_among(given: tuple[Any, ...]) -> tuple[int, str]:
    """Return the text of an item, which an icon may precede, and where it stands."""
    at = 0 if isinstance(given[0], str) else 1
    return at, given[at]


def _adding_all(own: _Method) -> _Method:
    """Return a method that adds items one by one, each as it is read."""

    @wraps(own)
    def taking(self: QComboBox, texts: Any) -> None:  # noqa: ANN401 - as Qt's own method takes them
        for text in texts:
            self.addItem(text)

    return taking


def _inserting_all(own: _Method) -> _Method:
    """Return a method that puts items between others one by one, each as it is read."""

    @wraps(own)
    def taking(self: QComboBox, row: int, texts: Any) -> None:  # noqa: ANN401 - as Qt's own
        for at, text in enumerate(texts):
            self.insertItem(row + at, text)

    return taking


def _renaming(own: _Method) -> _Method:
    """Return a method that changes an item's text, and keeps what was given."""

    @wraps(own)
    def taking(self: QComboBox, at: int, text: str) -> None:
        own(self, at, shown(text))
        self.setItemData(at, text, _KEPT_ITEM)

    return taking


def _fronts() -> tuple[tuple[type, str, Callable[[_Method], _Method]], ...]:
    """Return every method of Qt that the edge stands in front of, and how."""
    return (
        *((kind, name, partial(_keeping, name=name)) for kind, name, _ in _KEPT),
        *((kind, "__init__", partial(_made, setter=setter)) for kind, setter in _MADE),
        *((kind, name, partial(_making, setter=setter)) for kind, name, setter in _MAKING),
        *((kind, name, _passing) for kind, name in _PASSING),
        (QFontMetrics, "elidedText", _cutting), (QFontMetricsF, "elidedText", _cutting),
        (QFormLayout, "addRow", _labelling), (QFormLayout, "insertRow", _labelling),
        (QFileDialog, "__init__", _asking),
        (QComboBox, "addItem", _adding), (QComboBox, "insertItem", _inserting),
        (QComboBox, "addItems", _adding_all), (QComboBox, "insertItems", _inserting_all),
        (QComboBox, "setItemText", _renaming),
    )  # fmt: skip


HELD: Final = frozenset(
    (kind.__name__, name)
    for kind, name in ((QToolTip, "showText"), *(one[:2] for one in _fronts()))
)
"""Classes of Qt with the methods whose texts are taken as they are read."""


def _choices_anew(box: QComboBox) -> None:
    """Give a box of choices the texts of its items again; what is chosen stays."""
    for at in range(box.count()):
        kept = box.itemData(at, _KEPT_ITEM)
        text = kept if isinstance(kept, str) else box.itemText(at)
        if kept is not None or shown(text) != text:
            box.setItemText(at, text)


def standing_texts() -> Iterator[str]:
    """Yield the texts of every widget and action that stands, as they were given."""
    for one in _standing():
        yield from (text for _, _, text, _ in _given(one))
        if isinstance(one, QComboBox):
            kept = (one.itemData(at, _KEPT_ITEM) for at in range(one.count()))
            for at, text in enumerate(kept):
                yield text if isinstance(text, str) else one.itemText(at)
        if isinstance(one, QListWidget):
            yield from row_texts(one)


def _standing() -> Iterable[QObject]:
    """Return every widget, and every action, once."""
    application = QApplication.instance()
    if not isinstance(application, QApplication):
        return ()
    standing: dict[int, QObject] = {}
    for widget in application.allWidgets():
        standing[id(widget)] = widget
        standing.update((id(action), action) for action in widget.actions())
    for window in application.topLevelWidgets():
        standing.update((id(action), action) for action in window.findChildren(QAction))
    return standing.values()


def _given(one: QObject) -> Iterator[tuple[type, str, str, bool]]:
    """Yield each text of a thing: its class, its setter, as it was given, whether it is kept."""
    for kind, setter, getter in _kept_of(cast(Hashable, type(one))):
        kept = one.property(_MARK + setter)
        text = kept if isinstance(kept, str) else getattr(one, getter)()
        # Of its text Qt makes the tip of an action that has none: it is read with that.
        if text and (kept is not None or not _is_made_of_text(one, setter, text)):
            yield kind, setter, text, kept is not None


@lru_cache(maxsize=512)
def _kept_of(kind: Hashable) -> tuple[tuple[type, str, str], ...]:
    """Return the texts that things of a class have: asked of thousands, of some fifty classes."""
    return tuple(one for one in _KEPT if isinstance(kind, type) and issubclass(kind, one[0]))


def _is_made_of_text(one: QObject, setter: str, text: str) -> bool:
    return setter == "setToolTip" and isinstance(one, QAction) and text == one.iconText()


def _show_anew() -> None:
    """Give every widget and action that stands its texts again."""
    for one in _standing():
        for kind, setter, text, is_kept in _given(one):
            if is_kept or shown(text) != text:
                getattr(kind, setter)(one, text)
        if isinstance(one, QComboBox):
            _choices_anew(one)
        if isinstance(one, QListWidget):
            rows_anew(one)
        if isinstance(one, QWidget):
            one.update()
