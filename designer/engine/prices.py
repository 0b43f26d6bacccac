"""What one part costs the owner of a design: their own price, else the newest of the catalogue."""

from designer.catalog.catalog import Catalog
from designer.catalog.part_bounds import PartFigures
from designer.model.design import PriceOverride
from designer.model.figures import Figure, exact, missing


def price_of(
    part_id: str,
    own: PriceOverride | None,
    currency: str,
    catalog: Catalog,
    figures: PartFigures,
    metres: float | None = None,
) -> tuple[Figure, str]:
    """Return the price of one part and its date.

    What its owner pays in another currency is not known in that of the site, and the catalogue's
    price is not what they pay: it stays open, which rule K07 tells.

    Parameters
    ----------
    metres
        Length of a cable; its owner's price is that of every length.
    """
    if own is not None and own.currency != currency:
        return missing(f"{part_id}.price", currency), ""
    if own is not None:
        return exact(own.amount_cents, "", f"{part_id}.price").times(0.01, currency), own.as_of
    part = catalog.get(part_id)
    if part is None:
        return missing(f"{part_id}.price", currency), ""
    return figures.newest_price(part, currency, metres)
