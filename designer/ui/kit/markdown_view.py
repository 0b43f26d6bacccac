"""A page of Markdown in the house's look: Qt reads the Markdown, the theme's tokens draw it.

Headings can be scrolled to by the anchors that forges give them, words are marked where a search
fits, pictures are never wider than the page. Tab goes through the links. A page is laid out once it
is shown, when its width is known, and a picture is read when it comes into view.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Final

from PySide6.QtCore import QRectF, QSize, Qt, QUrl, Signal
from PySide6.QtGui import (
    QColor,
    QFontDatabase,
    QImage,
    QImageReader,
    QPainter,
    QPaintEvent,
    QPalette,
    QResizeEvent,
    QShowEvent,
    QTextBlock,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
    QTextFrameFormat,
    QTextImageFormat,
    QTextLength,
    QTextTable,
)
from PySide6.QtWidgets import QFrame, QTextBrowser, QTextEdit, QWidget

from designer.render.fonts import font
from designer.render.theme import Theme
from designer.ui.kit.style import mixed

BODY_PX: Final = 13
WIDEST_PX: Final = 820
"""Longer lines are hard to read."""
_SIDE_PX: Final = 32
_PAD_PX: Final = 10
_LINE_PERCENT: Final = 145.0
_HEADINGS: Final = {1: (22, 600), 2: (16, 600), 3: (14, 600)}
_FIXED: Final = "monospace"


class MarkdownView(QTextBrowser):
    """Shows one page.

    Parameters
    ----------
    theme
        Gives the theme in force.
    name
        What a screen reader calls it.

    Signals
    -------
    link_opened
        A link was followed; what it says.
    """

    link_opened = Signal(str)

    def __init__(
        self, theme: Callable[[], Theme], name: str, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._text, self._folder = "", Path()
        self._words: tuple[str, ...] = ()
        self._due: str | int | None = None  # a heading or a place, of what is to be laid out
        self._code: list[tuple[QTextBlock, QTextBlock]] = []
        self.setAccessibleName(name)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setProperty("role", "page")
        self.setOpenLinks(False)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setLineWrapMode(QTextEdit.LineWrapMode.FixedPixelWidth)
        self.anchorClicked.connect(lambda url: self.link_opened.emit(url.toString()))
        self._fit()

    def show_page(self, text: str, folder: Path, anchor: str = "") -> None:
        """Show a page, at a heading if one is named.

        Parameters
        ----------
        folder
            What names of pictures are relative to.
        """
        self._text, self._folder = text, folder
        self._due = anchor
        self._catch_up()

    def showEvent(self, event: QShowEvent) -> None:
        """Lay out what was to be shown meanwhile, at the width that the view has now."""
        super().showEvent(event)
        self._fit()
        self._catch_up()

    def recolour(self) -> None:
        """Draw the page in the theme in force, at the place where it is."""
        if self._due is None:
            self._due = self.verticalScrollBar().value()
        self._catch_up()

    def _catch_up(self) -> None:
        """Lay the page out where that is due, once somebody sees it."""
        due = self._due
        if due is None or not self.isVisible():
            return
        self._lay_out()
        if isinstance(due, str):
            self.scroll_to(due)
        else:
            self.verticalScrollBar().setValue(due)

    def mark(self, words: Sequence[str]) -> None:
        """Mark where words of the page begin with these."""
        self._words = tuple(words)
        self._mark()

    def marked(self) -> list[QTextCursor]:
        """Return the places where a search fits, in their order."""
        found = []
        for word in self._words:
            # `QTextDocument.find` with an expression looks at one block at a time.
            expression = re.compile(rf"(?<!\w){re.escape(word)}", re.IGNORECASE)
            block = self.document().begin()
            while block.isValid():
                for hit in expression.finditer(block.text()):
                    cursor = QTextCursor(block)
                    cursor.setPosition(block.position() + hit.start())
                    cursor.setPosition(block.position() + hit.end(), _KEEP)
                    found.append(cursor)
                block = block.next()
        return sorted(found, key=lambda cursor: cursor.selectionStart())

    def go_to_next(self, *, back: bool = False) -> bool:
        """Scroll to the next place where the search fits, round the ends; say whether there is."""
        places = self.marked()
        if not places:
            return False
        here = self.textCursor()
        if back:
            before = [c for c in places if c.selectionEnd() < here.selectionEnd()]
            chosen = before[-1] if before else places[-1]
        else:
            after = [c for c in places if c.selectionStart() > here.selectionStart()]
            chosen = after[0] if after else places[0]
        self.setTextCursor(chosen)
        self.ensureCursorVisible()
        return True

    def reveal_mark(self) -> None:
        """Scroll on to the first mark at or after the cursor where it is not in view."""
        here = self.textCursor().position()
        mark = next((c for c in self.marked() if c.selectionStart() >= here), None)
        if mark is not None and not self.viewport().rect().contains(self.cursorRect(mark)):
            mark.setPosition(mark.selectionStart())
            self.setTextCursor(mark)
            self.ensureCursorVisible()

    def scroll_to(self, anchor: str) -> None:
        """Bring a heading to the top; the top of the page where there is none of that anchor."""
        block = self.heading(anchor) if anchor else None
        cursor = QTextCursor(block) if block is not None else QTextCursor(self.document())
        self.setTextCursor(cursor)
        top = 0.0
        if block is not None:
            top = self.document().documentLayout().blockBoundingRect(block).top() - 8
        self.verticalScrollBar().setValue(round(top))

    def heading(self, anchor: str) -> QTextBlock | None:
        """Return the block of a heading by the anchor that a forge would give it."""
        seen: dict[str, int] = {}
        block = self.document().begin()
        while block.isValid():
            if block.blockFormat().headingLevel() > 1:
                slug = _slug(block.text())
                number = seen.get(slug, 0)
                seen[slug] = number + 1
                if anchor == (f"{slug}-{number}" if number else slug):
                    return block
            block = block.next()
        return None

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the ground of blocks of code, then the page."""
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(_ground(self._theme()))
        for box in self.code_boxes():
            painter.drawRoundedRect(box, 5, 5)
        painter.end()
        super().paintEvent(event)

    def code_boxes(self) -> list[QRectF]:
        """Return where blocks of code are on the viewport, each with what stands around it."""
        layout, shown = self.document().documentLayout(), QRectF(self.viewport().rect())
        width = self.lineWrapColumnOrWidth() - 2 * _SIDE_PX
        found: list[QRectF] = []
        for first, last in self._code:
            top = layout.blockBoundingRect(first).top() - self.verticalScrollBar().value()
            bottom = layout.blockBoundingRect(last).bottom() - self.verticalScrollBar().value()
            box = QRectF(_SIDE_PX, top - _PAD_PX, width, bottom - top + 2 * _PAD_PX)
            if box.intersects(shown):
                found.append(box)
        return found

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit lines and pictures to the width."""
        super().resizeEvent(event)
        if self._fit() and self._text:
            self.recolour()

    def _fit(self) -> bool:
        # As where a page is higher than the view: its bar would lay it out a second time.
        room = self.width() - 2 * self.frameWidth() - self.verticalScrollBar().sizeHint().width()
        width = max(240, min(WIDEST_PX, room - 2 * _SIDE_PX))
        changed = width + 2 * _SIDE_PX != self.lineWrapColumnOrWidth()
        self.setLineWrapColumnOrWidth(width + 2 * _SIDE_PX)
        return changed

    def _lay_out(self) -> None:
        theme = self._theme()
        # A new one: Qt begins a page in the format of what stood there before.
        document = _Page(self._picture)
        document.setDefaultFont(font(BODY_PX, tabular=False))
        document.setDocumentMargin(_SIDE_PX)
        document.setMarkdown(self._text, QTextDocument.MarkdownFeature.MarkdownDialectGitHub)
        # Before it is shown: Qt would lay it out, and read pictures for their size.
        _Look(document, theme, self._size).apply()
        self._code = []  # lines of the old one, which goes now
        self.setDocument(document)
        self._document = document  # Qt leaves it to us, and takes no part of it
        colours = self.palette()
        colours.setColor(QPalette.ColorRole.Text, QColor(theme.text))
        colours.setColor(QPalette.ColorRole.Link, QColor(theme.accent))
        self.setPalette(colours)
        self._code = list(_runs_of_code(document))
        self._due = None
        self._mark()

    def _mark(self) -> None:
        theme = self._theme()
        look = QTextCharFormat()
        look.setBackground(mixed(QColor(theme.background), QColor(theme.warning), 0.35))
        look.setForeground(QColor(theme.text))
        selections = []
        for cursor in self.marked():
            selection = QTextEdit.ExtraSelection()
            selection.cursor, selection.format = cursor, look
            selections.append(selection)
        self.setExtraSelections(selections)

    def _size(self, name: str) -> QSize | None:
        """Return how large a picture is on the page, which its first bytes tell; None for none."""
        path = self._folder / name
        return _size_of(path, self._widest) if path.is_file() else None

    def _picture(self, name: str) -> QImage | None:
        path = self._folder / name
        ratio = self.devicePixelRatioF()
        return _read_picture(path, self._widest, ratio) if path.is_file() else None

    @property
    def _widest(self) -> int:
        return self.lineWrapColumnOrWidth() - 2 * _SIDE_PX


class _Page(QTextDocument):
    """A document that asks for a picture when it paints it."""

    def __init__(self, picture: Callable[[str], QImage | None]) -> None:
        super().__init__()
        self._picture = picture

    def loadResource(self, kind: int, name: QUrl | str) -> object:  # noqa: N802 - Qt's name
        """Return a picture of the page's folder."""
        if kind == QTextDocument.ResourceType.ImageResource.value:
            picture = self._picture(QUrl(name).toString())
            if picture is not None:
                return picture
        return super().loadResource(kind, name)


