"""How a service is dealt out: GPUs of one server, requests at a time, servers for a load.

A server is as many GPUs as share every layer. Of all sizes the one is taken that gives most output
for each GPU within the times that are asked for; a load needs as many servers as keep them at most
80 % busy: above it requests wait long (an M/G/1 queue waits ρ/(1 − ρ)).
"""

from dataclasses import dataclass, replace
from math import ceil
from typing import Final

from designer.catalog.software_profile import InferenceProfile
from designer.engine.subjects.workloads.inference import (
    Load,
    Server,
    Serving,
    largest_batch,
    serving,
)
from designer.engine.subjects.workloads.shape import Shape
from designer.model.figures import Figure

BUSY: Final = 0.8
"""Utilisation above which waiting grows without measure."""
_MILLION: Final = 1e6
_HOUR_S: Final = 3600


@dataclass(frozen=True, slots=True)
class Service:
    """What is to be served.

    Attributes
    ----------
    server
        One GPU of it: how many share a layer is what is searched.
    gpus, domain
        That there are, and that links join.
    token_s, first_token_s
        Most time between tokens and until the first; None where nobody asks.
    requests_per_s
        That come; None for as many as can be answered.
    """

    shape: Shape
    server: Server
    profile: InferenceProfile
    load: Load
    gpus: int
    domain: int
    token_s: float | None = None
    first_token_s: float | None = None
    requests_per_s: float | None = None


@dataclass(frozen=True, slots=True)
class Size:
    """One size of a server.

    Attributes
    ----------
    most
        Requests that fit at a time; 0 where the weights alone do not.
    serving
        With as many requests as keep the times; None where none does.
    """

    tensor: int
    most: int
    serving: Serving | None

    @property
    def per_gpu(self) -> float:
        """Output of one GPU, tokens/s: none where it serves none."""
        return self.serving.tokens_per_s / self.tensor if self.serving else 0.0


def sizes(service: Service) -> tuple[Size, ...]:
    """Return all sizes of a server, the one with most output for each GPU first."""
    limit = min(service.gpus, service.domain)
    degrees = [one for one in range(1, limit + 1) if _can_share(service, one)]
    found = [_size(service, tensor) for tensor in degrees]
    return tuple(sorted(found, key=lambda one: (-one.per_gpu, one.tensor)))


def _can_share(service: Service, tensor: int) -> bool:
    return service.shape.heads % tensor == 0 and service.domain % tensor == 0


def _size(service: Service, tensor: int) -> Size:
    server = replace(service.server, tensor=tensor)
    most = largest_batch(service.shape, server, service.profile, service.load)

    def at(batch: int) -> Serving:
        return serving(service.shape, server, service.profile, service.load, batch)

    if not most or _too_slow(service, at(1)):
        return Size(tensor, most, None)
    low, high = 1, most
    # The time between tokens grows with the batch: the largest that keeps it is found by halves.
    while low < high:
        middle = (low + high + 1) // 2
        if _too_slow(service, at(middle)):
            high = middle - 1
        else:
            low = middle
    return Size(tensor, most, at(low))


def _too_slow(service: Service, found: Serving) -> bool:
    token, first = service.token_s, service.first_token_s
    return (token is not None and found.token_s > token) or (
        first is not None and found.first_token_s > first
    )


def servers_for(size: Size, load: Load, requests_per_s: float) -> int | None:
    """Return the servers that a load needs at most 80 % busy; None where none keeps the times."""
    if size.serving is None:
        return None
    return max(1, ceil(requests_per_s * load.answer / (size.serving.tokens_per_s * BUSY)))


def fewest_gpus(found: tuple[Size, ...], load: Load, requests_per_s: float) -> tuple[Size, int]:
    """Return the size of server that needs fewest GPUs for a load, and how many servers.

    Raises
    ------
    ValueError
        If no size keeps the times that are asked for.
    """
    each = [
        (one, servers)
        for one in found
        if (servers := servers_for(one, load, requests_per_s)) is not None
    ]
    if not each:
        raise ValueError("no server answers within the times that are asked for")
    return min(each, key=lambda one: (one[0].tensor * one[1], one[0].tensor))


def gpus_between(size: Size, load: Load, requests_per_s: float, wide: float, ref: str) -> Figure:
    """Return the GPUs of whole servers that a load needs, where their speed is off by a factor.

    Parameters
    ----------
    wide
        The band: the speed is off by 1 and it at most, either way.
    ref
        What the speed rests on.

    Raises
    ------
    ValueError
        If the server does not keep the times that are asked for.
    """
    counts = [
        servers_for(size, load, requests_per_s * part) for part in (1 / (1 + wide), 1, 1 + wide)
    ]
    low, likely, high = (size.tensor * one for one in counts if one is not None)
    return Figure(low, high, likely, basis=(ref,), estimated=True)


@dataclass(frozen=True, slots=True)
class Prices:
    """What a million tokens cost of a server that is always full.

    Attributes
    ----------
    whole
        All of it on answers.
    prompts, answers
        Each by the time that it takes.
    """

    whole: float
    prompts: float
    answers: float


def prices(found: Serving, load: Load, tensor: int, gpu_hour: float) -> Prices:
    """Return the price of a million tokens by that of an hour of one GPU."""
    rate = gpu_hour * tensor / _HOUR_S * _MILLION
    return Prices(
        rate / found.tokens_per_s,
        rate * found.first_token_s / load.prompt,
        rate * found.step.total / found.batch,
    )
