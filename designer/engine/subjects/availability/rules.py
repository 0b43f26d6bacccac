"""The rule of the GPUs that a site needs at once: no more than the design has (R15)."""

from collections.abc import Iterator

from designer.engine.findings import Finding
from designer.engine.reasons import cannot_be_said
from designer.engine.subject import Facts
from designer.engine.subjects.totals.totals import TOTALS
from designer.model.figure_words import how_many
from designer.model.figures import exact, within


def the_design_has_the_gpus_needed(facts: Facts) -> Iterator[Finding]:
    """R15: the design has as many GPUs as the site needs at once; asked where it states them."""
    needed = facts.design.site.gpus_needed
    if needed is None:
        return
    there = facts[TOTALS].figure("gpus")
    verdict = within(exact(float(needed)), there)
    said = f"the site needs {needed:,} GPUs at once, and the design has"
    if verdict.answer == "no":
        yield Finding(
            "R15", "error", "gpus-needed", (), f"{said} {how_many(there, 'GPU')}",
            "Place more nodes, or lower GPUs needed in the design's settings.", float(needed),
        )  # fmt: skip
    elif verdict.answer == "open":
        yield cannot_be_said(
            "R15", "gpus-needed", (), f"{said} {how_many(there, 'GPU')}: whether that is enough",
            verdict.because, facts.name_of,
        )  # fmt: skip
