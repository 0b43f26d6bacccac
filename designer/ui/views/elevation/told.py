"""What is told of what hangs in the rack that is drawn: in a tip, and to a screen reader."""

from collections.abc import Iterator
from typing import Final, Protocol

from PySide6.QtCore import QPointF

from designer.catalog.depth import half_of
from designer.catalog.inside_layout import InsideBox
from designer.catalog.lost_parts import not_in_catalogue
from designer.catalog.part import Part
from designer.model.layout import Placed
from designer.model.units import place_text, u_text
from designer.ui.state.tips import device_tip, inside_tip
from designer.ui.state.workspace import Workspace
from designer.ui.views.elevation.balloons import RackBalloons
from designer.ui.views.elevation.cabling import Cabling
from designer.ui.views.elevation.faces import Faces

_GRAVE: Final = {"error": "has errors", "warning": "has warnings"}


class RackTold(Protocol):
    """The drawing of a rack."""

    workspace: Workspace
    faces: Faces
    rack_id: str
    cabling: Cabling
    balloons: RackBalloons

    def after_loss(self, key: str) -> str:
        """Return what a loss that is tried does to a device or a unit inside; empty of none."""


def tip_at(view: RackTold, at: QPointF) -> str:
    """Return what is told of what lies at a point of the drawing."""
    if said := view.balloons.tip_at(at):
        return said
    found, within = view.faces.device_at(at), view.faces.inside_at(at)
    text = ""
    if found is not None:
        text = device_words(view, found[0])
    elif within is not None:
        text = inside_words(view, within)
    plug = view.cabling.socket_at(at)
    return text if plug is None else f"{view.cabling.words_of(plug)}\n{text}"


def device_words(view: RackTold, placed: Placed) -> str:
    """Return a device's name, place and figures, what it meets, and what a loss does to it."""
    space = view.workspace
    estimates = space.document.design.site.estimates
    text = device_tip(placed, space.layout(), space.catalog, estimates=estimates)
    return "\n".join((text, *_more(view, placed.key)))


def inside_words(view: RackTold, box: InsideBox) -> str:
    """Return the same of a unit inside a filled rack."""
    return "\n".join((inside_tip(box, _part(view)), *_more(view, box.name)))


def device_heard(view: RackTold, placed: Placed) -> str:
    """Return what a screen reader says of a device: `n1, U5–U12, DGX H100, locked`."""
    part = view.workspace.catalog.get(placed.part)
    if part is None:
        said = not_in_catalogue(placed.part)
        return ", ".join((placed.name, said, *_states(view, placed)))
    high, side = part.height_half_u, half_of(part, placed.side)
    where = place_text(placed.half_u, high, side) if high else "0U"
    behind = ("rear",) if placed.face == "rear" else ()
    return ", ".join((placed.name, where, *behind, part.name, *_states(view, placed)))


def inside_heard(box: InsideBox) -> str:
    """Return the same of a unit inside a filled rack: `compute tray 3, U11`."""
    return f"{box.name}, {u_text(box.half_u, box.top_half_u - box.half_u)}"


def findings_at(view: RackTold, key: str) -> Iterator[str]:
    """Yield the errors and warnings that name a device, none of which is accepted."""
    report = view.workspace.report_store.report
    for check in report.checks if report is not None else ():
        if check.severity in _GRAVE and not check.waived and key in check.where:
            yield f"{check.severity}: {check.message}"


def _states(view: RackTold, placed: Placed) -> Iterator[str]:
    """Yield what is special about a device now, as marks on the drawing show it."""
    space = view.workspace
    own = space.layout().devices.get(placed.key)
    if own is not None and own.locked:
        yield "locked"
    if placed.key in space.stage.later.devices:
        yield "comes in a later stage"
    if view.faces.conflict_words(placed.key):
        yield "conflict of depth"
    if view.after_loss(placed.key):
        yield "touched by the loss"
    found = [one.partition(":")[0] for one in findings_at(view, placed.key)]
    yield from (words for severity, words in _GRAVE.items() if severity in found)


def _more(view: RackTold, key: str) -> Iterator[str]:
    yield from view.faces.conflict_words(key)
    if after := view.after_loss(key):
        yield f"after the loss: {after}"


def _part(view: RackTold) -> Part | None:
    rack = view.workspace.layout().racks.get(view.rack_id)
    return view.workspace.catalog.get(rack.part) if rack else None
