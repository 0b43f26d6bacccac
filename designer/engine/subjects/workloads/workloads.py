"""What each workload of a design does on the cluster as drawn."""

from designer.engine.results import Key
from designer.engine.subject import Facts
from designer.engine.subjects.workloads.planned import PLANS
from designer.engine.subjects.workloads.trying import report_of
from designer.engine.workload_report import WorkloadReport

WORKLOADS: Key[tuple[WorkloadReport, ...]] = Key("workloads")


def workloads_of(facts: Facts) -> tuple[WorkloadReport, ...]:
    """Return the report of each workload, in the design's order."""
    return tuple(report_of(facts, one) for one in facts[PLANS].by_id.values())
