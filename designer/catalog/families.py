"""The families of the catalogue: what a browser lists, in the order in which it lists it.

Parts are told apart by their kind, of which `kinds` has the table; every other family has a table
and a schema of its own.
"""

from dataclasses import dataclass
from typing import Final

from designer.catalog.entry import Entry
from designer.catalog.kinds import KINDS, PART_FAMILIES
from designer.catalog.part import Part
from designer.catalog.records.cloud import CloudOffer, CloudProvider
from designer.catalog.records.guidance import Conflict, Guideline, Limit, Topic
from designer.catalog.records.methods import Interconnect, Technique
from designer.catalog.records.software import (
    KernelParameter,
    MigProfile,
    OperatingSystem,
    Software,
)
from designer.catalog.records.workloads import InferenceRun, Model, TrainingRun


@dataclass(frozen=True)
class Family:
    """One family: parts of some kinds, or all entries of a table."""

    id: str
    title: str
    group: str
    symbol: str
    kinds: tuple[str, ...] = ()
    table: str = "part"


LIBRARY_TABLES: Final[dict[str, type[Entry]]] = {
    "cloud_provider": CloudProvider,
    "cloud_offer": CloudOffer,
    "model": Model,
    "training_run": TrainingRun,
    "inference_run": InferenceRun,
    "operating_system": OperatingSystem,
    "software": Software,
    "kernel_parameter": KernelParameter,
    "mig_profile": MigProfile,
    "technique": Technique,
    "interconnect": Interconnect,
    "guideline": Guideline,
    "limit": Limit,
    "topic": Topic,
    "conflict": Conflict,
}
"""Tables of `catalogs/library/`."""

_LISTED: Final[tuple[Family, ...]] = (
    *(
        Family(
            f.id,
            f.title,
            f.group,
            f.symbol,
            tuple(kind.id for kind in KINDS if kind.family == f.id),
        )
        for f in PART_FAMILIES
    ),
    Family("interconnects", "Link generations", "Network", "interconnect", table="interconnect"),
    Family("cloud-providers", "Cloud providers", "Cloud", "cloud", table="cloud_provider"),
    Family("cloud-offers", "Cloud instances and rates", "Cloud", "offer", table="cloud_offer"),
    Family("models", "Models", "Workloads", "model", table="model"),
    Family("training-runs", "Training runs", "Workloads", "training", table="training_run"),
    Family(
        "inference-runs", "Inference throughput", "Workloads", "inference", table="inference_run"
    ),
    Family("techniques", "Techniques", "Workloads", "technique", table="technique"),
    Family("operating-systems", "Operating systems", "Software", "os", table="operating_system"),
    Family("software", "Software", "Software", "software", table="software"),
    Family(
        "kernel-parameters", "Kernel parameters", "Software", "kernel", table="kernel_parameter"
    ),
    Family("mig-profiles", "MIG profiles", "Software", "mig", table="mig_profile"),
    Family("limits", "Limits", "Guidance", "limit", table="limit"),
    Family("guidelines", "Rules of thumb", "Guidance", "guideline", table="guideline"),
    Family("topics", "Topics", "Guidance", "topic", table="topic"),
    Family("conflicts", "Where sources disagree", "Guidance", "conflict", table="conflict"),
)
_GROUPS: Final = list(dict.fromkeys(family.group for family in _LISTED))
FAMILIES: Final[tuple[Family, ...]] = tuple(sorted(_LISTED, key=lambda f: _GROUPS.index(f.group)))


def family_of(entry: Entry) -> Family:
    """Return the family an entry belongs to."""
    if isinstance(entry, Part):
        return next(f for f in FAMILIES if entry.kind in f.kinds)
    table = next(name for name, record in LIBRARY_TABLES.items() if isinstance(entry, record))
    return next(f for f in FAMILIES if f.table == table)
