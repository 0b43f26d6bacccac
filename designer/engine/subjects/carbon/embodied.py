"""Carbon in the making of GPUs: between the sources that the catalogue has of them.

Sources are 3.5 times apart, by what counts as a GPU and by the factors of its wafers: two of them
are a range without a value, one stands as it is and is told (K08), and a GPU of which no source
says anything is left out by name.
"""

from collections import Counter
from dataclasses import dataclass

from designer.catalog.embodied import EmbodiedCarbon
from designer.engine.subject import Facts
from designer.engine.subjects.contents.fillings import CONTENTS
from designer.model.figure_cases import spanning
from designer.model.figures import Figure, exact, repeated


@dataclass(frozen=True)
class Embodied:
    """What the making of the GPUs takes.

    Attributes
    ----------
    figure
        Tonnes; None where no source says it of any.
    by_gpu
        The sources of each GPU, by its id, and how many stand.
    """

    figure: Figure | None
    by_gpu: tuple[tuple[str, int, tuple[EmbodiedCarbon, ...]], ...]
    scope: str

    @property
    def fewest_sources(self) -> int:
        """The sources of the GPU that has fewest, of those that have any."""
        return min((len(sources) for _, _, sources in self.by_gpu if sources), default=0)


def embodied_of(facts: Facts) -> Embodied:
    """Return the carbon in the making of a design's GPUs."""
    by_gpu = tuple(
        (gpu, number, tuple(one for one in facts.catalog.embodied if one.part == gpu))
        for gpu, number in gpus_by_part(facts).items()
    )
    known = [(_each(sources), number) for _, number, sources in by_gpu if sources]
    figure = repeated(known, "kg").times(0.001, "t") if known else None
    return Embodied(figure, by_gpu, _scope(facts, by_gpu) if known else "")


def gpus_by_part(facts: Facts) -> Counter[str]:
    """Return how many GPUs stand by their id; those that no part names are under an empty one."""
    found: Counter[str] = Counter()
    for name, number in facts[CONTENTS].counts.parts.items():
        part = facts.catalog.get(name)
        if part is not None and part.gpu_count:
            found[part.compute.gpu if part.compute else ""] += number * part.gpu_count
    return found


def _each(sources: tuple[EmbodiedCarbon, ...]) -> Figure:
    """Return the carbon of one GPU, kg: a range where sources disagree."""
    return spanning([exact(one.kg, "kg", one.source) for one in sources])


def _scope(facts: Facts, by_gpu: tuple[tuple[str, int, tuple[EmbodiedCarbon, ...]], ...]) -> str:
    """Return of what it is: `1,016 H100 SXM: 164 kg (NVIDIA …) to 575.1 kg (Boavizta …)`."""
    said = []
    for gpu, number, sources in by_gpu:
        called = f"{number:,} {(facts.name_of(gpu) if gpu else '') or 'GPUs of no named kind'}"
        ordered = sorted(sources, key=lambda one: one.kg)
        each = " to ".join(f"{one.kg:g} kg ({one.source.partition(':')[0]})" for one in ordered)
        said.append(f"{called}: {each or 'no source says it, not in it'}")
    return "; ".join((*said, "GPUs alone"))
