"""The subject of cost: the bill, and what owning and renting come to."""

from collections.abc import Iterator

from designer.engine.cost_report import Cost
from designer.engine.subject import Headline, Subject
from designer.engine.subjects.bill.bill import BILL
from designer.engine.subjects.cables.cables import CABLES
from designer.engine.subjects.contents.fillings import CONTENTS
from designer.engine.subjects.cost import rules
from designer.engine.subjects.cost.cost import COST, cost_of
from designer.engine.subjects.cost.writing import written
from designer.engine.subjects.facility.facility import FACILITY
from designer.engine.subjects.ownership.ownership import OWNERSHIP


def _headlines(cost: Cost) -> Iterator[Headline]:
    unpriced = sum(line.unpriced for line in cost.by_category)
    yield Headline("capital", cost.figure("capex", cost.currency), unpriced=unpriced)
    yield Headline("energy cost a year", cost.figure("opex_per_year", cost.currency))


SUBJECT = Subject(
    key=COST,
    title="Cost",
    design=("site", "prices"),
    reads=(CONTENTS, FACILITY, BILL, CABLES, OWNERSHIP),
    compute=cost_of,
    section="cost",
    checks=(
        rules.prices_are_known,
        rules.own_prices_are_counted,
        rules.assumed_price_of_energy,
    ),
    write=written,
    headlines=_headlines,
)
