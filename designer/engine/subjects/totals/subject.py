"""The subjects of sums and totals."""

from collections.abc import Sequence

from designer.engine.subject import PreviewWork, Subject
from designer.engine.subjects.contents.fillings import CONTENTS
from designer.engine.subjects.totals import rules
from designer.engine.subjects.totals.sums import SUMS, Sums, design_sums
from designer.engine.subjects.totals.totals import TOTALS, totals_of
from designer.engine.subjects.totals.writing import written


def _power(
    before: Sums | None, after: Sums | None, _: Sequence[str]
) -> tuple[float | None, float | None]:
    return (before["max"].value if before else None, after["max"].value if after else None)


OF_SUMS = Subject(
    key=SUMS,
    title="Sums over racks",
    reads=(CONTENTS,),
    compute=design_sums,
    preview=PreviewWork(_power, field="power_max_kw"),
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
)
