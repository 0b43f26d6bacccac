"""What made-up reports of small designs share: a compute fabric, a cost without price of switches.

The figures are arguments, so that each report has its own and a mix-up shows.
"""

from designer.engine.cost_report import Cost, CostLine
from designer.engine.network_report import FabricReport, Failure
from designer.model.measured import Bound


def compute_fabric(**figures: float | bool) -> FabricReport:
    """Return a fabric of eight leaf switches, the loss of one of which costs an eighth."""
    lost = Failure(what="leaf 1", bisection_ratio=0.875)
    return FabricReport(
        id="compute", name="compute", purpose="compute", leaf=8, worst_failure=lost, **figures
    )  # fmt: skip


def cost_without_switches(
    *, nodes: float, racks: float, switches: int, opex: float, mwh: float, **words: str
) -> Cost:
    """Return what nodes and racks cost for certain; switches have no price."""
    return Cost(
        bounds=(Bound(name="capex", low=nodes + racks, gaps=("qm9700.price",)),),
        opex_per_year=opex,
        energy_mwh_per_year=mwh,
        complete=False,
        by_category=(
            CostLine(category="nodes", amount=nodes),
            CostLine(category="racks", amount=racks),
            CostLine(category="network", amount=None, unpriced=switches),
        ),
        unpriced=("qm9700",),
        **words,
    )
