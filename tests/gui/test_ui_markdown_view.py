"""A page of Markdown in the house's look: sizes, colours, places, marks, pictures."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QColor, QImage, QTextBlock, QTextFormat
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from designer.catalog.data_files import data_folder
from designer.render.fonts import load_fonts
from designer.render.theme import DARK, LIGHT, Theme
from designer.ui.kit import markdown_view
from designer.ui.kit.markdown_view import BODY_PX, WIDEST_PX, MarkdownView
from designer.ui.kit.style import apply_theme

PAGE = """# Title

Words with `code` and [a link](other.md).

## A heading

| name | says |
|---|---|
| a | **one** |

```sh
first line
second line
```

| after | code |
|---|---|
| b | two |

### Deeper

- one
- two

## A heading
"""


class Lamp:
    """Switches the theme."""

    def __init__(self) -> None:
        self.theme: Theme = DARK

    def __call__(self) -> Theme:
        return self.theme


@pytest.fixture
def lamp() -> Lamp:
    return Lamp()


@pytest.fixture
def view(qtbot: QtBot, qapp: QApplication, lamp: Lamp) -> MarkdownView:
    load_fonts()
    apply_theme(qapp, lamp.theme)
    made = MarkdownView(lamp, "Page")
    qtbot.addWidget(made)
    made.resize(760, 500)
    made.show()
    return made


def blocks(view: MarkdownView, keep: Callable[[QTextBlock], bool]) -> list[QTextBlock]:
    found, block = [], view.document().begin()
    while block.isValid():
        if keep(block):
            found.append(block)
        block = block.next()
    return found


def block(view: MarkdownView, text: str) -> QTextBlock:
    return blocks(view, lambda b: b.text() == text)[0]


def pixels(one: QTextBlock) -> int:
    return one.begin().fragment().charFormat().font().pixelSize()


def test_headings_are_larger_than_words(view: MarkdownView, tmp_path: Path) -> None:
    view.show_page(PAGE, tmp_path)
    sizes = [pixels(block(view, text)) for text in ("Title", "A heading", "Deeper", "one")]
    assert sizes == [22, 16, 14, BODY_PX]


def test_a_page_looks_the_same_whatever_was_shown_before(
    view: MarkdownView, tmp_path: Path
) -> None:
    view.show_page(PAGE, tmp_path)
    first = view.grab().toImage()
    view.show_page("# Other\n\n## Ends with a heading", tmp_path)
    view.show_page(PAGE, tmp_path)
    assert pixels(block(view, "two")) == BODY_PX
    assert view.grab().toImage() == first


def test_colours_are_those_of_the_theme(view: MarkdownView, lamp: Lamp, tmp_path: Path) -> None:
    for theme in (DARK, LIGHT):
        lamp.theme = theme
        view.show_page(PAGE, tmp_path)
        title = block(view, "Title").begin().fragment().charFormat()
        assert title.foreground().color() == QColor(theme.text)
        words = blocks(view, lambda b: b.text().startswith("Words"))[0]
        pieces, iterator = {}, words.begin()
        while not iterator.atEnd():
            piece = iterator.fragment()
            pieces[piece.text()] = piece.charFormat()
            iterator += 1
        assert pieces["a link"].foreground().color() == QColor(theme.accent)
        assert not pieces["a link"].fontUnderline()
        assert pieces["code"].hasProperty(QTextFormat.Property.BackgroundBrush)


def test_another_theme_keeps_the_place(view: MarkdownView, lamp: Lamp, tmp_path: Path) -> None:
    view.show_page("# Title\n\n" + "Words.\n\n" * 60, tmp_path)
    view.verticalScrollBar().setValue(400)
    lamp.theme = LIGHT
    view.recolour()
    assert view.verticalScrollBar().value() == 400


def test_a_table_after_code_has_its_heads_in_one_line(view: MarkdownView, tmp_path: Path) -> None:
    view.show_page(PAGE, tmp_path)
    for words in ("name", "says", "after", "code"):
        head = block(view, words).begin().fragment().charFormat()
        assert head.font().pixelSize() == 12
        assert head.font().weight() == 600


def test_code_stands_on_a_ground_of_its_own(view: MarkdownView, tmp_path: Path) -> None:
    view.show_page(PAGE, tmp_path)
    (box,) = view.code_boxes()
    picture = view.grab().toImage()
    corner = view.viewport().mapTo(view, box.center().toPoint())
    ground = picture.pixelColor(round(box.right()) - 12, corner.y())
    assert ground != QColor(DARK.background)
    below = picture.pixelColor(round(box.right()) - 12, round(box.bottom()) + 6)
    assert below == QColor(DARK.background)
    layout = view.document().documentLayout()
    first, last = block(view, "first line"), block(view, "second line")
    assert box.top() < layout.blockBoundingRect(first).top()
    assert box.bottom() > layout.blockBoundingRect(last).bottom()


def test_code_out_of_sight_is_not_painted(view: MarkdownView, tmp_path: Path) -> None:
    view.show_page("# T\n\n" + "Words.\n\n" * 60 + "```\ncode\n```\n", tmp_path)
    assert view.code_boxes() == []


def test_a_place_is_found_by_its_anchor(view: MarkdownView, tmp_path: Path) -> None:
    view.show_page("# T\n\n## One\n\n" + "Words.\n\n" * 60 + PAGE + "Words.\n\n" * 60, tmp_path)
    view.scroll_to("a-heading")
    first = view.verticalScrollBar().value()
    view.scroll_to("a-heading-1")
    assert view.verticalScrollBar().value() > first > 0
    found = view.heading("a-heading")
    assert found is not None
    top = view.document().documentLayout().blockBoundingRect(found).top()
    assert first == pytest.approx(top - 8, abs=1)
    view.scroll_to("nowhere")
    assert view.verticalScrollBar().value() == 0
    assert view.heading("title") is None


def test_words_are_marked_where_they_begin(view: MarkdownView, tmp_path: Path) -> None:
    view.show_page("# Rack\n\nRacks, a rack, and Cracks.\n\n| rack |\n|---|\n| tank |\n", tmp_path)
    view.mark(("rack", "ta"))
    found = [cursor.selectedText() for cursor in view.marked()]
    assert found == ["Rack", "Rack", "rack", "rack", "ta"]
    assert len(view.extraSelections()) == 5
    view.mark(())
    assert view.extraSelections() == []


def test_marks_stay_when_another_page_is_shown(view: MarkdownView, tmp_path: Path) -> None:
    view.mark(("rack",))
    view.show_page("# A rack\n", tmp_path)
    assert len(view.extraSelections()) == 1


def test_the_next_mark_goes_round(view: MarkdownView, tmp_path: Path) -> None:
    view.show_page("# One\n\nrack a\n\nrack b\n\nrack c\n", tmp_path)
    assert not view.go_to_next()
    view.mark(("rack",))
    places = [cursor.selectionStart() for cursor in view.marked()]
    seen = []
    for _ in range(4):
        assert view.go_to_next()
        seen.append(view.textCursor().selectionStart())
    assert seen == [*places, places[0]]
    assert view.go_to_next(back=True)
    assert view.textCursor().selectionStart() == places[2]


def test_no_picture_is_wider_than_the_page(view: MarkdownView, tmp_path: Path) -> None:
    image = QImage(QSize(2000, 100), QImage.Format.Format_RGB32)
    image.fill(QColor("#ff0000"))
    assert image.save(str(tmp_path / "wide.png"))
    view.show_page("# T\n\n![wide](wide.png)\n\n![gone](gone.png)\n", tmp_path)
    assert view.horizontalScrollBar().maximum() == 0
    picture = view.grab().toImage()
    reds = [x for x in range(picture.width()) if picture.pixelColor(x, 95) == QColor("#ff0000")]
    assert len(reds) == view.lineWrapColumnOrWidth() - 64
    assert view.document().size().width() <= view.viewport().width()


def pictures(folder: Path, number: int) -> str:
    image = QImage(QSize(2000, 1500), QImage.Format.Format_RGB32)
    image.fill(QColor("#ff0000"))
    for at in range(number):
        assert image.save(str(folder / f"{at}.png"))
    return "# T\n\n" + "\n\n".join(f"![wide]({at}.png)" for at in range(number))


def read_so_far() -> int:
    return markdown_view._read_picture.cache_info().misses


def test_a_picture_is_read_when_it_comes_into_view_and_scaled_once(
    view: MarkdownView, tmp_path: Path
) -> None:
    text, before = pictures(tmp_path, 6), read_so_far()
    view.show_page(text, tmp_path)
    assert read_so_far() == before, "its room is known without"
    high = view.verticalScrollBar().maximum()
    view.grab()
    assert read_so_far() == before + 1
    assert view.verticalScrollBar().maximum() == high
    view.grab()
    view.recolour()
    view.grab()
    assert read_so_far() == before + 1, "it is kept"
    view.verticalScrollBar().setValue(high)
    view.grab()
    assert read_so_far() <= before + 3


def test_a_page_is_laid_out_once_when_its_view_is_shown(
    qtbot: QtBot, qapp: QApplication, lamp: Lamp, tmp_path: Path
) -> None:
    made = MarkdownView(lamp, "Page")
    qtbot.addWidget(made)
    documents = []
    set_document = made.setDocument
    made.setDocument = lambda one: (documents.append(one), set_document(one))  # type: ignore[method-assign] # counted
    made.show_page(pictures(tmp_path, 3) + "\n\n## End\n", tmp_path, "end")
    made.recolour()
    made.resize(500, 300)
    assert documents == []
    made.show()
    made.grab()
    assert len(documents) == 1
    assert made.verticalScrollBar().value() == made.verticalScrollBar().maximum()
    made.hide()
    made.show()
    assert len(documents) == 1
    made.hide()
    made.recolour()
    assert len(documents) == 1
    made.show()
    assert len(documents) == 2
    assert made.verticalScrollBar().value() == made.verticalScrollBar().maximum()


def test_the_manual_at_two_widths_is_opened_again_without_reading_a_picture(
    view: MarkdownView,
) -> None:
    guide = data_folder("resources") / "guide"
    manual = (guide / "manual.md").read_text(encoding="utf-8")

    def read_while_opening() -> int:
        before = read_so_far()
        for width in (700, 760):
            view.resize(width, 900)
            view.show_page(manual, guide)
            view.grab()
        return read_so_far() - before

    markdown_view._read_picture.cache_clear()
    assert read_while_opening() > 0
    assert read_while_opening() == 0


def test_lines_are_never_too_long_to_read(view: MarkdownView, tmp_path: Path) -> None:
    view.show_page("# T\n\n" + "words " * 200, tmp_path)
    view.resize(1600, 500)
    assert view.lineWrapColumnOrWidth() == WIDEST_PX + 64
    view.resize(500, 500)
    assert view.lineWrapColumnOrWidth() == view.viewport().width()


def test_a_link_is_followed_by_mouse_and_keyboard(
    qtbot: QtBot, view: MarkdownView, tmp_path: Path
) -> None:
    view.show_page("# T\n\n[first](a.md#x) and [second](b.md)\n", tmp_path)
    view.setFocus()
    QTest.keyClick(view, Qt.Key.Key_Tab)
    QTest.keyClick(view, Qt.Key.Key_Tab)
    with qtbot.waitSignal(view.link_opened) as told:
        QTest.keyClick(view, Qt.Key.Key_Return)
    assert told.args == ["b.md"]
    cursor = view.document().find("first")
    with qtbot.waitSignal(view.link_opened) as told:
        at = view.cursorRect(cursor).center()
        at.setX(at.x() - 4)
        QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert told.args == ["a.md#x"]
