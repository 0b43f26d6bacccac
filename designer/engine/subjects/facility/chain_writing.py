"""The chain of temperatures, and flow and pressure of loops, as a reader sees them."""

from collections.abc import Iterator
from typing import Final

from designer.engine.page import UNKNOWN, Align, Section, Table
from designer.engine.report import Report
from designer.engine.temperature_report import LoopFlow, TemperatureStep
from designer.model.figure_words import words
from designer.model.measured import Measured

_STATES: Final = {
    "": UNKNOWN, "ok": "kept", "warning": "kept", "error": "not kept", "unknown": "cannot be said",
}  # fmt: skip
_FLUIDS: Final = {"pg25": "PG25", "water": "water"}


def chain_written(report: Report) -> Iterator[Section]:
    """Yield the chain of temperatures, then flow and pressure of loops; nothing without liquid."""
    chain = report.temperatures
    if not chain.steps:
        return
    yield Section(
        "Temperature chain",
        table=Table(
            _columns("Loop", "Step", "Temperature", "From", "Held against", "Rule", "State"),
            tuple(_row(step) for step in chain.steps),
        ),
        lines=("From the weather of the design day to what cold plates and rear doors take.",),
    )
    if chain.loops:
        yield Section(
            "Coolant loops",
            table=Table(
                _columns(
                    "Loop", "Fluid", "Rise", "Flow needed", "Units move", "Worst rack loses",
                    "Units have left",
                ),
                tuple(_flow(one) for one in chain.loops),
            ),
        )  # fmt: skip


def _columns(*titles: str) -> tuple[tuple[str, Align], ...]:
    return tuple((title, "left") for title in titles)


def _row(step: TemperatureStep) -> tuple[str, ...]:
    limit = f"{step.holds} {_said(step, 'limit_c', 1)}" if step.rule else UNKNOWN
    return (
        step.called or UNKNOWN, step.step, _said(step, "temperature_c", 1), step.source, limit,
        step.rule or UNKNOWN, _STATES[step.state],
    )  # fmt: skip


def _flow(one: LoopFlow) -> tuple[str, ...]:
    rise = f"{words(one.figure('delta_t_k'))}, {'stated' if one.stated else 'planning default'}"
    return (
        one.called or UNKNOWN, _FLUIDS.get(one.fluid, one.fluid), rise, _said(one, "flow_lpm"),
        _said(one, "moved_lpm"), _said(one, "drop_kpa"), _said(one, "head_kpa"),
    )  # fmt: skip


def _said(record: Measured, name: str, decimals: int = 0) -> str:
    return words(record.figure(name), decimals)
