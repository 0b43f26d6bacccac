"""What each workload asks of a platform: its model, its GPUs, how it is split, what it saves."""

from typing import Final

from designer.catalog.catalog import Catalog
from designer.catalog.records.workloads import Model
from designer.engine.subjects.platform.known import Known, measured, number, unknown
from designer.engine.subjects.workloads.given import the_library
from designer.engine.workload_report import WorkloadReport
from designer.model.workload import Workload

MIXED_BYTES: Final = 16
PURE_BYTES: Final = 8
"""Of each parameter's whole state: mixed precision with master weights, and all in 16 bits."""
_BYTES: Final = {"bf16": 2.0, "fp16": 2.0, "fp8": 1.0, "fp4": 0.5}


def workload_facts(
    asked: Workload, report: WorkloadReport | None, catalog: Catalog
) -> dict[str, Known]:
    """Return what is known of a workload; `report` is what its subject says of it."""
    found = {
        "workload.kind": Known(asked.kind),
        "workload.precision": Known(asked.precision),
        "workload.model": Known(asked.model),
    }
    entry = the_library().get("model", asked.model)
    size = entry.parameters_b if isinstance(entry, Model) else None
    if size is None:
        lost = unknown(f"the size of {asked.model or 'its model'} is not known")
        found |= dict.fromkeys(("workload.model_b", "workload.state_gb"), lost)
    else:
        found["workload.model_b"] = number(size)
        found["workload.state_gb"] = number(size * MIXED_BYTES)
        found["workload.state16_gb"] = number(size * PURE_BYTES)
        found["workload.weights_gb"] = number(size * _BYTES[asked.precision])
    if report is None or report.missing:
        because = f"{asked.name or asked.id} is not computed"
        if report is not None and report.missing:
            because = f"{because}: {report.missing}"
        return {
            **dict.fromkeys(("workload.gpus", "workload.fits", "workload.tensor"),
                            unknown(because)),
            **found,
        }  # fmt: skip
    return {**found, **_of_report(report, catalog)}


def _of_report(report: WorkloadReport, catalog: Catalog) -> dict[str, Known]:
    found: dict[str, Known] = {}
    if report.fits is not None:
        found["workload.fits"] = Known(report.fits)
    if report.gpus is not None:
        found["workload.gpus"] = number(report.gpus)
    if report.plan.tensor:
        found["workload.tensor"] = number(report.plan.tensor)
    part = catalog.get(report.gpu)
    memory = part.accelerator.memory_gb if part and part.accelerator else None
    if memory is not None:
        found["workload.gpu_memory_gb"] = number(memory)
    if report.domain_gpus is not None:
        found["workload.domain_gpus"] = number(report.domain_gpus)
        if memory is not None:
            found["workload.domain_memory_gb"] = number(memory * report.domain_gpus)
    if report.write_gb_s is not None:
        found["workload.save_gb_s"] = measured(report.figure("write_gb_s", "GB/s"))
    return found
