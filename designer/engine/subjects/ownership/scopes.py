"""What each line of what is paid contains, in words: what no line names is in no sum."""

from collections import Counter
from typing import Final

from designer.catalog.kinds import KINDS, Kind
from designer.engine.subjects.ownership.answers import BOUGHT
from designer.model.design import Design

POWER_PLANT: Final = "Power plant"
COOLING_PLANT: Final = "Cooling plant"
BUILDING: Final = "Building"

_CONTAINS: Final[dict[str, str]] = {
    f"{BOUGHT}nodes": "compute nodes and filled racks with what is inside, service nodes",
    f"{BOUGHT}network": "switches and appliances; adapters are in the price of their nodes",
    f"{BOUGHT}optics and cables": "cables and transceivers as they are routed; no trays",
    f"{BOUGHT}storage": "storage systems that are drawn",
    f"{BOUGHT}racks": "racks, rack PDUs, blanking panels",
    f"{BOUGHT}cooling units": "rear doors, CDUs, air units and tanks in the hall",
    f"{BOUGHT}other": "parts that the catalogue lacks",
    POWER_PLANT: "switchgear, transformers, UPS with batteries, generators, distribution to the "
    "racks, installed",
    COOLING_PLANT: "chillers, towers or dry coolers, pumps, pipes, installed; units in the hall "
    "have a line of their own",
    BUILDING: "site works, shell, fit-out, offices; no land, no design",
    "building": "site works, shell and fit-out, power plant and cooling plant; no land, no design",
    "installation_share": "of what stands on the floor, with acceptance",
    "delivery_share": "of what stands on the floor",
    "spares_share": "of what stands on the floor, bought at first",
    "software_at_first": "bought at first; what is paid each year is in licences",
    "land_and_design": "as stated, in one sum",
    "energy_price": "electricity of the IT and, by PUE, of the building",
    "hall_rent": "hall, power plant and cooling plant, by the power that is contracted; no energy",
    "support_share": "support of makers and spares of a year, of what stands on the floor",
    "insurance_share": "of what stands on the floor",
    "people": "all that people cost who run it",
    "licences": "software that is paid for each GPU and year",
    "other_running": "staff, place and support, in one sum",
}
_DEMAND: Final = "; demand charge for the highest power of the year, by the PUE of its worst hour"
_REJECTION: Final = {kind.id: (kind.singular, kind.plural) for kind in KINDS if kind.rejects}
_PLANT: Final[tuple[Kind, ...]] = tuple(kind for kind in KINDS if kind.node)


def contained(name: str, *, demand: bool = False) -> str:
    """Return what a line contains.

    Parameters
    ----------
    name
        Of the input that it is of, or of a part of the building.
    demand
        Whether the tariff asks for the highest power.
    """
    return _CONTAINS.get(name, "") + (_DEMAND if demand and name == "energy_price" else "")


def with_drawn(design: Design, name: str, standing: Counter[str]) -> str:
    """Return what a line of the plant contains, and what is drawn of it, which has no own price.

    Parameters
    ----------
    standing
        Units of heat rejection that are drawn, by the id of their kind.
    """
    drawn = _power(design) if name == POWER_PLANT else _cooling(design, standing)
    return contained(name) + (f". As drawn: {', '.join(drawn)}" if drawn else "")


def _power(design: Design) -> list[str]:
    counts = Counter[str](node.kind for node in design.power)
    return [_counted(counts[kind.node], kind.singular, kind.plural)
            for kind in _PLANT if counts[kind.node]]  # fmt: skip


def _cooling(design: Design, standing: Counter[str]) -> list[str]:
    if standing:
        return [_counted(standing[kind], *names) for kind, names in _REJECTION.items()
                if standing[kind]]  # fmt: skip
    site = design.site
    said = ["chillers"] if site.chillers else []
    if site.heat_rejection in _REJECTION:
        one, more = _REJECTION[site.heat_rejection]
        units = site.rejection_units
        said.append(more if units is None else _counted(units, one, more))
    return said


def _counted(number: int, one: str, more: str) -> str:
    return f"{number} {one if number == 1 else more}"
