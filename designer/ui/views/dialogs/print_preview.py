"""What a print would be, page by page, before anything is written: the pages of the PDF itself."""

from typing import Final

from PySide6.QtCore import QEvent, QObject, QPoint, QSize, Qt, QTimer
from PySide6.QtGui import QHideEvent, QKeyEvent, QPixmap, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QLabel,
    QListView,
    QPushButton,
    QScrollArea,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from designer.model.plural import plural
from designer.runtime.preview_run import PreviewRun
from designer.runtime.print_job import PrintJob
from designer.ui.kit.style import set_role
from designer.ui.kit.walked import ZOOMS, zoom_of
from designer.ui.views.dialogs.preview_pages import THUMB_PX, PagesModel

USUAL: Final = QSize(1120, 760)
_LIST_PX: Final = THUMB_PX + 56
_MARGIN_PX: Final = 14
_REST_MS: Final = 150
"""After the last change of size, until pages are drawn anew."""
_AROUND: Final = 6
"""Pages before and after the one in view that are drawn ahead."""
_WIDEST_PX: Final = 4000
_CLOSEST: Final = 6.0


class PrintPreview(QDialog):
    """Pages at the left, one of them in full at the right.

    Parameters
    ----------
    job
        What would be printed.
    """

    def __init__(self, job: PrintJob, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Print preview")
        self.setAccessibleName("Print preview")
        self.setWindowFlag(Qt.WindowType.WindowMaximizeButtonHint)
        self.resize(USUAL)
        self.pages = PagesModel(self)
        self.list, self.sheet, self.place = QListView(), QLabel(), QScrollArea()
        self.before, self.after = QPushButton("‹"), QPushButton("›")
        self.closer, self.farther, self.whole = (
            QPushButton("+"), QPushButton("−"), QPushButton("Whole page"),
        )  # fmt: skip
        self.said = QLabel("Laying out the sheets…")
        self._zoom = 1.0
        self._pictures: dict[int, tuple[int, bytes]] = {}
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(_REST_MS)
        self._soon.timeout.connect(self._ask)
        self._lay_out()
        self._run = PreviewRun(job, self)
        self._run.progressed.connect(self._on_progress)
        self._run.laid_out.connect(self._on_laid_out)
        self._run.drawn.connect(self._on_drawn)
        self._run.failed.connect(self._on_failed)

    @property
    def page(self) -> int:
        """The page in full, from 1; 0 while there is none."""
        return self.list.currentIndex().row() + 1

    def go(self, step: int) -> None:
        """Show a page before or after this one."""
        wanted = self.page + step
        if 1 <= wanted <= len(self.pages.titles):
            self.list.setCurrentIndex(self.pages.index(wanted - 1))

    def zoom(self, factor: float) -> None:
        """Come closer, or go away; 0 shows the whole page."""
        self._zoom = min(max(self._zoom * factor, 1.0), _CLOSEST) if factor else 1.0
        self._show_picture()
        self._soon.start()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Draw for the new size, once it stays."""
        super().resizeEvent(event)
        self._show_picture()
        self._soon.start()

    def hideEvent(self, event: QHideEvent) -> None:
        """End the process that draws."""
        self._run.close()
        super().hideEvent(event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Turn pages with the keys of pages, wherever the keyboard is."""
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            steps = {Qt.Key.Key_PageDown: 1, Qt.Key.Key_PageUp: -1}
            if event.key() in steps:
                self.go(steps[Qt.Key(event.key())])
                return True
            if event.key() in ZOOMS:
                self.zoom(ZOOMS[Qt.Key(event.key())])
                return True
        if isinstance(event, QWheelEvent) and (factor := zoom_of(event)):
            self.zoom(factor)
            return True
        return super().eventFilter(watched, event)

    def _lay_out(self) -> None:
        self.list.setModel(self.pages)
        self.list.setAccessibleName("Pages")
        self.list.setUniformItemSizes(True)
        self.list.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.list.setWordWrap(True)
        self.list.setViewMode(QListView.ViewMode.IconMode)
        self.list.setFlow(QListView.Flow.TopToBottom)
        self.list.setWrapping(False)
        self.list.setMovement(QListView.Movement.Static)
        self.list.setMinimumWidth(THUMB_PX + 48)
        self.list.selectionModel().currentChanged.connect(lambda *_: self._on_page())
        self.list.verticalScrollBar().valueChanged.connect(lambda _: self._soon.start())
        self.sheet.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.sheet.setAccessibleName("Page")
        set_role(self.sheet, "page")
        self.place.setWidget(self.sheet)
        self.place.setWidgetResizable(True)
        self.place.setAccessibleName("Page in full")
        for one in (self.list, self.place):
            one.installEventFilter(self)
        self.place.viewport().installEventFilter(self)
        columns = QSplitter()
        columns.setAccessibleName("Pages beside one page")
        columns.addWidget(self.list)
        columns.addWidget(self.place)
        columns.setStretchFactor(1, 1)
        columns.setSizes([_LIST_PX, USUAL.width() - _LIST_PX])
        columns.setChildrenCollapsible(False)
        set_role(self.said, "dim")
        row = QHBoxLayout()
        row.addWidget(self.said, 1)
        tips = {
            self.before: ("Page before (Page up)", lambda: self.go(-1)),
            self.after: ("Next page (Page down)", lambda: self.go(1)),
            self.farther: (
                "Smaller (−, or Ctrl and the wheel)",
                lambda: self.zoom(ZOOMS[Qt.Key.Key_Minus]),
            ),
            self.closer: (
                "Larger (+, or Ctrl and the wheel)",
                lambda: self.zoom(ZOOMS[Qt.Key.Key_Plus]),
            ),
            self.whole: ("Whole page (0)", lambda: self.zoom(0)),
        }
        for button, (tip, act) in tips.items():
            button.setToolTip(tip)
            button.setAccessibleName(tip.partition(" (")[0])
            button.setAutoDefault(False)
            button.clicked.connect(lambda _=False, act=act: act())
            button.setEnabled(False)
            row.addWidget(button)
        close = QPushButton("Close")
        close.setAutoDefault(False)
        close.clicked.connect(lambda _: self.reject())
        row.addWidget(close)
        column = QVBoxLayout(self)
        column.setContentsMargins(_MARGIN_PX, _MARGIN_PX, _MARGIN_PX, _MARGIN_PX)
        column.addWidget(columns, 1)
        column.addLayout(row)

    def _width_px(self) -> int:
        """Return how many pixels of the screen the page in full is wide."""
        room = self.place.contentsRect()  # with the room of its scroll bars
        fitting = min(room.width(), room.height() / max(self.pages.ratio, 0.01)) - 2 * _MARGIN_PX
        return min(
            max(round(fitting * self._zoom * self.devicePixelRatioF()), THUMB_PX), _WIDEST_PX
        )

    def _on_progress(self, done: int, of: int) -> None:
        self.said.setText(f"Laying out sheet {done + 1:,} of at least {of:,}…")

    def _on_laid_out(self, titles: tuple[str, ...], wide_mm: float, high_mm: float) -> None:
        self.pages.show(titles, high_mm / wide_mm)
        self.list.setIconSize(self.pages.size())
        self.list.setGridSize(self.pages.size() + QSize(28, 50))
        for button in (self.closer, self.farther, self.whole):
            button.setEnabled(True)
        self.list.setCurrentIndex(self.pages.index(0))
        self.list.setFocus()

    def _on_page(self) -> None:
        page, of = self.page, len(self.pages.titles)
        self.said.setText(f"Page {page:,} of {plural(of, 'page')}: {self.pages.titles[page - 1]}")
        self.sheet.setAccessibleName(f"Page {page}: {self.pages.titles[page - 1]}")
        self.before.setEnabled(page > 1)
        self.after.setEnabled(page < of)
        self._show_picture()
        self._ask()

    def _ask(self) -> None:
        """Let what is in view be drawn: the page in full, those beside it, those in the list."""
        if not self.page:
            return
        of, width = len(self.pages.titles), self._width_px()
        view = self.list.viewport().rect()
        # Rows of the list begin at 0, pages at 1.
        first = self.list.indexAt(QPoint(view.center().x(), view.top() + _MARGIN_PX)).row()
        beside = [self.page + step for step in (1, -1)]
        shown = range(first + 1, first + 1 + _AROUND)
        around = range(self.page - _AROUND, self.page + _AROUND + 1)
        wanted = dict.fromkeys((self.page, *beside, *shown, *around))
        self._run.ask(
            [page for page in wanted if 1 <= page <= of and self._drawn_px(page) != width], width
        )

    def _drawn_px(self, page: int) -> int:
        return self._pictures.get(page, (0, b""))[0]

    def _on_drawn(self, page: int, width_px: int, png: bytes) -> None:
        self._pictures.pop(page, None)
        self._pictures[page] = width_px, png
        while len(self._pictures) > 4 * _AROUND:
            self._pictures.pop(next(iter(self._pictures)))
        if not self.pages.has(page):
            self.pages.put(page, _picture(png))
        if page == self.page:
            self._show_picture()

    def _show_picture(self) -> None:
        kept = self._pictures.get(self.page)
        if kept is None:
            self.sheet.setPixmap(QPixmap())
            return
        picture, wanted = _picture(kept[1]), self._width_px()
        if picture.width() != wanted:  # until it is drawn in that size
            picture = picture.scaledToWidth(wanted, Qt.TransformationMode.SmoothTransformation)
        picture.setDevicePixelRatio(self.devicePixelRatioF())
        self.sheet.setPixmap(picture)

    def _on_failed(self, why: str) -> None:
        set_role(self.said, "error")
        self.said.setText(f"No preview: {why}")


def _picture(png: bytes) -> QPixmap:
    made = QPixmap()
    made.loadFromData(png, "PNG")
    return made
