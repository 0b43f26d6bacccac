"""`calc serving`, `speculation` and `disaggregation`: GPUs for a load, and what changes it."""

from typing import Any, Final

from designer.catalog.catalog import Catalog
from designer.engine.calculation import CalcError, Calculation, Parameter, Result
from designer.engine.subjects.workloads.cache import kv_cache
from designer.engine.subjects.workloads.calc_inference import (
    inference_profile,
    server_given,
    within_factor,
)
from designer.engine.subjects.workloads.given import BYTES, SHAPE_PARAMETERS, shape_given
from designer.engine.subjects.workloads.hardware import HARDWARE_PARAMETERS, shipped_or
from designer.engine.subjects.workloads.inference import Load
from designer.engine.subjects.workloads.profiles import band, why_wide
from designer.engine.subjects.workloads.serve import BUSY, Service, fewest_gpus, gpus_between, sizes
from designer.model.figures import Figure

_MS: Final = 1e3
_DAY_S: Final = 86_400


def _serving(v: dict[str, Any], catalog: Catalog | None) -> dict[str, Result | Figure]:
    catalog = shipped_or(catalog)
    v["tp"] = 1
    shape = shape_given(v, "serving")
    server, profile = server_given(v, catalog), inference_profile(v, catalog.inference_profiles)
    v["profile"] = profile.id
    load, rate = Load(v["isl"], v["osl"]), v["requests_per_s"]
    token, first = (
        None if v[name] is None else v[name] / _MS for name in ("token_ms", "first_token_ms")
    )
    domain = v["node_gpus"]
    asked = Service(shape, server, profile, load, domain, domain, token, first, rate)
    try:
        size, servers = fewest_gpus(sizes(asked), load, rate)
    except ValueError as error:
        raise CalcError(f"serving: {error}") from error
    found = size.serving
    if found is None:
        raise CalcError("serving: no server answers within the times that are asked for")
    wide = band(profile, v["gpu"] or "", v["dtype"], shape)
    why = why_wide(profile, v["gpu"] or "", v["dtype"], shape)
    return {
        "gpus": gpus_between(size, load, rate, wide, f"profile {profile.id}"),
        "tp": size.tensor,
        "servers": servers,
        "batch": found.batch,
        "tpot_ms": within_factor(found.token_s * _MS, wide, "ms", profile.id),
        "ttft_min_ms": within_factor(
            found.first_token_s * _MS, wide, "ms", profile.id
        ).without_upper_end().counted_as(found.first_token_s * _MS),
        "tokens_per_s": within_factor(
            found.tokens_per_s * servers, wide, "tokens/s", profile.id
        ),
        "utilisation": within_factor(
            rate * load.answer / (found.tokens_per_s * servers), wide, "", profile.id
        ),
        "band_pct": 100 * wide,
        "note": "; ".join(one for one in (
            f"at most {100 * BUSY:.0f} % busy, so that queues stay short", why,
            "the first token with nothing before it") if one),
    }  # fmt: skip


SERVING: Final = Calculation(
    name="serving",
    summary="fewest GPUs that answer a load within times that are asked for",
    parameters=(
        *SHAPE_PARAMETERS,
        *HARDWARE_PARAMETERS,
        Parameter("tflops_16", unit="TFLOP/s", optional=True,
                  help="dense peak in 16 bits, for attention, else the GPU's"),
        Parameter("weights", "text", optional=True, choices=tuple(BYTES),
                  help="format in memory, else that of the products"),
        Parameter("kv_dtype", "text", default="bf16", choices=tuple(BYTES), help="of the cache"),
        Parameter("isl", "count", unit="tokens", default=1024, help="of a prompt"),
        Parameter("osl", "count", unit="tokens", default=1024, help="of an answer"),
        Parameter("requests_per_s", unit="1/s", help="that come"),
        Parameter("token_ms", unit="ms", optional=True, help="most time between two tokens"),
        Parameter("first_token_ms", unit="ms", optional=True, help="most time to read a prompt"),
        Parameter("node_gpus", "count", default=8, help="joined by links: 8, or 72 of a rack"),
        Parameter("engine", "text", default="vllm", help="software: vllm, trtllm"),
        Parameter("profile", "text", optional=True,
                  help="software and its rates; else the engine's, measured on the GPU"),
    ),
    results=(
        ("gpus", ""), ("tp", ""), ("servers", ""), ("batch", ""), ("tpot_ms", "ms"),
        ("ttft_min_ms", "ms"), ("tokens_per_s", "tokens/s"), ("utilisation", ""),
        ("band_pct", "%"),
    ),
    formula=(
        "for each tp: the largest batch that keeps the times; servers = ⌈requests·osl/(0.8·"
        "tokens/s)⌉; gpus = the least of tp·servers"
    ),
    sources=(
        "calc inference: times and tokens a second of one server",
        "an M/G/1 queue waits ρ/(1 − ρ): servers at most 80 % busy",
    ),
    run=_serving,
)  # fmt: skip


