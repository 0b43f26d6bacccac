"""What a rule of the library may ask of a design: names, what they hold, in which unit, in words.

The engine's subject of the platform has a value for each of them. The next one is a line here and
one there; a test sees that both are there.
"""

from dataclasses import dataclass
from typing import Final, Literal

FieldKind = Literal["number", "text", "texts", "flag", "version"]

OPERATORS: Final[dict[FieldKind, tuple[str, ...]]] = {
    "number": ("==", "!=", "<", "<=", ">", ">="),
    "version": ("==", "!=", "<", "<=", ">", ">="),
    "text": ("==", "!=", "in", "not in"),
    "texts": ("has", "lacks", "within"),
    "flag": ("==", "!="),
}
"""`has` any of some, `lacks` all of them; `within`: nothing but these."""


@dataclass(frozen=True)
class RuleField:
    """What may be asked.

    Attributes
    ----------
    words
        What people call it.
    choice
        Field of the design's platform that states it; empty where it follows from what is drawn.
    of_workload
        Whether each workload has its own: a rule that asks it is asked once for each.
    """

    name: str
    kind: FieldKind
    words: str
    unit: str = ""
    choice: str = ""
    of_workload: bool = False


def _chosen(kind: FieldKind, *pairs: tuple[str, str], unit: str = "") -> list[RuleField]:
    """Return fields that the platform states under their own names."""
    return [RuleField(name, kind, words, unit, choice=name) for name, words in pairs]


def _of_os(kind: FieldKind, *pairs: tuple[str, str]) -> list[RuleField]:
    """Return what the operating system that is chosen brings."""
    return [
        RuleField(f"os.{name}", kind, words, choice="operating_system") for name, words in pairs
    ]


def _drawn(kind: FieldKind, *rows: tuple[str, str] | tuple[str, str, str]) -> list[RuleField]:
    return [RuleField(row[0], kind, row[1], row[2] if len(row) == 3 else "") for row in rows]


def _of_work(kind: FieldKind, *rows: tuple[str, str] | tuple[str, str, str]) -> list[RuleField]:
    return [
        RuleField(f"workload.{row[0]}", kind, row[1], row[2] if len(row) == 3 else "",
                  of_workload=True)
        for row in rows
    ]  # fmt: skip


