"""Notices over the drawing that wait for an answer without taking the window away.

A recovered journal, a file changed on disk, a damaged file, a restarted engine: each is a strip
with words and buttons, replaced when the same matter comes up again. They float: a drawing that
gave way to them would move under the pointer.
"""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from designer.ui.kit.glyphs import SeverityGlyph
from designer.ui.kit.style import set_role

Button = tuple[str, Callable[[], object]]
_LEAST_WORDS_PX = 320
"""Words that have no more room than this beside the buttons stand above them."""
_BESIDE_PX = 30
"""What the sign and the gaps take of a row."""
_STEPS = 1_000
_BAR_PX = 160


class Banner(QFrame):
    """One notice: severity, words, buttons, and a cross.

    The buttons stand beside the words, or below them where these would be squeezed to a column.
    """

    def __init__(
        self,
        severity: str,
        text: str,
        buttons: Sequence[Button],
        dismiss: Callable[[], object],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        set_role(self, f"banner-{severity}")
        self.setAccessibleName(f"{severity}: {text}")
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(12, 6, 8, 6)
        self._column.setSpacing(4)
        self._row = QHBoxLayout()
        self._row.setSpacing(8)
        self._row.addWidget(SeverityGlyph(severity), 0, Qt.AlignmentFlag.AlignVCenter)
        self.label = QLabel(text)
        self.label.setWordWrap(True)
        self.label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._row.addWidget(self.label, 1)
        self._buttons, self._is_below = QWidget(self), False
        line = QHBoxLayout(self._buttons)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(8)
        for words, slot in buttons:
            button = QPushButton(words)
            button.clicked.connect(lambda _=False, act=slot: (dismiss(), act()))
            line.addWidget(button)
        cross = QPushButton("Dismiss")
        set_role(cross, "quiet")
        cross.clicked.connect(lambda _=False: dismiss())
        line.addWidget(cross)
        self._row.addWidget(self._buttons)
        self._column.addLayout(self._row)

    def fit(self, width: int) -> None:
        """Put the buttons beside the words, or below them, for a width in pixels."""
        edges = self._column.contentsMargins()
        beside = self._buttons.sizeHint().width() + _BESIDE_PX + edges.left() + edges.right()
        metrics, text = self.label.fontMetrics(), self.label.text()
        longest = max(map(metrics.horizontalAdvance, text.split()), default=0)
        wanted = max(min(_LEAST_WORDS_PX, metrics.horizontalAdvance(text)), longest)
        is_below = width - beside < wanted
        if is_below != self._is_below:
            self._is_below = is_below
            self._row.removeWidget(self._buttons)
            self._column.removeWidget(self._buttons)
            if is_below:
                self._column.addWidget(self._buttons, 0, Qt.AlignmentFlag.AlignRight)
            else:
                self._row.addWidget(self._buttons)


class ProgressBanner(QFrame):
    """Work that goes on beside: words, how far it is, and a button that ends it."""

    def __init__(self, cancel: Callable[[], object], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_role(self, "banner-info")
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 6, 8, 6)
        row.setSpacing(8)
        row.addWidget(SeverityGlyph("info"), 0, Qt.AlignmentFlag.AlignVCenter)
        self.label = QLabel()
        self.label.setWordWrap(True)
        row.addWidget(self.label, 1)
        self.bar = QProgressBar()
        self.bar.setRange(0, _STEPS)
        self.bar.setTextVisible(False)
        self.bar.setFixedWidth(_BAR_PX)
        self.bar.setAccessibleName("Done so far")
        row.addWidget(self.bar)
        self.cancel = QPushButton("Cancel")
        self.cancel.clicked.connect(lambda _=False: cancel())
        row.addWidget(self.cancel)

    def tell(self, text: str, part: float, *, can_cancel: bool) -> None:
        """Say how far it is, from 0 to 1 (below: unknown), and whether it can still be ended."""
        self.setAccessibleName(text)
        self.label.setText(text)
        self.bar.setRange(0, 0 if part < 0 else _STEPS)
        self.bar.setValue(round(part * _STEPS))
        self.cancel.setEnabled(can_cancel)


class BannerArea(QWidget):
    """The notices now standing, newest at the bottom.

    Signals
    -------
    height_changed
        A notice came, went or wraps otherwise: the area wants another height.
    """

    height_changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Notices")
        self._rows = QVBoxLayout(self)
        self._rows.setContentsMargins(0, 0, 0, 0)
        self._rows.setSpacing(0)
        self._banners: dict[str, Banner | ProgressBanner] = {}
        self._waiting: dict[str, tuple[str, QTimer]] = {}

    def height_at(self, width: int) -> int:
        """Return the height that the standing notices need at a width, in pixels."""
        layout = self._rows
        if not any(banner.isVisibleTo(self) for banner in self._banners.values()):
            return 0
        for banner in self._banners.values():
            if isinstance(banner, Banner):
                banner.fit(width)
        return (
            layout.heightForWidth(width)
            if layout.hasHeightForWidth()
            else layout.minimumSize().height()
        )

    def event(self, event: QEvent) -> bool:
        """Tell when another height is wanted."""
        if event.type() == QEvent.Type.LayoutRequest:
            self.height_changed.emit()
        return super().event(event)

    def show_banner(
        self, topic: str, severity: str, text: str, buttons: Sequence[Button] = ()
    ) -> None:
        """Show a notice; one of the same topic is replaced.

        Parameters
        ----------
        topic
            What it is about: `recovery`, `disk`, `file`, `engine`, `crash`.
        severity
            `info`, `warning` or `error`.
        text
            One or two sentences.
        buttons
            Words and what to do; each also takes the notice away.
        """
        self.dismiss(topic)
        if severity != "info":
            self._stand(topic, severity, text, buttons)
            return
        # What follows from an edit and is no danger waits: a second press
        # would hit the notice instead of what it aims at, and the figures come first.
        timer = QTimer(self)
        timer.setSingleShot(True)
        timer.timeout.connect(lambda: self._stand(topic, severity, text, buttons))
        self._waiting[topic] = (text, timer)
        timer.start(QApplication.doubleClickInterval())

    def show_progress(self, topic: str, cancel: Callable[[], object]) -> ProgressBanner:
        """Show how far something is; it stays until it is dismissed."""
        self.dismiss(topic)
        banner = ProgressBanner(cancel, self)
        self._banners[topic] = banner
        self._rows.addWidget(banner)
        banner.show()
        return banner

    def _stand(self, topic: str, severity: str, text: str, buttons: Sequence[Button]) -> None:
        self.dismiss(topic)
        banner = Banner(severity, text, buttons, lambda: self.dismiss(topic), self)
        self._banners[topic] = banner
        self._rows.addWidget(banner)
        banner.show()

    def dismiss(self, topic: str) -> None:
        """Take a notice away, if it stands or waits."""
        _, timer = self._waiting.pop(topic, ("", None))
        if timer is not None:
            timer.stop()
            timer.deleteLater()
        banner = self._banners.pop(topic, None)
        if banner is not None:
            self._rows.removeWidget(banner)
            banner.hide()
            banner.deleteLater()

    def texts(self) -> dict[str, str]:
        """Return the words of every notice that stands or waits, by topic."""
        standing = {topic: banner.label.text() for topic, banner in self._banners.items()}
        return standing | {topic: text for topic, (text, _) in self._waiting.items()}
