"""What is drawn, as rules of the library ask it: GPUs, nodes, fabrics, storage, money."""

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from designer.catalog.compute_figures import AcceleratorFigures
from designer.catalog.part import Part
from designer.engine.network_report import FabricReport
from designer.engine.subject import Facts
from designer.engine.subjects.contents.fillings import CONTENTS
from designer.engine.subjects.cost.cost import COST
from designer.engine.subjects.fabrics.fabrics import FABRICS
from designer.engine.subjects.platform.chosen import PARALLEL
from designer.engine.subjects.platform.halls import hall_facts
from designer.engine.subjects.platform.known import Known, measured, number, texts
from designer.engine.subjects.storage.storage import STORAGE
from designer.engine.subjects.totals.totals import TOTALS
from designer.engine.subjects.workloads.reached import reaches_nodes
from designer.model.design import Fabric
from designer.model.figure_cases import highest, lowest
from designer.model.figures import Figure, at_most, exact, stated, total

_GB_OF_GBPS: Final = 1 / 8
_PAIR: Final = 2
_YES: Final = "yes"
_ONE: Final = exact(1.0)
_NO_LINKS: Final = "none"
_NETWORK: Final = ("network", "optics and cables")
_BY_RAIL: Final = ("rail-per-su", "rail-per-rack")
_RDMA: Final = 100.0
"""Gb/s from which a fabric for computing on Ethernet is one that carries RDMA."""
_FILE_SYSTEMS: Final = (
    ("lustre", "lustre"), ("weka", "weka"), ("storage scale", "storage-scale"),
    ("gpfs", "storage-scale"), ("beegfs", "beegfs"),
)  # fmt: skip


def drawn_facts(facts: Facts) -> dict[str, Known]:
    """Return what is known of everything that is drawn."""
    parts = facts[CONTENTS].counts.parts
    placed = [part for key in sorted(parts) if (part := facts.catalog.get(key)) is not None]
    whole = not facts[CONTENTS].counts.lost
    found = {
        **dict(_of_totals(facts)),
        **dict(_of_gpus(facts, placed, whole=whole)),
        **dict(_of_nodes(facts, placed, whole=whole)),
        **dict(_of_fabrics(facts, placed, whole=whole)),
        **dict(_of_storage(facts, placed, whole=whole)),
        **dict(_of_money(facts)),
        **hall_facts(facts),
    }
    found["pillars"] = _pillars(found)
    if facts.design.site.data_stays:
        found["data_stays"] = Known(facts.design.site.data_stays == _YES)
    return found


def _of_totals(facts: Facts) -> Iterator[tuple[str, Known]]:
    totals = facts.read(TOTALS)
    if totals is not None:
        yield "gpus", measured(totals.figure("gpus"))
        yield "nodes", measured(totals.figure("nodes"))


def _gpus(facts: Facts, placed: Iterable[Part]) -> list[Part]:
    """Return the kinds of GPUs that stand."""
    ids = {part.compute.gpu for part in placed if part.compute and part.compute.gpu}
    found = [facts.catalog.get(one) for one in sorted(ids)]
    return [part for part in found if part is not None and part.accelerator is not None]


def _all_named(placed: Iterable[Part]) -> bool:
    """Return whether everything that computes says what is in it."""
    computing = (part for part in placed if part.traits.computes and part.gpu_count != 0)
    return all(part.compute is not None and part.compute.gpu for part in computing)


def _of_gpus(facts: Facts, placed: list[Part], *, whole: bool) -> Iterator[tuple[str, Known]]:
    named = whole and all(
        part.compute is not None and facts.catalog.get(part.compute.gpu) is not None
        for part in placed if part.traits.computes and part.gpu_count != 0
    )  # fmt: skip
    yield from gpu_facts(_gpus(facts, placed), named=named)


