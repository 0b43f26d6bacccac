"""GPUs that are lost with feeds of the room: dark ones, and those whose supplies left are too few.

Every single loss is asked by the subject of feeds. What several losses together do to a rack
follows from the supplies that are left.
"""

from typing import Final

from designer.catalog.part import Part
from designer.catalog.part_bounds import gpu_figure
from designer.engine.assumptions import Assumptions
from designer.engine.bus_load import gpus_on_bus
from designer.engine.subjects.availability.expected import Feeds as Lost
from designer.engine.subjects.contents.core import RackCore
from designer.engine.subjects.feeds.feeds import FEEDS, Feeds
from designer.engine.subjects.feeds.lines import Draw
from designer.engine.subjects.feeds.single_loss import Outcome
from designer.engine.subjects.feeds.supplies import (
    efficiency_of,
    lowest_volts,
    on_busbar,
    supplied,
)
from designer.model.figure_cases import spanning
from designer.model.figures import Figure, exact, total

_NONE: Final = exact(0.0)


def lost_with(core: RackCore, lost: Lost, site: Assumptions) -> Figure:
    """Return the GPUs of a rack that are lost with some feeds.

    At least those that go dark; those short of power as well, as they slow down or stop. Where what
    is left carries more than it can, breakers trip: it may be all.
    """
    feeds, whole = core.read(FEEDS), core.filled.known_gpus
    if feeds is None:
        return whole.perhaps_none(("rule feeds",))
    outcome = feeds.outcomes.get(lost)
    if outcome is not None:
        return _of_outcome(outcome, whole)
    return _of_supplies(core, feeds, lost, whole, site)


def of_loss(dark: Figure, short: Figure) -> Figure:
    """Return the GPUs that a loss takes: dark ones for certain, those short of power likely."""
    both = total((dark, short))
    return Figure(dark.low, both.high, both.likely, "", both.known, both.basis, both.gaps)


def _of_outcome(outcome: Outcome, whole: Figure) -> Figure:
    found = of_loss(outcome.dark_gpus, outcome.short_gpus).clipped(most=whole.high)
    if outcome.carries.verdict.answer == "yes":
        return found
    return _up_to(found, whole)


def _up_to(found: Figure, whole: Figure) -> Figure:
    """Return what is lost where it may be all."""
    return spanning((found, whole)).counted_as(found.likely)


def _of_supplies(
    core: RackCore, feeds: Feeds, lost: Lost, whole: Figure, site: Assumptions
) -> Figure:
    """Return what several losses take by the supplies that are left; breakers may take the rest."""
    lines = feeds.lines.lines
    up = [line.feed not in lost for line in lines]
    if not any(up):
        return whole
    if all(up):
        return _NONE
    parts = {part.id: part for part in core.filled.all_parts}
    gpus = {part.id: gpu_figure(part) for part in parts.values()}
    if (bus := feeds.wiring.bus) is not None:
        parts[bus.part.id], gpus[bus.part.id] = bus.part, gpus_on_bus(feeds.wiring)
    each = [
        _of_device(draw, part, up, feeds, site, gpus[part.id]).times(number)
        for draw, number in feeds.lines.draws.items()
        if (part := parts.get(draw.part)) is not None and gpus[part.id].high > 0
    ]
    return _up_to(total(each), whole)


def _of_device(
    draw: Draw, part: Part, up: list[bool], feeds: Feeds, site: Assumptions, gpus: Figure
) -> Figure:
    if draw.order:
        return _NONE if any(up[at] for at in draw.order) else gpus
    left = sum(count for count, runs in zip(draw.supplies, up, strict=True) if runs)
    if draw.is_open or part.psu is None:
        return gpus.perhaps_none((f"{part.id}.psu",))
    if left == sum(draw.supplies):
        return _NONE
    if not left:
        return gpus
    volts = None if on_busbar(part.psu) else lowest_volts(feeds.wiring, site)
    power, efficiency = feeds.lines.kw(part.id), efficiency_of(part, site)
    alive = tuple(
        sum(count for count, runs in zip(one, up, strict=True) if runs) for one in draw.domains
    )
    answer = supplied(part, left, power, efficiency, volts, alive or None)[2].answer
    if answer == "yes":
        return _NONE
    return Figure(0.0, gpus.high, gpus.likely if answer == "no" else 0.0)
