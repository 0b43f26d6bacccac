"""What the drawn storage does for a workload: room for its data, its level, checkpoints at once.

The rules of thumb are entries of the catalogue, applied as `calc storage` applies them.
"""

from typing import Any

from designer.engine.advice import STORAGE_NETWORK
from designer.engine.report import StorageReport
from designer.engine.subject import Facts
from designer.engine.subjects.storage.storage import STORAGE
from designer.engine.subjects.workloads.calc_storage import (
    LEVEL_GPUS,
    capacity_for,
    level_of,
    tier_for,
)
from designer.engine.subjects.workloads.planned import Planned
from designer.engine.workload_report import WorkloadReport
from designer.model.figures import Figure, Gap, exact


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


def reaches_nodes(storage: StorageReport) -> bool:
    """Return whether a fabric of storage that is drawn joins systems and nodes."""
    return storage.network_gb_s is not None or storage.bound("network_gb_s") is not None


def reaching(storage: StorageReport) -> tuple[Figure, Figure]:
    """Return what nodes read of storage, and write: over the fabrics of storage that are drawn.

    Where nobody can say what these carry, or none is drawn, it may be nothing.
    """
    if reaches_nodes(storage):
        return storage.figure("sent_gb_s"), storage.figure("taken_gb_s")
    read, write = (storage.figure(name) for name in ("read_gb_s", "write_gb_s"))
    return _perhaps(read), _perhaps(write)


def _perhaps(most: Figure) -> Figure:
    gaps = (Gap(STORAGE_NETWORK, most.high), *most.gaps)
    return Figure(0.0, most.high, None, most.unit, 0.0, (*most.basis, STORAGE_NETWORK), gaps)


def _level(read: Figure, write: Figure, gpus: int) -> str:
    """Return the level that storage keeps for so many GPUs; empty where its figures leave it open.

    The levels are of scalable units of 32 nodes with eight GPUs each.
    """
    nodes = gpus / LEVEL_GPUS
    least, most = (
        level_of(r, w, nodes) for r, w in ((read.low, write.low), (read.high, write.high))
    )
    return (least or "below good") if least == most else ""
