"""Rules of owning against renting; of a site that states no years of cost nothing is asked."""

from collections.abc import Iterator
from typing import Final

from designer.engine.findings import Finding
from designer.engine.reasons import cannot_be_said
from designer.engine.subject import Facts
from designer.engine.subjects.ownership.calc import licence_price
from designer.engine.subjects.ownership.ownership import OWNERSHIP
from designer.engine.subjects.totals.totals import TOTALS
from designer.model.figure_words import words
from designer.model.figures import Figure, exact, missing, stated, within
from designer.model.site import Site
from designer.model.some_names import some

_WHERE: Final = "Design settings › Ownership"
_PAID_YEARLY: Final = ("hall", "support", "staff")
_SAME: Final = 0.01
"""Shares of the hours that differ by no more are the same."""


def is_compared(facts: Facts) -> bool:
    """Return whether the site states years over which costs are asked."""
    return facts.design.site.cost_years is not None


def _plans(site: Site) -> bool:
    """Return whether something paid each year is taken from planning ranges."""
    rent = site.hall_per_kw_month if site.hall in ("", "rented") else 0.0
    return None in (rent, site.support_share, site.person_per_year)


def comparison_is_like_for_like(facts: Facts) -> Iterator[Finding]:
    """K02: what is owned and what is rented have the same in them.

    Of a price that the site states it is an error, of rates of the catalogue's offers information.
    """
    site, owned = facts.design.site, facts[OWNERSHIP]
    if not is_compared(facts) or not owned.rented:
        return
    stated_ = site.cloud_per_gpu_hour is not None
    lacking = [
        one.item for one in owned.contents
        if one.item in _PAID_YEARLY and one.own != "yes" and one.rented == "yes"
    ]  # fmt: skip
    if lacking:
        yield Finding(
            "K02", "error" if stated_ else "info", "own", (),
            f"owning is compared with renting without {some(lacking)}, which renting has",
            f"State other running cost in {_WHERE}, 0 where there is none.",
        )  # fmt: skip
    elif stated_ and site.other_opex_per_year is None and _plans(site):
        yield Finding(
            "K02", "info", "planned", (),
            "staff, place and support of a year are planning ranges in owning",
            f"State what they cost in {_WHERE}.",
        )  # fmt: skip
    if any(one.item == "storage" and one.own == "no" and one.rented == "yes"
           for one in owned.contents):  # fmt: skip
        yield Finding(
            "K02", "info", "storage", (),
            "renting has storage in its price or beside it, and none is drawn in owning",
            "Draw the storage, or hold a price of the cloud without it against owning.",
        )  # fmt: skip
    if not stated_:
        return
    if site.cloud_extras is False:
        yield Finding(
            "K02", "error", "cloud", (),
            "the price of the cloud is without storage and traffic, which owning has: a planning "
            "range stands for them",
            f"State a price of the cloud with both in {_WHERE}.",
        )  # fmt: skip
    elif site.cloud_extras is None:
        yield cannot_be_said(
            "K02", "cloud", (), "whether storage and traffic are in the price of the cloud",
            ("site.cloud_extras",), facts.name_of,
        )  # fmt: skip


def hours_are_the_same(facts: Facts) -> Iterator[Finding]:
    """K03: the hours that the cloud bills are those in which the own cluster works."""
    site = facts.design.site
    if not is_compared(facts) or site.cloud_per_gpu_hour is None:
        return
    billed = site.cloud_billed_share
    if billed is None:
        yield cannot_be_said(
            "K03", "hours", (), "whether the cloud bills the hours that the own cluster works",
            ("site.cloud_billed_share",), facts.name_of,
        )  # fmt: skip
    elif abs(billed - site.utilisation) > _SAME:
        yield Finding(
            "K03", "error", "hours", (),
            f"the cloud bills {billed:.0%} of the hours, and the own cluster works in "
            f"{site.utilisation:.0%} of them",
            f"Compare the same hours: state them alike in {_WHERE} and Design settings › Site.",
            abs(billed - site.utilisation),
        )  # fmt: skip


def gpus_last_as_long(facts: Facts) -> Iterator[Finding]:
    """K05: over more years than GPUs pay for themselves, they are bought anew or sold."""
    site = facts.design.site
    years = site.cost_years
    gpus = facts[TOTALS].figure("gpus")
    if years is None or gpus.high <= 0 or site.residual_share is not None:
        return
    refresh = site.refresh_years if site.refresh_years and site.refresh_years < years else None
    life = _life(facts)
    verdict = within(exact(refresh or years, "years", "site.cost_years"), life)
    if verdict.answer == "no":
        said = (
            f"cost over {years:g} years without refresh or resale"
            if refresh is None else f"nodes are bought anew after {refresh:g} years"
        )  # fmt: skip
        yield Finding(
            "K05", "warning", "life", (), f"{said}, and GPUs pay for themselves for {words(life)}",
            f"State when nodes are bought anew, or what they bring then, in {_WHERE}.", years,
        )  # fmt: skip
    elif verdict.answer == "open":
        yield cannot_be_said(
            "K05", "life", (),
            f"whether GPUs pay for themselves for {refresh or years:g} years", verdict.because,
            facts.name_of,
        )  # fmt: skip


def _life(facts: Facts) -> Figure:
    years = facts.design.site.gpu_life_years
    if years is not None:
        return stated(years, "site.gpu_life_years", "years")
    told = facts.catalog.guideline("depreciation-years")
    if told is None or told.low is None or told.high is None:
        return missing("site.gpu_life_years", "years")
    return missing("site.gpu_life_years", "years", told.low, told.high)


def licences_are_counted(facts: Facts) -> Iterator[Finding]:
    """K06: software that is paid for each GPU is in the cost of owning."""
    site, gpus = facts.design.site, facts[TOTALS].figure("gpus")
    if is_compared(facts) and site.licences_per_gpu_year is None and gpus.high > 0:
        each = licence_price(facts.catalog)
        listed = "" if each is None else f" is {each:,.0f} USD a GPU and year, and"
        yield Finding(
            "K06", "warning", "licences", (),
            f"licences of {words(gpus, 0)} GPUs are in no cost: NVIDIA AI Enterprise{listed} "
            "comes with some systems",
            f"State licences of a GPU in {_WHERE}, 0 where none are bought.", gpus.low,
        )  # fmt: skip