def gpu_facts(gpus: list[Part], *, named: bool) -> Iterator[tuple[str, Known]]:
    """Yield what is known of kinds of GPUs.

    Parameters
    ----------
    named
        Whether no other kind stands.
    """
    yield "gpu.makers", texts({part.vendor for part in gpus}, whole=named)
    yield "gpu.ids", texts({p.id for p in gpus}, whole=named, said=_names(gpus))
    figures = [(part, part.accelerator) for part in gpus if part.accelerator]
    for name, field in (("architectures", "architecture"), ("forms", "form"), ("ecc", "ecc")):
        said = [str(getattr(one, field)) for _, one in figures]
        yield f"gpu.{name}", texts(filter(None, said), whole=named and "" not in said)
    for name, of, worst in (
        ("memory_gb", "memory_gb", min), ("memory_gb_s", "memory_gb_s", max),
        ("temperature_max_c", "temperature_max_c", min),
        ("pcie_generation", "pcie_generation", max),
    ):  # fmt: skip
        yield f"gpu.{name}", _worst(figures, of, worst, whole=named)
    if figures:
        # A chip of which nobody names a partition takes none: makers print them where there are.
        yield "gpu.mig", Known(all(one.mig_instances is not None and one.mig_instances > 0
                                   for _, one in figures))  # fmt: skip
        links = [one.scaleup for _, one in figures]
        yield "gpu.nvlink", Known(all(one and not one.startswith(_NO_LINKS) for one in links))


def _names(parts: Iterable[Part]) -> str:
    return ", ".join(part.name for part in parts)


def _worst(
    figures: list[tuple[Part, AcceleratorFigures]],
    field: str,
    worst: Callable[[Iterable[float]], float],
    *,
    whole: bool,
) -> Known:
    """Return a figure of the kind that decides; bounded where one of them does not state it."""
    known = [value for _, of in figures if (value := getattr(of, field)) is not None]
    lacking = tuple(f"{part.id}.accelerator.{field}" for part, of in figures
                    if getattr(of, field) is None)  # fmt: skip
    if not known:
        return Known(refs=lacking)
    found = float(worst(known))
    if whole and not lacking:
        return number(found)
    # Another kind may be the one that decides, on one side alone.
    return Known(low=found, refs=lacking) if worst is max else Known(high=found, refs=lacking)


def _of_nodes(facts: Facts, placed: list[Part], *, whole: bool) -> Iterator[tuple[str, Known]]:
    nodes = [part for part in placed if part.compute is not None and part.gpu_count != 0
             and part.compute.gpu]  # fmt: skip
    if not nodes:
        return
    whole = whole and _all_named(placed)
    counts = [_gpus_of_a_node(part) for part in nodes]
    most = measured(highest(counts))
    yield "node.gpus", most if whole else Known(low=most.low)
    yield (
        "node.dgx",
        Known(all("DGX" in part.name for part in nodes) if whole or not nodes else None),
    )
    linked = [part for part, each in zip(nodes, counts, strict=True)
              if each.high >= _PAIR or (part.compute and part.compute.nvlink_switches)]  # fmt: skip
    chips = [part.compute.nvlink_switches for part in linked if part.compute]
    if chips and None not in chips:
        yield "node.nvswitches", number(min(chip for chip in chips if chip is not None))
    elif chips:
        refs = tuple(f"{part.id}.compute.nvlink_switches" for part in linked
                     if part.compute and part.compute.nvlink_switches is None)  # fmt: skip
        yield "node.nvswitches", Known(low=0, refs=refs)
    yield "node.domain_gpus", measured(lowest([_domain(part) for part in nodes]))
    cpus = [facts.catalog.get(part.compute.cpu) for part in nodes if part.compute]
    makers = {cpu.vendor for cpu in cpus if cpu is not None}
    yield "cpu.makers", texts(makers, whole=whole and None not in cpus)
    slots = [cpu.cpu.pcie_generation for cpu in cpus if cpu is not None and cpu.cpu]
    if slots and None not in slots and None not in cpus:
        yield "node.pcie_generation", number(min(slot for slot in slots if slot is not None))


