"""What a fact is called, in which unit, under which heading, how its value reads, who says it.

One owner for the window, the command line and the search: a field reads the same everywhere.
"""

import re
from functools import cache
from typing import Any, Final

from designer.catalog.cable_figures import GRADES
from designer.catalog.entry import Provenance
from designer.model.number_text import power_of_ten
from designer.model.units import UNITS_BY_ENDING
from designer.model.units import unit_of as unit_ending

GENERAL: Final = "General"
SECTIONS: Final = (
    GENERAL, "Compute", "Memory", "Links", "Processor", "Contents", "Power and heat", "Cooling",
    "Coolant", "Heat rejection", "Ports", "Inside", "Switching", "Storage", "Electrical", "Cable",
    "Patch panel", "Size and mass",
)  # fmt: skip
"""Headings in the order in which they are shown."""

_DOMAINS: Final = "psu.domains."
_ENDS: Final = re.compile(r"_(low|high|max|min)$")
_PER_SECOND: Final = re.compile(r"tokens_s$")
SHARES: Final = frozenset(
    {"liquid_fraction", "efficiency", "efficiency_eco", "mfu", "memory_saved_share",
     "compute_overhead"}
)  # fmt: skip
"""Fields that hold 0 to 1 and read better in per cent."""

WORDS: Final = {
    "height_half_u": "Rack units taken",
    "height_mm": "Height",
    "power_max_w": "Power, maximum",
    "power_peak_w": "Power, highest observed",
    "power_typical_w": "Power, typical",
    "power_idle_w": "Power, idle",
    "power_passive_w": "Power, passive cables",
    "liquid_fraction": "Heat into liquid",
    "inlet_min_c": "Inlet air, lowest",
    "inlet_max_c": "Inlet air, highest",
    "airflow_m3h": "Air",
    "airflow": "Air goes",
    "mass_kg": "Mass",
    "gpus": "GPUs",
    "weight": "Effect",
    "body": "Text",
    "suspect": "Doubtful",
    "gpu": "GPU model",
    "kind": "Kind",
    "full_depth": "Takes the full depth",
    "half_width": "Takes half the width",
    "accelerator.memory_gb_s": "Memory bandwidth",
    "accelerator.scaleup": "Scale-up link",
    "accelerator.scaleup_gb_s": "Scale-up bandwidth",
    "accelerator.scaleup_links": "Scale-up links",
    "accelerator.sm_count": "Streaming multiprocessors",
    "accelerator.fp16_dense_tflops": "FP16 tensor, dense",
    "accelerator.fp16_sparse_tflops": "FP16 tensor, sparse",
    "accelerator.fp8_dense_tflops": "FP8 tensor, dense",
    "accelerator.fp8_sparse_tflops": "FP8 tensor, sparse",
    "accelerator.fp4_dense_tflops": "FP4 tensor, dense",
    "accelerator.fp4_sparse_tflops": "FP4 tensor, sparse",
    "accelerator.tf32_dense_tflops": "TF32 tensor, dense",
    "accelerator.tf32_sparse_tflops": "TF32 tensor, sparse",
    "accelerator.int8_dense_tops": "INT8 tensor, dense",
    "accelerator.int8_sparse_tops": "INT8 tensor, sparse",
    "accelerator.fp16_vector_tflops": "FP16 vector",
    "accelerator.fp64_vector_tflops": "FP64 vector",
    "accelerator.fp64_tensor_tflops": "FP64 tensor",
    "accelerator.ecc": "ECC",
    "accelerator.mig_instances": "MIG instances, most",
    "accelerator.temperature_max_c": "Temperature, highest",
    "patch.mpo_ports": "MPO ports, with nothing else",
    "patch.lc_ports": "LC duplex ports, with nothing else",
    "patch.fibres": "Fibres, at most",
    "patch.modules": "Cassettes or adapter plates",
    "compute.gpu": "GPU",
    "compute.cpu": "CPU",
    "compute.cpus": "CPUs",
    "compute.memory_gb": "System memory",
    "compute.memory_type": "System memory type",
    "compute.nvme_tb": "NVMe in all",
    "compute.nvlink_domain_gpus": "GPUs of one NVLink domain",
    "cpu.memory_gb_max": "Memory, most",
    "cpu.memory_gb_s": "Memory bandwidth",
    "switch.asic": "Switch chip",
    "switch.throughput_tbps": "Throughput",
    "switch.logical_ports": "Logical ports, most",
    "psu.count": "Power supplies",
    "psu.rating_w": "Power supply, rating",
    "psu.redundancy": "Power supply, needed + spare",
    "psu.throttles": "Runs on capped to what its supplies left give",
    "psu.throttles_from": "Fewest supplies on which it runs on capped",
    "psu.inlet": "Power supply, inlet",
    "psu.volts_min": "Supply voltage, least",
    "psu.volts_max": "Supply voltage, most",
    "psu.amps_max": "Supply current, most",
    "psu.current": "Supply takes, alternating or direct",
    "pdu.bank_c13": "C13 outlets of each bank",
    "pdu.bank_c19": "C19 outlets of each bank",
    "psu.efficiency": "Power supply, efficiency",
    "shelf.power_at": "Power is measured at",
    "shelf.pulse": "Power shelf, for a moment by its rating",
    "shelf.pulse_ms": "Power shelf, that moment",
    "shelf.whips": "Whips of a power shelf",
    "shelf.whip_a": "Whip, breaker",
    "shelf.power_factor": "Power shelf, power factor",
    "shelf.bus_volts_min": "Bus bar, least",
    "shelf.bus_volts_max": "Bus bar, most",
    "shelf.bus_a": "Power shelf, most on the bus bar",
    "shelf.throttles": "Slows down to what is left",
    "transient.peak_w": "Peak of milliseconds (EDP)",
    "transient.peak_high_w": "Peak of milliseconds, elsewhere",
    "transient.duration_ms": "Peak lasts",
    "ups.overload_1_min": "Overload for 1 min, by its rating",
    "ups.overload_10_min": "Overload for 10 min, by its rating",
    "coolant_max_c": "Liquid into cold plates, warmest",
    "coolant_l": "Coolant in it",
    "coolant.liquids": "Liquids that it takes",
    "coolant.pressure_max_kpa": "Pressure in operation, most",
    "sound_dba": "Sound at 1 m",
    "cooling.water_max_c": "Facility water, warmest",
    "cooling.altitude_m": "Altitude of the rating",
    "cooling.air_in_c": "Air that enters, in the rating",
    "cooling.head_kpa": "Pressure left for racks",
    "cooling.pumps": "Pumps",
    "cooling.one_pump_less_lpm": "Flow with one pump lost",
    "rack.units": "Rack units",
    "inside_units": "Rack units",
    "rack.static_kg": "Load, standing",
    "rack.bus_a": "Bus bar carries",
    "rack.bus_bar": "Bus bar",
    "rack.dynamic_kg": "Load, moved",
    "storage.max_pb": "Largest size",
    "storage.scope_units": "Units the figures are of",
    "ups.battery_minutes": "Battery lasts",
    "busway.kg_per_m": "Mass",
    "cable.lead_weeks": "Lead time",
    "cable.wavelengths_nm": "Wavelength",
    **{f"cable.reach_{grade.lower()}_m": f"Reach over {grade}" for grade in GRADES},
    "engine": "Checked by the rule",
    "parameters_b": "Parameters",
    "active_parameters_b": "Parameters, active per token",
    "training_tokens_b": "Training tokens",
    "context_tokens": "Context",
    "tokens_s": "Throughput",
    "mfu": "Model FLOPs utilization",
    "kernel": "Kernel version",
    "rate_gbps": "Rate",
    "link_gb_s": "One link, both ways",
    "device_gb_s": "Device, both ways",
    "estimated": "An estimate",
    "prices": "Prices",
}
UNIT_OF: Final = {
    "context_tokens": "tokens",
    "tokens_s": "tokens/s",
    "days": "days",
    "accelerator_hours": "hours",
    "volts": "V",
    "volts_min": "V",
    "volts_max": "V",
    "amps": "A",
    "amps_max": "A",
    "tap_amps_max": "A",
    "bus_volts_min": "V",
    "bus_volts_max": "V",
    "battery_minutes": "min",
    "kg_per_m": "kg/m",
    "lead_weeks": "weeks",
    "bytes_per_parameter": "B",
}
_SPELT: Final = {
    "gpu": "GPU", "gpus": "GPUs", "cpu": "CPU", "cpus": "CPUs", "vcpus": "vCPUs", "nvme": "NVMe",
    "pcie": "PCIe", "sm": "SM", "rt": "RT", "l1": "L1", "l2": "L2", "l3": "L3", "fp32": "FP32",
    "fp64": "FP64", "fp16": "FP16", "fp8": "FP8", "fp4": "FP4", "tf32": "TF32", "int8": "INT8",
    "sram": "SRAM", "roce": "RoCE", "mig": "MIG", "ecc": "ECC", "cxl": "CXL", "psu": "PSU",
    "ups": "UPS", "pdu": "PDU", "kv": "KV", "ffn": "FFN", "rope": "RoPE", "rdma": "RDMA",
    "cuda": "CUDA", "ofed": "OFED", "mlnx": "Mellanox", "dgx": "DGX", "nvlink": "NVLink",
    "c2c": "C2C", "c13": "C13", "c19": "C19", "asic": "ASIC", "iops": "IOPS", "id": "id",
    "sharp": "SHARP", "int4": "INT4", "fp6": "FP6", "bf16": "BF16", "nic": "NIC", "bmc": "BMC",
}  # fmt: skip
_CODED: Final = frozenset({"weight", "kind", "attention", "standard", "architecture"})
"""Fields that hold a code of ours instead of words."""
_VALUES: Final = {
    "must": "changes a figure", "note": "a remark", "pcie": "PCIe", "nvlink": "NVLink",
    "infinity-fabric": "Infinity Fabric", "infiniband": "InfiniBand", "ethernet": "Ethernet",
    "roce": "RoCE", "c2c": "C2C", "ici": "ICI", "mha": "MHA", "mqa": "MQA", "gqa": "GQA",
    "mla": "MLA", "nec": "NEC", "iec": "IEC", "moe-decoder": "MoE decoder", "cnn": "CNN",
    "gpu-cloud": "GPU cloud", "api": "API",
}  # fmt: skip
KIND_WORDS: Final = {
    "vendor": "Vendor",
    "second-hand": "Vendor (second-hand)",
    "reference-design": "Reference design",
    "measured": "Measured",
    "guide": "Guide or survey",
    "derived": "Derived",
    "assumed": "Assumed",
}
"""What kind of source says a figure."""
_COMPUTE: Final = re.compile(
    r"tflops|tops|cores|sm_count|compute_units|tensor_generation|mig|chips_per_pod"
)
_MEMORY: Final = re.compile(r"memory|^l[123]_|registers|shared|sram|ecc")
_LINKS: Final = re.compile(r"scaleup|c2c|pcie|roce|network")
_GROUP_SECTIONS: Final = {
    "cpu": "Processor", "compute": "Contents", "psu": "Power and heat", "pdu": "Electrical",
    "ups": "Electrical", "generator": "Electrical", "busway": "Electrical",
    "transformer": "Electrical", "cooling": "Cooling",
    "storage": "Storage", "switch": "Switching", "cable": "Cable", "rack": "Size and mass",
    "ports": "Ports", "inside": "Inside", "coolant_flow": "Coolant", "couplings": "Coolant",
    "coolant": "Coolant", "rejection": "Heat rejection", "shelf": "Power and heat",
    "transient": "Power and heat", "patch": "Patch panel",
}  # fmt: skip
_SIZES: Final = frozenset(
    {"height_half_u", "height_mm", "width_mm", "depth_mm", "mass_kg", "full_depth", "half_width"}
)


