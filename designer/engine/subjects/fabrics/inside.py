"""NVLink domains: fabrics that stand inside nodes and filled racks, with their switches.

A fabric of kind NVLink that names no switch is the domains of its nodes. What a GPU has towards the
others, and what the switch chips move, is of the catalogue; where the chips move all that the GPUs
send, half of a domain sends to the other half at full rate.
"""

from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from designer.catalog.catalog import Catalog
from designer.catalog.part import Part
from designer.engine.network_report import FabricReport
from designer.model.figure_words import amount
from designer.model.figures import Figure, exact, product, repeated, stated, within
from designer.model.measured import fields_of
from designer.model.plural import plural
from designer.wiring.network_columns import FabricWiring

_ONE_WAY: Final = 4.0
"""Gb/s one way of a GB/s that adds both directions: eight bits, and half."""


@dataclass(frozen=True)
class _Domains:
    """The domains of one kind of node.

    Attributes
    ----------
    ends, chips
        GPUs and switch chips of one domain; 0 chips where nobody states them.
    rate
        NVLink of one GPU, one way.
    moved
        What the switch chips of one domain move, one way.
    """

    number: int
    ends: int
    chips: int
    links: int | None
    rate: Figure
    moved: Figure

    @property
    def bisection(self) -> Figure:
        """What half of a domain sends to the other half; nothing is sure where chips are not."""
        full = self.rate.times(self.ends // 2, "Gb/s")
        enough = within(self.rate.times(self.ends, "Gb/s"), self.moved).answer
        return full if enough == "yes" else full.perhaps_none(("what the NVLink switches move",))


def nvlink_report(wiring: FabricWiring, catalog: Catalog) -> FabricReport:
    """Return what the NVLink domains of a fabric's nodes are and carry."""
    fabric = wiring.fabric
    fields: dict[str, Any] = {
        "id": fabric.id, "name": fabric.name or fabric.id, "kind": fabric.kind,
        "purpose": fabric.purpose, "nodes": len(wiring.nodes), "node_parts": wiring.node_kinds,
        "hall": fabric.hall,
    }  # fmt: skip
    kinds = [catalog.get(part) for part in wiring.members.parts]
    counts = np.bincount(wiring.members.node_parts, minlength=len(kinds)).tolist()
    found = [
        (part, _domains(part, count, catalog) if part else None)
        for part, count in zip(kinds, counts, strict=True)
        if count
    ]
    unknown = [part.id if part else "a part" for part, domains in found if domains is None]
    if not found or unknown:
        why = "no node of this fabric stands yet" if not found else (
            f"the NVLink domain of {', '.join(unknown)} is not known"
        )  # fmt: skip
        return FabricReport.model_validate({**fields, "complete": False, "explanation": why})
    every = [domains for _, domains in found if domains is not None]
    number = sum(it.number for it in every)
    ends = sum(it.number * it.ends for it in every)
    chips = sum(it.number * it.chips for it in every)
    sent = repeated([(it.rate, it.number * it.ends) for it in every], "Gb/s")
    carried = every[0].bisection if number == 1 else exact(0.0, "Gb/s")
    figures = {"injection_gbps": sent, "bisection_gbps": carried, "gpus": exact(float(ends))}
    if number == 1 and sent.value:
        figures["bisection_ratio"] = carried.per(sent).times(2)
    return FabricReport.model_validate(
        {
            **fields, "tiers": 1 if chips else 0, "leaf": chips, "placed_leaf": chips,
            "endpoints": ends, "islands": number, "exact": carried.exact,
            **fields_of(figures), "bisection_lower_gbps": carried.low,
            "bisection_upper_gbps": carried.high, "complete": carried.exact,
            "explanation": "; ".join(_words(it) for it in every),
        }
    )  # fmt: skip


def _domains(part: Part, count: int, catalog: Catalog) -> _Domains | None:
    """Return the domains of so many nodes of a part; None where it states none."""
    held = part.compute
    domain = held.nvlink_domain_gpus if held else None
    if held is None or not domain or part.gpu_count is None:
        return None
    size = stated(float(domain), f"{part.id}.compute.nvlink_domain_gpus")
    each = stated(float(part.gpu_count), f"{part.id}.gpus").per(size)
    number = int(each.times(count).low)
    if not number:
        return None
    gpu, chip = catalog.get(held.gpu or part.gpu), catalog.get(held.nvlink_switch)
    figures = gpu.accelerator if gpu else None
    speed = figures.scaleup_gb_s if figures else None
    rate = stated(speed, f"{held.gpu}.accelerator.scaleup_gb_s").times(_ONE_WAY, "Gb/s")
    tbps = chip.switch.throughput_tbps if chip and chip.switch else None
    one = stated(tbps, f"{held.nvlink_switch}.switch.throughput_tbps").times(1000, "Gb/s")
    known = held.nvlink_switches
    chips = stated(None if known is None else float(known), f"{part.id}.compute.nvlink_switches")
    chips = chips.times(count).per(exact(float(number)))
    moved = product(one, chips, "Gb/s")
    links = figures.scaleup_links if figures else None
    return _Domains(number, int(size.low), int(chips.low), links, rate, moved)


def _words(it: _Domains) -> str:
    """Return domains in words, with what each carries, each way and both."""
    links = "" if it.links is None else f" of {plural(it.links, 'link')}"
    chips = f" on {plural(it.chips, 'switch chip')}" if it.chips else ""
    way = it.bisection.times(1 / 8000)
    return (
        f"{plural(it.number, 'NVLink domain')} of {it.ends} GPUs{links}{chips}; half of a domain "
        f"sends {amount(way, 1)} TB/s to the other each way, {amount(way.times(2), 1)} both ways"
    )
