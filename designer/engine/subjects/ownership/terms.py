"""Renting by term: rates that the site states, else those of the catalogue's cloud offers.

Of each offer the newest price counts, and only offers that were priced within six months of the
newest one. The rate is their middle one, between the lowest and the highest. Where no reserved or
spot rate is published, it is the one on demand less the published savings.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from statistics import median
from typing import Final

from designer.catalog.derived.base import ends_of, present_rates
from designer.catalog.entry import PriceScope
from designer.engine.subject import Facts
from designer.engine.subjects.carbon.embodied import gpus_by_part
from designer.engine.subjects.ownership.answers import Input, tried_around
from designer.model.figure_words import percent
from designer.model.figures import Figure, exact, missing, product, stated
from designer.model.plural import plural

ON_DEMAND: Final = "on demand"
RESERVED: Final = "reserved"
SPOT: Final = "spot"
_ALL, _USED = "all hours", "the hours that are used"
_SCOPES: Final[dict[str, tuple[PriceScope, ...]]] = {
    ON_DEMAND: ("on-demand",), RESERVED: ("reserved-1y", "reserved-3y", "committed"),
    SPOT: ("spot",),
}  # fmt: skip
_SAVINGS: Final = {RESERVED: "reserved-saving", SPOT: "spot-saving"}


@dataclass(frozen=True)
class Term:
    """One way to rent.

    Attributes
    ----------
    rate
        Of a GPU and hour.
    inputs
        The rate, what is billed beside it, and the part of the hours that is billed where these are
        not those that are used.
    billed, source
        Which hours are billed, and whose rates they are, in words.
    """

    name: str
    rate: Figure
    inputs: tuple[Input, ...]
    billed: str
    source: str


def terms_of(facts: Facts) -> Iterator[Term]:
    """Yield the ways to rent the GPUs of a design; none where nobody names a rate of them."""
    site = facts.design.site
    own = {
        ON_DEMAND: site.cloud_per_gpu_hour,
        RESERVED: site.cloud_reserved_per_gpu_hour,
        SPOT: site.cloud_spot_per_gpu_hour,
    }
    base: Figure | None = None
    for name, said in own.items():
        of_site, tried = said is not None, None
        if said is not None:
            offers = _published(facts, name)
            tried = tried_around(said, offers[0]) if offers is not None else None
            found: tuple[Figure, str] | None = (
                stated(said, f"site.{_FIELDS[name]}", site.currency), "as the site states it"
            )  # fmt: skip
        elif (found := _published(facts, name)) is None:
            # What is derived from a rate contains what that contains.
            found, of_site = _less(facts, name, base), own[ON_DEMAND] is not None
        if found is None:
            continue
        rate, source = found
        base = rate if name == ON_DEMAND else base
        yield _term(facts, name, Input("rate", f"Rate {name}", rate, -1, tried), source,
                    of_site=of_site)  # fmt: skip


_FIELDS: Final = {
    ON_DEMAND: "cloud_per_gpu_hour", RESERVED: "cloud_reserved_per_gpu_hour",
    SPOT: "cloud_spot_per_gpu_hour",
}  # fmt: skip


def _term(facts: Facts, name: str, rate: Input, source: str, *, of_site: bool) -> Term:
    site = facts.design.site
    share = site.cloud_billed_share if name == ON_DEMAND else None
    inputs = [
        rate,
        Input("extras", "Cloud storage, traffic", _extras(facts, of_site=of_site), -1),
    ]
    words = _USED
    if name == RESERVED:
        inputs.append(Input("billed", "Hours that are billed", exact(1.0, "of the hours"), -1))
        words = _ALL
    elif share is not None:
        billed = exact(share, "of the hours", "site.cloud_billed_share")
        inputs.append(Input("billed", "Hours that are billed", billed, -1))
        words = f"{share:.0%} of the hours"
    elif of_site and name == ON_DEMAND:
        # Whoever states a rate may be billed for more than is used.
        open_ = missing("site.cloud_billed_share", "of the hours", site.utilisation, 1.0)
        inputs.append(Input("billed", "Hours that are billed", open_, -1))
    return Term(name, rate.figure, tuple(inputs), words, source)


def _extras(facts: Facts, *, of_site: bool) -> Figure:
    """Return what is billed beside the rate: storage and traffic, which owning has.

    Parameters
    ----------
    of_site
        Whether the site states the rate, or one that it is derived from.
    """
    if of_site and facts.design.site.cloud_extras:
        return exact(0.0, "of the rate", "site.cloud_extras")
    default = facts.catalog.default_figure("cloud-extras")
    if default is None:
        return missing("site.cloud_extras", "of the rate")
    # A rate of which nobody says what it contains may contain all of it.
    unsaid = of_site and facts.design.site.cloud_extras is None
    return Figure(
        0.0 if unsaid else default.low, default.high, default.value, default.unit, 0.0,
        default.basis, default.gaps, True,
    )  # fmt: skip


def _published(facts: Facts, name: str) -> tuple[Figure, str] | None:
    """Return the rate of the catalogue's offers for the GPUs that most of the design has."""
    gpus = Counter(gpus_by_part(facts))
    gpus.pop("", None)
    if facts.design.site.currency != "USD" or len(gpus) != 1:
        return None
    (gpu,) = gpus
    rates = present_rates(gpu, facts.catalog.offers, _SCOPES[name])
    if not rates:
        return None
    ends = [end for rate in rates for end in ends_of(rate)]
    middle = median(rate.usd for rate in rates)
    last = max(rate.price.as_of for rate in rates)
    first = min(rate.price.as_of for rate in rates)
    when = last if first == last else f"{first} to {last}"
    source = f"{plural(len(rates), 'offer')} of the catalogue, {when}: the middle one"
    if min(ends) == max(ends):
        return exact(middle, "USD", f"offers of {gpu}"), source
    ref = f"rate of {gpu} {name}"
    return Figure(
        min(ends), max(ends), middle, "USD", 0.0, (ref, "middle of the offers"),
        missing(ref, "", min(ends), max(ends)).gaps, True,
    ), source  # fmt: skip


def _less(facts: Facts, name: str, base: Figure | None) -> tuple[Figure, str] | None:
    """Return the rate on demand less the published saving of another term."""
    saving = facts.catalog.default(_SAVINGS[name]) if name in _SAVINGS else None
    if base is None or saving is None:
        return None
    left = exact(1.0).minus(saving.figure)
    return product(base, left, base.unit), f"on demand less {percent(saving.figure)}"
