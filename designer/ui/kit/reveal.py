"""Brings an editor into view with the keyboard in it, whatever its page's layout has yet to do."""

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QLineEdit, QScrollArea, QWidget

_SETTLING = (QEvent.Type.Resize, QEvent.Type.LayoutRequest, QEvent.Type.Show)


def reveal(editor: QWidget) -> None:
    """Give an editor the keyboard, the next key replacing its text, and scroll it into view."""
    editor.setFocus(Qt.FocusReason.OtherFocusReason)
    if isinstance(editor, QLineEdit):
        editor.selectAll()
    above = editor.parentWidget()
    while above is not None and not isinstance(above, QScrollArea):
        above = above.parentWidget()
    if above is not None:
        for before in editor.findChildren(_KeepInView):
            before.deleteLater()
        _KeepInView(editor, above)


class _KeepInView(QObject):
    """Scrolls to an editor as often as its page is laid out, until the editor is left.

    A page that was filled or shown just now gets its height, and its editors their places, in
    later turns of the event loop.
    """

    def __init__(self, editor: QWidget, area: QScrollArea) -> None:
        super().__init__(editor)
        self._editor, self._area = editor, area
        for watched in (
            editor,
            area.viewport(),
            *area.viewport().findChildren(
                QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly
            ),
        ):
            watched.installEventFilter(self)
        # A page that grows is higher before its bars know: until then nothing scrolls so far.
        for bar in (area.verticalScrollBar(), area.horizontalScrollBar()):
            bar.rangeChanged.connect(self._keep)
        area.ensureWidgetVisible(editor)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Scroll again once the page has been laid out: layouts hear of an event before filters."""
        if watched is self._editor:
            # A window that another one covers for a while does not count as leaving.
            if (
                isinstance(event, QFocusEvent)
                and event.lostFocus()
                and event.reason() != Qt.FocusReason.ActiveWindowFocusReason
            ):
                self.deleteLater()
        elif event.type() in _SETTLING:
            self._keep()
        return False

    def _keep(self) -> None:
        if self._editor.window().focusWidget() is self._editor:
            self._area.ensureWidgetVisible(self._editor)