def section_of(field: str) -> str:
    """Return the heading a fact stands under."""
    group, dot, bare = field.rpartition(".")
    if group == "accelerator":
        for section, pattern in (("Compute", _COMPUTE), ("Memory", _MEMORY), ("Links", _LINKS)):
            if pattern.search(bare):
                return section
        return "Cooling" if bare.startswith("temperature") else GENERAL
    if dot:
        return _GROUP_SECTIONS.get(field.partition(".")[0], GENERAL)
    if field in _SIZES:
        return "Size and mass"
    if field in {"gpus", "gpu", "nodes"}:
        return "Contents"
    if field == "inside_units":
        return "Inside"
    if field.startswith("power_") or field == "liquid_fraction":
        return "Power and heat"
    return "Cooling" if field.startswith(("airflow", "inlet_", "coolant_")) else GENERAL


@cache
def label_of(field: str) -> str:
    """Return what a fact is called: `Power, maximum`, `Memory bandwidth`, `L2`."""
    if field in WORDS:
        return WORDS[field]
    if field.startswith(_DOMAINS):
        domain, _, figure = field.removeprefix(_DOMAINS).rpartition(".")
        return f"{label_of(f'psu.{figure}')}, {domain}"
    bare = field.rpartition(".")[2]
    ends = _ENDS.search(bare) or _ENDS.search(_without_unit(bare))
    stem = bare if ends is None else bare[: ends.start()]
    tails = {"low": ", at least", "high": ", at most", "max": ", most", "min": ", least"}
    if ends and _ENDS.sub("", field) in WORDS:
        return WORDS[_ENDS.sub("", field)] + tails[ends[1]]
    per_sm = " per SM" if stem.endswith("_per_sm") else ""
    stem = _without_unit(stem)
    label = " ".join(_SPELT.get(word, word) for word in stem.split("_"))
    label = re.sub(r"(.+) (dense|sparse)$", r"\1 tensor, \2", label)
    if stem.partition("_")[0] not in _SPELT:
        label = label[:1].upper() + label[1:]
    return label + per_sm + (tails[ends[1]] if ends else "")


