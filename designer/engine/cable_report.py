"""What may be asked of cables beside the report: each with its ends, and which media join which.

May import the base of the model's records.
"""

from designer.model.record import Record


class CableSort(Record):
    """Cables of a fabric whose cages are alike: which media join them, and why others do not.

    Attributes
    ----------
    options
        Cheapest first, those without a price last.
    refused
        Parts of the rate that do not fit, each with the reason.
    """

    fabric: str
    name: str = ""
    between: str = ""
    rate_gbps: float = 0.0
    pairing: str = ""
    count: int = 0
    options: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()
