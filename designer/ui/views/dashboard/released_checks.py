"""What a drop under way would change of the checks: those that come, are altered, and go."""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from designer.engine.preview import CheckCount, Foreseen, Preview
from designer.engine.reasons import OPEN_WORDS, is_open
from designer.model.plural import plural
from designer.ui.kit.glyphs import paint_gone, paint_severity, severity_colour, theme_of
from designer.ui.kit.laid_out import lay_out_within
from designer.ui.kit.style import set_role
from designer.ui.kit.wrapped_label import WrappedLabel

_MOST: Final = 24
_GLYPH_PX: Final = 12
_WORDS: Final = {"error": "errors", "warning": "warnings", "open": OPEN_WORDS, "info": "info"}


class ChangedCheck(NamedTuple):
    """A check that a drop changes.

    Attributes
    ----------
    sign
        `new`, `in more places`, `altered`, `in fewer places` or `gone`.
    shape
        A severity, `open` for what cannot be said, or `gone`.
    """

    sign: str
    shape: str
    text: str


def changed_checks(preview: Preview) -> Iterator[ChangedCheck]:
    """Yield what comes, the gravest first, what is altered, and what goes."""
    for check in sorted(preview.comes, key=_gravity):
        yield ChangedCheck("in more places" if check.elsewhere else "+ new", *_said(check))
    for check in preview.alters:
        yield ChangedCheck("altered", *_said(check))
    for check in preview.goes:
        sign = "in fewer places" if check.elsewhere else "− gone"
        yield ChangedCheck(sign, "gone", f"{check.rule}  {check.message}")


def _gravity(check: Foreseen) -> int:
    """Return where a check stands among those that come: what cannot be said after warnings."""
    return tuple(_WORDS).index(_said(check)[0])


def _said(check: Foreseen) -> tuple[str, str]:
    return "open" if is_open(check.key) else check.severity, f"{check.rule}  {check.message}"


def counts_beside(counts: Sequence[CheckCount]) -> str:
    """Return `errors 2 → 4 · warnings 3`: what stands before and after a drop."""
    return " · ".join(
        f"{_WORDS[one.sort]} {one.before}" + (f" → {one.after}" if one.after != one.before else "")
        for one in counts
        if one.sort != "info"
    )


class ReleasedChecks(QScrollArea):
    """The list that stands in place of that of all checks while something is dragged."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Checks if released here")
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._body = body = QWidget()
        set_role(body, "clear")
        self._column = QVBoxLayout(body)
        self._column.setContentsMargins(0, 2, 6, 2)
        self._column.setSpacing(6)
        self._column.addStretch(1)
        self._rows: list[_Row] = []
        self._none = WrappedLabel("")
        set_role(self._none, "dim")
        self._column.insertWidget(0, self._none)
        self.setWidget(body)
        self.hide()

    def words(self) -> str:
        """Return what it says, line by line."""
        return self.accessibleDescription()

    def show_preview(self, preview: Preview) -> None:
        """Show what changes, the gravest first; that nothing does where nothing does."""
        checks = list(changed_checks(preview))
        said = "" if checks else "No check changes if it is released here."
        if len(checks) > _MOST:
            more = plural(len(checks) - _MOST, "more change")
            said = f"The gravest of {len(checks)}; {more} below these."
        self._none.setText(said)
        self._none.setVisible(bool(said))
        shown = checks[:_MOST]
        while len(self._rows) < len(shown):
            row = _Row()
            self._column.insertWidget(len(self._rows) + 1, row)
            self._rows.append(row)
        for at, row in enumerate(self._rows):
            row.setVisible(at < len(shown))
            if at < len(shown):
                row.show_check(shown[at])
        lay_out_within(self._body)
        lines = (f"{check.sign}: {check.text}" for check in shown)
        self.setAccessibleDescription("\n".join(filter(None, (said, *lines))))


class _Sign(QWidget):
    """The shape of a severity, or a tick in a ring."""

    def __init__(self) -> None:
        super().__init__()
        self._shape = "info"
        self.setFixedSize(QSize(_GLYPH_PX + 4, 18))

    def show_shape(self, shape: str) -> None:
        self._shape = shape
        self.setAccessibleName(shape)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint it."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        theme, box = theme_of(self.palette()), QRectF(1, 3, _GLYPH_PX, _GLYPH_PX)
        if self._shape == "gone":
            paint_gone(painter, box, QColor(theme.ok))
        else:
            paint_severity(painter, box, self._shape, severity_colour(self._shape, theme))


class _Row(QWidget):
    """One change: its shape, the finding, and what becomes of it at the right."""

    def __init__(self) -> None:
        super().__init__()
        self._shown: ChangedCheck | None = None
        self._sign, self._text, self._tag = _Sign(), WrappedLabel(""), WrappedLabel("")
        self._tag.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop)
        self._tag.setFixedWidth(60)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(6)
        row.addWidget(self._sign, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(self._text, 1)
        row.addWidget(self._tag, 0, Qt.AlignmentFlag.AlignTop)

    def show_check(self, check: ChangedCheck) -> None:
        """Show another change; what goes is struck through. What is so already is left alone."""
        was, self._shown = self._shown, check
        if check == was:
            return
        self._sign.show_shape(check.shape)
        self._text.setText(check.text)
        gone = check.sign == "− gone"
        if gone != self._text.font().strikeOut():
            face = QFont(self._text.font())
            face.setStrikeOut(gone)
            self._text.setFont(face)
        set_role(self._text, "dim" if check.shape == "gone" else "")
        self._tag.setText(check.sign)
        set_role(self._tag, _TONES.get(check.shape, "dim"))


_TONES: Final = {"error": "error", "warning": "warning", "gone": "ok"}
