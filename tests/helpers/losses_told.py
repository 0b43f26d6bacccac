"""A report after an edit, once the losses that it put off are measured."""

from designer.engine.evaluate import Evaluator
from designer.engine.report import Report
from designer.model.design import Design

UNCUT = "loss of a switch"
"""What the worst loss is called while nobody knows which switch it is."""


def with_losses(evaluator: Evaluator, design: Design) -> Report:
    """Return the report of a design with what presses, and without the rest of the later work."""
    report = evaluator.report(design)
    if not any(one.worst_failure and one.worst_failure.what == UNCUT for one in report.fabrics):
        return report
    while evaluator.work_later() and not evaluator.news_press:
        pass
    return evaluator.report_later() or report
