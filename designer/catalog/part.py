"""The schema of a part. Unknown is `None`, never 0; every figure has a provenance entry."""

from collections.abc import Iterator
from functools import cached_property
from typing import Annotated, ClassVar, Literal

from pydantic import AfterValidator
from pydantic_core import PydanticKnownError

from designer.catalog.cable_figures import CableFigures
from designer.catalog.component import Component
from designer.catalog.compute_figures import AcceleratorFigures, ComputeFigures, CpuFigures
from designer.catalog.coolant_figures import CoolantFigures, CoolantPoint, Coupling
from designer.catalog.entry import Entry, Price, Provenance, SourceKind
from designer.catalog.figures import (
    RAILS_MM,
    BuswayFigures,
    CoolingFigures,
    GeneratorFigures,
    PduFigures,
    PortGroup,
    PortPurpose,
    Psu,
    RackFigures,
    Rails,
    StorageFigures,
    SwitchFigures,
    TransformerFigures,
    UpsFigures,
)
from designer.catalog.inside import INSIDE_KINDS, InsideUnit, inside_problems
from designer.catalog.inside_layout import InsideLayout, layout_of
from designer.catalog.kinds import KIND_IDS, Kind, kind_named
from designer.catalog.patch_figures import PatchFigures
from designer.catalog.rejection_figures import RejectionFigures
from designer.catalog.surge_figures import ShelfFigures, TransientFigures
from designer.catalog.unpublished import Unpublished

__all__ = [
    "CableFigures",
    "CoolingFigures",
    "Part",
    "PartKind",
    "PduFigures",
    "PortGroup",
    "PortPurpose",
    "Price",
    "Provenance",
    "Psu",
    "RackFigures",
    "SourceKind",
    "StorageFigures",
]

Airflow = Literal[
    "",
    "front-to-rear",
    "rear-to-front",
    "side",
    "left-to-right",
    "right-to-left",
    "side-to-rear",
    "rear-to-side",
    "bottom-to-top",
    "top-to-bottom",
    "mixed",
    "none",
]
"""Where air goes in and out; `side`: the source names no direction, `none`: without fans."""


def _known(kind_id: str) -> str:
    if kind_id not in KIND_IDS:
        words = [repr(known) for known in KIND_IDS]
        expected = f"{', '.join(words[:-1])} or {words[-1]}"
        raise PydanticKnownError("literal_error", {"expected": expected})
    return kind_id


PartKind = Annotated[str, AfterValidator(_known)]
"""Id of a kind of part in a record: refuses what the table does not have."""


