"""Calculations of cables: how long one is, and which media reach."""

from collections.abc import Iterator
from typing import Any, Final

from designer.catalog.catalog import Catalog
from designer.catalog.load import load_shipped
from designer.catalog.part import Part
from designer.engine.calculation import CalcError, Calculation, Parameter, Value
from designer.model.figures import Figure
from designer.model.units import RACK_UNIT_MM
from designer.wiring.cable_media import ANY_SOCKET, Offer, Option, offer, stock_m

_STRUCTURE: Final = (
    "structure: SADDLE 0.8.5 (clusterdesign.org), cables along the axes of the plan, up to the top "
    "of the racks and to trays half a metre above them; rounded up to a length that is sold"
)


def _cable(v: dict[str, Any], catalog: Catalog | None) -> dict[str, Value]:
    apart, unit = v["racks_apart"], RACK_UNIT_MM
    for end in ("from_u", "to_u"):
        if v[end] > v["rack_height_u"]:
            top = f"{v['rack_height_u']:g} U"
            raise CalcError(f"{end}={v[end]:g} lies above the top of the rack at {top}")
    if apart:
        ups = 2 * v["rack_height_u"] - v["from_u"] - v["to_u"]
        way = ups * unit + 2 * v["tray_above_mm"] + apart * v["rack_pitch_mm"] + v["across_mm"]
        raw = way / 1000 + 2 * (v["side_m"] + v["loop_m"])
    else:
        raw = abs(v["from_u"] - v["to_u"]) * unit / 1000 + 2 * v["side_m"]
    long = raw * (1 + v["slack_pct"] / 100)
    stock = next((one for one in _stocked(catalog) if one >= long - 1e-9), None)
    found: dict[str, Value] = {"raw_m": raw, "length_m": long, "stock_m": stock}
    if stock is None:
        found["note"] = "longer than any length in the catalogue's lists"
    return found


def _stocked(catalog: Catalog | None) -> list[float]:
    """Return the lengths in which the catalogue's cables are sold."""
    known = load_shipped() if catalog is None else catalog
    return sorted({one for part in known.parts if part.cable for one in part.cable.lengths_m})


CABLE = Calculation(
    name="cable",
    summary="length of a cable between two racks, or within one",
    parameters=(
        Parameter("from_u", unit="U", help="middle of the port above the lowest unit"),
        Parameter("to_u", unit="U", help="of the other end"),
        Parameter("racks_apart", "count", default=0, help="0 within one rack"),
        Parameter("rack_pitch_mm", unit="mm", default=600.0),
        Parameter("across_mm", unit="mm", default=0.0, help="from row to row"),
        Parameter("tray_above_mm", unit="mm", default=500.0, help="trays above the racks"),
        Parameter("rack_height_u", unit="U", default=48.0),
        Parameter("side_m", unit="m", default=0.3, help="from each port to the side of its rack"),
        Parameter("loop_m", unit="m", default=0.5, help="at each end between racks"),
        Parameter("slack_pct", unit="%", default=10.0),
    ),
    results=(("raw_m", "m"), ("length_m", "m"), ("stock_m", "m")),
    formula="within a rack (ΔU · 44.45 mm + 2·side) · (1 + slack); between racks (ΔU to the tops "
    "· 44.45 mm + 2·trays above + racks · pitch + across + 2·(side + loop)) · (1 + slack); then "
    "up to the next length sold",
    sources=(_STRUCTURE, "side, loop and slack: planning defaults of the catalogue"),
    run=_cable,
)


def _media(v: dict[str, Any], catalog: Catalog | None) -> dict[str, Value | Figure]:
    catalog = load_shipped() if catalog is None else catalog
    figures, long = catalog.figures(estimates=True), v["length_m"]
    if not v["rate_gbps"]:
        raise CalcError("rate_gbps=0: a link has a rate above 0")
    found = offer(
        (ANY_SOCKET, ANY_SOCKET), v["rate_gbps"], catalog.parts,
        lambda part: figures.newest_price(part, "USD", stock_m(part, long))[0], panels=v["panels"],
    )  # fmt: skip
    reach = [one for one in found.options if one.reach_m is not None and one.reach_m >= long]
    first, unsaid = next(iter(reach), None), [one for one in found.options if one.reach_m is None]
    lacking = (
        "nobody says how far a medium reaches then"
        if unsaid
        else "no medium of the catalogue reaches"
    )
    result: dict[str, Value | Figure] = {
        "medium": first.medium if first else "not known" if unsaid else "none",
        "parts": first.words if first else lacking,
    }
    if first is not None:
        result |= {
            "reach_m": first.reach_m, "stock_m": first.stock_m(long), "usd": first.price,
            "watts_an_end": first.watts(0),
        }  # fmt: skip
    result["others"] = " | ".join(map(_told, reach[1:])) or "none"
    result["refused"] = " | ".join(dict.fromkeys(_refused(found, long))) or "none"
    return result


def _told(option: Option) -> str:
    price = option.price.value
    return f"{option.medium} {option.words}, " + ("no price" if price is None else f"{price:,.0f}")


def _refused(found: Offer, long: float) -> Iterator[str]:
    for option in found.options:
        if option.reach_m is None:
            yield f"{option.medium} {option.words}: nobody says how far it reaches"
        elif option.reach_m < long:
            yield f"{option.medium} {option.words}: reaches {option.reach_m:g} m"
    for refusal in found.refusals:
        yield f"{_medium(refusal.part)} {refusal.part.name}: {refusal.reason}"


def _medium(part: Part) -> str:
    return part.cable.medium if part.cable is not None else ""


MEDIA_THAT_REACH = Calculation(
    name="media",
    summary="media that reach at a rate, cheapest first, and why others do not",
    parameters=(
        Parameter("rate_gbps", unit="Gb/s", help="of one link"),
        Parameter("length_m", unit="m"),
        Parameter("panels", "count", default=0, help="patch panels on the way"),
    ),
    results=(
        ("medium", ""), ("parts", ""), ("reach_m", "m"), ("stock_m", "m"), ("usd", "USD a link"),
        ("watts_an_end", "W"), ("others", ""), ("refused", ""),
    ),
    formula="cables of the rate that reach; price of a link = cable and its part of both modules",
    sources=(
        "the catalogue's cables and transceivers; two patch panels at most: NVIDIA cabling guide",
    ),
    run=_media,
)  # fmt: skip

CALCULATIONS: Final = (CABLE, MEDIA_THAT_REACH)
