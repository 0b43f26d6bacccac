"""What the parts of nodes are rated for: kW and kVA of UPS and generating sets, A of busways.

A rating in kVA counts at the power factor of the site, as kVA that a record states: a part carries
no more than either of its ratings. What a module of a UPS, or a set that runs as prime, is rated
for in kVA stands to its kW as its frame's or its standby rating does: a set has one rated power
factor (ISO 8528-1), and a frame is made of such modules.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import inf
from typing import Final

from designer.catalog.catalog import Catalog
from designer.catalog.figures import GeneratorFigures, TransformerFigures, UpsFigures
from designer.catalog.part import Part
from designer.engine.assumptions import Assumptions
from designer.engine.subjects.feeds.rack_loads import Racks
from designer.engine.subjects.feeds.run_ratings import (
    busway_of,
    pdus_by_feed,
    run_rating,
    tap_rating,
)
from designer.model.design import PowerNode
from designer.model.figure_cases import hull, lowest
from designer.model.figure_ref import power_ref
from designer.model.figures import Figure, exact, missing, product, stated
from designer.wiring.power_upstream import carried_by

SETS_FACTOR: Final = 0.8
"""What generating sets are usually rated at: those of the catalogue are."""
DIRECT: Final = "AC to DC"
"""In the topology of what gives direct current."""


def kw_of(kva: Figure, power_factor: float) -> Figure:
    """Return what a rating in kVA carries, kW."""
    return kva.times(power_factor, "kW")


@dataclass(frozen=True)
class Nameplate:
    """What a part is rated for, as a node has it: of all its modules, frames or sets.

    Attributes
    ----------
    kva
        None where its part states none.
    kva_ref
        What states it; empty of direct current, which has none.
    factor
        The highest power factor that such a part may be rated at.
    """

    kw: Figure
    kva: Figure | None
    kva_ref: str
    factor: float = 1.0

    def carries(self, power_factor: float) -> Figure:
        """Return what it carries, kW: what is lower of its kW and its kVA."""
        if self.kva is None:
            return self._without_kva(power_factor)
        by_kva = kw_of(self.kva, power_factor)
        if self.kw.unknown:
            return missing(self.kw.basis[0], "kW", 0.0, by_kva.high).rest_on(*by_kva.basis)
        if self.kw.low <= by_kva.low and self.kw.high <= by_kva.high:
            return self.kw
        # Which of its ratings in kW it is follows from what it rests on.
        if by_kva.low <= self.kw.low and by_kva.high <= self.kw.high:
            return by_kva.rest_on(*self.kw.basis)
        return lowest((self.kw, by_kva)).rest_on(*self.kw.basis)

    def _without_kva(self, power_factor: float) -> Figure:
        """Return what it carries where nobody states its kVA: no less than its kW are."""
        share = min(1.0, power_factor / self.factor)
        if not self.kva_ref or share == 1 or self.kw.unknown or not self.kw.high:
            return self.kw
        least = missing(self.kva_ref, "kW", self.kw.times(share).low, self.kw.high)
        return lowest((self.kw, least)).rest_on(*self.kw.basis)


def is_by_kva(rated: Figure) -> bool:
    """Return whether the kVA that a part states decide what it carries."""
    return any(ref.endswith("_kva") for ref in rated.basis) and not any(
        gap.ref.endswith("_kva") for gap in rated.gaps
    )


def ratings(
    power: tuple[PowerNode, ...],
    catalog: Catalog,
    racks: Racks,
    site: Assumptions,
) -> dict[str, Figure]:
    """Return what the parts of nodes carry, kW, by its id: of UPS, sets, busways, taps."""
    found = {}
    pdus = cache(lambda: pdus_by_feed(feeds for feeds, *_ in racks))
    carried: Mapping[str, tuple[Sequence[str], Sequence[str]]] = {}
    for node in power:
        part = catalog.get(node.part) if node.part else None
        run = busway_of(node, power, catalog) if node.kind == "tap-off" else None
        if run is not None and (tap := tap_rating(node, run, power, pdus, site)) is not None:
            found[node.id] = tap
            continue
        if part is None or part.traits.feeds == "none":
            continue
        if part.generator is not None and not carried:
            carried = carried_by(power)
        always = bool(carried[node.id][0]) if carried else False
        plate = nameplate_of(node, part, always=always)
        if plate is not None:
            found[node.id] = plate.carries(site.power_factor)
        elif part.busway is not None:
            found[node.id] = run_rating(node, part, power, pdus, site)
        elif node.kind == "ups" or node.kind == "generator":
            found[node.id] = missing(f"{part.id}.{node.kind}", "kW")
    return found


def nameplate_of(node: PowerNode, part: Part, *, always: bool) -> Nameplate | None:
    """Return what UPS, generating sets or transformers are rated for; None of another part.

    Parameters
    ----------
    always
        Whether it gives power with nothing lost.
    """
    if part.generator is not None:
        return _of_sets(node, part.id, part.generator, always=always)
    if part.transformer is not None:
        return _of_transformers(node, part.id, part.transformer)
    return _of_ups(node, part.id, part.ups) if part.ups is not None else None


def _of_transformers(node: PowerNode, part_id: str, made: TransformerFigures) -> Nameplate | None:
    """Return what transformers are rated for: their kVA are kW of a load with a factor of 1."""
    if made.rated_kva is None:
        return None
    ref, number = f"{part_id}.transformer.rated_kva", node.modules or 1
    kw, kva = (exact(made.rated_kva, unit, ref).times(number) for unit in ("kW", "kVA"))
    return Nameplate(kw, kva, ref)


def _of_sets(node: PowerNode, part_id: str, made: GeneratorFigures, *, always: bool) -> Nameplate:
    """Return what generating sets are rated for.

    A set has two ratings by ISO 8528-1: for an outage of the mains that of standby (ESP), which is
    not below its prime one, and prime (PRP, or DCC of data centres) for what runs without mains.
    """
    number, ref = node.modules or 1, f"{part_id}.generator.standby_kva"
    kw = (_prime if always else _standby)(part_id, made).times(number)
    kva = None if made.standby_kva is None else exact(made.standby_kva, "kVA", ref).times(number)
    if kva is not None and always and made.prime_kw is not None:
        if made.standby_kw:
            kva = _share(kva, made.prime_kw, made.standby_kw)
        else:  # no less than sets of its kW are usually rated for
            by_kw = kw.per(exact(SETS_FACTOR), "kVA")
            kva = hull((by_kw, kva), f"{part_id}.generator.standby_kw").rest_on(ref)
    return Nameplate(kw, kva, ref, SETS_FACTOR)


def _prime(part_id: str, made: GeneratorFigures) -> Figure:
    ref = f"{part_id}.generator.prime_kw"
    if made.prime_kw is not None:
        return exact(made.prime_kw, "kW", ref)
    return missing(ref, "kW", 0.0, inf if made.standby_kw is None else made.standby_kw)


def _standby(part_id: str, made: GeneratorFigures) -> Figure:
    ref = f"{part_id}.generator.standby_kw"
    if made.standby_kw is not None:
        return exact(made.standby_kw, "kW", ref)
    return missing(ref, "kW", stated(made.prime_kw, ref).low)


def _of_ups(node: PowerNode, part_id: str, ups: UpsFigures) -> Nameplate:
    """Return what a UPS is rated for: each of its modules or frames."""
    kw = _by_modules(node, part_id, ups, ups.rated_kw, "kW")
    ref = "" if DIRECT in ups.topology else f"{part_id}.ups.rated_kva"
    by_module = ups.module_kw is not None and bool(node.modules)
    if ups.rated_kva is None or (by_module and not ups.rated_kw):
        # Without the kW of a frame nobody knows which part of it a module is.
        return Nameplate(kw, None, ref)
    return Nameplate(kw, _by_modules(node, part_id, ups, ups.rated_kva, "kVA"), ref)


def _by_modules(
    node: PowerNode, part_id: str, ups: UpsFigures, frame: float | None, unit: str
) -> Figure:
    """Return a rating of a frame, of its modules, or of several frames.

    A frame of which nobody states how many modules are in it carries what one to all do.

    Parameters
    ----------
    frame
        The rating of a frame with all its modules.
    """
    ref, number = f"{part_id}.ups.rated_{unit.lower()}", node.modules
    of_module, one = f"{part_id}.ups.module_kw", _of_module(part_id, ups, frame, unit, ref)
    if one is not None and number:
        return one.times(number)
    if frame is None:
        return missing(ref, unit)
    if "modular" not in ups.topology:
        return exact(frame, unit, ref).times(number or 1)
    if number:
        # A frame holds its modules: nobody says what each of them carries.
        return missing(of_module, unit, 0.0, frame)
    least = exact(0.0) if one is None else one.clipped(most=frame)
    return missing(power_ref(node, "modules"), unit, least.low, frame).rest_on(ref)


def _of_module(
    part_id: str, ups: UpsFigures, frame: float | None, unit: str, ref: str
) -> Figure | None:
    """Return what a module is rated for, of a frame's kVA the part that its kW are of all."""
    if ups.module_kw is None:
        return None
    each = exact(ups.module_kw, "kW", f"{part_id}.ups.module_kw")
    if unit == "kW":
        return each
    if frame is None or not ups.rated_kw:
        return None
    return _share(exact(frame, unit, ref), ups.module_kw, ups.rated_kw)


def _share(whole: Figure, part: float, of: float) -> Figure:
    """Return as much of a figure as one rating is of another, which is more than 0."""
    return product(whole, exact(part).per(exact(of)))


def is_of_some_modules(rated: Figure, node: PowerNode) -> bool:
    """Return whether a rating is open because nobody states how many modules are in a frame."""
    ref = power_ref(node, "modules")
    return any(gap.ref == ref for gap in rated.gaps)
