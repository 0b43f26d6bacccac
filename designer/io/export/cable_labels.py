"""Labels for both ends of every cable, near end first, as TIA-606 has links labelled."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from designer.catalog.catalog import Catalog
from designer.engine.cable_report import CableEnd, CableRow, CablesAsked
from designer.engine.report import Report
from designer.engine.subjects.cables.items import identified
from designer.engine.subjects.cables.questions import table_of
from designer.io.export.csv_table import csv_table
from designer.model.design import Design

_COLUMNS: Final = (
    "label", "near", "far", "end", "rack", "unit", "device", "port", "fabric", "cable",
    "m bought", "of the cable",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class CableLabel:
    """What is put round one end of a cable.

    Attributes
    ----------
    lines
        Near end with the stroke behind it, and far end.
    end
        `A` or `Z`.
    of_cable
        The label of the cable, which is that of its end A.
    """

    lines: tuple[str, str]
    end: str
    near: CableEnd
    fabric: str
    medium: str
    part: str
    stock_m: float | None
    of_cable: str

    @property
    def text(self) -> str:
        """The whole label: `A10-21:2.1/A09-41:17.2`."""
        return "".join(self.lines)

    @property
    def about(self) -> str:
        """What the cable is, in few words."""
        length = "" if self.stock_m is None else f"{self.stock_m:g} m"
        return " · ".join(filter(None, (length, self.medium, self.fabric)))


def cable_labels(
    design: Design, catalog: Catalog, asked: CablesAsked | None = None, rack: str = ""
) -> list[CableLabel]:
    """Return the labels of cables, both of each cable together, in the order of the schedule.

    Parameters
    ----------
    asked
        Which cables; None for all.
    rack
        Id of the rack whose ends alone are labelled; empty for all.
    """
    table = table_of(design, catalog)
    rows = table.rows() if asked is None else map(table.row, table.asked_for(asked).tolist())
    every = (label for row in rows for label in _labels(row))
    return [label for label in every if not rack or label.near.rack == rack]


def _labels(row: CableRow) -> Iterator[CableLabel]:
    for end, near, far in (("A", row.a, row.b), ("Z", row.b, row.a)):
        part = row.part_name or row.medium
        lines = f"{identified(near)}/", identified(far)
        yield CableLabel(
            lines, end, near, row.fabric_name, row.medium, part, row.stock_m, row.label
        )


def labels_csv(design: Design, catalog: Catalog, report: Report | None = None) -> str:
    """Return the labels of both ends of all cables as CSV, two lines for each.

    Parameters
    ----------
    report
        Not needed: cables follow from the design.
    """
    return labels_text(cable_labels(design, catalog))


def labels_text(labels: list[CableLabel]) -> str:
    """Return labels as CSV (RFC 4180, UTF-8 with its mark, a header line)."""
    return csv_table(_COLUMNS, map(_cells, labels))


def _cells(label: CableLabel) -> dict[str, str]:
    near, far = label.lines
    return {
        "label": label.text,
        "near": near.removesuffix("/"),
        "far": far,
        "end": label.end,
        "rack": label.near.rack_name,
        "unit": label.near.unit,
        "device": label.near.name,
        "port": label.near.port,
        "fabric": label.fabric,
        "cable": label.part,
        "m bought": "" if label.stock_m is None else f"{label.stock_m:g}",
        "of the cable": label.of_cable,
    }
