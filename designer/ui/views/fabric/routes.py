"""What routes make of a fabric, as rows: divided evenly, by a static engine, flow by flow."""

from designer.engine.network_report import Routing
from designer.model.figure_words import amount, percent
from designer.ui.views.fabric.columns_list import Row

_EVEN = (
    "All-to-all, traffic divided evenly over all shortest paths, as adaptive routing comes near to"
)
_STATIC = (
    "All-to-all by one least used port for each destination, as OpenSM's minhop engine gives it; "
    "the fullest cable against that by even division"
)
_HASHED = (
    "Between two random halves, each flow on one path drawn among the shortest, as ECMP hashes "
    "them: the mean share of its rate that a flow gets (effective bisection)"
)


def route_rows(found: Routing) -> list[Row]:
    """Return a row for each way of routing; none where there are none."""
    if found.even_share is None:
        return []
    fullest = amount(found.figure("static_load_ratio"), 2)
    return [
        Row(("Even division", "all-to-all", percent(found.figure("even_share"))), tip=_EVEN),
        Row(
            ("Static minhop", f"all-to-all, fullest cable × {fullest}",
             percent(found.figure("static_share"))), tip=_STATIC,
        ),
        Row(
            ("Hashed flows", "random halves", percent(found.figure("effective_bisection_ratio"))),
            tip=_HASHED,
        ),
    ]  # fmt: skip
