"""What the monkey does with locks, groups and layers, and what has to hold whatever it does."""

import random
from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from designer.document import edits
from designer.document.clip_plans import placed_pod, pod_of
from designer.document.document import UNDO_PREFIX, Document, DocumentChange
from designer.document.edits.paste import PasteTarget, paste
from designer.document.errors import EditError
from designer.document.row_shapes import shape_of_chosen
from designer.model.design import Rack
from designer.ui.window.main_window import MainWindow
from tests.helpers.sent_mouse import move

LEFT: Final = Qt.MouseButton.LeftButton
NONE: Final = Qt.KeyboardModifier.NoModifier
_PLACES: Final = {
    "racks": ("part", "x_mm", "y_mm", "rotation"),
    "devices": ("part", "rack", "half_u", "face"),
    "trays": ("corners",),
    "power": ("part", "x_mm", "y_mm", "end_x_mm", "end_y_mm"),
}


class LockWatch:
    """Notes each step that touched what was locked; going back and forth in the history is none.

    Parameters
    ----------
    note
        Takes the words of what was found.
    """

    def __init__(self, document: Document, note: Callable[[str], object]) -> None:
        self._document, self._note = document, note
        self._at = document.history.position
        document.subscribe(self._look)

    def _look(self, told: DocumentChange) -> None:
        was, self._at = self._at, self._document.history.position
        if told.whole or told.label.startswith(UNDO_PREFIX) or self._at > was + 1:
            return
        for collection, fields in _PLACES.items():
            after = {record.id: record for record in getattr(told.after, collection)}
            for old in getattr(told.before, collection):
                new = after.get(old.id)
                if not old.locked or (new is not None and not new.locked):
                    continue
                if new is None or any(getattr(old, f) != getattr(new, f) for f in fields):
                    self._note(f"{told.label!r} touched {old.id}, which was locked")


def hide_or_hold(window: MainWindow, chance: random.Random) -> str:
    """Switch a layer, more often back than not; put something on one of its own first."""
    space = window.workspace
    racks = space.document.design.racks
    if racks and chance.random() < 0.4:
        _try(window, "Layer", edits.put_on_layer((chance.choice(racks).id,), "Phase 2"))
    layer, _ = chance.choice(space.layers.all())
    if chance.random() < 0.6:
        space.layers.show_all()
        return "show all layers"
    (space.layers.hide if chance.random() < 0.6 else space.layers.hold)(layer)
    return f"hide or hold {layer}"


def drag_group(window: MainWindow, chance: random.Random) -> tuple[str, str]:
    """Group some racks and drag one of them: all go the same way, or none; return what is wrong."""
    space, view = window.workspace, window.floor.view
    drawn = window.floor.floor.racks
    shown = [rack for rack in space.document.design.racks if rack.id in drawn and not rack.group]
    if len(shown) < 2 or space.document.reviewing:
        return "no group to drag", ""
    some = tuple(rack.id for rack in chance.sample(shown, min(len(shown), 3)))
    if not _try(window, "Group", edits.group(some)):
        return "no group to drag", ""
    space.select(())
    start = view.mapFromScene(drawn[some[0]].sceneBoundingRect().center())
    before = _corners(window, some)
    end = start + QPoint(chance.randrange(-80, 81), chance.randrange(-60, 61))
    QTest.mousePress(view.viewport(), LEFT, NONE, start)
    move(view.viewport(), (start + end) / 2, pressed=True)
    move(view.viewport(), end, pressed=True)
    QTest.mouseRelease(view.viewport(), LEFT, NONE, end)
    after = _corners(window, some)
    went = {(x - a, y - b) for (a, b), (x, y) in zip(before, after, strict=True)}
    wrong = "" if len(went) == 1 else f"the group {', '.join(some)} was torn apart"
    if chance.random() < 0.5:
        _try(window, "Ungroup", edits.ungroup(some))
    return f"drag the group of {some[0]}", wrong


