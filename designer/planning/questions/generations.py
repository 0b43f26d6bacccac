"""Which GPUs may be asked for, and the reference designs that hold them.

Only counts that the templates state themselves: a test compares each with what a built design has.
"""

import difflib
from dataclasses import dataclass
from math import ceil
from typing import Final

from designer.planning.arguments import Template, fail
from designer.planning.gb200 import HALL_UNITS
from designer.planning.templates import TEMPLATES

_UFM: Final = "ufm"
_UNITS: Final = "scalable_units"
_NODES: Final = "nodes"


@dataclass(frozen=True)
class Candidate:
    """A reference design at a size: what it takes to build it, and the GPUs that it has."""

    offer: "Offer"
    size: int
    gpus: int
    arguments: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Offer:
    """A reference design that holds a generation.

    Attributes
    ----------
    template
        Its id.
    unit_gpus
        GPUs of one step of `size`, the parameter that counts nodes or scalable units; where that
        is empty, of the whole design.
    fixed
        Other parameters.
    slot
        GPUs of the node slot that a fabric manager takes in pods of up to `slot_units`, unless it
        stands outside.
    """

    template: str
    unit_gpus: int
    size: str = _UNITS
    fixed: tuple[tuple[str, str], ...] = ()
    slot: int = 0
    slot_units: int = 4

    @property
    def of(self) -> Template:
        """The template."""
        return next(one for one in TEMPLATES if one.id == self.template)

    def sizes(self, *, one_hall: bool) -> range:
        """Return the sizes that may be built, in one room or on a site of halls."""
        known = {parameter.name: parameter for parameter in self.of.parameters}
        if not self.size:
            return range(1, 2)
        least, most = known[self.size].minimum, known[self.size].maximum
        if least is None or most is None:
            raise ValueError(f"{self.template} has no bounds of {self.size}")
        if one_hall:
            hall = known.get("units_per_hall")
            held = HALL_UNITS if hall is None else hall.maximum
            most = min(most, held) if self.size == _UNITS and held is not None else most
        return range(least, most + 1)

    def coolings(self) -> tuple[str, ...]:
        """Return the ways of cooling that it has, its own first."""
        for parameter in self.of.parameters:
            if parameter.name == "cooling":
                others = (one for one in parameter.choices if one != parameter.default)
                return (parameter.default, *others)
        return ("liquid",)

    def racks_of(self) -> tuple[int, ...]:
        """Return the nodes that a rack may be asked to hold, most first; none where it is fixed."""
        for parameter in self.of.parameters:
            if parameter.name == "nodes_per_rack":
                return tuple(
                    sorted((int(n) for n in parameter.choices if n != "auto"), reverse=True)
                )
        return ()

    def at(self, size: int, wanted: int) -> Candidate:
        """Return it at a size; the slot of the fabric manager holds a node where that is wanted."""
        arguments = [*self.fixed]
        if self.size:
            arguments.append((self.size, str(size)))
        gpus = size * self.unit_gpus
        if self.slot and size <= self.slot_units:
            inside = gpus - self.slot < wanted <= gpus
            arguments.append((_UFM, "external" if inside else "included"))
            gpus -= 0 if inside else self.slot
        return Candidate(self, size, gpus, tuple(arguments))

    def holding(self, wanted: int, *, one_hall: bool) -> Candidate | None:
        """Return the smallest that holds so many GPUs; None where no size does."""
        sizes = self.sizes(one_hall=one_hall)
        size = max(sizes[0], ceil(wanted / self.unit_gpus))
        return self.at(size, wanted) if size <= sizes[-1] else None


@dataclass(frozen=True)
class Generation:
    """A GPU that may be asked for; of two designs that come equally near the first is taken.

    Attributes
    ----------
    gpu
        Part of the catalogue whose peak sizes a run.
    """

    id: str
    name: str
    gpu: str
    offers: tuple[Offer, ...]


def _system(name: str) -> tuple[tuple[str, str], ...]:
    return (("system", name),)


def _hopper(system: str) -> tuple[Offer, ...]:
    return (
        Offer("dgx-superpod-h100", 256, fixed=_system(system), slot=8),
        Offer("dgx-basepod", 8, _NODES, _system(f"dgx-{system}")),
        Offer("hgx-spectrum-x", 32, fixed=_system(system)),
    )


GENERATIONS: Final = (
    Generation("h100", "NVIDIA H100", "h100-sxm", _hopper("h100")),
    Generation("h200", "NVIDIA H200", "h200-sxm", _hopper("h200")),
    Generation(
        "b200", "NVIDIA B200", "b200-sxm",
        (
            Offer("dgx-superpod-b200", 256, fixed=_system("b200"), slot=8),
            Offer("dgx-basepod", 8, _NODES, _system("dgx-b200")),
            Offer("hgx-spectrum-x", 32, fixed=_system("b200")),
        ),
    ),
    Generation(
        "b300", "NVIDIA B300", "b300-sxm",
        (
            Offer("dgx-superpod-b300", 576),
            Offer("dgx-superpod-b300-spectrum-x", 512),
            Offer("starter-32", 32, "", _system("dgx-b300")),
        ),
    ),
    Generation("gb200", "NVIDIA GB200 NVL72", "b200-gb200", (Offer("dgx-superpod-gb200", 576),)),
    Generation("gb300", "NVIDIA GB300 NVL72", "b300-gb300", (Offer("dgx-superpod-gb300", 576),)),
    Generation(
        "a100", "NVIDIA A100", "a100-sxm-80gb",
        (
            Offer("dgx-superpod-a100", 160),
            Offer("dgx-basepod", 8, _NODES, _system("dgx-a100")),
        ),
    ),
    Generation("mi300x", "AMD Instinct MI300X", "mi300x", (Offer("mi300x-pod", 8, _NODES),)),
    Generation("mi355x", "AMD Instinct MI355X", "mi355x", (Offer("mi355x-pod", 8, _NODES),)),
    Generation("gaudi3", "Intel Gaudi 3", "gaudi-3-oam", (Offer("gaudi-3-pod", 128),)),
    Generation(
        "l40s", "NVIDIA L40S", "l40s", (Offer("inference-row", 8, _NODES, _system("l40s")),)
    ),
    Generation(
        "rtx-pro-6000", "NVIDIA RTX PRO 6000", "rtx-pro-6000",
        (Offer("inference-row", 8, _NODES, _system("rtx-pro-6000")),),
    ),
)  # fmt: skip


def generation_of(asked: str) -> Generation:
    """Return a generation by id; spaces and hyphens do not matter.

    Raises
    ------
    TemplateError
        If there is none; it names the nearest.
    """
    plain = _plain(asked)
    for one in GENERATIONS:
        if plain in (_plain(one.id), _plain(one.name)):
            return one
    ids = [one.id for one in GENERATIONS]
    near = difflib.get_close_matches(asked.casefold(), ids)
    mend = f"did you mean {near[0]}?" if near else f"one of {', '.join(ids)}"
    raise fail("generation", f"no reference design holds {asked!r}", mend)


def _plain(text: str) -> str:
    return "".join(character for character in text.casefold() if character.isalnum())
