"""A configured system as a part: like any other it can be placed, computed, printed and priced."""

import re
from collections.abc import Iterator, Sequence
from math import ceil, floor, inf
from typing import Any, Final

from designer.catalog.catalog import Catalog
from designer.catalog.compute_figures import ComputeFigures
from designer.catalog.configuration.choices import Choice
from designer.catalog.configuration.derive import (
    HEAT_ROLES,
    Configured,
    configured,
    exchanged,
    supplies_alike,
    without_loss,
)
from designer.catalog.entry import Price, Provenance
from designer.catalog.part import Part
from designer.catalog.part_bounds import liquid_figure
from designer.catalog.part_prices import price_figure
from designer.catalog.unpublished import Unpublished
from designer.model.figure_words import words
from designer.model.figures import Figure

SOURCE: Final = "Sum of its components, with the planning defaults of the catalogue"
LOOKED: Final = "data sheets of its components and of the system as sold"
_DRAWN: Final = ("power_max_w", "power_peak_w", "power_typical_w", "power_idle_w", "transient")
_HEAT: Final = (
    "airflow_m3h", "coolant_flow", "coolant_l", "sound_dba", "inlet_max_c", "coolant_max_c",
)  # fmt: skip
"""Figures of a system with its GPUs, which say nothing of one with others."""


def part_of(base: Part, choice: Choice, catalog: Catalog) -> Part:
    """Return a system with other components as a part of its own.

    What the maker states of the system as sold stays where it holds: size, way of the air, and all
    of it where nothing was exchanged. The rest follows from the components, with its bounds.

    Parameters
    ----------
    base
        The system as sold.
    choice
        What it is to be made of, and under which name and id.
    """
    found = configured(base, choice.components, choice.psu, catalog)
    name = choice.name or (base.name if found.as_sold else f"{base.name}, configured")
    data: dict[str, Any] = {
        field: getattr(base, field) for field in base.model_fields_set if field != "replaces"
    }
    data |= {
        "id": choice.part_id or fresh_id(base, name, catalog),
        "name": name,
        "made_of": choice.components,
        "based_on": base.based_on or base.id,
        "aliases": (),
    }
    if not found.as_sold:
        data["summary"] = summary_of(base, found)
        data |= _derived(base, choice, found, catalog)
    part = Part.model_validate({key: value for key, value in data.items() if value is not None})
    return _consistent(part)


def fresh_id(base: Part, name: str, catalog: Catalog) -> str:
    """Return an id that no part has: of the name, or of the system that it is based on."""
    stem = re.sub(r"[^a-z0-9]+", "-", name.casefold()).strip("-") if name != base.name else ""
    stem = stem or f"{base.based_on or base.id}-configured"
    found, number = stem, 2
    while catalog.get(found) is not None:
        found, number = f"{stem}-{number}", number + 1
    return found


def summary_of(base: Part, found: Configured) -> str:
    """Return one line that tells it from its neighbours: what it holds."""
    height = f"{base.height_half_u / 2:g}U, " if base.height_half_u else ""
    shown = [
        f"{share.component.count} × {share.title}"
        for share in found.shares
        if share.component.role in ("gpus", "cpus", "nics")
        or (share.component.role in HEAT_ROLES and share.component.count > 1)
    ]
    boards = [share.title for share in found.shares if share.component.role == "board"]
    return height + ", ".join((*boards, *shown))


