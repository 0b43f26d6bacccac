"""The subjects of sums and totals."""

from collections.abc import Iterator

from designer.engine.cabled_power import cabled_kw, tells_cabled
from designer.engine.preview import AS_CABLED, IT_POWER
from designer.engine.report import Totals
from designer.engine.subject import Headline, Subject
from designer.engine.subjects.contents.fillings import CONTENTS
from designer.engine.subjects.totals import rules
from designer.engine.subjects.totals.sums import SUMS, design_sums
from designer.engine.subjects.totals.totals import TOTALS, totals_of
from designer.engine.subjects.totals.writing import written


def _headlines(totals: Totals) -> Iterator[Headline]:
    yield Headline(IT_POWER, totals.figure("power_max_kw"))
    if tells_cabled(totals):
        yield Headline(AS_CABLED, cabled_kw(totals))
    yield Headline("GPUs", totals.figure("gpus"))
    yield Headline("racks", totals.figure("racks"))
    yield Headline("mass", totals.figure("weight_kg"))


OF_SUMS = Subject(
    key=SUMS,
    title="Sums over racks",
    reads=(CONTENTS,),
    compute=design_sums,
)
SUBJECT = Subject(
    key=TOTALS,
    title="Totals",
    design=("room",),
    reads=(CONTENTS, SUMS),
    compute=totals_of,
    section="totals",
    checks=(rules.figures_are_known, rules.figures_agree),
    write=written,
    headlines=_headlines,
)
