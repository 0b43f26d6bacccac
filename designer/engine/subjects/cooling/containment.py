"""Where a rack's air ends without contained aisles, and what is certain of that."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from designer.engine.assumptions import Assumptions
from designer.engine.filling import Filled
from designer.engine.limit import limit_of
from designer.engine.limit_report import Limit
from designer.engine.reasons import NameOf, because
from designer.engine.subjects.cooling.cooling import Cooling
from designer.engine.subjects.cooling.heat import surely_warms_air
from designer.model.figure_cases import spanning
from designer.model.figures import Answer, Figure, Gap, exact, joined, merged


def rests_on_containment(cooling: Cooling, method: str, site: Assumptions) -> bool:
    """Return whether one of a rack's air methods asks for contained aisles.

    What takes the heat of a rack until its door hangs does.
    """
    if method == "rear-door" and cooling.lacks_door != "no":
        method = "in-row"
    band = site.band(method)
    return band is not None and band.contained


def surely_rests_on_containment(cooling: Cooling, filled: Filled, site: Assumptions) -> bool:
    """Return whether there is heat in air for certain, and its method rests on containment."""
    warm = surely_warms_air(cooling.air, filled, site)
    return warm and rests_on_containment(cooling, cooling.weakest, site)


def lacks_containment(cooling: Cooling, filled: Filled, site: Assumptions, bare: Answer) -> Answer:
    """Return whether a rack's method asks for contained aisles and it stands in none.

    Parameters
    ----------
    bare
        Whether no containment closes the rack's aisle.
    """
    methods = (cooling.air_method, cooling.strongest)
    if bare == "no" or not any(rests_on_containment(cooling, one, site) for one in methods):
        return "no"
    # What is in no catalogue may be a tank.
    sure = filled.rack_part is not None and surely_rests_on_containment(cooling, filled, site)
    return "yes" if sure and bare == "yes" else "open"


def end_without_containment(cooling: Cooling, site: Assumptions) -> Figure | None:
    """Return where the air method ends outside contained aisles; None where it asks for none.

    The room's own air is what is left of a method that rests on containment. Where the heat leaves
    open which method it is, a weaker one ends there too.
    """
    room = site.band("room-air")
    if room is None or room.error_kw is None:
        return None
    if not any(
        rests_on_containment(cooling, method, site)
        for method in (cooling.air_method, cooling.strongest)
    ):
        return None
    return exact(room.error_kw, "kW", f"rule {room.name}")


def end_if_contained(cooling: Cooling, outside: Figure, refs: Sequence[str]) -> Figure:
    """Return where the air method ends if nobody knows whether containment closes the aisle.

    Parameters
    ----------
    outside
        Where it ends if none does.
    refs
        What leaves it open.
    """
    inside = cooling.end or outside.without_upper_end()
    between = spanning((outside, inside))
    gaps = merged((*(Gap(ref, between.width) for ref in refs), *between.gaps))
    return replace(between, known=0.0, basis=joined((*refs, *between.basis)), gaps=gaps)


def without_containment(
    limits: Iterable[Limit],
    cooling: Cooling,
    end: Figure,
    name_of: NameOf,
    open_on: Sequence[str] = (),
    *,
    sure: bool = True,
) -> Iterator[Limit]:
    """Yield a rack's limits where no containment closes its aisle: its air ends at `end`.

    Parameters
    ----------
    open_on
        What leaves open whether containment closes the aisle.
    sure
        Whether the rack's heat asks for containment for certain.
    """
    for limit in limits:
        if limit.name != "cooling":
            yield limit
            continue
        label = limit.label if open_on else f"{limit.label}, aisle not contained"
        fresh = limit_of(
            "cooling", label, cooling.air, end, name_of, group="cooling", source=limit.source
        )
        within_it = fresh.state in ("ok", "warning")
        if open_on:
            said = f"{fresh.text}; whether its aisle is contained cannot be said"
            refs = tuple(open_on)[:2]
        else:
            said = f"{fresh.text}; its aisle is not contained"
            refs = () if sure or not within_it else tuple(gap.ref for gap in cooling.air.gaps[:2])
            said += "; whether it has to be cannot be said" if refs else ""
        if refs:
            said += f", because {because(refs, name_of)}"
            yield fresh.evolve(text=said, state="unknown" if within_it else fresh.state)
        else:
            yield fresh.evolve(text=said, state="warning" if within_it else fresh.state)
