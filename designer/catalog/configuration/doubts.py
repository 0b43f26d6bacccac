"""What is to be known of a configured system before it is made: doubts, in words, worst first."""

from collections.abc import Iterator
from typing import Final

from designer.catalog.configuration.derive import Configured

NO_GPUS: Final = "Without GPUs it computes nothing"
OTHER_MAKER: Final = "Its board takes processors of one maker: these are of another"
OTHER_BOARD: Final = "Nobody states that its chassis takes, feeds and cools this baseboard"
SHORT: Final = "The supplies that carry it deliver less than it takes at its highest"


def doubts(found: Configured) -> tuple[str, ...]:
    """Return what speaks against a system, a sentence each without a full stop.

    What refuses it comes first.
    """
    return tuple(_doubts(found))


def _doubts(found: Configured) -> Iterator[str]:
    if found.refused:
        yield found.refused
    if not found.gpus:
        yield NO_GPUS
    if found.short:
        yield SHORT
    if found.other_maker:
        yield OTHER_MAKER
    if found.other_board:
        yield OTHER_BOARD
    for one in found.beyond:
        sold = f"{one.sold:,}" if one.sold else "none"
        yield f"{one.title}: {one.held:,}, sold with {sold}; see that there is room for them"
