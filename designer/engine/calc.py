"""One calculation at a time, for the command line and for people who check numbers by hand.

Each subject is a `Subject`: its parameters with units and defaults, its formula, its sources, and
a function from numbers to results. A new subject is one more entry of `SUBJECTS`, from the module
of its field: `calc_power`, `calc_site`, `calc_fabric`.
"""

from collections.abc import Mapping

from designer.catalog.catalog import Catalog
from designer.engine import calc_fabric, calc_power, calc_site
from designer.engine.calc_subject import CalcError, CalcResult, Parameter, Subject

__all__ = ["SUBJECTS", "CalcError", "CalcResult", "Parameter", "Subject", "calculate"]

SUBJECTS: dict[str, Subject] = {
    subject.name: subject
    for subject in (
        calc_fabric.FABRIC,
        calc_power.FEED,
        calc_power.PSU,
        calc_power.PHASES,
        calc_site.AIRFLOW,
        calc_site.COOLANT,
        calc_site.CDU,
        calc_site.TEMPERATURE,
        calc_site.FLOOR,
        calc_site.FACILITY,
        calc_power.UPS,
        calc_power.GENERATOR,
        calc_power.BATTERY,
    )
}


def calculate(
    subject: str, arguments: Mapping[str, str], catalog: Catalog | None = None
) -> CalcResult:
    """Return one calculation with its formula, inputs and sources.

    Parameters
    ----------
    subject
        One of `SUBJECTS`.
    arguments
        Parameters as they were typed, `{"volts": "415"}`; defaults fill the rest.
    catalog
        Where parts named in the arguments are looked up; None takes the shipped catalogue when
        one is named.

    Raises
    ------
    CalcError
        If the subject or a parameter is unknown, or a value does not fit.
    """
    known = SUBJECTS.get(subject)
    if known is None:
        raise CalcError(f"no subject {subject!r}; there are {', '.join(SUBJECTS)}")
    return known.calculate(arguments, catalog)
