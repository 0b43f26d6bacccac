"""Totals as a reader sees them."""

from collections.abc import Iterator

from designer.engine.cabled_power import cabled_kw, tells_cabled
from designer.engine.page import Section, number
from designer.engine.report import Report
from designer.model.figure_words import words


def written(report: Report) -> Iterator[Section]:
    """Yield the section of totals."""
    t = report.totals

    def total(name: str, decimals: int = 1, unit: str = "kW") -> str:
        return words(t.figure(name), decimals, unit)

    cabled = (("Power, switches as cabled", words(cabled_kw(t))),) if tells_cabled(t) else ()
    yield Section(
        "Totals",
        (
            ("GPUs", total("gpus", 0, "")),
            ("Nodes", total("nodes", 0, "")),
            ("Racks", total("racks", 0, "")),
            ("Devices", number(t.devices, 0)),
            *cabled,
            ("Power, maximum", total("power_max_kw")),
            ("Power, peak observed", total("power_peak_kw")),
            ("Power, typical", total("power_typical_kw")),
            ("Power, idle", total("power_idle_kw")),
            ("Peak of milliseconds (EDP)", total("power_edp_kw")),
            ("Step, idle to maximum", total("power_step_kw")),
            ("Heat", total("heat_kw")),
            ("Weight", total("weight_kg", 0, "kg")),
            ("Floor area", number(t.floor_area_m2, 1, "m²")),
            ("Figures not known", number(t.unknown_figures, 0)),
        ),
    )