_ALL: Final = (
    *_chosen(
        "text",
        ("operating_system", "operating system"),
        ("kernel_modules", "kernel modules of the driver"),
        ("rdma", "RDMA software"), ("container", "container runtime"), ("scheduler", "scheduler"),
        ("serving", "inference server"), ("framework", "training framework"),
        ("parallelism", "parallelism"), ("deployment", "place of the work"),
    ),
    *_chosen("version", ("driver", "GPU driver"), ("cuda", "CUDA")),
    *_chosen("texts", ("kernel_parameters", "kernel parameters")),
    *_chosen(
        "flag",
        ("secure_boot", "Secure Boot"), ("dedicated", "machines for one tenant alone"),
        ("lossless", "lossless Ethernet"), ("gpudirect", "GPUDirect RDMA"),
        ("sharp", "reduction in the switches (SHARP)"),
        ("tenant_isolation", "isolation of tenants"),
        ("network_segmentation", "segmentation of the network"),
        ("encryption", "encryption of data"), ("ready", "check list of an AI-ready data centre"),
        ("contract_covers", "contract that covers the data"),
        ("professional_services", "professional services of the maker"),
    ),
    *_chosen("number", ("tensor", "tensor-parallel degree"), ("pipeline", "pipeline stages"),
             ("data", "data-parallel copies")),
    *_chosen("number", ("gpu_utilization_pct", "GPU utilization as measured"), unit="%"),
    *_chosen("number", ("gpu_temperature_c", "hottest GPU as measured"), unit="°C"),
    *_of_os(
        "flag",
        ("mlnx_ofed", "MLNX_OFED for the operating system"),
        ("lustre_client", "Lustre client of the operating system"),
        ("slurm", "Slurm on the operating system"),
        ("kubernetes", "Kubernetes on the operating system"),
        ("dgx_only", "operating system for DGX systems only"),
        ("dgx_supported", "support of the operating system on DGX systems"),
    ),
    *_of_os(
        "version", ("kernel", "kernel"), ("driver_min", "oldest driver for the operating system"),
        ("cuda_min", "oldest CUDA for the operating system"),
    ),
    RuleField("cuda.driver_min", "version", "oldest driver that CUDA runs on", choice="cuda"),
    RuleField("cuda.driver_paired", "version", "driver that CUDA was released with", choice="cuda"),
    RuleField("software.unserved", "texts", "GPU makers that chosen software does not serve",
              choice="serving"),
    RuleField("mig.stated", "flag", "partitions of GPUs", choice="mig"),
    RuleField("mig.slices", "number", "compute slices of the partitions", choice="mig"),
    RuleField("mig.slices_most", "number", "compute slices of the GPU", choice="mig"),
    RuleField("mig.memory_gb", "number", "memory of the partitions", "GB", choice="mig"),
    RuleField("mig.gpus", "texts", "GPUs that the partitions are of", choice="mig"),
    RuleField("parallel.gpus", "number", "product of tensor, pipeline and data", choice="tensor"),
    RuleField("file_systems", "texts", "shared file systems"),
    RuleField("file_systems.job", "texts", "file systems of a job", choice="file_systems"),
    *_drawn(
        "number",
        ("gpus", "GPUs"), ("nodes", "nodes"), ("gpu.memory_gb", "memory of a GPU", "GB"),
        ("gpu.memory_gb_s", "memory bandwidth of a GPU", "GB/s"),
        ("gpu.temperature_max_c", "temperature at which the GPU throttles", "°C"),
        ("gpu.pcie_generation", "PCIe generation of the GPU"),
        ("node.pcie_generation", "PCIe generation of the node"),
        ("node.gpus", "GPUs of a node"), ("node.nvswitches", "NVSwitch chips of a node"),
        ("node.domain_gpus", "GPUs that NVLink joins"),
        ("rack.gpus", "GPUs of the fullest rack"), ("rack.kw", "power of the fullest rack", "kW"),
        ("rack.units_least", "height of the lowest rack", "U"),
        ("rack.units_most", "height of the highest rack", "U"),
        ("rack.footprint_kg_m2", "load of the heaviest rack on its own base", "kg/m²"),
        ("cooling.air_kw", "hottest rack that room air alone cools", "kW"),
        ("floor.kg_m2", "load that the floor carries", "kg/m²"),
        ("fabric.gpu_gbps", "network of a GPU", "Gb/s"),
        ("fabric.hbm_pct", "network of a GPU over its memory bandwidth", "%"),
        ("fabric.adapter_gbps", "port of the adapter", "Gb/s"),
        ("fabric.port_gbps", "port of the leaf switch", "Gb/s"),
        ("storage.write_gb_s", "writing of the storage", "GB/s"),
        ("storage.read_gb_s", "reading of the storage", "GB/s"),
        ("pillars", "pillars that are drawn"),
        ("cost.network_pct", "network's share of the hardware cost", "%"),
    ),
    *_drawn(
        "texts",
        ("gpu.makers", "makers of the GPUs"), ("gpu.ids", "GPUs"),
        ("gpu.architectures", "architectures of the GPUs"), ("gpu.forms", "form of the GPUs"),
        ("gpu.ecc", "error correction of the GPUs"), ("cpu.makers", "makers of the CPUs"),
        ("fabric.kinds", "technology of the compute fabrics"),
        ("cooling.methods", "cooling of the racks"),
    ),
    *_drawn(
        "flag",
        ("fabric.drawn", "fabric for computing"), ("fabric.rails", "fabric by rails"),
        ("fabric.rdma", "fabric that carries RDMA"),
        ("gpu.mig", "partitions of the GPUs that are drawn"),
        ("gpu.nvlink", "NVLink between the GPUs of a node"), ("node.dgx", "DGX systems throughout"),
        ("data_stays", "data that must stay in the house"),
        ("storage.drawn", "storage"),
        ("storage.parallel", "parallel file system"),
        ("management.drawn", "management network"),
        ("power.hvdc", "racks fed with direct current of 400 V or more"),
        ("power.ups", "UPS"), ("power.spikes", "peaks of milliseconds taken"),
        ("cooling.liquid", "liquid cooling or rear doors"),
    ),
    *_of_work("text", ("kind", "kind of workload"), ("precision", "precision"),
              ("model", "model")),
    *_of_work("flag", ("fits", "fit of the model")),
    *_of_work(
        "number",
        ("model_b", "size of the model", "10⁹ parameters"), ("gpus", "GPUs of the workload"),
        ("state_gb", "state of training in mixed precision", "GB"),
        ("state16_gb", "state of training in pure 16-bit", "GB"),
        ("gpu_memory_gb", "memory of its GPU", "GB"),
        ("domain_memory_gb", "memory of the GPUs that NVLink joins", "GB"),
        ("domain_gpus", "GPUs that NVLink joins"),
        ("tensor", "tensor-parallel degree of the plan"),
        ("weights_gb", "weights of the model", "GB"),
        ("save_gb_s", "writes that its checkpoints ask for", "GB/s"),
    ),
)  # fmt: skip
RULE_FIELDS: Final[dict[str, RuleField]] = {field.name: field for field in _ALL}
