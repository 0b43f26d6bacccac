"""Rules of what a site decides on cooling: which bands hold, and which methods may be used."""

from collections.abc import Iterator

from designer.engine.findings import Finding
from designer.engine.reasons import cannot_be_said
from designer.engine.subject import Facts
from designer.engine.subjects.contents.fillings import CONTENTS
from designer.engine.subjects.cooling.cooling import COOLING
from designer.model.cooling_words import METHOD_SHORT_NAMES
from designer.model.figure_words import told

_ADVICE = "Choose parts or another method by hand, or allow it in the settings of the site."


def site_allows_the_method(facts: Facts) -> Iterator[Finding]:
    """C25: what takes the heat of a rack is a method that the site allows."""
    site = facts.site
    if not site.allowed:
        return
    for core, racks in facts[CONTENTS].racks_having(COOLING):
        for method, heat in core[COOLING].taken:
            if site.allows(method):
                continue
            name = METHOD_SHORT_NAMES[method]
            said = f"{core.called}: {told(heat, 'amount')} of heat for {name}"
            if heat.low > 0:
                yield Finding(
                    "C25", "error", method, racks, f"{said}, which the site does not allow",
                    _ADVICE, heat.low,
                )  # fmt: skip
            else:
                yield cannot_be_said(
                    "C25", method, racks,
                    f"{said}, which the site does not allow: whether there is any",
                    (gap.ref for gap in heat.gaps[:2]), facts.name_of,
                )  # fmt: skip


def bands_are_known(facts: Facts) -> Iterator[Finding]:
    """D02: the set of cooling bands that the site names is in the catalogue."""
    wanted = facts.design.site.cooling_bands
    if wanted and wanted not in facts.catalog.band_presets:
        yield Finding(
            "D02", "warning", f"bands:{wanted}", (),
            f"no set of cooling bands {wanted!r} is in the catalogue: those of the founding "
            "documents hold",
            "Choose a set of the catalogue in the design settings.",
        )  # fmt: skip
