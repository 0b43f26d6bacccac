"""What each policy of feeds asks for: which losses, how many systems, how full each may be.

By N nothing may be lost. By N+1 any one feed may, with what several feeds need. By 2N two systems
each carry everything. Distributed redundant is that three systems each carry two thirds of what
they can (3N/2), or four three quarters (4N/3), so that any one may be lost whole: what hung on it
is spread over all others. Ceilings follow from that: k of n systems carry k/n of their ratings.
"""

from collections.abc import Mapping
from typing import Final

from designer.model.design import FeedPolicy

DISTRIBUTED: Final[Mapping[FeedPolicy, int]] = {"3N/2": 3, "4N/3": 4}
"""Policies by which any one of several systems may be lost, with how many systems they ask for."""

WHOLE_SYSTEMS: Final[Mapping[FeedPolicy, int]] = {"2N": 2, **DISTRIBUTED}
"""Policies that ask for independent systems, with how many: a loss takes a whole one."""

CEILINGS: Final[Mapping[FeedPolicy, tuple[int, int]]] = {
    "2N": (1, 2),
    "3N/2": (2, 3),
    "4N/3": (3, 4),
}
"""Part of its rating that each system may carry with all up, as a fraction: k of n."""

ONE_BY_ONE: Final[frozenset[FeedPolicy]] = frozenset({"N+1", *DISTRIBUTED})
"""Policies by which one thing at a time is lost, and all others are left."""
