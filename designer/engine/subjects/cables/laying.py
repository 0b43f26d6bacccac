"""How cables are laid: what the room states, and the planning figures for the rest."""

from dataclasses import dataclass

from designer.catalog.catalog import Catalog
from designer.engine.assumptions import planning_figure
from designer.model.design import Design
from designer.model.figures import Figure, exact
from designer.wiring.cable_routes import Laying


@dataclass(frozen=True)
class LaidAs:
    """How cables of a design are laid, in three cases.

    Attributes
    ----------
    open_on
        What is planned with and not stated.
    stated
        What the room states.
    """

    low: Laying
    likely: Laying
    high: Laying
    open_on: tuple[str, ...]
    stated: tuple[str, ...]


def laid_as(design: Design, catalog: Catalog) -> LaidAs:
    """Return how cables of a design are laid."""
    room = design.room
    figures = (
        _figure(catalog, "cable-side", room.cable_side_m, "cable_side_m").times(1000, "mm"),
        _figure(catalog, "cable-loop", room.cable_loop_m, "cable_loop_m").times(1000, "mm"),
        planning_figure(catalog, "tray-above-racks"),
        planning_figure(catalog, "tray-below-floor"),
        _figure(catalog, "cable-slack", room.cable_slack_pct, "cable_slack_pct").times(0.01),
    )
    # Heights that every tray states leave nothing open.
    unstated = {tray.kind for tray in design.trays if tray.height_mm is None}
    heights = {"overhead": 2, "underfloor": 3}
    settled = {at for kind, at in heights.items() if design.trays and kind not in unstated}
    refs = [gap.ref for at, one in enumerate(figures) if at not in settled for gap in one.gaps]
    if not design.trays:
        refs = [ref for ref in refs if ref != "default tray-below-floor"]
    fixed = [ref for one in figures if one.exact for ref in one.basis if ref.startswith("room.")]
    return LaidAs(
        Laying(*(one.low for one in figures)),
        Laying(*(one.likely for one in figures)),
        Laying(*(one.high for one in figures)),
        tuple(refs),
        tuple(fixed),
    )


def _figure(catalog: Catalog, default: str, stated: float | None, field: str) -> Figure:
    if stated is not None:
        return exact(stated, "", f"room.{field}")
    return planning_figure(catalog, default)
