"""The cluster as drawn, as far as a workload feels it: GPUs, their links, their way to each other.

What a GPU has towards GPUs of other nodes is what its fabrics inject, and no more than the part of
a full bisection that they are measured to keep: a job whose ranks lie well needs less of the cut,
so that the full injection is the upper bound and the cut gives the value.
"""

from collections import Counter
from dataclasses import dataclass

from designer.catalog.catalog import Catalog
from designer.engine.calculation import CalcError
from designer.engine.network_report import FabricReport
from designer.engine.subject import Facts
from designer.engine.subjects.contents.fillings import CONTENTS
from designer.engine.subjects.fabrics.fabrics import FABRICS
from designer.engine.subjects.storage.storage import STORAGE
from designer.engine.subjects.workloads.hardware import Chip, chip_of_catalogue
from designer.engine.subjects.workloads.reached import reaching
from designer.model.figures import Figure, exact, missing, product, total
from designer.model.workload import Workload


@dataclass(frozen=True)
class Drawn:
    """GPUs of one kind.

    Attributes
    ----------
    gpu, gpus
        Their id, and how many stand.
    domain
        GPUs that links join.
    chip, memory_gb
        Its peak at the precision that is asked for, memory and links; its size of memory.
    peak_16
        Its peak in 16 bits, FLOP/s.
    nic
        Gb/s of one GPU towards those of other domains; None where no fabric joins their nodes.
    after_loss
        The same with what the worst single failure leaves; None where that is not known.
    standing
        How many of the kind stand, whatever the workload takes of them.
    joined
        How many of them a network joins; as many as links join where no fabric holds their nodes.
    written_gb_s, read_gb_s
        What nodes write to storage and read of it, GB/s; None where none is drawn.
    lacking
        Switches that its network's rule asks for and that are not placed.
    """

    gpu: str
    gpus: int
    domain: int
    chip: Chip
    memory_gb: float
    peak_16: float
    nic: Figure | None
    after_loss: Figure | None
    standing: int = 0
    joined: int = 0
    written_gb_s: Figure | None = None
    read_gb_s: Figure | None = None
    lacking: int = 0


def standing_gpus(facts: Facts) -> Counter[str]:
    """Return how many GPUs of each kind stand, by id; the most first."""
    found: Counter[str] = Counter()
    for part, number in _computing(facts):
        found[part[1]] += part[2] * number
    return Counter(dict(found.most_common()))


def _computing(facts: Facts) -> list[tuple[tuple[str, str, int], int]]:
    """Return what computes: id, GPU and how many in it, with how often it stands."""
    found = []
    for part_id, number in sorted(facts[CONTENTS].counts.parts.items()):
        part = facts.catalog.get(part_id)
        if part is None or part.compute is None or not part.compute.gpu or not part.gpu_count:
            continue
        found.append(((part_id, part.compute.gpu, part.gpu_count), number))
    return found


def drawn_for(facts: Facts, workload: Workload) -> Drawn:
    """Return the GPUs that a workload may take.

    Raises
    ------
    CalcError
        If there are none of that kind, or a figure of them is not stated.
    """
    standing = standing_gpus(facts)
    gpu = workload.gpu or next(iter(standing), "")
    if not gpu:
        raise CalcError("no part that is drawn says which GPU it holds")
    count = standing[gpu]
    if not count:
        raise CalcError(f"no {gpu} is drawn: there are {', '.join(standing) or 'no GPUs'}")
    if workload.gpus > count:
        raise CalcError(f"{workload.gpus:,} GPUs are asked for and {count:,} {gpu} are drawn")
    nodes = [(part, number) for part, number in _computing(facts) if part[1] == gpu]
    chip = chip_of_catalogue(gpu, workload.precision, facts.catalog)
    if chip.memory_gb is None:
        raise CalcError(f"the memory of {gpu} is not stated")
    domain = min(_domain(facts.catalog, *part) for part, _ in nodes)
    fabrics, joined = _joining(facts, {part[0]: part[2] * number for part, number in nodes})
    after = _after_loss(fabrics)
    return Drawn(
        gpu, workload.gpus or count, domain, chip, chip.memory_gb,
        chip_of_catalogue(gpu, "bf16", facts.catalog).peak, _sent(fabrics), after, count,
        joined if fabrics else domain, *storage_for(facts),
        sum(one.lacking for one in fabrics),
    )  # fmt: skip


