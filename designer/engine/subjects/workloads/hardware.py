"""What a prediction needs to know of a GPU: stated by the catalogue or by hand, never guessed."""

from dataclasses import dataclass
from difflib import get_close_matches
from math import nan
from typing import Any, Final

from designer.catalog.catalog import Catalog
from designer.catalog.compute_figures import AcceleratorFigures
from designer.catalog.load import load_shipped
from designer.catalog.software_profile import TrainingProfile
from designer.engine.calculation import CalcError, Parameter
from designer.engine.subjects.workloads.columns import Column, least, most, where

_PEAKS: Final[dict[str, str]] = {
    "bf16": "fp16_dense_tflops", "fp16": "fp16_dense_tflops", "fp8": "fp8_dense_tflops",
    "fp4": "fp4_dense_tflops",
}  # fmt: skip
"""Figures of a GPU's dense peak by the precision of matrix products."""


def shipped_or(catalog: Catalog | None) -> Catalog:
    """Return a catalogue, the shipped one where none is given."""
    return load_shipped() if catalog is None else catalog


def part_of(part_id: str, catalog: Catalog | None, what: str) -> AcceleratorFigures:
    """Return the figures of a GPU of the catalogue.

    Raises
    ------
    CalcError
        If there is none of that id. Nothing is put in its place.
    """
    known = shipped_or(catalog)
    part = known.get(part_id)
    if part is None or part.accelerator is None:
        ids = [one.id for one in known.parts if one.accelerator is not None]
        near = get_close_matches(part_id, ids, n=1)
        hint = f"; did you mean {near[0]}?" if near else ""
        raise CalcError(f"{what}: there is no GPU {part_id!r} in the catalogue{hint}")
    return part.accelerator


@dataclass(frozen=True, slots=True)
class Cluster:
    """What the GPUs of a job can do, each in the unit of its formula.

    Attributes
    ----------
    peak
        Dense FLOP/s of one GPU at the precision of the run.
    memory_bandwidth, scaleup, scaleout
        B/s of its memory, of its links within the node one way, of its NIC one way.
    node
        GPUs that these links join: 8, or 72 of a rack.
    """

    peak: float
    memory_bandwidth: float
    scaleup: float
    scaleout: float
    node: int = 8

    def ring(self, ranks: Column, spread: Column, profile: TrainingProfile) -> Column:
        """Return the B/s of each rank in a ring.

        Within a node that of its links. A ring over whole nodes uses all of their NICs, so that
        each rank has as many as there are ranks of the ring in a node, and no more than its links.

        Parameters
        ----------
        ranks
            Of the ring.
        spread
            GPUs from its first rank to the one after its last: ranks × their distance.
        """
        links = self.scaleup * profile.scaleup
        near = most(1, least(ranks, self.node * ranks // spread))
        network = least(links, self.scaleout * profile.scaleout * near)
        return where(spread <= self.node, links, network)

    def link(self, ranks: Column, profile: TrainingProfile) -> Column:
        """Return the B/s between two stages of a job of so many ranks: they are the farthest."""
        network = self.scaleout * profile.scaleout
        return where(ranks <= self.node, self.scaleup * profile.scaleup, network)


HARDWARE_PARAMETERS: Final = (
    Parameter("gpu", "text", optional=True, help="catalogue id, or its figures below"),
    Parameter("dtype", "text", default="bf16", choices=tuple(_PEAKS), help="of the products"),
    Parameter("tflops", unit="TFLOP/s", optional=True, help="dense peak, else the GPU's"),
    Parameter("memory_gb_s", unit="GB/s", optional=True, help="of its memory, else the GPU's"),
    Parameter(
        "link_gb_s", unit="GB/s", optional=True, help="to GPUs of its node, one way, else the GPU's"
    ),
    Parameter("memory_gb", unit="GB", optional=True, help="else the GPU's"),
)


@dataclass(frozen=True, slots=True)
class Chip:
    """One GPU: FLOP/s, B/s of memory and of links one way, and its memory in a maker's GB."""

    peak: float
    memory_bandwidth: float
    links: float
    memory_gb: float | None


def chip_given(v: dict[str, Any], catalog: Catalog, what: str, *, needs_links: bool = True) -> Chip:
    """Return the GPU that is asked for: the catalogue's figures, each replaced by one given.

    Raises
    ------
    CalcError
        If a figure is stated nowhere; the message says which to state.
    """
    known = part_of(v["gpu"], catalog, what) if v["gpu"] else None
    peak, bandwidth, links, size = (v[n] for n in ("tflops", "memory_gb_s", "link_gb_s",
                                                   "memory_gb"))  # fmt: skip
    if known is not None:
        if peak is None:
            peak = getattr(known, _PEAKS[v["dtype"]])
        bandwidth = known.memory_gb_s if bandwidth is None else bandwidth
        if links is None and known.scaleup_gb_s is not None:
            links = known.scaleup_gb_s / 2
        size = known.memory_gb if size is None else size
    lacking = [
        name
        for name, found in (("tflops", peak), ("memory_gb_s", bandwidth), ("link_gb_s", links))
        if not found and (needs_links or name != "link_gb_s")
    ]
    if peak is None or bandwidth is None or lacking:
        of = f"{v['gpu']} in {v['dtype']}" if v["gpu"] else "a GPU of the catalogue, or"
        said = f"the catalogue does not state all of {of}: give" if v["gpu"] else f"needs {of}"
        raise CalcError(f"{what}: {said} {', '.join(lacking)}")
    v.update(tflops=peak, memory_gb_s=bandwidth, link_gb_s=links, memory_gb=size)
    return Chip(peak * 1e12, bandwidth * 1e9, nan if links is None else links * 1e9, size)


def peak_given(v: dict[str, Any], catalog: Catalog | None, what: str) -> float:
    """Return the dense 16-bit peak of the GPU that is asked for, TFLOP/s, and show it.

    Raises
    ------
    CalcError
        If it is stated nowhere.
    """
    if v["tflops"] is None and v["gpu"]:
        v["tflops"] = part_of(v["gpu"], catalog, what).fp16_dense_tflops
    if not v["tflops"]:
        of = v["gpu"] or "a GPU: name one"
        raise CalcError(f"{what}: nobody states the dense peak of {of}, or give tflops")
    return float(v["tflops"])


def chip_of_catalogue(gpu: str, precision: str, catalog: Catalog) -> Chip:
    """Return a GPU as the catalogue states it.

    Raises
    ------
    CalcError
        If the catalogue does not state its peak, or the bandwidth of its memory or links.
    """
    lacking = dict.fromkeys(("tflops", "memory_gb_s", "link_gb_s", "memory_gb"))
    asked: dict[str, Any] = {"gpu": gpu, "dtype": precision, **lacking}
    return chip_given(asked, catalog, "workload")
