"""The racks of a power one-line by the feeds they hang on: how many, and what these are called.

May import the catalogue, the engine's report, and `model`.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from designer.catalog.catalog import Catalog
from designer.catalog.lost_parts import as_racks
from designer.engine.report import RackReport
from designer.model.feed_words import NO_FEED_LETTER, feed_short, names_in_power
from designer.model.figure_words import how_many
from designer.model.figures import Figure, exact, repeated
from designer.model.layout import Layout
from designer.render.one_line import Group

_RUN: Final = 3
"""So many letters in a row are told by the first and the last of them."""


def groups_of(racks: Iterable[RackReport], layout: Layout, catalog: Catalog) -> tuple[Group, ...]:
    """Return the racks by the feeds they hang on, those on most feeds first.

    Last come those with a rack PDU of which nobody can say on which feed of the room it hangs. What
    the design holds no more, since the report was made, is left out.
    """
    order = {feed.id: at for at, feed in enumerate(layout.design.feeds)}
    found: dict[tuple[tuple[str, ...], bool], list[str]] = {}
    for rack in racks:
        if rack.feeds and rack.id in layout.racks:
            mine = sorted({f.id for f in rack.feeds if f.id in order}, key=order.__getitem__)
            unsure = any(feed.id not in order for feed in rack.feeds)
            found.setdefault((tuple(mine), unsure), []).append(rack.id)
    ranked = sorted(found, key=lambda key: (key[1], -len(key[0]), [order[feed] for feed in key[0]]))
    names = names_in_power(layout.design.power)
    return tuple(
        Group(
            mine, tuple(held), unsure, _counted(held, layout, catalog),
            tuple(feed_short(names[feed]) for feed in mine), tuple(map(layout.feed_letter, mine)),
        )
        for mine, unsure in ranked
        for held in (found[mine, unsure],)
    )  # fmt: skip


def _counted(ids: Sequence[str], layout: Layout, catalog: Catalog) -> str:
    """Return how many racks, and CDUs and air units, stand there."""
    found: Counter[Figure] = Counter()
    for key in ids:
        part = catalog.get(layout.racks[key].part)
        holds = part is None and bool(layout.in_rack(key))
        found[as_racks(part, layout.racks[key].part, holds=holds)] += 1
    units = repeated((exact(1.0).minus(share), number) for share, number in found.items())
    return racks_and_units(repeated(found.items()), units)


def racks_and_units(racks: Figure, units: Figure) -> str:
    """Return how many racks and floor units there are, without those of which there are none."""
    told = ((racks, "rack"), (units, "unit"))
    said = [how_many(figure, one) for figure, one in told if figure.high > 0]
    return ", ".join(said) or how_many(racks, "rack")


def feeds_in_words(group: Group) -> tuple[str, str]:
    """Return the feeds of a group by their names, and shorter by the letters of drawings.

    `West + East`, `A + B`; of many letters in a row the first and the last: `A–F + H`.
    """
    unsure = [NO_FEED_LETTER] * group.unsure
    runs: list[list[str]] = []
    for letter in group.letters:
        follows = bool(runs) and len(letter) == len(runs[-1][-1]) == 1
        if follows and ord(letter) == ord(runs[-1][-1]) + 1:
            runs[-1].append(letter)
        else:
            runs.append([letter])
    told = [part for run in runs for part in ([f"{run[0]}–{run[-1]}"] if len(run) >= _RUN else run)]
    return " + ".join([*group.names, *unsure]), " + ".join([*told, *unsure])
