"""`calc inference`: tokens a second of one server, its latencies, its largest batch, its price."""

from math import inf
from typing import Any, Final

from designer.catalog.catalog import Catalog
from designer.catalog.software_profile import InferenceProfile
from designer.engine.calculation import CalcError, Calculation, Parameter, Result
from designer.engine.subjects.workloads.given import BYTES, SHAPE_PARAMETERS, shape_given
from designer.engine.subjects.workloads.hardware import (
    HARDWARE_PARAMETERS,
    chip_given,
    shipped_or,
)
from designer.engine.subjects.workloads.inference import (
    Load,
    Server,
    Serving,
    largest_batch,
    longest_prompt,
    serving,
)
from designer.engine.subjects.workloads.memory import GIB
from designer.engine.subjects.workloads.profiles import band, profile_for, profile_named, why_wide
from designer.engine.subjects.workloads.serve import BUSY, prices
from designer.engine.subjects.workloads.shape import Shape
from designer.model.figures import Figure

_MS: Final = 1e3
_HOUR_S: Final = 3600
_NODE_GPUS: Final = 8
"""That links join, but for racks."""
_SIXTEEN: Final = ("bf16", "fp16")


SERVER_PARAMETERS: Final = (
    Parameter("tflops_16", unit="TFLOP/s", optional=True,
              help="dense peak in 16 bits, for attention, else the GPU's"),
    Parameter("tp", "count", default=1, help="GPUs that share every layer"),
    Parameter("weights", "text", optional=True, choices=tuple(BYTES),
              help="format in memory, else that of the products"),
    Parameter("kv_dtype", "text", optional=True, choices=tuple(BYTES),
              help="of the cache, else that with which the software was measured"),
    Parameter("isl", "count", unit="tokens", default=1024, help="of a prompt"),
    Parameter("osl", "count", unit="tokens", default=1024, help="of an answer"),
    Parameter("engine", "text", default="vllm", help="software: vllm, trtllm"),
    Parameter("profile", "text", optional=True,
              help="software and its rates; else the engine's, measured on the GPU"),
)  # fmt: skip


def inference_profile(v: dict[str, Any], known: tuple[InferenceProfile, ...]) -> InferenceProfile:
    """Return the profile that is asked for, else the engine's that was measured on the GPU.

    Raises
    ------
    CalcError
        If there is none: no other is put in its place.
    """
    if v["profile"]:
        return profile_named(v["profile"], known, "inference")
    fitting = [one for one in known if one.engine == v["engine"]]
    if not fitting:
        engines = dict.fromkeys(one.engine for one in known)
        raise CalcError(
            f"inference: no profile of the engine {v['engine']!r}: there are {', '.join(engines)}"
        )
    return profile_for(v["gpu"] or "", fitting, known, "inference")


def server_given(v: dict[str, Any], catalog: Catalog) -> Server:
    """Return the server that is asked for.

    Raises
    ------
    CalcError
        If a figure of its GPU is stated nowhere.
    """
    chip = chip_given(v, catalog, "inference", needs_links=v["tp"] > 1)
    _see_that_links_join(v, catalog)
    if chip.memory_gb is None:
        raise CalcError("inference: nobody states the GPU's memory: give memory_gb")
    weights = v["weights"] or ("nvfp4" if v["dtype"] == "fp4" else v["dtype"])
    v["weights"] = weights
    if v["kv_dtype"] is None:
        v["kv_dtype"] = inference_profile(v, catalog.inference_profiles).cache_for(v["dtype"])
    return Server(
        tensor=v["tp"], weight_bytes=BYTES[weights], cache_bytes=BYTES[v["kv_dtype"]],
        peak=chip.peak, peak_16=_peak_16(v, catalog), memory_bandwidth=chip.memory_bandwidth,
        links=chip.links, memory=chip.memory_gb * 1e9,
    )  # fmt: skip


def _see_that_links_join(v: dict[str, Any], catalog: Catalog) -> None:
    """See that a system of the catalogue joins so many GPUs by links.

    Raises
    ------
    CalcError
        If none does: over a network a layer is shared at a pace that nobody measured here.
    """
    if v["gpu"] is None or v["tp"] == 1:
        return
    domains = [
        part.compute.nvlink_domain_gpus or part.gpu_count
        for part in catalog.parts if part.compute is not None and part.compute.gpu == v["gpu"]
    ]  # fmt: skip
    most = max((one for one in domains if one is not None), default=None)
    if most is not None and v["tp"] > most:
        raise CalcError(
            f"inference: tp={v['tp']}: no system of the catalogue joins more than {most} "
            f"{v['gpu']} by links"
        )