def _gpus_of_a_node(part: Part) -> Figure:
    nodes = stated(part.node_count, f"{part.id}.nodes")
    return stated(part.gpu_count, f"{part.id}.gpus").per(nodes)


def _domain(part: Part) -> Figure:
    joined = part.compute.nvlink_domain_gpus if part.compute else None
    return _gpus_of_a_node(part) if joined is None else exact(float(joined))


def _flag(found: bool, *, whole: bool) -> Known:
    """Return whether something is there: not known where what the catalogue lacks may be it."""
    return Known(value=True) if found else Known(False if whole else None)


def _of_fabrics(facts: Facts, placed: list[Part], *, whole: bool) -> Iterator[tuple[str, Known]]:
    """Yield what fabrics give to the nodes that stand; one of which no switch stands gives nothing.

    By what is counted, not by what is measured: a preview tells the same as the report after it.
    """
    by_id = {part.id: part for part in placed}
    reports = facts.read(FABRICS)
    if reports is None:
        return
    counted = {one.id: one for one in reports if one.stands}
    standing = [
        (rule, nodes) for rule in facts.design.fabrics
        if rule.id in counted and (nodes := [by_id[one] for one in rule.nodes if one in by_id])
    ]  # fmt: skip
    managed = any(rule.purpose == "out-of-band" for rule, _ in standing)
    yield "management.drawn", _flag(managed, whole=whole)
    joining = [
        (rule, nodes) for rule, nodes in standing
        if rule.purpose == "compute" and rule.kind != "nvlink"
    ]  # fmt: skip
    yield "fabric.drawn", _flag(bool(joining), whole=whole)
    yield "fabric.kinds", texts({rule.kind for rule, _ in joining}, whole=whole)
    # What joins GPUs this fast on Ethernet is there for RDMA; slower nets may carry TCP alone.
    carries = [rule.kind == "infiniband" or rule.rate_gbps >= _RDMA for rule, _ in joining]
    yield "fabric.rdma", _flag(any(carries), whole=whole)
    if not joining:
        return
    # Each is told by itself: those of other nodes add nothing, and the least counts.
    sent = lowest([_each(rule, part) for rule, nodes in joining for part in nodes])
    # Nodes that the catalogue lacks may get less, and those of a leaf that is not there nothing.
    leaves = all(_has_its_leaves(counted[rule.id]) for rule, _ in joining)
    sent = sent if whole and leaves else at_most(sent.high, "Gb/s")
    yield "fabric.gpu_gbps", measured(sent)
    bandwidth = _bandwidth(_gpus(facts, placed))
    if bandwidth is not None:
        share = sent.times(_GB_OF_GBPS, "GB/s").per(bandwidth).times(100, "%")
        yield "fabric.hbm_pct", measured(share)
    by_rail = all(rule.leaf_policy in _BY_RAIL for rule, _ in joining)
    yield "fabric.rails", Known(None if by_rail and not (whole and leaves) else by_rail)
    yield from _of_ports(facts, joining)


def _has_its_leaves(one: FabricReport) -> bool:
    """Return whether all leaves stand that the rule asks for; False where nobody counts them."""
    return one.leaf is not None and one.placed_leaf >= one.leaf


def _each(rule: Fabric, part: Part) -> Figure:
    """Return what a fabric gives to one GPU of a node, Gb/s: no more than its ports can."""
    ports = [port.rate_gbps for port in part.ports if port.purpose == rule.purpose]
    rate = min(rule.rate_gbps, max(ports, default=rule.rate_gbps))
    links = exact(rate, "Gb/s").times(rule.rails)
    return links.per(_gpus_of_a_node(part), "Gb/s")