_KEEP: Final = QTextCursor.MoveMode.KeepAnchor


# Kept past page and window: reading them took most of the time until a page stood there. More than
# twice as many as the manual has, at two widths: of one too many, each would push out the next that
# is wanted.
@lru_cache(maxsize=48)
def _read_picture(path: Path, widest: int, ratio: float) -> QImage:
    """Return a picture at the width of the page; of an animation, its middle frame."""
    reader = QImageReader(str(path))
    size = _size_of(path, widest)
    image = reader.read()
    for _ in range(reader.imageCount() // 2 if reader.supportsAnimation() else 0):
        image = reader.read()
    if size is not None and size != image.size():
        image = image.scaled(
            size * ratio,
            Qt.AspectRatioMode.IgnoreAspectRatio,
            Qt.TransformationMode.SmoothTransformation,
        )
        image.setDevicePixelRatio(ratio)
    return image


def _size_of(path: Path, widest: int) -> QSize | None:
    size = QImageReader(str(path)).size()
    if not size.isValid():
        return None
    if size.width() <= widest:
        return size
    return QSize(widest, round(size.height() * widest / size.width()))


class _Look:
    """Gives a document that Qt made of Markdown the look of the house."""

    def __init__(
        self, document: QTextDocument, theme: Theme, size: Callable[[str], QSize | None]
    ) -> None:
        self._document, self._theme, self._size = document, theme, size
        self._ground = _ground(theme)
        fixed = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        self._fixed = fixed.family() or _FIXED

    def apply(self) -> None:
        """Go over blocks, their words, and tables."""
        # One edit: Qt would lay the page out anew after each of thousands.
        whole = QTextCursor(self._document)
        whole.beginEditBlock()
        block = self._document.begin()
        while block.isValid():
            self._block(block)
            block = block.next()
        for frame in self._document.rootFrame().childFrames():
            if isinstance(frame, QTextTable):
                self._table(frame)
        whole.endEditBlock()

    def _block(self, block: QTextBlock) -> None:
        shape = block.blockFormat()
        cursor = QTextCursor(block)
        level = shape.headingLevel()
        in_table = cursor.currentTable() is not None
        is_code = _is_code(block)
        shape.setLineHeight(_LINE_PERCENT, _PROPORTIONAL)
        if level:
            shape.setTopMargin(4 if level == 1 else 26 if level == 2 else 20)
            shape.setBottomMargin(8)
            shape.setLineHeight(115, _PROPORTIONAL)
        elif is_code:
            shape.setLeftMargin(_PAD_PX)
            shape.setRightMargin(_PAD_PX)
            shape.setTopMargin(0 if _is_code(block.previous()) else _PAD_PX)
            shape.setBottomMargin(0 if _is_code(block.next()) else _PAD_PX + 12)
            shape.setLineHeight(125, _PROPORTIONAL)
        elif in_table:
            shape.setLeftMargin(0)
            shape.setTopMargin(0)
            shape.setBottomMargin(0)
            shape.setLineHeight(125, _PROPORTIONAL)
        elif _is_picture(block):
            shape.setTopMargin(6)
            shape.setBottomMargin(18)
            shape.setLineHeight(100, _PROPORTIONAL)
        elif block.textList() is not None:
            shape.setTopMargin(2)
            shape.setBottomMargin(4)
        else:
            shape.setTopMargin(0)
            shape.setBottomMargin(10)
        cursor.setBlockFormat(shape)
        self._words(block, level, is_code=is_code)

    def _words(self, block: QTextBlock, level: int, *, is_code: bool) -> None:
        pieces = []
        iterator = block.begin()
        while not iterator.atEnd():
            piece = iterator.fragment()
            pieces.append((piece.position(), piece.length(), piece.charFormat()))
            iterator += 1
        for position, length, form in pieces:
            cursor = QTextCursor(self._document)
            cursor.setPosition(position)
            cursor.setPosition(position + length, _KEEP)
            if level:
                px, weight = _HEADINGS.get(level, (13, 600))
                form.clearProperty(QTextFormat.Property.FontSizeAdjustment)
                form.setFont(font(px, weight, tabular=False))
                form.setForeground(QColor(self._theme.text))
            elif is_code or form.fontFixedPitch():
                form.setFontFamilies([self._fixed])
                form.setProperty(QTextFormat.Property.FontPixelSize, BODY_PX - 1)
                if not is_code:
                    form.setBackground(self._ground)
            if form.isAnchor():
                form.setForeground(QColor(self._theme.accent))
                form.setFontUnderline(False)
            if form.isImageFormat():
                form = self._sized(form.toImageFormat())
            cursor.setCharFormat(form)

    def _sized(self, form: QTextImageFormat) -> QTextImageFormat:
        """Return the room of a picture: with that, Qt reads it when it paints it."""
        size = self._size(form.name())
        if size is not None:
            form.setWidth(size.width())
            form.setHeight(size.height())
        return form

    def _table(self, table: QTextTable) -> None:
        theme = self._theme
        shape = table.format()
        shape.setBorder(1)
        shape.setBorderCollapse(True)
        shape.setBorderBrush(QColor(theme.line))
        shape.setBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_Solid)
        shape.setCellPadding(5)
        shape.setCellSpacing(0)
        before = self._document.findBlock(table.firstPosition() - 1).previous()
        shape.setTopMargin(_PAD_PX + 14 if _is_code(before) else 4)
        shape.setBottomMargin(12)
        shape.setWidth(QTextLength(QTextLength.Type.PercentageLength, 100))
        table.setFormat(shape)
        first = table.cellAt(0, 0)
        cursor = first.firstCursorPosition()
        if cursor.block() != first.lastCursorPosition().block() and not cursor.block().text():
            cursor.deleteChar()  # Qt begins a table after code with an empty line.
        for column in range(table.columns()):
            cell = table.cellAt(0, column)
            form = cell.format()
            form.setBackground(self._ground)
            cell.setFormat(form)
            cursor = cell.firstCursorPosition()
            block = cursor.block()
            cursor.setPosition(block.position() + block.length() - 1, _KEEP)
            words = QTextCharFormat()
            words.setFont(font(12, 600, tabular=False))
            words.setForeground(QColor(theme.dim))
            cursor.mergeCharFormat(words)


_PROPORTIONAL: Final = QTextBlockFormat.LineHeightTypes.ProportionalHeight.value


def _is_code(block: QTextBlock) -> bool:
    """Return whether a block is fenced code; the cell after one has its mark, but is none."""
    if not block.isValid():
        return False
    marks = (QTextFormat.Property.BlockCodeFence, QTextFormat.Property.BlockCodeLanguage)
    in_table = QTextCursor(block).currentTable() is not None
    return not in_table and any(block.blockFormat().hasProperty(mark) for mark in marks)


def _runs_of_code(document: QTextDocument) -> Iterator[tuple[QTextBlock, QTextBlock]]:
    """Yield the first and the last line of each block of code."""
    block, first = document.begin(), QTextBlock()
    while block.isValid():
        if _is_code(block):
            first = first if first.isValid() else block
            if not _is_code(block.next()):
                yield first, block
                first = QTextBlock()
        block = block.next()


def _ground(theme: Theme) -> QColor:
    return mixed(QColor(theme.background), QColor(theme.text), 0.07)


def _is_picture(block: QTextBlock) -> bool:
    start = block.begin()
    return not start.atEnd() and start.fragment().charFormat().isImageFormat()


def _slug(title: str) -> str:
    return re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")
