"""What runs along each tray, for the report."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from designer.engine.network_report import TrayPiece, TrayReport
from designer.engine.subjects.cables.routing import Routing
from designer.model.design import Design
from designer.model.figures import exact
from designer.model.measured import fields_of

Floats = NDArray[np.float64]


def cables_by_pair(routing: Routing, weight: Floats | None = None) -> Floats:
    """Return the weight of the cables between each pair of racks.

    Parameters
    ----------
    weight
        Shape (cables,): of each cable; None counts them.
    """
    pair = np.concatenate([one.pair for one in routing.routes.fabrics] or [np.empty(0, np.intp)])
    between = routing.between
    each = (routing.each if weight is None else weight)[between]
    found = np.bincount(pair[between], each, minlength=len(routing.routes.pairs.a))
    return np.asarray(found, dtype=float)


def trays_of(design: Design, routing: Routing) -> Iterator[TrayReport]:
    """Yield what runs along each tray of a design."""
    graph = routing.routes.graph
    if graph is None:
        return
    held = routing.spans.fullest(len(graph.tray), cables_by_pair(routing))
    for number, tray in enumerate(design.trays):
        mine = np.flatnonzero(graph.tray == number)
        pieces = tuple(
            TrayPiece(
                x_mm=round(float(graph.x[graph.start[at]])),
                y_mm=round(float(graph.y[graph.start[at]])),
                end_x_mm=round(float(graph.x[graph.end[at]])),
                end_y_mm=round(float(graph.y[graph.end[at]])),
                cables=round(float(held[at])),
            )
            for at in mine.tolist()
        )
        long = exact(float(graph.length[mine].sum()) / 1000, "m")
        yield TrayReport(
            id=tray.id, name=tray.name, kind=tray.kind, pieces=pieces,
            cables=max((piece.cables for piece in pieces), default=0),
            **fields_of({"length_m": long}),
        )  # fmt: skip
