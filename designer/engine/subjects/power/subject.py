"""The subject of power: what each filling draws, its peak of milliseconds and its step."""

from typing import Any

from designer.engine.cabled_power import told_powers
from designer.engine.subject import ContentsWork, Filling, Subject
from designer.engine.subjects.power.power import POWER, Power, power_of
from designer.model.measured import fields_of


def _power(filling: Filling) -> Power:
    return power_of(filling.filled, filling.filled.seen_from(filling.site, summed=True).figures)


def _fields(power: Power) -> dict[str, Any]:
    return fields_of(
        {
            **told_powers(power.max_kw, power.cabled_kw),
            "power_peak_kw": power.peak_kw,
            "power_typical_kw": power.typical_kw,
            "power_idle_kw": power.idle_kw,
            "power_edp_kw": power.edp_kw,
            "power_step_kw": power.step_kw,
        }
    )


SUBJECT = Subject(
    key=POWER,
    title="Power of racks",
    of_contents=ContentsWork(
        _power,
        fields=_fields,
        field_names=(
            "power_max_kw", "power_cabled_kw", "power_peak_kw", "power_typical_kw",
            "power_idle_kw", "power_edp_kw", "power_step_kw",
        ),
        by_order=True,
    ),
)  # fmt: skip
