"""For each rule of the library a hall in which it fails, and one in which it holds.

What differs between the two is what the source behind the rule speaks of, so that a rule that
answers without looking at it has a wrong answer in one of them.
"""

from typing import Any, Final, NamedTuple

from designer.model.design import PowerNode, PriceOverride, Tray, Workload
from tests.helpers.platform_halls import Hall

HDR: Final = {"switch": "qm8700", "rate_gbps": 200.0}
ROCE: Final = {"kind": "ethernet", "switch": "sn5600", "rate_gbps": 400.0}
SLOW: Final = {"kind": "ethernet", "switch": "sn4600c", "rate_gbps": 25.0, "rails": 1}
UNITS: Final = {"leaf_policy": "rail-per-su", "su_nodes": 32}
SMALL: Final = "a100-80gb-1g-10gb"


class Case(NamedTuple):
    """A rule, the facts of the founding documents behind it, and both halls."""

    key: str
    facts: str
    fails: Hall
    holds: Hall


def on(node: str = "dgx-h100", count: int = 1, each: int = 1, **platform: Any) -> Hall:
    """Return a hall of nodes that states something of its platform."""
    return Hall(node, count, each, platform=platform)


def train(model: str, hall: Hall | None = None, **platform: Any) -> Hall:
    """Return a hall on which a model is trained."""
    base = hall or Hall(count=4, fabric={})
    run = Workload(id="run", model=model, global_batch=64, sequence_tokens=2048)
    return Hall(**{**vars(base), "workloads": (run,), "platform": platform})


def serve(model: str) -> Hall:
    """Return a node on one GPU of which a model is served."""
    one = Workload(id="run", kind="inference", model=model, gpus=1, prompt_tokens=512,
                   answer_tokens=128)  # fmt: skip
    return Hall(workloads=(one,))


def priced(switch_usd: int) -> Hall:
    """Return eight nodes of 300,000 USD each and a fabric whose switches cost so much."""
    prices = (
        PriceOverride(id="dgx-h100", amount_cents=30_000_000),
        PriceOverride(id="qm9700", amount_cents=100 * switch_usd),
        PriceOverride(id="rack-48u", amount_cents=100_000),
    )
    tray = Tray(id="t", corners=((0, 500), (9_000, 500)), height_mm=2700, width_mm=600,
                depth_mm=100)  # fmt: skip
    return Hall(count=8, fabric={}, prices=prices, switches=("qm9700",), trays=(tray,))


def fed(*nodes: PowerNode) -> Hall:
    """Return a node in a hall with some power."""
    return Hall(power=nodes)


def chosen(key: str, facts: str, fails: dict[str, Any], holds: dict[str, Any],
           node: str = "dgx-h100", count: int = 1) -> Case:  # fmt: skip
    """Return a case whose halls differ in what the platform states."""
    return Case(key, facts, on(node, count, **fails), on(node, count, **holds))