def _peak_16(v: dict[str, Any], catalog: Catalog) -> float:
    """Return the peak in 16 bits, at which attention of a prompt is computed."""
    if v["tflops_16"] is None and v["dtype"] in _SIXTEEN:
        v["tflops_16"] = v["tflops"]
    if v["tflops_16"] is None and v["gpu"]:
        asked = {**v, "dtype": "bf16", "tflops": None}
        return chip_given(asked, catalog, "inference", needs_links=False).peak
    if v["tflops_16"] is None:
        raise CalcError("inference: attention is computed in 16 bits: give tflops_16")
    return float(v["tflops_16"]) * 1e12


def _inference(v: dict[str, Any], catalog: Catalog | None) -> dict[str, Result | Figure]:
    catalog = shipped_or(catalog)
    shape, server = shape_given(v, "inference"), server_given(v, catalog)
    profile = inference_profile(v, catalog.inference_profiles)
    v["profile"] = profile.id
    load = Load(v["isl"], v["osl"])
    most = largest_batch(shape, server, profile, load)
    if not most:
        size = shape.parameters * server.weight_bytes / GIB
        raise CalcError(
            f"inference: weights of {size:.3g} GiB leave no memory for a request of "
            f"{v['isl'] + v['osl']:,} tokens on tp={v['tp']}: give more GPUs"
        )
    asked = most if v["batch"] is None else v["batch"]
    found = serving(shape, server, profile, load, min(asked, most))
    wide = band(profile, v["gpu"] or "", v["dtype"], shape)
    why = why_wide(profile, v["gpu"] or "", v["dtype"], shape)
    results = _figures(found, most, wide, profile.id)
    results |= _prices(v, found, wide) | _load(v, shape, server, profile, wide)
    if v["first_token_ms"] is not None:
        limit = v["first_token_ms"] / _MS
        results["longest_prompt"] = longest_prompt(shape, server, profile, v["osl"], limit)
    return {**results, "note": "; ".join(_said(v, found, most, asked, profile, wide, why))}


def _figures(found: Serving, most: int, wide: float, profile: str) -> dict[str, Result | Figure]:
    """Return speeds within their band; the first token has no upper bound: requests queue."""
    first = found.first_token_s * _MS
    return {
        "ttft_min_ms": Figure(
            first / (1 + wide), inf, first, "ms", basis=(f"profile {profile}",), estimated=True
        ),
        "ttft_together_ms": Figure(
            found.batch * first / (1 + wide), inf, found.batch * first, "ms",
            basis=(f"profile {profile}",), estimated=True,
        ),
        "tpot_ms": within_factor(found.token_s * _MS, wide, "ms", profile),
        "tokens_per_s": within_factor(found.tokens_per_s, wide, "tokens/s", profile),
        "tokens_per_s_per_user": within_factor(1 / found.token_s, wide, "tokens/s", profile),
        "batch": found.batch,
        "max_batch": most,
        "step": {
            "weights_ms": found.step.weights * _MS, "cache_ms": found.step.cache * _MS,
            "tensor_ms": found.step.tensor * _MS, "fixed_ms": found.step.fixed * _MS,
            "prompts_ms": (found.token_s - found.step.total) * _MS,
        },
        "band_pct": 100 * wide,
    }  # fmt: skip


def within_factor(value: float, wide: float, unit: str, profile: str) -> Figure:
    """Return a figure that is off by the factor of its band at most, either way."""
    return Figure(
        value / (1 + wide), value * (1 + wide), value, unit, basis=(f"profile {profile}",),
        estimated=True,
    )  # fmt: skip


def _prices(v: dict[str, Any], found: Serving, wide: float) -> dict[str, Result | Figure]:
    """Return what a million tokens cost: all of it by output, and input and output apart."""
    if v["usd_per_gpu_hour"] is None:
        return {}
    each = prices(found, Load(v["isl"], v["osl"]), v["tp"], v["usd_per_gpu_hour"])
    hourly, answered = v["usd_per_gpu_hour"] * v["tp"], found.tokens_per_s / v["osl"]
    return {
        "requests_per_usd": (
            within_factor(answered * _HOUR_S / hourly, wide, "1/USD", v["profile"])
            if hourly
            else None
        ),
        "cost_per_million_tokens": within_factor(each.whole, wide, "USD", v["profile"]),
        "cost_per_million_input": within_factor(each.prompts, wide, "USD", v["profile"]),
        "cost_per_million_output": within_factor(each.answers, wide, "USD", v["profile"]),
    }


