"""What the drawn storage does for a workload: room for its data, its level, checkpoints at once.

The rules of thumb are entries of the catalogue, applied as `calc storage` applies them.
"""

from typing import Any, Final

from designer.engine.network_report import FabricReport
from designer.engine.report import StorageReport
from designer.engine.subject import Facts
from designer.engine.subjects.fabrics.fabrics import FABRICS
from designer.engine.subjects.storage.storage import STORAGE
from designer.engine.subjects.workloads.calc_storage import (
    LEVEL_GPUS,
    capacity_for,
    level_of,
    tier_for,
)
from designer.engine.subjects.workloads.planned import Planned
from designer.engine.workload_report import WorkloadReport
from designer.model.figures import Figure, total

_BITS: Final = 8.0


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
    storage = facts.read(STORAGE)
    if storage is not None and storage.figure("systems").low > 0:
        shown["storage_level"] = _level(storage, report.gpus)
        if report.checkpoint_gb is not None:
            size = report.figure("checkpoint_gb", "GB")
            figures["stall_s"] = size.per(storage.figure("write_gb_s"), "s")
        network = _network(facts, found)
        if network is not None:
            figures["storage_network_gb_s"] = network
    return report.evolve(**shown).with_figures(figures)


def _level(storage: StorageReport, gpus: int) -> str:
    """Return the level that storage keeps for so many GPUs; empty where its figures leave it open.

    The levels are of scalable units of 32 nodes with eight GPUs each.
    """
    read, write = storage.figure("read_gb_s"), storage.figure("write_gb_s")
    nodes = gpus / LEVEL_GPUS
    least, most = (
        level_of(r, w, nodes) for r, w in ((read.low, write.low), (read.high, write.high))
    )
    return (least or "below good") if least == most else ""


def _network(facts: Facts, found: Planned) -> Figure | None:
    """Return what all nodes take from fabrics of storage, GB/s; None where none joins them.

    More than this no storage delivers to them, whatever it reads.
    """
    joined = [one for one in facts[FABRICS] if _carries_storage(one)]
    if found.drawn is None or not joined:
        return None
    return total([one.figure("injection_gbps") for one in joined], "Gb/s").times(1 / _BITS, "GB/s")


def _carries_storage(fabric: FabricReport) -> bool:
    return fabric.purpose == "storage" and bool(fabric.node_parts)