class Part(Entry):
    """A thing that can be bought and placed.

    Attributes
    ----------
    height_half_u
        Rack height in half units; 0 for what takes none (0U, floor, cables).
    power_max_w, power_peak_w, power_typical_w, power_idle_w
        The four figures: maximum (circuits, cooling), highest observed, typical (energy), idle.
    power_passive_w
        A switch's power with passive cables, where the maximum is with active optics.
    liquid_fraction
        Part of the heat that leaves with a liquid, 0 to 1.
    coolant_max_c
        The warmest liquid that may enter its cold plates.
    coolant_l
        Coolant that it holds when it works, beside its mass; of a tank that is part of the mass.
    sound_dba
        A-weighted level of its sound 1 m before it, at full load.
    coolant_flow
        The coolant that it needs over the supply temperature, by source.
    coolant
        The liquids that it takes, and its pressure.
    rails
        The rails that it is made for: empty for those of 19 inches, or of a part that takes none.
    half_width
        Whether two of it stand side by side in the same rack units, on their makers' word.
    couplings
        Where its coolant comes in and goes out, by where it leads.
    gpus, nodes
        GPUs and compute nodes the part holds; read them as `gpu_count` and `node_count`, which
        know what kinds of part hold none.
    inside_units, inside
        Of what is sold filled: the height of its rails in rack units, and what stands in it.
    unpublished
        Figures that were looked for and that nobody publishes, with what bounds them.
    made_of
        Of a system: its components, as far as somebody says them. The chassis is the part itself.
    bare_kg
        Mass of its chassis without its GPUs, where a source states that alone.
    based_on
        Id of the system as sold that it was configured from; empty for one that is sold so.
    """

    references: ClassVar[dict[str, str]] = {
        "compute.gpu": "part",
        "compute.cpu": "part",
        "compute.nvlink_switch": "part",
        "replaces": "part",
    }

    kind: PartKind
    height_half_u: int = 0
    width_mm: int | None = None
    height_mm: int | None = None
    depth_mm: int | None = None
    rails: Rails = ""
    full_depth: bool = True
    half_width: bool = False
    mass_kg: float | None = None
    power_max_w: float | None = None
    power_peak_w: float | None = None
    power_typical_w: float | None = None
    power_idle_w: float | None = None
    power_passive_w: float | None = None
    airflow_m3h: float | None = None
    airflow: Airflow = ""
    inlet_min_c: float | None = None
    inlet_max_c: float | None = None
    liquid_fraction: float | None = None
    coolant_max_c: float | None = None
    coolant_l: float | None = None
    sound_dba: float | None = None
    coolant_flow: tuple[CoolantPoint, ...] = ()
    couplings: tuple[Coupling, ...] = ()
    coolant: CoolantFigures | None = None
    gpus: int | None = None
    gpu: str = ""
    nodes: int | None = None
    psu: Psu | None = None
    shelf: ShelfFigures | None = None
    transient: TransientFigures | None = None
    ports: tuple[PortGroup, ...] = ()
    rack: RackFigures | None = None
    pdu: PduFigures | None = None
    cooling: CoolingFigures | None = None
    rejection: RejectionFigures | None = None
    storage: StorageFigures | None = None
    cable: CableFigures | None = None
    patch: PatchFigures | None = None
    accelerator: AcceleratorFigures | None = None
    cpu: CpuFigures | None = None
    compute: ComputeFigures | None = None
    switch: SwitchFigures | None = None
    ups: UpsFigures | None = None
    generator: GeneratorFigures | None = None
    busway: BuswayFigures | None = None
    transformer: TransformerFigures | None = None
    inside_units: int | None = None
    inside: tuple[InsideUnit, ...] = ()
    unpublished: tuple[Unpublished, ...] = ()
    made_of: tuple[Component, ...] = ()
    bare_kg: float | None = None
    based_on: str = ""

    def unpublished_of(self, field: str) -> Unpublished | None:
        """Return what is said of a figure that nobody publishes; None where nothing is."""
        return next((one for one in self.unpublished if field in one.fields), None)

    def own_problems(self) -> Iterator[tuple[str, str]]:
        """Yield what cannot be of the units inside: places, and counts against stated totals.

        Also figures that are stated and said to be published by nobody.
        """
        wide = self.width_mm is not None and self.width_mm > RAILS_MM[""]
        if wide and self.height_half_u and self.traits.mount == "rails" and not self.rails:
            yield "rails", f"{self.width_mm} mm are wider than 19 inches: give rails = '21-inch'"
        if self.half_width:
            yield from self._half_width_problems()
        if self.unpublished:
            known = {*self.facts(), *(("prices",) if self.prices else ())}
            for one in self.unpublished:
                for name in known.intersection(one.fields):
                    yield "unpublished", f"{name} is stated, and said to be published by nobody"
        if not self.inside:
            return
        counted = (traits.counted for traits in INSIDE_KINDS.values() if traits.counted)
        totals = {name: getattr(self.compute, name, None) for name in counted}
        found = inside_problems(self.inside_units, self.height_mm, self.inside, totals)
        yield from (("inside", f"inside: {problem}") for problem in found)

    def _half_width_problems(self) -> Iterator[tuple[str, str]]:
        if self.traits.mount != "rails" or not self.height_half_u:
            yield "half_width", "half_width is for what takes rack units"
        most = RAILS_MM[self.rails] / 2
        if self.width_mm is not None and self.width_mm > most:
            yield "half_width", f"{self.width_mm} mm are wider than half of a panel, {most:g} mm"

    def naming(self) -> tuple[str, ...]:
        """Return its kind, also in words, and the GPU it carries."""
        return (self.kind, self.traits.singular, self.gpu)

    @property
    def traits(self) -> Kind:
        """What holds for every part of its kind."""
        return kind_named(self.kind)

    @cached_property
    def inside_layout(self) -> InsideLayout | None:
        """Where everything in it stands, as far as it is told; made once."""
        return layout_of(self.inside_units, self.inside)

    @property
    def gpu_count(self) -> int | None:
        """GPUs it brings into a hall; None where it computes and nobody said with how many."""
        if self.gpus is not None or self.traits.computes:
            return self.gpus
        return 0

    @property
    def node_count(self) -> int | None:
        """Compute nodes it brings into a hall: a node is one unless it says otherwise.

        None for a filled rack that nobody counted.
        """
        if self.nodes is not None or (self.traits.computes and not self.traits.counts_as_node):
            return self.nodes
        return int(self.traits.counts_as_node)

    @property
    def stands_on_floor(self) -> bool:
        """Whether it stands there itself; a coolant distribution unit of 4U goes into a rack."""
        return self.traits.mount == "floor" and not self.height_half_u

    @property
    def least_half_u(self) -> int:
        """Half units that it takes in the rails for certain: one, where nobody states its height.

        Without a height, a rack PDU beside the rails is one that takes none.
        """
        return self.height_half_u or int(self.traits.mount == "rails")

    @property
    def placeable(self) -> bool:
        """Whether a hand may place it; a storage system without a height is no box, but software.

        Such a system stands for what its source says of the whole; its appliances are placed.
        """
        system = self.traits.system_without_height and not self.height_half_u
        drawn = self.traits.drawn_on_plan or self.traits.holds_cables
        return (self.traits.placed_by_hand or drawn) and not system
