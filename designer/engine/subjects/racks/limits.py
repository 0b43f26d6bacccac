"""The limit of a rack that binds, and the feed power that it strands."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import inf
from typing import Final

from designer.engine.limit_report import Limit
from designer.engine.reasons import NameOf, because
from designer.engine.subjects.feeds.feeds import Feeds
from designer.model.design import FeedPolicy
from designer.model.figure_cases import highest, maybe_largest, spanning
from designer.model.figures import TOLERANCE, Figure, exact, missing

_RULE: Final = "rule stranded power"
_NOT_KNOWN: Final = missing(_RULE, "kW")
_MOST_NAMED: Final = 2
"""Inputs that are named as leaving open which limit binds: as many as a verdict names."""


@dataclass(frozen=True, slots=True)
class Binding:
    """Which limit of a rack binds, and the feed power that it strands.

    Attributes
    ----------
    name
        The limit that is fullest in every case that the bounds allow; empty where there is none.
    may_bind
        Names of the limits of which any may be the fullest, first the one of which most is used
        for certain; empty where that is not open.
    because, open_on
        What leaves it open, in words, and the inputs.
    stranded_kw
        Feed capacity that cannot be used.
    share
        How full the fullest is; None where there is none.
    """

    name: str = ""
    may_bind: tuple[str, ...] = ()
    because: str = ""
    open_on: tuple[str, ...] = ()
    stranded_kw: Figure = _NOT_KNOWN
    share: Figure | None = None


@dataclass(frozen=True, eq=False, slots=True)
class _Filled:
    """A limit, and the share of it that is used."""

    limit: Limit
    share: Figure


def binding_of(
    limits: Iterable[Limit],
    feeds: Feeds | None,
    policy: FeedPolicy,
    name_of: NameOf,
) -> Binding:
    """Return the limit that binds first, and the feed power that it strands.

    With more of the same devices the rack could grow until the fullest limit is full; feed
    capacity beyond that cannot be used.

    Parameters
    ----------
    limits
        Those that fill up with more of the same devices.
    name_of
        What people call a part, by id: for what leaves it open.
    """
    filling = [_Filled(limit, share) for limit in limits if (share := share_of(limit)) is not None]
    if not filling:
        return Binding()
    fullest = list(_maybe_fullest(filling))
    shares = [one.share for one in fullest]
    stranded_kw, share = _NOT_KNOWN, highest(shares)
    if feeds is not None:
        stranded_kw = _stranded(feeds, policy, share)
    share = _with_those_that_admit(filling, share)
    if len(fullest) == 1:
        return Binding(fullest[0].limit.name, stranded_kw=stranded_kw, share=share)
    inputs = _inputs(shares)
    return Binding(
        may_bind=tuple(one.limit.name for one in fullest),
        because=because(inputs, name_of),
        open_on=inputs,
        stranded_kw=missing(_RULE, "kW", stranded_kw.low, stranded_kw.high),
        share=share,
    )


def _maybe_fullest(filling: Sequence[_Filled]) -> Iterator[_Filled]:
    """Yield the limits of which any may be the fullest, the surest first.

    One that may admit nothing may be none, which its state then says: another one binds.
    """
    sure = [at for at, one in enumerate(filling) if one.limit.figure("limit").low > 0]
    known = [filling[at].limit for at in sure]
    first, *others = maybe_largest([one.share for one in filling], sure)
    yield filling[first]
    yield from (filling[at] for at in others if not _surely_emptier(filling[at].limit, known))


def _with_those_that_admit(filling: Sequence[_Filled], share: Figure) -> Figure:
    """Return how full the fullest is, also where a limit that may admit nothing is none."""
    sure = [one.share for one in filling if one.limit.figure("limit").low > 0]
    return share if not sure or len(sure) == len(filling) else spanning((share, highest(sure)))


def _stranded(feeds: Feeds, policy: FeedPolicy, share: Figure) -> Figure:
    """Return what is left of the feeds when the fullest limit is full, kW."""
    stranded = usable(feeds, policy).minus(feeds.on_pdus.per(share, "kW")).clipped(0.0)
    if stranded.high < inf and not _is_fed(feeds):
        return _NOT_KNOWN
    return _without_rest(stranded)


def left_of(limit: Limit, binding: Binding) -> Figure:
    """Return what is left of a limit when the fullest limit of its rack is full, in its unit."""
    most = limit.figure("limit", limit.unit)
    if limit.name == binding.name:
        return most.times(0.0) if most.high < inf else exact(0.0, limit.unit)
    used = limit.figure("used", limit.unit)
    if binding.share is None:
        return missing(_RULE, limit.unit, 0.0, most.high)
    left = _without_rest(most.minus(used.per(binding.share, limit.unit)).clipped(0.0))
    if binding.name or left.low == left.high:
        return left
    return missing(_RULE, limit.unit, left.low, left.high)


def _without_rest(stranded: Figure) -> Figure:
    """Return what is stranded: of what is full itself, the quotient leaves a rest of floats."""
    return stranded if stranded.high > TOLERANCE else stranded.times(0.0)


def usable(feeds: Feeds, policy: FeedPolicy) -> Figure:
    """Return what a rack can use of its feeds, kW: after the loss that the site must survive."""
    return feeds.capacity if policy == "N" else feeds.capacity_after_loss


def _is_fed(feeds: Feeds) -> bool:
    """Return whether something feeds a rack for certain: of no feed nothing is stranded or known.

    A lost part, or a rack PDU of no stated rating, may carry nothing at all.
    """
    return feeds.capacity.low > 0 or feeds.capacity.exact


def share_of(limit: Limit) -> Figure | None:
    """Return the share of a limit that is used; None where devices do not fill it up."""
    if limit.limit is None and limit.bound("limit") is None:
        return None  # no fixed limit
    used, most = limit.figure("used"), limit.figure("limit")
    # Where nothing at all is admitted, the limit's state says so.
    return used.per(most) if used.high > 0 and most.high > 0 else None


def _surely_emptier(limit: Limit, others: Iterable[Limit]) -> bool:
    """Return whether another limit of its group, smaller for certain, is of the same load.

    So whatever the load is, the other is fuller, though the bounds of both shares overlap.
    """
    load = limit.bound("used")
    if load is None or not limit.group or not load.low > 0:
        return False
    return any(
        (other.group, other.used, other.bound("used")) == (limit.group, limit.used, load)
        and other.figure("limit").high < limit.figure("limit").low
        for other in others
    )


def _inputs(shares: Iterable[Figure]) -> tuple[str, ...]:
    """Return the inputs that leave open which of several shares is the largest."""
    widest = (gap.ref for share in shares for gap in share.gaps[:1])
    return tuple(dict.fromkeys(widest))[:_MOST_NAMED]