def storage_for(facts: Facts) -> tuple[Figure | None, Figure | None]:
    """Return what nodes write to the drawn storage and read of it; None where none is drawn."""
    storage = facts.read(STORAGE)
    if storage is None or not storage.figure("systems").low > 0:
        return None, None
    read, written = reaching(storage)
    return written, read


def _domain(catalog: Catalog, part_id: str, _: str, count: int) -> int:
    part = catalog.get(part_id)
    stated = part.compute.nvlink_domain_gpus if part and part.compute else None
    return count if stated is None else stated


def _joining(facts: Facts, gpus: dict[str, int]) -> tuple[list[FabricReport], int]:
    """Return the fabrics for computing that join most GPUs of a kind, and how many they join.

    Those with the same nodes carry together. Nodes that share no fabric exchange nothing, so that
    the rest stays out, and so do those of other halls. A fabric of which nothing stands joins none.

    Parameters
    ----------
    gpus
        GPUs of the kind in all nodes that stand, by their part.
    """
    found: dict[tuple[str, frozenset[str]], list[FabricReport]] = {}
    for fabric in facts[FABRICS]:
        held = frozenset(gpus) & frozenset(fabric.node_parts)
        joins = fabric.stands and fabric.purpose == "compute" and fabric.kind != "nvlink"
        if held and joins:
            found.setdefault((fabric.hall, held), []).append(fabric)

    def joined(key: tuple[str, frozenset[str]]) -> int:
        hall, held = key
        every = sum(gpus[part] for part in held)
        return min(every, *(_of_hall(one) for one in found[key])) if hall else every

    if not found:
        return [], 0
    most = max(found, key=joined)
    return found[most], joined(most)


def _of_hall(fabric: FabricReport) -> int:
    """Return the GPUs of a hall that its fabric joins, as far as they are counted."""
    return int(fabric.figure("gpus").low)


def _sent(fabrics: list[FabricReport]) -> Figure | None:
    if not fabrics:
        return None
    return total([_through(one, _ratio(one)) for one in fabrics], "Gb/s")


def _ratio(fabric: FabricReport) -> Figure:
    """Return the part of a full bisection that is kept, with NVLink where rails need it."""
    if fabric.bisection_with_nvlink_ratio is not None:
        return fabric.figure("bisection_with_nvlink_ratio", "")
    return fabric.figure("bisection_ratio", "")


def _through(fabric: FabricReport, ratio: Figure) -> Figure:
    """Return what one GPU sends: between the measured cut and all that it injects."""
    gpus = fabric.figure("gpus")
    sent = fabric.figure("injection_gbps")
    if gpus.low <= 0:
        return missing(f"fabric {fabric.id}.gpus", "Gb/s")
    each = sent.per(gpus, "Gb/s")
    kept = product(each, ratio.clipped(0.0, 1.0), "Gb/s")
    return Figure(
        kept.low, each.high, kept.value, "Gb/s", kept.known,
        (*kept.basis, f"fabric {fabric.id}"), kept.gaps, kept.estimated,
    )  # fmt: skip


def _after_loss(fabrics: list[FabricReport]) -> Figure | None:
    left = []
    for fabric in fabrics:
        worst = fabric.worst_failure
        if worst is None or worst.bisection_ratio is None:
            return None
        left.append(_through(fabric, exact(worst.bisection_ratio)))
    return total(left, "Gb/s") if left else None
