"""Cost in the report: the bill, and what owning and renting come to by `ownership`."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from designer.engine.cost_report import Cost
from designer.engine.ownership_report import Ownership
from designer.engine.results import Key
from designer.engine.subject import Facts
from designer.engine.subjects.bill.bill import BILL
from designer.engine.subjects.ownership.ownership import OWNERSHIP
from designer.engine.subjects.ownership.terms import ON_DEMAND
from designer.model.figures import Figure

COST: Key[Cost] = Key("cost")

_OWN: Final = ("tco", "gpu_hour")
_RENTED: Final = (("cloud_total", "total"), ("break_even_months", "break_even_months"))


def cost_of(facts: Facts) -> Cost:
    """Return the bill with the figures of owning, and of renting on demand.

    What these rest on `ownership` says.
    """
    bill, owned = facts[BILL], facts.read(OWNERSHIP)
    if owned is None or not owned.is_computed:
        return bill
    return bill.with_figures(dict(_figures(owned, bill.currency)))


def _figures(owned: Ownership, money: str) -> Iterator[tuple[str, Figure]]:
    for name in _OWN:
        figure = owned.figure(name, money)
        if not figure.unknown:
            yield name, replace(figure, basis=(), gaps=())
    on_demand = owned.term(ON_DEMAND)
    for name, of in _RENTED:
        if on_demand is not None and not (on_demand.never and name != "cloud_total"):
            yield name, on_demand.figure(of, money if name == "cloud_total" else "months")