def _derived(
    base: Part, choice: Choice, found: Configured, catalog: Catalog
) -> dict[str, Any]:  # fmt: skip
    """Return the fields that follow from the components, in place of the maker's."""
    came, went = exchanged(base.made_of, choice.components)
    others = any(one.role in HEAT_ROLES for one in (*came, *went))
    gone: tuple[str, ...] = (*_DRAWN, "mass_kg", "year", "note")
    if others:
        gone = (*gone, *_HEAT)
        if found.other_board or liquid_figure(base).high:
            gone = (*gone, "liquid_fraction")
    fields: dict[str, Any] = dict.fromkeys(gone)
    # What a loss leaves its maker says of the supplies as sold: of three of six, none of two.
    kept = not others and supplies_alike(choice.psu, base.psu)
    psu = choice.psu if kept else without_loss(choice.psu)
    fields |= {"psu": psu, "ports": found.ports, "gpus": found.gpus or None}
    if any(one.role in HEAT_ROLES for one in base.made_of):
        # It says which GPUs it is sold with, so that without any it has none.
        fields |= {"gpus": found.gpus, "gpu": _gpu_name(choice, catalog)}
    else:
        fields["gpu"] = _gpu_name(choice, catalog) or base.gpu
    fields["compute"] = _compute(base, choice, found, catalog)
    exact = {name: _stated(name, figure) for name, figure in _bounded(found)}
    fields |= {name: value for name, value in exact.items() if value is not None}
    fields["unpublished"] = (
        *base.unpublished,
        *(_open_figure(name, figure, found) for name, figure in _bounded(found)
          if exact[name] is None),
    )  # fmt: skip
    if "liquid_fraction" in gone:
        fields["unpublished"] = (*fields["unpublished"], _open_liquid(base))
    fields["prices"] = tuple(_prices(base, found))
    if not fields["prices"]:
        fields["unpublished"] = (*fields["unpublished"], _unpriced(base, found))
    in_air = others and "liquid_fraction" not in gone and base.liquid_fraction is not None
    fields["provenance"] = tuple(
        _provenance(base, gone, psu=not supplies_alike(choice.psu, base.psu), in_air=in_air)
    )
    return fields


def _bounded(found: Configured) -> tuple[tuple[str, Figure], ...]:
    return ("power_max_w", found.power_max), ("mass_kg", found.mass)


def _stated(name: str, figure: Figure) -> float | None:
    """Return a figure that is exact, to the watt or to 10 g; a draw is never rounded down."""
    if not figure.exact or figure.value is None:
        return None
    return float(ceil(figure.value - 1e-6)) if name in _DRAWN else round(figure.value, 2)


def _open_figure(name: str, figure: Figure, found: Configured) -> Unpublished:
    """Return the record of a figure that has bounds: which, and what they rest on."""
    return Unpublished(
        fields=(name,), looked_in=LOOKED, bound=why_of(name, figure, found),
        low=float(floor(figure.low)) if name != "mass_kg" else floor(figure.low * 10) / 10,
        high=None if figure.high == inf else float(ceil(figure.high)),
    )  # fmt: skip


def why_of(name: str, figure: Figure, found: Configured) -> str:
    """Return what the bounds of the draw or the mass rest on, in one sentence."""
    if name == "mass_kg":
        return "the system as sold, with the mass of what came and without that of what went"
    listed = words(found.listed, 0)
    low = f"components at their maxima come to {listed} as far as they are listed, which is not "
    low += "the maker's maximum: fans, switch chips and losses are not in it"
    if figure.high == inf:
        return f"{low}; nothing bounds it above"
    if found.capped:
        return f"{low}; above, what its supplies deliver"
    return f"{low}; above, the system as sold with the watts of what was exchanged"


def _open_liquid(base: Part) -> Unpublished:
    """Return the record of a share of heat into liquid that nobody states with other GPUs."""
    sold = "not stated" if base.liquid_fraction is None else f"{base.liquid_fraction:g}"
    bound = f"the system as sold: {sold}; with other GPUs it may be any share"
    return Unpublished(
        fields=("liquid_fraction",), looked_in=LOOKED, bound=bound, low=0.0, high=1.0
    )


def _gpu_name(choice: Choice, catalog: Catalog) -> str:
    for one in choice.components:
        part = catalog.get(one.part) if one.role in HEAT_ROLES else None
        if part is not None:
            return part.gpu or part.name
    return ""


