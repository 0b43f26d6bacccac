"""`calc api` and `calc scale-to-zero`: a service that others host, and one that sleeps."""

from math import ceil, exp
from typing import Any, Final

from designer.catalog.catalog import Catalog
from designer.engine.calculation import CalcError, Calculation, Parameter, Result
from designer.model.figures import Figure

_MINUTE: Final = 60.0
_DAY: Final = 86_400.0
_MONTH_H: Final = 730.0
_HOUR: Final = 3600.0
_MILLION: Final = 1e6


def _limits(v: dict[str, Any]) -> dict[str, float]:
    """Return the requests a second that each limit lets through, of those that are stated.

    Raises
    ------
    CalcError
        If a limit on requests at a time is stated without the time of one.
    """
    found: dict[str, float] = {}
    if v["requests_per_minute"] is not None:
        found["requests a minute"] = v["requests_per_minute"] / _MINUTE
    if v["tokens_per_minute"] is not None:
        found["tokens a minute"] = v["tokens_per_minute"] / _MINUTE / (v["isl"] + v["osl"])
    if v["concurrent"] is not None:
        if v["request_s"] is None:
            raise CalcError("api: requests at a time follow from the time of one: give request_s")
        found["requests at a time"] = v["concurrent"] / v["request_s"]
    return found


def _api(v: dict[str, Any], _: Catalog | None) -> dict[str, Result | Figure]:
    limits, said = _limits(v), []
    results: dict[str, Result | Figure] = {}
    if limits:
        binding = min(limits, key=lambda name: limits[name])
        allowed = limits[binding]
        results |= {
            "requests_per_s_allowed": allowed,
            "tokens_per_s_allowed": allowed * (v["isl"] + v["osl"]),
            "binds": binding,
        }
        if v["requests_per_s"] is not None:
            results["used"] = v["requests_per_s"] / allowed
            accounts = ceil(v["requests_per_s"] / allowed - 1e-9)
            results["accounts"] = accounts
            if accounts > 1:
                said.append("more comes than one account lets through: requests are refused")
    if v["requests_per_s"] is not None and v["request_s"] is not None:
        results["at_a_time"] = v["requests_per_s"] * v["request_s"]
    if v["context_tokens"] is not None:
        results["fits_context"] = v["isl"] + v["osl"] <= v["context_tokens"]
    if v["output_tokens"] is not None:
        results["fits_output"] = v["osl"] <= v["output_tokens"]
    if v["usd_per_million_input"] is not None and v["usd_per_million_output"] is not None:
        each = v["isl"] * v["usd_per_million_input"] + v["osl"] * v["usd_per_million_output"]
        results["usd_per_request"] = each / _MILLION
        results["usd_per_million_tokens"] = each / (v["isl"] + v["osl"])
        if v["requests_per_s"] is not None:
            results["usd_per_month"] = each / _MILLION * v["requests_per_s"] * _HOUR * _MONTH_H
    if not results:
        raise CalcError("api needs a limit, a price or what a request may hold")
    said.append("limits are those that are given, of one account; a month is 730 h")
    return {**results, "note": "; ".join(said)}


API: Final = Calculation(
    name="api",
    summary="requests that an API's limits let through, whether they fit, what they cost",
    parameters=(
        Parameter("isl", "count", unit="tokens", default=1024, help="of a prompt"),
        Parameter("osl", "count", unit="tokens", default=1024, help="of an answer"),
        Parameter("requests_per_minute", unit="1/min", optional=True, help="that it lets through"),
        Parameter("tokens_per_minute", unit="tokens/min", optional=True,
                  help="of prompts and answers, that it lets through"),
        Parameter("concurrent", "count", optional=True, help="requests at a time, at most"),
        Parameter("request_s", unit="s", optional=True, help="from a request to its last token"),
        Parameter("context_tokens", "count", unit="tokens", optional=True,
                  help="of prompt and answer, at most"),
        Parameter("output_tokens", "count", unit="tokens", optional=True, help="at most"),
        Parameter("requests_per_s", unit="1/s", optional=True, help="that are to be answered"),
        Parameter("usd_per_million_input", unit="USD", optional=True, help="tokens of prompts"),
        Parameter("usd_per_million_output", unit="USD", optional=True, help="tokens of answers"),
    ),
    results=(
        ("requests_per_s_allowed", "1/s"), ("tokens_per_s_allowed", "tokens/s"), ("binds", ""),
        ("used", ""), ("accounts", ""), ("at_a_time", ""), ("fits_context", ""),
        ("fits_output", ""), ("usd_per_request", "USD"), ("usd_per_million_tokens", "USD"),
        ("usd_per_month", "USD"),
    ),
    formula=(
        "allowed = min(requests a minute/60, tokens a minute/60/(isl + osl), at a time/request_s); "
        "at a time = requests_per_s·request_s; price = isl·input + osl·output"
    ),
    sources=(
        "Little, Operations Research 9 (1961) 383: L = λ·W",
        "limits api-requests-per-minute, api-tokens-per-minute, api-concurrent-requests: 100 to "
        "10,000, 1 to 300 million, 10 to 10,000",
    ),
    run=_api,
)  # fmt: skip


