"""Variants of a desk, with an engine that answers when the test says so."""

from collections.abc import Iterable
from datetime import UTC, datetime

from PySide6.QtCore import QObject, Signal

from designer.catalog.part import Part
from designer.model.design import Design
from designer.ui.state.variants import Variants
from tests.helpers.ui_desk import Desk

NOON = datetime(2026, 11, 29, 12, 0, tzinfo=UTC)


class FakeAside(QObject):
    """Stands for the engine of variants: keeps what it was asked to measure."""

    found = Signal(object)
    failed = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[Design] = []
        self.parts: list[tuple[Part, ...]] = []
        self.stops = 0

    def measure(self, design: Design, parts: Iterable[Part]) -> None:
        self.asked.append(design)
        self.parts.append(tuple(parts))

    def stop(self) -> None:
        self.stops += 1


def variants_of(desk: Desk, engine: FakeAside | None = None) -> Variants:
    """Return the variants of a desk; none is ever measured without an engine."""
    made = engine or FakeAside()
    found = Variants(desk.workspace, desk.session, made, now=lambda: NOON)  # type: ignore[arg-type] # stands for the engine
    made.setParent(found)
    return found
