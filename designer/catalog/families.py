"""The families of the catalogue: what a browser lists, in the order in which it lists it.

Parts are told apart by their kind; every other family has a table and a schema of its own.
"""

from dataclasses import dataclass
from typing import Final

from designer.catalog.entry import Entry
from designer.catalog.part import Part, PartKind
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
    """One shelf: parts of some kinds, or all entries of a table."""

    id: str
    title: str
    group: str
    kinds: tuple[PartKind, ...] = ()
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

FAMILIES: Final[tuple[Family, ...]] = (
    Family("nodes", "Compute nodes", "Hardware", ("node",)),
    Family("rack-systems", "Filled racks", "Hardware", ("rack-system",)),
    Family("gpus", "GPUs", "Hardware", ("gpu",)),
    Family("asics", "AI chips", "Hardware", ("asic",)),
    Family("cpus", "CPUs and superchips", "Hardware", ("cpu", "superchip")),
    Family("baseboards", "Baseboards", "Hardware", ("baseboard",)),
    Family("switches", "Switches", "Network", ("switch",)),
    Family("adapters", "NICs and DPUs", "Network", ("nic", "dpu")),
    Family("cables", "Cables and transceivers", "Network", ("cable", "transceiver")),
    Family("interconnects", "Link generations", "Network", table="interconnect"),
    Family("storage", "Storage systems", "Storage and servers", ("storage",)),
    Family("servers", "Servers and appliances", "Storage and servers", ("server", "appliance")),
    Family("racks", "Racks and blanks", "Facility", ("rack", "blank")),
    Family("power", "PDUs, busways, UPS, generators", "Facility",
           ("rack-pdu", "busway", "ups", "generator")),
    Family("cooling", "Cooling", "Facility",
           ("crah", "in-row", "rear-door", "cdu", "immersion")),
    Family("cloud-providers", "Cloud providers", "Cloud", table="cloud_provider"),
    Family("cloud-offers", "Cloud instances and rates", "Cloud", table="cloud_offer"),
    Family("models", "Models", "Workloads", table="model"),
    Family("training-runs", "Training runs", "Workloads", table="training_run"),
    Family("inference-runs", "Inference throughput", "Workloads", table="inference_run"),
    Family("techniques", "Techniques", "Workloads", table="technique"),
    Family("operating-systems", "Operating systems", "Software", table="operating_system"),
    Family("software", "Software", "Software", table="software"),
    Family("kernel-parameters", "Kernel parameters", "Software", table="kernel_parameter"),
    Family("mig-profiles", "MIG profiles", "Software", table="mig_profile"),
    Family("limits", "Limits", "Guidance", table="limit"),
    Family("guidelines", "Rules of thumb", "Guidance", table="guideline"),
    Family("topics", "Topics", "Guidance", table="topic"),
    Family("conflicts", "Where sources disagree", "Guidance", table="conflict"),
)  # fmt: skip


def family_of(entry: Entry) -> Family:
    """Return the family an entry belongs to."""
    if isinstance(entry, Part):
        return next(f for f in FAMILIES if entry.kind in f.kinds)
    table = next(name for name, record in LIBRARY_TABLES.items() if isinstance(entry, record))
    return next(f for f in FAMILIES if f.table == table)
