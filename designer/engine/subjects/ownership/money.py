"""Formulas of ownership on plain numbers: annuities, present values, own against rented hours."""

from math import ceil, expm1, log1p


def annuity(present: float, rate: float, years: float) -> float:
    """Return the equal yearly payment that pays for something over some years.

    Parameters
    ----------
    present
        What it costs today.
    rate
        Interest of a year, 0.05 for 5 %.
    """
    # 1 − (1 + rate)^−years, exact for the smallest rates, too.
    paid_off = -expm1(-years * log1p(rate))
    return present * rate / paid_off if paid_off else present / years


def present_value(yearly: float, rate: float, years: float) -> float:
    """Return what equal yearly amounts are worth today; each is paid at the end of its year.

    A last year that is not whole counts for its part, at its own end.
    """
    value = 0.0
    for year in range(1, ceil(years) + 1):
        end = min(float(year), years)
        value += yearly * (end - (year - 1)) / float((1 + rate) ** end)
    return value
