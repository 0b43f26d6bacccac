"""Rules of what comes into power shelves: their whips bring current and volts they take (P11)."""

from collections.abc import Iterator
from math import sqrt
from typing import Final

from designer.engine.findings import Finding
from designer.engine.reasons import cannot_be_said
from designer.engine.subject import Facts
from designer.engine.subjects.contents.fillings import CONTENTS
from designer.engine.subjects.feeds.wrong_volts import fits
from designer.engine.subjects.shelves.shelves import SHELVES, Shelves
from designer.model.plural import plural
from designer.wiring.power_bus import in_sentence

CURRENTS: Final = {"ac": "alternating current", "dc": "direct current"}


def shelves_take_their_volts(facts: Facts) -> Iterator[Finding]:
    """P11: the supplies of a shelf are made for what its feed brings.

    Asked where the shelf states its volts. On alternating current that is between a phase and
    neutral, where each supply of a shelf on three phases stands; on direct current all of it.
    """
    for racks, shelves in _each_sort(facts):
        psu = shelves.part.psu
        if psu is None or (psu.volts_min, psu.volts_max) == (None, None):
            continue
        name, made = (
            shelves.part.name,
            "–".join(f"{volts:g}" for volts in (psu.volts_min, psu.volts_max) if volts is not None),
        )
        for feed, number in shelves.own.items():
            direct, volts = feed in facts.site.dc_feeds, facts.site.feed_volts(feed)
            if volts is None:
                if direct:
                    yield cannot_be_said(
                        "P11", f"shelf:{shelves.part.id}:{feed}", racks,
                        f"whether the power shelves of {in_sentence(name)} take what feed "
                        f"{facts.site.short(feed)} brings", (f"feed {feed}.volts",), facts.name_of,
                    )  # fmt: skip
                continue
            at = volts if direct else volts / sqrt(3)
            taken = fits(psu, at)
            if taken is None:
                hidden = "volts_min" if psu.volts_min is None else "volts_max"
                yield cannot_be_said(
                    "P11", f"shelf:{shelves.part.id}:{feed}", racks,
                    f"whether the power shelves of {in_sentence(name)} take what feed "
                    f"{facts.site.short(feed)} brings",
                    (f"{shelves.part.id}.psu.{hidden}",), facts.name_of,
                )  # fmt: skip
            if taken is not False:
                continue
            brings = (
                f"{volts:g} V of direct current" if direct
                else f"{volts:g} V, {at:.0f} V between phase and neutral"
            )  # fmt: skip
            yield Finding(
                "P11", "error", f"shelf:{shelves.part.id}:{feed}", racks,
                f"{name}: {plural(number, 'power shelf', 'power shelves')} made for {made} V "
                f"on feed {facts.site.short(feed)}, which brings {brings}",
                "Put its whips on another feed, or correct what the feed brings.", number,
            )  # fmt: skip


def shelves_take_their_current(facts: Facts) -> Iterator[Finding]:
    """P11: the supplies of a shelf take the current that its feed brings, direct or alternating."""
    for racks, shelves in _each_sort(facts):
        current = shelves.part.psu.current if shelves.part.psu else ""
        if current in ("", "both"):
            continue
        for feed, number in shelves.own.items():
            brings = "dc" if feed in facts.site.dc_feeds else "ac"
            if brings != current:
                yield Finding(
                    "P11", "error", f"current:{shelves.part.id}:{feed}", racks,
                    f"{shelves.part.name}: {plural(number, 'power shelf', 'power shelves')} for "
                    f"{CURRENTS[current]} on feed "
                    f"{facts.site.short(feed)}, which brings {CURRENTS[brings]}",
                    "Put its whips on another feed, or correct what the feed brings.", number,
                )  # fmt: skip


def _each_sort(facts: Facts) -> Iterator[tuple[tuple[str, ...], Shelves]]:
    """Yield each sort of power shelves, with the racks that have it."""
    for core, racks in facts[CONTENTS].racks_having(SHELVES):
        yield from ((racks, shelves) for shelves in core[SHELVES])