def origin_lines(record: Provenance) -> tuple[str, ...]:
    """Return where a figure is from: source with its fields, the note, what others say."""
    lines = [
        f"{KIND_WORDS[record.kind]}: {record.source}",
        record.cited.words(record.source),
        record.note,
    ]
    if span := bounds_text(record.fields[0], record.low, record.high):
        lines.append(f"Assumed to lie between {span.replace('–', ' and ')}")
    if record.other:
        lines.append(f"Elsewhere: {record.other}")
    return tuple(line for line in lines if line)


def spelt(name: str) -> str:
    """Return a name of the data as a label: `bmc` as `BMC`, `in-band` as `In-band`."""
    word = _SPELT.get(name, name)
    return word[:1].upper() + word[1:]


def unit_of(field: str) -> str:
    """Return the unit that stands in a field's name, empty if there is none."""
    bare = field.rpartition(".")[2]
    stem = _ENDS.sub("", bare)
    if bare in UNIT_OF or stem in UNIT_OF:
        return UNIT_OF.get(bare) or UNIT_OF[stem]
    if stem in SHARES:
        return "%"
    if bare == "height_half_u":
        return "U"
    return unit_ending(stem)


def value_text(field: str, value: Any) -> str:  # noqa: ANN401 - any fact
    """Return a fact's value without its unit: `989.4`, `10,200`, `80`, `yes`."""
    bare = _ENDS.sub("", field.rpartition(".")[2])
    if isinstance(value, bool):
        return "yes" if value else "no"
    if field == "engine":
        return str(value).replace("_", " ")
    if not isinstance(value, int | float):
        return _VALUES.get(str(value), str(value)) if bare in _CODED else str(value)
    if bare == "height_half_u":
        value = value / 2
    if bare in SHARES:
        return number_text(round(value * 100, 4))
    return str(value) if bare == "year" else number_text(value)


