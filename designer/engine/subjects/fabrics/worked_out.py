"""What was worked out of a fabric after its report, and the report with it."""

from dataclasses import dataclass
from typing import Any

from designer.engine.network_report import FabricReport
from designer.engine.subjects.fabrics.losses import Gone, same_losses
from designer.wiring.network_columns import FabricWiring


@dataclass(frozen=True)
class WorkedOut:
    """What was worked out for one graph and what losses upstream take of it.

    Attributes
    ----------
    fields
        Of the fabric's report.
    """

    wiring: FabricWiring
    power: tuple[Gone, ...]
    fields: tuple[tuple[str, Any], ...]

    def fits(self, wiring: FabricWiring, power: tuple[Gone, ...]) -> bool:
        """Return whether it is that of a fabric, with the same losses upstream."""
        return self.wiring is wiring and same_losses(self.power, power)

    def joined(self, report: FabricReport) -> FabricReport:
        """Return a report with it."""
        fields = dict(self.fields)
        bounds = (*report.bounds, *fields.pop("bounds"))
        return report.evolve(**fields, bounds=bounds)