def place_pod(window: MainWindow, chance: random.Random) -> tuple[str, str]:
    """Place racks as a pod, which is one group, or takes it apart; return what is wrong."""
    space = window.workspace
    design, catalog = space.document.design, space.catalog
    pods = sorted({rack.group for rack in design.racks} - {""})
    if pods and chance.random() < 0.4:
        _try(window, "Detach", edits.detach_pod(chance.choice(pods)))
        return "detach a pod", ""
    if not design.racks or space.document.reviewing:
        return "no pod to place", ""
    some = tuple(rack.id for rack in chance.sample(design.racks, min(len(design.racks), 2)))
    pod = placed_pod(catalog, pod_of(design, some, "Pod"))
    before = {rack.id for rack in design.racks}
    if not _try(window, "Place pod", paste(catalog, pod, PasteTarget())):
        return "no room for a pod", ""
    new = [rack for rack in space.document.design.racks if rack.id not in before]
    one = len({rack.group for rack in new}) == 1 and len(new) == len(some) and new[0].group
    return "place a pod", "" if one else f"the pod of {', '.join(some)} is no group of its own"


def pull_grip(window: MainWindow, chance: random.Random) -> tuple[str, str]:
    """Pull a grip of a row; mirrored, it stays where it stood; return what is wrong."""
    space, view = window.workspace, window.floor.view
    rows = sorted({rack.row for rack in space.document.design.racks} - {""})
    if not rows or space.document.reviewing:
        return "no row", ""
    row = chance.choice(rows)
    ids = tuple(rack.id for rack in space.document.design.racks if rack.row == row)
    space.select(ids)
    grips = view.grips.places(view.viewportTransform())
    if not grips:
        return "no grips", ""
    kind = chance.choice(sorted(grips))
    # Racks out of line go to the other side of their row: those in line stay where they stood.
    shape = shape_of_chosen(space.layout(), space.catalog, ids)
    lined = tuple(rack.id for rack in shape.in_line) if shape is not None else ids
    start, before = grips[kind].center().toPoint(), _corners(window, lined)
    if not view.viewport().rect().contains(start):
        return "a grip out of view", ""
    end = start + QPoint(chance.randrange(-60, 61), chance.randrange(-60, 61))
    QTest.mousePress(view.viewport(), LEFT, NONE, start)
    move(view.viewport(), end, pressed=True)
    QTest.mouseRelease(view.viewport(), LEFT, NONE, end)
    if kind != "mirror":
        return f"pull {kind} of row {row}", ""
    stays = _lowest(before) == _lowest(_corners(window, lined))
    return f"mirror row {row}", "" if stays else f"row {row} was mirrored off its place"


def _lowest(corners: list[tuple[int, int]]) -> tuple[int, int]:
    return min(x for x, _ in corners), min(y for _, y in corners)


def lock_and_drag(window: MainWindow, chance: random.Random) -> tuple[str, str]:
    """Lock a rack and drag it, which moves nothing; return what is wrong."""
    space, view = window.workspace, window.floor.view
    drawn = window.floor.floor.racks
    shown = [rack for rack in space.document.design.racks if rack.id in drawn]
    if not shown or space.document.reviewing:
        return "no rack to lock", ""
    rack = chance.choice(shown)
    _try(window, "Lock", edits.lock((rack.id,)))
    start = view.mapFromScene(drawn[rack.id].sceneBoundingRect().center())
    before = _corners(window, (rack.id,))
    QTest.mousePress(view.viewport(), LEFT, NONE, start)
    for step in (30, 90):
        move(view.viewport(), start + QPoint(step, step), pressed=True)
    QTest.mouseRelease(view.viewport(), LEFT, NONE, start + QPoint(90, 90))
    wrong = "" if _corners(window, (rack.id,)) == before else f"{rack.name} moved though locked"
    if chance.random() < 0.7:
        _try(window, "Unlock", edits.unlock((rack.id,)))
    return f"lock and drag {rack.name}", wrong


def is_drawn(window: MainWindow, rack: Rack) -> bool:
    """Return whether a rack is on the floor, by which layers the window hides."""
    layers = window.workspace.layers
    own = bool(rack.layer) and layers.is_hidden(f"layer:{rack.layer}")
    return not own and not layers.is_hidden(layers.kind_of(rack))


def _try(window: MainWindow, label: str, edit: Callable[..., object]) -> bool:
    try:
        window.workspace.document.apply(label, edit)  # type: ignore[arg-type] # an edit
    except EditError:
        return False
    return True


def _corners(window: MainWindow, ids: tuple[str, ...]) -> list[tuple[int, int]]:
    racks = {rack.id: rack for rack in window.workspace.document.design.racks}
    return [(racks[key].x_mm, racks[key].y_mm) for key in ids]
