"""What stands beside the figures of a service: its two ledgers, its curve, whether it keeps up."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from designer.engine.subjects.workloads.cache import kv_cache
from designer.engine.subjects.workloads.inference import (
    decode,
    prompt_parts,
    serving,
    weights_read,
)
from designer.engine.subjects.workloads.job import Job
from designer.engine.subjects.workloads.serve import BUSY, Service, Size
from designer.engine.workload_report import Part, ServePoint
from designer.model.figure_words import percent, words
from designer.model.figures import Answer, Figure, exact, within
from designer.model.measured import fields_of, flag_of

_GB: Final = 1e9
_TERA: Final = 1e12
_MS: Final = 1e3


def decode_ledger(asked: Service, tensor: int, batch: int) -> tuple[Part, ...]:
    """Return where the time between two tokens goes, s: a step, and the prompts in between."""
    server, profile, shape = replace(asked.server, tensor=tensor), asked.profile, asked.shape
    context = asked.load.prompt + asked.load.answer / 2
    step = decode(shape, server, profile, batch, context)
    read = weights_read(shape, batch) * server.weight_bytes / tensor
    reading = read / (server.memory_bandwidth * profile.weights)
    rate = server.memory_bandwidth * profile.weights / _TERA
    kept = kv_cache(shape, context, server.cache_bytes, tensor).on_gpu * batch / _GB
    computes = step.weights > reading * (1 + 1e-9)
    prompts = prompt_parts(shape, server, profile, asked.load.prompt).total
    each = batch / asked.load.answer
    peak = f"{100 * profile.decode:.0f} % of the peak"
    return _parts(
        ("products" if computes else "weights", step.weights,
         f"{batch:,} tokens at {peak}" if computes else f"{read / _GB:.3g} GB at {rate:.3g} TB/s"),
        ("cache", step.cache, f"{kept:.3g} GB of {batch:,} requests"),
        ("tensor", step.tensor, f"TP {tensor}, two sums a layer"),
        ("fixed", step.fixed, f"{shape.layers} layers, the scheduler"),
        ("prompts", each * prompts, f"{each:.3g} prompts come with each step"),
    )  # fmt: skip


def prefill_ledger(asked: Service, tensor: int) -> tuple[Part, ...]:
    """Return where the reading of one prompt goes, s."""
    server, profile = replace(asked.server, tensor=tensor), asked.profile
    found = prompt_parts(asked.shape, server, profile, asked.load.prompt)
    return _parts(
        ("products", found.products, f"{100 * profile.prefill:.0f} % of the peak"),
        ("scores", found.scores, f"of {asked.load.prompt:,} tokens, half of them masked"),
        ("tensor", found.tensor, f"TP {tensor}, two sums a layer"),
        ("fixed", found.fixed, f"{asked.shape.layers} layers"),
    )


def _parts(*parts: tuple[str, float, str]) -> tuple[Part, ...]:
    return tuple(
        Part(what=name, amount=seconds, note=note) for name, seconds, note in parts if seconds > 0
    )


def serving_curve(job: Job, asked: Service, best: Size, servers: int) -> tuple[ServePoint, ...]:
    """Return time between tokens and output by the requests at a time, up to as many as fit."""
    server = replace(asked.server, tensor=best.tensor)
    chosen = best.serving.batch if best.serving is not None else None
    batches, batch = {best.most, *(() if chosen is None else (chosen,))}, 1
    while batch < best.most:
        batches.add(batch)
        batch *= 2
    wide, ref = job.wide, f"profile {asked.profile.id}"

    def banded(value: float, unit: str) -> Figure:
        return Figure(
            value / (1 + wide), value * (1 + wide), value, unit, basis=(ref,), estimated=True
        )

    points = []
    for batch in sorted(batches - {0}):
        found = serving(asked.shape, server, asked.profile, asked.load, batch)
        figures = {
            "token_ms": banded(found.token_s * _MS, "ms"),
            "tokens_per_s": banded(found.tokens_per_s * servers, "tokens/s"),
        }
        points.append(ServePoint(batch=batch, chosen=batch == chosen, **fields_of(figures)))
    return tuple(points)


def kept_times(asked: Service, figures: Mapping[str, Figure]) -> list[tuple[Answer, str]]:
    """Return whether each time that is asked for is kept, and that in words.

    The time to the first token is one without anything before it, a floor that queues add to: it is
    never surely within what is asked.
    """
    asks: list[tuple[Answer, str]] = []
    if asked.token_s is not None and "token_ms" in figures:
        limit, found = exact(asked.token_s * _MS, "ms"), figures["token_ms"]
        said = f"{words(found, 1, 'ms')} between tokens, asked {limit.likely:,.4g}"
        asks.append((within(found, limit).answer, said))
    if asked.first_token_s is not None and "first_token_ms" in figures:
        limit, found = exact(asked.first_token_s * _MS, "ms"), figures["first_token_ms"]
        said = (
            f"{words(found, 0, 'ms')} to the first token before any queue, asked "
            f"{limit.likely:,.4g}"
        )
        asks.append((within(found, limit).answer, said))
    return asks


def served_pace(asked: Service, figures: dict[str, Figure]) -> dict[str, Any]:
    """Return whether a service keeps up with its load and its times, by all of its band."""
    asks: list[tuple[Answer, str]] = []
    if asked.requests_per_s is not None and "requests_per_s" in figures:
        able = figures["requests_per_s"]
        busy = exact(asked.requests_per_s, "1/s").per(able, "")
        said = f"{asked.requests_per_s:,.4g} requests/s keep its servers {percent(busy)} busy"
        asks.append((within(exact(asked.requests_per_s / BUSY, "1/s"), able).answer, said))
    asks += kept_times(asked, figures)
    if not asks:
        return {}
    answers = [answer for answer, _ in asks]
    answer: Answer = "no" if "no" in answers else "open" if "open" in answers else "yes"
    heads = {"yes": "Fast enough", "open": "Perhaps fast enough", "no": "Too slow"}
    told = f"{heads[answer]}: {'; '.join(said for _, said in asks)}"
    if answer == "no" and "needed_gpus" in figures:
        told += f". That needs {words(figures['needed_gpus'], 0)} GPUs"
    return {"in_time": flag_of(answer), "pace": told}