def _load(
    v: dict[str, Any], shape: Shape, server: Server, profile: InferenceProfile, wide: float
) -> dict[str, Result | Figure]:
    """Return how busy one server is that so many requests a second come to."""
    if v["requests_per_s"] is None:
        return {}
    load = Load(v["isl"], v["osl"])
    full = serving(shape, server, profile, load, largest_batch(shape, server, profile, load))
    able = full.tokens_per_s / v["osl"]
    return {
        "requests_per_s_able": within_factor(able, wide, "1/s", profile.id),
        "utilisation": within_factor(v["requests_per_s"] / able, wide, "", profile.id),
    }


def _said(
    v: dict[str, Any], found: Serving, most: int, asked: int, profile: InferenceProfile,
    wide: float, why: str,
) -> list[str]:  # fmt: skip
    errors = ""
    if profile.mean_error_pct is not None:
        errors = (
            f", mean error {profile.mean_error_pct:g} % on {profile.rows} published rows, worst "
            f"{profile.worst_error_pct:g} %"
        )
    said = [
        f"profile {profile.id} of {profile.as_of}{errors}",
        f"band: a factor of {1 + wide:g} either way, set with such rows in sight, of which not all "
        "lie within" + (f" ({why})" if why else ""),
        "the first token with nothing before it, or of the last of a batch that comes together; "
        "TPOT is (end − first token)/(tokens − 1)",
    ]
    if v["tp"] > _NODE_GPUS and v["gpu"] is None:
        said.append(f"links are taken to join all {v['tp']} GPUs, as in a rack of NVL72")
    if asked > most:
        said.append(f"{most} of {asked} sequences fit: the others wait")
    if v["requests_per_s"] is not None:
        able = _load_words(v, found)
        said.append(able)
    if v["usd_per_gpu_hour"] is not None:
        said.append("prices of a server that is always full")
    return [one for one in said if one]


def _load_words(v: dict[str, Any], found: Serving) -> str:
    busy = v["requests_per_s"] * v["osl"] / found.tokens_per_s
    if busy >= 1:
        return "more requests come than it serves: the queue grows without end"
    if busy > BUSY:
        return (
            f"{100 * busy:.0f} % busy: above {100 * BUSY:.0f} % requests wait long, and the first "
            "token comes much later than its floor"
        )
    return ""


INFERENCE = Calculation(
    name="inference",
    summary="tokens a second of one server, time to first token and between tokens, price",
    parameters=(
        *SHAPE_PARAMETERS,
        *HARDWARE_PARAMETERS,
        *SERVER_PARAMETERS,
        Parameter("batch", "count", optional=True, help="sequences at a time; else as many as fit"),
        Parameter("usd_per_gpu_hour", unit="USD", optional=True, help="for the price of tokens"),
        Parameter("requests_per_s", unit="1/s", optional=True, help="that come to this server"),
        Parameter("first_token_ms", unit="ms", optional=True,
                  help="most time to read a prompt: how long it may be"),
    ),
    results=(
        ("ttft_min_ms", "ms"), ("ttft_together_ms", "ms"), ("tpot_ms", "ms"),
        ("tokens_per_s", "tokens/s"), ("tokens_per_s_per_user", "tokens/s"), ("batch", ""),
        ("max_batch", ""), ("step", ""),
        ("band_pct", "%"), ("cost_per_million_tokens", "USD"), ("cost_per_million_input", "USD"),
        ("cost_per_million_output", "USD"), ("requests_per_usd", "1/USD"),
        ("longest_prompt", "tokens"), ("requests_per_s_able", "1/s"), ("utilisation", ""),
    ),
    formula=(
        "step = max(weights/(tp·bandwidth), 2·parameters·batch/(tp·peak)) + cache/bandwidth + two "
        "all-reduces a layer + launches; first token = 2·parameters·isl/(tp·peak) + attention; "
        "TPOT = step(isl + osl/2) + batch/osl·first token; tokens/s = batch/TPOT; largest batch = "
        "(memory·share − weights − reserve)/cache of a request; each at its profile's rate"
    ),
    sources=(
        "ai-dynamo/aiconfigurator, silicon_sample.csv: measured rows of vLLM and TensorRT-LLM",
        "NVIDIA/TensorRT-LLM, docs/source/performance/perf-overview.md",
        "software profiles of the catalogue, with their measured errors",
    ),
    run=_inference,
)  # fmt: skip
