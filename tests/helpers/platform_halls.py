"""Small halls on which rules of the library are asked: what stands there, and what is stated."""

from dataclasses import dataclass, field
from typing import Any, Literal

from designer.catalog.catalog import Catalog
from designer.catalog.load import load_shipped
from designer.engine.evaluate import evaluate
from designer.engine.report import Report
from designer.model.design import (
    Design,
    Device,
    Fabric,
    PowerNode,
    Rack,
    Room,
    Site,
    Tray,
    Workload,
)
from designer.model.platform import Platform
from designer.wiring.network import NetworkExpander

_LEAVES_A_RACK = 16
HALL = Room(outline=((0, 0), (60_000, 0), (60_000, 40_000), (0, 40_000)))


@dataclass(frozen=True)
class Hall:
    """A hall of some nodes, one or more to a rack, with what else stands there.

    Attributes
    ----------
    node, count, each
        Part of the nodes, how many there are, and how many stand in a rack.
    gpu, nvswitches, cpu
        What a node has in place of what its part says.
    fabric
        Fields of the compute fabric; None for none. Its leaves stand in racks of their own.
    stores, switches
        Storage, and leaves of the compute fabric in place of all that its rule asks for, in the
        last rack.
    """

    node: str = "dgx-h100"
    count: int = 1
    each: int = 1
    rack: str = "rack-48u"
    gpu: str = ""
    cpu: str = ""
    nvswitches: int | None = None
    fabric: dict[str, Any] | None = None
    management: bool = False
    stores: tuple[str, ...] = ()
    switches: tuple[str, ...] = ()
    platform: dict[str, Any] = field(default_factory=dict)
    workloads: tuple[Workload, ...] = ()
    power: tuple[PowerNode, ...] = ()
    floor_kpa: float | None = None
    prices: tuple[Any, ...] = ()
    trays: tuple[Tray, ...] = ()
    data_stays: Literal["", "yes", "no"] = ""

    def design(self) -> Design:
        """Return it as a design."""
        number = -(-self.count // self.each)
        racks = [
            Rack(id=f"r{n:04}", name=f"R{n:04}", part=self.rack, x_mm=800 * (n % 60),
                 y_mm=2600 * (n // 60))
            for n in range(number + bool(self.stores or self.switches))
        ]  # fmt: skip
        if self.node.endswith("nvl72"):
            racks = [one.evolve(part=self.node) for one in racks[:number]] + racks[number:]
        devices = [] if self.node.endswith("nvl72") else [
            Device(id=f"n{n:05}", name=f"n{n:05}", part=self.node, rack=racks[n // self.each].id,
                   half_u=2 + 22 * (n % self.each))
            for n in range(self.count)
        ]  # fmt: skip
        devices += [
            Device(id=f"s{n:03}", name=f"s{n}", part=part, rack=racks[-1].id, half_u=2 + 16 * n)
            for n, part in enumerate(self.stores)
        ]
        devices += [
            Device(id=f"x{n:03}", name=f"x{n}", part=part, rack=racks[-1].id, half_u=60 + 4 * n,
                   fabric="compute", tier="leaf")
            for n, part in enumerate(self.switches)
        ]  # fmt: skip
        fabrics = []
        if self.fabric is not None:
            fields = {"id": "compute", "kind": "infiniband", "switch": "qm9700", "rails": 8,
                      "rate_gbps": 400.0, "nodes": (self.node,), **self.fabric}  # fmt: skip
            fabrics.append(Fabric(**fields))
        if self.management:
            fabrics.append(Fabric(id="oob", kind="ethernet", purpose="out-of-band", rails=1,
                                  rate_gbps=1.0, switch="sn2201", nodes=(self.node,)))  # fmt: skip
        made = Design(
            racks=tuple(racks), devices=tuple(devices), fabrics=tuple(fabrics),
            room=HALL.evolve(floor_limit_kpa=self.floor_kpa), platform=Platform(**self.platform),
            workloads=self.workloads, power=self.power, prices=self.prices,
            trays=self.trays, site=Site(data_stays=self.data_stays),
        )  # fmt: skip
        return made if self.switches else self._with_leaves(made)

    def _with_leaves(self, made: Design) -> Design:
        """Return it with the leaves that the rules of its fabrics ask for."""
        racks, devices = list(made.racks), list(made.devices)
        for wiring in NetworkExpander(self.catalog()).expand(made).fabrics:
            fabric = wiring.fabric
            for n in range(wiring.plan.leaf if wiring.plan is not None else 1):
                if n % _LEAVES_A_RACK == 0:
                    at = len(racks)
                    racks.append(
                        Rack(id=f"l{at:04}", name=f"L{at:04}", part="rack-48u",
                             x_mm=800 * (at % 60), y_mm=2600 * (at // 60))
                    )  # fmt: skip
                devices.append(
                    Device(id=f"{fabric.id}{n:03}", name=f"{fabric.id}{n}", part=fabric.switch,
                           rack=racks[-1].id, half_u=2 + 4 * (n % _LEAVES_A_RACK),
                           fabric=fabric.id, tier="leaf")
                )  # fmt: skip
        return made.evolve(racks=tuple(racks), devices=tuple(devices))

    def catalog(self) -> Catalog:
        """Return the catalogue, with the node as it is here."""
        catalog = load_shipped()
        part = catalog.require(self.node)
        compute = part.compute
        assert compute is not None
        if self.gpu:
            compute = compute.evolve(gpu=self.gpu)
        if self.cpu:
            compute = compute.evolve(cpu=self.cpu)
        if self.nvswitches is not None:
            compute = compute.evolve(nvlink_switches=self.nvswitches)
        return catalog.overlay((part.evolve(compute=compute),))

    def report(self) -> Report:
        """Return what the engine says of it."""
        report = evaluate(self.design(), self.catalog())
        assert report.not_computed == ()
        return report