def bounds_text(field: str, low: float | None, high: float | None) -> str:
    """Return the bounds of a field with its unit: `65–98 %`, `≤ 15,730 W`; empty for none."""
    scale = 100 if _ENDS.sub("", field.rpartition(".")[2]) in SHARES else 1
    low, high = (None if end is None else round(end * scale, 4) for end in (low, high))
    figure = span_text(None, low, high)
    return f"{figure} {unit_of(field)}".strip() if figure else ""


def span_text(value: float | None, low: float | None, high: float | None) -> str:
    """Return one figure, a span, or one of its ends: `0.4 (0.35–0.5)`, `≥ 100`; empty for none."""
    ends = ""
    if low is not None and high is not None:
        same = number_text(low) == number_text(high)
        ends = number_text(low) if same else f"{number_text(low)}–{number_text(high)}"
    elif low is not None:
        ends = f"≥ {number_text(low)}"
    elif high is not None:
        ends = f"≤ {number_text(high)}"
    if value is None:
        return ends
    return f"{number_text(value)} ({ends})" if ends else number_text(value)


def number_text(value: float) -> str:
    """Return a number with thousands separated and no zeros that nobody stated; 1e23 as 10²³."""
    if large := power_of_ten(value):
        return large
    if float(value).is_integer() or abs(value) >= 1e6:
        return f"{value:,.0f}"
    return f"{value:,.6g}"


def _without_unit(bare: str) -> str:
    if _PER_SECOND.search(bare):
        return bare
    for suffix, _ in UNITS_BY_ENDING:
        if bare.endswith(suffix):
            return bare.removesuffix(suffix)
    return bare