def _compute(base: Part, choice: Choice, found: Configured, catalog: Catalog) -> ComputeFigures:
    """Return what it holds: chips of the baseboard or the cards, processors, memory, drives."""
    held: dict[str, Any] = {}
    for one in choice.components:
        part = catalog.get(one.part) if one.part else None
        if part is not None and one.role == "board" and part.compute is not None:
            held |= {
                field: getattr(part.compute, field)
                for field in ("gpu", "nvlink_switch", "nvlink_switches", "nvlink_domain_gpus")
            }
        elif one.role == "gpus":
            # Of cards beside a baseboard the board's are those that one network joins.
            held.setdefault("gpu", one.part)
        elif one.role == "cpus":
            held["cpu"] = one.part
    before = base.compute or ComputeFigures()
    if held.get("gpu") == before.gpu and "nvlink_domain_gpus" not in held:
        held["nvlink_domain_gpus"] = before.nvlink_domain_gpus
    held |= {"cpus": found.cpus or None, "memory_gb": found.memory_gb}
    drives = [one for one in choice.components if one.role == "drives"]
    if drives:
        held["nvme_drives"] = found.drives
    if drives and all(one.size_gb is not None for one in drives):
        held["nvme_tb"] = round(
            sum(one.count * one.size_gb for one in drives if one.size_gb is not None) / 1000, 3
        )
    kept = {"memory_type", "boot_tb"}
    held |= {field: getattr(before, field) for field in kept if field in before.model_fields_set}
    return ComputeFigures.model_validate({k: v for k, v in held.items() if v is not None})


def _prices(base: Part, found: Configured) -> Iterator[Price]:
    """Yield what it costs: as sold with what came and without what went, where that is known."""
    newest = max((price.as_of for price in base.prices), default="")
    if not newest or found.price.unknown:
        return
    # Nothing costs 0: where what went has no price, nothing bounds the rest from below.
    low = round(found.price.low * 100) or None
    high = None if found.price.high == inf else round(found.price.high * 100)
    yield Price(
        low_cents=low, high_cents=high, as_of=newest, source=SOURCE, kind="derived",
        amount_cents=low if low == high else None,
        note="the system as sold, with the prices of what came and without those of what went",
    )  # fmt: skip


def _unpriced(base: Part, found: Configured) -> Unpublished:
    """Return why it has no price, and what the system as sold costs."""
    open_ones = [title for title, names in found.open if "price" in names]
    sold = words(price_figure(base), 0) if base.prices else "not priced either"
    bound = f"the system as sold: {sold}; not priced: {', '.join(open_ones)}"
    return Unpublished(fields=("prices",), looked_in=LOOKED, bound=bound)


def _provenance(
    base: Part, gone: Sequence[str], *, psu: bool, in_air: bool
) -> Iterator[Provenance]:  # fmt: skip
    """Yield the sources of what stays, and of what follows from the components.

    Parameters
    ----------
    in_air
        Whether other cards are taken to give none of their heat to a liquid, as those sold with.
    """
    derived = {"gpus", "gpu", "compute", "ports", *gone, *(("liquid_fraction",) if in_air else ())}
    if psu:
        derived |= {"psu.count", "psu.rating_w", "psu.redundancy"}
    for record in base.provenance:
        fields = tuple(
            name for name in record.fields
            if name not in derived and name.partition(".")[0] not in derived
        )  # fmt: skip
        if fields:
            yield record.evolve(fields=fields)
    if in_air:
        yield Provenance(
            fields=("liquid_fraction",), source=f"{base.name} as sold, with other cards",
            kind="derived", note="none: its chassis is cooled by air",
        )  # fmt: skip
    yield Provenance(
        fields=("gpus", "compute", "ports", "power_max_w", "mass_kg", *(("psu",) if psu else ())),
        source=SOURCE,
        kind="derived",
    )  # fmt: skip


def _consistent(part: Part) -> Part:
    """Return a part whose records of sources and of what nobody publishes fit what it states."""
    facts = set(part.facts())
    groups = {name[:end] for name in facts for end, sign in enumerate(name) if sign == "."}
    purposes = {f"ports.{group.purpose}" for group in part.ports}
    stated = facts | groups | purposes | ({"prices"} if part.prices else set())
    last = {name: at for at, one in enumerate(part.unpublished) for name in one.fields}
    looked = []
    for at, one in enumerate(part.unpublished):
        names = tuple(n for n in one.fields if n not in stated and last[n] == at)
        if names:
            looked.append(one.evolve(fields=names))
    told = []
    for record in part.provenance:
        names = tuple(n for n in record.fields if n in stated or n in ("*", "prices", "gpu"))
        if names:
            told.append(record.evolve(fields=names))
    return part.evolve(unpublished=tuple(looked), provenance=tuple(told))
