"""`calc platform`: what the library's rules say of a combination, without a design."""

from typing import Any, Final

from designer.catalog.catalog import Catalog
from designer.engine.calculation import CalcError, Calculation, Parameter, Result
from designer.engine.platform_report import RuleReport
from designer.engine.subjects.platform.answers import answers, carried
from designer.engine.subjects.platform.chosen import (
    chosen_facts,
    mounted_as,
    mounted_names,
    unknown_choices,
)
from designer.engine.subjects.platform.drawn import gpu_facts
from designer.engine.subjects.platform.known import Known, number, texts
from designer.engine.subjects.workloads.given import the_library
from designer.engine.subjects.workloads.hardware import shipped_or
from designer.model.figures import Figure
from designer.model.platform import Platform, version_of

_YES_NO: Final = ("yes", "no")
_TEXTS: Final = {
    "operating_system": "id: flatcar, ubuntu-22-04", "driver": "branch or release: 550.54.14",
    "kernel_modules": "open or proprietary", "cuda": "12.5", "rdma": "mlnx-ofed, rdma-core",
    "container": "id: enroot", "scheduler": "id: slurm", "serving": "id: tensorrt-llm",
    "framework": "id: megatron-lm",
}  # fmt: skip
_SWITCHES: Final = ("lossless", "gpudirect", "sharp", "dedicated")
_NUMBERS: Final = {"gpus": "gpus", "nodes": "nodes", "gbps": "fabric.gpu_gbps"}
_MODULES: Final = ("open", "proprietary")
_RDMA_GBPS: Final = 100.0


def _platform(v: dict[str, Any], _: Catalog | None) -> dict[str, Result | Figure]:
    library, catalog = the_library(), shipped_or(None)
    facts: dict[str, Known] = {}
    for name, field in _NUMBERS.items():
        if v[name] is not None:
            facts[field] = number(v[name])
    if v["gpu"] is not None:
        part = catalog.get(v["gpu"])
        if part is None or part.accelerator is None:
            raise CalcError(f"platform: the catalogue has no GPU {v['gpu']!r}")
        facts |= dict(gpu_facts([part], named=True))
    if v["fabric"] is not None:
        facts["fabric.drawn"] = Known(value=True)
        facts["fabric.kinds"] = texts({v["fabric"]})
        fast = v["gbps"] is None or v["gbps"] >= _RDMA_GBPS
        facts["fabric.rdma"] = Known(v["fabric"] == "infiniband" or fast)
    elif v["gbps"] is not None:
        facts["fabric.drawn"] = Known(value=True)
    for name in ("driver", "cuda"):
        if v[name] is not None and version_of(v[name]) is None:
            raise CalcError(f"platform: {name}={v[name]}: give a version such as 550.54.14")
    stated = {name: v[name] for name in _TEXTS if v[name] is not None}
    switches = {name: v[name] == "yes" for name in _SWITCHES if v[name] is not None}
    mounted = tuple(mounted_as(one) for one in (v["file_systems"] or "").split(",") if one)
    platform = Platform(**stated, **switches)
    for name, value in unknown_choices(platform, library):
        raise CalcError(f"platform: the catalogue has no {name} {value!r}")
    for one in mounted:
        if one not in (known := mounted_names(library)):
            raise CalcError(
                f"platform: no file system {one!r}: give some of {', '.join(sorted(known))}"
            )
    facts |= chosen_facts(platform, library, facts)
    if mounted:
        facts["file_systems"] = facts["file_systems.job"] = texts(mounted)
    told = [one for one in answers(carried(library), facts, ()) if one.asked]
    return {
        "failed": _count(told, "fails"), "held": _count(told, "holds"),
        "undecided": _count(told, "open"),
        "fails": _list(told, "fails"), "holds": _list(told, "holds"), "open": _list(told, "open"),
    }  # fmt: skip


def _count(told: list[RuleReport], answer: str) -> int:
    return sum(one.answer == answer for one in told)


def _list(told: list[RuleReport], answer: str) -> str:
    found = [one for one in told if one.answer == answer]
    if answer == "holds":
        return "; ".join(one.key for one in found)
    return "; ".join(f"{one.key}: {one.said}" for one in found)


PLATFORM_CALC: Final = Calculation(
    name="platform",
    summary="what the catalogue's rules say of software, GPUs and network together",
    parameters=(
        *(
            Parameter(name, "text", optional=True, help=help_,
                      choices=_MODULES if name == "kernel_modules" else ())
            for name, help_ in _TEXTS.items()
        ),
        Parameter("file_systems", "text", optional=True, help="of a job: lustre,nfs"),
        *(Parameter(name, "text", optional=True, choices=_YES_NO) for name in _SWITCHES),
        Parameter("gpu", "text", optional=True, help="catalogue id: mi300x"),
        Parameter("gpus", "count", optional=True),
        Parameter("nodes", "count", optional=True),
        Parameter("fabric", "text", optional=True, choices=("infiniband", "ethernet")),
        Parameter("gbps", unit="Gb/s", optional=True, help="of one GPU"),
    ),
    results=(
        ("failed", ""), ("held", ""), ("undecided", ""), ("fails", ""), ("holds", ""), ("open", ""),
    ),
    formula="each rule of the library whose condition holds: its need holds, fails, or is open",
    sources=("the entries that carry the rules, each with its source: catalog show guideline …",),
    run=_platform,
)  # fmt: skip
