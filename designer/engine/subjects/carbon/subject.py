"""The subject of carbon: that of a year's energy by the grid, and in the making of GPUs."""

from collections.abc import Iterator

from designer.engine.carbon_report import Carbon
from designer.engine.subject import Headline, Subject
from designer.engine.subjects.bill.bill import BILL
from designer.engine.subjects.carbon import calc, rules
from designer.engine.subjects.carbon.carbon import CARBON, carbon_of
from designer.engine.subjects.carbon.writing import written
from designer.engine.subjects.contents.fillings import CONTENTS
from designer.engine.subjects.facility.year import CLIMATE
from designer.engine.subjects.totals.sums import SUMS
from designer.engine.subjects.totals.totals import TOTALS


def _headlines(carbon: Carbon) -> Iterator[Headline]:
    if carbon.is_computed:
        yield Headline("carbon a year", carbon.figure("operational_t_per_year", "t a year"))


SUBJECT = Subject(
    key=CARBON,
    title="Carbon",
    design=("site", "grid_years"),
    reads=(CONTENTS, TOTALS, SUMS, CLIMATE, BILL),
    compute=carbon_of,
    section="carbon",
    checks=(
        rules.embodied_has_two_sources,
        rules.grid_says_where_and_when,
        rules.grid_is_of_one_place,
        rules.grid_is_known,
    ),
    calc=(calc.CARBON,),
    write=written,
    headlines=_headlines,
)