OFED: Final = {"rdma": "mlnx-ofed"}
CORE: Final = {"rdma": "rdma-core"}
G: Final = "guideline/"
SOFTWARE: Final = (
    chosen(G + "driver-for-cuda.oldest", "S0-105", {"cuda": "12.5", "driver": "470.82.01"},
           {"cuda": "12.5", "driver": "535.104.05"}),
    chosen(G + "driver-for-cuda.paired", "S0-105", {"cuda": "12.5", "driver": "550.54.14"},
           {"cuda": "12.5", "driver": "555.42.02"}),
    chosen(G + "driver-for-gpu", "", {"driver": "550.54"}, {"driver": "570.133.20"}, "dgx-b200"),
    chosen(G + "new-kernel-driver-lag", "S0-106",
           {"operating_system": "ubuntu-24-04", "driver": "535.104"},
           {"operating_system": "ubuntu-24-04", "driver": "550.54"}),
    chosen(G + "container-runtime-choice.slurm", "", {"scheduler": "slurm", "container": "docker"},
           {"scheduler": "slurm", "container": "enroot"}),
    chosen(G + "container-runtime-choice.kubernetes", "",
           {"scheduler": "kubernetes", "container": "docker"},
           {"scheduler": "kubernetes", "container": "containerd"}),
    chosen("software/slurm", "S0-104", {"scheduler": "slurm", "operating_system": "flatcar"},
           {"scheduler": "slurm", "operating_system": "rocky-9"}),
    chosen("software/mlnx-ofed", "S0-115", {**OFED, "operating_system": "flatcar"},
           {**OFED, "operating_system": "ubuntu-22-04"}),
    chosen("software/nvidia-open.branch", "S0-108",
           {"kernel_modules": "open", "driver": "510.47.03"},
           {"kernel_modules": "open", "driver": "515.43.04"}),
    Case("software/nvidia-open.architecture", "S0-108",
         Hall(gpu="v100-sxm-32gb", platform={"kernel_modules": "open"}),
         # The founding document says from H100 on; c-065 settles on Turing and newer.
         on("dgx-a100", kernel_modules="open")),
    Case("software/nvidia-proprietary", "S0-108", on("dgx-b200", kernel_modules="proprietary"),
         on("dgx-h100", kernel_modules="proprietary")),
    Case("operating_system/dgx-os", "S0-101", on("hgx-h100-8u", operating_system="dgx-os"),
         on("dgx-h100", operating_system="dgx-os")),
    chosen("kernel_parameter/mitigations", "S0-135",
           {"kernel_parameters": ("mitigations",), "dedicated": False},
           {"kernel_parameters": ("mitigations",), "dedicated": True}),
    chosen("kernel_parameter/kernel-sched-min-granularity-ns", "",
           {"kernel_parameters": ("kernel-sched-min-granularity-ns",)},
           {"kernel_parameters": ("iommu-pt",)}),
    Case("kernel_parameter/intel-idle-max-cstate", "",
         on("dgx-a100", kernel_parameters=("intel-idle-max-cstate",)),
         on("dgx-h100", kernel_parameters=("intel-idle-max-cstate",))),
    Case(G + "amd-software", "S3-079", on("mi300x-8-oam-node", serving="tensorrt-llm"),
         on("mi300x-8-oam-node", serving="vllm", framework="pytorch")),
)  # fmt: skip
NETWORK: Final = (
    Case(G + "gpudirect-rdma.fabric", "S0-031",
         Hall(count=2, fabric=SLOW, platform={"gpudirect": True}),
         Hall(count=2, fabric=ROCE, platform={"gpudirect": True})),
    chosen(G + "gpudirect-rdma.software", "S0-116",
           {"gpudirect": True, **CORE, "kernel_modules": "proprietary"},
           {"gpudirect": True, **OFED, "kernel_modules": "proprietary"}),
    chosen(G + "peer-memory", "S0-116",
           {"gpudirect": True, "kernel_modules": "proprietary", "driver": "460.32"},
           {"gpudirect": True, "kernel_modules": "proprietary", "driver": "470.42"}),
    chosen(G + "sharp-needs.software", "S0-115", {"sharp": True, **CORE}, {"sharp": True, **OFED}),
    Case(G + "sharp-needs.infiniband", "S0-115",
         Hall(count=2, fabric=ROCE, platform={"sharp": True}),
         Hall(count=2, fabric={}, platform={"sharp": True})),
    Case(G + "roce-lossless", "S0-117 S2-057",
         Hall(count=2, fabric=ROCE, platform={"lossless": False}),
         Hall(count=2, fabric=ROCE, platform={"lossless": True})),
    Case(G + "firmware-pairs", "S0-139", Hall(count=2, fabric=HDR), Hall(count=2, fabric={})),
    Case(G + "pcie-generation", "S0-143", Hall(cpu="xeon-8380"), Hall()),
    Case(G + "infiniband-half-of-hbm", "S0-033", Hall(count=2, fabric={}),
         Hall(count=2, gpu="l4", fabric={"rails": 32})),
    Case(G + "network-8-gpus", "S4-042", Hall("l40s-pcie-node"), Hall()),
    Case(G + "network-64-gpus.least", "S4-043",
         Hall(count=8, fabric={"switch": "sx6036", "rate_gbps": 56.0}), Hall(count=8, fabric=HDR)),
    Case(G + "network-64-gpus.advised", "S4-043", Hall(count=8, fabric=HDR),
         Hall(count=8, fabric={})),
    Case(G + "network-1000-gpus.least", "S4-044",
         Hall(count=128, fabric={**HDR, **UNITS, "su_nodes": 16}),
         Hall(count=128, fabric=UNITS)),
    Case(G + "network-1000-gpus.advised", "S4-044", Hall(count=128, fabric=UNITS),
         Hall("dgx-b300", 128, fabric={**UNITS, "switch": "q3400-ra", "rate_gbps": 800.0})),
    Case(G + "nvswitch-from-8-gpus", "S3-053", Hall(nvswitches=0), Hall()),
    Case(G + "network-cost-share", "S4-045", priced(3_000_000), priced(300_000)),
    Case(G + "scale-single-node", "S2-066", Hall("l4-pcie-node", 2), Hall()),
    Case(G + "scale-basepod", "S2-067", Hall(count=8), Hall(count=8, fabric={})),
    Case(G + "scale-pod-superpod", "S2-068", Hall(count=20, fabric={}),
         Hall(count=20, fabric=UNITS)),
    Case(G + "scale-custom", "S2-069", on(count=128, professional_services=False),
         on(count=128, professional_services=True)),
)  # fmt: skip
DDN: Final = "ddn-es400nvx2"
STORAGE: Final = (
    Case(G + "lustre-client-match", "S0-104 S0-118",
         Hall(stores=(DDN,), platform={"operating_system": "flatcar"}),
         Hall(stores=(DDN,), platform={"operating_system": "rocky-9"})),
    chosen(G + "posix-locks", "S0-119", {"file_systems": ("lustre-client", "nfs-rdma-client")},
           {"file_systems": ("lustre-client",)}),
    Case(G + "four-pillars", "S2-004 S2-043 S2-074", Hall(count=2, fabric={}, stores=(DDN,)),
         Hall(count=2, fabric={}, stores=(DDN,), management=True)),
)  # fmt: skip
WORKLOADS: Final = (
    Case("technique/tensor-parallelism", "S0-091 S2-034", on(tensor=16),
         on("gb200-nvl72", tensor=16)),
    Case("technique/3d-parallelism.fits", "S0-095", on(count=63, tensor=8, pipeline=8, data=8),
         on(count=64, tensor=8, pipeline=8, data=8)),
    Case("technique/3d-parallelism.all", "S0-095", on(count=65, tensor=8, pipeline=8, data=8),
         on(count=64, tensor=8, pipeline=8, data=8)),
    Case("technique/data-parallelism", "S2-033", train("llama-3-8b", parallelism="data"),
         train("gpt-2-1-5b", parallelism="data")),
    Case("technique/fsdp", "S0-200", train("llama-2-13b", parallelism="data"),
         train("llama-3-8b", parallelism="data")),
    Case(G + "parallelism-by-size.one-gpu", "S2-037", train("llama-3-70b", parallelism="data"),
         train("llama-3-70b", parallelism="tensor")),
    Case(G + "parallelism-by-size.one-node", "S2-037", train("gpt-3-175b", parallelism="tensor"),
         train("gpt-3-175b", parallelism="3d")),
    Case(G + "parallelism-by-size.copies", "S2-037", train("llama-2-7b", parallelism="pipeline"),
         train("llama-2-7b", parallelism="data")),
    Case(G + "single-gpu-model-size", "S2-032", serve("llama-1-33b"), serve("llama-3-8b")),
    Case(G + "gpus-for-small-model", "S1-009",
         train("gpt-2-124m", Hall(count=2, fabric={}, switches=("qm9700",))),
         train("gpt-2-124m", Hall())),
    Case(G + "a100-use", "S1-030", train("gpt-3-175b", Hall("dgx-a100", 4, fabric=HDR)),
         train("llama-3-8b", Hall("dgx-a100", 4, fabric=HDR))),
    Case(G + "form-factor", "S2-015", train("llama-3-8b", Hall("l40s-pcie-node")),
         train("llama-3-8b", Hall())),
    Case(G + "ecc-for-training", "S3-044", train("gpt-2-124m", Hall(gpu="rtx-4090")),
         train("gpt-2-124m", Hall())),
    chosen(G + "low-utilization", "S3-112", {"gpu_utilization_pct": 65.0},
           {"gpu_utilization_pct": 75.0}),
    chosen(G + "gpu-throttle-temperature.own", "S0-212", {"gpu_temperature_c": 84.0},
           {"gpu_temperature_c": 82.0}),
    chosen(G + "gpu-throttle-temperature.any", "S0-212", {"gpu_temperature_c": 85.0},
           {"gpu_temperature_c": 70.0}),
    Case(G + "data-privacy", "S0-225",
         Hall(data_stays="yes", platform={"deployment": "hosted-api"}),
         Hall(data_stays="yes", platform={"deployment": "cloud", "contract_covers": True})),
)  # fmt: skip
MIG: Final = tuple(
    Case(f"topic/multi-instance-gpu.{name}", facts, on(bad_node, mig=bad), on("dgx-a100", mig=good))
    for name, facts, bad_node, bad, good in (
        ("supported", "S0-111", "l40s-pcie-node", (SMALL,), (SMALL,)),
        ("same-gpu", "S0-111", "dgx-h100", (SMALL,), (SMALL,)),
        ("slices", "S1-045 S1-046", "dgx-a100", (SMALL,) * 8, (SMALL,) * 7),
        ("memory", "S1-045 S1-046", "dgx-a100", ("a100-80gb-1g-20gb",) * 5,
         ("a100-80gb-2g-20gb",) * 3),
        ("whole", "S1-047", "dgx-a100", ("a100-80gb-3g-40gb", SMALL),
         ("a100-80gb-3g-40gb", "a100-80gb-4g-40gb")),
    )
)  # fmt: skip
DENSE: Final = "gb200-nvl72"
READINESS: Final = (
    Case(G + "ai-ready-rack-power.most", "S0-150", Hall(DENSE), Hall(count=4, each=4)),
    Case(G + "ai-ready-rack-power.least", "S0-150", Hall(count=2, each=2), Hall(count=3, each=3)),
    Case(G + "ai-ready-rack-power.hvdc", "S0-150",
         fed(PowerNode(id="A", volts=415.0)), fed(PowerNode(id="A", volts=400.0, dc=True))),
    Case(G + "ai-ready-cooling.doors", "S0-151", Hall(count=4, each=4), Hall(count=2, each=2)),
    Case(G + "ai-ready-cooling.liquid", "S0-151", Hall(), Hall(DENSE)),
    Case(G + "rdma-for-training.rdma", "S0-152", Hall(count=2), Hall(count=2, fabric={})),
    Case(G + "rdma-for-training.rails", "S0-152", Hall(count=2, fabric={}),
         Hall(count=2, fabric=UNITS)),
    Case(G + "checkpoint-bandwidth.parallel", "S0-153", Hall(), Hall(stores=(DDN,))),
    Case(G + "checkpoint-bandwidth.writes", "S0-153", Hall(stores=(DDN,)),
         Hall(stores=(DDN, DDN))),
    Case(G + "ai-ready-gpu-density", "S0-154", Hall(count=3, each=3), Hall(count=4, each=4)),
    Case(G + "ai-ready-floor-load.floor", "S0-155", Hall(floor_kpa=14.0), Hall(floor_kpa=15.0)),
    Case(G + "ai-ready-floor-load.rack", "S0-155", Hall(DENSE), Hall()),
    Case(G + "ai-ready-rack-height", "S0-155", Hall(), Hall(rack="rack-52u")),
    chosen(G + "security-items.tenants", "S0-156", {"dedicated": False, "tenant_isolation": False},
           {"dedicated": False, "tenant_isolation": True}),
    chosen(G + "security-items.network", "S0-156", {"network_segmentation": False},
           {"network_segmentation": True}),
    chosen(G + "security-items.encryption", "S0-156", {"encryption": False}, {"encryption": True}),
)  # fmt: skip
CASES: Final = (*SOFTWARE, *NETWORK, *STORAGE, *WORKLOADS, *MIG, *READINESS)
BY_FACTS_ALONE: Final = frozenset({G + "ai-ready-rack-power.ups"})
"""Rules whose halls take a whole plant to draw: they are asked of facts in a test of their own."""
