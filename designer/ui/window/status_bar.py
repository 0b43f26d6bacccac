"""The strip at the bottom: pointer, chips, the last message, snap, counts, zoom."""

from collections.abc import Sequence

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QWidget

from designer.model.figure_words import UNKNOWN
from designer.model.plural import plural
from designer.ui.kit import figures
from designer.ui.kit.elided_label import ElidedLabel
from designer.ui.kit.glyphs import SeverityGlyph
from designer.ui.kit.style import set_role
from designer.ui.state.selection_filter import SelectionFilter
from designer.ui.window.counts import Counts
from designer.ui.window.filter_chips import FilterChips

HEIGHT_PX = 26
CHIPS_FROM_PX = 1180
"""Width of the window from which chips and a message have room beside each other."""


class StatusBar(QFrame):
    """Position, chips, message, snap, counts and zoom.

    What a message needs comes first: snap and counts step aside for it, and what is still too long
    ends in an ellipsis and stands whole in the tip.

    Parameters
    ----------
    chips
        Further ones beside those of what can be selected.
    """

    def __init__(
        self, chosen: SelectionFilter, chips: Sequence[QWidget] = (), parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        set_role(self, "status")
        self.setFixedHeight(HEIGHT_PX)
        self.setAccessibleName("Status bar")
        self.position = QLabel("x –  y –")
        self.position.setMinimumWidth(120)
        self.position.setAccessibleName("Cursor position")
        self.snap = QLabel("")
        set_role(self.snap, "dim")
        self.snap.setAccessibleName("Snap")
        self.snap.setContentsMargins(0, 0, 8, 0)
        self.chips = FilterChips(chosen)
        self.glyph = SeverityGlyph("")
        self.message = ElidedLabel(ends=True)
        self.counts = QLabel("")
        set_role(self.counts, "dim")
        self.counts.setAccessibleName("Counts and zoom")
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 0, 12, 0)
        row.setSpacing(8)
        row.addWidget(self.position)
        row.addSpacing(8)
        row.addWidget(self.chips)
        for chip in chips:
            row.addWidget(chip)
        row.addSpacing(8)
        row.addWidget(self.glyph)
        row.addWidget(self.message, 1)
        row.addWidget(self.snap)
        row.addWidget(self.counts)
        self._counts, self._zoom, self._severity = "", "", ""
        self._told: Counts | None = None

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave the room of a narrow window to the message."""
        super().resizeEvent(event)
        self.chips.setVisible(self.width() >= CHIPS_FROM_PX)
        self._make_room()

    def _make_room(self) -> None:
        """Let the snap, then the counts step aside where a message would be cut off."""
        layout = self.layout()
        if layout is None:
            return
        whole = " · ".join(part for part in (self._counts, self._zoom) if part)
        for counts, snap in ((whole, True), (whole, False), (self._zoom, False)):
            self.counts.setText(counts)
            needed = layout.totalSizeHint().width()
            if self.snap.isHidden() and snap:
                needed += self.snap.sizeHint().width() + layout.spacing()
            elif not self.snap.isHidden() and not snap:
                needed -= self.snap.sizeHint().width() + layout.spacing()
            if needed <= self.width():
                break
        self.snap.setVisible(snap)

    def show_position(self, x_mm: float, y_mm: float) -> None:
        """Show where the pointer is on the floor, in metres."""
        self.position.setText(f"x {figures.metres(x_mm)}  y {figures.metres(y_mm)}")

    def show_snap(self, tile_mm: int) -> None:
        """Show what a drag snaps to."""
        text = f"snap {tile_mm} mm"
        if text == self.snap.text():
            return
        self.snap.setText(text)
        self.snap.setToolTip(
            f"A drag snaps to tiles of {tile_mm} mm on the floor and to rack units in a rack.\n"
            "Hold Alt to place freely."
        )
        self._make_room()

    def show_message(self, text: str, severity: str = "info") -> None:
        """Show a message with its severity until the next one."""
        self._severity = severity
        self.glyph.set_severity(severity if text else "")
        set_role(self.message, severity if severity in {"warning", "error"} else "dim")
        self.message.set_full_text(text)
        self._make_room()

    def withdraw(self, text: str) -> None:
        """Say something no longer that is no longer so; another message stays."""
        if text and self.message.full_text() == text:
            self.show_message("")

    def forget_past(self) -> None:
        """Stop saying what was or was not done: since then the design was changed.

        An error stays until the next message.
        """
        if self.message.full_text() and self._severity != "error":
            self.show_message("")

    def show_counts(self, counts: Counts) -> None:
        """Show how much the design holds."""
        if counts == self._told:
            return
        self._told = counts
        numbers = ((counts.racks, "rack"), (counts.devices, "device"), (counts.cables, "cable"))
        words = [_count(number, what) for number, what in numbers]
        if counts.missing:
            words[-1] += f" + {counts.missing:,} not connected"
        self._counts = " · ".join(words)
        self.counts.setToolTip(counts.why)
        self.counts.setAccessibleDescription(counts.why)
        self._make_room()

    def show_zoom(self, percent: float) -> None:
        """Show the zoom."""
        words = f"zoom {percent:.0f} %"
        if words != self._zoom:
            self._zoom = words
            self._make_room()


def _count(number: int | None, what: str) -> str:
    return f"{UNKNOWN} {what}s" if number is None else plural(number, what)
