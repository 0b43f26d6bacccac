"""The subject of cost: what the parts cost to buy, and their energy a year."""

from collections.abc import Iterator

from designer.engine.cost_report import Cost
from designer.engine.subject import Headline, Subject
from designer.engine.subjects.cables.cables import CABLES
from designer.engine.subjects.contents.fillings import CONTENTS
from designer.engine.subjects.cost import ownership_rules, rules
from designer.engine.subjects.cost.cost import COST, cost_of
from designer.engine.subjects.cost.ownership_calc import OWNERSHIP
from designer.engine.subjects.cost.writing import written
from designer.engine.subjects.facility.facility import FACILITY
from designer.engine.subjects.totals.sums import SUMS
from designer.engine.subjects.totals.totals import TOTALS


def _headlines(cost: Cost) -> Iterator[Headline]:
    unpriced = sum(line.unpriced for line in cost.by_category)
    yield Headline("capital", cost.figure("capex", cost.currency), unpriced=unpriced)
    yield Headline("running cost a year", cost.figure("opex_per_year", cost.currency))


SUBJECT = Subject(
    key=COST,
    title="Cost",
    design=("site", "prices"),
    reads=(CONTENTS, CABLES, SUMS, TOTALS, FACILITY),
    compute=cost_of,
    section="cost",
    checks=(
        rules.prices_are_known,
        rules.own_prices_are_counted,
        rules.assumed_price_of_energy,
        ownership_rules.comparison_is_like_for_like,
        ownership_rules.hours_are_the_same,
        ownership_rules.gpus_last_as_long,
        ownership_rules.licences_are_counted,
    ),
    calc=OWNERSHIP,
    write=written,
    headlines=_headlines,
)
