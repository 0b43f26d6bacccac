"""The subjects of workloads: the plans that are searched, and what each workload does and costs."""

from collections.abc import Iterable, Iterator
from typing import Final

from designer.engine.subject import Headline, Subject
from designer.engine.subjects.contents.fillings import CONTENTS
from designer.engine.subjects.fabrics.fabrics import FABRICS
from designer.engine.subjects.facility.facility import FACILITY
from designer.engine.subjects.ownership.ownership import OWNERSHIP
from designer.engine.subjects.storage.storage import STORAGE
from designer.engine.subjects.totals.sums import SUMS
from designer.engine.subjects.totals.totals import TOTALS
from designer.engine.subjects.workloads import rules, storage_rules
from designer.engine.subjects.workloads.calc_api import API, SCALE_TO_ZERO
from designer.engine.subjects.workloads.calc_batching import BATCHING
from designer.engine.subjects.workloads.calc_fit import FIT
from designer.engine.subjects.workloads.calc_inference import INFERENCE
from designer.engine.subjects.workloads.calc_memory import KV, MEMORY
from designer.engine.subjects.workloads.calc_saving import CHECKPOINT, GOODPUT
from designer.engine.subjects.workloads.calc_scaling import SCALING
from designer.engine.subjects.workloads.calc_serving import DISAGGREGATION, SERVING, SPECULATION
from designer.engine.subjects.workloads.calc_slices import MIG, POWER_CAP
from designer.engine.subjects.workloads.calc_states import COMPUTE, STATES
from designer.engine.subjects.workloads.calc_storage import STORAGE_NEED
from designer.engine.subjects.workloads.calc_training import TRAINING
from designer.engine.subjects.workloads.planned import PLANS, later, plans_of
from designer.engine.subjects.workloads.trying import QUESTIONS
from designer.engine.subjects.workloads.whys import WHY
from designer.engine.subjects.workloads.workloads import WORKLOADS, workloads_of
from designer.engine.subjects.workloads.writing import written
from designer.engine.workload_report import WorkloadReport


def _headlines(workloads: Iterable[WorkloadReport]) -> Iterator[Headline]:
    for one in workloads:
        if one.days is not None:
            yield Headline(f"days of {one.name or one.id}", one.figure("days", "d"))


OF_PLANS: Final = Subject(
    key=PLANS,
    title="Plans of workloads",
    design=("workloads",),
    reads=(CONTENTS, FABRICS, STORAGE),
    compute=plans_of,
    tries_less=True,
    later=later,
)
SUBJECT: Final = Subject(
    key=WORKLOADS,
    title="Training and serving",
    design=("site",),
    reads=(PLANS, CONTENTS, SUMS, TOTALS, FACILITY, STORAGE, OWNERSHIP, FABRICS),
    compute=workloads_of,
    section="workloads",
    checks=(
        rules.workloads_are_stated,
        rules.workloads_fit,
        rules.storage_takes_checkpoints,
        storage_rules.storage_holds_the_data,
        storage_rules.storage_keeps_a_level,
        storage_rules.storage_feeds_gpus,
        rules.requests_fit_the_context,
        rules.queues_end,
        rules.runs_end_in_time,
        rules.services_keep_times,
        rules.runs_end_while_used,
    ),
    calc=(
        MEMORY,
        STATES,
        TRAINING,
        COMPUTE,
        SCALING,
        FIT,
        INFERENCE,
        KV,
        CHECKPOINT,
        GOODPUT,
        STORAGE_NEED,
        SERVING,
        BATCHING,
        API,
        SCALE_TO_ZERO,
        SPECULATION,
        DISAGGREGATION,
        MIG,
        POWER_CAP,
    ),
    write=written,
    headlines=_headlines,
    questions=(*QUESTIONS, WHY),
)