def _of_ports(
    facts: Facts, joining: list[tuple[Fabric, list[Part]]]
) -> Iterator[tuple[str, Known]]:
    """Yield the rates of both ends of a node's link, of the fabric whose ends differ most."""
    pairs = []
    for rule, nodes in joining:
        leaf = facts.catalog.get(rule.switch)
        offered = [one.rate_gbps for one in leaf.ports if one.purpose == "fabric"] if leaf else []
        wanted = [
            port.rate_gbps for part in nodes for port in part.ports if port.purpose == "compute"
        ]  # fmt: skip
        if offered and wanted:
            pairs.append((max(wanted), max(offered)))
    if pairs:
        adapter, port = max(pairs, key=lambda pair: pair[0] / pair[1])
        yield "fabric.adapter_gbps", number(adapter)
        yield "fabric.port_gbps", number(port)


def _of_storage(facts: Facts, placed: list[Part], *, whole: bool) -> Iterator[tuple[str, Known]]:
    stores = [part for part in placed if part.traits.stores]
    storage = facts.read(STORAGE)
    yield "storage.drawn", Known(value=True) if stores else Known(False if whole else None)
    if storage is not None and stores:
        over = reaches_nodes(storage)
        write, read = ("taken_gb_s", "sent_gb_s") if over else ("write_gb_s", "read_gb_s")
        yield "storage.write_gb_s", measured(storage.figure(write))
        yield "storage.read_gb_s", measured(storage.figure(read))
    elif storage is not None and whole:
        yield "storage.write_gb_s", number(0)
        yield "storage.read_gb_s", number(0)
    systems = {one for part in stores for one in file_systems_of(part)}
    named = whole and all(part.storage and part.storage.system for part in stores)
    yield "file_systems", texts(systems, whole=bool(named))
    told = bool(systems & PARALLEL)
    yield "storage.parallel", Known(value=True) if told else Known(False if named else None)


def file_systems_of(part: Part) -> set[str]:
    """Return the file systems of a storage part, by short names."""
    if part.storage is None:
        return set()
    system = f"{part.storage.system} {part.name}".casefold()
    found = {short for word, short in _FILE_SYSTEMS if word in system}
    if not found and "nfs" in part.storage.access.casefold():
        return {"nfs"}
    return found


def _of_money(facts: Facts) -> Iterator[tuple[str, Known]]:
    cost = facts.read(COST)
    if cost is None or (cost.capex is None and cost.bound("capex") is None):
        return
    lines = {one.category: one.figure("amount") for one in cost.by_category}
    network = total(lines[name] for name in _NETWORK if name in lines)
    others = total(line for name, line in lines.items() if name not in _NETWORK)
    if facts[CONTENTS].counts.lost:
        # What the catalogue lacks may be of either, at any price.
        network, others = network.without_upper_end(), others.without_upper_end()
    if network.high > 0 and others.high > 0:
        # Its share falls with the others and rises with itself: both ends are told apart so.
        share = _ONE.per(total((_ONE, others.per(network)))).times(100, "%")
        yield "cost.network_pct", measured(share)


def _bandwidth(gpus: list[Part]) -> Figure | None:
    """Return the highest memory bandwidth of a GPU; None where there is none."""
    named = [
        stated(part.accelerator.memory_gb_s, f"{part.id}.accelerator.memory_gb_s", "GB/s")
        for part in gpus if part.accelerator is not None
    ]  # fmt: skip
    return highest(named) if named else None


def _pillars(found: dict[str, Known]) -> Known:
    """Return how many of compute, fabric, storage and management are drawn."""
    computes = found.get("gpus", Known())
    flags = [found.get(name, Known()).value
             for name in ("fabric.drawn", "storage.parallel", "management.drawn")]  # fmt: skip
    sure = [computes.low > 0, *(flag is True for flag in flags)]
    perhaps = [computes.high > 0, *(flag is not False for flag in flags)]
    return Known(low=float(sum(sure)), high=float(sum(perhaps)))
