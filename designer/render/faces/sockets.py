"""What panels of several kinds show: sockets in groups, and supplies with their feeds."""

from collections.abc import Sequence

from PySide6.QtCore import QRectF

from designer.model.feed_words import UNPLUGGED
from designer.render.drawing import Cages
from designer.render.faces.panel import SMALLEST_LETTER_PX, Panel, paint_marks
from designer.render.lettering import CENTRE, RIGHT, draw_text, letter_size


def paint_supplies(panel: Panel, box: QRectF) -> bool:
    """Paint power supplies, each with the letter of the feed it hangs on where it has room.

    Returns whether the letters stand there.
    """
    feeds = panel.device.feeds
    if not feeds or box.isEmpty():
        return False
    theme = panel.theme
    width = min(box.width() / len(feeds), box.height() * 2.6)
    boxes = [
        QRectF(box.left() + (i + 0.06) * width, box.top(), width * 0.88, box.height())
        for i in range(len(feeds))
    ]
    lost = [box for at, box in enumerate(boxes) if at in panel.lost]
    for colour, hangs in ((theme.ok, True), (theme.faint, False)):
        alike = [
            box
            for at, (box, feed) in enumerate(zip(boxes, feeds, strict=True))
            if (feed != UNPLUGGED) is hangs and at not in panel.lost
        ]
        paint_marks(panel, alike, colour, "supply", filled=False)
    paint_marks(panel, lost, theme.error, "supply", filled=False)
    for one in lost:
        panel.painter.drawLine(one.topLeft(), one.bottomRight())
        panel.painter.drawLine(one.topRight(), one.bottomLeft())
    wanted = min(8.5 * panel.px, box.height() * 0.78, width * 1.1)
    size = letter_size(wanted, min(box.height(), width * 1.1), theme, panel.px)
    if size < SMALLEST_LETTER_PX * panel.px:
        return False
    for at, (place, feed) in enumerate(zip(boxes, feeds, strict=True)):
        colour = theme.error if at in panel.lost else theme.text
        draw_text(panel.painter, place, feed, size, colour, 600, CENTRE)
    return True


def paint_feed(panel: Panel, box: QRectF) -> QRectF:
    """Write the letter of a device's feed at the right of a box; return what is left of the box.

    For what brings a feed into its rack and has no room for its supplies: on paper nobody can zoom.
    """
    letters = " ".join(dict.fromkeys(panel.device.feeds))
    size = letter_size(min(panel.letter, box.height() * 0.9), box.height(), panel.theme, panel.px)
    if not letters or size < SMALLEST_LETTER_PX * panel.px:
        return box
    colour = panel.theme.error if panel.lost else panel.theme.ok
    taken = draw_text(panel.painter, box, letters, size, colour, 600, RIGHT)
    return box.adjusted(0, 0, -taken - 4 * panel.px, 0)


def group_boxes(box: QRectF, groups: Sequence[Cages]) -> list[QRectF]:
    """Return one box for each group of sockets, side by side with half a socket between."""
    total = sum(group.count for group in groups) + 0.5 * max(len(groups) - 1, 0)
    width = min(box.width() / max(total, 1), box.height() * 3.6)
    x, found = box.left(), []
    for group in groups:
        found.append(QRectF(x, box.top(), width * group.count, box.height()))
        x += width * (group.count + 0.5)
    return found


def cage_cells(panel: Panel, box: QRectF, groups: Sequence[Cages]) -> list[list[QRectF]]:
    """Return the boxes of sockets in a row, group by group."""
    found = []
    for group, place in zip(groups, group_boxes(box, groups), strict=True):
        width = place.width() / max(group.count, 1)
        height = min(place.height(), max(width * 1.4, 3 * panel.px))
        top = place.center().y() - height / 2
        found.append(
            [
                QRectF(place.left() + (i + 0.06) * width, top, width * 0.88, height)
                for i in range(group.count)
            ]
        )
    return found


def paint_cage_row(panel: Panel, box: QRectF, groups: Sequence[Cages]) -> None:
    """Paint sockets by group."""
    for cells in cage_cells(panel, box, groups):
        paint_marks(panel, cells, panel.theme.faint, "port", filled=False)