def tokens_of_a_step(acceptance: float, guesses: int) -> float:
    """Return the tokens that one step of the large model yields: (1 − α^(γ + 1))/(1 − α)."""
    if acceptance == 1:
        return guesses + 1.0
    return float((1 - acceptance ** (guesses + 1)) / (1 - acceptance))


def _speculation(v: dict[str, Any], _: Catalog | None) -> dict[str, Result | Figure]:
    guesses, cost = v["guesses"], v["draft_cost"]
    each = tokens_of_a_step(v["acceptance"], guesses)
    results: dict[str, Result | Figure] = {
        "tokens_per_step": each,
        "speedup": each / (guesses * cost + 1),
        "arithmetic": (guesses * cost + guesses + 1) / each,
    }
    if v["tpot_ms"] is not None:
        results["tpot_ms"] = v["tpot_ms"] * (guesses * cost + 1) / each
    worth = "" if each > guesses * cost + 1 else "; the draft costs more than it saves"
    return {
        **results,
        "note": f"where checking all guesses takes no longer than one token: small batches{worth}",
    }


SPECULATION: Final = Calculation(
    name="speculation",
    summary="tokens of a step, and the gain, when a small model proposes and a large one checks",
    parameters=(
        Parameter("acceptance", help="part of the guesses that the large model takes, 0 to 1"),
        Parameter("guesses", "count", default=4, help="of the small model in each step"),
        Parameter("draft_cost", default=0.0, help="time of one guess, part of a large step"),
        Parameter("tpot_ms", unit="ms", optional=True, help="without it"),
    ),
    results=(("tokens_per_step", ""), ("speedup", ""), ("arithmetic", ""), ("tpot_ms", "ms")),
    formula=(
        "tokens = (1 − α^(γ + 1))/(1 − α); gain = tokens/(γ·c + 1); arithmetic = (γ·c + γ + 1)/"
        "tokens, with α the acceptance, γ the guesses, c the cost of one"
    ),
    sources=(
        "Leviathan et al., Fast Inference from Transformers via Speculative Decoding, arXiv "
        "2211.17192, eq. 1, theorems 3.8 and 3.11",
    ),
    run=_speculation,
)


def _disaggregation(v: dict[str, Any], _: Catalog | None) -> dict[str, Result | Figure]:
    if not v["prefill_tokens_s"] or not v["decode_tokens_s"]:
        raise CalcError("disaggregation: a node reads and answers more than no token a second")
    reading = v["input_tokens_s"] * (1 - v["cached"]) / v["prefill_tokens_s"]
    if v["cached_in_rate"] == "yes":
        reading = v["input_tokens_s"] / v["prefill_tokens_s"]
    answering = v["output_tokens_s"] / v["decode_tokens_s"]
    results: dict[str, Result | Figure] = {
        "prefill_nodes": reading,
        "decode_nodes": answering,
        "nodes": reading + answering,
        "input_tokens_per_day": v["input_tokens_s"] * _DAY_S,
    }
    if v["model"] or v["layers"] is not None:
        shape = shape_given(v, "disaggregation")
        each = kv_cache(shape, 1, BYTES[v["kv_dtype"]]).per_token
        results["transfer_gb_s"] = v["input_tokens_s"] * each / 1e9
    return {
        **results,
        "note": "nodes that are always busy: divide by the part of the time they are",
    }


DISAGGREGATION: Final = Calculation(
    name="disaggregation",
    summary="nodes that read prompts and nodes that answer, and the cache sent between them",
    parameters=(
        *SHAPE_PARAMETERS,
        Parameter("input_tokens_s", unit="tokens/s", help="of prompts that come"),
        Parameter("output_tokens_s", unit="tokens/s", help="of answers"),
        Parameter("prefill_tokens_s", unit="tokens/s", help="that one node reads"),
        Parameter("decode_tokens_s", unit="tokens/s", help="that one node answers"),
        Parameter("cached", default=0.0, help="part of the prompts that a cache has"),
        Parameter("cached_in_rate", "text", default="no", choices=("yes", "no"),
                  help="whether the rate counts tokens from the cache"),
        Parameter("kv_dtype", "text", default="bf16", choices=tuple(BYTES), help="of the cache"),
    ),
    results=(
        ("prefill_nodes", ""), ("decode_nodes", ""), ("nodes", ""),
        ("input_tokens_per_day", "tokens"), ("transfer_gb_s", "GB/s"),
    ),
    formula=(
        "prefill = input·(1 − cached)/rate; decode = output/rate; transfer = input·bytes of the "
        "cache for each token"
    ),
    sources=(
        "DeepSeek, open-infra-index, day 6: 608 and 168 billion tokens a day at 73.7 and 14.8 "
        "thousand a second of a node, 226.75 nodes on average",
    ),
    run=_disaggregation,
)  # fmt: skip
