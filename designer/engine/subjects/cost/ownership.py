"""What owning costs over the years that the site states, and renting the same GPUs instead.

Nothing is discounted, as in `calc buy-or-rent`. What nobody states of it leaves the cost without an
upper end; a resale that nobody states is none, and so is a refresh.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil

from designer.engine.subject import Facts
from designer.engine.subjects.totals.totals import TOTALS
from designer.model.figures import Figure, exact, missing, product, stated, total
from designer.model.units import HOURS_PER_YEAR


@dataclass(frozen=True)
class Paid:
    """What is paid for by the other figures of cost.

    Attributes
    ----------
    capital, compute
        All that is bought, and the nodes among it, which a refresh buys anew.
    energy
        Of a year.
    """

    capital: Figure
    compute: Figure
    energy: Figure


def is_compared(facts: Facts) -> bool:
    """Return whether the site states years over which costs are asked."""
    return facts.design.site.cost_years is not None


def ownership_of(facts: Facts, paid: Paid) -> dict[str, Figure]:
    """Return the figures of ownership by their names in the report; none where none is asked."""
    return dict(_figures(facts, paid))


def _figures(facts: Facts, paid: Paid) -> Iterator[tuple[str, Figure]]:
    site = facts.design.site
    years, money = site.cost_years, site.currency
    if years is None:
        return
    gpus = facts[TOTALS].figure("gpus")
    running = running_cost(facts, paid.energy)
    purchases = ceil(years / site.refresh_years) if site.refresh_years else 1
    bought = total((paid.capital, paid.compute.times(purchases - 1)), money)
    sold = site.residual_share
    kept = bought if sold is None else bought.times(1 - sold)
    own = total((kept, running.times(years)), money)
    yield "tco", own
    if gpus.low > 0 and site.utilisation:
        hours = gpus.times(HOURS_PER_YEAR * years * site.utilisation)
        yield "gpu_hour", own.per(hours, money)
    if site.cloud_per_gpu_hour is None:
        return
    rented = _rented(facts, gpus)
    yield "cloud_total", rented.times(years)
    saved = rented.minus(running)
    if saved.high > 0:
        yield "break_even_months", paid.capital.times(12).per(saved.clipped(least=0.0), "months")


def running_cost(facts: Facts, energy: Figure) -> Figure:
    """Return what owning costs a year: energy, staff and place, licences."""
    site, gpus = facts.design.site, facts[TOTALS].figure("gpus")
    other = stated(site.other_opex_per_year, "site.other_opex_per_year", site.currency)
    each = stated(site.licences_per_gpu_year, "site.licences_per_gpu_year")
    return total((energy, other, product(gpus, each, site.currency)), site.currency)


def _rented(facts: Facts, gpus: Figure) -> Figure:
    """Return what renting as many GPUs costs a year, by the hours that are billed."""
    site = facts.design.site
    rate = stated(site.cloud_per_gpu_hour, "site.cloud_per_gpu_hour")
    share = site.cloud_billed_share
    billed = (
        missing("site.cloud_billed_share", "", min(site.utilisation, 1.0), 1.0)
        if share is None
        else exact(share, "", "site.cloud_billed_share")
    )
    return product(product(gpus, billed), rate).times(HOURS_PER_YEAR, site.currency)