def _cold_start(v: dict[str, Any]) -> float:
    """Return the time from nothing to the first answer, s, and show it."""
    if v["cold_s"] is None:
        if v["size_gb"] is None or not v["read_gb_s"]:
            raise CalcError("scale-to-zero needs cold_s, or size_gb and read_gb_s")
        v["cold_s"] = v["start_s"] + v["size_gb"] / v["read_gb_s"]
    return float(v["cold_s"])


def _scale_to_zero(v: dict[str, Any], _: Catalog | None) -> dict[str, Result | Figure]:
    cold, rate = _cold_start(v), v["requests_per_hour"] / _HOUR
    # exp(−λT): how often nothing comes for so long. Divided through by exp(λT), which grows large.
    quiet = exp(-rate * v["idle_s"])
    cycle = quiet * rate * cold + 1
    running = (quiet * rate * cold + 1 - quiet) / cycle
    results: dict[str, Result | Figure] = {
        "cold_start_s": cold,
        "running_share": running,
        "cold_share": quiet * (1 + rate * cold) / cycle,
        "mean_wait_s": quiet * (cold + rate * cold**2 / 2) / cycle,
    }
    if v["usd_per_gpu_hour"] is not None:
        month = v["usd_per_gpu_hour"] * v["gpus"] * _MONTH_H
        results["usd_per_month_always_on"] = month
        results["usd_per_month"] = month * running
    return {
        **results,
        "note": "requests come at random (Poisson) and are short beside the timeout; a start is "
        "paid for",
    }


SCALE_TO_ZERO: Final = Calculation(
    name="scale-to-zero",
    summary="part of the time that a server runs which stops when idle, and who waits for a start",
    parameters=(
        Parameter("requests_per_hour", unit="1/h", help="that come, at random"),
        Parameter("idle_s", unit="s", default=600.0, help="without a request until it stops"),
        Parameter("cold_s", unit="s", optional=True, help="of a start; else from what follows"),
        Parameter("start_s", unit="s", default=30.0, help="of machine and container"),
        Parameter("size_gb", unit="GB", optional=True, help="of the weights that are read"),
        Parameter("read_gb_s", unit="GB/s", optional=True, help="that storage gives them at"),
        Parameter("gpus", "count", default=1, help="of the server"),
        Parameter("usd_per_gpu_hour", unit="USD", optional=True, help="for the money"),
    ),
    results=(
        ("cold_start_s", "s"), ("running_share", ""), ("cold_share", ""), ("mean_wait_s", "s"),
        ("usd_per_month_always_on", "USD"), ("usd_per_month", "USD"),
    ),
    formula=(
        "with λ requests a second, T until it stops, C a start: runs (λC + e^(λT) − 1)/(λC + "
        "e^(λT)) of the time; (1 + λC)/(λC + e^(λT)) of the requests wait; C = start + size/read"
    ),
    sources=(
        "mean time until a gap of T in a Poisson process, (e^(λT) − 1)/λ: Cox, Renewal Theory "
        "(1962); renewal reward over start, run and sleep",
        "limits api-idle-timeout and cold-start-managed-cloud: 5 to 15 minutes, 30 s to 5 minutes",
    ),
    run=_scale_to_zero,
)  # fmt: skip
