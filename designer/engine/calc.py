"""One calculation at a time, for the command line and for people who check numbers by hand.

Each is a `Calculation` that a subject lists: its parameters with units and defaults, its formula,
its sources, and a function from numbers to results.
"""

from collections.abc import Iterable, Mapping

from designer.catalog.catalog import Catalog
from designer.engine.calculation import CalcError, CalcResult, Calculation, Parameter, Result, Value
from designer.engine.subject import Subject
from designer.engine.subjects import SUBJECTS

__all__ = [
    "CALCULATIONS",
    "CalcError",
    "CalcResult",
    "Calculation",
    "Parameter",
    "Result",
    "Value",
    "calculate",
    "calculations",
]


def calculations(subjects: Iterable[Subject]) -> dict[str, Calculation]:
    """Return the calculations of subjects by name.

    Raises
    ------
    ValueError
        If two have one name.
    """
    found: dict[str, Calculation] = {}
    for entry in (entry for subject in subjects for entry in subject.calc):
        if found.setdefault(entry.name, entry) is not entry:
            raise ValueError(f"there are two calculations of the name {entry.name}")
    return found


CALCULATIONS = calculations(SUBJECTS)


def calculate(
    subject: str,
    arguments: Mapping[str, str],
    catalog: Catalog | None = None,
    known: Mapping[str, Calculation] = CALCULATIONS,
) -> CalcResult:
    """Return one calculation with its formula, inputs and sources.

    Parameters
    ----------
    subject
        One of `known`.
    arguments
        Parameters as they were typed, `{"volts": "415"}`; defaults fill the rest.
    catalog
        Where parts named in the arguments are looked up; None takes the shipped catalogue when
        one is named.
    known
        The calculations there are, by name.

    Raises
    ------
    CalcError
        If the subject or a parameter is unknown, or a value does not fit.
    """
    entry = known.get(subject)
    if entry is None:
        raise CalcError(f"no subject {subject!r}; there are {', '.join(known)}")
    return entry.calculate(arguments, catalog)
