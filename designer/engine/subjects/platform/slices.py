"""What partitions make of the GPUs: how many there are of which size, and what is left over."""

from collections import Counter

from designer.catalog.library import Library
from designer.engine.platform_report import MigReport
from designer.engine.subjects.platform.chosen import partitions
from designer.engine.subjects.platform.known import Facts, known_of
from designer.model.platform import Platform


def mig_report(platform: Platform, library: Library, facts: Facts) -> MigReport:
    """Return what the stated partitions make of one GPU, and of all that are drawn."""
    found = partitions(platform, library)
    if not found or len(found) < len(platform.mig):
        return MigReport()
    counted = Counter(one.name.rpartition(": ")[2] for one in found)
    layout = " + ".join(f"{number} × {name}" for name, number in counted.items())
    sizes = [one.memory_gb for one in found]
    memory = sum(size for size in sizes if size is not None) if None not in sizes else None
    gpus, of_gpu = known_of(facts, "gpus"), known_of(facts, "gpu.memory_gb")
    slices, most = sum(one.compute_slices for one in found), found[0].total_slices
    left = most - slices
    words = f"{layout}: {slices} of {most} compute slices"
    if left > 0:
        words = f"{words}, {left} idle"
    return MigReport(
        layout=layout, instances=len(found), slices=slices, slices_most=most, memory_gb=memory,
        gpu_memory_gb=of_gpu.low if of_gpu.is_known else None,
        partitions=_of_all(gpus.low, len(found)) if gpus.is_known else None, words=words,
    )  # fmt: skip


def _of_all(gpus: float, each: int) -> int:
    """Return how many partitions all GPUs have."""
    return round(gpus) * each
