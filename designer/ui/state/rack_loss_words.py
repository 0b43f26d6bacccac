"""What the worst single loss does to a rack and on its way to the source, and what still fits."""

from collections.abc import Iterator

from designer.engine.report import RackReport
from designer.model.sentence import capital
from designer.render.rack_worst import OnTheWay, room_left, worst_inside, worst_of_rack
from designer.ui.kit.line_card import Line
from designer.ui.state.state_signs import SIGNS, TONES
from designer.ui.state.workspace import Workspace

RUNS_ON = "runs on"


def loss_lines(workspace: Workspace, rack: RackReport) -> Iterator[Line]:
    """Yield the lines of a rack's card on losses: the worst upstream, then the worst inside.

    `Worst single loss: feed B`, `Lost a feed and runs on those left`, `Rack PDUs on feed A:
    10.2 → 20.4 of 32.8 kW · 62%`, `Still fits: 11.1 kW, then Cooling is full`.
    """
    report = workspace.report_store.report
    nodes = workspace.document.design.power
    worst = worst_of_rack(report, nodes, rack) if report is not None else None
    if report is not None and worst is not None:
        yield Line(f"Worst single loss: {report.power.lost_in_words(worst.loss)}", "title")
        fate = worst.fate
        state = fate.severity if fate else "ok"
        yield _line(state, capital(fate.text if fate else RUNS_ON))
        for one in worst.way:
            yield _line(one.said.state, _carried(one))
    inside = worst_inside(rack)
    if inside is not None:
        yield _line(inside.state, f"Loss of {inside.name}: {inside.verdict}")
    if left := room_left(rack):
        yield Line(f"Still fits: {left}")


def _carried(one: OnTheWay) -> str:
    full = f" · {one.full}" if one.full else ""
    return f"{capital(one.said.title)}: {one.said.value}{full}"


def _line(state: str, text: str) -> Line:
    return Line(SIGNS.get(state, "") + text, TONES.get(state, "plain"))
