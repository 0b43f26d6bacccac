"""What the drawn storage does for a workload: room for its data, its level, checkpoints at once.

The rules of thumb are entries of the catalogue, applied as `calc storage` applies them.
"""

from typing import Any

from designer.engine.subject import Facts
from designer.engine.subjects.storage.storage import STORAGE
from designer.engine.subjects.workloads.calc_storage import (
    LEVEL_GPUS,
    capacity_for,
    level_of,
    tier_for,
)
from designer.engine.subjects.workloads.planned import Planned
from designer.engine.subjects.workloads.reached import reaches_nodes, reaching
from designer.engine.workload_report import WorkloadReport
from designer.model.figures import Figure, exact


def with_storage(facts: Facts, found: Planned, report: WorkloadReport) -> WorkloadReport:
    """Return the report of a training run with what it asks of storage and what storage does.

    A service reads its weights once.
    """
    if report.missing or report.gpus is None or report.kind != "training":
        return report
    shown: dict[str, Any] = {}
    figures: dict[str, Figure] = {}
    data = found.workload.dataset_tb
    if data is not None:
        tier = tier_for(data)
        figures["storage_wanted_tb"] = capacity_for(data)
        shown |= {"dataset_tb": data, "storage_tier": tier.name}
    each = found.workload.gpu_read_gb_s
    if each is not None:
        read = exact(each, "GB/s", f"{report.id}.gpu_read_gb_s")
        figures["read_wanted_gb_s"] = read.times(report.gpus)
    storage = facts.read(STORAGE)
    if storage is not None and storage.figure("systems").low > 0:
        read, write = reaching(storage)
        shown["storage_level"] = _level(read, write, report.gpus)
        if report.checkpoint_gb is not None:
            size = report.figure("checkpoint_gb", "GB")
            figures |= {"stall_s": size.per(write, "s"), "restore_s": size.per(read, "s")}
        if reaches_nodes(storage):
            figures["storage_network_gb_s"] = storage.figure("network_gb_s")
    return report.evolve(**shown).with_figures(figures)


def _level(read: Figure, write: Figure, gpus: int) -> str:
    """Return the level that storage keeps for so many GPUs; empty where its figures leave it open.

    The levels are of scalable units of 32 nodes with eight GPUs each.
    """
    nodes = gpus / LEVEL_GPUS
    least, most = (
        level_of(r, w, nodes) for r, w in ((read.low, write.low), (read.high, write.high))
    )
    return (least or "below good") if least == most else ""
