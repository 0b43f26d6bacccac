"""The guide's window: contents and search at the left, a page at the right, beside the drawing.

The guide's own pages are there at once; the help texts of the catalogue join them after the first
paint.
"""

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QIcon, QKeyEvent, QKeySequence, QPaintEvent, QShortcut
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from designer.catalog.library import Library
from designer.catalog.load import shipped_library
from designer.io.guide import CHECKS, KEYS, Guide, Target, entry_key, load_guide
from designer.io.guide_text import MANUAL
from designer.io.guide_words import marks_of
from designer.render.icons import icon
from designer.ui.kit.clearing import add_clearing
from designer.ui.kit.markdown_view import MarkdownView
from designer.ui.kit.style import set_role
from designer.ui.state.actions import ActionSet
from designer.ui.state.settings import Settings
from designer.ui.state.workspace import Workspace
from designer.ui.views.guide.contents import ContentsList, contents_rows, hit_rows

USUAL: Final = (1080, 760)
SMALLEST: Final = (640, 420)
LIST_PX: Final = 300
HITS_SHOWN: Final = 60


class GuideWindow(QWidget):
    """Contents, search, page.

    Parameters
    ----------
    actions
        The main window's commands; the theme's key holds here too.
    library
        Reads the catalogue's help texts when they are wanted.

    Signals
    -------
    entry_asked
        An entry of the catalogue to show, as `table/id`.
    catalogue_asked
        A text to search the catalogue for.
    """

    entry_asked = Signal(str)
    catalogue_asked = Signal(str)

    def __init__(
        self,
        workspace: Workspace,
        settings: Settings,
        actions: ActionSet,
        parent: QWidget | None = None,
        library: Callable[[], Library] = shipped_library,
    ) -> None:
        super().__init__(parent, Qt.WindowType.Window)
        self._workspace, self._settings, self._read_library = workspace, settings, library
        self._asked = False
        self.guide: Guide = load_guide()
        self.place = Target("")
        self._past: list[Target] = []
        self._coming: list[Target] = []
        set_role(self, "page")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setWindowTitle("Guide – Cluster Designer")
        self.setAccessibleName("Guide")
        self.setMinimumSize(*SMALLEST)
        self.search, self.said, self.more = QLineEdit(), QLabel(""), QPushButton()
        self.list = ContentsList(workspace)
        self.page = MarkdownView(lambda: workspace.theme, "Page")
        self.back, self.forward = QPushButton(), QPushButton()
        self._lay_out(actions)
        self._connect()
        self.list.show_rows(contents_rows(self.guide))
        self.show_place(Target(MANUAL), remember=False)
        self._restore()

    def show_rule(self, code: str) -> None:
        """Show the page of a design rule; the contents of all rules if it has none."""
        self.search.clear()
        self.show_place(self.guide.rule(code) or Target(CHECKS))
        self.page.setFocus(Qt.FocusReason.OtherFocusReason)

    def show_keys(self) -> None:
        """Show the page of keyboard and mouse."""
        self.search.clear()
        self.show_place(Target(KEYS))
        self.page.setFocus(Qt.FocusReason.OtherFocusReason)

    def show_place(self, target: Target, *, remember: bool = True) -> None:
        """Show a page at a heading."""
        if target.page not in self.guide.pages or target == self.place:
            return
        if remember and self.place.page:
            self._past.append(self.place)
            self._coming.clear()
        self._open(target)

    def go(self, *, back: bool) -> None:
        """Return to the page shown before, or go forward again."""
        source, other = (self._past, self._coming) if back else (self._coming, self._past)
        if source:
            other.append(self.place)
            self._open(source.pop())

    def follow(self, link: str) -> None:
        """Follow a link of the page on show."""
        entry = entry_key(link)
        target = self.guide.target(link, self.place.page)
        if target is not None:
            self.show_place(target)
        elif entry is not None:
            self.entry_asked.emit(entry)

    def search_for(self, text: str) -> None:
        """Show what a search finds; the contents for none."""
        words = marks_of(text)
        if words:
            hits = self.guide.search(text)
            self.list.show_rows(hit_rows(hits[:HITS_SHOWN]), words)
            if len(hits) > HITS_SHOWN:
                self.said.setText(f"the best {HITS_SHOWN} of {len(hits)} places")
            self.said.setVisible(len(hits) > HITS_SHOWN)
        else:
            self.list.show_rows(contents_rows(self.guide))
            self.said.hide()
        self.more.setText(f"Search the catalogue for “{text.strip()}”" if words else "")
        self.more.setVisible(bool(words))
        self.page.mark(words)
        self.list.choose_page(self.place.page)

    def focus_search(self) -> None:
        """Give the keyboard to the search line."""
        self.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.search.selectAll()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Clear the search with Escape, then close."""
        if event.key() == Qt.Key.Key_Escape and self.search.text():
            self.search.clear()
        elif event.key() == Qt.Key.Key_Escape:
            self.close()
        else:
            super().keyPressEvent(event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Go from the search to the list with Down or Enter."""
        if watched is self.search and isinstance(event, QKeyEvent):
            pressed = event.type() == QEvent.Type.KeyPress
            down = {Qt.Key.Key_Down, Qt.Key.Key_Return, Qt.Key.Key_Enter}
            if pressed and event.key() in down:
                self.list.setFocus(Qt.FocusReason.OtherFocusReason)
                self.list.choose_first()
                return True
        return super().eventFilter(watched, event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Read the catalogue's help texts once the window is on the screen."""
        super().paintEvent(event)
        if not self._asked:
            self._asked = True
            QTimer.singleShot(0, self, self.read_topics)

    def hideEvent(self, event: QHideEvent) -> None:
        """Remember how the window was left."""
        super().hideEvent(event)
        self._settings.set_bytes("guide", self.saveGeometry())
        self._settings.set_bytes("guide-columns", self._columns.saveState())

    def read_topics(self) -> None:
        """Add the catalogue's help texts; without them the guide's own pages can be read."""
        try:
            self.guide = self.guide.with_topics(self._read_library())
        except (OSError, ValueError) as error:
            self.said.setText(f"The catalogue's help texts cannot be read: {error}")
            self.said.show()
            return
        self.search_for(self.search.text())

    def _open(self, target: Target) -> None:
        page = self.guide.pages[target.page]
        if target.page == self.place.page:
            self.page.scroll_to(target.anchor)
        else:
            self.page.show_page(page.text, self.guide.folder, target.anchor)
        self.place = target
        self.page.setAccessibleName(page.title)
        self.list.choose_page(target.page)
        self.back.setEnabled(bool(self._past))
        self.forward.setEnabled(bool(self._coming))

    def _on_chosen(self, target: Target) -> None:
        """Show what was chosen; of a long section, the place where the search fits."""
        self.show_place(target)
        self.page.reveal_mark()

    def _on_theme(self) -> None:
        self.page.recolour()
        self._paint_icons()

    def _paint_icons(self) -> None:
        for button, name in ((self.back, "back"), (self.forward, "forward")):
            button.setIcon(QIcon(icon(name, self._workspace.theme.dim)))

    def _connect(self) -> None:
        self.search.textChanged.connect(self.search_for)
        self.list.chosen.connect(self._on_chosen)
        self.list.entered.connect(lambda: self.page.setFocus(Qt.FocusReason.OtherFocusReason))
        self.page.link_opened.connect(self.follow)
        self.more.clicked.connect(lambda: self.catalogue_asked.emit(self.search.text().strip()))
        self.back.clicked.connect(lambda: self.go(back=True))
        self.forward.clicked.connect(lambda: self.go(back=False))
        self._workspace.theme_changed.connect(self._on_theme)
        self.search.installEventFilter(self)
        keys = (
            (QKeySequence.StandardKey.Find, self.focus_search),
            (QKeySequence.StandardKey.Back, lambda: self.go(back=True)),
            (QKeySequence.StandardKey.Forward, lambda: self.go(back=False)),
            (QKeySequence("F3"), lambda: self.page.go_to_next()),
            (QKeySequence("Shift+F3"), lambda: self.page.go_to_next(back=True)),
        )
        for key, slot in keys:
            QShortcut(QKeySequence(key), self).activated.connect(slot)

    def _lay_out(self, actions: ActionSet) -> None:
        self.addAction(actions["view.theme"])
        self.search.setPlaceholderText("Search the guide")
        self.search.setAccessibleName("Search the guide")
        add_clearing(self.search, "Clear the search")
        self.said.setWordWrap(True)
        self.said.setContentsMargins(12, 0, 8, 4)
        set_role(self.said, "caption")
        self.said.hide()
        set_role(self.more, "quiet")
        self.more.setAccessibleName("Search the catalogue for the same")
        self.more.hide()
        for button, words in ((self.back, "Back"), (self.forward, "Forward")):
            set_role(button, "quiet")
            button.setAccessibleName(words)
            button.setToolTip(words)
            button.setFixedWidth(30)
            button.setEnabled(False)
        self._paint_icons()
        line = QHBoxLayout()
        line.setContentsMargins(8, 8, 8, 6)
        line.setSpacing(4)
        line.addWidget(self.back)
        line.addWidget(self.forward)
        line.addWidget(self.search, 1)
        left = QFrame()
        set_role(left, "panel")
        left.setMinimumWidth(220)
        column = QVBoxLayout(left)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(line)
        column.addWidget(self.said)
        column.addWidget(self.list, 1)
        column.addWidget(self.more)
        self._columns = QSplitter(Qt.Orientation.Horizontal)
        self._columns.setAccessibleName("Contents beside the page")
        self._columns.setHandleWidth(1)
        self._columns.setChildrenCollapsible(False)
        self._columns.addWidget(left)
        self._columns.addWidget(self.page)
        self._columns.setStretchFactor(1, 1)
        self._columns.setSizes([LIST_PX, USUAL[0] - LIST_PX])
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(self._columns)

    def _restore(self) -> None:
        if not self.restoreGeometry(self._settings.bytes("guide")):
            self.resize(*USUAL)
        self._columns.restoreState(self._settings.bytes("guide-columns"))
